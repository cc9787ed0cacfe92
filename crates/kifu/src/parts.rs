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
#[cfg(feature = "jgf")]
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "jgf")]
use kifu_sgf::Document;
use kifu_tree::NodeId;

use crate::{Record, TooLarge};

mod joined;

pub use joined::{JoinableGames, NotJoined, joinable, joined};
#[cfg(feature = "diagram")]
pub use kifu_figure::{ExcerptError, excerpt};

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

impl Piece {
    fn of((root, bytes): (NodeId, Vec<u8>)) -> Piece {
        Piece { root, bytes }
    }
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
/// from: [`standalone_games`](kifu_sgf::Document::standalone_games), or [`split_source`](kifu_sgf::Document::split_source) if the bytes between games are kept.
///
/// # Errors
///
/// [`NotSplit`].
pub fn split(record: &Record, source: &[u8], between: Between) -> Result<Vec<Piece>, NotSplit> {
    let pieces: Vec<Piece> = match record {
        Record::Sgf(document) => match between {
            Between::Drop => {
                let games = document.standalone_games();
                let pieces = games.map(|game| Ok(Piece::of(game?)));
                pieces
                    .collect::<Result<_, _>>()
                    .map_err(NotSplit::TooLarge)?
            }
            Between::Keep => {
                let games = document.split_source(source).into_iter();
                games
                    .map(|(root, game)| Piece::of((root, game.to_vec())))
                    .collect()
            }
        },
        #[cfg(feature = "jgf")]
        Record::Jgf(document) => json_games(record, document, source, between)?,
        #[cfg(all(feature = "diagram", feature = "sgn"))]
        Record::Positions(_) => return Err(NotSplit::Positions),
    };
    match pieces.is_empty() {
        true => Err(NotSplit::NoGame),
        false => Ok(pieces),
    }
}

#[cfg(feature = "jgf")]
fn json_games(
    record: &Record,
    document: &kifu_jgf::Document,
    source: &[u8],
    between: Between,
) -> Result<Vec<Piece>, NotSplit> {
    let records = match between {
        Between::Keep if document.is_array => return Err(NotSplit::InJson),
        Between::Keep => alloc::vec![source.to_vec()],
        Between::Drop => {
            let records = kifu_jgf::split_records(source).map_err(NotSplit::TooLarge)?;
            records.into_iter().map(String::into_bytes).collect()
        }
    };
    let sgf = record.to_sgf().map_err(NotSplit::TooLarge)?;
    Ok(sgf.roots().zip(records).map(Piece::of).collect())
}

/// The game with this root of [`Record::to_sgf`] by itself, as [`split`] gives it; of several game
/// trees in one pair of parentheses it alone. `None` if there is none.
///
/// # Errors
///
/// [`NotSplit`].
pub fn game(record: &Record, source: &[u8], root: NodeId) -> Result<Option<Vec<u8>>, NotSplit> {
    if let Some(document) = record.sgf_document() {
        return match record.is_empty() {
            true => Err(NotSplit::NoGame),
            false => document.standalone_game(root).map_err(NotSplit::TooLarge),
        };
    }
    let mut pieces = split(record, source, Between::Drop)?.into_iter();
    Ok(pieces
        .rfind(|piece| piece.root <= root)
        .map(|piece| piece.bytes))
}

/// The games of a record, [split()] once, of which any are taken by themselves.
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

    /// The game with this root by itself; see [`game`].
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
        let follows = document.forest().next_sibling(root);
        if piece.root == root && follows == end {
            return Ok(Some(Cow::Borrowed(&piece.bytes)));
        }
        // It shares its parentheses with others.
        let game = document.standalone_game(root).map_err(NotSplit::TooLarge)?;
        Ok(game.map(Cow::Owned))
    }
}

/// What a record becomes whose games, as SGF, were changed: SGF as it is; JGF as
/// [`to_json_like`](kifu_jgf::convert::to_json_like) writes it. `None` for positions.
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
        Record::Jgf(jgf) => {
            let games = sgf
                .roots()
                .map(|root| kifu_sgf::convert::to_game(sgf, root).value);
            Some(kifu_jgf::convert::to_json_like(jgf, source, games).into_bytes())
        }
        #[cfg(all(feature = "diagram", feature = "sgn"))]
        Record::Positions(_) => None,
    }
}
