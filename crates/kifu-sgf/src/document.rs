//! The lossless document: a text, a forest of nodes over it, and what was edited.

mod alone;
mod build;
mod edit;
#[cfg(feature = "charset")]
mod recode;
mod write;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use kifu_core::Color;
use kifu_lex::{Lexer, Scheme};
use kifu_span::{Diagnostic, Limits, Span, TooLarge};
use kifu_tree::{Children, Forest, NodeId};

use crate::fault::{Fault, Finding};
use crate::ident::Ident;
use crate::property::{Property, ident_len};
use crate::utf16::Utf16;
use crate::{fix, follow};

pub(crate) use build::parse_game;
pub use edit::{EditError, NodeMut, Written};

/// An SGF file: every byte of it, and the game trees in it.
///
/// Parsing takes any bytes. Reading goes through [`NodeRef`], editing through
/// [`NodeMut`] and the methods that move nodes. [`Document::to_bytes`] gives back
/// the bytes that came in, with what was edited changed and nothing else.
///
/// # Memory
///
/// The source and about 30 bytes a node: the document notes where nodes and
/// properties start, and reads the rest from the source when asked.
pub struct Document {
    /// The source, or its UTF-8 form if it is UTF-16.
    text: Vec<u8>,
    utf16: Option<Utf16>,
    /// The charset of the text, whatever it says itself.
    #[cfg(feature = "charset")]
    given: Option<kifu_charset::Charset>,
    /// Each node with the index of its first mark.
    forest: Forest<u32>,
    /// Where parentheses, semicolons and properties start, in the order of the text.
    /// The byte there tells which it is.
    marks: Vec<u32>,
    /// The game trees of the text, in its order.
    games: Vec<Game>,
    findings: Vec<Finding>,
    /// The nodes whose properties are no longer those of the text.
    edited: BTreeMap<NodeId, EditedNode>,
    /// Which trees' nodes were added, moved or removed; `None` while no node was.
    moved: Option<edit::Moved>,
}

/// A game tree of the text.
#[derive(Debug)]
struct Game {
    /// The first of its nodes.
    first: u32,
    /// The index of its first mark: its `(`, or its node where that is missing.
    first_mark: u32,
    /// Several trees stand in one pair of parentheses: `((;A)(;B))`.
    wrapped: bool,
    /// Some of its parentheses are never closed.
    unclosed: bool,
    scheme: Scheme,
    #[cfg(feature = "charset")]
    charset: charset::Cached,
}

/// A first mark that means: this node is not in the text.
const NOT_IN_TEXT: u32 = u32::MAX;

#[derive(Debug, Default, Clone)]
struct EditedNode {
    /// The game of the text whose charset its bytes are in; none if that is UTF-8,
    /// since its game tree is new.
    game: Option<u32>,
    properties: Vec<PropertyAt>,
}

#[derive(Debug, Clone)]
enum PropertyAt {
    /// As in the text, at this mark.
    Kept(u32),
    Edited(Box<EditedProperty>),
}

/// A property that was added, or of which something was changed.
#[derive(Debug, Clone)]
pub(crate) struct EditedProperty {
    /// What stands before it: white space, junk.
    lead: Piece,
    pub(crate) ident: Piece,
    pub(crate) values: Vec<EditedValue>,
}

#[derive(Debug, Clone)]
pub(crate) struct EditedValue {
    lead: Span,
    /// With its brackets; without the closing one if the text ends before it.
    pub(crate) text: Piece,
    pub(crate) closed: bool,
}

/// Bytes of the text, or new ones.
#[derive(Debug, Clone)]
pub(crate) enum Piece {
    Source(Span),
    New(Box<[u8]>),
}

impl Piece {
    pub(crate) fn of<'a>(&'a self, text: &'a [u8]) -> &'a [u8] {
        match self {
            Piece::Source(span) => span.of(text),
            Piece::New(bytes) => bytes,
        }
    }
}

impl Document {
    /// Reads a file's bytes, whatever they are.
    ///
    /// What is wrong with them is in [`Document::diagnostics`]; the text is in no way
    /// changed by it.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] from 4 GiB on, the one thing that can go wrong; [`games()`](crate::games())
    /// and the [`event`](crate::event) reader have no such limit.
    pub fn parse(source: impl Into<Vec<u8>>) -> Result<Document, TooLarge> {
        Document::parse_within(source, &Limits::default())
    }

