//! Edits of a document.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use kifu_lex::{Lexer, Scheme, TokenKind};
use kifu_span::Span;
use kifu_tree::{MoveError, NodeId, Place};

use super::{
    Document, EditedNode, EditedProperty, EditedValue, Game, NOT_IN_TEXT, NodeRef, Piece,
    PropertyAt,
};
use crate::ident::Ident;
use crate::machine::{is_of_a_root, is_on_its_own_line};
use crate::property::Property;
use crate::text::{escape, escape_brackets};

/// A new value for a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewValue<'a> {
    /// Text, which is escaped and encoded in the charset of the game.
    Text(&'a str),
    /// The bytes between the brackets, already escaped and encoded.
    Raw(&'a [u8]),
}

impl<'a> From<&'a str> for NewValue<'a> {
    fn from(text: &'a str) -> NewValue<'a> {
        NewValue::Text(text)
    }
}

impl<'a> From<&'a alloc::string::String> for NewValue<'a> {
    fn from(text: &'a alloc::string::String) -> NewValue<'a> {
        NewValue::Text(text)
    }
}

/// A type that can be the value of a property: text, or a [`NewValue`].
///
/// ```
/// use kifu_sgf::{Document, NewValue};
///
/// let mut doc = Document::parse("(;B[aa])")?;
/// let mut node = doc.node_mut(doc.roots().next().unwrap());
/// node.set("C", ["borrowed"])?;
/// node.set("N", [format!("owned {}", 1)])?;
/// node.set("TR", &["cc".to_owned(), "dd".to_owned()])?;
/// node.add_value("TR", NewValue::Raw(b"ee:ff"))?;
/// assert_eq!(doc.to_bytes(), b"(;B[aa]C[borrowed]N[owned 1]TR[cc][dd][ee:ff])");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AsNewValue {
    /// Returns the value.
    fn as_new_value(&self) -> NewValue<'_>;
}

impl AsNewValue for NewValue<'_> {
    fn as_new_value(&self) -> NewValue<'_> {
        *self
    }
}

impl AsNewValue for str {
    fn as_new_value(&self) -> NewValue<'_> {
        NewValue::Text(self)
    }
}

impl AsNewValue for String {
    fn as_new_value(&self) -> NewValue<'_> {
        NewValue::Text(self)
    }
}

impl<T: AsNewValue + ToOwned + ?Sized> AsNewValue for Cow<'_, T> {
    fn as_new_value(&self) -> NewValue<'_> {
        (**self).as_new_value()
    }
}

impl<T: AsNewValue + ?Sized> AsNewValue for &T {
    fn as_new_value(&self) -> NewValue<'_> {
        (**self).as_new_value()
    }
}

