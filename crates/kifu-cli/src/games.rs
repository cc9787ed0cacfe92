//! The games of an input: chunk after chunk, or read as often as they are needed.

use std::borrow::Borrow;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::Context;
use kifu::Record;
use kifu::collection::{CHUNK_LEN, Collection, Content, ParsedChunk};

use crate::input::{Input, Source};

/// The chunks of an input.
pub(crate) type Chunks = Collection<Source>;

/// Opens an input that has games or positions, to be read in chunks of at most this many bytes.
///
/// # Errors
///
/// If it cannot be read, or has other content.
pub(crate) fn open(input: &Input, chunk_len: usize) -> anyhow::Result<Chunks> {
    with_games(open_any(input, chunk_len)?)
}

/// The same, where the input may have no game.
pub(crate) fn open_any(input: &Input, chunk_len: usize) -> anyhow::Result<Chunks> {
    let chunks = Collection::with_chunk_len(input.open()?, chunk_len)?;
    refuse_other_content(chunks.content())?;
    Ok(chunks)
}

fn with_games(chunks: Chunks) -> anyhow::Result<Chunks> {
    match chunks.content() {
        Content::Nothing => anyhow::bail!("no game found"),
        _ => Ok(chunks),
    }
}

/// Refuses what no verb for games takes: code that reads games would take a recording for one, and
/// misunderstand it.
pub(crate) fn refuse_other_content(content: Content) -> anyhow::Result<()> {
    match content {
        Content::Records | Content::Nothing => Ok(()),
        Content::Recording => {
            anyhow::bail!("this is a recording; extract the game with `kifu rec at`")
        }
        Content::Bundle => {
            anyhow::bail!("this is a bundle of recordings; extract the game with `kifu rec at`")
        }
        Content::Packed(ending) => {
            anyhow::bail!("it is packed; only files whose names end with `{ending}` are unpacked")
        }
    }
}

/// Why a verb that needs games refuses a file.
pub(crate) const NO_GAMES: &str =
    "the file holds positions, not games; run `kifu convert -t sgf` first";

/// Refuses a record whose format holds no games.
///
/// # Errors
///
/// [`NO_GAMES`].
pub(crate) fn refuse_positions(record: &Record) -> anyhow::Result<()> {
    anyhow::ensure!(record.format().capabilities().has_games, NO_GAMES);
    Ok(())
}

/// The games of an input, which can be read several times.
pub(crate) struct Games(Held);

enum Held {
    All(Arc<ParsedChunk>),
    Large(Chunks),
}

impl Games {
    /// The games of an input; `whole` reads all of them at once.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or has no games or positions.
    pub(crate) fn open(input: &Input, whole: bool) -> anyhow::Result<Games> {
        Games::open_in(input, if whole { usize::MAX } else { CHUNK_LEN })
    }

    /// The games of an input that is read in chunks of at most this many bytes.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or has no games or positions.
    pub(crate) fn open_in(input: &Input, chunk_len: usize) -> anyhow::Result<Games> {
        let chunks = Collection::with_chunk_len(input.open_to_reread()?, chunk_len)?;
        refuse_other_content(chunks.content())?;
        let mut chunks = with_games(chunks)?.on_lines();
        if !chunks.is_whole() {
            return Ok(Games(Held::Large(chunks)));
        }
        let part = chunks.records().next().context("no game found")??;
        Ok(Games(Held::All(Arc::new(part))))
    }

    /// The number of bytes read since the first part.
    pub(crate) fn bytes_yielded(&self) -> u64 {
        match &self.0 {
            Held::All(part) => part.chunk.bytes.len() as u64,
            Held::Large(chunks) => chunks.bytes_yielded(),
        }
    }

    /// The games of one part.
    pub(crate) fn only(part: Arc<ParsedChunk>) -> Games {
        Games(Held::All(part))
    }

    /// The part with the game of this number, from 1, or the last part.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(crate) fn with_game(&mut self, number: NonZeroUsize) -> anyhow::Result<Arc<ParsedChunk>> {
        find_game(self.parts(), number)
    }

    /// The parts, from the first one on.
    pub(crate) fn parts(&mut self) -> impl Iterator<Item = io::Result<Arc<ParsedChunk>>> {
        let (all, large) = match &mut self.0 {
            Held::All(all) => (Some(Ok(Arc::clone(all))), None),
            Held::Large(chunks) => match chunks.rewind() {
                Ok(()) => (None, Some(chunks.records())),
                Err(error) => (Some(Err(error)), None),
            },
        };
        let large = large.into_iter().flatten();
        all.into_iter().chain(large.map(|part| part.map(Arc::new)))
    }
}

/// The part of a collection with the game of this number, from 1, or the last part.
///
/// # Errors
///
/// If the collection cannot be read.
pub(crate) fn with_game(chunks: &mut Chunks, number: NonZeroUsize) -> anyhow::Result<ParsedChunk> {
    find_game(chunks.records(), number)
}

/// The first of these parts with the game of this number, or the last part.
fn find_game<P: Borrow<ParsedChunk>>(
    parts: impl Iterator<Item = io::Result<P>>,
    number: NonZeroUsize,
) -> anyhow::Result<P> {
    let mut found = None;
    for part in parts {
        let part = found.insert(part?);
        let part: &ParsedChunk = (*part).borrow();
        if part.games_before + part.record.game_count() >= number.get() {
            break;
        }
    }
    found.context("no game found")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::law::{collections, input};

    /// The games of an input that is read in chunks of at most this many bytes; 0 reads the whole.
    pub(crate) fn games(input: &Input, most: usize) -> Games {
        let chunk_len = if most == 0 { usize::MAX } else { most };
        Games::open_in(input, chunk_len).expect("it is in memory")
    }

    #[test]
    fn games_are_found_by_their_numbers_in_chunks() {
        for (bytes, most) in collections() {
            let input = input(&bytes);
            let open = |chunk_len| open(&input, chunk_len).expect("it is in memory").on_lines();
            let find = |number| with_game(&mut open(most), number).expect("it is in memory");
            let all = find_all(&mut open(usize::MAX));
            let all = all.record.to_sgf().expect("it is small");
            for (number, root) in (1..).zip(all.roots()) {
                let number = NonZeroUsize::new(number).expect("it is not 0");
                let part = find(number);
                let sgf = part.record.to_sgf().expect("it is small");
                let found = sgf.roots().nth(number.get() - 1 - part.games_before);
                let found = found.expect("it is in that part");
                let same = |(a, b): (kifu::sgf::NodeRef<'_>, kifu::sgf::NodeRef<'_>)| {
                    assert_eq!(format!("{a:?}"), format!("{b:?}"));
                };
                all.main_line(root).zip(sgf.main_line(found)).for_each(same);
            }
            let after = NonZeroUsize::new(all.roots().count() + 1).expect("it is not 0");
            let part = find(after);
            let last = part.record.to_sgf().expect("it is small").roots().count();
            assert_eq!(part.games_before + last, after.get() - 1);
        }
    }

    fn find_all(chunks: &mut Chunks) -> ParsedChunk {
        let mut parts = chunks.records();
        parts.next().expect("it is there").expect("it is in memory")
    }
}