    /// Reads a file that is not too large.
    ///
    /// ```
    /// use kifu_sgf::{Amount, Document, Limits};
    ///
    /// let limits = Limits { nodes: 2, ..Limits::default() };
    /// assert!(Document::parse_within("(;B[pd];W[dd])", &limits).is_ok());
    /// let error = Document::parse_within("(;B[pd];W[dd];B[pp])", &limits).unwrap_err();
    /// assert_eq!((error.what, error.limit, error.at), (Amount::Nodes, 2, 13));
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`] at the first thing beyond a limit; nothing behind it is looked at.
    pub fn parse_within(source: impl Into<Vec<u8>>, limits: &Limits) -> Result<Document, TooLarge> {
        build::parse(source.into(), limits)
    }

    /// A document without a game: add one with [`Document::add_node`] at
    /// [`Place::LastRoot`](crate::Place::LastRoot).
    pub fn new() -> Document {
        build::empty()
    }

    /// Whether a property can have this name, given in capitals: where it says no, none is called
    /// so, however it is written. It looks at the text alone, far sooner than at every property.
    ///
    /// ```
    /// let document = kifu_sgf::Document::parse("(;GaMe[1]C[no GS];B[gd])")?;
    /// assert!(document.may_have("GM") && document.may_have("GS"));
    /// assert!(!document.may_have("HA") && !document.may_have("GD"));
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn may_have(&self, name: &str) -> bool {
        /// What is longer may be a name of anything: looking at many stays linear.
        const MAX_IDENT: usize = 32;
        let text = &self.text[..];
        let is_it = |at: usize| {
            let near = &text[at..text.len().min(at + MAX_IDENT)];
            let (ident, behind) = near.split_at(ident_len(near));
            if ident.len() == MAX_IDENT {
                return true;
            }
            // Points are the letters that files are full of. Behind another byte the bracket may be half
            // a character.
            let opens = match &text[..at] {
                [.., before, b'['] => before.is_ascii(),
                before => before == b"[",
            };
            let is_value = opens && behind.starts_with(b"]");
            !is_value && Ident::new(ident).is(name)
        };
        // With a capital, from the first of them on; or without any.
        let first = name.bytes().next().unwrap_or_default();
        let small = name.to_ascii_lowercase();
        !self.edited.is_empty()
            || memchr::memchr_iter(first, text).any(is_it)
            || memchr::memmem::find_iter(text, &small).any(is_it)
    }

    /// The text that spans point into: the source, or its UTF-8 form (WTF-8 where the
    /// surrogates do not pair) if the source is UTF-16. Edits do not change it.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// What was wrong with the structure of the source, in the order of the text, with the
    /// edits that mend it. After a safe one the text reads as before.
    ///
    /// Spans point into [`Document::text`]; [`Document::source_map`] leads to the
    /// bytes of the file.
    pub fn diagnostics(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        let together = fix::Together::new(self);
        let mut follow = follow::Follow::new(self);
        self.findings
            .iter()
            .enumerate()
            .filter_map(move |(number, finding)| {
                let reported = follow.reported(number)?;
                let diagnostic = reported.diagnostic(&self.text);
                // A repair goes by where reading noted the fault.
                let mended = match reported.fault {
                    Fault::EarlyClose => reported,
                    _ => *finding,
                };
                Some(match self.fix(mended, &together) {
                    Some(fix) => diagnostic.with_fix(fix),
                    None => diagnostic,
                })
            })
    }

    /// The text of the source that no value holds, without white space around it and in no particular order: text
    /// before, between and after games, what means nothing inside of them, and identifiers without values. Edits do not
    /// change it.
    ///
    /// ```
    /// use kifu_sgf::Document;
    ///
    /// let document = Document::parse("A game of today: (;B[pd] !? ;W[dp])")?;
    /// let stray: Vec<&[u8]> = document.stray_text().collect();
    /// assert_eq!(stray, [&b"A game of today:"[..], b"!?"]);
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn stray_text(&self) -> impl Iterator<Item = &[u8]> {
        let findings = self.findings.iter().filter(|finding| {
            matches!(
                finding.fault,
                Fault::TextBefore
                    | Fault::TextBetween
                    | Fault::TextAfter
                    | Fault::Junk
                    | Fault::MissingValue
            )
        });
        findings
            .map(|finding| finding.span.of(&self.text).trim_ascii())
            .filter(|text| !text.is_empty())
    }

