//! The journal of a run: all of its steps, written to disk before the first file is renamed and
//! removed after the last. If a run is interrupted, the next run finds the journal and undoes the
//! steps that were carried out.
//!
//! The journal is a hidden file in a directory given to the run, with a JSON value on each line.
//! The run holds a lock on it. The journal does not record how far the run got; this is determined
//! from the digests of the files, since each step changes which content is found under which name.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::step::Step;
use crate::paths::split_existing;
use crate::write::{self, Digest};

/// The file name of a journal.
const JOURNAL_NAME: &str = ".kifu-rename";

/// The version of the journal format.
const VERSION: u32 = 1;

/// An error of a [`Journal`].
#[derive(Debug)]
#[non_exhaustive]
pub enum JournalError {
    /// Another program is renaming files in this directory.
    Busy(PathBuf),
    /// No directory was given.
    NoDirectory,
    /// The journal cannot be written.
    Write(PathBuf, io::Error),
    /// The journal cannot be removed.
    Remove(PathBuf, io::Error),
    /// The run of this journal cannot be undone.
    Undo(PathBuf, UndoError),
}

/// The reason why a run cannot be undone.
#[derive(Debug)]
#[non_exhaustive]
pub enum UndoError {
    /// A file cannot be read or renamed.
    Io(io::Error),
    /// The journal was written by another version.
    Version,
    /// The journal names a file outside of the directories that the user gave.
    Outside {
        /// The file.
        path: PathBuf,
        /// The directory of the journal.
        home: PathBuf,
    },
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Busy(home) => {
                write!(f, "another program is renaming files in {}", home.display())
            }
            JournalError::NoDirectory => f.write_str("no directory to write the journal to"),
            JournalError::Write(path, _) => {
                write!(f, "cannot write the journal {}", path.display())
            }
            JournalError::Remove(path, _) => write!(f, "cannot remove {}", path.display()),
            JournalError::Undo(path, _) => {
                write!(f, "cannot undo the interrupted run of {}", path.display())
            }
        }
    }
}

impl core::error::Error for JournalError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            JournalError::Write(_, error) | JournalError::Remove(_, error) => Some(error),
            JournalError::Undo(_, error) => Some(error),
            JournalError::Busy(_) | JournalError::NoDirectory => None,
        }
    }
}

impl fmt::Display for UndoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UndoError::Io(error) => error.fmt(f),
            UndoError::Version => f.write_str("it was written by another version of kifu"),
            UndoError::Outside { path, home } => {
                write!(f, "{} is not in {}", path.display(), home.display())
            }
        }
    }
}

impl core::error::Error for UndoError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            UndoError::Io(error) => error.source(),
            _ => None,
        }
    }
}

impl From<io::Error> for UndoError {
    fn from(error: io::Error) -> UndoError {
        UndoError::Io(error)
    }
}

/// The reason why one file keeps its new name when a run is undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotUndone {
    /// The file does not exist.
    Missing,
    /// The file has changed since it was renamed.
    Changed,
    /// Another file has its old name.
    Taken,
}

impl fmt::Display for NotUndone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotUndone::Missing => "does not exist",
            NotUndone::Changed => "has changed since it was renamed",
            NotUndone::Taken => "cannot be renamed back: its old name is taken",
        })
    }
}

/// A line of a journal.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Version(u32),
    /// A directory that the run creates.
    Folder(StoredPath),
    /// A file to rename. After [`Line::Ready`]: a step that is reverted.
    Step {
        from: StoredPath,
        to: StoredPath,
        digest: (u64, u64),
    },
    /// The journal is complete, and the first file will be renamed.
    Ready,
    /// The step with this number, from 0, failed.
    Failed(usize),
}

/// A path, relative to the directory of the journal if it is inside that directory.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredPath {
    Text(String),
    /// The code units of a path that is not Unicode.
    Units(Vec<u16>),
}

