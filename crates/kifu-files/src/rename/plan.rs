//! The plan of a run, which is checked as a whole before the first file is renamed.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kifu::names::{self, Decision, NameIn, Occupant, OnCollision, RenameStep, Renaming};

use super::journal::Journal;
use super::step::Step;
use crate::paths::split_existing;
use crate::unreadable::reason;
use crate::write;

/// A file and its new path.
#[derive(Clone, Debug)]
pub struct Move {
    /// The path as given.
    pub name: PathBuf,
    /// The canonical path.
    pub from: PathBuf,
    /// The directory that the file must stay in.
    pub base: PathBuf,
    /// The new path.
    pub to: PathBuf,
    /// The digest of the file content.
    pub digest: (u64, u64),
    /// The state.
    pub fate: Fate,
}

/// The state of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The file will be renamed.
    Planned,
    /// The file already has its new name.
    Same,
    /// The file is not renamed, for this reason.
    Skipped(String),
    /// The file was renamed.
    Moved,
    /// The file could not be renamed, for this reason.
    Failed(String),
}

impl Fate {
    /// Returns the name of the state: `planned`, `same`, `skipped`, `moved` or `failed`.
    pub fn name(&self) -> &'static str {
        match self {
            Fate::Planned => "planned",
            Fate::Same => "same",
            Fate::Skipped(_) => "skipped",
            Fate::Moved => "moved",
            Fate::Failed(_) => "failed",
        }
    }
}

/// The moves of all files, in the order of the files.
#[derive(Debug)]
pub struct Plan {
    moves: Vec<Move>,
    collision: OnCollision,
}

impl Plan {
    /// Plans the moves, so that no file is replaced. `collision` decides about files whose new name is
    /// not free.
    pub fn new(moves: Vec<Move>, collision: OnCollision) -> Plan {
        let mut plan = Plan { moves, collision };
        for one in &mut plan.moves {
            if let Err(why) = check_inside(&one.base, &one.to) {
                one.fate = Fate::Failed(why);
            }
        }
        plan.resolve_names();
        plan
    }

    /// Returns the moves.
    pub fn moves(&self) -> impl Iterator<Item = &Move> {
        self.moves.iter()
    }

    /// Returns whether the plan can be carried out: it has no problems, or files with problems are
    /// skipped.
    pub fn is_feasible(&self) -> bool {
        self.problems().next().is_none() || self.collision == OnCollision::Skip
    }

    /// Returns the files that are not renamed, with the reasons.
    pub fn problems(&self) -> impl Iterator<Item = (&Path, &str)> {
        self.moves.iter().filter_map(|one| match &one.fate {
            Fate::Skipped(why) | Fate::Failed(why) => Some((&*one.name, &**why)),
            _ => None,
        })
    }

    /// Finds a name for each file that is free, or will be free when the file is renamed.
    fn resolve_names(&mut self) {
        let sources = self.sources();
        let renamings = self.moves.iter().map(|one| {
            one.keeps_target().then(|| Renaming {
                from: place_of(&one.from),
                to: place_of(&one.to),
            })
        });
        let renamings: Vec<Option<Renaming<PathBuf>>> = renamings.collect();
        let occupant = |at: usize, name: &str| {
            let to = self.moves[at].to.with_file_name(name);
            // A symbolic link is not renamed with the file that it points to.
            match to.symlink_metadata() {
                Err(_) => Occupant::Free,
                Ok(existing) if existing.is_symlink() => Occupant::Other,
                Ok(_) => source_at(&to, &sources).unwrap_or(Occupant::Other),
            }
        };
        let decisions = names::plan(&renamings, self.collision, occupant);
        for (at, decision) in decisions.into_iter().enumerate() {
            let why = match decision {
                Decision::Unplanned => continue,
                Decision::Named(name) => {
                    let one = &mut self.moves[at];
                    one.to.set_file_name(name);
                    if is_at(&one.from, &one.to) {
                        one.fate = Fate::Same;
                    }
                    continue;
                }
                Decision::Claimed(by) => {
                    let (by, to) = (&self.moves[by].name, &self.moves[at].to);
                    format!("{} gets the same name: {}", by.display(), to.display())
                }
                Decision::Occupied => format!("{} already exists", self.moves[at].to.display()),
            };
            self.moves[at].fate = Fate::Skipped(why);
        }
    }

