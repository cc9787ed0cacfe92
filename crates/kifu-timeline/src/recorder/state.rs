//! The current tree of a recorder.

use std::collections::{HashMap, HashSet};

use kifu_sgf::GameContext;
use kifu_sgf::value::Area;
use kifu_tree::NodeId;

use crate::rule::{Meaning, Rule, area, group_of, label_key, minus, missing, overlap};

/// The properties of a node, in the order in which they appeared.
pub(super) type NodeProperties = Vec<(String, Vec<String>)>;

#[derive(Debug)]
pub(super) struct TreeState {
    context: GameContext,
    /// The nodes by id.
    nodes: Vec<Node>,
    roots: Vec<NodeId>,
    meanings: HashMap<String, Meaning>,
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<NodeId>,
    children: Vec<NodeId>,
    pub(super) held: NodeProperties,
    pub(super) is_live: bool,
}

impl TreeState {
    pub(super) fn new(context: GameContext) -> TreeState {
        TreeState {
            context,
            nodes: Vec::new(),
            roots: Vec::new(),
            meanings: HashMap::new(),
        }
    }

    // ---- nodes ----

    pub(super) fn has(&self, node: NodeId) -> bool {
        self.nodes
            .get(node.index())
            .is_some_and(|node| node.is_live)
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    pub(super) fn held_mut(&mut self, node: NodeId) -> &mut NodeProperties {
        &mut self.nodes[node.index()].held
    }

    pub(super) fn children(&self, node: Option<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
        let row = match node {
            Some(node) => self
                .nodes
                .get(node.index())
                .map_or(&[][..], |node| &node.children),
            None => &self.roots,
        };
        row.iter().copied().filter(|child| self.has(*child))
    }

    /// Adds a node; `None` if all ids are in use.
    pub(super) fn add(&mut self, parent: Option<NodeId>) -> Option<NodeId> {
        let id = NodeId::from_index(self.nodes.len())?;
        self.nodes.push(Node {
            parent,
            children: Vec::new(),
            held: NodeProperties::new(),
            is_live: true,
        });
        self.row(parent).push(id);
        Some(id)
    }

    fn row(&mut self, parent: Option<NodeId>) -> &mut Vec<NodeId> {
        match parent {
            Some(parent) => &mut self.nodes[parent.index()].children,
            None => &mut self.roots,
        }
    }

    /// Removes the nodes that were added last.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.nodes.len() > len {
            if let Some(node) = self.nodes.pop() {
                self.row(node.parent).pop();
            }
        }
    }

    /// Marks a node and its descendants as removed or existing; returns the nodes that changed.
    pub(super) fn set_live(&mut self, top: NodeId, is_live: bool) -> Vec<NodeId> {
        let mut changed = Vec::new();
        let mut todo = vec![top];
        while let Some(node) = todo.pop() {
            let slot = &mut self.nodes[node.index()];
            if slot.is_live != is_live {
                slot.is_live = is_live;
                changed.push(node);
                todo.extend(&slot.children);
            }
        }
        changed
    }

    pub(super) fn revive(&mut self, node: NodeId) {
        self.nodes[node.index()].is_live = true;
    }

    // ---- properties ----

    pub(super) fn property(&self, node: NodeId, ident: &str) -> Option<&[String]> {
        let held = &self
            .nodes
            .get(node.index())
            .filter(|node| node.is_live)?
            .held;
        let found = held.iter().find(|(name, _)| name == ident)?;
        Some(&found.1)
    }

    pub(super) fn meaning(&mut self, ident: &str) -> &Meaning {
        let context = &self.context;
        self.meanings
            .entry(ident.to_owned())
            .or_insert_with(|| Meaning::of(ident, context))
    }

    /// The property of a node that new values of another property contradict, if any.
    pub(super) fn conflict(
        &mut self,
        node: NodeId,
        ident: &str,
        values: &[String],
    ) -> Option<String> {
        let meaning = self.meaning(ident);
        let (group, by_point) = (meaning.group?, meaning.excludes_points());
        let areas = |values: &[String]| values.iter().filter_map(|value| area(value)).collect();
        let new: Vec<Area> = areas(values);
        let held = self.node(node).held.iter();
        let others = held.filter(|(name, _)| name != ident && group_of(name) == Some(group));
        let contradicts = |(_, values): &&(String, Vec<String>)| {
            let old: Vec<Area> = areas(values);
            !by_point
                || old
                    .iter()
                    .any(|old| new.iter().any(|new| overlap(*old, *new)))
        };
        others
            .into_iter()
            .find(contradicts)
            .map(|(name, _)| name.clone())
    }
}

/// The values that a list does not have yet, each once; of a rectangle, its missing parts.
pub(super) fn fresh(there: &[String], rule: Rule, values: &[String]) -> Vec<String> {
    let mut known: HashSet<&str> = there.iter().map(String::as_str).collect();
    let mut areas: Vec<Area> = there.iter().filter_map(|value| area(value)).collect();
    let mut fresh = Vec::new();
    for value in values {
        match area(value).filter(|_| matches!(rule, Rule::Points { .. })) {
            Some(new) if areas.iter().any(|old| overlap(*old, new)) => {
                let parts = missing(new, areas.iter().copied());
                fresh.extend(parts.iter().map(ToString::to_string));
                areas.extend(parts);
            }
            Some(new) => {
                fresh.push(value.clone());
                areas.push(new);
            }
            None if known.insert(value) => fresh.push(value.clone()),
            None => {}
        }
    }
    fresh
}

/// Adds values to a property; a list takes only those that are [`fresh`].
pub(super) fn put(there: &mut Vec<String>, rule: Rule, values: &[String]) {
    match rule {
        Rule::Replace => *there = values.to_vec(),
        Rule::Join => *there = vec![there.concat() + &values.concat()],
        Rule::Private if values.len() == 1 => *there = values.to_vec(),
        rule => {
            let is_none = |value: &String| rule.is_elist() && value.is_empty();
            if values.iter().any(is_none) || there.iter().any(is_none) {
                there.clear();
            }
            there.extend_from_slice(values);
        }
    }
}

/// Removes values from a property; returns `false` if one of them does not exist.
pub(super) fn take(there: &mut Vec<String>, rule: Rule, values: &[String]) -> bool {
    let is_points = matches!(rule, Rule::Points { .. });
    let (areas, others): (Vec<_>, Vec<_>) = values
        .iter()
        .partition(|value| is_points && area(value).is_some());
    for gone in areas.into_iter().filter_map(|value| area(value)) {
        let held = there.iter().filter_map(|value| area(value));
        if !missing(gone, held).is_empty() {
            return false;
        }
        let parts = |value: String| match area(&value).filter(|old| overlap(*old, gone)) {
            Some(old) => minus(old, gone).map(|part| part.to_string()).collect(),
            None => vec![value],
        };
        *there = std::mem::take(there).into_iter().flat_map(parts).collect();
    }
    let key = |value: &str| match rule {
        Rule::Labels => label_key(value).len(),
        _ => value.len(),
    };
    let mut gone: HashMap<&str, &str> = HashMap::new();
    for value in &others {
        gone.insert(&value[..key(value)], value);
    }
    let count = gone.len();
    let before = there.len();
    there.retain(|held| {
        let point = &held[..key(held)];
        let named = gone.get(point);
        // A label is identified by its point, or in full.
        named.is_none_or(|named| *named != point && *named != held)
    });
    count == others.len() && before - there.len() == count
}
