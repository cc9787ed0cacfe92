//! Notes on content that formatting a file removes or renames.

use crate::output;
use crate::printable::count;

/// Notes on removed or renamed content of a file, with its location.
#[derive(Default, PartialEq, Debug)]
pub(super) struct Notes {
    shown: Vec<String>,
    /// The number of notes that are not shown.
    more: usize,
}

impl Notes {
    /// Adds a note. Only the first notes on a file are shown, but lost text is always shown.
    pub(super) fn add(&mut self, is_lost_text: bool, note: impl FnOnce() -> String) {
        const MAX_SHOWN: usize = 10;
        if is_lost_text || self.shown.len() < MAX_SHOWN {
            self.shown.push(note());
        } else {
            self.more += 1;
        }
    }

    /// Reports the notes on the file with this name.
    pub(super) fn report(&self, name: &str) {
        for note in &self.shown {
            output::message(format_args!("{name}:{note}"));
        }
        if let more @ 1.. = self.more {
            let help = "run `kifu check --all` to see them";
            let more = count(more as u64, "more message");
            output::message(format_args!("{name}: {more}; {help}"));
        }
    }
}
