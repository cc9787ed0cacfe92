//! The text that findings refer to.

use std::fmt;
use std::iter::successors;

use kifu_charset::Charset;
use kifu_span::{Diagnostic, Locator, Span};

use crate::Printable;

/// A text that findings refer to, and its relation to its file.
///
/// ```
/// use kifu_report::{Charset, Code, Severity, Source, Span};
///
/// // The second chunk of a file, which starts at byte 100 and after three line breaks.
/// let source = Source::new(b"(;KM[6,5]\n;B[zz])").starting_at(100, 3);
/// assert_eq!(source.place(10), (5, 1));
///
/// const COMMA: &Code = &Code::new("value/spelling", Severity::Warning, "an unusual spelling");
/// let comma = COMMA.at(Span::new(5, 8), "`6,5` has a comma");
/// assert_eq!(source.lines(&[comma]).next().unwrap(), "4:6: `6,5` has a comma");
/// ```
pub struct Source<'s> {
    pub(crate) text: &'s [u8],
    start: u64,
    lines_before: u32,
    charsets: Option<Charsets<'s>>,
    pub(crate) utf16: Option<Utf16<'s>>,
    pointers: Option<Pointers<'s>>,
    nodes: Option<Nodes<'s>>,
    games_before: u64,
}

type Charsets<'s> = Box<dyn FnMut(u32) -> Charset + 's>;
type Pointers<'s> = Box<dyn FnMut(u32) -> Option<String> + 's>;
type Nodes<'s> = Box<dyn FnMut(u32) -> Option<NodeName> + 's>;

/// The name of a node of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeName {
    /// The number of the game in the text, from 1.
    pub game: u64,
    /// The address of the node in the game, such as `m91:2.3`.
    pub address: String,
}

/// Writes the address, after the number of the game if it is not the first: `m91`, `game 2 m91`.
impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.game > 1 {
            write!(f, "game {} ", self.game)?;
        }
        f.write_str(&self.address)
    }
}

/// A UTF-16 file from which a text was decoded.
pub(crate) struct Utf16<'s> {
    pub(crate) order: ByteOrder,
    offsets: Box<dyn FnMut(u32) -> u64 + 's>,
}

/// The byte order of UTF-16.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteOrder {
    /// UTF-16BE.
    Big,
    /// UTF-16LE.
    Little,
}

impl<'s> Source<'s> {
    /// Creates a source from the bytes of a whole file in UTF-8.
    pub fn new(text: &'s [u8]) -> Source<'s> {
        Source {
            text,
            start: 0,
            lines_before: 0,
            charsets: None,
            utf16: None,
            pointers: None,
            nodes: None,
            games_before: 0,
        }
    }

    /// Sets the number of bytes and of line breaks that precede the text in its file.
    #[must_use]
    pub fn starting_at(mut self, bytes: u64, line_breaks: u32) -> Source<'s> {
        (self.start, self.lines_before) = (bytes, line_breaks);
        self
    }

    /// Sets the charsets of the text, which can differ from game to game: `charset_at` returns the charset at
    /// an offset.
    #[must_use]
    pub fn with_charsets(mut self, charset_at: impl FnMut(u32) -> Charset + 's) -> Source<'s> {
        self.charsets = Some(Box::new(charset_at));
        self
    }

    /// Marks the file as UTF-16, from which the text was decoded. `offsets` maps offsets in the text to offsets in
    /// the file; it is called with ascending offsets for each list of findings.
    #[must_use]
    pub fn decoded_from_utf16(
        mut self,
        order: ByteOrder,
        offsets: impl FnMut(u32) -> u64 + 's,
    ) -> Source<'s> {
        let offsets = Box::new(offsets);
        self.utf16 = Some(Utf16 { order, offsets });
        self
    }

    /// Names positions in the text, for example with JSON pointers: `pointers` returns the name of an offset, if it
    /// has one.
    #[must_use]
    pub fn with_pointers(mut self, pointers: impl FnMut(u32) -> Option<String> + 's) -> Source<'s> {
        self.pointers = Some(Box::new(pointers));
        self
    }

    /// Names the nodes of games in the text: `nodes` returns the name of the node at an offset, if there is one.
    /// Excerpts and SARIF have this name, and JSON has both of its parts.
    #[must_use]
    pub fn with_nodes(mut self, nodes: impl FnMut(u32) -> Option<NodeName> + 's) -> Source<'s> {
        self.nodes = Some(Box::new(nodes));
        self
    }

    /// Sets the number of games that precede the text in its file. It is added to the numbers of games.
    #[must_use]
    pub fn after_games(mut self, count: u64) -> Source<'s> {
        self.games_before = count;
        self
    }

    /// Returns the line and the column of an offset, from 1. Lines are counted in the whole file;
    /// columns count code points.
    pub fn place(&self, offset: u32) -> (u32, u32) {
        let place = Locator::new(self.text).locate(offset);
        (self.line(place.line), place.column)
    }

    /// Returns a line of text for each finding, without a line break: `4:6: the message: the help`.
    pub fn lines<'f>(
        &self,
        findings: impl IntoIterator<Item = &'f Diagnostic>,
    ) -> impl Iterator<Item = String> {
        let mut locator = Locator::new(self.text);
        findings.into_iter().map(move |finding| {
            let place = locator.locate(finding.span.start);
            let (line, column) = (self.line(place.line), place.column);
            let message = Printable(&finding.message);
            match &finding.help {
                Some(help) => format!("{line}:{column}: {message}: {}", Printable(help)),
                None => format!("{line}:{column}: {message}"),
            }
        })
    }

