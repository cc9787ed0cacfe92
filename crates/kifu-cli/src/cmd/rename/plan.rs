//! Which file goes where, checked as a whole before the first one moves.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kifu::names::{self, Decision, NameIn, Occupant, OnCollision, RenameStep, Renaming};

use super::journal::Journal;
use super::step::Step;
use crate::cmd::rename::args::Collision;
use crate::input::reason;
use crate::paths::split_existing;
use crate::printable::{Printable, file_name};
use crate::replace;

/// A file, and where it goes.
pub(super) struct Move {
    /// Its name as it was given.
    pub(super) name: PathBuf,
    /// What it is however its name is written.
    pub(super) from: PathBuf,
    /// The folder that it does not leave.
    pub(super) base: PathBuf,
    pub(super) to: PathBuf,
    /// The digest of what is in it.
    pub(super) digest: (u64, u64),
    pub(super) fate: Fate,
}

/// What becomes of a file.
pub(super) enum Fate {
    Planned,
    /// It has the name already.
    Same,
    /// It stays where it is, and why.
    Skipped(String),
    Moved,
    /// It should have moved and could not, and why.
    Failed(String),
}

impl Fate {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Fate::Planned => "planned",
            Fate::Same => "same",
            Fate::Skipped(_) => "skipped",
            Fate::Moved => "moved",
            Fate::Failed(_) => "failed",
        }
    }
}

/// All of them, in the order of the files.
pub(super) struct Plan {
    moves: Vec<Move>,
    collision: Collision,
}

impl Plan {
    pub(super) fn new(moves: Vec<Move>, collision: Collision) -> Plan {
        let mut plan = Plan { moves, collision };
        for one in &mut plan.moves {
            if let Err(why) = stays_inside(&one.base, &one.to) {
                one.fate = Fate::Failed(why);
            }
        }
        plan.place();
        plan
    }

    pub(super) fn moves(&self) -> impl Iterator<Item = &Move> {
        self.moves.iter()
    }

    /// Whether nothing is in its way.
    pub(super) fn holds(&self) -> bool {
        self.problems().next().is_none() || self.collision == Collision::Skip
    }

    /// What is in the way, for people.
    pub(super) fn problems(&self) -> impl Iterator<Item = String> {
        self.moves.iter().filter_map(|one| match &one.fate {
            Fate::Skipped(why) | Fate::Failed(why) => {
                Some(format!("{}: {}", file_name(&one.name), Printable(why)))
            }
            _ => None,
        })
    }

    /// Finds for each a name that is free, or will be.
    fn place(&mut self) {
        let sources = self.sources();
        let renamings = self.moves.iter().map(|one| {
            one.is_wanted().then(|| Renaming {
                from: place_of(&one.from),
                to: place_of(&one.to),
            })
        });
        let renamings: Vec<Option<Renaming<PathBuf>>> = renamings.collect();
        let on_collision = match self.collision {
            Collision::Refuse => OnCollision::Refuse,
            Collision::Skip => OnCollision::Skip,
            Collision::Number => OnCollision::Number,
        };
        let occupant = |at: usize, name: &str| {
            let to = self.moves[at].to.with_file_name(name);
            // A link stays, whatever becomes of the file that it leads to.
            match to.symlink_metadata() {
                Err(_) => Occupant::Free,
                Ok(there) if there.is_symlink() => Occupant::Other,
                Ok(_) => source_at(&to, &sources).unwrap_or(Occupant::Other),
            }
        };
        let decisions = names::plan(&renamings, on_collision, occupant);
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
                    let (by, to) = (&self.moves[by].name, file_name(&self.moves[at].to));
                    format!("{} gets this name, too: {to}", file_name(by))
                }
                Decision::Occupied => format!("{} exists already", file_name(&self.moves[at].to)),
            };
            self.moves[at].fate = Fate::Skipped(why);
        }
    }

    /// The indices of the files by their true names.
    fn sources(&self) -> HashMap<PathBuf, usize> {
        let sources = self.moves.iter().enumerate();
        sources.map(|(at, one)| (one.from.clone(), at)).collect()
    }

    /// The steps in which the files move.
    pub(super) fn steps(&self) -> Vec<Step> {
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
                    beside(&one.from)
                } else {
                    one.from.clone()
                },
                to: if to_aside {
                    beside(&one.from)
                } else {
                    there(&one.to)
                },
                digest: one.digest,
            }
        };
        names::order(&targets).into_iter().map(step).collect()
    }

    /// Carries out the steps. The journal has them already, and is told what fails.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written any more; no step follows then.
    pub(super) fn carry_out(&mut self, steps: &[Step], journal: &mut Journal) -> io::Result<()> {
        /// The folders are flushed once for this many steps: the journal has all of them.
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
                // It could not step aside.
                _ => {
                    journal.failed(number)?;
                    continue;
                }
            };
            let is_aside = step.to == beside(&one.from);
            match done {
                Ok(()) if is_aside => {}
                Ok(()) => one.fate = Fate::Moved,
                Err(error) => {
                    one.fate = Fate::Failed(reason(error));
                    journal.failed(number)?;
                    if step.from == beside(&one.from) {
                        one.step_back(step, journal)?;
                    }
                }
            }
        }
        flush(&mut folders)
    }
}

