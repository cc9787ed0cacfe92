//! Findings as text for people: an excerpt of the line of each finding, with the position marked.
//!
//! A line of a record can have megabytes in any charset. So an excerpt shows only a part of the line around the
//! position, decoded, and with visible replacements for characters that act on a terminal.

use std::ops::Range;

use annotate_snippets::renderer::DEFAULT_LINE_NUM_STYLE;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use anstyle::Style;
use kifu_charset::Charset;
use kifu_span::{Diagnostic, Locator, Place, Safety, Severity, Span};
use unicode_width::UnicodeWidthChar;

use crate::printable::{Printable, stand_in};
use crate::{Options, Source};

/// Renders the findings of one source.
pub(crate) struct Excerpts<'s> {
    name: String,
    source: Source<'s>,
    locator: Locator<'s>,
    renderer: Renderer,
    arrow: Style,
    fix_command: Option<&'static str>,
}

impl<'s> Excerpts<'s> {
    pub(crate) fn new(name: String, source: Source<'s>, options: &Options) -> Excerpts<'s> {
        let (renderer, arrow) = if options.is_colored {
            (Renderer::styled(), DEFAULT_LINE_NUM_STYLE)
        } else {
            (Renderer::plain(), Style::new())
        };
        Excerpts {
            name,
            locator: Locator::new(source.text),
            source,
            renderer,
            arrow,
            fix_command: options.hints.fix_command,
        }
    }

    /// Renders a finding. This is fastest if the findings are in the order of the text.
    pub(crate) fn render(&mut self, finding: &Diagnostic) -> String {
        let mut place = self.locator.locate(finding.span.start);
        place.line = self.source.line(place.line);
        let charset = self.source.charset_at(finding.span.start);
        let excerpt = Excerpt::cut(self.source.text, finding.span, place.line_start, charset);
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Info => Level::INFO,
        };
        let snippet = Snippet::source(excerpt.text)
            .line_start(place.line as usize)
            .annotation(AnnotationKind::Primary.span(excerpt.mark));
        let mut report = level
            .primary_title(Printable(&finding.message).to_string())
            .id(finding.code.name)
            .element(snippet);
        if let Some(help) = &finding.help {
            report = report.element(Level::HELP.message(Printable(help).to_string()));
        }
        if let Some(fix) = &finding.fix {
            let mut title = Printable(&fix.title).to_string();
            if let Some(command) = self.fix_command {
                let flag = match fix.safety {
                    Safety::Safe => "--only",
                    Safety::Unsafe => "--unsafe",
                };
                title += &format!(" ({command} {flag} {})", finding.code);
            }
            report = report.element(Level::HELP.with_name("fix").message(title));
        }
        let name = self.source.name(finding.span);
        self.with_place(&self.renderer.render(&[report]), place, name.as_deref())
    }

    /// Inserts the position below the title. The renderer would count columns from the start of the
    /// excerpt.
    fn with_place(&self, rendered: &str, place: Place, name: Option<&str>) -> String {
        let Place { line, column, .. } = place;
        let indent = line.to_string().len();
        let style = self.arrow;
        let name = match name {
            Some(name) => format!(
                " {}",
                last_columns(&Printable(name).to_string(), BEFORE, false)
            ),
            None => String::new(),
        };
        let place = format!(
            "{:indent$}{style}-->{style:#} {}:{line}:{column}{name}",
            "", self.name
        );
        match rendered.split_once('\n') {
            Some((title, rest)) => format!("{title}\n{place}\n{rest}"),
            None => format!("{rendered}\n{place}"),
        }
    }
}

/// The maximum numbers of columns shown before the span, of the span itself, and after it.
const BEFORE: usize = 40;
const MARKED: usize = 60;
const AFTER: usize = 30;

/// The number of bytes decoded for each of the three parts of an excerpt: before the span, in it
/// and after it. Only text with unusually many combining accents would need more.
const WINDOW: usize = 1 << 8;

/// The visible part of a line, and the marked span in it.
struct Excerpt {
    text: String,
    mark: Range<usize>,
}

