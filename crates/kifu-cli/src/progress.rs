//! A line on a terminal that says how far long work has come.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressStyle};

use crate::printable::count;

/// Work that is done by then needs no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows files and bytes on standard error while results go elsewhere: it would
/// disturb them on the same screen.
#[derive(Debug)]
pub(crate) struct Progress {
    wanted: bool,
    since: Instant,
    shown: Option<ProgressBar>,
    files: u64,
    bytes: u64,
}

impl Progress {
    /// `in_files` tells that no results go to standard output.
    pub(crate) fn new(wanted: bool, in_files: bool) -> Progress {
        let is_free = in_files || !io::stdout().is_terminal();
        Progress {
            wanted: wanted && io::stderr().is_terminal() && is_free,
            since: Instant::now(),
            shown: None,
            files: 0,
            bytes: 0,
        }
    }

    /// One more file is done.
    pub(crate) fn advance(&mut self, bytes: u64) {
        self.files += 1;
        self.bytes += bytes;
        if !self.wanted || self.since.elapsed() < PATIENCE {
            return;
        }
        let bar = self.shown.get_or_insert_with(|| {
            let bar = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{spinner} {msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
        bar.set_message(format!(
            "{}, {}",
            count(self.files, "file"),
            HumanBytes(self.bytes)
        ));
        bar.tick();
    }

    /// Does something that writes to standard error.
    pub(crate) fn pause<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.shown {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}
