//! Rewrites a document in one canonical form: FF\[4\] in UTF-8.
//!
//! [`Document::to_bytes`] returns all unedited bytes unchanged. In contrast, [`write()`] keeps only
//! their meaning, and spells it as the specification does: the same nodes in the same places, with
//! the same properties, but with standard names, in a standard order, and with values as
//! [`value`](crate::value) writes them. Writing the result again changes nothing.
//!
//! Everything uncertain stays as written: values whose meaning is only guessed, unknown properties,
//! and the content of games other than Go except charset and root. Data that FF\[4\] cannot express
//! is kept in a private property whose name starts with an additional `X`: the second value of
//! `B[aa][bb]` as `XB[bb]`, an invalid size as `XSZ[big]`. A variation without a node, `()`,
//! becomes an empty node after its siblings, which all programs can read. Only text outside game
//! trees and unexpected text inside them is left out. Each of these changes is noted.

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
use kifu_lex::Lexer;
use kifu_span::{Diagnostic, Span};
use kifu_tree::{NodeId, Step};

use crate::codes;
use crate::context::{GameContext, GameType};
use crate::document::Document;
use crate::fault::{Fault, Finding};
use crate::undecodable::{Decoder, Undecodable};
use node::Node;
use page::Page;

/// Options that the specification leaves open.
///
/// ```
/// use kifu_sgf::canonical::{Layout, Style};
///
/// let usual = Style::default();
/// assert_eq!((usual.wrap, usual.layout), (Some(72), Layout::Flowing));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The maximum number of characters on a line. Lines are broken between properties and values,
    /// but not inside a text, so a line can still be longer. `None` for no limit.
    pub wrap: Option<usize>,
    /// The places where new lines start.
    pub layout: Layout,
    /// The form of lists of points.
    pub points: PointStyle,
    /// The form of a pass.
    pub pass: PassStyle,
    /// The characters that end a line.
    pub line_break: LineBreak,
    /// The treatment of text before the first game.
    pub header: HeaderPolicy,
    /// The treatment of text that does not decode in its charset.
    pub undecodable: Undecodable,
}

/// Flowing lines of 72 characters, rectangles of points, empty passes, LF, no header, and
/// an error for undecodable text.
impl Default for Style {
    fn default() -> Style {
        Style {
            wrap: Some(72),
            layout: Layout::Flowing,
            points: PointStyle::Compress,
            pass: PassStyle::Empty,
            line_break: LineBreak::Lf,
            header: HeaderPolicy::Drop,
            undecodable: Undecodable::Refuse,
        }
    }
}

/// The places where new lines start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// At each variation; several nodes share a line. In the root, each root and game-info property
    /// has its own line.
    Flowing,
    /// At each node, in addition to the places of [`Layout::Flowing`].
    OneMovePerLine,
    /// Only at each game.
    Compact,
}

/// The form of lists of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PointStyle {
    /// The sorted rectangles that [`cover`](crate::value::cover) returns.
    Compress,
    /// The sorted points, one by one.
    Expand,
    /// The points and rectangles of the file, in their order.
    Keep,
}

/// The form of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PassStyle {
    /// `B[]`, the form of FF\[4\].
    Empty,
    /// `B[tt]` on boards up to 19×19, which all versions accept; `B[]` on larger boards.
    Tt,
}

/// The characters that end a line, also within texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineBreak {
    /// LF.
    Lf,
    /// CR LF.
    CrLf,
}

/// The treatment of text before the first game, such as the header of a mail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeaderPolicy {
    /// Omit the text, and report that as a note.
    Drop,
    /// Keep the text if the game after it can still be found; otherwise omit it, and report that as
    /// a note.
    Keep,
}

/// A document in canonical form, returned by [`write()`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    /// The file in UTF-8, except for values that [keep their bytes](Undecodable::Keep).
    pub text: Vec<u8>,
    /// Notes on everything that was left out, kept in private properties, or did not decode, in the
    /// order of the text. Spans refer to [`Document::text`].
    pub notes: Vec<Diagnostic>,
}

/// The error for a document that cannot be written without loss: it contains no game, or it
/// contains text that does not decode or that would not be read as UTF-8.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CanonicalError {
    /// The reasons, in the order of the text; never empty. Spans refer to [`Document::text`].
    pub diagnostics: Vec<Diagnostic>,
}

