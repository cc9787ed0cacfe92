//! What is being written, so that nothing of it stays when somebody ends the command.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static PENDING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A file or a folder that goes away if the command is interrupted. Dropped, it is
/// nobody's concern any more.
#[derive(Debug)]
pub(crate) struct Pending(PathBuf);

impl Pending {
    /// Makes something that has a path, which is pending from its first moment on.
    pub(crate) fn make<T>(
        make: impl FnOnce() -> io::Result<T>,
        path: impl FnOnce(&T) -> &Path,
    ) -> io::Result<(T, Pending)> {
        clear_when_interrupted();
        let mut pending = all();
        let made = make()?;
        let path = path(&made).to_owned();
        pending.insert(path.clone());
        Ok((made, Pending(path)))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        all().remove(&self.0);
    }
}

/// Does something that an interruption waits for.
pub(crate) fn whole<T>(steps: impl FnOnce() -> T) -> T {
    let _held = all();
    steps()
}

fn all() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Once there is something to clear away, a signal that ends the command clears it away
/// first. Nothing is written any more from then on.
#[cfg(unix)]
fn clear_when_interrupted() {
    use signal_hook::consts::TERM_SIGNALS;
    use signal_hook::iterator::Signals;

    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let ending = [TERM_SIGNALS, &[signal_hook::consts::SIGHUP]].concat();
        // Without it files with odd names stay behind, and nothing worse.
        let Ok(mut signals) = Signals::new(ending) else {
            return;
        };
        std::thread::spawn(move || {
            let Some(signal) = signals.forever().next() else {
                return;
            };
            let pending = all();
            for path in &*pending {
                let _ = match path.is_dir() {
                    true => fs::remove_dir_all(path),
                    false => fs::remove_file(path),
                };
            }
            // Ends as it would have done; the lock is never given back.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            std::process::exit(128 + signal);
        });
    });
}

#[cfg(not(unix))]
fn clear_when_interrupted() {}
