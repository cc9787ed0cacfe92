//! A document written anew, in one form for all: FF\[4\] in UTF-8.
//!
//! [`Document::to_bytes`] gives back every byte that nobody edited. [`write()`] keeps what the
//! bytes mean instead, and spells it as the specification does: the same nodes in the same
//! places, in each the same properties, with standard names, in a standard order, and with
//! values as [`value`](crate::value) writes them. Writing what was written changes nothing.
//!
//! What is not certain stays as it is written: values that cannot be read or only guessed at,
//! properties that nobody knows, everything of games other than Go but its charset and its
//! root. What is left out stands in no game tree or means nothing, and each such place is
//! noted.

mod node;
mod old;
mod order;
mod page;
mod property;
mod spell;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use kifu_charset::Charset;
use kifu_span::{Diagnostic, Span};
use kifu_tree::{NodeId, Step};

use crate::codes;
use crate::context::{Game, GameContext};
use crate::document::Document;
use crate::fault::{Fault, Finding};
use node::Node;
use page::Page;

/// The choices that the specification leaves.
///
/// ```
/// use kifu_sgf::canonical::{Layout, Style};
///
/// let usual = Style::default();
/// assert_eq!((usual.wrap, usual.layout), (Some(72), Layout::Flowing));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Lines are broken between properties and values before they get longer than so many
    /// characters. A text is never broken, so that a line can be longer.
    pub wrap: Option<usize>,
    /// Where lines start.
    pub layout: Layout,
    /// How lists of points are written.
    pub points: Points,
    /// How a pass is written.
    pub pass: Pass,
    /// How lines end.
    pub line_break: LineBreak,
    /// What becomes of text before the first game.
    pub header: Header,
}

/// Flowing lines of 72 characters, rectangles of points, empty passes, LF, no header.
impl Default for Style {
    fn default() -> Style {
        Style {
            wrap: Some(72),
            layout: Layout::Flowing,
            points: Points::Compress,
            pass: Pass::Empty,
            line_break: LineBreak::Lf,
            header: Header::Drop,
        }
    }
}

/// Where lines start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// At each variation; nodes follow one another on a line. What the root says of the game
    /// has a line for each property.
    Flowing,
    /// At each node, and as above.
    OneMovePerLine,
    /// At each game only.
    Compact,
}

/// How lists of points are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Points {
    /// Sorted, as the rectangles of [`cover`](crate::value::cover).
    Compress,
    /// Sorted, point by point.
    Expand,
    /// In the order and the rectangles of the file.
    Keep,
}

/// How a pass is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pass {
    /// `B[]`, as FF\[4\] has it.
    Empty,
    /// `B[tt]` on boards up to 19×19, as all versions have it.
    Tt,
}

/// How lines end, those of texts too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineBreak {
    /// LF.
    Lf,
    /// CR LF.
    CrLf,
}

/// What becomes of text before the first game, such as the head of a mail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Header {
    /// It is left out, and noted.
    Drop,
    /// It is kept, as far as the game behind it is still found then; else it is left out,
    /// and noted.
    Keep,
}

/// A document in its canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    /// The file, in UTF-8.
    pub text: Vec<u8>,
    /// What was left out, and what could not be brought to one form, by places of
    /// [`Document::text`], in its order.
    pub notes: Vec<Diagnostic>,
}

/// Why a document cannot be written without loss: text that its charset does not decode, or
/// that would not be taken for UTF-8, or no game to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// What is in the way, by places of [`Document::text`], in its order; never empty.
    pub diagnostics: Vec<Diagnostic>,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = self.diagnostics.first().map_or("", |first| &first.message);
        f.write_str(message)?;
        match self.diagnostics.len() {
            0 | 1 => Ok(()),
            2 => f.write_str(", and one more place"),
            several => write!(f, ", and {} more places", several - 1),
        }
    }
}

impl core::error::Error for Refused {}

/// Writes a document in its canonical form.
///
/// ```
/// use kifu_sgf::Document;
/// use kifu_sgf::canonical::{Style, write};
///
/// let doc = Document::parse("(;SiZe[19]FF[3] PB[\\Shusaku]AW[aa][ba];B[tt])").unwrap();
/// let canonical = write(&doc, &Style::default()).unwrap();
/// assert_eq!(
///     String::from_utf8(canonical.text).unwrap(),
///     "(;FF[4]\nGM[1]\nCA[UTF-8]\nSZ[19]\nPB[Shusaku]\nAW[aa:ba]\n;B[])\n"
/// );
/// ```
///
/// # Errors
///
/// [`Refused`], if there is text that does not decode or would not be taken for UTF-8, or no
/// game.
pub fn write(document: &Document, style: &Style) -> Result<Canonical, Refused> {
    let mut writer = Writer {
        document,
        style,
        page: Page::new(style),
        found: Found::default(),
    };
    writer.outside();
    for root in document.roots() {
        writer.tree(root);
    }
    let Writer { page, found, .. } = writer;
    found.settled(page.finish())
}

/// What is found on the way.
#[derive(Default)]
struct Found {
    notes: Vec<Diagnostic>,
    /// What would be lost.
    lost: Vec<Diagnostic>,
}

impl Found {
    fn settled(mut self, text: String) -> Result<Canonical, Refused> {
        let by_place = |found: &Diagnostic| found.span;
        let nowhere = Span::default();
        if text.is_empty() && self.lost.is_empty() {
            let message = codes::NO_GAME.summary;
            self.lost.push(codes::NO_GAME.at(nowhere, message));
        }
        if !is_utf8_still(&text) {
            let message = "escape sequences in it would be taken for another charset than UTF-8";
            let found = codes::CHARSET_CONTRADICTED.at(nowhere, message);
            self.lost.push(found);
        }
        if !self.lost.is_empty() {
            self.lost.sort_by_key(by_place);
            return Err(Refused {
                diagnostics: self.lost,
            });
        }
        self.notes.sort_by_key(by_place);
        Ok(Canonical {
            text: text.into_bytes(),
            notes: self.notes,
        })
    }
}