    /// Leads from offsets in [`Document::text`] to offsets in the source, which differ
    /// only for UTF-16.
    pub fn source_map(&self) -> SourceMap<'_> {
        SourceMap {
            document: self,
            text: 0,
            source: self.utf16.map_or(0, Utf16::start),
        }
    }

    /// A document of another text, which is written in the same form: bytes, or UTF-16
    /// if this one is, and read in the charset that was given to `parse_in`. For programs
    /// that change the text itself; see [`kifu_span::apply`].
    ///
    /// # Errors
    ///
    /// If the text has 4 GiB or more.
    pub fn with_text(&self, text: Vec<u8>) -> Result<Document, TooLarge> {
        build::like(self, text)
    }

    /// `UTF-16LE` or `UTF-16BE` if the source is UTF-16, and whether it has a byte
    /// order mark.
    pub fn utf16(&self) -> Option<(&'static str, bool)> {
        self.utf16.map(|utf16| (utf16.name(), utf16.has_bom()))
    }

    /// Whether the source is UTF-16 and ends with half a unit.
    #[cfg(feature = "charset")]
    pub(crate) fn is_cut_off(&self) -> bool {
        self.utf16.and_then(Utf16::odd_byte).is_some()
    }

    /// Whether the last game is not closed, so that what follows the text would belong to it.
    #[cfg(feature = "charset")]
    pub(crate) fn ends_in_a_game(&self) -> bool {
        self.games.last().is_some_and(|game| game.unclosed)
    }

    /// The nodes as a forest: each game tree's root, and the way from node to node.
    pub fn forest(&self) -> &Forest<impl Sized + use<>> {
        &self.forest
    }

    /// The roots of the game trees.
    pub fn roots(&self) -> Children<'_, impl Sized + use<>> {
        self.forest.roots()
    }

    /// The game trees of the text: the root of each, and where it stands in
    /// [`Document::text`], from its `(` to its `)`. Edits do not change that.
    ///
    /// Several trees in one pair of parentheses, `((;A)(;B))`, are one, with the first root.
    /// A game tree that is never closed ends with its last property.
    ///
    /// ```
    /// let text = "Two games: (;PB[Sato];B[pd])\n(;PB[Lee])";
    /// let doc = kifu_sgf::Document::parse(text)?;
    /// let games: Vec<&str> = doc.games_in_text().map(|(_, span)| &text[span.range()]).collect();
    /// assert_eq!(games, ["(;PB[Sato];B[pd])", "(;PB[Lee])"]);
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn games_in_text(&self) -> impl Iterator<Item = (NodeId, Span)> + '_ {
        self.games.iter().enumerate().filter_map(|(at, game)| {
            let root = NodeId::from_index(game.first as usize)?;
            let start = self.mark(game.first_mark)?;
            let end = self.end_of(self.last_mark(at)?, game.scheme);
            Some((root, Span::new(start as u32, end as u32)))
        })
    }

    /// A node to read.
    ///
    /// # Panics
    ///
    /// If the id is of another, larger document.
    #[inline]
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef {
            document: self,
            id,
            first: self.forest[id],
        }
    }

    /// The nodes of the main line: the root, and the first child of each, passing over
    /// variations without a node.
    pub fn main_line(&self, root: NodeId) -> impl Iterator<Item = NodeRef<'_>> {
        core::iter::successors(Some(self.node(root)), |node| {
            self.forest
                .children(node.id)
                .map(|child| self.node(child))
                .find(|child| !child.is_empty_variation())
        })
    }

    /// The scheme by which a node's values are cut.
    fn scheme(&self, id: NodeId) -> Scheme {
        self.game(id)
            .map_or(Scheme::AsciiSafe, |game| self.games[game].scheme)
    }

    /// The game of the text, by index, whose charset a node is in; none for the nodes of
    /// a new game tree, which is in UTF-8.
    fn game(&self, id: NodeId) -> Option<usize> {
        if !self.edited.is_empty() {
            if let Some(edited) = self.edited.get(&id) {
                return edited.game.map(|game| game as usize);
            }
        }
        if self.games.len() <= 1 {
            return self.games.len().checked_sub(1);
        }
        let after = self
            .games
            .partition_point(|game| game.first as usize <= id.index());
        Some(after.saturating_sub(1))
    }

    /// The bytes of one game tree of the text, from its `(`, and what follows it.
    fn text_of(&self, game: usize) -> &[u8] {
        let start = self
            .mark(self.games[game].first_mark)
            .unwrap_or(self.text.len());
        let next = self
            .games
            .get(game + 1)
            .and_then(|next| self.mark(next.first_mark));
        &self.text[start..next.unwrap_or(self.text.len())]
    }

    pub(crate) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The game of the text that starts at an offset, and the offset where the next does.
    pub(crate) fn game_from(&self, start: u32) -> Option<(usize, Option<usize>)> {
        let start_of = |game: &Game| self.mark(game.first_mark);
        let game = self.games_before(start);
        Some((
            game,
            start_of(self.games.get(game)?)
                .and(self.games.get(game + 1))
                .and_then(start_of),
        ))
    }

    /// Whether the next piece of structure at an offset or behind it starts a game.
    pub(crate) fn game_starts_behind(&self, at: u32) -> bool {
        self.starts_game(self.marks.partition_point(|mark| *mark < at) as u32)
    }

    /// How many games of the text start before an offset.
    pub(crate) fn games_before(&self, at: u32) -> usize {
        let start_of = |game: &Game| self.mark(game.first_mark);
        self.games
            .partition_point(|game| start_of(game).is_some_and(|start| start < at as usize))
    }

    /// The offset where a game of the text starts.
    pub(crate) fn start_of_game(&self, game: usize) -> Option<usize> {
        self.mark(self.games.get(game)?.first_mark)
    }

    /// The last mark of a game of the text.
    pub(crate) fn last_mark(&self, game: usize) -> Option<u32> {
        let next = self.games.get(game + 1).map(|next| next.first_mark);
        next.unwrap_or(self.marks.len() as u32).checked_sub(1)
    }

    /// How many games the text holds.
    #[cfg(feature = "charset")]
    pub(crate) fn games(&self) -> usize {
        self.games.len()
    }

    /// Where each `(` is after the last node of a game of the text that ends there without a
    /// `)`: the file was cut off before the variation that it opens.
    pub(crate) fn cut_off_variations(&self, game: usize) -> Vec<u32> {
        let (Some(last), true) = (self.last_mark(game), self.games[game].unclosed) else {
            return Vec::new();
        };
        let marks = (self.games[game].first_mark + 1..=last).rev();
        let open = marks.take_while(|mark| self.byte(*mark) == b'(');
        open.filter_map(|mark| Some(self.mark(mark)? as u32))
            .collect()
    }

    /// Where the piece of text that a mark begins ends.
    pub(crate) fn end_of_mark(&self, mark: u32) -> usize {
        self.end_of(mark, self.scheme_at(mark))
    }

    /// The scheme of the game that an offset is in.
    pub(crate) fn scheme_of(&self, at: u32) -> Scheme {
        let mark = self.marks.partition_point(|mark| *mark <= at) as u32;
        self.scheme_at(mark.saturating_sub(1))
    }

    /// What the property that an offset is in is called.
    pub(crate) fn ident_at(&self, at: u32) -> Ident<'_> {
        let mark = self.marks.partition_point(|mark| *mark <= at) as u32;
        self.property_at(mark.saturating_sub(1), Scheme::AsciiSafe)
            .ident()
    }

    /// The offset of each mark, and whether a game tree starts with it.
    pub(crate) fn marked(&self) -> impl Iterator<Item = (u32, bool)> + '_ {
        let mut games = self.games.iter().map(|game| game.first_mark).peekable();
        (0..)
            .zip(&self.marks)
            .map(move |(mark, at)| (*at, games.next_if(|first| *first == mark).is_some()))
    }

    fn mark(&self, mark: u32) -> Option<usize> {
        self.marks.get(mark as usize).map(|at| *at as usize)
    }

    /// The byte at a mark: `(`, `)`, `;`, or the start of a property.
    fn byte(&self, mark: u32) -> u8 {
        self.mark(mark).map_or(0, |at| self.text[at])
    }

    /// Where the piece of text that a mark begins ends.
    fn end_of(&self, mark: u32, scheme: Scheme) -> usize {
        match self.mark(mark) {
            None => self.text.len(),
            Some(at) if is_structure(self.text[at]) => at + 1,
            Some(_) => self.property_at(mark, scheme).end(),
        }
    }

    fn property_at(&self, mark: u32, scheme: Scheme) -> Property<'_> {
        let start = self.mark(mark).unwrap_or(self.text.len());
        Property::in_source(&self.text, start, scheme)
    }

    /// The marks of a node's properties in the text.
    fn property_marks(&self, first: u32) -> core::ops::Range<u32> {
        let Some(marks) = self.marks.get(first as usize..) else {
            return 0..0;
        };
        let is_property = |at: &&u32| !is_structure(self.text[**at as usize]);
        let start = match marks.first().map(|at| self.text[*at as usize]) {
            Some(b'(') => return first + 1..first + 1,
            Some(byte) => usize::from(is_structure(byte)),
            None => 0,
        };
        let count = marks[start..].iter().take_while(is_property).count();
        let start = first + start as u32;
        start..start + count as u32
    }
}

