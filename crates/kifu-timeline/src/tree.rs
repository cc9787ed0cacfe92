//! Adds the nodes of an SGF document to a recording.

use std::collections::HashMap;

use kifu_sgf::{Document, NodeRef};
use kifu_tree::NodeId;

use crate::{Builder, Stamp};

/// The properties of a node: identifiers in capitals, and values in the syntax of SGF, in UTF-8.
pub(crate) fn properties(document: &Document, node: NodeRef<'_>) -> Vec<(String, Vec<String>)> {
    let charset = document.charset(node.id()).charset;
    let properties = node.properties().filter_map(|property| {
        let ident: String = property.ident().significant().map(char::from).collect();
        let values = property
            .values()
            .map(|value| charset.decode(value.raw()).text.into_owned());
        let values: Vec<String> = values.collect();
        let is_some = ident.starts_with(|c: char| c.is_ascii_uppercase()) && !values.is_empty();
        is_some.then_some((ident, values))
    });
    properties.collect()
}

/// The children of a node, without placeholders for empty variations.
pub(crate) fn children(document: &Document, node: NodeId) -> impl Iterator<Item = NodeId> {
    let children = document.forest().children(node);
    children.filter(|child| !document.node(*child).is_empty_variation())
}

impl Builder {
    /// Adds all descendants of a node of a document. Without a time they are initial.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// use kifu_timeline::Builder;
    ///
    /// let game = Document::parse("(;GM[1]KM[6.5];B[pd](;W[dd])(;W[pp]))").unwrap();
    /// let mut builder = Builder::default();
    /// builder.add_tree(&game, game.roots().next().unwrap(), None);
    /// let (timeline, _) = builder.build();
    /// assert_eq!(timeline.first().to_sgf(), "(;B[pd](;W[dd])(;W[pp]))");
    /// ```
    pub fn add_tree(&mut self, document: &Document, below: NodeId, at: Option<Stamp>) {
        self.copy_tree(document, below, at);
    }

    /// The same as [`Builder::add_tree`]; returns the copies of the nodes.
    pub(crate) fn copy_tree(
        &mut self,
        document: &Document,
        below: NodeId,
        at: Option<Stamp>,
    ) -> HashMap<NodeId, NodeId> {
        let mut copies = HashMap::new();
        let mut todo: Vec<(NodeId, Option<NodeId>)> = Vec::new();
        let push = |todo: &mut Vec<_>, node, parent| {
            let start = todo.len();
            todo.extend(children(document, node).map(|child| (child, parent)));
            todo[start..].reverse();
        };
        push(&mut todo, below, None);
        while let Some((node, parent)) = todo.pop() {
            let copy = self.add_node(parent, at);
            self.put_all(document, node, copy, at);
            copies.insert(node, copy);
            push(&mut todo, node, Some(copy));
        }
        copies
    }

    /// Adds all properties of a node of a document to a node.
    pub(crate) fn put_all(
        &mut self,
        document: &Document,
        node: NodeId,
        copy: NodeId,
        at: Option<Stamp>,
    ) {
        for (ident, values) in properties(document, document.node(node)) {
            self.put(copy, &ident, values.iter().map(String::as_str), at);
        }
    }
}
