//! Which file goes where, checked as a whole before the first one moves.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use kifu::names::Names;

use crate::args::Collision;
use crate::input::reason;
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
        let mut leaving: HashSet<PathBuf> = self.moves.iter().map(|one| one.from.clone()).collect();
        // Whatever stays keeps its name, which can make another one stay.
        loop {
            let stayed = self.place_beside(&leaving);
            if stayed.is_empty() {
                return;
            }
            for path in stayed {
                leaving.remove(&path);
            }
        }
    }

    /// The same, where names of files that leave count as free. Returns those that newly stay.
    fn place_beside(&mut self, leaving: &HashSet<PathBuf>) -> Vec<PathBuf> {
        let mut names = Names::default();
        let mut claimed: HashMap<String, PathBuf> = HashMap::new();
        let mut stayed = Vec::new();
        for one in &mut self.moves {
            if !matches!(one.fate, Fate::Planned | Fate::Same) {
                continue;
            }
            let wanted = one.to.to_string_lossy().into_owned();
            let taken = |path: &Path| match path.canonicalize() {
                Ok(there) => there != one.from && !leaving.contains(&there),
                Err(_) => path.symlink_metadata().is_ok(),
            };
            let key = wanted.to_lowercase();
            let mut to = one.to.clone();
            let why = match claimed.get(&key) {
                Some(by) => Some(format!("{} gets this name, too: {}", file_name(by), wanted)),
                None if taken(&to) => Some(format!("{wanted} exists already")),
                None => None,
            };
            match (why, self.collision) {
                (None, _) => {
                    names.claim(&wanted);
                }
                (Some(_), Collision::Number) => {
                    // Each number is tried once.
                    loop {
                        to = PathBuf::from(names.claim(&wanted));
                        if !taken(&to) {
                            break;
                        }
                    }
                }
                (Some(why), _) => {
                    stayed.push(one.from.clone());
                    one.fate = Fate::Skipped(why);
                    continue;
                }
            }
            claimed.insert(to.to_string_lossy().to_lowercase(), one.name.clone());
            one.fate = match is_at(&one.from, &to) {
                true => Fate::Same,
                false => Fate::Planned,
            };
            one.to = to;
        }
        stayed
    }

    /// Moves the files: first those whose name is free, then those that get it from them. Of files that
    /// wait for each other one steps aside.
    pub(super) fn carry_out(&mut self) {
        let mut waiting: HashMap<PathBuf, usize> = HashMap::new();
        let mut todo: Vec<usize> = Vec::new();
        for (at, one) in self.moves.iter().enumerate() {
            if matches!(one.fate, Fate::Planned) {
                waiting.insert(one.from.clone(), at);
                todo.push(at);
            }
        }
        for at in todo {
            self.carry_out_from(at, &mut waiting);
        }
    }

    /// Moves a file, after those that are in its way.
    fn carry_out_from(&mut self, start: usize, waiting: &mut HashMap<PathBuf, usize>) {
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
        if let Some(at) = aside {
            let one = &mut self.moves[at];
            let mut name = one.from.clone().into_os_string();
            name.push(".kifu-renaming");
            let place = PathBuf::from(name);
            match replace::rename(&one.from, &place) {
                Ok(()) => one.from = place,
                Err(error) => one.fate = Fate::Failed(reason(error)),
            }
        }
        // The last one has a free place, or that of the one that stepped aside.
        for at in way.into_iter().rev() {
            let one = &mut self.moves[at];
            if matches!(one.fate, Fate::Planned) {
                one.fate = match put(&one.from, &one.to) {
                    Ok(()) => Fate::Moved,
                    Err(error) => Fate::Failed(reason(error)),
                };
            }
        }
    }
}

fn put(from: &Path, to: &Path) -> std::io::Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    replace::rename(from, to)
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