fn is_structure(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b';')
}

/// What a node that holds a move alone has around its two letters.
const BLACK_MOVE: u32 = u32::from_le_bytes(*b";B[]");
const WHITE_MOVE: u32 = u32::from_le_bytes(*b";W[]");

impl Default for Document {
    fn default() -> Document {
        Document::new()
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("bytes", &self.text.len())
            .field("games", &self.roots().count())
            .field("nodes", &self.forest.made())
            .finish_non_exhaustive()
    }
}

/// Leads from offsets in [`Document::text`] to offsets in the source.
///
/// Offsets asked in rising order cost one pass over the text together.
#[derive(Debug)]
pub struct SourceMap<'d> {
    document: &'d Document,
    text: usize,
    source: u64,
}

impl SourceMap<'_> {
    /// The offset in the source of an offset in the text.
    pub fn offset(&mut self, offset: u32) -> u64 {
        let Some(utf16) = self.document.utf16 else {
            return u64::from(offset);
        };
        let target = (offset as usize).min(self.document.text.len());
        if target < self.text {
            (self.text, self.source) = (0, utf16.start());
        }
        self.source += Utf16::width(&self.document.text[self.text..target]);
        self.text = target;
        self.source
    }
}

/// A node of a document, to read.
#[derive(Clone, Copy)]
pub struct NodeRef<'d> {
    document: &'d Document,
    id: NodeId,
    first: u32,
}

