//! The lossless document: a text, a forest of nodes that refer to it, and the edits.

mod address;
mod build;
mod edit;
#[cfg(feature = "charset-backend")]
mod game_info;
#[cfg(feature = "charset-backend")]
mod recode;
mod standalone;
mod visit;
mod write;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use kifu_core::{Color, Move, Point, Size};
use kifu_lex::{Lexer, Scheme};
use kifu_span::{Code, Diagnostic, Limits, Span, TooLarge};
use kifu_tree::{Children, Forest, NodeId};

use crate::context::{GameContext, GameType};
use crate::fault::{Fault, Finding};
use crate::ident::Ident;
#[cfg(feature = "charset-backend")]
use crate::machine::is_numbered;
use crate::property::{Property, ident_len};
use crate::utf16::Utf16;
use crate::{fix, follow, value};

pub(crate) use build::parse_game;
pub use edit::{AsNewValue, EditError, NewValue, NodeMut};
#[cfg(feature = "charset-backend")]
pub use game_info::GameInfo;
pub use visit::{Plays, PlaysIter, Visit};

/// An SGF file: all of its bytes, and the game trees in them.
///
/// Parsing accepts any bytes. Read nodes with [`NodeRef`]; edit them with [`NodeMut`] and the
/// methods that move nodes. [`Document::to_bytes`] returns the original bytes with only the edited
/// parts changed.
///
/// # Memory
///
/// A document takes the size of the source and about 30 bytes for each node: it stores where nodes
/// and properties start, and parses the rest on request.
pub struct Document {
    /// The source, or its UTF-8 form if it is UTF-16.
    text: Vec<u8>,
    utf16: Option<Utf16>,
    /// The charset that the caller specified, which overrides that of the text.
    #[cfg(feature = "charset-backend")]
    specified_charset: Option<kifu_charset::Charset>,
    /// For each node, the index of its first mark.
    forest: Forest<u32>,
    /// The offsets of parentheses, semicolons and the starts of properties, in the order of the
    /// text. The byte at the offset shows which one it is.
    marks: Vec<u32>,
    /// The game trees of the text, in order.
    games: Vec<Game>,
    findings: Vec<Finding>,
    /// The nodes whose properties differ from those in the text.
    edited: BTreeMap<NodeId, EditedNode>,
    /// The game trees in which nodes were added, moved or removed; `None` if there are none.
    moved: Option<edit::Moved>,
}

/// A game tree of the text.
#[derive(Debug)]
struct Game {
    /// The index of the first node of the game tree.
    first: u32,
    /// The index of the first mark of the game tree: its `(`, or its first node if the `(` is
    /// missing.
    first_mark: u32,
    /// Whether one pair of parentheses contains several trees: `((;A)(;B))`.
    wrapped: bool,
    /// Whether some parentheses of the game tree are never closed.
    unclosed: bool,
    scheme: Scheme,
    #[cfg(feature = "charset-backend")]
    charset: charset::Cached,
}

/// The first mark of a node that is not in the text.
const NOT_IN_TEXT: u32 = u32::MAX;

#[derive(Debug, Default, Clone)]
struct EditedNode {
    /// The index of the game whose charset the properties are encoded in; `None` for a node of a
    /// new game tree, which is encoded in UTF-8.
    game: Option<u32>,
    properties: Vec<PropertyAt>,
}

#[derive(Debug, Clone)]
enum PropertyAt {
    /// Unchanged: the property of the text at this mark.
    Kept(u32),
    Edited(Box<EditedProperty>),
}

/// A property that was added or changed.
#[derive(Debug, Clone)]
pub(crate) struct EditedProperty {
    /// The white space or junk before the property.
    lead: Piece,
    pub(crate) ident: Piece,
    pub(crate) values: Vec<EditedValue>,
}

#[derive(Debug, Clone)]
pub(crate) struct EditedValue {
    lead: Span,
    /// The value with its brackets; without the closing one if the text ends before it.
    pub(crate) text: Piece,
    pub(crate) closed: bool,
}

