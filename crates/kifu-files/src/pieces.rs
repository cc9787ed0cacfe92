//! Splits a file into pieces, and joins pieces for the new files.

use std::io;
use std::ops::RangeInclusive;
use std::sync::Arc;

use kifu::collection::ParsedChunk;
use kifu::parts::{Between, SplitError, SplitGame, join, split};
use kifu::sgf::NodeId;
use kifu_files::Input;
use kifu_files::games::{Games, refuse_positions};

use crate::cmd::split::args::SplitArgs;
use crate::selected::Selected;
use crate::undecodable::refuse_json;

/// The pieces of a file that is split.
pub(super) struct Pieces {
    /// The chunks with selected pieces.
    selected: Vec<SelectedChunk>,
    /// The number of pieces in the file.
    count: usize,
    /// The number of selected pieces in the file.
    selected_count: usize,
}

/// The selected pieces of a chunk.
pub(super) struct SelectedChunk {
    /// The index of the chunk.
    index: usize,
    selected: Selected,
    before: CountsBefore,
    /// The number of selected pieces.
    count: usize,
}

/// The numbers of games and pieces before a chunk.
#[derive(Clone, Copy, Default)]
struct CountsBefore {
    games: usize,
    pieces: usize,
    selected: usize,
}

/// Consecutive pieces of one chunk that belong to the same new file.
pub(super) struct FilePart {
    /// The root of the first game.
    pub(super) root: NodeId,
    /// The number of the new file, from 1.
    pub(super) number: usize,
    /// The numbers of the games.
    pub(super) games: Vec<usize>,
    /// The bytes of the games, or why they cannot be in one file.
    pub(super) bytes: Result<Vec<u8>, String>,
    /// Whether this is the last part of the new file.
    pub(super) is_last: bool,
}

/// A piece with its number and the numbers of its games.
type Numbered = (usize, SplitGame, RangeInclusive<usize>);

impl Pieces {
    /// Finds the selected pieces of a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or split.
    pub(super) fn of(input: &Input, games: &mut Games, args: &SplitArgs) -> anyhow::Result<Pieces> {
        let select = args.games.select.as_ref();
        let mut before = CountsBefore::default();
        let mut chunks = Vec::new();
        for (index, read) in games.chunks().enumerate() {
            let read = read?;
            refuse_positions(&read.record)?;
            // JSON pieces are written in UTF-8, unless `--raw` copies their bytes.
            if !args.raw {
                refuse_json(&read.record, &read.chunk.bytes)?;
            }
            before.games = read.games_before;
            let selected = Selected::of(before.games, select, input, &read.record)?;
            let pieces = numbered(&read, before, args)?;
            let roots = pieces.iter().map(|(_, piece, _)| piece.root);
            let count = roots.filter(|root| selected.has(*root)).count();
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
            selected: chunks,
            count: before.pieces,
            selected_count: before.selected,
        })
    }

    /// Returns the number of new files. Without `--every`, it also counts pieces that are not
    /// selected.
    pub(super) fn files(&self, args: &SplitArgs) -> usize {
        match args.every {
            None => self.count,
            Some(every) => self.selected_count.div_ceil(every.get()),
        }
    }

    /// Reads the chunks with selected pieces again.
    pub(super) fn selected_chunks<'p>(
        &'p self,
        games: &'p mut Games,
    ) -> impl Iterator<Item = (&'p SelectedChunk, io::Result<Arc<ParsedChunk>>)> {
        let changed = || io::Error::other("the file changed while it was being read");
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
    pub(super) fn file_parts(
        &self,
        chunk: &SelectedChunk,
        read: &ParsedChunk,
        args: &SplitArgs,
    ) -> anyhow::Result<Vec<FilePart>> {
        let mut pieces = numbered(read, chunk.before, args)?;
        pieces.retain(|(_, piece, _)| chunk.selected.has(piece.root));
        if pieces.len() != chunk.count {
            anyhow::bail!("the file changed while it was being read");
        }
        let every = args.every.map_or(1, |every| every.get());
        let mut parts = Vec::new();
        let (mut at, mut rest) = (chunk.before.selected, pieces.as_slice());
        while let [(number, first, _), ..] = rest {
            let (file, filled) = (at / every, at % every);
            let (some, later) = rest.split_at(rest.len().min(every - filled));
            (at, rest) = (at + some.len(), later);
            let is_alone = every == 1 || self.selected_count - file * every == 1;
            parts.push(FilePart {
                root: first.root,
                number: args.every.map_or(*number, |_| file + 1),
                games: some.iter().flat_map(|(.., games)| games.clone()).collect(),
                bytes: if is_alone {
                    Ok(first.bytes.clone())
                } else {
                    let pieces = some.iter().map(|(_, piece, _)| piece);
                    let joined = join(&read.record, pieces, between(args));
                    joined.map_err(|why| why.to_string())
                },
                is_last: at % every == 0 || at == self.selected_count,
            });
        }
        Ok(parts)
    }
}

fn between(args: &SplitArgs) -> Between {
    if args.raw {
        Between::Keep
    } else {
        Between::Drop
    }
}

/// Returns the pieces of a chunk, numbered from those before it.
fn numbered(
    read: &ParsedChunk,
    before: CountsBefore,
    args: &SplitArgs,
) -> Result<Vec<Numbered>, SplitError> {
    let pieces = split(&read.record, &read.chunk.bytes, between(args))?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Verb;
    use crate::chunk_testing::games;
    use crate::chunk_testing::{collections, input, verb};

    fn args(more: &[&str]) -> SplitArgs {
        match verb(&[&["split"], more].concat()) {
            Verb::Split(args) => args,
            _ => unreachable!("the command is `split`"),
        }
    }

    /// The number of new files, and the index, the games and the bytes of each.
    type NewFiles = (usize, Vec<(usize, Vec<usize>, Result<Vec<u8>, String>)>);

    fn split(bytes: &[u8], max_len: usize, args: &SplitArgs) -> Result<NewFiles, String> {
        let input = input(bytes);
        let mut games = games(&input, max_len);
        let pieces = Pieces::of(&input, &mut games, args).map_err(|why| why.to_string())?;
        let (mut files, mut open) = (Vec::new(), false);
        for (selected, read) in pieces.selected_chunks(&mut games) {
            let read = read.expect("the file is in memory");
            let parts = pieces.file_parts(selected, &read, args);
            for part in parts.expect("the file is unchanged") {
                if !std::mem::replace(&mut open, !part.is_last) {
                    files.push((part.number, Vec::new(), Ok(Vec::new())));
                }
                let (number, games, bytes) = files.last_mut().expect("the file was added");
                assert_eq!(*number, part.number);
                games.extend(part.games);
                match (bytes, part.bytes) {
                    (Ok(bytes), Ok(more)) => bytes.extend(more),
                    (bytes @ Ok(_), Err(why)) => *bytes = Err(why),
                    (Err(_), _) => {}
                }
            }
        }
        assert!(!open);
        Ok((pieces.files(args), files))
    }

    #[test]
    fn pieces_of_chunks_equal_pieces_of_whole_file() {
        for more in [
            &[][..],
            &["--raw"],
            &["--every=1"],
            &["--every=5"],
            &["--every=7", "--raw"],
            &["-e", "moves > 10 and number < 20"],
            &["-e", "moves < 10", "--every=3"],
            &["-e", "has(RE)", "--every=2", "--raw"],
        ] {
            let args = args(more);
            for (bytes, max_len) in collections() {
                let whole = split(&bytes, 0, &args);
                let chunked = split(&bytes, max_len, &args);
                assert!(whole == chunked, "{more:?}");
            }
        }
    }
}