impl<'d> NodeRef<'d> {
    /// Its id.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// Its properties, in the order of the file.
    #[inline]
    pub fn properties(self) -> impl Iterator<Item = Property<'d>> {
        let document = self.document;
        let scheme = document.scheme(self.id);
        let edited = if document.edited.is_empty() {
            None
        } else {
            document.edited.get(&self.id)
        };
        let (kept, edited) = match edited {
            None => (document.property_marks(self.first), Default::default()),
            Some(edited) => (0..0, edited.properties.iter()),
        };
        kept.map(move |mark| document.property_at(mark, scheme))
            .chain(edited.map(move |property| match property {
                PropertyAt::Kept(mark) => document.property_at(*mark, scheme),
                PropertyAt::Edited(property) => Property::edited(&document.text, property, scheme),
            }))
    }

    /// The scheme by which its values are cut.
    #[cfg(feature = "charset")]
    pub(crate) fn scheme(self) -> Scheme {
        self.document.scheme(self.id)
    }

    /// Whether the file is UTF-16.
    #[cfg(feature = "charset")]
    pub(crate) fn in_utf16(self) -> bool {
        self.document.utf16.is_some()
    }

    /// The first property with this identifier: capitals, such as `KM`.
    #[inline]
    pub fn get(self, ident: &str) -> Option<Property<'d>> {
        self.properties().find(|property| property.is(ident))
    }

    /// The move of a node that holds a move alone in the usual spelling, as `;B[pd]`: who
    /// plays, the letters, and where the value stands. `None` of any other node, and of one
    /// that was edited.
    ///
    /// Nine in ten nodes are such, and this is the quick way to see it; what is found says what
    /// [`properties`](NodeRef::properties) says.
    ///
    /// ```
    /// use kifu_sgf::{Color, Document};
    ///
    /// let doc = Document::parse("(;B[pd];W[dd]C[!])")?;
    /// let nodes: Vec<_> = doc.main_line(doc.roots().next().unwrap()).collect();
    /// let (color, letters, span) = nodes[0].only_move().unwrap();
    /// assert_eq!((color, letters, span.range()), (Color::Black, *b"pd", 3..7));
    /// assert!(nodes[1].only_move().is_none());
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    #[inline(always)] // Most of what goes through a record is this.
    pub fn only_move(self) -> Option<(Color, [u8; 2], Span)> {
        let Document { text, marks, .. } = self.document;
        if !self.document.edited.is_empty() {
            return None;
        }
        // One that is not in the text has no marks.
        let [start, _, next] = *marks.get(self.first as usize..)?.first_chunk()?;
        let [start, next] = [start as usize, next as usize];
        let node: [u8; Lexer::SHORT_NODE] = *text.get(start..)?.first_chunk()?;
        let [_, _, _, col, row, _] = node;
        let color = match u32::from_le_bytes([node[0], node[1], node[2], node[5]]) {
            BLACK_MOVE => Color::Black,
            WHITE_MOVE => Color::White,
            _ => return None,
        };
        let end = start + Lexer::SHORT_NODE;
        let alone = is_structure(*text.get(next)?)
            && (next == end || text.get(end..next)?.iter().all(u8::is_ascii_whitespace));
        // In `;B[])]` the value ends elsewhere.
        let are_plain = [col, row].iter().all(u8::is_ascii_alphanumeric);
        let value = Span::new(start as u32 + 2, end as u32);
        (alone && are_plain).then_some((color, [col, row], value))
    }

    /// This node and those that follow it in a line of text, a few dozen at most, if each of them holds
    /// a move alone as `;B[pd]` does, or another property of such a value alone: their text, and how many
    /// bytes each takes with what is between them. Those nodes were made one after another.
    #[cfg(feature = "charset")]
    pub(crate) fn short_nodes(self) -> (&'d [u8], usize) {
        /// So a long line takes linear time, whoever asks for each of its nodes.
        const MOST: usize = 64;
        let Document { text, edited, .. } = self.document;
        let start = self.document.mark(self.first).unwrap_or(text.len());
        let mut lexer = Lexer::resume(text, start, Scheme::AsciiSafe);
        let kifu_lex::ShortNodes { count, step } = lexer.short_nodes(MOST);
        // One that has more properties behind its move is none of them.
        let behind = text[lexer.offset()..].iter();
        let behind = behind.copied().find(|byte| !byte.is_ascii_whitespace());
        let count = match edited.is_empty() {
            true => count.saturating_sub(usize::from(!behind.is_some_and(is_structure))),
            false => 0,
        };
        (&text[start..start + count * step], step)
    }

    /// Whether this stands for a variation without a node, `()`, which the 2016 draft
    /// reads as "the game may end here".
    ///
    /// It counts as no node, and has no properties and no children; giving it either
    /// makes it a node.
    pub fn is_empty_variation(self) -> bool {
        self.first != NOT_IN_TEXT
            && self.document.byte(self.first) == b'('
            && !self.document.edited.contains_key(&self.id)
            && self.document.forest.first_child(self.id).is_none()
            && self.document.forest.parent(self.id).is_some()
    }

    /// Where the node stands in [`Document::text`]: from its `;` to the end of its last
    /// property. `None` if it was added, or its properties were edited.
    pub fn span(self) -> Option<Span> {
        if self.document.edited.contains_key(&self.id) {
            return None;
        }
        let start = self.document.mark(self.first)?;
        let last = self
            .document
            .property_marks(self.first)
            .last()
            .unwrap_or(self.first);
        let end = self.document.end_of(last, self.document.scheme(self.id));
        Some(Span::new(start as u32, end as u32))
    }
}