impl StoredPath {
    fn of(path: &Path, home: &Path) -> StoredPath {
        let path = path.strip_prefix(home).unwrap_or(path);
        match path.to_str() {
            Some(text) => StoredPath::Text(text.to_owned()),
            None => StoredPath::Units(units(path)),
        }
    }

    fn path(self, home: &Path) -> PathBuf {
        home.join(match self {
            StoredPath::Text(text) => PathBuf::from(text),
            StoredPath::Units(units) => from_units(&units),
        })
    }
}

#[cfg(unix)]
fn units(path: &Path) -> Vec<u16> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str()
        .as_bytes()
        .iter()
        .copied()
        .map(u16::from)
        .collect()
}

#[cfg(unix)]
fn from_units(units: &[u16]) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    let bytes = units.iter().filter_map(|unit| u8::try_from(*unit).ok());
    std::ffi::OsString::from_vec(bytes.collect()).into()
}

#[cfg(windows)]
fn units(path: &Path) -> Vec<u16> {
    use std::os::windows::ffi::OsStrExt;
    path.as_os_str().encode_wide().collect()
}

#[cfg(windows)]
fn from_units(units: &[u16]) -> PathBuf {
    use std::os::windows::ffi::OsStringExt;
    std::ffi::OsString::from_wide(units).into()
}

// ---- writing ----

/// The journal of this run, with the lock on it.
#[derive(Debug)]
pub struct Journal {
    home: PathBuf,
    file: File,
}

impl Journal {
    /// Writes the journal for these steps to the first of the directories that is writable, and
    /// flushes it to disk.
    ///
    /// # Errors
    ///
    /// If there is a journal already, or none can be written.
    pub fn begin(homes: &[PathBuf], steps: &[Step]) -> Result<Journal, JournalError> {
        let mut refused = None;
        for home in homes {
            let path = home.join(JOURNAL_NAME);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    let journal = Journal {
                        home: home.clone(),
                        file,
                    };
                    let written = journal.write(steps);
                    return match written {
                        Ok(()) => Ok(journal),
                        Err(error) => {
                            let _ = fs::remove_file(&path);
                            Err(JournalError::Write(path, error))
                        }
                    };
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    return Err(JournalError::Busy(home.clone()));
                }
                Err(error) => refused = Some((path, error)),
            }
        }
        match refused {
            Some((path, error)) => Err(JournalError::Write(path, error)),
            None => Err(JournalError::NoDirectory),
        }
    }

    fn write(&self, steps: &[Step]) -> io::Result<()> {
        self.file.lock().or_else(|error| match error.kind() {
            // Some file systems have no locks.
            io::ErrorKind::Unsupported => Ok(()),
            _ => Err(error),
        })?;
        let name = |path: &Path| StoredPath::of(path, &self.home);
        let mut out = BufWriter::new(&self.file);
        let mut add = |line: &Line| write_line(&mut out, line);
        add(&Line::Version(VERSION))?;
        let folders: BTreeSet<PathBuf> = steps.iter().flat_map(new_folders).collect();
        for folder in folders {
            add(&Line::Folder(name(&folder)))?;
        }
        for step in steps {
            add(&Line::Step {
                from: name(&step.from),
                to: name(&step.to),
                digest: step.digest,
            })?;
        }
        add(&Line::Ready)?;
        out.flush()?;
        drop(out);
        self.file.sync_all()?;
        write::sync_folder(&self.home)
    }

    /// Records that a step failed.
    pub(crate) fn failed(&mut self, number: usize) -> io::Result<()> {
        self.add(&Line::Failed(number))
    }

    /// Records that a file will get its old name back.
    pub(crate) fn add_revert(&mut self, step: &Step) -> io::Result<()> {
        self.add(&Line::Step {
            from: StoredPath::of(&step.from, &self.home),
            to: StoredPath::of(&step.to, &self.home),
            digest: step.digest,
        })
    }

    fn add(&mut self, line: &Line) -> io::Result<()> {
        write_line(&mut self.file, line)?;
        self.file.sync_data()
    }

    /// Ends the run and removes the journal, since nothing is left to undo.
    ///
    /// # Errors
    ///
    /// If the journal cannot be removed.
    pub fn end(self) -> Result<(), JournalError> {
        let path = self.home.join(JOURNAL_NAME);
        write::remove(&path).map_err(|error| JournalError::Remove(path, error))
    }
}

