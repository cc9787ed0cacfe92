//! Plans for giving many files new names at once, without a file system.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::Names;

/// A name in a folder. Names that differ only in case are the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameIn<F> {
    /// The folder, such as a path: equal for all spellings of one folder.
    pub folder: F,
    /// The name.
    pub name: String,
}

impl<F> NameIn<F> {
    /// A name in a folder.
    pub fn new(folder: F, name: impl Into<String>) -> NameIn<F> {
        NameIn {
            folder,
            name: name.into(),
        }
    }
}

/// A file that is to be renamed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renaming<F> {
    /// Its name now.
    pub from: NameIn<F>,
    /// The name that it is to have.
    pub to: NameIn<F>,
}

/// What is at a place before anything is renamed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// Nothing.
    Nobody,
    /// The file of the renaming with this index.
    Source(usize),
    /// A file that is not renamed.
    Other,
}

/// What happens to a file whose new name is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnCollision {
    /// It keeps its old name, and nothing should be renamed: the plan only says which files are at fault.
    Refuse,
    /// It keeps its old name, which can be the reason why another one keeps its own.
    Skip,
    /// It gets a number.
    Number,
}

/// What a plan says about one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It gets this name.
    Named(String),
    /// It stays: the renaming with this index gets the name.
    Claimed(usize),
    /// It stays: a file that stays has the name.
    Occupied,
    /// It was not to be renamed.
    Unplanned,
}

/// Decides which name each file gets, so that no two get the same one and no file that stays is replaced.
///
/// The name of a file that gets another one is free. `None` is a file that is not renamed after all. `occupant` says what
/// is at the place of a renaming, given its index and the name in question.
///
/// ```
/// use kifu_names::{Decision, NameIn, Occupant, OnCollision, Renaming, plan};
///
/// let renaming = |from, to| {
///     let (from, to) = (NameIn::new("games", from), NameIn::new("games", to));
///     Some(Renaming { from, to })
/// };
/// // The first two files change places; the name of the last one is taken then.
/// let files = ["a.sgf", "b.sgf", "c.sgf"];
/// let renamings = [renaming("a.sgf", "b.sgf"), renaming("b.sgf", "a.sgf"), renaming("c.sgf", "A.sgf")];
/// let there = |_, name: &str| match files.iter().position(|file| *file == name) {
///     Some(at) => Occupant::Source(at),
///     None => Occupant::Nobody,
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
        Occupant::Nobody => false,
        Occupant::Source(by) => by != at && !leaving.get(by).is_some_and(|leaves| *leaves),
        Occupant::Other => true,
    };
    let key = |name: &NameIn<F>| (name.folder.clone(), name.name.to_lowercase());
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
        let names = names.entry(to.folder.clone()).or_default();
        let mut name = names.claim(&to.name);
        // Each number is tried once.
        while is_numbered && in_the_way(at, &name, &leaving) {
            name = names.claim(&to.name);
        }
        claimed.insert((to.folder.clone(), name.to_lowercase()), at);
        decisions[at] = Decision::Named(name);
    }
    // What stays keeps its name, which can make another one stay.
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

/// A step of many renamings; the number is the index of the renaming.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RenameStep {
    /// The file gets its new name.
    Direct(usize),
    /// The file gets a temporary name.
    Aside(usize),
    /// The file gets its new name in place of the temporary one.
    FromAside(usize),
}

/// Puts renamings in an order in which each new name is free when it is given: first those whose name is
/// free, then those that get it from them. Of files that wait for each other one steps aside.
///
/// For each renaming `targets` has what is at its new place; `None` for a file that is not renamed.
///
/// ```
/// use kifu_names::{Occupant, RenameStep, order};
///
/// // The first two files change places, the third one takes a name that nobody has.
/// let targets = [Occupant::Source(1), Occupant::Source(0), Occupant::Nobody].map(Some);
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
            // It waits for itself, or for one on the way to it.
            if next.is_none() {
                aside = way.iter().copied().find(|at| blocker == Some(*at));
            }
        }
        steps.extend(aside.map(RenameStep::Aside));
        // The last one has a free place, or that of the one that stepped aside.
        let last_first = way.into_iter().rev();
        steps.extend(last_first.map(|at| match aside == Some(at) {
            true => RenameStep::FromAside(at),
            false => RenameStep::Direct(at),
        }));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plan for files of one folder that go from the first to the second name.
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
                None => Occupant::Nobody,
            }
        })
    }

    #[test]
    fn what_stays_makes_others_stay() {
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
    fn numbers_pass_over_files_that_stay() {
        let decisions = planned(
            &[("x", "a"), ("y", "a")],
            &["a", "a-2"],
            OnCollision::Number,
        );
        let name = |name: &str| Decision::Named(name.into());
        assert_eq!(decisions, [name("a-3"), name("a-4")]);
    }

    #[test]
    fn chains_go_last_first_and_circles_step_aside() {
        let source = |at| Some(Occupant::Source(at));
        let steps = order(&[source(1), source(2), Some(Occupant::Nobody)]);
        let direct = [2, 1, 0].map(RenameStep::Direct);
        assert_eq!(steps, direct);
        // One that leads into a circle is no part of it; one can wait for itself.
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