impl fmt::Debug for NodeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = |p: Property<'_>| -> Vec<_> {
            p.values()
                .map(|v| Cow::into_owned(alloc::string::String::from_utf8_lossy(v.raw())))
                .collect()
        };
        f.debug_map()
            .entries(self.properties().map(|p| (p.ident(), values(p))))
            .finish()
    }
}

#[cfg(feature = "charset")]
pub use charset::CharsetOf;
#[cfg(feature = "charset")]
pub use recode::{RecodeError, RecodeErrorKind, Recoded};

#[cfg(feature = "charset")]
mod charset {
    use alloc::borrow::Cow;
    use alloc::vec::Vec;
    use core::sync::atomic::{AtomicU32, Ordering};

    use kifu_charset::{Charset, CharsetSource, Confidence, DetectedCharset};
    use kifu_core::Points;
    use kifu_span::Edit;
    use kifu_tree::NodeId;

    use super::{Document, NodeRef, TooLarge};
    use crate::context::GameContext;
    use crate::value;

    /// The charset of a game tree, and what decided it.
    pub type CharsetOf = DetectedCharset;

    /// A charset that is decided when it is first asked for, since most readers never
    /// ask. Two threads that ask at once decide the same.
    #[derive(Debug, Default)]
    pub(super) struct Cached(AtomicU32);

