//! A document written anew, in one form for all: FF\[4\] in UTF-8.
//!
//! [`Document::to_bytes`] gives back every byte that nobody edited. [`write()`] keeps what the
//! bytes mean instead, and spells it as the specification does: the same nodes in the same
//! places, in each the same properties, with standard names, in a standard order, and with
//! values as [`value`](crate::value) writes them. Writing what was written changes nothing.
//!
//! What is not certain stays as it is written: values that are only guessed at, properties that
//! nobody knows, everything of games other than Go but its charset and its root. What the form
//! of FF\[4\] has no place for is kept in a private property, whose name has an `X` in front: the
//! second value of `B[aa][bb]` as `XB[bb]`, a size that is none as `XSZ[big]`. A variation
//! without a node, `()`, becomes an empty node after its siblings, which all programs read. What
//! is left out stands in no game tree or means nothing. Each such place is noted.

mod node;
mod old;
mod order;
mod page;
mod property;
mod spell;

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use kifu_charset::Charset;
use kifu_span::{Diagnostic, Span};
use kifu_tree::{NodeId, Step};

use crate::codes;
use crate::context::{Game, GameContext};
use crate::document::Document;
use crate::fault::{Fault, Finding};
use crate::undecodable::{Decoder, Undecodable};
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
    /// What becomes of text that its charset does not decode.
    pub undecodable: Undecodable,
}

