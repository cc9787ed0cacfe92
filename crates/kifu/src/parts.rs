//! Parts of records by themselves: the games of a collection, a line of a game, some of its moves.
//!
//! ```
//! use kifu::parts::{Between, split};
//!
//! let source = b"Title games\n(;PB[Sato];B[pd])\n\n(;PB[Lee];B[dd])\n";
//! let record = kifu::read(source)?;
//! let games = split(&record, source, Between::Drop)?;
//! assert_eq!(games[1].bytes, b"(;PB[Lee];B[dd])");
//!
//! let whole: Vec<u8> = split(&record, source, Between::Keep)?
//!     .into_iter()
//!     .flat_map(|game| game.bytes)
//!     .collect();
//! assert_eq!(whole, source);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use kifu_sgf::Document;
use kifu_tree::NodeId;

use crate::{Record, TooLarge};

mod joined;
pub use joined::{JoinableGames, NotJoined, joinable, joined};
#[cfg(feature = "diagram")]
pub use kifu_figure::{NoExcerpt, excerpt};

/// What becomes of the bytes between games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Between {
    /// They are left out.
    #[default]
    Drop,
    /// Each game has those before it, and the last those behind it.
    Keep,
}

/// A game by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Piece {
    /// Its root in [`Record::to_sgf`].
    pub root: NodeId,
    /// The game as its file has it.
    pub bytes: Vec<u8>,
}

/// Why a file has no games to be taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotSplit {
    /// It has none.
    NoGame,
    /// The game stands in JSON, of which the bytes in between are a part.
    InJson,
    /// It holds positions, which are no games yet.
    Positions,
    /// It is longer than can be read.
    TooLarge(TooLarge),
}

impl fmt::Display for NotSplit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotSplit::NoGame => "no game found",
            NotSplit::InJson => "what stands between the games of an array is no part of any",
            NotSplit::Positions => "positions are no games: convert them first",
            NotSplit::TooLarge(error) => return error.fmt(f),
        })
    }
}

impl core::error::Error for NotSplit {}

/// The games of a record, each byte for byte as it stands in the source that the record was read
/// from.
///
/// Where UTF-8 starts with a byte order mark, and with UTF-16, each game gets what tells its charset, unless the bytes
/// between games are kept: then the pieces one after the other are the source. A game tree of SGF
/// that holds several, `((;A)(;B))`, is one piece.
///
/// # Errors
///
/// [`NotSplit`].
pub fn split(record: &Record, source: &[u8], between: Between) -> Result<Vec<Piece>, NotSplit> {
    let pieces = match record {
        Record::Sgf(document) => match between {
            Between::Drop => lone_games(document).map_err(NotSplit::TooLarge)?,
            Between::Keep => with_surroundings(document, source),
        },
        #[cfg(feature = "jgf")]
        Record::Jgf(_) => json_games(record, source, between)?,
        #[cfg(all(feature = "diagram", feature = "sgn"))]
        Record::Positions(_) => return Err(NotSplit::Positions),
    };
    match pieces.is_empty() {
        true => Err(NotSplit::NoGame),
        false => Ok(pieces),
    }
}

fn lone_games(document: &Document) -> Result<Vec<Piece>, TooLarge> {
    const BOM: &[u8] = b"\xEF\xBB\xBF";
    let text = document.text();
    let bom = if text.starts_with(BOM) { BOM } else { b"" };
    let piece = |(root, span): (NodeId, kifu_span::Span)| {
        let game = [bom, &text[span.range()]].concat();
        let bytes = match document.utf16() {
            None => game,
            Some(_) => document.with_text(game)?.to_bytes(),
        };
        Ok(Piece { root, bytes })
    };
    document.games_in_text().map(piece).collect()
}

