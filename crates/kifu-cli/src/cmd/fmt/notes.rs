//! What formatting a file leaves out or renames.

use crate::output;

/// Notes for people about what was left out of a file, or changed its name, with places.
#[derive(Default, PartialEq, Debug)]
pub(super) struct Notes {
    told: Vec<String>,
    /// The number of notes that are left out.
    more: usize,
}

impl Notes {
    /// Adds what a note says, unless the file has so many of them that it is not a record. Text
    /// that was lost is always reported.
    pub(super) fn add(&mut self, is_lost: bool, note: impl FnOnce() -> String) {
        const SHOWN: usize = 10;
        if is_lost || self.told.len() < SHOWN {
            self.told.push(note());
        } else {
            self.more += 1;
        }
    }

    /// Reports the notes about the file with this name.
    pub(super) fn tell(&self, name: &str) {
        for note in &self.told {
            output::message(format_args!("{name}:{note}"));
        }
        if let more @ 1.. = self.more {
            let rest = "kifu check --all shows them";
            output::message(format_args!("{name}: and {more} more; {rest}"));
        }
    }
}
