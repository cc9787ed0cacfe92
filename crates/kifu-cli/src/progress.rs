//! A line on the terminal that shows the progress of long work.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kifu_files::bytes_read;

use crate::printable::count;

/// The time before progress is shown.
const DELAY: Duration = Duration::from_secs(1);

/// The time between updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// The number of files that are listed between updates.
const LISTED_AT_ONCE: u64 = 256;

/// Shows the share of the work that is done, the rate and the time left on standard error.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    files: Arc<AtomicU64>,
    #[cfg_attr(
        not(feature = "tables"),
        expect(dead_code, reason = "only exports of tables have a second stage")
    )]
    stage: Arc<Stage>,
    /// The thread that updates the line, and a channel; dropping the sender stops the thread.
    updates: Option<(Sender<()>, JoinHandle<()>)>,
}

/// The work that follows the reading of all files. A total of 0 means that it has not begun.
#[derive(Debug, Default)]
struct Stage {
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress {
    /// Creates a progress line, which is shown after a second if `is_wanted` is set and standard
    /// error is a terminal. Then `each_size` calls its argument with the size of each file until
    /// the argument returns `false`. `each_size` returns whether all sizes are known.
    pub(crate) fn new(
        is_wanted: bool,
        each_size: impl FnOnce(&mut dyn FnMut(u64) -> bool) -> bool + Send + 'static,
    ) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let (files, stage) = (Arc::default(), Arc::default());
        let updates = (is_wanted && io::stderr().is_terminal()).then(|| {
            let (sender, stopped) = mpsc::channel();
            let line = Line {
                bar: bar.clone(),
                files: Arc::clone(&files),
                stage: Arc::clone(&stage),
            };
            let update = move || line.update(&stopped, each_size);
            (sender, thread::spawn(update))
        });
        Progress {
            bar,
            files,
            stage,
            updates,
        }
    }

    /// Counts a file.
    pub(crate) fn advance(&mut self) {
        self.files.fetch_add(1, Ordering::Relaxed);
    }

    /// Shows from now on how many of `total` positions are sorted.
    #[cfg(feature = "tables")]
    pub(crate) fn sorting(&self, done: u64, total: u64) {
        self.stage.done.store(done, Ordering::Relaxed);
        self.stage.total.store(total, Ordering::Relaxed);
    }

    /// Hides the line while `write` runs, which may write to the terminal.
    pub(crate) fn pause<T>(&self, write: impl FnOnce() -> T) -> T {
        match self.updates {
            // Even a bar that is never drawn reads the clock.
            None => write(),
            Some(_) => self.bar.suspend(write),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.updates.take() {
            drop(sender);
            // A panic of the thread does not matter: the line is only a display.
            let _ = thread.join();
            self.bar.finish_and_clear();
        }
    }
}

/// The progress line, in the thread that updates it.
struct Line {
    bar: ProgressBar,
    files: Arc<AtomicU64>,
    stage: Arc<Stage>,
}

impl Line {
    fn update(
        &self,
        stopped: &Receiver<()>,
        each_size: impl FnOnce(&mut dyn FnMut(u64) -> bool) -> bool,
    ) {
        if is_stopped(stopped, DELAY) {
            return;
        }
        self.set_style("{spinner} {bytes}, {bytes_per_sec}, {msg}");
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        let (mut files, mut bytes) = (0, 0);
        let are_known = each_size(&mut |size| {
            files += 1;
            bytes += size;
            if files % LISTED_AT_ONCE != 0 {
                return true;
            }
            self.draw(None);
            !is_stopped(stopped, Duration::ZERO)
        });
        if !are_known {
            return self.draw_until_end(stopped, None);
        }
        self.set_style(
            "{spinner} {bytes} of {total_bytes} ({percent}%), {bytes_per_sec}, {eta} left, {msg}",
        );
        self.bar.set_length(bytes);
        self.draw_until_end(stopped, Some(files));
    }

    fn set_style(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
    }

    fn draw_until_end(&self, stopped: &Receiver<()>, total: Option<u64>) {
        let mut is_sorting = false;
        loop {
            let positions = self.stage.total.load(Ordering::Relaxed);
            if positions > 0 {
                if !is_sorting {
                    is_sorting = true;
                    self.set_style(
                        "{spinner} {human_pos} of {human_len} positions ({percent}%) sorted, {eta} left",
                    );
                    self.bar.set_length(positions);
                    self.bar.reset_eta();
                }
                self.bar
                    .set_position(self.stage.done.load(Ordering::Relaxed));
                self.bar.tick();
            } else {
                self.draw(total);
            }
            if is_stopped(stopped, INTERVAL) {
                return;
            }
        }
    }

    fn draw(&self, total: Option<u64>) {
        let files = self.files.load(Ordering::Relaxed);
        let text = match total {
            // `files` exceeds `total` if archives contain several files.
            Some(total) if total >= files => format!("{files} of {}", count(total, "file")),
            _ => count(files, "file"),
        };
        self.bar.set_message(text);
        let read = bytes_read();
        let end = self.bar.length().unwrap_or(u64::MAX);
        self.bar.set_position(read.min(end));
        self.bar.tick();
    }
}

/// Waits, and returns whether the run ended.
fn is_stopped(stopped: &Receiver<()>, wait: Duration) -> bool {
    stopped.recv_timeout(wait) == Err(RecvTimeoutError::Disconnected)
}