    /// The indices of the moves by the canonical paths of their files.
    fn sources(&self) -> HashMap<PathBuf, usize> {
        let sources = self.moves.iter().enumerate();
        sources.map(|(at, one)| (one.from.clone(), at)).collect()
    }

    /// Returns the steps that rename the files, in order.
    pub fn steps(&self) -> Vec<Step> {
        let sources = self.sources();
        let target = |one: &Move| match one.fate {
            Fate::Planned => Some(source_at(&one.to, &sources).unwrap_or(Occupant::Free)),
            _ => None,
        };
        let targets: Vec<Option<Occupant>> = self.moves.iter().map(target).collect();
        let step = |step: RenameStep| {
            let (at, from_aside, to_aside) = match step {
                RenameStep::Direct(at) => (at, false, false),
                RenameStep::Aside(at) => (at, false, true),
                RenameStep::FromAside(at) => (at, true, false),
            };
            let one = &self.moves[at];
            Step {
                number: Some(at),
                from: if from_aside {
                    temporary_name(&one.from)
                } else {
                    one.from.clone()
                },
                to: if to_aside {
                    temporary_name(&one.from)
                } else {
                    resolved(&one.to)
                },
                digest: one.digest,
            }
        };
        names::order(&targets).into_iter().map(step).collect()
    }

    /// Carries out the steps, which the journal already contains. Failures are added to the
    /// journal.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written; the remaining steps are not carried out.
    pub fn carry_out(&mut self, steps: &[Step], journal: &mut Journal) -> io::Result<()> {
        /// The number of steps after which the directories are flushed. A crash before that is
        /// harmless, since the journal has all steps.
        const BATCH: usize = 32;
        let mut folders = BTreeSet::new();
        for (number, step) in steps.iter().enumerate() {
            if number % BATCH == 0 {
                flush(&mut folders)?;
            }
            let Some(one) = step.number.and_then(|at| self.moves.get_mut(at)) else {
                continue;
            };
            let done = match one.fate {
                Fate::Planned => put(&step.from, &step.to).map(|changed| folders.extend(changed)),
                // Renaming the file to its temporary name failed.
                _ => {
                    journal.failed(number)?;
                    continue;
                }
            };
            let is_aside = step.to == temporary_name(&one.from);
            match done {
                Ok(()) if is_aside => {}
                Ok(()) => one.fate = Fate::Moved,
                Err(error) => {
                    one.fate = Fate::Failed(reason(error));
                    journal.failed(number)?;
                    if step.from == temporary_name(&one.from) {
                        one.revert(step, journal)?;
                    }
                }
            }
        }
        flush(&mut folders)
    }
}

impl Move {
    /// Returns whether the file has its new name, or is still expected to get it.
    fn keeps_target(&self) -> bool {
        matches!(self.fate, Fate::Planned | Fate::Same)
    }

    /// Renames a file from its temporary name back to its old name.
    fn revert(&mut self, aside: &Step, journal: &mut Journal) -> io::Result<()> {
        let back = Step {
            number: None,
            from: aside.from.clone(),
            to: self.from.clone(),
            digest: self.digest,
        };
        if back.to.symlink_metadata().is_err() {
            journal.add_revert(&back)?;
            if write::rename(&back.from, &back.to).is_ok() {
                return Ok(());
            }
        }
        if let Fate::Failed(why) = &mut self.fate {
            why.push_str(&format!("; it is now {}", back.from.display()));
        }
        Ok(())
    }
}

/// The temporary name of a file whose new name is not free yet.
fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".kifu-renaming");
    name.into()
}

/// Returns the absolute path, with the canonical names of its existing directories.
fn resolved(path: &Path) -> PathBuf {
    let (existing, rest) = split_existing(path.parent().unwrap_or(path));
    let folder = if rest.as_os_str().is_empty() {
        existing
    } else {
        existing.join(rest)
    };
    folder.join(path.file_name().unwrap_or_default())
}

