//! `kifu check`: what is wrong with the form of files, and where.

mod excerpt;
mod verdict;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

use kifu::info::Counts;
use kifu::sgf::{self, Document};
use kifu::span::{Diagnostic, Locator, Severity};
use serde::Serialize;

use self::excerpt::Excerpts;
use self::verdict::Verdict;
use crate::args::{CheckArgs, CheckFormat};
use crate::exit::Outcome;
use crate::input::Input;
use crate::json::{self, SCHEMA, Sequence};
use crate::output::{self, Palette};
use crate::printable::count;
use crate::run::each_file;

pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<Outcome> {
    let verdict = Verdict::of(args);
    let mut out = output::stdout();
    let mut totals = Totals::default();
    let mut sequence = match args.format {
        CheckFormat::Human => None,
        CheckFormat::Json => Some(Sequence::array()),
        CheckFormat::Jsonl => Some(Sequence::lines()),
    };
    let silent = args.quiet || args.summary;
    let palette = Palette::of_stdout();
    let work = |input: &Input, bytes: Vec<u8>| {
        let document = Document::parse(bytes)?;
        let mut findings = sgf::check(&document);
        findings.retain(|finding| !verdict.allows(finding));
        let told = Told {
            codes: tally(&findings),
            negative: findings.iter().any(|finding| verdict.denies(finding)),
            text: Vec::new(),
        };
        findings.retain(|finding| finding.severity >= args.level.severity());
        let text = match args.format {
            _ if silent => Vec::new(),
            CheckFormat::Human => {
                for_people(input, &document, &findings, args.all, palette)?.into_bytes()
            }
            CheckFormat::Json | CheckFormat::Jsonl => json::line(&Report {
                kifu_schema: SCHEMA,
                file: input.name(),
                diagnostics: Places {
                    document: &document,
                    findings: &findings,
                },
            })?,
        };
        Ok(Told { text, ..told })
    };
    let mut outcome = each_file("check", &args.input, work, |told: Told| {
        totals.add(&told);
        match &mut sequence {
            _ if silent => {}
            Some(sequence) => sequence.write(&mut out, &told.text)?,
            None => out.write_all(&told.text)?,
        }
        Ok(())
    })?;
    match sequence {
        _ if args.quiet => {}
        Some(_) if args.summary => {
            Sequence::lines().write(&mut out, &json::line(&totals.summary(outcome))?)?
        }
        Some(sequence) => sequence.finish(&mut out)?,
        None if args.summary => totals.write_table(&mut out)?,
        None => {}
    }
    out.flush()?;
    if !args.quiet {
        let Counts { error, warning, .. } = totals.counts;
        let [files, errors, warnings] = [
            (outcome.read, "file"),
            (error as u64, "error"),
            (warning as u64, "warning"),
        ]
        .map(|(n, one)| count(n, one));
        output::line(format_args!("{files}, {errors}, {warnings}"));
    }
    outcome.negative = totals.negative;
    Ok(outcome)
}

/// What one file comes to.
struct Told {
    codes: BTreeMap<&'static str, (Severity, u64)>,
    negative: bool,
    text: Vec<u8>,
}

fn tally(findings: &[Diagnostic]) -> BTreeMap<&'static str, (Severity, u64)> {
    let mut codes = BTreeMap::new();
    for finding in findings {
        codes.entry(finding.code).or_insert((finding.severity, 0)).1 += 1;
    }
    codes
}

/// One file for programs.
#[derive(Serialize)]
struct Report<'a> {
    kifu_schema: u32,
    file: String,
    diagnostics: Places<'a>,
}

/// A finding for programs.
#[derive(Serialize)]
struct Place<'a> {
    code: &'static str,
    severity: &'static str,
    /// Offsets in the file, whatever its charset.
    start: u64,
    end: u64,
    line: u32,
    column: u32,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

/// The findings of a document, in the order of its text, each made a [`Place`] as it is
/// written.
struct Places<'a> {
    document: &'a Document,
    findings: &'a [Diagnostic],
}