impl fmt::Display for CanonicalError {
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

impl core::error::Error for CanonicalError {}

/// Writes a document in canonical form.
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
/// [`CanonicalError`] if the document contains no game, or contains text that does not decode or
/// that would not be read as UTF-8.
pub fn write(document: &Document, style: &Style) -> Result<Canonical, CanonicalError> {
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
        // The canonical form of most documents is about as long as the document.
        page: Page::new(style, document.text().len() + document.text().len() / 8),
        found: Findings::default(),
        cut: Vec::new(),
        has_empty: false,
    };
    writer.cut_off_variations();
    writer.outside();
    for root in document.roots() {
        writer.tree(root);
    }
    let Writer { page, found, .. } = writer;
    found.into_result(page.finish(), style.undecodable)
}

/// The findings collected while writing.
#[derive(Default)]
struct Findings {
    notes: Vec<Diagnostic>,
    /// The findings about text that would be lost.
    lost: Vec<Diagnostic>,
}

impl Findings {
    fn into_result(
        mut self,
        text: Vec<u8>,
        undecodable: Undecodable,
    ) -> Result<Canonical, CanonicalError> {
        let nowhere = Span::default();
        if text.is_empty() && self.lost.is_empty() {
            let message = codes::NO_GAME.summary;
            self.lost.push(codes::NO_GAME.at(nowhere, message));
        }
        if !is_utf8_still(&text, undecodable) {
            let message = match undecodable {
                Undecodable::Keep => "with these bytes the file would not be read as UTF-8",
                _ => "with these escape sequences the file would not be read as UTF-8",
            };
            let found = codes::CHARSET_CONTRADICTED.at(nowhere, message);
            self.lost.push(found);
        }
        if !self.lost.is_empty() {
            kifu_span::sort_by_span(&mut self.lost);
            return Err(CanonicalError {
                diagnostics: self.lost,
            });
        }
        kifu_span::sort_by_span(&mut self.notes);
        Ok(Canonical {
            text,
            notes: self.notes,
        })
    }
}

/// Whether a file that is written in UTF-8 is also read as UTF-8: shift sequences of ISO-2022 and
/// bytes that are kept can prevent that. If all other bytes are ASCII, the charset does not matter.
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
    found: Findings,
    /// The offsets of variations without a node at which the source was truncated.
    cut: Vec<u32>,
    /// Whether there are variations without a node.
    has_empty: bool,
}

impl<'d> Writer<'d> {
    /// Handles text outside game trees, and unexpected text inside them: writes the text before the
    /// first game if requested and possible, and adds notes about all other such text.
    fn outside(&mut self) {
        let text = self.document.text();
        for finding in self.document.findings() {
            let is_left_out = match finding.fault {
                Fault::TextBefore => !self.header(finding.span),
                Fault::TextBetween
                | Fault::TextAfter
                | Fault::GameNumber
                | Fault::StrayClose
                | Fault::Junk => true,
                Fault::EmptyVariation => {
                    self.has_empty = true;
                    let help = "written as an empty node after its siblings";
                    let noted = finding.diagnostic(text).with_help(help);
                    self.found.notes.push(noted);
                    false
                }
                _ => false,
            };
            if is_left_out {
                let noted = finding.diagnostic(text).with_help("left out of the output");
                self.found.notes.push(noted);
            }
        }
        if let Some(half) = self.document.half_unit() {
            // Half a code unit outside the games is left out; inside a value it would be lost text.
            let is_outside = !self.document.ends_in_a_game();
            if is_outside && self.style.undecodable != Undecodable::Refuse {
                let help = "left out of the output";
                self.found.notes.push(half.with_help(help));
            } else {
                self.found.lost.push(half);
            }
        }
    }

    /// Notes the variations at which a game was truncated.
    fn cut_off_variations(&mut self) {
        for game in 0..self.document.games() {
            let mut cut = self.document.cut_off_variations(game);
            cut.reverse();
            for &at in &cut {
                let span = Span::new(at, at + 1);
                let message = "the game ends at the start of a variation";
                let noted = codes::EMPTY_VARIATION.at(span, message);
                self.found
                    .notes
                    .push(noted.with_help("the variation is left out"));
            }
            self.cut.extend(cut);
        }
    }

    /// Writes the text before the first game if requested and possible.
    fn header(&mut self, span: Span) -> bool {
        let root = self.document.roots().next();
        let Some(root) = root.filter(|_| self.style.header == HeaderPolicy::Keep) else {
            return false;
        };
        let decoder = Decoder::of(self.document, root);
        let bytes = span.of(self.document.text());
        let (text, is_lost) = decoder.decode(bytes);
        let undecodable = self.style.undecodable;
        if is_lost {
            let charset = decoder.charset();
            let message =
                format!("this text is not valid {charset}, the charset of the game after it");
            let finding = codes::UNDECODABLE_TEXT.at(span, message);
            match undecodable.help() {
                None => self.found.lost.push(finding),
                Some(help) => self.found.notes.push(finding.with_help(help)),
            }
        }
        let text = if is_lost && undecodable == Undecodable::Keep {
            bytes.trim_ascii().to_vec()
        } else {
            page::with_line_breaks(text.trim_matches(BLANKS), self.style.line_break).into_bytes()
        };
        let is_kept = is_read_as_header(&text);
        if is_kept {
            self.page.header(&text);
        }
        is_kept
    }