/// Returns the name and directory of a file; all spellings of an existing directory are equal.
fn place_of(path: &Path) -> NameIn<PathBuf> {
    let name = path.file_name().unwrap_or_default();
    NameIn::new(folder_of(path), name.to_string_lossy())
}

/// Returns the file to rename that is at this path; `None` if there is no such file.
fn source_at(path: &Path, sources: &HashMap<PathBuf, usize>) -> Option<Occupant> {
    let existing = path.canonicalize().ok()?;
    sources.get(&existing).copied().map(Occupant::Source)
}

/// Returns the canonical directory of a file, with the part that does not exist yet in lower case.
fn folder_of(path: &Path) -> PathBuf {
    let (existing, rest) = split_existing(path.parent().unwrap_or(path));
    existing.join(rest.to_string_lossy().to_lowercase())
}

/// Renames a file. Returns the directories that must still be flushed.
fn put(from: &Path, to: &Path) -> io::Result<Vec<PathBuf>> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    write::rename_unflushed(from, to)
}

/// Flushes the directories in which files were renamed.
fn flush(folders: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    let mut folders = std::mem::take(folders).into_iter();
    folders.try_for_each(|folder| write::sync_folder(&folder))
}

/// Returns whether a file is already at this path. The spelling of the directory does not matter,
/// but the letter case of the file name does.
fn is_at(from: &Path, to: &Path) -> bool {
    let same_name = from.file_name() == to.file_name();
    same_name && to.canonicalize().is_ok_and(|existing| existing == from)
}

/// Replaces an empty path by `.`.
pub fn or_current(path: &Path) -> &Path {
    if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    }
}

/// Checks that a path does not leave its base directory through symbolic links.
fn check_inside(base: &Path, to: &Path) -> Result<(), String> {
    let base = or_current(base);
    let Ok(inside) = base.canonicalize() else {
        // The directory does not exist yet.
        return Ok(());
    };
    let mut above = to.ancestors().skip(1).filter(|path| path.exists());
    let folder = above.next().map(or_current);
    let existing = folder.and_then(|folder| folder.canonicalize().ok());
    if existing.is_none_or(|existing| existing.starts_with(&inside)) {
        Ok(())
    } else {
        let (to, base) = (to.display(), base.display());
        Err(format!("{to} is not inside {base}"))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::write::Digest;

    /// Carries out a plan in a directory where symbolic links were created after planning.
    fn carried_out(moves: &[[&str; 2]], links: &[[&str; 2]]) -> (tempfile::TempDir, Plan) {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let one = |[from, to]: &[&str; 2]| {
            let (from, to) = (base.join(from), base.join(to));
            fs::write(&from, "").unwrap();
            Move {
                name: from.clone(),
                from,
                base: base.clone(),
                to,
                digest: Digest::of(b"").value(),
                fate: Fate::Planned,
            }
        };
        let mut plan = Plan {
            moves: moves.iter().map(one).collect(),
            collision: OnCollision::Refuse,
        };
        for [link, to] in links {
            std::os::unix::fs::symlink(to, base.join(link)).unwrap();
        }
        let steps = plan.steps();
        let mut journal = Journal::begin(&[base], &steps).unwrap();
        plan.carry_out(&steps, &mut journal).unwrap();
        journal.end().unwrap();
        (folder, plan)
    }

    #[test]
    fn temporary_name_is_reverted_after_failure() {
        let (folder, plan) = carried_out(&[["a", "link"]], &[["link", "a"]]);
        assert!(folder.path().join("a").is_file());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        assert!(
            plan.problems()
                .next()
                .unwrap()
                .1
                .ends_with("link already exists")
        );
        // If the old name is taken as well, the message contains the temporary name.
        let moves = [["a", "link"], ["b", "a"]];
        let (folder, plan) = carried_out(&moves, &[["link", "b"]]);
        assert!(folder.path().join("a.kifu-renaming").is_file());
        let (_, problem) = plan.problems().next().unwrap();
        assert!(problem.contains("; it is now ") && problem.ends_with("a.kifu-renaming"));
    }
}
