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
mod order;
mod page;
mod spell;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use kifu_span::{Diagnostic, Span};
use kifu_tree::{NodeId, Step};

use crate::codes;
use crate::context::GameContext;
use crate::document::Document;
use crate::fault::Fault;
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
    /// The file, in UTF-8; empty if the document has no game.
    pub text: Vec<u8>,
    /// What was left out, and what could not be brought to one form, by places of
    /// [`Document::text`], in its order.
    pub notes: Vec<Diagnostic>,
}

/// Some text cannot be decoded by the charset of its game, so that the document cannot be
/// written in another without loss.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undecodable {
    /// The values, by places of [`Document::text`].
    pub diagnostics: Vec<Diagnostic>,
}

impl fmt::Display for Undecodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = self.diagnostics.first().map_or("", |first| &first.message);
        match self.diagnostics.len() {
            0 | 1 => write!(f, "a value does not decode: {message}"),
            values => write!(f, "{values} values do not decode: {message}"),
        }
    }
}

impl core::error::Error for Undecodable {}

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
/// [`Undecodable`], if there is text that does not decode.
pub fn write(document: &Document, style: &Style) -> Result<Canonical, Undecodable> {
    let mut writer = Writer {
        document,
        style,
        page: Page::new(style),
        notes: Vec::new(),
        undecodable: Vec::new(),
    };
    let header = writer.header();
    writer.left_out(header.is_some());
    if let Some(header) = header {
        writer.page.header(&header);
    }
    for root in document.roots() {
        writer.tree(root);
    }
    let Writer {
        page,
        mut notes,
        mut undecodable,
        ..
    } = writer;
    let by_place = |found: &Diagnostic| found.span;
    if undecodable.is_empty() {
        notes.sort_by_key(by_place);
        let text = page.finish().into_bytes();
        Ok(Canonical { text, notes })
    } else {
        undecodable.sort_by_key(by_place);
        let diagnostics = undecodable;
        Err(Undecodable { diagnostics })
    }
}

struct Writer<'d> {
    document: &'d Document,
    style: &'d Style,
    page: Page<'d>,
    notes: Vec<Diagnostic>,
    undecodable: Vec<Diagnostic>,
}

impl<'d> Writer<'d> {
    /// The text before the first game, if it can be kept.
    fn header(&mut self) -> Option<String> {
        let root = self.document.roots().next()?;
        let text = self.document.text();
        let before = |finding: &&crate::fault::Finding| finding.fault == Fault::TextBefore;
        let span = self.document.findings().iter().find(before)?.span;
        if self.style.header == Header::Drop {
            return None;
        }
        let written = span.of(text);
        let decoded = self.document.charset(root).charset.decode(written);
        if decoded.malformed {
            let message = "this text does not decode by the charset of the game behind it";
            self.undecodable
                .push(codes::UNDECODABLE_TEXT.at(span, message));
        }
        let text = page::broken(decoded.text.trim_matches(BLANKS), self.style.line_break);
        leaves_the_game(&text).then_some(text)
    }

    /// Notes what stands in no game tree, or in one and means nothing.
    fn left_out(&mut self, header: bool) {
        let lost = |fault: Fault| match fault {
            Fault::TextBefore => !header,
            Fault::TextBetween | Fault::TextAfter | Fault::StrayClose | Fault::Junk => true,
            _ => false,
        };
        let text = self.document.text();
        let found = self.document.findings().iter();
        let found = found.filter(|finding| lost(finding.fault));
        self.notes
            .extend(found.map(|finding| finding.diagnostic(text).with_help("it is left out")));
    }

    fn tree(&mut self, root: NodeId) {
        let context = GameContext::of(self.document.node(root));
        let Some(first) = self.node(root, &context) else {
            return;
        };
        let (first, written) = first.root(&context, self.style, &mut self.notes);
        self.page.start_game();
        let forest = self.document.forest();
        let mut first = Some(first);
        for step in forest.traverse(root) {
            match step {
                Step::Enter(id) => {
                    let node = match first.take() {
                        Some(root) => Some(root),
                        None => self.node(id, &context).map(|node| {
                            node.canonical(&written, self.style, false, &mut self.notes)
                        }),
                    };
                    self.enter(id, root, node.as_ref());
                }
                Step::Leave(id) => {
                    if self.is_enclosed(id, root) {
                        self.page.close();
                    }
                }
            }
        }
        self.page.end_game();
    }

    /// `None` if it is a variation without a node.
    fn node(&mut self, id: NodeId, context: &GameContext) -> Option<Node<'d>> {
        let node = self.document.node(id);
        if node.is_empty_variation() {
            return None;
        }
        let charset = self.document.charset(id).charset;
        let found = (&mut self.notes, &mut self.undecodable);
        Some(Node::read(node, charset, context, found))
    }

    fn enter(&mut self, id: NodeId, root: NodeId, node: Option<&Node<'_>>) {
        if self.is_enclosed(id, root) {
            let own_line = id != root && node.is_none_or(|node| !node.looks_like_a_root());
            self.page.open(own_line);
        }
        if let Some(node) = node {
            self.page.node(node, id == root);
        }
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

/// What can stand around a header.
const BLANKS: [char; 6] = [' ', '\t', '\n', '\r', '\0', '\u{1A}'];

/// Whether a game is found behind this text, and none in it.
fn leaves_the_game(header: &str) -> bool {
    let mut text = String::from(header);
    text.push_str("\n(;FF[4]CA[UTF-8])");
    let at = header.len() as u32 + 2;
    Document::parse(text.into_bytes()).is_ok_and(|document| {
        let mut roots = document.roots();
        let first = roots.next().and_then(|root| document.node(root).span());
        let starts = first.is_some_and(|span: Span| span.start == at);
        starts && roots.next().is_none() && document.utf16().is_none()
    })
}
