//! Joins games into one file.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use kifu_charset::Charset;
use kifu_sgf::event::{Event, Reader};
use kifu_sgf::{Document, Span};
use kifu_tree::NodeId;

use super::{Between, SplitError, SplitGame};
use crate::{Record, TooLarge};

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The reason why a game cannot be joined with others in one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum JoinError {
    /// The game would be read differently next to other games.
    ReadsDifferently,
    /// The document does not contain the game.
    NotFound,
    /// The game cannot be separated from its own file.
    Split(SplitError),
    /// The joined file would exceed the size limit.
    TooLarge(TooLarge),
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            JoinError::ReadsDifferently => {
                "the game would be read differently next to other games; run `kifu fix` or \
                 `kifu charset --to utf-8` first"
            }
            JoinError::NotFound => "the game is not in the file",
            JoinError::Split(why) => return why.fmt(f),
            JoinError::TooLarge(why) => return why.fmt(f),
        })
    }
}

impl core::error::Error for JoinError {}

impl From<TooLarge> for JoinError {
    fn from(error: TooLarge) -> JoinError {
        JoinError::TooLarge(error)
    }
}

impl From<SplitError> for JoinError {
    fn from(error: SplitError) -> JoinError {
        JoinError::Split(error)
    }
}

/// Prepares an SGF game to be followed by other games: removes the byte order mark, and adds the missing
/// brackets and parentheses at the end. `charset` is the charset of the game.
///
/// ```
/// use kifu::charset::Charset;
/// use kifu::parts::make_joinable;
///
/// let game = make_joinable(b"(;PB[Sato];B[pd", Charset::UTF_8)?;
/// assert_eq!(game, b"(;PB[Sato];B[pd])");
/// # Ok::<(), kifu::parts::JoinError>(())
/// ```
///
/// # Errors
///
/// [`JoinError`] if the game would be read differently next to other games.
pub fn make_joinable(game: &[u8], charset: Charset) -> Result<Vec<u8>, JoinError> {
    closed(b"", game.strip_prefix(BOM).unwrap_or(game), &[charset])
}

/// Joins several games of a record into one file, in the given order.
///
/// In SGF each game starts on a new line; in JGF the games become an array. If the games contain
/// [the bytes between them](Between::Keep), they are joined without a separator.
///
/// ```
/// use kifu::parts::{Between, join, split};
///
/// let source = b"(;PB[Sato];B[pd])  (;PB[Lee];B[dd])  (;PB[Kim])";
/// let record = kifu::read(source)?;
/// let games = split(&record, source, Between::Drop)?;
/// assert_eq!(
///     join(&record, [&games[0], &games[2]], Between::Drop)?,
///     b"(;PB[Sato];B[pd])\n(;PB[Kim])\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`JoinError`] if a game would be read differently next to the others.
pub fn join<'p>(
    record: &Record,
    pieces: impl IntoIterator<Item = &'p SplitGame>,
    between: Between,
) -> Result<Vec<u8>, JoinError> {
    let pieces = pieces.into_iter();
    if between == Between::Keep {
        return Ok(pieces
            .flat_map(|piece| piece.bytes.iter().copied())
            .collect());
    }
    match record {
        Record::Sgf(document) => join_sgf(document, pieces),
        #[cfg(feature = "jgf")]
        Record::Jgf(_) => {
            let pieces: Vec<&[u8]> = pieces.map(|piece| piece.bytes.as_slice()).collect();
            Ok([b"[", pieces.join(&b",\n"[..]).as_slice(), b"]\n"].concat())
        }
        #[cfg(feature = "ogs")]
        Record::Ogs(_) => {
            let pieces: Vec<&[u8]> = pieces.map(|piece| piece.bytes.as_slice()).collect();
            let are_lines = pieces.iter().all(|piece| !piece.contains(&b'\n'));
            Ok(match are_lines {
                true => [pieces.join(&b"\n"[..]).as_slice(), b"\n"].concat(),
                false => [b"[", pieces.join(&b",\n"[..]).as_slice(), b"]\n"].concat(),
            })
        }
        // A file of these formats has only one game.
        #[cfg(feature = "gib")]
        Record::Gib(_) => Ok(join_one(pieces)),
        #[cfg(feature = "ngf")]
        Record::Ngf(_) => Ok(join_one(pieces)),
        #[cfg(feature = "ugf")]
        Record::Ugf(_) => Ok(join_one(pieces)),
        #[cfg(all(feature = "diagram", feature = "sgn"))]
        Record::Positions(_) => Err(JoinError::Split(SplitError::Positions)),
    }
}

/// The first game, for formats whose files have one game.
#[cfg(any(feature = "gib", feature = "ngf", feature = "ugf"))]
fn join_one<'p>(mut pieces: impl Iterator<Item = &'p SplitGame>) -> Vec<u8> {
    pieces
        .next()
        .map_or(Vec::new(), |piece| piece.bytes.clone())
}