    const SOURCES: [CharsetSource; 5] = [
        CharsetSource::Bom,
        CharsetSource::Declared,
        CharsetSource::Content,
        CharsetSource::Guess,
        CharsetSource::Default,
    ];

    impl Cached {
        pub(super) fn get_or(&self, find: impl FnOnce() -> DetectedCharset) -> DetectedCharset {
            let [charset, source, high, low] = self.0.load(Ordering::Relaxed).to_be_bytes();
            let known = usize::from(source)
                .checked_sub(1)
                .and_then(|i| SOURCES.get(i));
            if let (Some(charset), Some(source)) = (Charset::from_id(charset), known) {
                let share = f32::from(u16::from_be_bytes([high, low])) / 10_000.0;
                return DetectedCharset {
                    charset,
                    source: *source,
                    confidence: Confidence::new(share),
                };
            }
            let found = find();
            self.set(found);
            found
        }

        fn set(&self, found: DetectedCharset) {
            let source = SOURCES.iter().position(|s| *s == found.source).unwrap_or(0) as u8 + 1;
            let [high, low] = found.confidence.per_10_000().to_be_bytes();
            self.0.store(
                u32::from_be_bytes([found.charset.id(), source, high, low]),
                Ordering::Relaxed,
            );
        }
    }

    const fn certain(charset: Charset, source: CharsetSource) -> DetectedCharset {
        DetectedCharset {
            charset,
            source,
            confidence: Confidence::CERTAIN,
        }
    }

    impl Document {
        /// Reads a file whose text is in this charset, whatever it says itself.
        ///
        /// # Errors
        ///
        /// [`TooLarge`].
        pub fn parse_in(
            source: impl Into<Vec<u8>>,
            charset: Charset,
        ) -> Result<Document, TooLarge> {
            super::build::parse_in(source.into(), charset)
        }

        /// The charset that a node's text is in, and what decided it: the game tree's
        /// `CA` and bytes. For UTF-16 it is UTF-8, the form of [`Document::text`].
        pub fn charset(&self, id: NodeId) -> CharsetOf {
            match self.game(id) {
                Some(game) => self.charset_of(game),
                None => certain(Charset::UTF_8, CharsetSource::Default),
            }
        }