fn write_line(out: &mut impl Write, line: &Line) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    out.write_all(&text)
}

/// Returns the directories that a step creates.
fn new_folders(step: &Step) -> Vec<PathBuf> {
    let (existing, rest) = split_existing(step.to.parent().unwrap_or(&step.to));
    let all = rest.ancestors().map(|path| existing.join(path));
    all.filter(|path| *path != existing).collect()
}

// ---- undoing ----

/// An interrupted run.
struct Interrupted {
    home: PathBuf,
    folders: Vec<PathBuf>,
    steps: Vec<Step>,
}

/// Returns the directories that contain a journal, among the given directories and the directories
/// above them.
pub fn folders_with_journal(folders: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut seen = BTreeSet::new();
    for folder in folders {
        for above in folder.ancestors() {
            if !seen.insert(above.to_owned()) {
                break;
            }
        }
    }
    let has_journal = |folder: &PathBuf| folder.join(JOURNAL_NAME).symlink_metadata().is_ok();
    seen.into_iter().filter(has_journal).collect()
}

/// Undoes the interrupted run whose journal is in a directory. Returns the number of files that got
/// their old names; `None` if no file was renamed by the run. Calls `report` for each file that keeps
/// its new name.
///
/// Files are only renamed inside that directory and inside `allowed`, which the user has given, since
/// a journal can come from an untrusted source.
///
/// # Errors
///
/// If another program is using the journal, or the run cannot be undone.
pub fn undo(
    home: &Path,
    allowed: &[PathBuf],
    report: &mut dyn FnMut(&Path, NotUndone),
) -> Result<Option<u64>, JournalError> {
    let path = home.join(JOURNAL_NAME);
    let mut file = match OpenOptions::new().read(true).write(true).open(&path) {
        // Another run has already undone it.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(JournalError::Undo(path, error.into())),
        Ok(file) => file,
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(home.to_owned())),
        // Some file systems have no locks.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
        Err(TryLockError::Error(error)) => return Err(JournalError::Undo(path, error.into())),
    }
    undo_locked(&mut file, home, allowed, report)
        .and_then(|undone| {
            write::remove(&path)?;
            Ok(undone)
        })
        .map_err(|error| JournalError::Undo(path, error))
}

fn undo_locked(
    file: &mut File,
    home: &Path,
    allowed: &[PathBuf],
    report: &mut dyn FnMut(&Path, NotUndone),
) -> Result<Option<u64>, UndoError> {
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let Some(run) = Interrupted::read(home, &text)? else {
        return Ok(None);
    };
    run.check_paths(allowed)?;
    run.undo(report).map(Some)
}

impl Interrupted {
    /// Reads a journal; `None` if the run was interrupted before the first file was renamed.
    fn read(home: &Path, text: &[u8]) -> Result<Option<Interrupted>, UndoError> {
        let mut run = Interrupted {
            home: home.to_owned(),
            folders: Vec::new(),
            steps: Vec::new(),
        };
        let mut failed = BTreeSet::new();
        let mut is_ready = false;
        for line in text.split(|byte| *byte == b'\n') {
            // The last line can be truncated. Its step was not carried out in this case.
            let Ok(line) = serde_json::from_slice(line) else {
                break;
            };
            match line {
                Line::Version(VERSION) => {}
                Line::Version(_) => return Err(UndoError::Version),
                Line::Folder(name) => run.folders.push(name.path(home)),
                Line::Step { from, to, digest } => run.steps.push(Step {
                    number: None,
                    from: from.path(home),
                    to: to.path(home),
                    digest,
                }),
                Line::Ready => is_ready = true,
                Line::Failed(number) => drop(failed.insert(number)),
            }
        }
        let mut numbers = 0..;
        run.steps.retain(|_| {
            numbers
                .next()
                .is_none_or(|number| !failed.contains(&number))
        });
        Ok(is_ready.then_some(run))
    }