/// The error for an edit that cannot be written so that it reads back unchanged. The document is
/// then unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EditError {
    /// The identifier is not a letter followed by letters and digits.
    Identifier,
    /// The raw bytes are not one whole value: they contain an unescaped `]`, or end with a `\` or
    /// half a character.
    NotAValue,
    /// The charset of the game lacks this character.
    Unencodable(char),
    /// The edit would change the charset of the game's text: it changes the `CA` of a game whose
    /// text is not all ASCII, or moves nodes to a game into whose charset they cannot be recoded.
    Charset,
    /// The node cannot be inserted at or moved to the given place.
    Move(MoveError),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Identifier => {
                f.write_str("invalid identifier; expected a letter, then letters and digits")
            }
            EditError::NotAValue => {
                f.write_str("these bytes are not one whole value; escape `]` and `\\`")
            }
            EditError::Unencodable(c) => {
                write!(
                    f,
                    "the charset of this game lacks `{c}` (U+{:04X}); convert the file to UTF-8 first",
                    *c as u32
                )
            }
            EditError::Charset => f.write_str(
                "this would change the charset of text that is not ASCII; convert the file to UTF-8 first",
            ),
            EditError::Move(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for EditError {}

impl From<MoveError> for EditError {
    fn from(error: MoveError) -> EditError {
        EditError::Move(error)
    }
}

/// For each game tree of the text: whether its nodes were added, moved or removed.
#[derive(Debug)]
pub(super) struct Moved {
    pub(super) touched: Vec<bool>,
}

impl Document {
    /// Returns a node for editing.
    ///
    /// # Panics
    ///
    /// Panics if the id comes from another, larger document.
    pub fn node_mut(&mut self, id: NodeId) -> NodeMut<'_> {
        assert!(
            self.forest.get(id).is_some(),
            "the id does not belong to this document"
        );
        NodeMut { document: self, id }
    }

    /// Returns the bytes that represent a text between the brackets of a value in this node:
    /// escaped, and in the charset of its game. For programs that change the text itself; see
    /// [`Document::with_text`].
    ///
    /// ```
    /// use kifu_sgf::Document;
    ///
    /// let document = Document::parse(b"(;CA[GBK]PB[\xC4\xF4\xCE\xC0\xC6\xBD])")?;
    /// let root = document.roots().next().unwrap();
    /// assert_eq!(document.encode_text(root, "聂]").unwrap(), b"\xC4\xF4\\]");
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::Unencodable`] for the first character that the charset lacks.
    pub fn encode_text(&self, id: NodeId, text: &str) -> Result<Vec<u8>, EditError> {
        let value = self.bracketed(id, NewValue::Text(text))?;
        Ok(value[1..value.len() - 1].to_vec())
    }

    /// Adds a node without properties and returns its id. At [`Place::FirstRoot`],
    /// [`Place::LastRoot`] or next to a root, the node starts a new game tree.
    ///
    /// # Errors
    ///
    /// [`EditError::Move`] if the place is next to a removed node.
    pub fn add_node(&mut self, place: Place) -> Result<NodeId, EditError> {
        let game = self.game_at(place);
        let id = self.forest.insert(place, NOT_IN_TEXT)?;
        self.edited.insert(
            id,
            EditedNode {
                game: game.map(|game| game as u32),
                properties: Vec::new(),
            },
        );
        self.touch(self.touched_by(place));
        Ok(id)
    }

    /// Moves a node with its subtree. A removed node becomes part of the document again.
    ///
    /// If the node moves to a game with another charset, its text is recoded.
    ///
    /// # Errors
    ///
    /// [`EditError::Move`] if the place is in the node's own subtree or next to a removed node;
    /// [`EditError::Charset`] or [`EditError::Unencodable`] if the text cannot be recoded to the
    /// charset of the other game.
    pub fn move_node(&mut self, id: NodeId, place: Place) -> Result<(), EditError> {
        let from = self.game(id);
        // A new game tree keeps the charset of its nodes.
        let to = if self.is_among_roots(place) {
            from
        } else {
            self.game_at(place)
        };
        let whole = self.is_whole_game(id);
        let recoded = self.recoded(id, from, to)?;
        let touched = self.touched_by(place);
        self.forest.move_to(id, place)?;
        self.edited.extend(recoded);
        let stays_whole = whole && self.forest.parent(id).is_none();
        self.touch(if stays_whole { None } else { from });
        self.touch(touched);
        Ok(())
    }

    /// Removes a node with its subtree; with a root, the whole game tree. The ids stay valid, so
    /// that [`Document::move_node`] can put the node back.
    pub fn remove_node(&mut self, id: NodeId) {
        let game = self.game(id).filter(|_| !self.is_whole_game(id));
        self.forest.remove(id);
        self.touch(game);
    }

    /// Removes a node and puts its children in its place. Returns `false` for a root, which stays.
    ///
    /// ```
    /// # use kifu_sgf::Document;
    /// let mut document = Document::parse("(;B[aa];(;W[bb])(;W[cc]))")?;
    /// let root = document.roots().next().unwrap();
    /// let empty = document.forest().first_child(root).unwrap();
    /// assert!(document.dissolve_node(empty));
    /// assert_eq!(document.to_bytes(), b"(;B[aa](;W[bb])(;W[cc]))");
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn dissolve_node(&mut self, id: NodeId) -> bool {
        if self.forest.parent(id).is_none() {
            return false;
        }
        self.touch(self.game(id));
        self.forest.dissolve(id);
        true
    }

    /// Moves a node before its previous sibling. Returns `false` if it has none.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let game = self.game(id).filter(|_| !self.is_whole_game(id));
        let promoted = self.forest.promote(id);
        if promoted {
            self.touch(game);
        }
        promoted
    }

    /// Makes the line that leads to a node the main line of its game tree.
    pub fn make_main_line(&mut self, id: NodeId) {
        self.touch(self.game(id));
        self.forest.make_main_line(id);
    }

    /// Returns the game that a new node at this place belongs to; `None` if the node starts a new
    /// game tree.
    fn game_at(&self, place: Place) -> Option<usize> {
        match place {
            _ if self.is_among_roots(place) => None,
            Place::FirstRoot | Place::LastRoot => None,
            Place::FirstChild(at) | Place::LastChild(at) | Place::Before(at) | Place::After(at) => {
                self.game(at)
            }
        }
    }

    /// Returns the game whose text changes if a node is inserted at this place.
    fn touched_by(&self, place: Place) -> Option<usize> {
        match place {
            Place::FirstRoot | Place::LastRoot => None,
            Place::FirstChild(parent) | Place::LastChild(parent) => self.game(parent),
            Place::Before(at) | Place::After(at) => {
                let among_roots = self.is_among_roots(place);
                self.game(at)
                    .filter(|game| !among_roots || self.games[*game].wrapped)
            }
        }
    }

    fn is_among_roots(&self, place: Place) -> bool {
        match place {
            Place::FirstRoot | Place::LastRoot => true,
            Place::FirstChild(_) | Place::LastChild(_) => false,
            Place::Before(at) | Place::After(at) => self.forest.parent(at).is_none(),
        }
    }

    /// Whether a node is the only root in the parentheses of its game tree in the text.
    fn is_whole_game(&self, id: NodeId) -> bool {
        let is_root = self.forest.parent(id).is_none();
        is_root
            && self.game(id).is_none_or(|game| {
                let game = &self.games[game];
                game.first as usize == id.index() && !game.wrapped
            })
    }

    fn touch(&mut self, game: Option<usize>) {
        let games = self.games.len();
        let moved = self.moved.get_or_insert_with(|| Moved {
            touched: vec![false; games],
        });
        if let Some(touched) = game.and_then(|game| moved.touched.get_mut(game)) {
            *touched = true;
        }
    }

    /// Returns the nodes of a subtree with their text recoded to the charset of another game.
    fn recoded(
        &self,
        id: NodeId,
        from: Option<usize>,
        to: Option<usize>,
    ) -> Result<Vec<(NodeId, EditedNode)>, EditError> {
        if from == to || self.same_charset(from, to) {
            return Ok(Vec::new());
        }
        let scheme = from.map_or(Scheme::AsciiSafe, |game| self.games[game].scheme);
        let mut recoded = Vec::new();
        for id in self.forest.preorder(id) {
            let mut node = self.exploded(id);
            node.game = to.map(|game| game as u32);
            for property in &mut node.properties {
                let before = self.opened(property, scheme, self.forest[id]);
                let values = Property::edited(&self.text, &before, scheme).values();
                if values
                    .clone()
                    .all(|value| value.raw().is_ascii() && !value.raw().contains(&0x1B))
                {
                    continue;
                }
                let mut edited = before.clone();
                for (value, slot) in values.zip(&mut edited.values) {
                    slot.text = Piece::New(self.carry(value.raw(), from, to)?);
                    slot.closed = true;
                }
                *property = PropertyAt::Edited(Box::new(edited));
            }
            recoded.push((id, node));
        }
        Ok(recoded)
    }

    #[cfg(feature = "charset-backend")]
    fn same_charset(&self, a: Option<usize>, b: Option<usize>) -> bool {
        let scheme =
            |game: Option<usize>| game.map_or(Scheme::AsciiSafe, |game| self.games[game].scheme);
        self.charset_to_write(a) == self.charset_to_write(b) && scheme(a) == scheme(b)
    }

    #[cfg(not(feature = "charset-backend"))]
    fn same_charset(&self, _: Option<usize>, _: Option<usize>) -> bool {
        core::str::from_utf8(&self.text).is_ok()
    }

    /// Returns the charset in which new text of a game is written.
    #[cfg(feature = "charset-backend")]
    fn charset_to_write(&self, game: Option<usize>) -> kifu_charset::Charset {
        game.map_or(kifu_charset::Charset::UTF_8, |game| {
            self.charset_of(game).charset
        })
    }

    #[cfg(feature = "charset-backend")]
    /// Recodes a raw value from the charset of one game to that of another.
    fn carry(
        &self,
        raw: &[u8],
        from: Option<usize>,
        to: Option<usize>,
    ) -> Result<Box<[u8]>, EditError> {
        let is_unsure = from.is_some_and(|game| !self.charset_of(game).is_sure());
        let decoded = self.charset_to_write(from).decode(raw);
        if decoded.malformed || (is_unsure && !raw.is_ascii()) {
            return Err(EditError::Charset);
        }
        self.encode(&decoded.text, to)
    }

    #[cfg(not(feature = "charset-backend"))]
    fn carry(&self, _: &[u8], _: Option<usize>, _: Option<usize>) -> Result<Box<[u8]>, EditError> {
        Err(EditError::Charset)
    }

    /// Returns a value with its brackets for text that is already escaped.
    fn encode(&self, escaped: &str, game: Option<usize>) -> Result<Box<[u8]>, EditError> {
        let mut value = vec![b'['];
        self.push_encoded(escaped, game, &mut value)?;
        value.push(b']');
        match closed_value(value, self.writing_scheme(game)) {
            Some(value) => Ok(value.into()),
            None => Err(EditError::NotAValue),
        }
    }

    /// Returns the scheme by which new values will be read: that of the charset in which they are
    /// encoded, which is not evident from text that is ASCII so far.
    fn writing_scheme(&self, game: Option<usize>) -> Scheme {
        let Some(game) = game else {
            return Scheme::AsciiSafe;
        };
        #[cfg(feature = "charset-backend")]
        {
            let name = self.charset_of(game).charset.name();
            Scheme::for_label(name.as_bytes()).unwrap_or_default()
        }
        #[cfg(not(feature = "charset-backend"))]
        {
            self.games[game].scheme
        }
    }

    #[cfg(feature = "charset-backend")]
    fn push_encoded(
        &self,
        escaped: &str,
        game: Option<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), EditError> {
        let charset = self.charset_to_write(game);
        let encoded = charset
            .encode(escaped)
            .map_err(|error| EditError::Unencodable(error.character))?;
        out.extend_from_slice(&encoded);
        Ok(())
    }

    #[cfg(not(feature = "charset-backend"))]
    fn push_encoded(
        &self,
        escaped: &str,
        _: Option<usize>,
        out: &mut Vec<u8>,
    ) -> Result<(), EditError> {
        if !escaped.is_ascii() && core::str::from_utf8(&self.text).is_err() {
            return Err(EditError::Charset);
        }
        out.extend_from_slice(escaped.as_bytes());
        Ok(())
    }

    /// Returns a value with its brackets.
    fn bracketed(&self, id: NodeId, value: NewValue<'_>) -> Result<Box<[u8]>, EditError> {
        match value {
            NewValue::Text(text) => match self.encode(&escape(text), self.game(id)) {
                Err(EditError::NotAValue) => self.encode(&escape_brackets(text), self.game(id)),
                result => result,
            },
            NewValue::Raw(raw) => {
                let mut value = Vec::with_capacity(raw.len() + 3);
                value.push(b'[');
                value.extend_from_slice(raw);
                value.push(b']');
                match end_of_value(&mut value, self.writing_scheme(self.game(id))) {
                    end if end == value.len() => Ok(value.into()),
                    _ => Err(EditError::NotAValue),
                }
            }
        }
    }

    pub(super) fn exploded(&self, id: NodeId) -> EditedNode {
        self.edited.get(&id).cloned().unwrap_or_else(|| EditedNode {
            game: self.game(id).map(|game| game as u32),
            properties: self
                .property_marks(self.forest[id])
                .map(PropertyAt::Kept)
                .collect(),
        })
    }

    /// Returns a property as pieces that refer to the text.
    pub(super) fn opened(
        &self,
        property: &PropertyAt,
        scheme: Scheme,
        first: u32,
    ) -> EditedProperty {
        let mark = match property {
            PropertyAt::Edited(edited) => return (**edited).clone(),
            PropertyAt::Kept(mark) => *mark,
        };
        let property = self.property_at(mark, scheme);
        let start = self.mark(mark).unwrap_or(self.text.len());
        let mut at = start + property.ident().as_bytes().len();
        let span = |start: usize, end: usize| Span::new(start as u32, end as u32);
        let ident = Piece::Source(span(start, at));
        let values = property
            .values()
            .filter_map(|value| {
                let text = value.span()?;
                let lead = span(at, text.start as usize);
                at = text.end as usize;
                Some(EditedValue {
                    lead,
                    text: Piece::Source(text),
                    closed: value.is_closed(),
                })
            })
            .collect();
        EditedProperty {
            lead: Piece::Source(self.gap(mark, first)),
            ident,
            values,
        }
    }

    /// Returns the span of the text before a property; it is empty if the node starts with the
    /// property.
    pub(super) fn gap(&self, mark: u32, first: u32) -> Span {
        let start = self.mark(mark).unwrap_or(self.text.len()) as u32;
        match mark.checked_sub(1) {
            Some(before) if mark != first => {
                // For a node that was moved, the text can be in another game than the node.
                let end = self.end_of(before, self.scheme_at(before));
                Span::new(end as u32, start)
            }
            _ => Span::at(start),
        }
    }

    /// Refuses a `CA` that would change the meaning of the game's text.
    fn check_charset(&self, id: NodeId, label: Option<NewValue<'_>>) -> Result<(), EditError> {
        let Some(game) = self.game(id) else {
            return self.declares_utf8(label);
        };
        let is_free = || self.is_ascii(game) && self.is_cut_alike(game, scheme_of(label));
        if self.utf16.is_some() || is_free() || self.declares_again(game, label) {
            return Ok(());
        }
        Err(EditError::Charset)
    }

    /// Refuses a `CA` for a charset other than UTF-8, which is the charset of a new game tree.
    fn declares_utf8(&self, label: Option<NewValue<'_>>) -> Result<(), EditError> {
        let label = bytes_of(label);
        match Scheme::for_label(label) {
            Some(_) if !label.eq_ignore_ascii_case(b"UTF-8") => Err(EditError::Charset),
            _ => Ok(()),
        }
    }

    #[cfg(feature = "charset-backend")]
    fn declares_again(&self, game: usize, label: Option<NewValue<'_>>) -> bool {
        let label = label.map(|label| bytes_of(Some(label)));
        label.is_some_and(|label| {
            kifu_charset::Charset::for_label(label) == Some(self.charset_of(game).charset)
        })
    }

    #[cfg(not(feature = "charset-backend"))]
    fn declares_again(&self, _: usize, _: Option<NewValue<'_>>) -> bool {
        false
    }

    /// Whether nothing in a game, including edits, depends on a charset.
    fn is_ascii(&self, game: usize) -> bool {
        let plain = |bytes: &[u8]| {
            bytes
                .iter()
                .all(|b| b.is_ascii() && !matches!(b, 0x0E | 0x0F | 0x1B))
        };
        let edited = self
            .edited
            .values()
            .filter(|node| node.game == Some(game as u32));
        plain(self.text_of(game))
            && edited
                .flat_map(|node| &node.properties)
                .all(|property| match property {
                    PropertyAt::Kept(_) => true,
                    PropertyAt::Edited(property) => property
                        .values
                        .iter()
                        .all(|value| plain(value.text.of(&self.text))),
                })
    }

    /// Whether the values of a game end in the same places when read by another scheme.
    fn is_cut_alike(&self, game: usize, scheme: Scheme) -> bool {
        let own = self.games[game].scheme;
        let next = self.games.get(game + 1);
        let end = next.map_or(self.marks.len() as u32, |next| next.first_mark);
        let mut marks = self.games[game].first_mark..end;
        scheme == own || marks.all(|mark| self.end_of(mark, own) == self.end_of(mark, scheme))
    }

    /// Determines the scheme and charset of a game again after its `CA` changed.
    fn redeclare(&mut self, id: NodeId) {
        let Some(index) = self.game(id) else {
            return;
        };
        let label = NodeId::from_index(self.games[index].first as usize)
            .and_then(|root| self.node(root).get("CA")?.value())
            .and_then(|value| Scheme::for_label(value.raw()));
        let scheme = label.unwrap_or_default();
        // Otherwise the new `CA` declares the charset that the text already has.
        let is_free = self.is_ascii(index) && self.is_cut_alike(index, scheme);
        let game = &mut self.games[index];
        if self.utf16.is_none() && is_free {
            game.scheme = scheme;
        }
        game.forget_charset();
    }
}

