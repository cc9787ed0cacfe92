//! One version of a game, prepared for comparisons with the others.

use std::collections::HashMap;

use kifu_compare::NodeKey;
use kifu_sgf::{Document, GameContext, NodeId};

/// A version of a game.
pub(crate) struct Tree {
    pub(crate) document: Document,
    pub(crate) root: NodeId,
    pub(crate) context: GameContext,
    /// The keys of the nodes by their indices, as numbers that mean the same in all versions.
    pub(crate) keys: Vec<Key>,
}

/// The number of a [`NodeKey`], and its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key {
    pub(crate) number: u32,
    pub(crate) kind: KeyKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum KeyKind {
    /// The node has neither moves nor setup.
    Empty,
    Setup,
    Move,
}

/// The numbers of keys.
#[derive(Default)]
pub(crate) struct Keys(HashMap<NodeKey, u32>);

impl Keys {
    fn number(&mut self, key: NodeKey) -> Key {
        let kind = if key.is_empty() {
            KeyKind::Empty
        } else if key.is_setup() {
            KeyKind::Setup
        } else {
            KeyKind::Move
        };
        let next = self.0.len() as u32;
        let number = *self.0.entry(key).or_insert(next);
        Key { number, kind }
    }
}

impl Tree {
    pub(crate) fn new(document: Document, root: NodeId, keys: &mut Keys) -> Tree {
        let context = GameContext::of(document.node(root));
        let ids = (0..document.forest().id_count()).filter_map(NodeId::from_index);
        let keys = ids
            .map(|id| keys.number(NodeKey::of(document.node(id), context.size)))
            .collect();
        Tree {
            document,
            root,
            context,
            keys,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn key(&self, id: NodeId) -> Key {
        self.keys[id.index()]
    }

    /// The children of a node, without variations that have no nodes.
    pub(crate) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let children = self.document.forest().children(id);
        children.filter(|child| !self.document.node(*child).is_empty_variation())
    }

    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.document.forest().parent(id)
    }

    /// The nodes in their order in the file, without variations that have no nodes.
    pub(crate) fn preorder(&self) -> impl Iterator<Item = NodeId> + '_ {
        let nodes = self.document.forest().preorder(self.root);
        nodes.filter(|id| !self.document.node(*id).is_empty_variation())
    }

    /// The bytes of a node that was not edited.
    pub(crate) fn bytes(&self, id: NodeId) -> &[u8] {
        let span = self.document.node(id).span();
        span.map_or(&[], |span| &self.document.text()[span.range()])
    }
}