/// Bytes of the text, or new bytes.
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
    /// Parses a file. Any bytes are accepted.
    ///
    /// [`Document::diagnostics`] reports the errors in the file. The text stays unchanged.
    ///
    /// # Errors
    ///
    /// Only [`TooLarge`], if the file has 4 GiB or more.
    /// [`games()`](crate::games()) and the [`event`](crate::event) reader do not have this limit.
    pub fn parse(source: impl Into<Vec<u8>>) -> Result<Document, TooLarge> {
        Document::parse_within(source, &Limits::default())
    }

    /// Parses a file that must stay within limits.
    ///
    /// ```
    /// use kifu_sgf::{LimitKind, Document, Limits};
    ///
    /// let limits = Limits { nodes: 2, ..Limits::default() };
    /// assert!(Document::parse_within("(;B[pd];W[dd])", &limits).is_ok());
    /// let error = Document::parse_within("(;B[pd];W[dd];B[pp])", &limits).unwrap_err();
    /// assert_eq!((error.kind, error.limit, error.at), (LimitKind::Nodes, 2, 13));
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`] at the first element that exceeds a limit; the rest is not read.
    pub fn parse_within(source: impl Into<Vec<u8>>, limits: &Limits) -> Result<Document, TooLarge> {
        build::parse(source.into(), limits)
    }

    /// Creates a document without a game: add one with [`Document::add_node`] at
    /// [`Place::LastRoot`](crate::Place::LastRoot).
    pub fn new() -> Document {
        build::empty()
    }

    /// Returns whether any property of the document may have this name, which must be in capitals;
    /// always `true` after an edit. If the result is `false`, there is no such property in any
    /// spelling. This only searches the text, which is much faster than visiting every property.
    ///
    /// ```
    /// let document = kifu_sgf::Document::parse("(;GaMe[1]C[no GS];B[gd])")?;
    /// assert!(document.may_have("GM") && document.may_have("GS"));
    /// assert!(!document.may_have("HA") && !document.may_have("GD"));
    /// let document = kifu_sgf::Document::parse("(;PC[The KGS Go Server at kgs.com])")?;
    /// assert!(!document.may_have("GS"));
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn may_have(&self, name: &str) -> bool {
        /// The number of bytes of an identifier that are compared, so that the search takes linear
        /// time. An identifier of at least this length counts as a match.
        const MAX_IDENT: usize = 32;
        let text = &self.text[..];
        // Whether the letter before an offset belongs to the same identifier. A letter after a byte that is not ASCII
        // may be half a character.
        let continues = |at: usize, is_part: fn(&u8) -> bool| match &text[..at] {
            [.., before, last] => before.is_ascii() && is_part(last),
            _ => false,
        };
        let is_it = |at: usize| {
            let near = &text[at..text.len().min(at + MAX_IDENT)];
            let (ident, rest) = near.split_at(ident_len(near));
            if ident.len() == MAX_IDENT {
                return true;
            }
            // Most capitals and lower-case letters in files are points, which are whole values.
            // After a byte that is not ASCII the bracket may be half a character.
            let opens = match &text[..at] {
                [.., before, b'['] => before.is_ascii(),
                before => before == b"[",
            };
            let is_value = opens && rest.starts_with(b"]");
            !is_value && Ident::new(ident).is(name)
        };
        // An identifier either starts with its first capital here, or has no capitals.
        let first = name.bytes().next().unwrap_or_default();
        let lowercase = name.to_ascii_lowercase();
        let lowercase = memchr::memmem::Finder::new(&lowercase);
        // Matches can overlap: in a run of `p`, the first one can be half a character.
        let next = |from: usize| Some(from + lowercase.find(text.get(from..)?)?);
        let mut in_lowercase = core::iter::successors(next(0), |at| next(at + 1));
        !self.edited.is_empty()
            || memchr::memchr_iter(first, text)
                .any(|at| !continues(at, u8::is_ascii_uppercase) && is_it(at))
            || in_lowercase.any(|at| !continues(at, u8::is_ascii_alphabetic) && is_it(at))
    }

    /// Returns the text to which spans refer: the source, or its UTF-8 form if the source is UTF-16
    /// (WTF-8 if it has unpaired surrogates). Edits do not change this text.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the errors in the structure of the source, in the order of the text, with edits that
    /// fix them. After a safe fix the text reads as before.
    ///
    /// Spans refer to [`Document::text`]; [`Document::source_map`] converts them to offsets in the
    /// file.
    pub fn diagnostics(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        let shared = fix::SharedFixes::new(self);
        let mut follow = follow::Follow::new(self);
        self.findings
            .iter()
            .enumerate()
            .filter_map(move |(number, finding)| {
                let reported = follow.reported(number)?;
                let diagnostic = reported.diagnostic(&self.text);
                // The fix needs the place that reading recorded.
                let recorded = match reported.fault {
                    Fault::EarlyClose => reported,
                    _ => *finding,
                };
                Some(match self.fix(recorded, &shared) {
                    Some(fix) => diagnostic.with_fix(fix),
                    None => diagnostic,
                })
            })
    }

    /// Returns the codes and spans of the [diagnostics](Document::diagnostics), without the time for
    /// their messages and edits.
    pub fn faults(&self) -> impl Iterator<Item = (&'static Code, Span)> + '_ {
        let mut follow = follow::Follow::new(self);
        let reported = (0..self.findings.len()).filter_map(move |number| follow.reported(number));
        reported.map(|finding| (finding.fault.code(), finding.span))
    }

    /// Returns the text of the source outside values, without surrounding white space and in no
    /// particular order: text before, between and after games, unexpected text inside them, and
    /// identifiers without values. Edits do not change it.
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
                    | Fault::GameNumber
                    | Fault::TextAfter
                    | Fault::Junk
                    | Fault::MissingValue
            )
        });
        findings
            .map(|finding| finding.span.of(&self.text).trim_ascii())
            .filter(|text| !text.is_empty())
    }

    /// Whether a game is one of the numbered games that a line of an archive contains.
    #[cfg(feature = "charset-backend")]
    pub(crate) fn has_number(&self, root: NodeId) -> bool {
        let start = self.node(root).start();
        start.is_some_and(|start| is_numbered(&self.text, start as usize))
    }

    /// Returns a map from offsets in [`Document::text`] to offsets in the source. They differ only
    /// for UTF-16.
    pub fn source_map(&self) -> SourceMap<'_> {
        SourceMap {
            document: self,
            text: 0,
            source: self.utf16.map_or(0, Utf16::start),
        }
    }

    /// Parses another text into a document that is written in the same form as this one: as bytes,
    /// or as UTF-16. The charset specified for [`Document::parse_in`] also applies to the new
    /// document. For programs that change the text itself; see [`kifu_span::apply`].
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the text has 4 GiB or more.
    pub fn with_text(&self, text: Vec<u8>) -> Result<Document, TooLarge> {
        build::like(self, text)
    }

    /// Parses another text in place of this one, like [`Document::with_text`], but drops the old text and its nodes
    /// first. After an error, the document is empty.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the text has 4 GiB or more.
    pub fn set_text(&mut self, text: Vec<u8>) -> Result<(), TooLarge> {
        // A document without text keeps the form.
        *self = self.with_text(Vec::new())?;
        *self = self.with_text(text)?;
        Ok(())
    }

    /// Returns whether nodes or properties differ from those of the text.
    pub fn is_edited(&self) -> bool {
        !self.edited.is_empty() || self.moved.is_some()
    }

    /// Returns `UTF-16LE` or `UTF-16BE` if the source is UTF-16, and whether it has a byte order
    /// mark.
    pub fn utf16(&self) -> Option<(&'static str, bool)> {
        self.utf16.map(|utf16| (utf16.name(), utf16.has_bom()))
    }

    /// Whether the source is UTF-16 and ends with half a code unit.
    #[cfg(feature = "charset-backend")]
    pub(crate) fn is_cut_off(&self) -> bool {
        self.utf16.and_then(Utf16::odd_byte).is_some()
    }

    /// Whether the last game is not closed, so that text appended to the source would belong to it.
    #[cfg(feature = "charset-backend")]
    pub(crate) fn ends_in_a_game(&self) -> bool {
        self.games.last().is_some_and(|game| game.unclosed)
    }

    /// Returns the forest of nodes, with the root of each game tree and the links between nodes.
    pub fn forest(&self) -> &Forest<impl Sized + use<>> {
        &self.forest
    }

    /// Returns an iterator over the roots of the game trees.
    pub fn roots(&self) -> Children<'_, impl Sized + use<>> {
        self.forest.roots()
    }

    /// Returns the root of each game tree of the text, and its span in [`Document::text`] from its
    /// `(` to its `)`. Edits do not change these spans.
    ///
    /// Several trees in one pair of parentheses, `((;A)(;B))`, count as one, with the first root. A
    /// game tree that is never closed ends with its last property.
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

    /// Returns a node for reading.
    ///
    /// # Panics
    ///
    /// Panics if the id comes from another, larger document.
    #[inline]
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef {
            document: self,
            id,
            first: self.forest[id],
        }
    }

    /// Returns an iterator over the nodes of the main line: the root, its first child, and so on.
    /// Variations without nodes are skipped.
    pub fn main_line(&self, root: NodeId) -> impl Iterator<Item = NodeRef<'_>> {
        core::iter::successors(Some(self.node(root)), |node| {
            self.forest
                .children(node.id)
                .map(|child| self.node(child))
                .find(|child| !child.is_empty_variation())
        })
    }

    /// Returns an iterator over the moves of the main line, with passes. A move that cannot be parsed is left out;
    /// [`check`](crate::check()) reports it. The iterator is empty if the game is not Go.
    ///
    /// ```
    /// use kifu_sgf::{Color, Document, Move, Point};
    ///
    /// let doc = Document::parse("(;SZ[19];B[pd];W[dd](;B[])(;B[pp]))")?;
    /// let moves: Vec<_> = doc.moves(doc.roots().next().unwrap()).collect();
    /// assert_eq!(moves.len(), 3);
    /// assert_eq!(moves[0], (Color::Black, Move::Play(Point::new(15, 3))));
    /// assert_eq!(moves[2], (Color::Black, Move::Pass));
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the id comes from another, larger document.
    pub fn moves(&self, root: NodeId) -> impl Iterator<Item = (Color, Move)> + '_ {
        let context = GameContext::of(self.node(root));
        let is_go = context.game == GameType::GO;
        self.visit_main_line(root, context.size)
            .flat_map(move |visit| {
                let (plays, node) = match visit {
                    Visit::Plays(plays) => (Some(plays).filter(|_| is_go), None),
                    Visit::Node(node) => (None, Some(node)),
                };
                let plays = plays.into_iter().flatten();
                let plays = plays.map(|(color, point)| (color, Move::Play(point)));
                let others = node.map(|node| node.moves(&context));
                plays.chain(others.into_iter().flatten())
            })
    }

    /// Returns the scheme by which the values of a node are read.
    fn scheme(&self, id: NodeId) -> Scheme {
        self.game(id)
            .map_or(Scheme::AsciiSafe, |game| self.games[game].scheme)
    }

    /// Returns the index of the game whose charset a node is encoded in; `None` for the nodes of a
    /// new game tree, which is encoded in UTF-8.
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

    /// Returns the bytes of one game tree of the text, from its `(` to the start of the next game.
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

    /// Returns the game of the text that starts at an offset, and the offset where the next one
    /// starts.
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

    /// Whether the first mark at or after an offset starts a game.
    pub(crate) fn game_starts_after(&self, at: u32) -> bool {
        self.starts_game(self.marks.partition_point(|mark| *mark < at) as u32)
    }

    /// Returns the number of games of the text that start before an offset.
    pub(crate) fn games_before(&self, at: u32) -> usize {
        let start_of = |game: &Game| self.mark(game.first_mark);
        self.games
            .partition_point(|game| start_of(game).is_some_and(|start| start < at as usize))
    }

    /// Returns the offset where a game of the text starts.
    pub(crate) fn start_of_game(&self, game: usize) -> Option<usize> {
        self.mark(self.games.get(game)?.first_mark)
    }

    /// Returns the last mark of a game of the text.
    pub(crate) fn last_mark(&self, game: usize) -> Option<u32> {
        let next = self.games.get(game + 1).map(|next| next.first_mark);
        next.unwrap_or(self.marks.len() as u32).checked_sub(1)
    }

    /// Returns the number of games in the text.
    #[cfg(feature = "charset-backend")]
    pub(crate) fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns the offset of each `(` after the last node of a game of the text that ends without a
    /// `)`: the file was truncated before the variations that they open.
    pub(crate) fn cut_off_variations(&self, game: usize) -> Vec<u32> {
        let (Some(last), true) = (self.last_mark(game), self.games[game].unclosed) else {
            return Vec::new();
        };
        let marks = (self.games[game].first_mark + 1..=last).rev();
        let open = marks.take_while(|mark| self.byte(*mark) == b'(');
        open.filter_map(|mark| Some(self.mark(mark)? as u32))
            .collect()
    }

    /// Returns the end of the parenthesis, semicolon or property at a mark.
    pub(crate) fn end_of_mark(&self, mark: u32) -> usize {
        self.end_of(mark, self.scheme_at(mark))
    }

    /// Returns the scheme of the game at an offset.
    pub(crate) fn scheme_of(&self, at: u32) -> Scheme {
        let mark = self.marks.partition_point(|mark| *mark <= at) as u32;
        self.scheme_at(mark.saturating_sub(1))
    }

    /// Returns the identifier of the property at an offset.
    pub(crate) fn ident_at(&self, at: u32) -> Ident<'_> {
        let mark = self.marks.partition_point(|mark| *mark <= at) as u32;
        self.property_at(mark.saturating_sub(1), Scheme::AsciiSafe)
            .ident()
    }

    /// Returns the offset of each mark, and whether a game tree starts with it.
    pub(crate) fn marked(&self) -> impl Iterator<Item = (u32, bool)> + '_ {
        let mut games = self.games.iter().map(|game| game.first_mark).peekable();
        (0..)
            .zip(&self.marks)
            .map(move |(mark, at)| (*at, games.next_if(|first| *first == mark).is_some()))
    }

    fn mark(&self, mark: u32) -> Option<usize> {
        self.marks.get(mark as usize).map(|at| *at as usize)
    }

    /// Returns the byte at a mark: `(`, `)`, `;`, or the first byte of a property.
    fn byte(&self, mark: u32) -> u8 {
        self.mark(mark).map_or(0, |at| self.text[at])
    }

    /// Returns the end of the parenthesis, semicolon or property at a mark.
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

    /// Returns the marks of the properties of a node in the text.
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