/// Joins SGF games, each on a new line.
fn join_sgf<'p>(
    document: &Document,
    pieces: impl Iterator<Item = &'p SplitGame>,
) -> Result<Vec<u8>, JoinError> {
    let text = document.text();
    let head = if text.starts_with(BOM) { BOM } else { b"" };
    let places: Vec<_> = document.games_in_text().collect();
    let roots: Vec<NodeId> = document.roots().collect();
    let mut whole = head.to_vec();
    for piece in pieces {
        let at = places.partition_point(|(root, _)| *root < piece.root);
        let end = places.get(at + 1).map(|(next, _)| *next);
        let Some((_, span)) = places.get(at) else {
            continue;
        };
        let until = end.map_or(roots.len(), |end| roots.partition_point(|root| *root < end));
        let own = &roots[roots.partition_point(|root| *root < piece.root)..until];
        let charset = |root: &NodeId| document.charset(*root).charset;
        let charsets: Vec<Charset> = own.iter().map(charset).collect();
        whole.extend(closed(head, span.of(text), &charsets)?);
        whole.push(b'\n');
    }
    match document.utf16() {
        None => Ok(whole),
        Some(_) => Ok(document.with_text(whole)?.to_bytes()),
    }
}

/// The games of a document, each [prepared to be followed by other games](make_joinable).
#[derive(Debug)]
pub struct JoinableGames<'d> {
    document: &'d Document,
    places: Vec<(NodeId, Span)>,
}

impl<'d> JoinableGames<'d> {
    /// Finds the games of a document.
    pub fn of(document: &'d Document) -> JoinableGames<'d> {
        JoinableGames {
            document,
            places: document.games_in_text().collect(),
        }
    }

    /// Returns the game with this root.
    ///
    /// # Errors
    ///
    /// [`JoinError`] if the game would be read differently next to other games.
    pub fn game(&self, root: NodeId) -> Result<Vec<u8>, JoinError> {
        let charset = self.document.charset(root).charset;
        closed(b"", &self.bytes(root)?, &[charset])
    }

    fn bytes(&self, root: NodeId) -> Result<Cow<'_, [u8]>, JoinError> {
        let at = self.places.binary_search_by_key(&root, |(root, _)| *root);
        if let Some((_, span)) = at.ok().map(|at| self.places[at]) {
            let game = span.of(self.document.text());
            let parsed = Document::parse(game)?;
            if parsed.roots().nth(1).is_none() {
                return Ok(Cow::Borrowed(game));
            }
        }
        // Several trees share one pair of parentheses.
        let game = self.document.standalone_game(root)?;
        game.map(Cow::Owned).ok_or(JoinError::NotFound)
    }
}

/// Appends the closing brackets and parentheses that are missing at the end of `games`, so that other games
/// can follow. `charsets` are the charsets of the games; `head` is the start of the joined file.
fn closed(head: &[u8], games: &[u8], charsets: &[Charset]) -> Result<Vec<u8>, JoinError> {
    let end: &[u8] = if ends_in_value(games) { b"]" } else { b"" };
    let open = open_at_end(games);
    for open in [open, open + 1] {
        let whole = [games, end, &b")".repeat(open)].concat();
        let followed = [head, &whole, b"\n(;)".as_slice()].concat();
        let read = Document::parse(followed)?;
        let mut roots = read.roots();
        let is_same = |charset: &Charset| {
            let root = roots.next();
            root.is_some_and(|root| read.charset(root).charset == *charset)
        };
        let are_same = charsets.iter().all(is_same);
        let next = roots.next();
        let is_separate = next.is_some_and(|next| read.node(next).properties().count() == 0);
        if are_same && is_separate && roots.next().is_none() {
            return Ok(whole);
        }
    }
    Err(JoinError::ReadsDifferently)
}

/// Returns whether the last value of a text is never closed.
fn ends_in_value(text: &[u8]) -> bool {
    let last = Reader::new(text).filter_map(|event| match event {
        Event::Property(property) => Some(property),
        _ => None,
    });
    let last = last.last().and_then(|property| property.values().last());
    last.is_some_and(|value| !value.is_closed())
}

/// Returns the number of parentheses that are open at the end of a text, where the reader closes them. The
/// result is one too low if a value before the end looks closed.
fn open_at_end(text: &[u8]) -> usize {
    let mut reader = Reader::new(text);
    let (mut open, mut at) = (0, 0);
    while let Some(event) = reader.next() {
        let before = core::mem::replace(&mut at, reader.offset());
        let is_written = at > before && text[..at].ends_with(b")");
        if is_written || !matches!(event, Event::Close) {
            open = reader.depth();
        }
    }
    open
}
