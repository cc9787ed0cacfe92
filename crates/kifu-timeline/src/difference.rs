//! A recording from two versions of a game.

use std::collections::{HashMap, HashSet, VecDeque};

use kifu_sgf::{Document, GameContext, NodeRef};
use kifu_tree::NodeId;

use crate::normal::normal;
use crate::rule::{Meaning, Rule};
use crate::tree::{children, properties};
use crate::{Builder, Stamp, Time};

type Properties = Vec<(String, Vec<String>)>;

impl Builder {
    /// What leads from one version of a game to another: the first is there at first, and at
    /// a time everything that differs is changed. What differs in the roots themselves is
    /// left out, since a recording starts below.
    ///
    /// Nodes are the same if they have the same moves or stones, and so have their parents,
    /// in the order of both versions; others are removed and added.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// use kifu_timeline::{Builder, Time};
    ///
    /// let versions = ["(;GM[1];B[pd]C[Good];W[dd])", "(;GM[1];B[pd]C[Good?](;W[dd])(;W[pp]))"];
    /// let [old, new] = versions.map(|sgf| Document::parse(sgf).unwrap());
    /// let [a, b] = [&old, &new].map(|game| game.roots().next().unwrap());
    /// let builder = Builder::from_difference((&old, a), (&new, b), Time::from_secs(60));
    /// let (timeline, _) = builder.build();
    /// assert_eq!(timeline.first().to_sgf(), "(;B[pd]C[Good];W[dd])");
    /// assert_eq!(timeline.last().to_sgf(), "(;B[pd]C[Good?](;W[dd])(;W[pp]))");
    /// ```
    pub fn from_difference(
        (old, old_root): (&Document, NodeId),
        (new, new_root): (&Document, NodeId),
        at: Time,
    ) -> Builder {
        let context = GameContext::of(old.node(old_root));
        let mut difference = Difference {
            old,
            new,
            at: Some(Stamp::at(at)),
            context,
            builder: Builder::new(context),
        };
        let mut todo = vec![Pair {
            old: Some(old_root),
            new: Some(new_root),
            copy: None,
        }];
        while let Some(pair) = todo.pop() {
            let pairs = difference.children(&pair);
            // The nodes below are added when their turn comes, siblings in order.
            let start = todo.len();
            let is_gone = pair.new.is_none();
            todo.extend(
                pairs
                    .into_iter()
                    .map(|below| difference.copy(below, pair.copy, is_gone)),
            );
            todo[start..].reverse();
        }
        difference.builder
    }
}

/// A node of one version, or of both.
struct Pair {
    old: Option<NodeId>,
    new: Option<NodeId>,
    copy: Option<NodeId>,
}

struct Difference<'d> {
    old: &'d Document,
    new: &'d Document,
    at: Option<Stamp>,
    context: GameContext,
    builder: Builder,
}

impl Difference<'_> {
    /// The children of a pair, matched, in an order that is that of both versions.
    fn children(&self, pair: &Pair) -> Vec<Pair> {
        let old: Vec<NodeId> = pair
            .old
            .into_iter()
            .flat_map(|node| children(self.old, node))
            .collect();
        let mut by_key: HashMap<Properties, VecDeque<usize>> = HashMap::new();
        for (at, node) in old.iter().enumerate() {
            by_key
                .entry(key(self.old, self.old.node(*node)))
                .or_default()
                .push_back(at);
        }
        let mut pairs = Vec::new();
        let mut next = 0;
        let alone = |node: &NodeId| Pair {
            old: Some(*node),
            new: None,
            copy: None,
        };
        for node in pair
            .new
            .into_iter()
            .flat_map(|node| children(self.new, node))
        {
            let same = by_key.get_mut(&key(self.new, self.new.node(node)));
            let found = same.and_then(|same| {
                while same.front().is_some_and(|at| *at < next) {
                    same.pop_front();
                }
                same.pop_front()
            });
            if let Some(at) = found {
                pairs.extend(old[next..at].iter().map(alone));
                next = at + 1;
            }
            pairs.push(Pair {
                old: found.map(|at| old[at]),
                new: Some(node),
                copy: None,
            });
        }
        pairs.extend(old[next..].iter().map(alone));
        pairs
    }

    /// Adds a node, with what changes about it. What is below one that goes needs no more.
    fn copy(&mut self, pair: Pair, parent: Option<NodeId>, is_gone: bool) -> Pair {
        let born = if pair.old.is_some() { None } else { self.at };
        let copy = self.builder.add_node(parent, born);
        match (pair.old, pair.new) {
            (Some(old), Some(new)) => {
                self.builder.put_all(self.old, old, copy, None);
                self.change(old, new, copy);
            }
            (Some(old), None) => {
                self.builder.put_all(self.old, old, copy, None);
                if !is_gone {
                    self.builder.remove_node(copy, self.at);
                }
            }
            (None, Some(new)) => self.builder.put_all(self.new, new, copy, self.at),
            (None, None) => {}
        }
        Pair {
            copy: Some(copy),
            ..pair
        }
    }

    fn change(&mut self, old: NodeId, new: NodeId, copy: NodeId) {
        let old = properties(self.old, self.old.node(old));
        let new = properties(self.new, self.new.node(new));
        let of = |all: &Properties, ident: &str| {
            all.iter()
                .find(|(name, _)| name == ident)
                .map(|(_, values)| values.clone())
        };
        for (ident, _) in old.iter().filter(|(ident, _)| of(&new, ident).is_none()) {
            self.builder.remove(copy, ident, [], self.at);
        }
        for (ident, values) in &new {
            match of(&old, ident) {
                Some(before) if before == *values => {}
                Some(before) => self.replace(copy, ident, &before, values),
                None => self.put(copy, ident, values.iter()),
            }
        }
    }

    fn replace(&mut self, copy: NodeId, ident: &str, before: &[String], values: &[String]) {
        let rule = Meaning::of(ident, &self.context).rule;
        let grows = match (rule, before, values) {
            (Rule::Join, [before], [value]) => {
                let (before, value) = (normal(before), normal(value));
                value.strip_prefix(&*before).map(str::to_owned)
            }
            _ => None,
        };
        let [old, new]: [HashSet<&String>; 2] = [before, values].map(|all| all.iter().collect());
        let kept = |value: &&String| old.contains(value) && new.contains(value);
        match rule {
            Rule::Replace => self.put(copy, ident, values.iter()),
            _ if grows.is_some() => self.put(copy, ident, grows.iter()),
            Rule::Points { .. } | Rule::Labels | Rule::List { .. }
                if before.iter().any(|v| kept(&v)) =>
            {
                let gone: Vec<&str> = before
                    .iter()
                    .filter(|value| !kept(value))
                    .map(String::as_str)
                    .collect();
                if !gone.is_empty() {
                    self.builder.remove(copy, ident, gone, self.at);
                }
                let fresh: Vec<&String> = values.iter().filter(|value| !kept(value)).collect();
                self.put(copy, ident, fresh.into_iter());
            }
            _ => {
                self.builder.remove(copy, ident, [], self.at);
                self.put(copy, ident, values.iter());
            }
        }
    }

    fn put<'v>(&mut self, copy: NodeId, ident: &str, values: impl Iterator<Item = &'v String>) {
        self.builder
            .put(copy, ident, values.map(String::as_str), self.at);
    }
}

/// By what a node is known: its moves and stones.
fn key(document: &Document, node: NodeRef<'_>) -> Properties {
    let mut key = properties(document, node);
    key.retain(|(ident, _)| matches!(&**ident, "B" | "W" | "AB" | "AW" | "AE"));
    key.sort();
    key
}