/// The bytes around the two letters of a node that contains only a move.
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
            .field("nodes", &self.forest.id_count())
            .finish_non_exhaustive()
    }
}

/// Converts offsets in [`Document::text`] to offsets in the source.
///
/// Converting offsets in ascending order reads the text only once.
#[derive(Debug)]
pub struct SourceMap<'d> {
    document: &'d Document,
    text: usize,
    source: u64,
}

impl SourceMap<'_> {
    /// Returns the offset in the source for an offset in the text.
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

/// A node of a document, for reading.
#[derive(Clone, Copy)]
pub struct NodeRef<'d> {
    document: &'d Document,
    id: NodeId,
    first: u32,
}

/// A move with the clock of its player after it.
#[cfg(feature = "charset-backend")]
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct TimedMove {
    /// The player who made the move.
    pub color: Color,
    /// The point of the move, or a pass.
    pub action: Move,
    /// The time that the player has left.
    pub time_left: Option<value::Seconds>,
    /// The number of moves or periods of overtime that the player has left.
    pub periods_left: Option<u32>,
}

impl<'d> NodeRef<'d> {
    /// Returns the id of the node.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// Returns an iterator over the properties of the node, in the order of the file.
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

    /// Returns the scheme by which the values of the node are read.
    #[cfg(feature = "charset-backend")]
    pub(crate) fn scheme(self) -> Scheme {
        self.document.scheme(self.id)
    }

