//! The games of a file of any size, in parts that are read as often as they are asked for.

use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::Context;
use kifu::sgf::Document;
use kifu::{Record, TooLarge};

use crate::parts::{Content, Large};

/// The games of a file.
pub(crate) enum Games {
    Read(Arc<Read>),
    Large(Large),
}

/// Those of one part of it, or all.
pub(crate) struct Read {
    pub(crate) record: Record,
    /// What the record was read from.
    pub(crate) source: Vec<u8>,
}

impl Games {
    /// Those of an input.
    ///
    /// # Errors
    ///
    /// If it is too large to be read.
    pub(crate) fn of(content: Content) -> Result<Games, TooLarge> {
        Ok(match content {
            Content::All(source) => Games::Read(Arc::new(Read {
                record: kifu::read(source.as_slice())?,
                source,
            })),
            Content::Large(large) => Games::Large(large),
        })
    }

    /// How many parts there are.
    pub(crate) fn parts(&self) -> usize {
        match self {
            Games::Read(_) => 1,
            Games::Large(large) => large.count(),
        }
    }

    /// The parts, one after the other, each with how many games are before it.
    pub(crate) fn each(&self) -> impl Iterator<Item = anyhow::Result<(usize, Arc<Read>)>> {
        let mut behind = 0;
        (0..self.parts()).map(move |at| {
            let part = self.part(at)?;
            let before = behind;
            if let Record::Sgf(document) = &part.record {
                behind += document.roots().count();
            }
            Ok((before, part))
        })
    }

    /// A part by its number, from 0.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is too large.
    pub(crate) fn part(&self, at: usize) -> anyhow::Result<Arc<Read>> {
        match self {
            Games::Read(all) => Ok(Arc::clone(all)),
            Games::Large(large) => {
                let source = large.part(at)?;
                // By itself it could be taken for something else.
                let record = Record::Sgf(Document::parse(source.as_slice())?);
                Ok(Arc::new(Read { record, source }))
            }
        }
    }

    /// The part with the game of this number, from 1, or the last one; and how many games are before it.
    ///
    /// # Errors
    ///
    /// As of [`Games::part`].
    pub(crate) fn with_game(&self, number: NonZeroUsize) -> anyhow::Result<(Arc<Read>, usize)> {
        let mut found = None;
        for part in self.each() {
            let (before, part) = part?;
            let is_there = match &part.record {
                Record::Sgf(document) => before + document.roots().count() >= number.get(),
                _ => true,
            };
            found = Some((part, before));
            if is_there {
                break;
            }
        }
        found.context("it has no parts")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::input::Input;
    use crate::law::{collections, input};

    /// The games of a file, read in parts of so many bytes; 0 reads the whole.
    pub(crate) fn games(input: &Input, most: usize) -> Games {
        let content = match most {
            0 => Content::in_one(input),
            most => Content::up_to(most, input),
        };
        Games::of(content.expect("it is in memory")).expect("it is small")
    }

    #[test]
    fn games_are_found_by_their_numbers_in_parts() {
        for (bytes, most) in collections() {
            let input = input(&bytes);
            let (whole, parts) = (games(&input, 0), games(&input, most));
            let all = whole.part(0).expect("it is in memory");
            let all = all.record.to_sgf().expect("it is small");
            for (number, root) in (1..).zip(all.roots()) {
                let number = NonZeroUsize::new(number).expect("it is not 0");
                let (part, before) = parts.with_game(number).expect("it is in memory");
                let sgf = part.record.to_sgf().expect("it is small");
                let found = sgf.roots().nth(number.get() - 1 - before);
                let found = found.expect("it is in that part");
                let same = |(a, b): (kifu::sgf::NodeRef<'_>, kifu::sgf::NodeRef<'_>)| {
                    assert_eq!(format!("{a:?}"), format!("{b:?}"));
                };
                all.main_line(root).zip(sgf.main_line(found)).for_each(same);
            }
            let behind = NonZeroUsize::new(all.roots().count() + 1).expect("it is not 0");
            let (part, before) = parts.with_game(behind).expect("it is in memory");
            let last = part.record.to_sgf().expect("it is small").roots().count();
            assert_eq!(before + last, behind.get() - 1);
        }
    }
}
