//! The pieces of a file, and several of them together.

use std::io;
use std::ops::RangeInclusive;
use std::sync::Arc;

use kifu::collection::ParsedChunk;
use kifu::parts::{Between, SplitError, SplitGame, join, split};
use kifu::sgf::NodeId;

use crate::cmd::split::args::SplitArgs;
use crate::games::{Games, refuse_positions};
use crate::input::Input;
use crate::selected::Selected;
use crate::undecodable::refuse_json;

/// A file whose games go into files of their own.
pub(super) struct Pieces {
    /// The parts of it that have some which are wanted.
    pub(super) wanted: Vec<Wanted>,
    /// How many pieces it has, and how many of them are wanted.
    all: usize,
    taken: usize,
}

/// What is wanted of a part of a file.
pub(super) struct Wanted {
    pub(super) part: usize,
    selected: Selected,
    before: Before,
    /// How many pieces.
    count: usize,
}

/// What is before a part of a file.
#[derive(Clone, Copy, Default)]
struct Before {
    games: usize,
    pieces: usize,
    /// How many of those are wanted.
    taken: usize,
}

/// Games that stand together in a new file: all that it holds, or some.
pub(super) struct Stretch {
    /// The root of the first.
    pub(super) root: NodeId,
    /// The number of the new file among those of the old one.
    pub(super) number: usize,
    /// The numbers of the games.
    pub(super) games: Vec<usize>,
    /// As they are, or why they cannot be together.
    pub(super) bytes: Result<Vec<u8>, String>,
    /// Whether the new file holds no more.
    pub(super) is_last: bool,
}

/// A piece with its number and those of its games.
type Numbered = (usize, SplitGame, RangeInclusive<usize>);

impl Pieces {
    /// # Errors
    ///
    /// If it has no pieces, or they cannot be read.
    pub(super) fn of(input: &Input, games: &mut Games, args: &SplitArgs) -> anyhow::Result<Pieces> {
        let select = args.games.select.as_ref();
        let mut before = Before::default();
        let mut wanted = Vec::new();
        for (part, read) in games.parts().enumerate() {
            let read = read?;
            refuse_positions(&read.record)?;
            // Pieces of JSON are in UTF-8; `--raw` copies bytes.
            if !args.raw {
                refuse_json(&read.record, &read.chunk.bytes)?;
            }
            before.games = read.games_before;
            let selected = Selected::of(before.games, select, input, &read.record)?;
            let pieces = numbered(&read, before, args)?;
            let roots = pieces.iter().map(|(_, piece, _)| piece.root);
            let count = roots.filter(|root| selected.has(*root)).count();
            if count > 0 {
                wanted.push(Wanted {
                    part,
                    selected,
                    before,
                    count,
                });
            }
            before.pieces += pieces.len();
            before.taken += count;
        }
        Ok(Pieces {
            wanted,
            all: before.pieces,
            taken: before.taken,
        })
    }

    /// How many new files there will be, or would be if all pieces were wanted.
    pub(super) fn files(&self, args: &SplitArgs) -> usize {
        match args.every {
            None => self.all,
            Some(every) => self.taken.div_ceil(every.get()),
        }
    }

    /// The parts of which something is wanted, read again.
    pub(super) fn parts<'p>(
        &'p self,
        games: &'p mut Games,
    ) -> impl Iterator<Item = (&'p Wanted, io::Result<Arc<ParsedChunk>>)> {
        let changed = || io::Error::other("the file was changed while it was read");
        let (mut parts, mut at) = (games.parts(), 0);
        self.wanted.iter().map(move |wanted| {
            let part = parts.nth(wanted.part - at);
            at = wanted.part + 1;
            (wanted, part.unwrap_or_else(|| Err(changed())))
        })
    }

    /// What is wanted of a part that was read again.
    ///
    /// # Errors
    ///
    /// If it is another one now.
    pub(super) fn stretches(
        &self,
        wanted: &Wanted,
        read: &ParsedChunk,
        args: &SplitArgs,
    ) -> anyhow::Result<Vec<Stretch>> {
        let mut pieces = numbered(read, wanted.before, args)?;
        pieces.retain(|(_, piece, _)| wanted.selected.has(piece.root));
        if pieces.len() != wanted.count {
            anyhow::bail!("the file was changed while it was read");
        }
        let every = args.every.map_or(1, |every| every.get());
        let mut stretches = Vec::new();
        let (mut at, mut rest) = (wanted.before.taken, pieces.as_slice());
        while let [(number, first, _), ..] = rest {
            let (file, filled) = (at / every, at % every);
            let (some, later) = rest.split_at(rest.len().min(every - filled));
            (at, rest) = (at + some.len(), later);
            let is_alone = every == 1 || self.taken - file * every == 1;
            stretches.push(Stretch {
                root: first.root,
                number: args.every.map_or(*number, |_| file + 1),
                games: some.iter().flat_map(|(.., games)| games.clone()).collect(),
                bytes: match is_alone {
                    true => Ok(first.bytes.clone()),
                    false => {
                        let pieces = some.iter().map(|(_, piece, _)| piece);
                        let joined = join(&read.record, pieces, between(args));
                        joined.map_err(|why| why.to_string())
                    }
                },
                is_last: at % every == 0 || at == self.taken,
            });
        }
        Ok(stretches)
    }
}

fn between(args: &SplitArgs) -> Between {
    match args.raw {
        true => Between::Keep,
        false => Between::Drop,
    }
}

/// The pieces of a part of a file.
fn numbered(
    read: &ParsedChunk,
    before: Before,
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
    use crate::games::tests::games;
    use crate::law::{collections, input, verb};

    fn args(more: &[&str]) -> SplitArgs {
        match verb(&[&["split"], more].concat()) {
            Verb::Split(args) => args,
            _ => unreachable!("it was asked for"),
        }
    }

    /// New files: how many there are, and of each its number, its games, and what it holds.
    type Made = (usize, Vec<(usize, Vec<usize>, Result<Vec<u8>, String>)>);

    fn split(bytes: &[u8], most: usize, args: &SplitArgs) -> Result<Made, String> {
        let input = input(bytes);
        let mut games = games(&input, most);
        let pieces = Pieces::of(&input, &mut games, args).map_err(|why| why.to_string())?;
        let (mut made, mut open) = (Vec::new(), false);
        for (wanted, read) in pieces.parts(&mut games) {
            let read = read.expect("it is in memory");
            let stretches = pieces.stretches(wanted, &read, args);
            for stretch in stretches.expect("they were read before") {
                if !std::mem::replace(&mut open, !stretch.is_last) {
                    made.push((stretch.number, Vec::new(), Ok(Vec::new())));
                }
                let (number, games, bytes) = made.last_mut().expect("it was begun");
                assert_eq!(*number, stretch.number);
                games.extend(stretch.games);
                match (bytes, stretch.bytes) {
                    (Ok(bytes), Ok(more)) => bytes.extend(more),
                    (bytes @ Ok(_), Err(why)) => *bytes = Err(why),
                    (Err(_), _) => {}
                }
            }
        }
        assert!(!open);
        Ok((pieces.files(args), made))
    }

    #[test]
    fn pieces_of_parts_are_those_of_the_whole() {
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
            for (bytes, most) in collections() {
                let (whole, parts) = (split(&bytes, 0, &args), split(&bytes, most, &args));
                assert!(whole == parts, "{more:?}");
            }
        }
    }
}
