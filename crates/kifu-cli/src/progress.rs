//! A line on the terminal that shows the progress of long work.

use std::io::{self, IsTerminal, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::input::InputArgs;
use crate::input;
use crate::printable::count;

/// The time before progress is shown.
const DELAY: Duration = Duration::from_secs(1);

/// The time between updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// The number of files that are listed between updates.
const LISTED_AT_ONCE: usize = 256;

/// The number of bytes that were read from all inputs.
static BYTES_READ: AtomicU64 = AtomicU64::new(0);

/// A reader of an input that counts for the progress. Bytes that are read again do not count.
#[derive(Debug)]
pub(crate) struct Measured<R> {
    inner: R,
    position: u64,
    counted: u64,
}

impl<R> Measured<R> {
    pub(crate) fn new(inner: R) -> Measured<R> {
        Measured {
            inner,
            position: 0,
            counted: 0,
        }
    }

    pub(crate) fn get_ref(&self) -> &R {
        &self.inner
    }
}

impl<R: Read> Read for Measured<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.position += read as u64;
        let new = self.position.saturating_sub(self.counted);
        if new > 0 {
            self.counted = self.position;
            BYTES_READ.fetch_add(new, Ordering::Relaxed);
        }
        Ok(read)
    }
}

impl<R: Seek> Seek for Measured<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position = self.inner.seek(to)?;
        Ok(self.position)
    }
}

/// Shows the share of the work that is done, the rate and the time left on standard error.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    files: Arc<AtomicU64>,
    /// The thread that updates the line, and a channel whose end stops it.
    updates: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Creates a progress line for a run that reads these inputs. It is shown after a second, if
    /// standard error is a terminal.
    pub(crate) fn new(args: &InputArgs) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let files = Arc::default();
        let is_wanted = !args.no_progress && io::stderr().is_terminal();
        let updates = is_wanted.then(|| {
            let (sender, stopped) = mpsc::channel();
            let line = Line {
                bar: bar.clone(),
                files: Arc::clone(&files),
                args: args.clone(),
            };
            (sender, thread::spawn(move || line.update(&stopped)))
        });
        Progress {
            bar,
            files,
            updates,
        }
    }

    /// Counts a file.
    pub(crate) fn advance(&mut self) {
        self.files.fetch_add(1, Ordering::Relaxed);
    }

    /// Hides the line while `write` runs, which may write to the terminal.
    pub(crate) fn pause<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.updates.take() {
            drop(sender);
            // The line is only a display.
            let _ = thread.join();
            self.bar.finish_and_clear();
        }
    }
}

/// The progress line, in the thread that updates it.
struct Line {
    bar: ProgressBar,
    files: Arc<AtomicU64>,
    args: InputArgs,
}

impl Line {
    fn update(&self, stopped: &Receiver<()>) {
        if is_stopped(stopped, DELAY) {
            return;
        }
        self.set_style("{spinner} {bytes}, {bytes_per_sec}, {msg}");
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        let (mut files, mut bytes) = (0, 0);
        let Some(mut sizes) = input::sizes(&self.args) else {
            return self.draw_until_end(stopped, None);
        };
        loop {
            let before = files;
            for size in sizes.by_ref().take(LISTED_AT_ONCE) {
                files += 1;
                bytes += size;
            }
            if before == files {
                break;
            }
            self.draw(None);
            if is_stopped(stopped, Duration::ZERO) {
                return;
            }
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
        loop {
            self.draw(total);
            if is_stopped(stopped, INTERVAL) {
                return;
            }
        }
    }

    fn draw(&self, total: Option<u64>) {
        let files = self.files.load(Ordering::Relaxed);
        let text = match total {
            // Archives contain several files.
            Some(total) if total >= files => format!("{files} of {}", count(total, "file")),
            _ => count(files, "file"),
        };
        self.bar.set_message(text);
        let read = BYTES_READ.load(Ordering::Relaxed);
        let end = self.bar.length().unwrap_or(u64::MAX);
        self.bar.set_position(read.min(end));
        self.bar.tick();
    }
}

/// Waits, and returns whether the run ended.
fn is_stopped(stopped: &Receiver<()>, wait: Duration) -> bool {
    stopped.recv_timeout(wait) == Err(RecvTimeoutError::Disconnected)
}