        /// The charset that a node's text would be in if its game tree had this edit: text that is
        /// gone no longer tells. It takes time linear in the length of the game tree.
        ///
        /// ```
        /// use kifu_sgf::{Document, Edit, Span};
        ///
        /// let document = Document::parse(b"(;DT[1940\xC4\xEA1\xD4\xC22\xC8\xD5];B[aa])")?;
        /// let root = document.roots().next().unwrap();
        /// assert_eq!(document.charset(root).charset.name(), "GBK");
        /// let edit = Edit::replace(Span::new(5, 17), *b"1940-01-02");
        /// assert_eq!(document.charset_with(root, &edit).charset.name(), "UTF-8");
        /// # Ok::<(), kifu_sgf::TooLarge>(())
        /// ```
        pub fn charset_with(&self, id: NodeId, edit: &Edit) -> CharsetOf {
            let found = self.charset(id);
            let (
                Some(game),
                CharsetSource::Declared
                | CharsetSource::Content
                | CharsetSource::Guess
                | CharsetSource::Default,
            ) = (self.game(id), found.source)
            else {
                return found;
            };
            let text = self.text_of(game);
            let start = self.mark(self.games[game].first_mark).unwrap_or(0);
            let within = |at: u32| {
                (at as usize)
                    .checked_sub(start)
                    .filter(|at| *at <= text.len())
            };
            let (None, Some(from), Some(to)) =
                (self.utf16, within(edit.span.start), within(edit.span.end))
            else {
                return found;
            };
            let text = [&text[..from], &edit.with, &text[to..]].concat();
            kifu_charset::find(&text, self.declared_charset(game))
        }

        pub(super) fn charset_of(&self, game: usize) -> DetectedCharset {
            if let Some(given) = self.given {
                return certain(given, CharsetSource::Given);
            }
            self.games[game].charset.get_or(|| {
                if let Some(utf16) = self.utf16 {
                    let source = if utf16.has_bom() {
                        CharsetSource::Bom
                    } else {
                        CharsetSource::Content
                    };
                    return certain(Charset::UTF_8, source);
                }
                if self.text.starts_with(b"\xEF\xBB\xBF") {
                    return certain(Charset::UTF_8, CharsetSource::Bom);
                }
                kifu_charset::find(self.text_of(game), self.declared_charset(game))
            })
        }

        /// Reading had to find the charset of the last game tree, in all its bytes: finding it is
        /// costly, and is not done again where it would start from the same label.
        pub(super) fn know_charset(&self, found: DetectedCharset) {
            let Some(game) = self.games.len().checked_sub(1) else {
                return;
            };
            let label = kifu_lex::declared_charset(self.text_of(game));
            let has_mark = self.text.starts_with(b"\xEF\xBB\xBF");
            if !has_mark && label == self.declared_charset(game) {
                self.games[game].charset.set(found);
            }
        }

        fn declared_charset(&self, game: usize) -> Option<&[u8]> {
            let root = NodeId::from_index(self.games[game].first as usize)?;
            self.node(root).get("CA")?.value().map(|value| value.raw())
        }
    }

    impl<'d> NodeRef<'d> {
        /// The first value of a property, read as *SimpleText* in the game's charset.
        pub fn simple_text(self, ident: &str) -> Option<Cow<'d, str>> {
            let charset = self.document.charset(self.id).charset;
            Some(self.get(ident)?.value()?.simple_text(charset).text)
        }

        /// The komi that a text states in the game with this root, in points on the scale of the program
        /// that wrote the record; see [`value::meant_komi`](crate::value::meant_komi). `None` if the text
        /// is not a number.
        ///
        /// ```
        /// use kifu_sgf::Document;
        /// use kifu_core::Points;
        ///
        /// let doc = Document::parse("(;AP[foxwq]RU[Chinese]KM[375])")?;
        /// let root = doc.node(doc.roots().next().unwrap());
        /// assert_eq!(root.meant_komi("375"), Some(Points::from_halves(15)));
        /// # Ok::<(), kifu_sgf::TooLarge>(())
        /// ```
        pub fn meant_komi(self, text: &str) -> Option<Points> {
            let written = value::komi(text).ok()?.value;
            let (rules, handicap) = (self.simple_text("RU"), self.simple_text("HA"));
            let dialect = GameContext::of(self).dialect;
            let meant = value::meant_komi(written, dialect, rules.as_deref(), handicap.as_deref());
            Some(meant.points)
        }

        /// The first value of a property, read as *Text* in the game's charset.
        pub fn text(self, ident: &str) -> Option<Cow<'d, str>> {
            let charset = self.document.charset(self.id).charset;
            Some(self.get(ident)?.value()?.text(charset).text)
        }
    }
}
