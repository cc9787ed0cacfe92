//! Which of several copies is kept.

use std::cmp::Reverse;
use std::time::SystemTime;

use super::read::Collection;
use crate::cmd::dedupe::args::{DedupeArgs, Rule};

/// The best of a group: a master's before all others, then by the rules, then the first.
pub(super) fn best(collection: &Collection, group: &[usize], args: &DedupeArgs) -> usize {
    let key = |game: &usize| {
        let master = collection.file_of(*game).master;
        let key = args.rules().iter().enumerate();
        let key = key.map(|(at, rule)| points(collection, *game, rule, has(args.rules(), at)));
        (master, key.collect::<Vec<_>>(), Reverse(*game))
    };
    group
        .iter()
        .copied()
        .max_by_key(|game| key(game))
        .unwrap_or(0)
}

/// How many rules before this one ask for a property.
fn has(rules: &[Rule], at: usize) -> usize {
    let asks = |rule: &&Rule| matches!(rule, Rule::Has(_));
    rules[..at].iter().filter(asks).count()
}

/// How good a copy is by a rule: the more the better.
fn points(collection: &Collection, game: usize, rule: &Rule, has: usize) -> i128 {
    let file = collection.file_of(game);
    let copied = &collection.games[game];
    let moves = || collection.move_count(game).unwrap_or(0);
    let age = || {
        let since = file.modified.unwrap_or(SystemTime::UNIX_EPOCH);
        match since.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => after.as_nanos() as i128,
            Err(before) => -(before.duration().as_nanos() as i128),
        }
    };
    match rule {
        Rule::Longest => moves() as i128,
        Rule::Shortest => -(moves() as i128),
        Rule::Nodes => copied.nodes as i128,
        Rule::Metadata => copied.metadata as i128,
        Rule::Largest => file.size as i128,
        Rule::Smallest => -(file.size as i128),
        Rule::Newest => age(),
        Rule::Oldest => -age(),
        Rule::Has(_) => i128::from(copied.has.get(has) == Some(&true)),
        Rule::In(folder) => {
            let folder = folder.canonicalize().ok();
            let inside = folder.zip(file.path.as_ref());
            i128::from(inside.is_some_and(|(folder, path)| path.starts_with(folder)))
        }
        Rule::First => -(game as i128),
        Rule::Last => game as i128,
    }
}