    /// Whether the file is UTF-16.
    #[cfg(feature = "charset-backend")]
    pub(crate) fn in_utf16(self) -> bool {
        self.document.utf16.is_some()
    }

    /// Returns the first property with this identifier, which must be in capitals, such as `KM`.
    #[inline]
    pub fn get(self, ident: &str) -> Option<Property<'d>> {
        self.properties().find(|property| property.is(ident))
    }

    /// Returns the move of a node that contains only a move in the usual spelling, such as
    /// `;B[pd]`: the player, the letters of the point, and the span of the value. Returns `None`
    /// for any other node, and if the document was edited.
    ///
    /// Most nodes contain only a move, and this method is a fast path for them. Its result agrees
    /// with [`properties`](NodeRef::properties).
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
    #[inline(always)] // The hot path of most code that reads records.
    pub fn only_move(self) -> Option<(Color, [u8; 2], Span)> {
        let Document { text, marks, .. } = self.document;
        if !self.document.edited.is_empty() {
            return None;
        }
        // A node that is not in the text has no marks.
        let [start, _, next] = *marks.get(self.first as usize..)?.first_chunk()?;
        let [start, next] = [start as usize, next as usize];
        let (node, [rest @ .., after]) = text.get(start..=next)?.split_first_chunk()? else {
            return None;
        };
        let [_, _, _, col, row, _]: [u8; Lexer::SHORT_NODE] = *node;
        let color = match u32::from_le_bytes([node[0], node[1], node[2], node[5]]) {
            BLACK_MOVE => Color::Black,
            WHITE_MOVE => Color::White,
            _ => return None,
        };
        let is_line_end = matches!(rest, [] | [b'\n']);
        let alone =
            is_structure(*after) && (is_line_end || rest.iter().all(u8::is_ascii_whitespace));
        // This excludes `;B[])]`, in which the first `]` ends the value.
        let are_plain = col.is_ascii_alphanumeric() && row.is_ascii_alphanumeric();
        let start = start as u32;
        let value = Span::new(start + 2, start + Lexer::SHORT_NODE as u32);
        (alone && are_plain).then_some((color, [col, row], value))
    }

    /// Returns the player and the point of a node that contains a single play and no setup, if the play is
    /// spelled in the usual way, such as `B[dd]`, and is on a board of this size.
    ///
    /// `None` says nothing about the node: read its properties. In most records nearly all nodes are plain plays,
    /// and reading them this way is much faster. Other properties, such as comments and times, do not matter.
    ///
    /// ```
    /// use kifu_sgf::{Color, Document, Point, Size};
    ///
    /// let doc = Document::parse("(;B[pd]BL[60];W[dd]AE[pd])")?;
    /// let nodes: Vec<_> = doc.main_line(doc.roots().next().unwrap()).collect();
    /// assert_eq!(nodes[0].plain_play(Size::default()), Some((Color::Black, Point::new(15, 3))));
    /// assert_eq!(nodes[1].plain_play(Size::default()), None);
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    #[inline]
    pub fn plain_play(self, size: Size) -> Option<(Color, Point)> {
        match self.only_move() {
            Some((color, letters, _)) => {
                let point = Point::from_sgf(&letters)?;
                size.contains(point).then_some((color, point))
            }
            None => self.plain_play_among_others(size),
        }
    }

    /// Does the same as [`NodeRef::plain_play`] for a node with several properties.
    fn plain_play_among_others(self, size: Size) -> Option<(Color, Point)> {
        let mut play = None;
        for property in self.properties() {
            if !property.may_change_the_board() {
                continue;
            }
            if play.is_some() {
                return None;
            }
            play = Some(property.only_plain_play(size)?);
        }
        play
    }

    /// Returns the move of the node, in the game with this context: the player, and a point or a pass. `None` if the
    /// node has no move, if the move cannot be parsed, or if the game is not Go. Of several moves, returns the first.
    ///
    /// ```
    /// use kifu_sgf::{Color, Document, GameContext, Move, Point};
    ///
    /// let doc = Document::parse("(;SZ[9]AB[gg];W[cc]C[!];B[tt];W[zz])")?;
    /// let root = doc.roots().next().unwrap();
    /// let context = GameContext::of(doc.node(root));
    /// let plays: Vec<_> = doc.main_line(root).map(|node| node.play(&context)).collect();
    /// assert_eq!(plays[1], Some((Color::White, Move::Play(Point::new(2, 2)))));
    /// assert_eq!(plays[2], Some((Color::Black, Move::Pass)));
    /// assert_eq!((plays[0], plays[3]), (None, None));
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn play(self, context: &GameContext) -> Option<(Color, Move)> {
        match self.plain_play(context.size) {
            Some((color, point)) if context.game == GameType::GO => {
                Some((color, Move::Play(point)))
            }
            _ => self.moves(context).next(),
        }
    }

    /// Returns the moves of the node, each with the clock of its player after it (`BL`, `WL`, `OB`, `OW`). There is
    /// at most one move, except in faulty files.
    ///
    /// ```
    /// use kifu_sgf::{Document, GameContext};
    ///
    /// let doc = Document::parse("(;GM[1];B[pd]BL[1796.5];W[dd]WL[30]OW[3])")?;
    /// let root = doc.roots().next().unwrap();
    /// let context = GameContext::of(doc.node(root));
    /// let moves: Vec<_> = doc.main_line(root).flat_map(|node| node.timed_moves(&context)).collect();
    /// assert_eq!(moves[0].time_left.unwrap().to_string(), "1796.5");
    /// assert_eq!(moves[1].periods_left, Some(3));
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    #[cfg(feature = "charset-backend")]
    pub fn timed_moves(self, context: &GameContext) -> impl Iterator<Item = TimedMove> + use<'d> {
        self.moves(context).map(move |(color, action)| {
            let (time, periods) = match color {
                Color::Black => ("BL", "OB"),
                Color::White => ("WL", "OW"),
            };
            let time = self.simple_text(time);
            let time = time.and_then(|text| value::time(&text).ok());
            let periods = self.simple_text(periods);
            TimedMove {
                color,
                action,
                time_left: time.map(|read| read.value),
                periods_left: periods.and_then(|text| text.trim().parse().ok()),
            }
        })
    }

    /// Returns an iterator over the moves of the node; there is at most one, except in faulty files.
    fn moves(self, context: &GameContext) -> impl Iterator<Item = (Color, Move)> + use<'d> {
        let size = (context.game == GameType::GO).then_some(context.size);
        self.properties().filter_map(move |property| {
            let color = property.ident().player()?;
            let action = value::western::action(property.value()?.raw(), size?).ok()?;
            Some((color, action.value))
        })
    }

    /// Returns the number of moves in the node: properties for which
    /// [`mover`](crate::Property::mover) returns a player.
    ///
    /// ```
    /// use kifu_sgf::{Document, GameContext};
    ///
    /// let doc = Document::parse("(;SZ[9];B[cc];W[ss];B[dd]W[])")?;
    /// let root = doc.roots().next().unwrap();
    /// let context = GameContext::of(doc.node(root));
    /// let counts: Vec<usize> = doc.main_line(root).map(|node| node.move_count(&context)).collect();
    /// assert_eq!(counts, [0, 1, 0, 2]);
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    #[inline]
    pub fn move_count(self, context: &GameContext) -> usize {
        match self.plain_play(context.size) {
            Some(_) => 1,
            None => self.mover_count(context),
        }
    }

    fn mover_count(self, context: &GameContext) -> usize {
        let movers = self.properties().filter_map(|one| one.mover(context));
        movers.count()
    }

    /// Returns the text of this node and of those after it, as long as each contains a single
    /// property with a short value such as `;B[pd]`, and the distance in bytes between their
    /// starts. At most 64 nodes are returned; their ids are consecutive.
    pub(crate) fn short_nodes(self) -> (&'d [u8], usize) {
        /// The maximum number of nodes returned, so that calling this for each node of a long line
        /// takes linear time.
        const MAX_NODES: usize = 64;
        let Document { text, edited, .. } = self.document;
        let start = self.document.mark(self.first).unwrap_or(text.len());
        let mut lexer = Lexer::resume(text, start, Scheme::AsciiSafe);
        let kifu_lex::ShortNodes { count, step } = lexer.short_nodes(MAX_NODES);
        // The last node may have more properties.
        let rest = text[lexer.offset()..].iter();
        let next = rest.copied().find(|byte| !byte.is_ascii_whitespace());
        let count = if edited.is_empty() {
            count.saturating_sub(usize::from(!next.is_some_and(is_structure)))
        } else {
            0
        };
        (&text[start..start + count * step], step)
    }

    /// Returns whether this represents a variation without a node, `()`, which the 2016 draft reads
    /// as "the game may end here".
    ///
    /// It does not count as a node, and has no properties or children; adding either makes it a
    /// node.
    #[inline]
    pub fn is_empty_variation(self) -> bool {
        // Nearly all nodes begin with `;`.
        self.first != NOT_IN_TEXT && self.document.byte(self.first) == b'(' && self.is_still_empty()
    }

    /// Whether a variation that was read without a node still has none.
    #[cold]
    fn is_still_empty(self) -> bool {
        !self.document.edited.contains_key(&self.id)
            && self.document.forest.first_child(self.id).is_none()
            && self.document.forest.parent(self.id).is_some()
    }

    /// Returns the span of the node in [`Document::text`], from its `;` to the end of its last
    /// property. `None` if it was added or its properties were edited.
    pub fn span(self) -> Option<Span> {
        let start = self.start()?;
        let last = self
            .document
            .property_marks(self.first)
            .last()
            .unwrap_or(self.first);
        let end = self.document.end_of(last, self.document.scheme(self.id));
        Some(Span::new(start, end as u32))
    }

    /// Returns the start of the [span](NodeRef::span), without the time to find its end.
    pub fn start(self) -> Option<u32> {
        if self.document.edited.contains_key(&self.id) {
            return None;
        }
        self.document.mark(self.first).map(|start| start as u32)
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

#[cfg(feature = "charset-backend")]
pub use charset::GameCharset;
#[cfg(feature = "charset-backend")]
pub use recode::{RecodeError, RecodeErrorKind, Recoded};

#[cfg(feature = "charset-backend")]
mod charset {
    use alloc::borrow::Cow;
    use alloc::vec::Vec;
    use core::sync::atomic::{AtomicU32, Ordering};

    use kifu_charset::{Charset, CharsetSource, Confidence, DetectedCharset};
    use kifu_core::Points;
    use kifu_span::Edit;
    use kifu_tree::NodeId;

    use super::{Document, NodeRef, TooLarge};
    use crate::context::{Dialect, GameContext};
    use crate::value;

    /// The charset of a game tree, and how it was determined.
    pub type GameCharset = DetectedCharset;

    /// A charset that is determined when it is first requested, since most readers do not need it.
    /// Two threads that request it at the same time determine the same one.
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
        /// Parses a file whose text is in this charset, regardless of what the file declares.
        ///
        /// # Errors
        ///
        /// [`TooLarge`] if the file has 4 GiB or more.
        pub fn parse_in(
            source: impl Into<Vec<u8>>,
            charset: Charset,
        ) -> Result<Document, TooLarge> {
            super::build::parse_in(source.into(), charset)
        }

        /// Returns the charset of a node's text, and how it was determined: from the `CA` or the
        /// bytes of the game tree. For a UTF-16 file the charset is UTF-8, since that is the form
        /// of [`Document::text`].
        pub fn charset(&self, id: NodeId) -> GameCharset {
            match self.game(id) {
                Some(game) => self.charset_of(game),
                None => certain(Charset::UTF_8, CharsetSource::Default),
            }
        }

        /// Returns the charset that would be determined for a node's text if this edit were applied
        /// to its game tree: removed text no longer counts as evidence. Takes time proportional to
        /// the length of the game tree.
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
        pub fn charset_with(&self, id: NodeId, edit: &Edit) -> GameCharset {
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
            let text = [&text[..from], &edit.replacement, &text[to..]].concat();
            kifu_charset::find(&text, self.declared_charset(game))
        }

        pub(super) fn charset_of(&self, game: usize) -> DetectedCharset {
            if let Some(given) = self.specified_charset {
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

        /// Stores the charset that reading determined from all bytes of the last game tree, because
        /// determining it again is expensive. It is stored only if the declared label is the same.
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
        /// Returns the first value of a property, decoded as *SimpleText* in the charset of the
        /// game.
        pub fn simple_text(self, ident: &str) -> Option<Cow<'d, str>> {
            let charset = self.document.charset(self.id).charset;
            Some(self.get(ident)?.value()?.simple_text(charset).text)
        }

        /// Returns the komi that a text means in the game with this root and this context, in points
        /// on the scale of the program that wrote the record; see
        /// [`value::meant_komi`](crate::value::meant_komi). `None` if the text is not a number.
        ///
        /// ```
        /// use kifu_sgf::{Document, GameContext};
        /// use kifu_core::Points;
        ///
        /// let doc = Document::parse("(;AP[foxwq]RU[Chinese]KM[375])")?;
        /// let root = doc.node(doc.roots().next().unwrap());
        /// let context = GameContext::of(root);
        /// assert_eq!(root.meant_komi("375", &context), Some(Points::from_halves(15)));
        /// # Ok::<(), kifu_sgf::TooLarge>(())
        /// ```
        pub fn meant_komi(self, text: &str, context: &GameContext) -> Option<Points> {
            let written = value::komi(text).ok()?.value;
            let dialect = context.dialect;
            if dialect != Dialect::Fox {
                // Only the komi of Fox depends on rules and handicap.
                return Some(value::meant_komi(written, dialect, None, None).points);
            }
            let (rules, handicap) = (self.simple_text("RU"), self.simple_text("HA"));
            let meant = value::meant_komi(written, dialect, rules.as_deref(), handicap.as_deref());
            Some(meant.points)
        }

        /// Returns the first value of a property, decoded as *Text* in the charset of the game.
        pub fn text(self, ident: &str) -> Option<Cow<'d, str>> {
            let charset = self.document.charset(self.id).charset;
            Some(self.get(ident)?.value()?.text(charset).text)
        }
    }
}
