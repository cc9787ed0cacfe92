//! Three-way merges of orders: of variations, and of games.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// The merged order of some items.
pub(crate) struct Order<T> {
    pub(crate) items: Vec<T>,
    /// Whether both versions changed the order of the same items differently. The result has our order.
    pub(crate) is_conflict: bool,
}

/// Merges three orders. Items of the base that our version lacks stay away; those that theirs lacks stay.
///
/// The result has all items of both versions: ours in our order, or in their order where only they changed it; then,
/// each new item of theirs comes after the item that it follows in their version, and after what we added there.
pub(crate) fn merge<T: Copy + Eq + Hash>(base: &[T], ours: &[T], theirs: &[T]) -> Order<T> {
    let [in_base, in_ours, in_theirs] =
        [base, ours, theirs].map(|items| items.iter().copied().collect::<HashSet<T>>());
    let is_common =
        |item: &&T| in_base.contains(*item) && in_ours.contains(*item) && in_theirs.contains(*item);
    let [base, our_order, their_order] = [base, ours, theirs]
        .map(|items| items.iter().filter(is_common).copied().collect::<Vec<T>>());
    let is_theirs = their_order != base && our_order == base;
    let is_conflict = their_order != base && our_order != base && our_order != their_order;
    let mut their_items = their_order.into_iter();
    let ours = ours.iter().map(|item| match is_common(&item) && is_theirs {
        true => their_items.next().unwrap_or(*item),
        false => *item,
    });
    let ours: Vec<T> = ours.collect();
    // The new items of theirs by the item that they follow.
    let mut new: HashMap<Option<T>, Vec<T>> = HashMap::new();
    let mut after = None;
    for &item in theirs {
        if in_ours.contains(&item) {
            after = Some(item);
        } else if !in_base.contains(&item) {
            new.entry(after).or_default().push(item);
        }
    }
    let mut items = Vec::with_capacity(ours.len());
    let mut after = None;
    for &item in &ours {
        if in_theirs.contains(&item) {
            items.extend(new.remove(&after).unwrap_or_default());
            after = Some(item);
        }
        items.push(item);
    }
    items.extend(new.remove(&after).unwrap_or_default());
    Order { items, is_conflict }
}

#[cfg(test)]
mod tests {
    use super::merge;

    #[track_caller]
    fn merges(base: &str, ours: &str, theirs: &str, expected: &str) {
        let [base, ours, theirs] =
            [base, ours, theirs].map(|items| items.chars().collect::<Vec<_>>());
        let order = merge(&base, &ours, &theirs);
        let items: String = order.items.into_iter().collect();
        assert_eq!(
            (items.as_str(), order.is_conflict),
            (expected.trim_end_matches('!'), expected.ends_with('!'))
        );
    }

    #[test]
    fn orders_are_merged() {
        merges("", "a", "b", "ab");
        merges("x", "xa", "xb", "xab");
        merges("x", "ax", "bx", "abx");
        merges("xy", "xay", "xby", "xaby");
        merges("xy", "xya", "yx", "yxa");
        merges("xy", "yx", "xby", "yxb");
        merges("xyz", "yxz", "zxy", "yxz!");
        merges("xyz", "yxz", "yxz", "yxz");
        // Items that a version lacks.
        merges("xyz", "xz", "xyzb", "xzb");
        merges("xyz", "xyza", "z", "xyza");
        merges("x", "a", "xb", "ab");
    }
}
