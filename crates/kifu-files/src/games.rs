//! The games of an input, read in chunks, once or repeatedly.

use std::borrow::Borrow;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::Context;
use kifu::Record;
use kifu::collection::{CHUNK_LEN, Collection, Content, ParsedChunk};

use crate::input::{Input, Source};
use crate::other_kind::OtherKind;

/// The chunks of an input.
pub(crate) type Chunks = Collection<Source>;

/// Opens an input with games or positions, to be read in chunks of at most `chunk_len` bytes.
///
/// # Errors
///
/// If the input cannot be read or has other content.
pub(crate) fn open(input: &Input, chunk_len: usize) -> anyhow::Result<Chunks> {
    with_games(open_any(input, chunk_len)?)
}

/// The same as [`open`], but also accepts an input without a game, unless it was found in a directory
/// and does not have the name of a game record.
pub(crate) fn open_any(input: &Input, chunk_len: usize) -> anyhow::Result<Chunks> {
    let chunks = Collection::with_chunk_len(input.open()?, chunk_len)?;
    refuse_other_content(input, chunks.content())?;
    Ok(chunks)
}

/// The same as [`open`], but also accepts any input without a recognized game.
pub(crate) fn open_unrecognized(input: &Input, chunk_len: usize) -> anyhow::Result<Chunks> {
    let chunks = Collection::with_chunk_len(input.open()?, chunk_len)?;
    match OtherKind::of(chunks.content()) {
        None | Some(OtherKind::Unknown) => Ok(chunks),
        Some(kind) => Err(kind.into()),
    }
}

fn with_games(chunks: Chunks) -> anyhow::Result<Chunks> {
    match chunks.content() {
        Content::Nothing => anyhow::bail!(OtherKind::Unknown),
        _ => Ok(chunks),
    }
}

/// Refuses recordings, bundles, compressed data and foreign formats. Code for games would misread a
/// recording as a game. A file without a game is refused only if it was found in a directory and does
/// not have the name of a game record.
///
/// # Errors
///
/// [`OtherKind`].
pub(crate) fn refuse_other_content(input: &Input, content: Content) -> Result<(), OtherKind> {
    match OtherKind::of(content) {
        None => Ok(()),
        Some(OtherKind::Unknown) if !input.is_skipped(OtherKind::Unknown) => Ok(()),
        Some(kind) => Err(kind),
    }
}

/// The error of verbs that need games, for a file with positions.
pub(crate) const NO_GAMES: OtherKind = OtherKind::Positions;

/// Refuses a record whose format has only positions.
///
/// # Errors
///
/// [`NO_GAMES`].
pub(crate) fn refuse_positions(record: &Record) -> anyhow::Result<()> {
    anyhow::ensure!(record.format().capabilities().has_games, NO_GAMES);
    Ok(())
}

/// The games of an input, which can be read several times.
pub(crate) struct Games(Storage);

enum Storage {
    InMemory(Arc<ParsedChunk>),
    Chunked(Chunks),
}

impl Games {
    /// Opens an input; `whole` reads it as one chunk.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, or has no games or positions.
    pub(crate) fn open(input: &Input, whole: bool) -> anyhow::Result<Games> {
        Games::open_in(input, if whole { usize::MAX } else { CHUNK_LEN })
    }

    /// Opens an input that is read in chunks of at most `chunk_len` bytes.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, or has no games or positions.
    pub(crate) fn open_in(input: &Input, chunk_len: usize) -> anyhow::Result<Games> {
        let chunks = Collection::with_chunk_len(input.open_to_reread()?, chunk_len)?;
        refuse_other_content(input, chunks.content())?;
        let mut chunks = with_games(chunks)?.split_at_lines();
        if !chunks.is_whole() {
            return Ok(Games(Storage::Chunked(chunks)));
        }
        let parsed = chunks.records().next().context(OtherKind::Unknown)??;
        Ok(Games(Storage::InMemory(Arc::new(parsed))))
    }

    /// Returns the number of bytes in the chunks read since the start.
    pub(crate) fn bytes_yielded(&self) -> u64 {
        match &self.0 {
            Storage::InMemory(parsed) => parsed.chunk.bytes.len() as u64,
            Storage::Chunked(chunks) => chunks.bytes_yielded(),
        }
    }

