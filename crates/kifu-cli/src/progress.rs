//! A line on the terminal that shows the progress of long work.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressStyle};

use crate::printable::count;

/// The time before progress is shown.
const DELAY: Duration = Duration::from_secs(1);

/// Shows the number of files and bytes on standard error, unless results go to the same terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    wanted: bool,
    since: Instant,
    shown: Option<ProgressBar>,
    files: u64,
    bytes: u64,
}

impl Progress {
    /// Creates a progress line; `writes_files` is whether no results go to standard output.
    pub(crate) fn new(wanted: bool, writes_files: bool) -> Progress {
        let is_free = writes_files || !io::stdout().is_terminal();
        Progress {
            wanted: wanted && io::stderr().is_terminal() && is_free,
            since: Instant::now(),
            shown: None,
            files: 0,
            bytes: 0,
        }
    }

    /// Counts a file with this many bytes.
    pub(crate) fn advance(&mut self, bytes: u64) {
        self.files += 1;
        self.bytes += bytes;
        if !self.wanted || self.since.elapsed() < DELAY {
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

    /// Hides the line while `write` runs, which may write to standard error.
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