    /// Returns one line for all findings: the first one in full, then the positions of at most
    /// `max_others` others, each with the part of its message before a colon, and the number of
    /// remaining findings. Returns an empty string if there are no findings.
    ///
    /// ```
    /// use kifu_report::{Code, Severity, Source, Span};
    ///
    /// const CODE: &Code = &Code::new("value/unreadable", Severity::Error, "a value that cannot be read");
    /// let at = |start, message| CODE.at(Span::at(start), message);
    /// let found = [at(1, "`PB`: not GBK"), at(4, "`PW`: not GBK"), at(8, "`EV`: not GBK")];
    /// let source = Source::new(b"...\n....\n....");
    /// assert_eq!(source.summary_line(&found, 1), "1:2: `PB`: not GBK; also 2:1 `PW`, and 1 more");
    /// ```
    pub fn summary_line(&self, findings: &[Diagnostic], max_others: usize) -> String {
        let Some((first, others)) = findings.split_first() else {
            return String::new();
        };
        let (line, column) = self.place(first.span.start);
        let mut text = format!("{line}:{column}: {}", Printable(&first.message));
        let mut locator = Locator::new(self.text);
        let separators = successors(Some("; also"), |_| Some(","));
        for (other, separator) in others.iter().take(max_others).zip(separators) {
            let place = locator.locate(other.span.start);
            let (line, column) = (self.line(place.line), place.column);
            let subject = other.message.split(": ").next().unwrap_or_default();
            text += &format!("{separator} {line}:{column} {}", Printable(subject));
        }
        if let Some(more @ 1..) = others.len().checked_sub(max_others) {
            text += &format!(", and {more} more");
        }
        text
    }

    /// Converts the number of a line in the text to its number in the file.
    pub(crate) fn line(&self, line: u32) -> u32 {
        self.lines_before.saturating_add(line)
    }

    /// Returns the charset of the text at an offset.
    pub(crate) fn charset_at(&mut self, offset: u32) -> Charset {
        let charset_at = self.charsets.as_mut();
        charset_at.map_or(Charset::UTF_8, |charset_at| charset_at(offset))
    }

    /// Returns the name of the position of a span, unless the span is the whole text.
    pub(crate) fn pointer(&mut self, span: Span) -> Option<String> {
        let pointers = self.pointers.as_mut()?;
        pointers(span.start).filter(|pointer| !pointer.is_empty())
    }

    /// Returns the name of the node that contains a span.
    pub(crate) fn node(&mut self, span: Span) -> Option<NodeName> {
        let mut name = self.nodes.as_mut()?(span.start)?;
        name.game = name.game.saturating_add(self.games_before);
        Some(name)
    }

    /// Returns the name of a span for people: its node, or else its pointer.
    pub(crate) fn name(&mut self, span: Span) -> Option<String> {
        let node = self.node(span).map(|node| node.to_string());
        node.or_else(|| self.pointer(span))
    }

    /// Maps all offsets in the findings to offsets in the file.
    pub(crate) fn offsets(&mut self, findings: &[Diagnostic]) -> Offsets {
        let mut mapped = Vec::new();
        if let Some(utf16) = &mut self.utf16 {
            let spans = findings.iter().flat_map(|finding| {
                let edits = finding.fix.iter().flat_map(|fix| &fix.edits);
                edits.map(|edit| edit.span).chain([finding.span])
            });
            let mut offsets: Vec<u32> = spans.flat_map(|span| [span.start, span.end]).collect();
            offsets.sort_unstable();
            offsets.dedup();
            let offsets = offsets.into_iter();
            mapped = offsets
                .map(|offset| (offset, (utf16.offsets)(offset)))
                .collect();
        }
        Offsets {
            start: self.start,
            mapped,
        }
    }
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("bytes", &self.text.len())
            .field("start", &self.start)
            .field("lines_before", &self.lines_before)
            .finish_non_exhaustive()
    }
}

/// Maps offsets in a text to offsets in its file.
pub(crate) struct Offsets {
    start: u64,
    /// For a UTF-16 file, the offsets of findings in the text and in the file, sorted.
    mapped: Vec<(u32, u64)>,
}

impl Offsets {
    pub(crate) fn in_file(&self, offset: u32) -> u64 {
        let known = self.mapped.binary_search_by_key(&offset, |known| known.0);
        match known {
            Ok(at) => self.mapped[at].1,
            Err(_) => self.start + u64::from(offset),
        }
    }
}
