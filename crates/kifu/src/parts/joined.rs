//! Games that share a file with others.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use kifu_charset::Charset;
use kifu_sgf::event::{Event, Reader};
use kifu_sgf::{Document, Span};
use kifu_tree::NodeId;

use super::{Between, NotSplit, Piece};
use crate::{Record, TooLarge};

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Why a game cannot be put into one file with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotJoined {
    /// Other games in the file would change how it is read.
    ReadsOtherwise,
    /// It has no place in the file.
    NoPlace,
    /// It cannot be taken out of its own file.
    NotSplit(NotSplit),
    /// The file would be longer than can be read.
    TooLarge(TooLarge),
}

impl fmt::Display for NotJoined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotJoined::ReadsOtherwise => {
                "it cannot stand beside other games: kifu fix or kifu charset first"
            }
            NotJoined::NoPlace => "it has no place in the file",
            NotJoined::NotSplit(why) => return why.fmt(f),
            NotJoined::TooLarge(why) => return why.fmt(f),
        })
    }
}

impl core::error::Error for NotJoined {}

impl From<TooLarge> for NotJoined {
    fn from(error: TooLarge) -> NotJoined {
        NotJoined::TooLarge(error)
    }
}

impl From<NotSplit> for NotJoined {
    fn from(error: NotSplit) -> NotJoined {
        NotJoined::NotSplit(error)
    }
}

/// A game of SGF made ready to be followed by others: its bytes, without a byte order mark, and the brackets
/// and parentheses that they lack at their end. `charset` is the charset of the game.
///
/// ```
/// use kifu::charset::Charset;
/// use kifu::parts::joinable;
///
/// let game = joinable(b"(;PB[Sato];B[pd", Charset::UTF_8)?;
/// assert_eq!(game, b"(;PB[Sato];B[pd])");
/// # Ok::<(), kifu::parts::NotJoined>(())
/// ```
///
/// # Errors
///
/// [`NotJoined`] if it would not be read as the same game there.
pub fn joinable(game: &[u8], charset: Charset) -> Result<Vec<u8>, NotJoined> {
    closed(b"", game.strip_prefix(BOM).unwrap_or(game), &[charset])
}

/// Several pieces of a record in one file, in this order: in SGF each on lines of its own; in JGF as an array; where the
/// bytes [between games are kept](Between::Keep), one directly after the other.
///
/// ```
/// use kifu::parts::{Between, joined, split};
///
/// let source = b"(;PB[Sato];B[pd])  (;PB[Lee];B[dd])  (;PB[Kim])";
/// let record = kifu::read(source)?;
/// let games = split(&record, source, Between::Drop)?;
/// assert_eq!(
///     joined(&record, [&games[0], &games[2]], Between::Drop)?,
///     b"(;PB[Sato];B[pd])\n(;PB[Kim])\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`NotJoined`].
pub fn joined<'p>(
    record: &Record,
    pieces: impl IntoIterator<Item = &'p Piece>,
    between: Between,
) -> Result<Vec<u8>, NotJoined> {
    let pieces = pieces.into_iter();
    if between == Between::Keep {
        return Ok(pieces
            .flat_map(|piece| piece.bytes.iter().copied())
            .collect());
    }
    match record {
        Record::Sgf(document) => collection(document, pieces),
        #[cfg(feature = "jgf")]
        Record::Jgf(_) => {
            let pieces: Vec<&[u8]> = pieces.map(|piece| piece.bytes.as_slice()).collect();
            Ok([b"[", pieces.join(&b",\n"[..]).as_slice(), b"]\n"].concat())
        }
        #[cfg(all(feature = "diagram", feature = "sgn"))]
        Record::Positions(_) => Err(NotJoined::NotSplit(NotSplit::Positions)),
    }
}

/// Games of SGF one after the other, each on lines of its own.
fn collection<'p>(
    document: &Document,
    pieces: impl Iterator<Item = &'p Piece>,
) -> Result<Vec<u8>, NotJoined> {
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

/// The games of a document, each [ready to be followed by others](joinable).
#[derive(Debug)]
pub struct JoinableGames<'d> {
    document: &'d Document,
    places: Vec<(NodeId, Span)>,
}

impl<'d> JoinableGames<'d> {
    /// The games of a document.
    pub fn of(document: &'d Document) -> JoinableGames<'d> {
        JoinableGames {
            document,
            places: document.games_in_text().collect(),
        }
    }

    /// The game with this root.
    ///
    /// # Errors
    ///
    /// [`NotJoined`] if it would not be read as the same game beside others.
    pub fn game(&self, root: NodeId) -> Result<Vec<u8>, NotJoined> {
        let charset = self.document.charset(root).charset;
        closed(b"", &self.bytes(root)?, &[charset])
    }

    fn bytes(&self, root: NodeId) -> Result<Cow<'_, [u8]>, NotJoined> {
        let at = self.places.binary_search_by_key(&root, |(root, _)| *root);
        if let Some((_, span)) = at.ok().map(|at| self.places[at]) {
            let game = span.of(self.document.text());
            let alone = Document::parse(game)?;
            if alone.roots().nth(1).is_none() {
                return Ok(Cow::Borrowed(game));
            }
        }
        // It shares its parentheses with others.
        let game = self.document.standalone_game(root)?;
        game.map(Cow::Owned).ok_or(NotJoined::NoPlace)
    }
}

/// The games of one piece of SGF, so that others can follow them: the bytes, and what they lack at their end.
/// `charsets` are the charsets of the games; `head` begins the file.
fn closed(head: &[u8], games: &[u8], charsets: &[Charset]) -> Result<Vec<u8>, NotJoined> {
    let end = match ends_in_value(games) {
        true => b"]".as_slice(),
        false => b"",
    };
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
        let is_apart = next.is_some_and(|next| read.node(next).properties().count() == 0);
        if are_same && is_apart && roots.next().is_none() {
            return Ok(whole);
        }
    }
    Err(NotJoined::ReadsOtherwise)
}

/// Whether the last value of a text is never closed.
fn ends_in_value(text: &[u8]) -> bool {
    let last = Reader::new(text).filter_map(|event| match event {
        Event::Property(property) => Some(property),
        _ => None,
    });
    let last = last.last().and_then(|property| property.values().last());
    last.is_some_and(|value| !value.is_closed())
}

/// How many parentheses are open at the end of a text, where reading closes them by itself; one less if a
/// value before it ends like one that is closed.
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