impl Serialize for Places<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut locator = Locator::new(self.document.text());
        let offsets = Offsets::of(self.document, self.findings);
        serializer.collect_seq(self.findings.iter().map(|finding| {
            let place = locator.locate(finding.span.start);
            Place {
                code: finding.code,
                severity: finding.severity.name(),
                start: offsets.in_file(finding.span.start),
                end: offsets.in_file(finding.span.end),
                line: place.line,
                column: place.column,
                message: &finding.message,
                help: finding.help.as_deref(),
            }
        }))
    }
}

/// Leads from offsets in the text of a document to offsets in its file.
enum Offsets {
    Same,
    /// Those of the findings, sorted.
    Mapped(Vec<(u32, u64)>),
}

impl Offsets {
    fn of(document: &Document, findings: &[Diagnostic]) -> Offsets {
        if document.utf16().is_none() {
            return Offsets::Same;
        }
        let mut offsets: Vec<u32> = findings
            .iter()
            .flat_map(|f| [f.span.start, f.span.end])
            .collect();
        offsets.sort_unstable();
        offsets.dedup();
        // Asked in rising order they cost one pass.
        let mut map = document.source_map();
        Offsets::Mapped(
            offsets
                .into_iter()
                .map(|offset| (offset, map.offset(offset)))
                .collect(),
        )
    }

    fn in_file(&self, offset: u32) -> u64 {
        match self {
            Offsets::Same => u64::from(offset),
            Offsets::Mapped(offsets) => {
                match offsets.binary_search_by_key(&offset, |known| known.0) {
                    Ok(at) => offsets[at].1,
                    Err(_) => u64::from(offset),
                }
            }
        }
    }
}

/// So many findings of a file are shown to people who did not ask for all.
const SHOWN: usize = 20;

fn for_people(
    input: &Input,
    document: &Document,
    findings: &[Diagnostic],
    all: bool,
    palette: Palette,
) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    if findings.is_empty() {
        return Ok(text);
    }
    let mut excerpts = Excerpts::new(input.shown(), document, palette.colored);
    let shown = if all {
        findings.len()
    } else {
        findings.len().min(SHOWN)
    };
    for finding in &findings[..shown] {
        writeln!(text, "{}\n", excerpts.render(finding))?;
    }
    if let more @ 1.. = findings.len() - shown {
        writeln!(
            text,
            "{}: and {more} more; use --format jsonl or --all\n",
            input.shown()
        )?;
    }
    Ok(text)
}

/// What all files come to.
#[derive(Default)]
struct Totals {
    counts: Counts,
    codes: BTreeMap<&'static str, Code>,
    negative: bool,
}

/// How often a code was found.
#[derive(Serialize)]
struct Code {
    code: &'static str,
    severity: &'static str,
    files: u64,
    count: u64,
}

/// All files together, for programs.
#[derive(Serialize)]
struct Summary<'a> {
    kifu_schema: u32,
    files: u64,
    ok: u64,
    failed: u64,
    codes: Vec<&'a Code>,
}

impl Totals {
    fn add(&mut self, told: &Told) {
        self.negative |= told.negative;
        for (&code, &(severity, count)) in &told.codes {
            self.counts.add(severity, count as usize);
            let severity = severity.name();
            let total = self.codes.entry(code).or_insert(Code {
                code,
                severity,
                files: 0,
                count: 0,
            });
            total.files += 1;
            total.count += count;
        }
    }

    /// The commonest first.
    fn by_count(&self) -> Vec<&Code> {
        let mut codes: Vec<&Code> = self.codes.values().collect();
        codes.sort_by_key(|code| std::cmp::Reverse(code.count));
        codes
    }

    fn summary(&self, outcome: Outcome) -> Summary<'_> {
        Summary {
            kifu_schema: SCHEMA,
            files: outcome.read + outcome.failed,
            ok: outcome.read,
            failed: outcome.failed,
            codes: self.by_count(),
        }
    }

    fn write_table(&self, out: &mut impl Write) -> std::io::Result<()> {
        if self.codes.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "{:>10} {:>10}  {:<8} code",
            "count", "files", "severity"
        )?;
        for Code {
            code,
            severity,
            files,
            count,
        } in self.by_count()
        {
            writeln!(out, "{count:>10} {files:>10}  {severity:<8} {code}")?;
        }
        Ok(())
    }
}
