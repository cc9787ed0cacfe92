//! Matches two versions of a tree, and computes the changes from one to the other.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use kifu_core::Size;
use kifu_sgf::value::{self, PointLetters};
use kifu_tree::NodeId;

use crate::normal::normal;
use crate::rule::Rule;
use crate::{Builder, Stamp};

/// The properties of a node: identifiers in capitals, and values in the syntax of SGF.
pub(crate) type Properties = Vec<(String, Vec<String>)>;

/// The properties that identify a node among its siblings: its moves and stones.
pub(crate) fn key(properties: &Properties) -> Properties {
    let mut key = Properties::new();
    for (ident, values) in properties {
        match ident.as_str() {
            "B" | "W" => key.push((ident.clone(), values.clone())),
            "AB" | "AW" | "AE" => key.push((ident.clone(), each_point(values))),
            _ => {}
        }
    }
    key.sort();
    key
}

/// Returns the points of a list, with rectangles expanded, sorted and without duplicates, so that equal sets give equal
/// lists.
fn each_point(values: &[String]) -> Vec<String> {
    let largest = Size::square(Size::MAX).unwrap_or_default();
    let mut all = BTreeSet::new();
    for value in values {
        let area = value::area(value.as_bytes(), largest).ok();
        match area.filter(|_| value.contains(':')) {
            Some(area) => {
                let points = area.value.points().filter_map(PointLetters::of_point);
                all.extend(points.map(|letters| letters.to_string()));
            }
            None => _ = all.insert(value.clone()),
        }
    }
    all.into_iter().collect()
}

/// Merges the siblings of two versions, in an order that agrees with both. Returns the index of each node in
/// the old and in the new version. Nodes with the same key are the same; a node without a key is always new.
pub(crate) fn matched(
    old: &[Properties],
    new: &[Option<Properties>],
) -> Vec<(Option<usize>, Option<usize>)> {
    let mut by_key: HashMap<&Properties, VecDeque<usize>> = HashMap::new();
    for (at, key) in old.iter().enumerate() {
        by_key.entry(key).or_default().push_back(at);
    }
    let alone = |at| (Some(at), None);
    let mut pairs = Vec::with_capacity(old.len().max(new.len()));
    let mut next = 0;
    for (here, key) in new.iter().enumerate() {
        let same = key.as_ref().and_then(|key| by_key.get_mut(key));
        let found = same.and_then(|same| {
            while same.front().is_some_and(|at| *at < next) {
                same.pop_front();
            }
            same.pop_front()
        });
        if let Some(at) = found {
            pairs.extend((next..at).map(alone));
            next = at + 1;
        }
        pairs.push((found, Some(here)));
    }
    pairs.extend((next..old.len()).map(alone));
    pairs
}

impl Builder {
    /// Changes the properties of a node; returns whether there was anything to change.
    pub(crate) fn change(
        &mut self,
        node: NodeId,
        old: &Properties,
        new: &Properties,
        at: Option<Stamp>,
    ) -> bool {
        let by_name = |all: &'_ Properties| -> HashMap<String, usize> {
            let names = all.iter().map(|(ident, _)| ident.clone());
            names.zip(0..).collect()
        };
        let (in_old, in_new) = (by_name(old), by_name(new));
        // First remove, so that nothing contradicts the values that are added.
        let mut to_put = Vec::new();
        let mut changes = false;
        for (ident, before) in old {
            let Some(values) = in_new.get(ident).map(|at| &new[*at].1) else {
                self.remove(node, ident, [], at);
                changes = true;
                continue;
            };
            let same = before == values
                || (matches!(self.rule(ident), Rule::Points { .. })
                    && each_point(before) == each_point(values));
            if !same {
                let put = self.make_room(node, ident, before, values, at);
                to_put.push((ident, put));
                changes = true;
            }
        }
        for (ident, values) in new.iter().filter(|(ident, _)| !in_old.contains_key(ident)) {
            to_put.push((ident, values.clone()));
            changes = true;
        }
        for (ident, values) in to_put {
            self.put(node, ident, values.iter().map(String::as_str), at);
        }
        changes
    }

    /// Removes values that a property must no longer have; returns the values to add.
    fn make_room(
        &mut self,
        node: NodeId,
        ident: &str,
        before: &[String],
        values: &[String],
        at: Option<Stamp>,
    ) -> Vec<String> {
        let rule = self.rule(ident);
        let grows = match (rule, before, values) {
            (Rule::Join, [before], [value]) => {
                let (before, value) = (normal(before), normal(value));
                value.strip_prefix(&*before).map(str::to_owned)
            }
            _ => None,
        };
        if let Some(added) = grows {
            return vec![added];
        }
        let [old, new]: [HashSet<&String>; 2] = [before, values].map(|all| all.iter().collect());
        let kept = |value: &&String| old.contains(value) && new.contains(value);
        let is_list = matches!(rule, Rule::Points { .. } | Rule::Labels | Rule::List { .. });
        if is_list && before.iter().any(|value| kept(&value)) {
            let gone: Vec<&str> = before
                .iter()
                .filter(|value| !kept(value))
                .map(String::as_str)
                .collect();
            if !gone.is_empty() {
                self.remove(node, ident, gone, at);
            }
            return values
                .iter()
                .filter(|value| !kept(value))
                .cloned()
                .collect();
        }
        if rule != Rule::Replace {
            self.remove(node, ident, [], at);
        }
        values.to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(letter: usize) -> Properties {
        vec![("N".to_owned(), vec![letter.to_string()])]
    }

    /// All sequences of up to `most` keys, where there are three different keys.
    fn rows(most: u32) -> impl Iterator<Item = Vec<usize>> {
        (0..=most).flat_map(|len| {
            let row = move |n: usize| (0..len).map(|at| n / 3usize.pow(at) % 3).collect();
            (0..3usize.pow(len)).map(row)
        })
    }

    #[test]
    fn a_matched_row_is_in_the_order_of_both() {
        for old in rows(4) {
            for new in rows(3) {
                let old_keys: Vec<_> = old.iter().map(|at| key(*at)).collect();
                // One of the three represents a node without a key.
                let own = |at: &usize| (*at != 2).then(|| key(*at));
                let new_keys: Vec<_> = new.iter().map(own).collect();
                let pairs = matched(&old_keys, &new_keys);
                let olds = pairs.iter().filter_map(|pair| pair.0);
                assert!(olds.eq(0..old.len()), "{old:?} {new:?} {pairs:?}");
                let news = pairs.iter().filter_map(|pair| pair.1);
                assert!(news.eq(0..new.len()), "{old:?} {new:?} {pairs:?}");
                for pair in &pairs {
                    if let (Some(before), Some(after)) = *pair {
                        assert!(old[before] == new[after] && new[after] != 2);
                    }
                }
                let first = pairs
                    .iter()
                    .position(|pair| pair.0.is_some() && pair.1.is_some());
                let any = new.iter().any(|at| *at != 2 && old.contains(at));
                assert_eq!(first.is_some(), any, "{old:?} {new:?} {pairs:?}");
            }
        }
    }
}
