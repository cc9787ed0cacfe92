//! Temporary files, which are removed if a signal ends the command.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static PENDING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A file or a directory that is removed if the command is interrupted. Dropping this value ends
/// that.
#[derive(Debug)]
pub(crate) struct Pending(PathBuf);

impl Pending {
    /// Creates a file or directory that is pending from the start; no signal can come in between.
    pub(crate) fn make<T>(
        make: impl FnOnce() -> io::Result<T>,
        path: impl FnOnce(&T) -> &Path,
    ) -> io::Result<(T, Pending)> {
        clear_when_interrupted();
        let mut pending = all();
        let file = make()?;
        let path = path(&file).to_owned();
        pending.insert(path.clone());
        Ok((file, Pending(path)))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        all().remove(&self.0);
    }
}

/// Runs steps that a signal does not interrupt.
pub(crate) fn uninterrupted<T>(steps: impl FnOnce() -> T) -> T {
    let _guard = all();
    steps()
}

fn all() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs a signal handler, the first time it is called. The handler removes pending files before
/// the command ends.
#[cfg(unix)]
fn clear_when_interrupted() {
    use signal_hook::consts::TERM_SIGNALS;
    use signal_hook::iterator::Signals;

    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let ending = [TERM_SIGNALS, &[signal_hook::consts::SIGHUP]].concat();
        // Without a handler, hidden files may remain, which does no harm.
        let Ok(mut signals) = Signals::new(ending) else {
            return;
        };
        std::thread::spawn(move || {
            let Some(signal) = signals.forever().next() else {
                return;
            };
            let pending = all();
            for path in &*pending {
                let _ = if path.is_dir() {
                    fs::remove_dir_all(path)
                } else {
                    fs::remove_file(path)
                };
            }
            // End as the signal would have done. The lock stays held, so no file is renamed.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            std::process::exit(128 + signal);
        });
    });
}

#[cfg(not(unix))]
fn clear_when_interrupted() {}
