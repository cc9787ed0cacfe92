//! Temporary files, and how a program that is interrupted removes them.
//!
//! Files that are [written](crate::write) have hidden names until they are complete. If the program
//! ends early, the files are removed when they are dropped, but a signal drops nothing. A program
//! that handles signals can call [`remove_all`] in its handler:
//!
//! ```
//! // Called before the first temporary file is created, so that programs that write nothing need no
//! // handler.
//! kifu_files::pending::on_first_file(|| {
//!     // Install a handler that calls this:
//!     let removed = kifu_files::pending::remove_all();
//! // No file is renamed as long as this value exists; end the program here.
//!     drop(removed);
//! });
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};

static PENDING: Mutex<Paths> = Mutex::new(Paths {
    by_number: BTreeMap::new(),
    next: 0,
});

/// Paths by numbers, which are compared faster than paths.
#[derive(Debug)]
struct Paths {
    by_number: BTreeMap<u64, PathBuf>,
    next: u64,
}

/// The function to call before the first file is created.
static ON_FIRST_FILE: OnceLock<fn()> = OnceLock::new();

/// Sets a function that is called once, before the first temporary file of the process is created.
/// Only the first call has an effect.
pub fn on_first_file(call: fn()) {
    let _ = ON_FIRST_FILE.set(call);
}

/// Proof that the temporary files were removed. As long as this value exists, no thread creates a
/// temporary file or gives one its name.
#[derive(Debug)]
pub struct Removed {
    _pending: MutexGuard<'static, Paths>,
}

/// Removes all temporary files of this process.
pub fn remove_all() -> Removed {
    let pending = all();
    for path in pending.by_number.values() {
        let _ = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
    }
    Removed { _pending: pending }
}

/// A file or a directory that is removed if the program is interrupted. After this value is
/// dropped, an interruption no longer removes the file.
#[derive(Debug)]
pub(crate) struct Pending(u64);

impl Pending {
    /// Creates a file or directory that is pending from the start: signals are handled only after it
    /// is registered.
    pub(crate) fn make<T>(
        make: impl FnOnce() -> io::Result<T>,
        path: impl FnOnce(&T) -> &Path,
    ) -> io::Result<(T, Pending)> {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            if let Some(call) = ON_FIRST_FILE.get() {
                call();
            }
        });
        let mut pending = all();
        let file = make()?;
        let number = pending.next;
        pending.next += 1;
        pending.by_number.insert(number, path(&file).to_owned());
        Ok((file, Pending(number)))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        all().by_number.remove(&self.0);
    }
}

/// Runs steps that [`remove_all`] does not interrupt.
pub fn uninterrupted<T>(steps: impl FnOnce() -> T) -> T {
    let _guard = all();
    steps()
}

fn all() -> MutexGuard<'static, Paths> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}
