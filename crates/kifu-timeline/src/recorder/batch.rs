//! Edits that are applied together or not at all.

use std::collections::{BTreeMap, HashSet};

use kifu_sgf::escape;
use kifu_sgf::properties::PropertyClass;
use kifu_tree::NodeId;

use super::state::{NodeProperties, TreeState, fresh, put, take};
use super::{BatchError, RecordedEdit};
use crate::normal::{SWITCHES, normal};
use crate::rule::{Rule, label_key};
use crate::stats::MARK;

/// The edits of one moment; passed to the closure of [`Recorder::edit`](crate::Recorder::edit).
///
/// The methods take values in the syntax of SGF, and identifiers in capitals. Existing values are not recorded
/// again.
#[derive(Debug)]
pub struct Batch<'r> {
    state: &'r mut TreeState,
    recorded: Vec<RecordedEdit>,
    cursor: Option<NodeId>,
    /// The previous contents of existing nodes that changed, and the previous number of nodes.
    before: BTreeMap<NodeId, NodeProperties>,
    nodes: usize,
    /// Nodes that were removed.
    gone: Vec<NodeId>,
}

impl<'r> Batch<'r> {
    pub(super) fn new(state: &'r mut TreeState, cursor: Option<NodeId>) -> Batch<'r> {
        Batch {
            nodes: state.len(),
            state,
            recorded: Vec::new(),
            cursor,
            before: BTreeMap::new(),
            gone: Vec::new(),
        }
    }

    // ---- nodes ----

    /// Adds a node as the last child of another node, or as the last root.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the edit is rejected; so do the other methods.
    pub fn add_node(&mut self, parent: Option<NodeId>) -> Result<NodeId, BatchError> {
        if parent.is_some_and(|parent| !self.state.has(parent)) {
            return Err(BatchError::NoNode);
        }
        let node = self.state.add(parent).ok_or(BatchError::NoNode)?;
        self.cursor = Some(node);
        self.recorded.push(RecordedEdit::AddNode { parent, node });
        Ok(node)
    }

    /// Plays a move, `B` or `W` with its point, after a node: shows the child that has the move, or adds one.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the edit is rejected.
    pub fn play(
        &mut self,
        parent: Option<NodeId>,
        color: &str,
        point: &str,
    ) -> Result<NodeId, BatchError> {
        let has_move =
            |child: &NodeId| self.state.property(*child, color) == Some(&[point.to_owned()]);
        let found = self.state.children(parent).find(has_move);
        if let Some(child) = found {
            self.go_to(child)?;
            return Ok(child);
        }
        let node = self.add_node(parent)?;
        self.put(node, color, [point])?;
        Ok(node)
    }

    /// Removes a node and its descendants.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the edit is rejected.
    pub fn remove_node(&mut self, node: NodeId) -> Result<(), BatchError> {
        self.require(node)?;
        self.gone.extend(self.state.set_live(node, false));
        self.cursor = self.state.node(node).parent;
        self.recorded.push(RecordedEdit::RemoveNode { node });
        Ok(())
    }

    // ---- properties ----

    /// Sets a property to exactly these values.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the edit is rejected.
    pub fn set<'v>(
        &mut self,
        node: NodeId,
        ident: &str,
        values: impl IntoIterator<Item = &'v str>,
    ) -> Result<(), BatchError> {
        let values = self.checked(node, ident, values)?;
        let rule = self.state.meaning(ident).rule;
        let there = self
            .state
            .property(node, ident)
            .unwrap_or_default()
            .to_vec();
        if there == values {
            return Ok(());
        }
        let grows = match (rule, &there[..], &values[..]) {
            (Rule::Join, [old], [new]) => new.strip_prefix(old.as_str()).map(str::to_owned),
            _ => None,
        };
        if let Some(added) = grows {
            return self.put_checked(node, ident, rule, vec![added]);
        }
        if rule == Rule::Replace || (rule == Rule::Private && values.len() == 1) {
            return self.put_checked(node, ident, rule, values);
        }
        let [old, new]: [HashSet<&String>; 2] = [&there, &values].map(|all| all.iter().collect());
        let stays = |value: &&String| rule.is_list() && old.contains(value) && new.contains(value);
        let changes = |all: &[String]| -> Vec<String> {
            all.iter().filter(|value| !stays(value)).cloned().collect()
        };
        let (gone, fresh) = (changes(&there), changes(&values));
        if gone.len() == there.len() && !there.is_empty() {
            self.take_checked(node, ident, rule, Vec::new())?;
        } else if !gone.is_empty() {
            self.take_checked(node, ident, rule, gone)?;
        }
        if fresh.is_empty() {
            return Ok(());
        }
        self.put_checked(node, ident, rule, fresh)
    }

