//! Splits a file into pieces, and joins them to form new files.

use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;

use kifu::collection::ParsedChunk;
use kifu::parts::{Between, SplitError, SplitGame, join, split};
use kifu::sgf::NodeId;

use crate::games::Games;

/// The settings for splitting a file.
#[derive(Clone, Copy, Debug)]
pub struct SplitOptions {
    /// The number of games in a new file; `None` writes each game to its own file.
    pub every: Option<NonZeroUsize>,
    /// The treatment of the bytes between games.
    pub between: Between,
}

/// The reason why a file cannot be split.
#[derive(Debug)]
#[non_exhaustive]
pub enum PiecesError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file cannot be split.
    Split(SplitError),
}

impl fmt::Display for PiecesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PiecesError::Io(error) => error.fmt(f),
            PiecesError::Split(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PiecesError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PiecesError::Io(error) => error.source(),
            PiecesError::Split(error) => error.source(),
        }
    }
}

impl From<io::Error> for PiecesError {
    fn from(error: io::Error) -> PiecesError {
        PiecesError::Io(error)
    }
}

impl From<SplitError> for PiecesError {
    fn from(error: SplitError) -> PiecesError {
        PiecesError::Split(error)
    }
}

fn changed() -> io::Error {
    io::Error::other("the file changed while it was being read")
}

/// The pieces of a file that is split.
#[derive(Debug)]
pub struct Pieces {
    options: SplitOptions,
    /// The chunks with selected pieces.
    selected: Vec<SelectedChunk>,
    /// The number of pieces in the file.
    count: usize,
    /// The number of selected pieces in the file.
    selected_count: usize,
}

/// The selected pieces of a chunk.
#[derive(Debug)]
pub struct SelectedChunk {
    /// The index of the chunk.
    index: usize,
    /// The roots of the selected games in ascending order; `None` selects all.
    selected: Option<Vec<NodeId>>,
    before: CountsBefore,
    /// The number of selected pieces.
    count: usize,
}

/// The numbers of games and pieces before a chunk.
#[derive(Clone, Copy, Default, Debug)]
struct CountsBefore {
    games: usize,
    pieces: usize,
    selected: usize,
}

/// Consecutive pieces of one chunk that belong to the same new file.
#[derive(Debug)]
pub struct FilePart {
    /// The root of the first game.
    pub root: NodeId,
    /// The number of the new file, from 1.
    pub number: usize,
    /// The numbers of the games.
    pub games: Vec<usize>,
    /// The bytes of the games, or why they cannot be in one file.
    pub bytes: Result<Vec<u8>, String>,
    /// Whether this is the last part of the new file.
    pub is_last: bool,
}

/// A piece with its number and the numbers of its games.
type Numbered = (usize, SplitGame, RangeInclusive<usize>);

impl Pieces {
    /// Finds the selected pieces of a file. `select` returns the roots of the selected games of a
    /// chunk in ascending order, or `None` to select all.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or split, and the errors of `select`.
    pub fn of<E: From<PiecesError>>(
        games: &mut Games,
        options: SplitOptions,
        mut select: impl FnMut(&ParsedChunk) -> Result<Option<Vec<NodeId>>, E>,
    ) -> Result<Pieces, E> {
        let mut before = CountsBefore::default();
        let mut chunks = Vec::new();
        for (index, read) in games.chunks().enumerate() {
            let read = read.map_err(PiecesError::Io)?;
            before.games = read.games_before;
            let selected = select(&read)?;
            let pieces = numbered(&read, before, options).map_err(PiecesError::Split)?;
            let roots = pieces.iter().map(|(_, piece, _)| piece.root);
            let count = roots.filter(|root| contains(&selected, *root)).count();
            if count > 0 {
                chunks.push(SelectedChunk {
                    index,
                    selected,
                    before,
                    count,
                });
            }
            before.pieces += pieces.len();
            before.selected += count;
        }
        Ok(Pieces {
            options,
            selected: chunks,
            count: before.pieces,
            selected_count: before.selected,
        })
    }

