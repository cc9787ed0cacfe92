//! Laws of reports, for any text and any spans in it.

use kifu_report::{
    Charset, Code, Diagnostic, Edit, Fix, Format, Options, ReportBuilder, ReportWriter, Severity,
    Source, SourceName, Span, Tool, is_hazard,
};
use serde_json::Value;

const CODE: &Code = &Code::new(
    "value/spelling",
    Severity::Warning,
    "a value is written in an unusual way",
);

/// Checks that reports can be displayed and parsed, contain all findings, and are the same whether
/// the text is reported as a whole or in two chunks. Each pair of numbers is the start and the
/// length of a span.
pub(crate) fn reports_are_whole(text: &[u8], places: &[u16]) {
    let mut findings: Vec<Diagnostic> =
        places.chunks_exact(2).map(|at| finding(text, at)).collect();
    findings.sort_by_key(|finding| finding.span);
    let cut = cut(text);
    findings.retain(|finding| {
        let Span { start, end } = finding.span;
        end as usize <= cut || start as usize >= cut
    });
    let first = findings.partition_point(|finding| (finding.span.start as usize) < cut);
    for format in [
        Format::Excerpts,
        Format::Json,
        Format::JsonLines,
        Format::Sarif,
    ] {
        let options = Options {
            format,
            ..Options::default()
        };
        let whole = report(&options, &[(text, 0, &findings)], text);
        let chunks = [
            (&text[..cut], 0, &findings[..first]),
            (&text[cut..], cut, &findings[first..]),
        ];
        assert_eq!(whole, report(&options, &chunks, text), "{format:?}");
        assert!(
            !whole.chars().any(|c| c != '\n' && is_hazard(c)),
            "{format:?}: {whole:?}"
        );
        let found = match format {
            Format::Excerpts | Format::Counts => continue,
            Format::Json => array(&parsed(&whole)[0]["diagnostics"]),
            Format::JsonLines => array(&parsed(&whole)["diagnostics"]),
            Format::Sarif => array(&parsed(&whole)["runs"][0]["results"]),
        };
        assert_eq!(found, findings.len(), "{format:?}");
    }
}

/// Returns a position after a line break in the second half of a text, or the start of the text.
fn cut(text: &[u8]) -> usize {
    let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let half = text.len() / 2;
    let pairs = text[half..].windows(2);
    let mut ends = pairs.map(|pair| pair[0] == b'\n' && !is_break(&pair[1]));
    ends.position(|is_end| is_end).map_or(0, |at| half + at + 1)
}

fn finding(text: &[u8], at: &[u16]) -> Diagnostic {
    let start = usize::from(at[0]) % (text.len() + 1);
    let len = usize::from(at[1]) % (text.len() + 1 - start);
    let span = Span::new(start as u32, (start + len) as u32);
    let shown = String::from_utf8_lossy(&text[start..start + len.min(20)]).into_owned();
    let fix = Fix::safe(
        "write it as usual",
        [Edit::replace(span, &text[start..start + len])],
    );
    CODE.at(span, shown.clone()).with_help(shown).with_fix(fix)
}

/// Reports a text in chunks, given with their starts and the findings in them.
fn report(options: &Options, chunks: &[(&[u8], usize, &[Diagnostic])], text: &[u8]) -> String {
    let mut builder = ReportBuilder::new(options, SourceName::file("a b.sgf"));
    for (chunk, start, findings) in chunks {
        let lines = Source::new(text).place(*start as u32).0 - 1;
        let source = Source::new(chunk)
            .with_charsets(|_| Charset::GBK)
            .starting_at(*start as u64, lines);
        let moved = findings.iter().cloned().map(|mut finding| {
            let back = |span: Span| Span::new(span.start - *start as u32, span.end - *start as u32);
            finding.span = back(finding.span);
            if let Some(fix) = &mut finding.fix {
                fix.edits
                    .iter_mut()
                    .for_each(|edit| edit.span = back(edit.span));
            }
            finding
        });
        builder
            .add(source, moved.collect())
            .expect("writing to memory cannot fail");
    }
    let report = builder.finish().expect("writing to memory cannot fail");
    let mut out = Vec::new();
    let mut writer = ReportWriter::new(options.format, Tool::default());
    writer
        .write(&mut out, &report)
        .expect("writing to memory cannot fail");
    writer
        .finish(&mut out)
        .expect("writing to memory cannot fail");
    String::from_utf8(out).expect("reports are UTF-8")
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).expect("reports are JSON")
}

fn array(value: &Value) -> usize {
    value.as_array().map_or(usize::MAX, Vec::len)
}