    /// Checks that all paths are inside the directory of the journal or inside `allowed`.
    fn check_paths(&self, allowed: &[PathBuf]) -> Result<(), UndoError> {
        let is_below = |path: &Path| {
            let plain = path.file_name().is_some_and(|name| name != "..");
            let (existing, rest) = split_existing(path.parent().unwrap_or(path));
            let goes_up = rest.components().any(|part| part.as_os_str() == "..");
            let mut folders = [&self.home].into_iter().chain(allowed);
            plain && !goes_up && folders.any(|folder| existing.starts_with(folder))
        };
        let steps = self.steps.iter().flat_map(|step| [&step.from, &step.to]);
        for path in steps.chain(&self.folders) {
            if !is_below(path) {
                return Err(UndoError::Outside {
                    path: path.clone(),
                    home: self.home.clone(),
                });
            }
        }
        Ok(())
    }

    /// Gives all files their old names. Returns the number of undone steps.
    fn undo(&self, report: &mut dyn FnMut(&Path, NotUndone)) -> Result<u64, UndoError> {
        let mut now = HashMap::new();
        for path in self.steps.iter().flat_map(|step| [&step.from, &step.to]) {
            if !now.contains_key(path) {
                now.insert(path.clone(), digest_of(path)?);
            }
        }
        let (done, is_halfway) = self.progress(&now);
        if is_halfway {
            // The file has both names of the next step.
            let step = &self.steps[done];
            write::remove(&step.to)?;
        }
        let mut undone = 0;
        for step in self.steps[..done].iter().rev() {
            let problem = match (digest_of(&step.to)?, step.from.symlink_metadata().is_ok()) {
                (None, _) => NotUndone::Missing,
                (Some(digest), _) if digest != step.digest => NotUndone::Changed,
                (Some(_), true) => NotUndone::Taken,
                (Some(_), false) => {
                    write::rename(&step.to, &step.from)?;
                    undone += 1;
                    continue;
                }
            };
            report(&step.to, problem);
        }
        for folder in self.folders.iter().rev() {
            // This fails if the directory is not empty, which is intended.
            let _ = fs::remove_dir(folder);
        }
        Ok(undone)
    }

    /// Determines from the present content of the files how many steps were carried out, and
    /// whether the next step was interrupted after adding the new name and before removing the old
    /// one.
    fn progress(&self, now: &HashMap<PathBuf, Option<(u64, u64)>>) -> (usize, bool) {
        // The content under each name before the first step.
        let mut held: HashMap<&Path, Option<(u64, u64)>> = HashMap::new();
        for step in &self.steps {
            held.entry(&step.from).or_insert(Some(step.digest));
            held.entry(&step.to).or_insert(None);
        }
        let now = |path: &Path| now.get(path).copied().flatten();
        let differs = |path: &Path, held: Option<(u64, u64)>| i64::from(now(path) != held);
        let mut wrong: i64 = held.iter().map(|(path, held)| differs(path, *held)).sum();
        let mut best = (wrong, 0, false);
        for (number, step) in self.steps.iter().enumerate() {
            let (from, to) = (&*step.from, &*step.to);
            let digest = Some(step.digest);
            let before = differs(from, held[from]) + differs(to, held[to]);
            let halfway = wrong - before + differs(from, digest) + differs(to, digest);
            wrong = wrong - before + differs(from, None) + differs(to, digest);
            held.insert(from, None);
            held.insert(to, digest);
            let is_both = now(from) == digest && now(to) == digest;
            if is_both && halfway < best.0 {
                best = (halfway, number, true);
            }
            if wrong < best.0 {
                best = (wrong, number + 1, false);
            }
        }
        (best.1, best.2)
    }
}

