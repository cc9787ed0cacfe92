//! Plans for renaming many files at once, without a file system.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::Names;

/// A name in a directory. Names that differ only in case are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameIn<F> {
    /// The directory, such as a path, which must be equal for all spellings of one directory.
    pub directory: F,
    /// The file name in the directory.
    pub name: String,
}

impl<F> NameIn<F> {
    /// Creates a name in a directory.
    pub fn new(directory: F, name: impl Into<String>) -> NameIn<F> {
        NameIn {
            directory,
            name: name.into(),
        }
    }
}

/// A planned renaming of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renaming<F> {
    /// The current name.
    pub from: NameIn<F>,
    /// The new name.
    pub to: NameIn<F>,
}

/// The occupant of a name before any renaming.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// The name is free.
    Free,
    /// The file of the renaming with this index.
    Source(usize),
    /// A file that is not renamed.
    Other,
}

/// The action for a file whose new name is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnCollision {
    /// The file keeps its old name. The caller should rename nothing, because the plan only
    /// identifies the files that collide.
    Refuse,
    /// The file keeps its old name, which may force another file to keep its own.
    Skip,
    /// A number is appended to the new name.
    Number,
}

/// The decision of a plan on one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The file gets this name.
    Named(String),
    /// The file keeps its name, because the renaming with this index gets the new name.
    Claimed(usize),
    /// The file keeps its name, because a file that is not renamed has the new one.
    Occupied,
    /// No renaming was planned.
    Unplanned,
}

/// Decides which name each file gets, so that names are unique and no other file is replaced.
///
/// The old name of a renamed file is free. `None` stands for a file that is not renamed. `occupant`
/// returns the occupant of a name in the directory of a renaming, given the index of the renaming.
///
/// ```
/// use kifu_names::{Decision, NameIn, Occupant, OnCollision, Renaming, plan};
///
/// let renaming = |from, to| {
///     let (from, to) = (NameIn::new("games", from), NameIn::new("games", to));
///     Some(Renaming { from, to })
/// };
/// // The first two files exchange names, so the new name of the last one is taken.
/// let files = ["a.sgf", "b.sgf", "c.sgf"];
/// let renamings = [renaming("a.sgf", "b.sgf"), renaming("b.sgf", "a.sgf"), renaming("c.sgf", "A.sgf")];
/// let there = |_, name: &str| match files.iter().position(|file| *file == name) {
///     Some(at) => Occupant::Source(at),
///     None => Occupant::Free,
/// };
/// let named = |name: &str| Decision::Named(name.into());
/// assert_eq!(
///     plan(&renamings, OnCollision::Skip, there),
///     [named("b.sgf"), named("a.sgf"), Decision::Claimed(1)]
/// );
/// assert_eq!(plan(&renamings, OnCollision::Number, there)[2], named("A-2.sgf"));
/// ```
pub fn plan<F: Ord + Clone>(
    renamings: &[Option<Renaming<F>>],
    on_collision: OnCollision,
    mut occupant: impl FnMut(usize, &str) -> Occupant,
) -> Vec<Decision> {
    let mut leaving: Vec<bool> = renamings.iter().map(Option::is_some).collect();
    let mut in_the_way = |at: usize, name: &str, leaving: &[bool]| match occupant(at, name) {
        Occupant::Free => false,
        Occupant::Source(by) => by != at && !leaving.get(by).is_some_and(|leaves| *leaves),
        Occupant::Other => true,
    };
    let key = |name: &NameIn<F>| (name.directory.clone(), name.name.to_lowercase());
    let mut names: BTreeMap<F, Names> = BTreeMap::new();
    let mut claimed: BTreeMap<(F, String), usize> = BTreeMap::new();
    let mut decisions = vec![Decision::Unplanned; renamings.len()];
    let mut stayed = Vec::new();
    for (at, renaming) in renamings.iter().enumerate() {
        let Some(Renaming { to, .. }) = renaming else {
            continue;
        };
        let taken = match claimed.get(&key(to)) {
            Some(by) => Some(Decision::Claimed(*by)),
            None => in_the_way(at, &to.name, &leaving).then_some(Decision::Occupied),
        };
        let is_numbered = taken.is_some() && on_collision == OnCollision::Number;
        if let Some(taken) = taken.filter(|_| !is_numbered) {
            if on_collision == OnCollision::Skip {
                stayed.push(at);
            }
            decisions[at] = taken;
            continue;
        }
        let names = names.entry(to.directory.clone()).or_default();
        let mut name = names.claim(&to.name);
        // Each number is tried only once.
        while is_numbered && in_the_way(at, &name, &leaving) {
            name = names.claim(&to.name);
        }
        claimed.insert((to.directory.clone(), name.to_lowercase()), at);
        decisions[at] = Decision::Named(name);
    }
    // A file that keeps its name may force another one to keep its own.
    while let Some(at) = stayed.pop() {
        leaving[at] = false;
        let Some(Renaming { from, .. }) = &renamings[at] else {
            continue;
        };
        let Some(&by) = claimed.get(&key(from)) else {
            continue;
        };
        if let Decision::Named(name) = &decisions[by] {
            if in_the_way(by, name, &leaving) {
                stayed.push(by);
                decisions[by] = Decision::Occupied;
            }
        }
    }
    decisions
}