impl Move {
    /// Whether it moves, as far as is known, or has its name.
    fn is_wanted(&self) -> bool {
        matches!(self.fate, Fate::Planned | Fate::Same)
    }

    /// What stepped aside and could not go on goes back.
    fn step_back(&mut self, aside: &Step, journal: &mut Journal) -> io::Result<()> {
        let back = Step {
            number: None,
            from: aside.from.clone(),
            to: self.from.clone(),
            digest: self.digest,
        };
        if back.to.symlink_metadata().is_err() {
            journal.goes_back(&back)?;
            if replace::rename(&back.from, &back.to).is_ok() {
                return Ok(());
            }
        }
        if let Fate::Failed(why) = &mut self.fate {
            why.push_str(&format!("; it is now {}", file_name(&back.from)));
        }
        Ok(())
    }
}

/// The name that a file has for a moment, when it steps aside.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".kifu-renaming");
    name.into()
}

/// A path from the root, with the true names of its folders as far as they are there.
fn there(path: &Path) -> PathBuf {
    let (there, rest) = split_existing(path.parent().unwrap_or(path));
    let folder = match rest.as_os_str().is_empty() {
        true => there,
        false => there.join(rest),
    };
    folder.join(path.file_name().unwrap_or_default())
}

/// The name of a file in its folder, as it is as far as it exists, however it is written.
fn place_of(path: &Path) -> NameIn<PathBuf> {
    let name = path.file_name().unwrap_or_default();
    NameIn::new(folder_of(path), name.to_string_lossy())
}

/// Which of the files is at this place; `None` if none of them is.
fn source_at(path: &Path, sources: &HashMap<PathBuf, usize>) -> Option<Occupant> {
    let there = path.canonicalize().ok()?;
    sources.get(&there).copied().map(Occupant::Source)
}

/// The folder of a file, with what is still to be made of it in small letters.
fn folder_of(path: &Path) -> PathBuf {
    let (there, rest) = split_existing(path.parent().unwrap_or(path));
    there.join(rest.to_string_lossy().to_lowercase())
}

/// Gives a file its new name. Returns the folders that are still to be flushed.
fn put(from: &Path, to: &Path) -> io::Result<Vec<PathBuf>> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    replace::rename_unflushed(from, to)
}

/// Flushes folders in which names changed.
fn flush(folders: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    let mut folders = std::mem::take(folders).into_iter();
    folders.try_for_each(|folder| replace::sync_folder(&folder))
}

/// Whether a file has this name already, however it is written; not with other capitals.
fn is_at(from: &Path, to: &Path) -> bool {
    let same_name = from.file_name() == to.file_name();
    same_name && to.canonicalize().is_ok_and(|there| there == from)
}

/// Folders that are links can lead elsewhere.
fn stays_inside(base: &Path, to: &Path) -> Result<(), String> {
    let base = match base.as_os_str().is_empty() {
        true => Path::new("."),
        false => base,
    };
    let Ok(inside) = base.canonicalize() else {
        // It is still to be made.
        return Ok(());
    };
    let mut above = to.ancestors().skip(1).filter(|path| path.exists());
    let there = above
        .next()
        .and_then(|path| match path.as_os_str().is_empty() {
            true => Path::new(".").canonicalize().ok(),
            false => path.canonicalize().ok(),
        });
    match there.is_none_or(|there| there.starts_with(&inside)) {
        true => Ok(()),
        false => Err(format!("{} leads out of {}", to.display(), base.display())),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::replace::Digest;

    /// A plan that was made before the names were taken.
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
            collision: Collision::Refuse,
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
    fn what_stepped_aside_for_nothing_goes_back() {
        let (folder, plan) = carried_out(&[["a", "link"]], &[["link", "a"]]);
        assert!(folder.path().join("a").is_file());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        assert!(
            plan.problems()
                .next()
                .unwrap()
                .ends_with("link exists already")
        );
        // Where its place is taken now, it is told where it is.
        let moves = [["a", "link"], ["b", "a"]];
        let (folder, plan) = carried_out(&moves, &[["link", "b"]]);
        assert!(folder.path().join("a.kifu-renaming").is_file());
        let problem = plan.problems().next().unwrap();
        assert!(problem.contains("; it is now ") && problem.ends_with("a.kifu-renaming"));
    }
}