fn with_surroundings(document: &Document, source: &[u8]) -> Vec<Piece> {
    let mut map = document.source_map();
    let mut start = 0;
    let mut pieces = Vec::new();
    for (root, span) in document.games_in_text() {
        let end = usize::try_from(map.offset(span.end)).unwrap_or(source.len());
        let end = end.clamp(start, source.len());
        pieces.push(Piece {
            root,
            bytes: source[start..end].to_vec(),
        });
        start = end;
    }
    if let Some(last) = pieces.last_mut() {
        last.bytes.extend_from_slice(&source[start..]);
    }
    pieces
}

#[cfg(feature = "jgf")]
fn json_games(record: &Record, source: &[u8], between: Between) -> Result<Vec<Piece>, NotSplit> {
    let sgf = record.to_sgf().map_err(NotSplit::TooLarge)?;
    let (document, places) =
        kifu_jgf::Document::parse_with_places(source).map_err(NotSplit::TooLarge)?;
    let text = kifu_jgf::text(source);
    let is_utf8 = document
        .charset()
        .is_none_or(|found| found.charset == kifu_charset::Charset::UTF_8);
    let piece = |place: kifu_jgf::Places| {
        let text = &text[place.record.range()];
        match is_utf8 {
            true => text.as_bytes().to_vec(),
            // A piece is in UTF-8 and must not say otherwise.
            false => kifu_jgf::says_utf8(text).into_bytes(),
        }
    };
    let both = sgf.roots().zip(places);
    Ok(match (between, document.is_array) {
        (Between::Keep, true) => return Err(NotSplit::InJson),
        (Between::Keep, false) => both
            .take(1)
            .map(|(root, _)| Piece {
                root,
                bytes: source.to_vec(),
            })
            .collect(),
        (Between::Drop, _) => both
            .map(|(root, place)| Piece {
                root,
                bytes: piece(place),
            })
            .collect(),
    })
}

/// The last nodes of all lines of a game tree, in the order of the file: the main line's first.
/// Variations without a node end none.
///
/// ```
/// use kifu::parts::ends;
///
/// let document = kifu::sgf::Document::parse("(;B[aa](;W[bb])(;W[cc];B[dd]))")?;
/// let root = document.roots().next().unwrap();
/// let depths: Vec<usize> = ends(&document, root).map(|end| document.forest().depth(end)).collect();
/// assert_eq!(depths, [1, 2]);
/// # Ok::<(), kifu::sgf::TooLarge>(())
/// ```
pub fn ends(document: &Document, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let is_node = |id: &NodeId| !document.node(*id).is_empty_variation();
    let forest = document.forest();
    forest
        .preorder(root)
        .filter(is_node)
        .filter(move |&id| !forest.children(id).any(|child| is_node(&child)))
}

/// The game with this root of [`Record::to_sgf`] by itself, as [`split`] gives it; of several game
/// trees in one pair of parentheses it alone. `None` if there is none.
///
/// # Errors
///
/// [`NotSplit`].
pub fn game(record: &Record, source: &[u8], root: NodeId) -> Result<Option<Vec<u8>>, NotSplit> {
    let games = SplitGames::of(record, source)?;
    Ok(games.game(root)?.map(Cow::into_owned))
}

/// The games of a record, [split](split) once, of which any are taken by themselves.
///
/// ```
/// use kifu::parts::SplitGames;
///
/// let source = b"(;PB[Sato])((;PB[Lee])(;PB[Kim]))";
/// let record = kifu::read(source)?;
/// let games = SplitGames::of(&record, source)?;
/// let last = record.to_sgf()?.roots().nth(2).unwrap();
/// assert_eq!(games.game(last)?.unwrap(), &b"(;PB[Kim])"[..]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SplitGames<'r> {
    record: &'r Record,
    pieces: Vec<Piece>,
}

