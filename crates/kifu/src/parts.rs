//! Parts of records as separate files: the games of a collection, a line of a game, a range of its moves.
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

mod join;

pub use join::{JoinError, JoinableGames, join, make_joinable};
#[cfg(feature = "diagram")]
pub use kifu_figure::{ExcerptError, excerpt};

/// The treatment of the bytes between games in [`split`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Between {
    /// The bytes are omitted.
    #[default]
    Drop,
    /// Each game includes the bytes before it, and the last game also includes the bytes after it.
    Keep,
}

/// A game as a separate file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SplitGame {
    /// The root of the game in [`Record::to_sgf`].
    pub root: NodeId,
    /// The bytes of the game, unchanged from its source.
    pub bytes: Vec<u8>,
}

impl SplitGame {
    fn of((root, bytes): (NodeId, Vec<u8>)) -> SplitGame {
        SplitGame { root, bytes }
    }
}

/// The reason why a record cannot be split into games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SplitError {
    /// The record does not contain a game.
    NoGame,
    /// The games are elements of a JSON array, so the bytes between them cannot be kept.
    JsonArray,
    /// The record contains positions, which must be converted to games first.
    Positions,
    /// The record exceeds the size limit.
    TooLarge(TooLarge),
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SplitError::NoGame => "no game found",
            SplitError::JsonArray => {
                "the games are in a JSON array, so the text between them cannot be kept"
            }
            SplitError::Positions => {
                "the file contains positions, not games; convert it with `kifu convert` first"
            }
            SplitError::TooLarge(error) => return error.fmt(f),
        })
    }
}

impl core::error::Error for SplitError {}

/// Splits a record into its games, each with its bytes in `source`, the source of the record.
///
/// SGF is split by [`standalone_games`](kifu_sgf::Document::standalone_games), or by
/// [`split_source`](kifu_sgf::Document::split_source) if the bytes between games are kept.
///
/// # Errors
///
/// [`SplitError`] if the record has no games, or they cannot be separated.
pub fn split(
    record: &Record,
    source: &[u8],
    between: Between,
) -> Result<Vec<SplitGame>, SplitError> {
    let pieces: Vec<SplitGame> = match record {
        Record::Sgf(document) => match between {
            Between::Drop => {
                let games = document.standalone_games();
                let pieces = games.map(|game| Ok(SplitGame::of(game?)));
                pieces
                    .collect::<Result<_, _>>()
                    .map_err(SplitError::TooLarge)?
            }
            Between::Keep => {
                let games = document.split_source(source).into_iter();
                games
                    .map(|(root, game)| SplitGame::of((root, game.to_vec())))
                    .collect()
            }
        },
        #[cfg(feature = "jgf")]
        Record::Jgf(document) => json_games(record, document, source, between)?,
        #[cfg(feature = "gib")]
        Record::Gib(_) => one_game(record, source)?,
        #[cfg(feature = "ngf")]
        Record::Ngf(_) => one_game(record, source)?,
        #[cfg(feature = "ogs")]
        Record::Ogs(document) => ogs_games(record, document, source, between)?,
        #[cfg(feature = "ugf")]
        Record::Ugf(_) => one_game(record, source)?,
        #[cfg(all(feature = "diagram", feature = "sgn"))]
        Record::Positions(_) => return Err(SplitError::Positions),
    };
    if pieces.is_empty() {
        return Err(SplitError::NoGame);
    }
    Ok(pieces)
}

/// The game of a record whose format has one game.
#[cfg(any(feature = "gib", feature = "ngf", feature = "ugf"))]
fn one_game(record: &Record, source: &[u8]) -> Result<Vec<SplitGame>, SplitError> {
    let sgf = record.to_sgf().map_err(SplitError::TooLarge)?;
    let root = sgf.roots().next();
    let game = root.map(|root| SplitGame::of((root, source.to_vec())));
    Ok(game.into_iter().collect())
}