impl Game {
    fn forget_charset(&mut self) {
        #[cfg(feature = "charset-backend")]
        {
            self.charset = Default::default();
        }
    }
}

fn bytes_of(value: Option<NewValue<'_>>) -> &[u8] {
    match value {
        Some(NewValue::Text(text)) => text.as_bytes(),
        Some(NewValue::Raw(raw)) => raw,
        None => b"",
    }
}

fn scheme_of(label: Option<NewValue<'_>>) -> Scheme {
    Scheme::for_label(bytes_of(label)).unwrap_or_default()
}

/// Returns a value with its brackets so that it reads back whole; `None` if that is impossible.
pub(super) fn closed_value(mut value: Vec<u8>, scheme: Scheme) -> Option<Vec<u8>> {
    let mut before = 0;
    loop {
        match end_of_value(&mut value, scheme) {
            end if end == value.len() => return Some(value),
            // A byte of `]` is the second half of a character, and the text after it looks like the
            // structure of a game. An escape prevents that.
            end if scheme != Scheme::Iso2022 && end < value.len() && end > before => {
                value.insert(end, b'\\');
                before = end;
            }
            _ => return None,
        }
    }
}

/// Returns the end of the value at the start of `bytes`, regardless of the text that will follow.
fn end_of_value(bytes: &mut Vec<u8>, scheme: Scheme) -> usize {
    // The byte after the value must not be structure, because some brackets end a value only if
    // structure follows.
    bytes.push(b'x');
    let end = Lexer::resume(bytes, 0, scheme)
        .next()
        .filter(|token| token.kind == TokenKind::Value)
        .map(|token| token.end);
    bytes.pop();
    end.unwrap_or(usize::MAX)
}