/// Flowing lines of 72 characters, rectangles of points, empty passes, LF, no header, and
/// undecodable text refused.
impl Default for Style {
    fn default() -> Style {
        Style {
            wrap: Some(72),
            layout: Layout::Flowing,
            points: Points::Compress,
            pass: Pass::Empty,
            line_break: LineBreak::Lf,
            header: Header::Drop,
            undecodable: Undecodable::Refuse,
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
    /// The file, in UTF-8 but for [what is kept](Undecodable::Keep).
    pub text: Vec<u8>,
    /// What was left out, what could not be brought to one form, and text that did not decode,
    /// by places of [`Document::text`], in its order.
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
    // Half a character in the last value is replaced like any other text that does not decode.
    let replaces = style.undecodable == Undecodable::Replace && document.ends_in_a_game();
    let whole = replaces.then(|| document.with_whole_units()).flatten();
    if let Some(whole) = whole {
        let mut written = write(&whole, style)?;
        document.note_half_unit(&mut written.notes);
        return Ok(written);
    }
    let mut writer = Writer {
        document,
        style,
        page: Page::new(style),
        found: Found::default(),
        cut: Vec::new(),
        has_empty: false,
    };
    writer.cut_off_variations();
    writer.outside();
    for root in document.roots() {
        writer.tree(root);
    }
    let Writer { page, found, .. } = writer;
    found.settled(page.finish(), style.undecodable)
}

/// What is found on the way.
#[derive(Default)]
struct Found {
    notes: Vec<Diagnostic>,
    /// What would be lost.
    lost: Vec<Diagnostic>,
}

impl Found {
    fn settled(mut self, text: Vec<u8>, undecodable: Undecodable) -> Result<Canonical, Refused> {
        let by_place = |found: &Diagnostic| found.span;
        let nowhere = Span::default();
        if text.is_empty() && self.lost.is_empty() {
            let message = codes::NO_GAME.summary;
            self.lost.push(codes::NO_GAME.at(nowhere, message));
        }
        if !is_utf8_still(&text, undecodable) {
            let message = match undecodable {
                Undecodable::Keep => {
                    "with these bytes it would be read in another charset than UTF-8"
                }
                _ => "escape sequences in it would be taken for another charset than UTF-8",
            };
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
            text,
            notes: self.notes,
        })
    }
}

/// Whether a file that is written in UTF-8 is read so: what switches character sets in
/// ISO-2022 can speak against it, and bytes that are kept. Where only those are not ASCII, it
/// does not matter.
fn is_utf8_still(text: &[u8], undecodable: Undecodable) -> bool {
    let is_plain = memchr::memchr2(0x0E, 0x1B, text).is_none();
    if is_plain && (undecodable != Undecodable::Keep || core::str::from_utf8(text).is_ok()) {
        return true;
    }
    Document::parse(text).is_ok_and(|read| {
        read.utf16().is_none()
            && read.roots().all(|root| {
                let is_utf8 = read.charset(root).charset == Charset::UTF_8;
                is_utf8 || (is_plain && !has_text(&read, root))
            })
    })
}

/// Whether a game has a value that is UTF-8 and not ASCII.
fn has_text(document: &Document, root: NodeId) -> bool {
    let nodes = document.forest().preorder(root);
    let properties = nodes.flat_map(|id| document.node(id).properties());
    let mut values = properties.flat_map(|property| property.values());
    values.any(|value| !value.raw().is_ascii() && core::str::from_utf8(value.raw()).is_ok())
}

struct Writer<'d> {
    document: &'d Document,
    style: &'d Style,
    page: Page<'d>,
    found: Found,
    /// Where variations start that have no node because the game was cut off there.
    cut: Vec<u32>,
    /// Whether there are variations without a node.
    has_empty: bool,
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
                Fault::EmptyVariation => {
                    self.has_empty = true;
                    let help = "it is written as an empty node, after its siblings";
                    let noted = finding.diagnostic(text).with_help(help);
                    self.found.notes.push(noted);
                    false
                }
                _ => false,
            };
            if is_left_out {
                let noted = finding
                    .diagnostic(text)
                    .with_help("the output leaves this out");
                self.found.notes.push(noted);
            }
        }
        if let Some(half) = self.document.half_unit() {
            // Text outside of the games is left out; what belongs to a value would be lost.
            let is_outside = !self.document.ends_in_a_game();
            if is_outside && self.style.undecodable != Undecodable::Refuse {
                let help = "the output leaves this out";
                self.found.notes.push(half.with_help(help));
            } else {
                self.found.lost.push(half);
            }
        }
    }

    /// Notes variations that a game was cut off before.
    fn cut_off_variations(&mut self) {
        for game in 0..self.document.games() {
            let mut cut = self.document.cut_off_variations(game);
            cut.reverse();
            for &at in &cut {
                let span = Span::new(at, at + 1);
                let message = "the game ends where a variation starts";
                let noted = codes::EMPTY_VARIATION.at(span, message);
                self.found
                    .notes
                    .push(noted.with_help("the variation is left out"));
            }
            self.cut.extend(cut);
        }
    }

    /// Writes the text before the first game, if it is wanted and can be.
    fn header(&mut self, span: Span) -> bool {
        let root = self.document.roots().next();
        let Some(root) = root.filter(|_| self.style.header == Header::Keep) else {
            return false;
        };
        let decoder = Decoder::of(self.document, root);
        let bytes = span.of(self.document.text());
        let (text, is_lost) = decoder.decode(bytes);
        let undecodable = self.style.undecodable;
        if is_lost {
            let charset = decoder.charset();
            let message = format!("this text is not {charset}, the charset of the game after it");
            let says = codes::UNDECODABLE_TEXT.at(span, message);
            match undecodable.help() {
                None => self.found.lost.push(says),
                Some(help) => self.found.notes.push(says.with_help(help)),
            }
        }
        let text = match is_lost && undecodable == Undecodable::Keep {
            true => bytes.trim_ascii().to_vec(),
            false => page::broken(text.trim_matches(BLANKS), self.style.line_break).into_bytes(),
        };
        let can_stay = leaves_the_game(&text);
        if can_stay {
            self.page.header(&text);
        }
        can_stay
    }

    fn tree(&mut self, root: NodeId) {
        let context = GameContext::of(self.document.node(root));
        let decoder = Decoder::of(self.document, root);
        let first = self.node(root, &decoder, &context, true);
        let (first, written) = first.root(&context, self.style, &mut self.found.notes);
        self.page.start_game();
        let mut first = Some(first);
        for step in self.document.forest().traverse(root) {
            match step {
                Step::Enter(id) | Step::Leave(id) if self.is_empty(id) => {}
                Step::Enter(id) => {
                    if self.is_enclosed(id, root) {
                        self.page.open();
                    }
                    if let Some(first) = first.take() {
                        self.page.node(&first, true);
                    } else if let Some(node) = self.plain_move(id, &context) {
                        self.page.plain_move(node);
                    } else {
                        let node = self.node(id, &decoder, &context, false);
                        let notes = &mut self.found.notes;
                        let node = node.canonical(&written, self.style, false, notes);
                        self.page.node(&node, false);
                    }
                }
                Step::Leave(id) => {
                    if self.has_empty {
                        self.empty_variations(id, root);
                    }
                    if self.is_enclosed(id, root) {
                        self.page.close();
                    }
                }
            }
        }
        self.page.end_game();
    }

    /// Writes the variations of a node that have none, after the others: the first variation is
    /// the main line, and these count as none.
    fn empty_variations(&mut self, parent: NodeId, root: NodeId) {
        let empty = Node {
            properties: Vec::new(),
        };
        for id in self.document.forest().children(parent) {
            if !self.is_empty(id) || self.is_cut_off(id) {
                continue;
            }
            let is_enclosed = self.is_enclosed(id, root);
            if is_enclosed {
                self.page.open();
            }
            self.page.node(&empty, false);
            if is_enclosed {
                self.page.close();
            }
        }
    }

    fn node(
        &mut self,
        id: NodeId,
        decoder: &Decoder,
        context: &GameContext,
        is_root: bool,
    ) -> Node<'d> {
        let node = self.document.node(id);
        let undecodable = self.style.undecodable;
        Node::read(
            node,
            decoder,
            undecodable,
            context,
            is_root,
            &mut self.found,
        )
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

    /// Whether the subtree of a node has parentheses of its own: it is a game, or one of several
    /// variations.
    fn is_enclosed(&self, id: NodeId, root: NodeId) -> bool {
        let forest = self.document.forest();
        // A variation that was cut off is the last.
        let follows = |next: NodeId| !self.is_cut_off(next);
        id == root
            || forest.prev_sibling(id).is_some()
            || forest.next_sibling(id).is_some_and(follows)
    }

    /// Whether this stands for a variation without a node.
    fn is_empty(&self, id: NodeId) -> bool {
        (self.has_empty || !self.cut.is_empty()) && self.document.node(id).is_empty_variation()
    }

    /// Whether this is a variation without a node since the game was cut off there.
    fn is_cut_off(&self, id: NodeId) -> bool {
        let start = |id| Some(self.document.node(id).span()?.start);
        self.is_empty(id) && start(id).is_some_and(|start| self.cut.binary_search(&start).is_ok())
    }
}

/// What can stand around a header: white space, padding, and byte order marks.
const BLANKS: [char; 7] = [' ', '\t', '\n', '\r', '\0', '\u{1A}', '\u{FEFF}'];

/// Whether this text is found to be one before a game that follows it, and no part of that.
fn leaves_the_game(header: &[u8]) -> bool {
    let text = [header, b"\n(;FF[4]CA[UTF-8])"].concat();
    let end = header.len() as u32 + 1;
    Document::parse(text).is_ok_and(|document| {
        let is_header = |found: &Finding| found.fault == Fault::TextBefore && found.span.end == end;
        matches!(document.findings(), [found] if is_header(found)) && document.utf16().is_none()
    })
}