/// Returns the digest of a file; `None` if the file does not exist.
fn digest_of(path: &Path) -> io::Result<Option<(u64, u64)>> {
    match path.symlink_metadata() {
        Ok(existing) if existing.is_file() => {}
        _ => return Ok(None),
    }
    let mut digest = Digest::default();
    io::copy(&mut File::open(path)?, &mut digest)?;
    Ok(Some(digest.value()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const OLD: [(&str, &str); 5] = [("a", "1"), ("b", "2"), ("c", "3"), ("d", "3"), ("e", "5")];

    /// A cycle of three files, one of which gets a temporary name, and a chain; two files are
    /// equal.
    const STEPS: [(&str, &str, &str); 6] = [
        ("a", "a.kifu-renaming", "1"),
        ("c", "a", "3"),
        ("b", "c", "2"),
        ("a.kifu-renaming", "b", "1"),
        ("e", "new/e", "5"),
        ("d", "e", "3"),
    ];

    fn files(home: &Path) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let mut folders = vec![home.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                let name = entry.path().strip_prefix(home).unwrap().to_owned();
                let name = name.to_str().unwrap().to_owned();
                if entry.path().is_dir() {
                    folders.push(entry.path());
                } else {
                    found.push((name, fs::read_to_string(entry.path()).unwrap()));
                }
            }
        }
        found.sort();
        found
    }

    #[test]
    fn run_is_undone_after_interruption_at_any_step() {
        for halves in 0..=2 * STEPS.len() {
            let folder = tempfile::tempdir().unwrap();
            let home = folder.path().canonicalize().unwrap();
            for (name, text) in OLD {
                fs::write(home.join(name), text).unwrap();
            }
            let step = |(from, to, text): &(&str, &str, &str)| Step {
                number: None,
                from: home.join(from),
                to: home.join(to),
                digest: Digest::of(text.as_bytes()).value(),
            };
            let steps: Vec<Step> = STEPS.iter().map(step).collect();
            drop(Journal::begin(std::slice::from_ref(&home), &steps).unwrap());
            for half in 0..halves {
                let Step { from, to, .. } = &steps[half / 2];
                fs::create_dir_all(to.parent().unwrap()).unwrap();
                match half % 2 {
                    0 => fs::hard_link(from, to).unwrap(),
                    _ => fs::remove_file(from).unwrap(),
                }
            }
            undo(&home, &[], &mut |_, _| ()).unwrap();
            let old = OLD.map(|(name, text)| (name.to_owned(), text.to_owned()));
            assert_eq!(files(&home), old, "after {halves} halves of steps");
            assert!(!home.join("new").exists());
        }
    }

    #[test]
    fn undo_refuses_paths_outside_of_folder() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        let home = top.join("in");
        fs::create_dir(&home).unwrap();
        fs::write(top.join("secret"), "1").unwrap();
        let digest = Digest::of(b"1").value();
        for stolen in [top.join("secret"), home.join("../secret")] {
            let steps = [Step {
                number: None,
                from: home.join("mine"),
                to: stolen,
                digest,
            }];
            drop(Journal::begin(std::slice::from_ref(&home), &steps).unwrap());
            assert!(undo(&home, &[], &mut |_, _| ()).is_err());
            assert!(top.join("secret").exists());
            fs::remove_file(home.join(JOURNAL_NAME)).unwrap();
        }
    }

    #[test]
    fn undo_skips_changed_files() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap();
        for (name, text) in [("new", "edited"), ("b", "2"), ("c", "3")] {
            fs::write(home.join(name), text).unwrap();
        }
        let digest = |text: &str| Digest::of(text.as_bytes()).value();
        let step = |from: &str, to: &str, text: &str| Step {
            number: None,
            from: home.join(from),
            to: home.join(to),
            digest: digest(text),
        };
        let steps = [
            step("old", "new", "1"),
            step("a", "b", "2"),
            step("c", "d", "3"),
        ];
        drop(Journal::begin(std::slice::from_ref(&home), &steps).unwrap());
        undo(&home, &[], &mut |_, _| ()).unwrap();
        let names: Vec<String> = files(&home).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["a", "c", "new"]);
    }
}