impl<'r> SplitGames<'r> {
    /// The games of a record that was read from this source.
    ///
    /// # Errors
    ///
    /// [`NotSplit`].
    pub fn of(record: &'r Record, source: &[u8]) -> Result<SplitGames<'r>, NotSplit> {
        let pieces = split(record, source, Between::Drop)?;
        Ok(SplitGames { record, pieces })
    }

    /// The game with this root by itself; see [`game`]. The time depends on the piece that the game is in.
    ///
    /// # Errors
    ///
    /// [`NotSplit`].
    pub fn game(&self, root: NodeId) -> Result<Option<Cow<'_, [u8]>>, NotSplit> {
        let next = self.pieces.partition_point(|piece| piece.root <= root);
        let end = self.pieces.get(next).map(|next| next.root);
        let Some(piece) = next.checked_sub(1).map(|at| &self.pieces[at]) else {
            return Ok(None);
        };
        let Some(document) = self.record.sgf_document() else {
            return Ok(Some(Cow::Borrowed(&piece.bytes)));
        };
        let following = |id: &NodeId| document.forest().next_sibling(*id);
        let all = core::iter::successors(Some(piece.root), following);
        let mut all = all.take_while(|id| Some(*id) != end);
        let Some(at) = all.position(|one| one == root) else {
            return Ok(None);
        };
        if at == 0 && all.next().is_none() {
            return Ok(Some(Cow::Borrowed(&piece.bytes)));
        }
        // It shares its parentheses with others.
        let mut alone = Document::parse(piece.bytes.as_slice()).map_err(NotSplit::TooLarge)?;
        let others: Vec<NodeId> = alone.roots().collect();
        for (n, other) in others.into_iter().enumerate() {
            if n != at {
                alone.remove_node(other);
            }
        }
        Ok(Some(Cow::Owned(alone.to_bytes())))
    }
}

/// What a record becomes whose games, as SGF, were changed: SGF as it is; JGF of the version and the
/// spelling that it has, laid out in lines if its source is. `None` for positions.
///
/// ```
/// use kifu::parts::{excerpt, in_format_of};
///
/// let source = br#"{"game":{"komi":6.50},"tree":[{},{"move":{"B":"pd"}},{"move":{"W":"dd"}}]}"#;
/// let record = kifu::read(source)?;
/// let sgf = record.to_sgf()?;
/// let line = kifu::figure::Line::main(&sgf, sgf.roots().next().unwrap());
/// let first = excerpt(&line, 1..=1).unwrap()?;
/// let first = kifu::sgf::Document::parse(first)?;
/// assert_eq!(
///     in_format_of(&record, source, &first).unwrap(),
///     br#"{"game":{"komi":6.50},"tree":[{},{"move":{"B":"pd"}}]}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "jgf")]
pub fn in_format_of(record: &Record, source: &[u8], sgf: &Document) -> Option<Vec<u8>> {
    match record {
        Record::Sgf(_) => Some(sgf.to_bytes()),
        Record::Jgf(jgf) => Some(as_jgf(jgf, source, sgf).into_bytes()),
        #[cfg(all(feature = "diagram", feature = "sgn"))]
        Record::Positions(_) => None,
    }
}

#[cfg(feature = "jgf")]
fn as_jgf(before: &kifu_jgf::Document, source: &[u8], sgf: &Document) -> alloc::string::String {
    use kifu_jgf::convert::{Target, from_game};
    let mut document = kifu_jgf::Document::default();
    let several = sgf.roots().nth(1).is_some();
    document.is_array = before.is_array && (several || before.records.len() < 2);
    for (at, root) in sgf.roots().enumerate() {
        let like = before.records.get(at).or(before.records.first());
        let target = match like.map(kifu_jgf::Record::version) {
            Some(1) => Target::V1,
            _ => Target::V2,
        };
        let game = kifu_sgf::convert::to_game(sgf, root).value;
        let written = from_game(&game, target, kifu_tree::game::Carriage::Full);
        document.records.push(written.value);
    }
    let options = match source.trim_ascii_end().contains(&b'\n') {
        true => kifu_jgf::Options::PRETTY,
        false => kifu_jgf::Options::COMPACT,
    };
    let mut json = document.to_json(&options);
    if source.ends_with(b"\n") && !json.ends_with('\n') {
        json.push('\n');
    }
    json
}
