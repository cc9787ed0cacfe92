use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use kifu_span::Span;

use crate::read::offset;
use crate::{Finding, Problem, Reader, Sgn};

/// Positions with names and comments, such as a set of problems, in one text.
///
/// SGN itself does not define files. In this text each position is on a line of its own, followed by a space
/// and its name; the lines above it that begin with `#` are its comment. A comment at the top of the text that
/// is followed by an empty line is about the whole collection. `Display` writes this text, and reading it
/// returns an equal collection.
///
/// ```
/// use kifu_sgn::{Collection, Reader};
///
/// let text = concat!(
///     "# For beginners\n",
///     "\n",
///     "# Black takes a stone.\n",
///     "/2b2/1bwb1//-B Number 1\n",
///     "/2b2/1Kwb1//-B\n",
/// );
/// let (collection, findings) = Collection::read(text, Reader::STRICT);
/// assert_eq!(collection.comment(), "For beginners");
/// assert_eq!(collection.entries[0].name(), "Number 1");
/// assert_eq!(collection.entries[0].comment(), "Black takes a stone.");
/// assert_eq!(findings[0].code().name, "sgn/no-ko");
/// assert_eq!(collection.to_string(), text);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collection {
    /// The positions, in the order of the text.
    pub entries: Vec<Entry>,
    comment: String,
}

/// A position of a [`Collection`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position, without its name and comment.
    pub position: Sgn,
    name: String,
    comment: String,
}

impl Collection {
    /// Reads a text line by line. Lines that are not positions are omitted and reported; the spans of the
    /// findings refer to the whole text.
    pub fn read(text: &str, reader: Reader) -> (Collection, Vec<Finding>) {
        let (collection, findings, _) = Collection::read_with_spans(text, reader);
        (collection, findings)
    }

    /// Reads like [`read`](Collection::read) and also returns the span of each position's notation, without
    /// name and comment.
    pub fn read_with_spans(text: &str, reader: Reader) -> (Collection, Vec<Finding>, Vec<Span>) {
        let mut collection = Collection::default();
        let mut findings = Vec::new();
        let mut spans = Vec::new();
        let mut comment = String::new();
        let mut comment_start = None;
        let mut headed = false;
        for (start, line) in lines(text) {
            let indented = line.trim_start_matches(is_blank);
            let word = indented.trim_end();
            if let Some(said) = indented.strip_prefix('#') {
                comment.push_str(said.strip_prefix(' ').unwrap_or(said));
                comment.push('\n');
                comment_start = comment_start.or(Some(start));
            } else if word.is_empty() {
                if comment_start.is_some() && !headed && collection.entries.is_empty() {
                    collection.set_comment(&comment);
                    (comment, comment_start, headed) = (String::new(), None, true);
                }
            } else {
                let start = start + (line.len() - indented.len());
                let shift = |found: Finding| found.shifted(start);
                let (notation, name) = word.split_once(char::is_whitespace).unwrap_or((word, ""));
                match reader.read(notation) {
                    Ok(reading) => {
                        findings.extend(reading.findings.into_iter().map(shift));
                        spans.push(Span::new(offset(start), offset(start + notation.len())));
                        collection.entries.push(Entry {
                            position: reading.position,
                            name: name.trim().into(),
                            comment: normal(&comment),
                        });
                    }
                    Err(found) => findings.push(shift(found)),
                }
                (comment, comment_start) = (String::new(), None);
            }
        }
        if let Some(start) = comment_start {
            if headed || !collection.entries.is_empty() {
                findings.push(Finding {
                    problem: Problem::StrayComment,
                    row: 0,
                    column: 0,
                    span: Span::new(offset(start), offset(text.len())),
                });
            } else {
                collection.set_comment(&comment);
            }
        }
        (collection, findings, spans)
    }

    /// The comment about the whole collection: lines separated by LF.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Sets the comment about the whole collection. Line breaks of any kind become LF, and those at the end are
    /// dropped.
    pub fn set_comment(&mut self, comment: &str) {
        self.comment = normal(comment);
    }
}

impl Entry {
    /// Creates an entry without name and comment.
    pub const fn new(position: Sgn) -> Entry {
        Entry {
            position,
            name: String::new(),
            comment: String::new(),
        }
    }

    /// Sets the name. White space around it is dropped.
    ///
    /// # Errors
    ///
    /// Returns [`MultilineName`] if the name contains a line break.
    pub fn with_name(self, name: &str) -> Result<Entry, MultilineName> {
        if name.trim().contains(['\n', '\r']) {
            return Err(MultilineName);
        }
        let name = name.trim().into();
        Ok(Entry { name, ..self })
    }

    /// Sets the comment. Line breaks of any kind become LF, and those at the end are dropped.
    #[must_use]
    pub fn with_comment(self, comment: &str) -> Entry {
        let comment = normal(comment);
        Entry { comment, ..self }
    }

    /// The name of the position; empty if it has none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The comment on the position: lines separated by LF.
    pub fn comment(&self) -> &str {
        &self.comment
    }
}

impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_comment(f, &self.comment)?;
        if !self.comment.is_empty() {
            f.write_str("\n")?;
        }
        for entry in &self.entries {
            write_comment(f, &entry.comment)?;
            write!(f, "{}", entry.position)?;
            if !entry.name.is_empty() {
                write!(f, " {}", entry.name)?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

fn write_comment(f: &mut fmt::Formatter<'_>, comment: &str) -> fmt::Result {
    for (_, line) in lines(comment) {
        let blank = if line.is_empty() { "" } else { " " };
        writeln!(f, "#{blank}{line}")?;
    }
    Ok(())
}

/// The error for a name that contains a line break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MultilineName;

impl fmt::Display for MultilineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a position must not contain a line break")
    }
}

impl core::error::Error for MultilineName {}

/// Whether a character may precede a position in its line: white space or a byte order mark.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{FEFF}'
}

/// Returns the lines of a text with their offsets; LF, CR and CRLF each end one line.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let len = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let width = if rest[len..].starts_with("\r\n") {
            2
        } else {
            1
        };
        let line = (at, &rest[..len]);
        at += len + width;
        Some(line)
    })
}

/// Normalizes line breaks to LF and drops those at the end.
fn normal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (_, line) in lines(text) {
        out.push_str(line);
        out.push('\n');
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}
