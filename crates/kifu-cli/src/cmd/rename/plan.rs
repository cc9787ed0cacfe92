//! Which file goes where, checked as a whole before the first one moves.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kifu::names::Names;

use super::journal::Journal;
use crate::cmd::rename::args::Collision;
use crate::input::reason;
use crate::paths::there_and_rest;
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

/// A file gets another name, be it for a moment.
pub(super) struct Step {
    /// The number of the move that it is part of.
    pub(super) number: Option<usize>,
    pub(super) from: PathBuf,
    pub(super) to: PathBuf,
    /// The digest of what is in it.
    pub(super) digest: (u64, u64),
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
        let leave = self.moves.iter().filter(|one| one.is_wanted());
        let leaving: HashSet<PathBuf> = leave.map(|one| one.from.clone()).collect();
        let mut names: HashMap<PathBuf, Names> = HashMap::new();
        let mut claimed: HashMap<Key, usize> = HashMap::new();
        let mut stayed = Vec::new();
        for at in 0..self.moves.len() {
            let one = &self.moves[at];
            if !one.is_wanted() {
                continue;
            }
            let key = Key::of(&one.to);
            let why = match claimed.get(&key) {
                Some(by) => {
                    let (by, to) = (&self.moves[*by].name, file_name(&one.to));
                    Some(format!("{} gets this name, too: {to}", file_name(by)))
                }
                None => one.in_the_way(&leaving),
            };
            let numbered = why.is_some() && self.collision == Collision::Number;
            let one = &mut self.moves[at];
            match why {
                Some(why) if !numbered => {
                    stayed.push(one.from.clone());
                    one.fate = Fate::Skipped(why);
                    continue;
                }
                _ => {}
            }
            let names = names.entry(key.folder.clone()).or_default();
            let wanted = one.to.file_name().unwrap_or_default();
            let wanted = wanted.to_string_lossy().into_owned();
            let mut name = names.claim(&wanted);
            one.to.set_file_name(&name);
            // Each number is tried once.
            while numbered && one.in_the_way(&leaving).is_some() {
                name = names.claim(&wanted);
                one.to.set_file_name(&name);
            }
            claimed.insert(Key::new(key.folder, &name), at);
            if is_at(&one.from, &one.to) {
                one.fate = Fate::Same;
            }
        }
        if self.collision == Collision::Skip {
            self.skip_behind(stayed, leaving, &claimed);
        }
    }

    /// What stays keeps its name, which can make another one stay.
    fn skip_behind(
        &mut self,
        mut stayed: Vec<PathBuf>,
        mut leaving: HashSet<PathBuf>,
        claimed: &HashMap<Key, usize>,
    ) {
        while let Some(path) = stayed.pop() {
            leaving.remove(&path);
            let Some(at) = claimed.get(&Key::of(&path)) else {
                continue;
            };
            let one = &mut self.moves[*at];
            if let Some(why) = one.in_the_way(&leaving).filter(|_| one.is_wanted()) {
                stayed.push(one.from.clone());
                one.fate = Fate::Skipped(why);
            }
        }
    }

    /// The steps in which the files move: first those whose name is free, then those that get it from them.
    /// Of files that wait for each other one steps aside.
    pub(super) fn steps(&self) -> Vec<Step> {
        let mut waiting: HashMap<PathBuf, usize> = HashMap::new();
        let mut todo: Vec<usize> = Vec::new();
        for (at, one) in self.moves.iter().enumerate() {
            if matches!(one.fate, Fate::Planned) {
                waiting.insert(one.from.clone(), at);
                todo.push(at);
            }
        }
        let mut steps = Vec::new();
        for at in todo {
            self.steps_from(at, &mut waiting, &mut steps);
        }
        steps
    }

    /// The steps of a file, after those of the files that are in its way.
    fn steps_from(
        &self,
        start: usize,
        waiting: &mut HashMap<PathBuf, usize>,
        steps: &mut Vec<Step>,
    ) {
        let mut way = Vec::new();
        let mut next = Some(start);
        let mut aside = None;
        while let Some(at) = next {
            let one = &self.moves[at];
            if waiting.remove(&one.from).is_none() {
                break;
            }
            way.push(at);
            let there = one.to.canonicalize().ok();
            next = there.as_ref().and_then(|there| waiting.get(there)).copied();
            // It waits for itself, or for the first one.
            let closes = |at: usize| there.as_ref() == Some(&self.moves[at].from);
            if next.is_none() {
                aside = way.iter().copied().find(|at| closes(*at));
            }
        }
        let step = |at: usize, from: &Path, to: &Path| Step {
            number: Some(at),
            from: from.to_owned(),
            to: to.to_owned(),
            digest: self.moves[at].digest,
        };
        if let Some(at) = aside {
            let from = &self.moves[at].from;
            steps.push(step(at, from, &beside(from)));
        }
        // The last one has a free place, or that of the one that stepped aside.
        for at in way.into_iter().rev() {
            let one = &self.moves[at];
            let to = there(&one.to);
            if aside == Some(at) {
                steps.push(step(at, &beside(&one.from), &to));
            } else {
                steps.push(step(at, &one.from, &to));
            }
        }
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

    /// Why it cannot have its name, where names of files that leave are free.
    fn in_the_way(&self, leaving: &HashSet<PathBuf>) -> Option<String> {
        // A link stays, whatever becomes of the file that it leads to.
        let is_taken = match self.to.symlink_metadata() {
            Err(_) => false,
            Ok(there) if there.is_symlink() => true,
            Ok(_) => {
                let there = self.to.canonicalize();
                there.map_or(true, |there| {
                    there != self.from && !leaving.contains(&there)
                })
            }
        };
        is_taken.then(|| format!("{} exists already", file_name(&self.to)))
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
    let (there, rest) = there_and_rest(path.parent().unwrap_or(path));
    let folder = match rest.as_os_str().is_empty() {
        true => there,
        false => there.join(rest),
    };
    folder.join(path.file_name().unwrap_or_default())
}

/// Under what a name is claimed: it is the same for all names of one place, with whatever capitals.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    /// As it is, as far as it exists, however it is written.
    folder: PathBuf,
    name: String,
}

impl Key {
    fn of(path: &Path) -> Key {
        let name = path.file_name().unwrap_or_default();
        Key::new(folder_of(path), &name.to_string_lossy())
    }

    fn new(folder: PathBuf, name: &str) -> Key {
        let name = name.to_lowercase();
        Key { folder, name }
    }
}

/// The folder of a file, with what is still to be made of it in small letters.
fn folder_of(path: &Path) -> PathBuf {
    let (there, rest) = there_and_rest(path.parent().unwrap_or(path));
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