/// A node of a document, for editing, returned by [`Document::node_mut`].
///
/// Identifiers are given in capitals, such as `KM`, and match any spelling in the file.
#[derive(Debug)]
pub struct NodeMut<'d> {
    document: &'d mut Document,
    id: NodeId,
}

impl NodeMut<'_> {
    /// Returns the node for reading.
    pub fn as_ref(&self) -> NodeRef<'_> {
        self.document.node(self.id)
    }

    /// Sets the values of a property. If the node has the property, only the values that differ are
    /// changed; otherwise the property is added at the end of the node. Duplicates of the property
    /// are removed.
    ///
    /// # Errors
    ///
    /// [`EditError`]; the node is then unchanged.
    pub fn set(
        &mut self,
        ident: &str,
        values: impl IntoIterator<Item = impl AsNewValue>,
    ) -> Result<(), EditError> {
        let values = self.checked(ident, values)?;
        let Some(index) = self.position(ident) else {
            self.push(ident, values);
            return Ok(());
        };
        let property = self.open(index);
        property.values.truncate(values.len());
        let kept = property.values.len();
        let mut values = values.into_iter();
        for (at, new) in values.by_ref().take(kept).enumerate() {
            self.put(index, at, new);
        }
        let property = self.open(index);
        property.values.extend(values.map(EditedValue::new));
        self.retain(|at, found| at <= index || !found.is(ident));
        self.finish(ident);
        Ok(())
    }

    /// Adds a property at the end of the node, even if it already has one with this identifier.
    ///
    /// # Errors
    ///
    /// Same as [`NodeMut::set`].
    pub fn add(
        &mut self,
        ident: &str,
        values: impl IntoIterator<Item = impl AsNewValue>,
    ) -> Result<(), EditError> {
        let values = self.checked(ident, values)?;
        self.push(ident, values);
        Ok(())
    }

    /// Removes every property with this identifier. Returns `false` if there was none.
    ///
    /// # Errors
    ///
    /// [`EditError::Charset`] if it is a `CA` that the game's text needs.
    pub fn remove(&mut self, ident: &str) -> Result<bool, EditError> {
        if self.position(ident).is_none() {
            return Ok(false);
        }
        if Ident::new(ident.as_bytes()).is("CA") {
            self.document.check_charset(self.id, None)?;
        }
        self.retain(|_, found| !found.is(ident));
        self.finish(ident);
        Ok(true)
    }

    /// Adds a value after the last one of a property, or adds the property if the node lacks it.
    ///
    /// # Errors
    ///
    /// Same as [`NodeMut::set`].
    pub fn add_value(&mut self, ident: &str, value: impl AsNewValue) -> Result<(), EditError> {
        let mut values = self.checked(ident, [value])?;
        match (self.position(ident), values.pop()) {
            (Some(index), Some(value)) => self.open(index).values.push(EditedValue::new(value)),
            (None, Some(value)) => self.push(ident, vec![value]),
            (_, None) => {}
        }
        self.finish(ident);
        Ok(())
    }

    /// Replaces the value of a property at an index from 0. Returns `false` if there is no such
    /// value.
    ///
    /// # Errors
    ///
    /// Same as [`NodeMut::set`].
    pub fn set_value(
        &mut self,
        ident: &str,
        at: usize,
        value: impl AsNewValue,
    ) -> Result<bool, EditError> {
        let mut values = self.checked(ident, [value])?;
        let Some(index) = self.position(ident) else {
            return Ok(false);
        };
        let found = at < self.open(index).values.len();
        if let Some(value) = values.pop().filter(|_| found) {
            self.put(index, at, value);
        }
        self.finish(ident);
        Ok(found)
    }

    /// Removes the value of a property at an index from 0; with its last value, the property is
    /// removed. Returns `false` if there is no such value.
    ///
    /// # Errors
    ///
    /// [`EditError::Charset`] if it is a `CA` that the game's text needs.
    pub fn remove_value(&mut self, ident: &str, at: usize) -> Result<bool, EditError> {
        let Some(index) = self.position(ident) else {
            return Ok(false);
        };
        if Ident::new(ident.as_bytes()).is("CA") {
            self.document.check_charset(self.id, None)?;
        }
        let values = &mut self.open(index).values;
        if at >= values.len() {
            return Ok(false);
        }
        values.remove(at);
        if values.is_empty() {
            self.explode().remove(index);
        }
        self.finish(ident);
        Ok(true)
    }

    fn position(&self, ident: &str) -> Option<usize> {
        self.as_ref()
            .properties()
            .position(|property| property.ident().is(ident))
    }

    fn checked(
        &self,
        ident: &str,
        values: impl IntoIterator<Item = impl AsNewValue>,
    ) -> Result<Vec<Box<[u8]>>, EditError> {
        let bytes = ident.as_bytes();
        if !bytes.first().is_some_and(u8::is_ascii_alphabetic)
            || !bytes.iter().all(u8::is_ascii_alphanumeric)
        {
            return Err(EditError::Identifier);
        }
        let values: Vec<_> = values.into_iter().collect();
        if Ident::new(bytes).is("CA") {
            let first = values.first().map(AsNewValue::as_new_value);
            self.document.check_charset(self.id, first)?;
        }
        let values = values.iter().map(AsNewValue::as_new_value);
        values
            .map(|value| self.document.bracketed(self.id, value))
            .collect()
    }

    /// Returns the properties of the node as a list that can be changed.
    fn explode(&mut self) -> &mut Vec<PropertyAt> {
        if !self.document.edited.contains_key(&self.id) {
            let node = self.document.exploded(self.id);
            self.document.edited.insert(self.id, node);
        }
        &mut self.document.edited.entry(self.id).or_default().properties
    }

    /// Returns a property as pieces that can be changed.
    fn open(&mut self, index: usize) -> &mut EditedProperty {
        let kept = matches!(self.explode()[index], PropertyAt::Kept(_));
        if kept {
            let document = &*self.document;
            let property = &document.edited[&self.id].properties[index];
            let opened =
                document.opened(property, document.scheme(self.id), document.forest[self.id]);
            self.explode()[index] = PropertyAt::Edited(Box::new(opened));
        }
        match &mut self.explode()[index] {
            PropertyAt::Edited(property) => property,
            PropertyAt::Kept(_) => unreachable!("the property was opened above"),
        }
    }

    /// Replaces a value unless it is already the same.
    fn put(&mut self, index: usize, at: usize, new: Box<[u8]>) {
        let same = self
            .as_ref()
            .properties()
            .nth(index)
            .and_then(|property| property.values().nth(at));
        if same.is_some_and(|value| value.is_closed() && value.raw() == &new[1..new.len() - 1]) {
            return;
        }
        let value = &mut self.open(index).values[at];
        *value = EditedValue {
            lead: value.lead,
            text: Piece::New(new),
            closed: true,
        };
    }

    fn push(&mut self, ident: &str, values: Vec<Box<[u8]>>) {
        let lead = self.line_lead();
        self.explode()
            .push(PropertyAt::Edited(Box::new(EditedProperty {
                lead: Piece::New(lead),
                ident: Piece::New(ident.as_bytes().into()),
                values: values.into_iter().map(EditedValue::new).collect(),
            })));
        self.finish(ident);
    }

    /// Returns the line break before the node's last property, if the property is on its own line,
    /// so that a property added after it is, too.
    fn line_lead(&self) -> Box<[u8]> {
        let document = &*self.document;
        let first = document.forest[self.id];
        let marks = document.property_marks(first);
        let lead = marks
            .last()
            .map(|mark| document.gap(mark, first).of(&document.text));
        match lead {
            Some(lead) if lead.contains(&b'\n') && lead.iter().all(u8::is_ascii_whitespace) => {
                lead.into()
            }
            _ => Box::default(),
        }
    }

    /// Keeps the properties for whose position and identifier `keep` returns `true`.
    fn retain(&mut self, keep: impl Fn(usize, Ident<'_>) -> bool) {
        let keep: Vec<bool> = self
            .as_ref()
            .properties()
            .enumerate()
            .map(|(at, property)| keep(at, property.ident()))
            .collect();
        let mut keep = keep.into_iter();
        self.explode().retain(|_| keep.next().unwrap_or(true));
    }

    fn finish(&mut self, ident: &str) {
        if self.starts_like_a_game() {
            self.document.touch(self.document.game(self.id));
        }
        if Ident::new(ident.as_bytes()).is("CA") {
            self.document.redeclare(self.id);
        }
    }
}

impl NodeMut<'_> {
    /// Whether the node is a variation in a game tree that is never closed, and would be read as
    /// another game.
    fn starts_like_a_game(&self) -> bool {
        let document = &*self.document;
        let first = document.forest[self.id];
        let open = first.checked_sub(1).filter(|_| first != NOT_IN_TEXT);
        let starts = document.forest.parent(self.id).is_some()
            && open
                .filter(|open| document.byte(*open) == b'(')
                .and_then(|open| document.mark(open))
                .is_some_and(|open| is_on_its_own_line(&document.text[..open]))
            && self
                .as_ref()
                .properties()
                .next()
                .is_some_and(|property| is_of_a_root(property.ident()));
        starts
            && document
                .game(self.id)
                .is_some_and(|game| document.games[game].unclosed)
    }
}

impl EditedValue {
    fn new(text: Box<[u8]>) -> EditedValue {
        EditedValue {
            lead: Span::at(0),
            text: Piece::New(text),
            closed: true,
        }
    }
}