impl Excerpt {
    fn cut(text: &[u8], span: Span, line_start: u32, charset: Charset) -> Excerpt {
        let Range { start, end } = span.range();
        let line_end = |from: usize| {
            let rest = &text[from..text.len().min(from + WINDOW)];
            from + rest
                .iter()
                .position(|b| matches!(b, b'\n' | b'\r'))
                .unwrap_or(rest.len())
        };
        let marked_end = end.min(line_end(start));
        let before = &text[window_start(text, line_start as usize, start)..start];
        let marked = &text[start..marked_end];
        let after = &text[marked_end..line_end(marked_end)];

        let cut_before = start - before.len() > line_start as usize;
        let mut shown = last_columns(&decode(charset, before), BEFORE, cut_before);
        let mark_start = shown.len();
        shown += &first_columns(&decode(charset, marked), MARKED);
        let mark_end = shown.len();
        // If the span is cut, text after it would appear to follow the cut directly.
        if end <= marked_end && !shown.ends_with('…') {
            shown += &first_columns(&decode(charset, after), AFTER);
        }
        Excerpt {
            text: shown,
            mark: mark_start..mark_end,
        }
    }
}

/// Returns the offset at which decoding starts: the start of the line or, if that is far away, a
/// position after a byte that is not part of a multi-byte character in any charset.
fn window_start(text: &[u8], line_start: usize, at: usize) -> usize {
    let far = at.saturating_sub(WINDOW);
    if far <= line_start {
        return line_start;
    }
    let apart = |b: &u8| matches!(b, 0x20..=0x2F | 0x3A..=0x3F);
    far + text[far..at]
        .iter()
        .position(apart)
        .map_or(0, |found| found + 1)
}

fn decode(charset: Charset, bytes: &[u8]) -> String {
    charset.decode(bytes).text.chars().map(stand_in).collect()
}

fn width(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// Returns the first `columns` columns of a text, with `…` if there are more.
fn first_columns(text: &str, columns: usize) -> String {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += width(c);
        if used > columns {
            return format!("{}…", &text[..at]);
        }
    }
    text.to_owned()
}

/// Returns the last `columns` columns of a text, with `…` if there are more, or if the text was
/// `cut` before.
fn last_columns(text: &str, columns: usize, cut: bool) -> String {
    let mut used = 0;
    let mut start = text.len();
    for (at, c) in text.char_indices().rev() {
        used += width(c);
        if used > columns {
            return format!("…{}", &text[start..]);
        }
        start = at;
    }
    if cut {
        format!("…{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, marked: &str) -> (String, String) {
        let start = text.find(marked).unwrap();
        let span = Span::new(start as u32, (start + marked.len()) as u32);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let excerpt = Excerpt::cut(text.as_bytes(), span, line_start as u32, Charset::UTF_8);
        (excerpt.text[excerpt.mark.clone()].to_owned(), excerpt.text)
    }

    #[test]
    fn short_lines_are_shown_whole() {
        assert_eq!(
            cut("(;\n;C[a]x;B[aa]\n)", "x"),
            ("x".into(), ";C[a]x;B[aa]".into())
        );
        assert_eq!(
            cut("(;C[\x1b[2J\t]x)", "x"),
            ("x".into(), "(;C[␛[2J ]x)".into())
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{}x{}", "古;".repeat(10_000), "力".repeat(10_000));
        let (marked, shown) = cut(&text, "x");
        assert_eq!(marked, "x");
        assert_eq!(
            shown,
            format!(
                "…{}x{}…",
                ";".to_owned() + &"古;".repeat(13),
                "力".repeat(15)
            )
        );
        let (marked, shown) = cut(&format!("a[{}]b", "c".repeat(5000)), &"c".repeat(5000));
        assert_eq!(marked, format!("{}…", "c".repeat(MARKED)));
        assert_eq!(shown, format!("a[{marked}"));
    }

    #[test]
    fn a_place_over_several_lines_is_marked_up_to_the_first_end() {
        assert_eq!(cut("a[b\r\nc]d", "[b\r\nc]"), ("[b".into(), "a[b".into()));
    }
}