/// A step of renaming many files; the number is the index of the renaming.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RenameStep {
    /// The file gets its new name.
    Direct(usize),
    /// The file gets a temporary name.
    Aside(usize),
    /// The file gets its new name, replacing the temporary one.
    FromAside(usize),
}

/// Orders renamings so that each new name is free when it is assigned: a file is renamed after the
/// file that has its new name. In a cycle of files, one gets a temporary name.
///
/// For each renaming, `targets` has the occupant of the new name; `None` stands for a file that is not renamed.
///
/// ```
/// use kifu_names::{Occupant, RenameStep, order};
///
/// // The first two files exchange names; the third one gets a free name.
/// let targets = [Occupant::Source(1), Occupant::Source(0), Occupant::Free].map(Some);
/// assert_eq!(
///     order(&targets),
///     [
///         RenameStep::Aside(0),
///         RenameStep::Direct(1),
///         RenameStep::FromAside(0),
///         RenameStep::Direct(2),
///     ]
/// );
/// ```
pub fn order(targets: &[Option<Occupant>]) -> Vec<RenameStep> {
    let planned = targets.iter().enumerate();
    let planned = planned.filter_map(|(at, target)| target.map(|_| at));
    let mut waiting: BTreeSet<usize> = planned.clone().collect();
    let mut steps = Vec::new();
    for start in planned {
        let mut way = Vec::new();
        let mut next = Some(start);
        let mut aside = None;
        while let Some(at) = next.filter(|at| waiting.remove(at)) {
            way.push(at);
            let blocker = match targets[at] {
                Some(Occupant::Source(by)) => Some(by),
                _ => None,
            };
            next = blocker.filter(|by| waiting.contains(by));
            // The path ends. If this file wants the name of a file on the path, both are part of a
            // cycle.
            if next.is_none() {
                aside = way.iter().copied().find(|at| blocker == Some(*at));
            }
        }
        steps.extend(aside.map(RenameStep::Aside));
        // The new name of the last file is free now, so the files are renamed from last to first.
        let last_first = way.into_iter().rev();
        steps.extend(last_first.map(|at| {
            if aside == Some(at) {
                RenameStep::FromAside(at)
            } else {
                RenameStep::Direct(at)
            }
        }));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plans renamings in one directory, given as pairs of old and new names.
    fn planned(moves: &[(&str, &str)], others: &[&str], on: OnCollision) -> Vec<Decision> {
        let renaming = |(from, to): &(&str, &str)| {
            let (from, to) = (NameIn::new((), *from), NameIn::new((), *to));
            Some(Renaming { from, to })
        };
        let renamings: Vec<_> = moves.iter().map(renaming).collect();
        plan(&renamings, on, |_, name| {
            match moves.iter().position(|(from, _)| *from == name) {
                Some(at) => Occupant::Source(at),
                None if others.contains(&name) => Occupant::Other,
                None => Occupant::Free,
            }
        })
    }

    #[test]
    fn files_that_stay_force_others_to_stay() {
        let moves = [("a", "b"), ("b", "c"), ("c", "d")];
        let decisions = planned(&moves, &["d"], OnCollision::Skip);
        assert_eq!(decisions, [const { Decision::Occupied }; 3]);
        let decisions = planned(&moves, &["d"], OnCollision::Refuse);
        assert_eq!(decisions[2], Decision::Occupied);
        assert_eq!(decisions[1], Decision::Named("c".into()));
        let named = planned(&moves, &[], OnCollision::Skip);
        let name = |name: &str| Decision::Named(name.into());
        assert_eq!(named, [name("b"), name("c"), name("d")]);
    }

    #[test]
    fn numbers_skip_files_that_stay() {
        let decisions = planned(
            &[("x", "a"), ("y", "a")],
            &["a", "a-2"],
            OnCollision::Number,
        );
        let name = |name: &str| Decision::Named(name.into());
        assert_eq!(decisions, [name("a-3"), name("a-4")]);
    }

    #[test]
    fn chains_are_renamed_from_the_end_and_cycles_use_a_temporary_name() {
        let source = |at| Some(Occupant::Source(at));
        let steps = order(&[source(1), source(2), Some(Occupant::Free)]);
        let direct = [2, 1, 0].map(RenameStep::Direct);
        assert_eq!(steps, direct);
        // File 0 leads into a cycle without being part of it; file 4 keeps its own name.
        let steps = order(&[source(1), source(2), source(1), None, source(4)]);
        use RenameStep::{Aside, Direct, FromAside};
        assert_eq!(
            steps,
            [
                Aside(1),
                Direct(2),
                FromAside(1),
                Direct(0),
                Aside(4),
                FromAside(4)
            ]
        );
    }
}