#[cfg(feature = "ogs")]
fn ogs_games(
    record: &Record,
    document: &kifu_ogs::Document,
    source: &[u8],
    between: Between,
) -> Result<Vec<SplitGame>, SplitError> {
    let records = document.records();
    let mut bytes: Vec<Vec<u8>> = Vec::new();
    match between {
        Between::Drop => bytes.extend(records.iter().map(|game| game.span().of(source).to_vec())),
        Between::Keep if document.is_array() => return Err(SplitError::JsonArray),
        Between::Keep => {
            let ends = records
                .iter()
                .skip(1)
                .map(|game| game.span().start as usize);
            let mut start = 0;
            for end in ends.chain([source.len()]) {
                bytes.push(source[start..end].to_vec());
                start = end;
            }
        }
    }
    let sgf = record.to_sgf().map_err(SplitError::TooLarge)?;
    Ok(sgf.roots().zip(bytes).map(SplitGame::of).collect())
}

#[cfg(feature = "jgf")]
fn json_games(
    record: &Record,
    document: &kifu_jgf::Document,
    source: &[u8],
    between: Between,
) -> Result<Vec<SplitGame>, SplitError> {
    let records = match between {
        Between::Keep if document.is_array => return Err(SplitError::JsonArray),
        Between::Keep => alloc::vec![source.to_vec()],
        Between::Drop => {
            let records = kifu_jgf::split_records(source).map_err(SplitError::TooLarge)?;
            records.into_iter().map(String::into_bytes).collect()
        }
    };
    let sgf = record.to_sgf().map_err(SplitError::TooLarge)?;
    Ok(sgf.roots().zip(records).map(SplitGame::of).collect())
}

/// Returns the bytes of the game with this root in [`Record::to_sgf`], in the same form as [`split`], or
/// `None` if there is no such game. If several game trees share one pair of parentheses, only the
/// requested tree is returned.
///
/// # Errors
///
/// [`SplitError`] if the record has no games.
pub fn game(record: &Record, source: &[u8], root: NodeId) -> Result<Option<Vec<u8>>, SplitError> {
    if let Some(document) = record.sgf_document() {
        if record.is_empty() {
            return Err(SplitError::NoGame);
        }
        return document.standalone_game(root).map_err(SplitError::TooLarge);
    }
    let mut pieces = split(record, source, Between::Drop)?.into_iter();
    Ok(pieces
        .rfind(|piece| piece.root <= root)
        .map(|piece| piece.bytes))
}

/// The games of a record, which is [split] once, so that access to many of its games is fast.
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
    pieces: Vec<SplitGame>,
}

impl<'r> SplitGames<'r> {
    /// Splits a record that was read from this source.
    ///
    /// # Errors
    ///
    /// See [`split`].
    pub fn of(record: &'r Record, source: &[u8]) -> Result<SplitGames<'r>, SplitError> {
        let pieces = split(record, source, Between::Drop)?;
        Ok(SplitGames { record, pieces })
    }

    /// Returns the game with this root; see [`game`].
    ///
    /// # Errors
    ///
    /// [`SplitError::TooLarge`] if the game exceeds the size limit.
    pub fn game(&self, root: NodeId) -> Result<Option<Cow<'_, [u8]>>, SplitError> {
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
        // Several trees share one pair of parentheses.
        let game = document
            .standalone_game(root)
            .map_err(SplitError::TooLarge)?;
        Ok(game.map(Cow::Owned))
    }
}

/// Writes a changed record in its original format, where `sgf` is the changed result of
/// [`Record::to_sgf`].
///
/// SGF is written as it is, GIB in the charset of the original, and JGF as [`to_json_like`](kifu_jgf::convert::to_json_like) writes it.
/// Returns `None` for formats that are not written ([`Capabilities::is_written`](crate::Capabilities::is_written)).
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
        #[cfg(feature = "gib")]
        Record::Gib(gib) => {
            let root = sgf.roots().next()?;
            let game = kifu_sgf::convert::to_game(sgf, root).value;
            let text = kifu_gib::convert::from_game(&game).value;
            Some(kifu_gib::convert::to_bytes_like(gib, &text))
        }
        #[cfg(feature = "ngf")]
        Record::Ngf(_) => None,
        #[cfg(feature = "ogs")]
        Record::Ogs(_) => None,
        #[cfg(feature = "ugf")]
        Record::Ugf(_) => None,
        #[cfg(all(feature = "diagram", feature = "sgn"))]
        Record::Positions(_) => None,
    }
}