    fn tree(&mut self, root: NodeId) {
        let context = GameContext::of(self.document.node(root));
        let decoder = Decoder::of(self.document, root);
        let first = self.node(root, &decoder, &context, true);
        let (first, written) = first.root(&context, self.style, &mut self.found.notes);
        self.page.start_game();
        let mut first = Some(first);
        // The nodes that are left of a run of plain moves, each an only child, so that they need not be read again.
        let mut run = None;
        for step in self.document.forest().traverse(root) {
            match step {
                Step::Enter(id) | Step::Leave(id) if self.is_empty(id) => {}
                Step::Enter(id) => {
                    if let Some(node) = run.as_mut().and_then(Iterator::next) {
                        self.page.plain_move(node);
                        continue;
                    }
                    if self.is_enclosed(id, root) {
                        self.page.open();
                    }
                    if let Some(first) = first.take() {
                        self.page.node(&first, true);
                    } else if let Some(node) = self.plain_move(id, &context) {
                        self.page.plain_move(node);
                        run = self.plays_after(id, &context);
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

    /// Writes the variations without nodes below `parent` as empty nodes, after its other children,
    /// so that they do not become the main line.
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

    /// Returns the text of a node that contains only a move to a point of the board, in canonical
    /// spelling. Most nodes are of this form, and need not be parsed.
    fn plain_move(&self, id: NodeId, context: &GameContext) -> Option<&'d [u8; Lexer::SHORT_NODE]> {
        let (_, letters, value) = self.document.node(id).only_move()?;
        let size = context.size;
        let [col, row] = letters.map(|letter| letter.wrapping_sub(b'a'));
        let is_plain = col < size.cols().min(NO_PASS) && row < size.rows().min(NO_PASS);
        if context.game != GameType::GO || !is_plain {
            return None;
        }
        let node = Span::new(value.start.checked_sub(2)?, value.end);
        node.of(self.document.text()).first_chunk()
    }

    /// Returns the texts of the nodes after a [plain move](Writer::plain_move) that are plain moves as
    /// well, as long as each is an only child. `None` if the board is so large that a point can be a
    /// pass.
    fn plays_after(
        &self,
        id: NodeId,
        context: &GameContext,
    ) -> Option<impl Iterator<Item = &'d [u8; Lexer::SHORT_NODE]> + use<'d>> {
        let size = context.size;
        let is_small = size.cols() <= NO_PASS && size.rows() <= NO_PASS;
        let plays = is_small.then(|| self.document.node(id).plays(size))??;
        Some(plays.texts().skip(1))
    }

    /// Whether the subtree of a node has its own parentheses: it is a game, or one of several
    /// variations.
    fn is_enclosed(&self, id: NodeId, root: NodeId) -> bool {
        let forest = self.document.forest();
        // A variation that was cut off is always the last one.
        let follows = |next: NodeId| !self.is_cut_off(next);
        id == root
            || forest.prev_sibling(id).is_some()
            || forest.next_sibling(id).is_some_and(follows)
    }

    /// Whether this node represents a variation without nodes.
    fn is_empty(&self, id: NodeId) -> bool {
        (self.has_empty || !self.cut.is_empty()) && self.document.node(id).is_empty_variation()
    }

    /// Whether this node represents a variation without nodes because the source was truncated
    /// there.
    fn is_cut_off(&self, id: NodeId) -> bool {
        let start = |id| self.document.node(id).start();
        self.is_empty(id) && start(id).is_some_and(|start| self.cut.binary_search(&start).is_ok())
    }
}

/// The number of lines of a board on which no point is a pass in any version.
const NO_PASS: u8 = 19;

/// The characters that are trimmed from a header: white space, padding, and byte order marks.
const BLANKS: [char; 7] = [' ', '\t', '\n', '\r', '\0', '\u{1A}', '\u{FEFF}'];

/// Whether this text, if it is written before a game, is read as text before the game and not as a
/// part of it.
fn is_read_as_header(header: &[u8]) -> bool {
    let text = [header, b"\n(;FF[4]CA[UTF-8])"].concat();
    let end = header.len() as u32 + 1;
    Document::parse(text).is_ok_and(|document| {
        let is_header = |found: &Finding| found.fault == Fault::TextBefore && found.span.end == end;
        matches!(document.findings(), [found] if is_header(found)) && document.utf16().is_none()
    })
}