    /// Returns the games of one chunk.
    pub(crate) fn only(parsed: Arc<ParsedChunk>) -> Games {
        Games(Storage::InMemory(parsed))
    }

    /// Returns the chunk with the game of this number, from 1, or the last chunk if there is none.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub(crate) fn with_game(&mut self, number: NonZeroUsize) -> anyhow::Result<Arc<ParsedChunk>> {
        find_game(self.chunks(), number)
    }

    /// Returns an iterator over all chunks, from the first one.
    pub(crate) fn chunks(&mut self) -> impl Iterator<Item = io::Result<Arc<ParsedChunk>>> {
        let (first, chunks) = match &mut self.0 {
            Storage::InMemory(parsed) => (Some(Ok(Arc::clone(parsed))), None),
            Storage::Chunked(chunks) => match chunks.rewind() {
                Ok(()) => (None, Some(chunks.records())),
                Err(error) => (Some(Err(error)), None),
            },
        };
        let chunks = chunks.into_iter().flatten();
        first
            .into_iter()
            .chain(chunks.map(|parsed| parsed.map(Arc::new)))
    }
}

/// Returns the chunk with the game of this number, from 1, or the last chunk if there is none.
///
/// # Errors
///
/// If the collection cannot be read.
pub(crate) fn with_game(chunks: &mut Chunks, number: NonZeroUsize) -> anyhow::Result<ParsedChunk> {
    find_game(chunks.records(), number)
}

/// Returns the chunk with the game of this number, or the last chunk if there is none.
fn find_game<P: Borrow<ParsedChunk>>(
    chunks: impl Iterator<Item = io::Result<P>>,
    number: NonZeroUsize,
) -> anyhow::Result<P> {
    let mut found = None;
    for parsed in chunks {
        let parsed = found.insert(parsed?);
        let parsed: &ParsedChunk = (*parsed).borrow();
        if parsed.games_before + parsed.record.game_count() >= number.get() {
            break;
        }
    }
    found.context(OtherKind::Unknown)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::chunk_testing::{collections, input};

    /// Opens an input that is read in chunks of at most `chunk_len` bytes; 0 means one chunk.
    pub(crate) fn games(input: &Input, chunk_len: usize) -> Games {
        let chunk_len = if chunk_len == 0 {
            usize::MAX
        } else {
            chunk_len
        };
        Games::open_in(input, chunk_len).expect("the input is in memory")
    }

    #[test]
    fn games_are_found_by_their_numbers_in_chunks() {
        for (bytes, chunk_len) in collections() {
            let input = input(&bytes);
            let open = |chunk_len| {
                let chunks = open(&input, chunk_len).expect("the input is in memory");
                chunks.split_at_lines()
            };
            let find =
                |number| with_game(&mut open(chunk_len), number).expect("the input is in memory");
            let all = find_all(&mut open(usize::MAX));
            let all = all.record.to_sgf().expect("the record is small");
            for (number, root) in (1..).zip(all.roots()) {
                let number = NonZeroUsize::new(number).expect("numbers start at 1");
                let parsed = find(number);
                let sgf = parsed.record.to_sgf().expect("the record is small");
                let found = sgf.roots().nth(number.get() - 1 - parsed.games_before);
                let found = found.expect("the chunk has the game");
                let same = |(a, b): (kifu::sgf::NodeRef<'_>, kifu::sgf::NodeRef<'_>)| {
                    assert_eq!(format!("{a:?}"), format!("{b:?}"));
                };
                all.main_line(root).zip(sgf.main_line(found)).for_each(same);
            }
            let too_large = NonZeroUsize::new(all.roots().count() + 1).expect("it is at least 1");
            let parsed = find(too_large);
            let sgf = parsed.record.to_sgf().expect("the record is small");
            let last = parsed.games_before + sgf.roots().count();
            assert_eq!(last, too_large.get() - 1);
        }
    }

    fn find_all(chunks: &mut Chunks) -> ParsedChunk {
        let first = chunks.records().next().expect("there is a chunk");
        first.expect("the input is in memory")
    }
}