    /// Adds values to a property that is a list; sets any other property to the value.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the edit is rejected.
    pub fn put<'v>(
        &mut self,
        node: NodeId,
        ident: &str,
        values: impl IntoIterator<Item = &'v str>,
    ) -> Result<(), BatchError> {
        let values = self.checked(node, ident, values)?;
        let rule = self.state.meaning(ident).rule;
        if !rule.is_list() {
            return self.set(node, ident, values.iter().map(String::as_str));
        }
        self.put_checked(node, ident, rule, values)
    }

    /// Removes values of a property; without values, the whole property.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the edit is rejected.
    pub fn remove<'v>(
        &mut self,
        node: NodeId,
        ident: &str,
        values: impl IntoIterator<Item = &'v str>,
    ) -> Result<(), BatchError> {
        self.require(node)?;
        if self.state.property(node, ident).is_none() {
            return Err(BatchError::NotThere(ident.to_owned()));
        }
        let rule = self.state.meaning(ident).rule;
        let values: Vec<String> = values
            .into_iter()
            .map(|value| normal(value).into_owned())
            .collect();
        if values.len() > 1 && !rule.is_list() {
            return Err(BatchError::SeveralValues(ident.to_owned()));
        }
        self.take_checked(node, ident, rule, values)
    }

    /// Sets the comment of a node to a plain text. If the text extends the existing comment, only the addition
    /// is recorded; otherwise the whole comment is replaced.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the edit is rejected.
    pub fn comment(&mut self, node: NodeId, text: &str) -> Result<(), BatchError> {
        let there = self.state.property(node, "C").map(|values| values.concat());
        let there = there.as_deref().map(kifu_sgf::text);
        let text = kifu_sgf::text(&escape(text)).into_owned();
        if there.as_deref().unwrap_or_default() == text {
            return self.require(node);
        }
        if text.is_empty() {
            return self.remove(node, "C", []);
        }
        let added = there.as_deref().and_then(|there| text.strip_prefix(there));
        if let Some(added) = added {
            let added = self.checked(node, "C", [&*escape(added)])?;
            return self.put_checked(node, "C", Rule::Join, added);
        }
        self.set(node, "C", [&*escape(&text)])
    }

    /// Adds values that were recorded before: a comment is extended by them.
    #[cfg(feature = "journal")]
    pub(super) fn replay<'v>(
        &mut self,
        node: NodeId,
        ident: &str,
        values: impl IntoIterator<Item = &'v str>,
    ) -> Result<(), BatchError> {
        let values = self.checked(node, ident, values)?;
        let rule = self.state.meaning(ident).rule;
        self.put_checked(node, ident, rule, values)
    }

    // ---- the viewer ----

    /// The current node; `None` for the one that the recording continues.
    pub fn cursor(&self) -> Option<NodeId> {
        self.cursor
    }

    /// The existing children of a node; the roots for `None`.
    pub fn children(&self, node: Option<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
        self.state.children(node)
    }

    /// The values of a property, in the syntax of SGF; empty if it does not exist.
    pub fn property(&self, node: NodeId, ident: &str) -> &[String] {
        self.state.property(node, ident).unwrap_or_default()
    }

    /// Shows a node.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the edit is rejected.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), BatchError> {
        self.trigger(node, "N")
    }

    /// Adds a trigger, which is an instruction to the viewer; its name is plain text.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the edit is rejected.
    pub fn trigger(&mut self, node: NodeId, name: &str) -> Result<(), BatchError> {
        self.require(node)?;
        if name.contains(SWITCHES) {
            return Err(BatchError::CharsetSwitch);
        }
        self.cursor = Some(node);
        let name = kifu_sgf::simple_text(&escape(name)).into_owned();
        self.recorded.push(RecordedEdit::Trigger { node, name });
        Ok(())
    }

    /// Starts a chapter at a node.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError`] if the edit is rejected.
    pub fn marker(&mut self, node: NodeId, label: &str) -> Result<(), BatchError> {
        self.trigger(node, &format!("{MARK}{label}"))
    }

    // ---- implementation ----

    fn require(&self, node: NodeId) -> Result<(), BatchError> {
        if self.state.has(node) {
            Ok(())
        } else {
            Err(BatchError::NoNode)
        }
    }

    fn checked<'v>(
        &mut self,
        node: NodeId,
        ident: &str,
        values: impl IntoIterator<Item = &'v str>,
    ) -> Result<Vec<String>, BatchError> {
        self.require(node)?;
        let is_capital = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
        let is_ident = ident.starts_with(|c: char| c.is_ascii_uppercase());
        if !is_ident || !ident.bytes().all(is_capital) || matches!(ident, "TS" | "RP" | "VT") {
            return Err(BatchError::Identifier(ident.to_owned()));
        }
        let meaning = self.state.meaning(ident);
        if matches!(
            meaning.class,
            Some(PropertyClass::Root | PropertyClass::GameInfo)
        ) {
            return Err(BatchError::Header(ident.to_owned()));
        }
        let is_list = meaning.rule.is_list();
        let mut all = Vec::new();
        for value in values {
            if value.contains(SWITCHES) {
                return Err(BatchError::CharsetSwitch);
            }
            all.push(normal(value).into_owned());
        }
        match all.len() {
            0 => Err(BatchError::NoValues(ident.to_owned())),
            2.. if !is_list => Err(BatchError::SeveralValues(ident.to_owned())),
            _ => Ok(all),
        }
    }

    /// Stores the contents of a node, and returns mutable access to them.
    fn held(&mut self, node: NodeId) -> &mut NodeProperties {
        if node.index() < self.nodes {
            let before = &self.state.node(node).held;
            self.before.entry(node).or_insert_with(|| before.clone());
        }
        self.cursor = Some(node);
        self.state.held_mut(node)
    }

    fn put_checked(
        &mut self,
        node: NodeId,
        ident: &str,
        rule: Rule,
        mut values: Vec<String>,
    ) -> Result<(), BatchError> {
        let replaces = !rule.is_list() || (rule == Rule::Private && values.len() == 1);
        if !replaces {
            let there = self.state.property(node, ident).unwrap_or_default();
            values = fresh(there, rule, &values);
        }
        if rule == Rule::Labels {
            self.take_labels(node, ident, &values)?;
        }
        if rule.is_elist() && values.iter().any(String::is_empty) && values.len() > 1 {
            return Err(BatchError::SeveralValues(ident.to_owned()));
        }
        if let Some(with) = self.state.conflict(node, ident, &values) {
            let ident = ident.to_owned();
            return Err(BatchError::Conflict { ident, with });
        }
        if !values.is_empty() {
            self.put_unchecked(node, ident, values);
        }
        Ok(())
    }

    /// Removes the labels of points that are given other labels.
    fn take_labels(
        &mut self,
        node: NodeId,
        ident: &str,
        values: &[String],
    ) -> Result<(), BatchError> {
        let points: HashSet<&str> = values.iter().map(|value| label_key(value)).collect();
        if points.len() < values.len() {
            return Err(BatchError::SeveralValues(ident.to_owned()));
        }
        let there = self.state.property(node, ident).unwrap_or_default().iter();
        let old: Vec<String> = there
            .filter(|old| points.contains(label_key(old)))
            .cloned()
            .collect();
        if old.is_empty() {
            return Ok(());
        }
        self.take_checked(node, ident, Rule::Labels, old)
    }

    /// Adds values that are known to be valid.
    pub(super) fn put_unchecked(&mut self, node: NodeId, ident: &str, values: Vec<String>) {
        let rule = self.state.meaning(ident).rule;
        let held = self.held(node);
        let at = held
            .iter()
            .position(|(name, _)| name == ident)
            .unwrap_or_else(|| {
                held.push((ident.to_owned(), Vec::new()));
                held.len() - 1
            });
        put(&mut held[at].1, rule, &values);
        let ident = ident.to_owned();
        self.recorded.push(RecordedEdit::Put {
            node,
            ident,
            values,
        });
    }

    fn take_checked(
        &mut self,
        node: NodeId,
        ident: &str,
        rule: Rule,
        values: Vec<String>,
    ) -> Result<(), BatchError> {
        let held = self.held(node);
        if let Some(at) = held.iter().position(|(name, _)| name == ident) {
            let there = &mut held[at].1;
            if !take(there, rule, &values) {
                return Err(BatchError::NotThere(ident.to_owned()));
            }
            if values.is_empty() || there.is_empty() {
                held.remove(at);
            }
        }
        let ident = ident.to_owned();
        self.recorded.push(RecordedEdit::Remove {
            node,
            ident,
            values,
        });
        Ok(())
    }

    /// Restores the state before the batch.
    pub(super) fn undo(self) {
        self.state.truncate(self.nodes);
        for node in self
            .gone
            .into_iter()
            .filter(|node| node.index() < self.nodes)
        {
            self.state.revive(node);
        }
        for (node, held) in self.before {
            *self.state.held_mut(node) = held;
        }
    }

    pub(super) fn done(self) -> (Vec<RecordedEdit>, Option<NodeId>) {
        (self.recorded, self.cursor)
    }
}