    /// Returns the number of new files. If each game gets its own file, the number also includes
    /// pieces that are not selected.
    pub fn files(&self) -> usize {
        match self.options.every {
            None => self.count,
            Some(every) => self.selected_count.div_ceil(every.get()),
        }
    }

    /// Reads the chunks with selected pieces again.
    pub fn selected_chunks<'p>(
        &'p self,
        games: &'p mut Games,
    ) -> impl Iterator<Item = (&'p SelectedChunk, io::Result<Arc<ParsedChunk>>)> {
        let (mut chunks, mut next) = (games.chunks(), 0);
        self.selected.iter().map(move |selected| {
            let chunk = chunks.nth(selected.index - next);
            next = selected.index + 1;
            (selected, chunk.unwrap_or_else(|| Err(changed())))
        })
    }

    /// Assigns the selected pieces of a chunk to new files. `read` is the chunk, read again.
    ///
    /// # Errors
    ///
    /// If the chunk has changed.
    pub fn file_parts(
        &self,
        chunk: &SelectedChunk,
        read: &ParsedChunk,
    ) -> Result<Vec<FilePart>, PiecesError> {
        let SplitOptions { every, between } = self.options;
        let mut pieces = numbered(read, chunk.before, self.options)?;
        pieces.retain(|(_, piece, _)| contains(&chunk.selected, piece.root));
        if pieces.len() != chunk.count {
            return Err(changed().into());
        }
        let is_numbered = every.is_some();
        let every = every.map_or(1, NonZeroUsize::get);
        let mut parts = Vec::new();
        let (mut at, mut rest) = (chunk.before.selected, pieces.as_slice());
        while let [(number, first, _), ..] = rest {
            let (file, filled) = (at / every, at % every);
            let (some, later) = rest.split_at(rest.len().min(every - filled));
            (at, rest) = (at + some.len(), later);
            let is_alone = every == 1 || self.selected_count - file * every == 1;
            parts.push(FilePart {
                root: first.root,
                number: if is_numbered { file + 1 } else { *number },
                games: some.iter().flat_map(|(.., games)| games.clone()).collect(),
                bytes: if is_alone {
                    Ok(first.bytes.clone())
                } else {
                    let pieces = some.iter().map(|(_, piece, _)| piece);
                    let joined = join(&read.record, pieces, between);
                    joined.map_err(|why| why.to_string())
                },
                is_last: at % every == 0 || at == self.selected_count,
            });
        }
        Ok(parts)
    }
}

fn contains(selected: &Option<Vec<NodeId>>, root: NodeId) -> bool {
    let roots = selected.as_ref();
    roots.is_none_or(|roots| roots.binary_search(&root).is_ok())
}

/// Returns the pieces of a chunk, numbered from those before it.
fn numbered(
    read: &ParsedChunk,
    before: CountsBefore,
    options: SplitOptions,
) -> Result<Vec<Numbered>, SplitError> {
    let pieces = split(&read.record, &read.chunk.bytes, options.between)?;
    let sgf = read.record.to_sgf().map_err(SplitError::TooLarge)?;
    let roots: Vec<NodeId> = sgf.roots().collect();
    let next = pieces.iter().skip(1).map(|next| Some(next.root));
    let ends = next.chain([None]).map(|next| match next {
        Some(next) => roots.partition_point(|root| *root < next),
        None => roots.len(),
    });
    let ends: Vec<usize> = ends.map(|end| before.games + end).collect();
    let mut start = before.games;
    let numbered = (before.pieces + 1..).zip(pieces).zip(ends);
    let numbered = numbered.map(|((number, piece), end)| {
        let games = std::mem::replace(&mut start, end) + 1..=end;
        (number, piece, games)
    });
    Ok(numbered.collect())
}