/// Whether a file that is written in UTF-8 is read so: what switches character sets in
/// ISO-2022 can speak against it.
fn is_utf8_still(text: &str) -> bool {
    !text.contains(['\u{E}', '\u{1B}'])
        || Document::parse(text).is_ok_and(|read| {
            let mut roots = read.roots();
            roots.all(|root| read.charset(root).charset == Charset::UTF_8)
        })
}

struct Writer<'d> {
    document: &'d Document,
    style: &'d Style,
    page: Page<'d>,
    found: Found,
}

impl<'d> Writer<'d> {
    /// What stands in no game tree, or in one and means nothing: text before the first game
    /// is written if it can be, the rest is noted.
    fn outside(&mut self) {
        let text = self.document.text();
        for finding in self.document.findings() {
            let is_left_out = match finding.fault {
                Fault::TextBefore => !self.header(finding.span),
                Fault::TextBetween | Fault::TextAfter | Fault::StrayClose | Fault::Junk => true,
                _ => false,
            };
            if is_left_out {
                let noted = finding
                    .diagnostic(text)
                    .with_help("the output leaves this out");
                self.found.notes.push(noted);
            }
        }
        if self.document.is_cut_off() {
            let message = "the file ends with half a character";
            let end = Span::at(text.len() as u32);
            self.found
                .lost
                .push(codes::UNDECODABLE_TEXT.at(end, message));
        }
    }

    /// Writes the text before the first game, if it is wanted and can be.
    fn header(&mut self, span: Span) -> bool {
        let root = self.document.roots().next();
        let Some(root) = root.filter(|_| self.style.header == Header::Keep) else {
            return false;
        };
        let charset = self.document.charset(root).charset;
        let decoded = charset.decode(span.of(self.document.text()));
        if decoded.malformed {
            let message = format!("this text is not {charset}, the charset of the game behind it");
            self.found
                .lost
                .push(codes::UNDECODABLE_TEXT.at(span, message));
        }
        let text = page::broken(decoded.text.trim_matches(BLANKS), self.style.line_break);
        let can_stay = leaves_the_game(&text);
        if can_stay {
            self.page.header(&text);
        }
        can_stay
    }

    fn tree(&mut self, root: NodeId) {
        let context = GameContext::of(self.document.node(root));
        let first = self.node(root, &context, true);
        let (first, written) = first.root(&context, self.style, &mut self.found.notes);
        self.page.start_game();
        let mut first = Some(first);
        for step in self.document.forest().traverse(root) {
            match step {
                Step::Enter(id) => {
                    if self.is_enclosed(id, root) {
                        self.page.open();
                    }
                    if let Some(first) = first.take() {
                        self.page.node(&first, true);
                    } else if let Some(node) = self.plain_move(id, &context) {
                        self.page.plain_move(node);
                    } else if !self.document.node(id).is_empty_variation() {
                        let node = self.node(id, &context, false);
                        let notes = &mut self.found.notes;
                        let node = node.canonical(&written, self.style, false, notes);
                        self.page.node(&node, false);
                    }
                }
                Step::Leave(id) if self.is_enclosed(id, root) => self.page.close(),
                Step::Leave(_) => {}
            }
        }
        self.page.end_game();
    }

    fn node(&mut self, id: NodeId, context: &GameContext, is_root: bool) -> Node<'d> {
        let node = self.document.node(id);
        let charset = self.document.charset(id).charset;
        Node::read(node, charset, context, is_root, &mut self.found)
    }

    /// The text of a node that is a move alone, to a point of the board, written as it should be: most
    /// nodes are, and need not be taken apart.
    fn plain_move(&self, id: NodeId, context: &GameContext) -> Option<&'d str> {
        // Up to there no point is a pass in any version.
        const POINTS: u8 = 19;
        let (_, letters, value) = self.document.node(id).only_move()?;
        let size = context.size;
        let [col, row] = letters.map(|letter| letter.wrapping_sub(b'a'));
        let is_plain = col < size.cols().min(POINTS) && row < size.rows().min(POINTS);
        if context.game != Game::GO || !is_plain {
            return None;
        }
        let node = Span::new(value.start.checked_sub(2)?, value.end);
        core::str::from_utf8(node.of(self.document.text())).ok()
    }

    /// Whether the subtree of a node has parentheses of its own: it is one of several, or has
    /// nothing else to tell that it is there.
    fn is_enclosed(&self, id: NodeId, root: NodeId) -> bool {
        let forest = self.document.forest();
        id == root
            || forest.prev_sibling(id).is_some()
            || forest.next_sibling(id).is_some()
            || self.document.node(id).is_empty_variation()
    }
}

/// What can stand around a header: white space, padding, and byte order marks.
const BLANKS: [char; 7] = [' ', '\t', '\n', '\r', '\0', '\u{1A}', '\u{FEFF}'];

/// Whether this text is found to be one before a game that follows it, and no part of that.
fn leaves_the_game(header: &str) -> bool {
    let mut text = String::from(header);
    text.push_str("\n(;FF[4]CA[UTF-8])");
    let end = header.len() as u32 + 1;
    Document::parse(text.into_bytes()).is_ok_and(|document| {
        let is_header = |found: &Finding| found.fault == Fault::TextBefore && found.span.end == end;
        matches!(document.findings(), [found] if is_header(found)) && document.utf16().is_none()
    })
}
