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
            if before >= number.get() {
                break;
            }
            found = Some((part, before));
        }
        found.context("it has no parts")
    }
}
