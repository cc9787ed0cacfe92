//! Ways through a forest, none of which recurses or allocates.

use alloc::vec::Vec;
use core::iter::FusedIterator;

use crate::forest::{Forest, NodeId};

impl<N> Forest<N> {
    /// The trees in order.
    pub fn roots(&self) -> Children<'_, N> {
        Children {
            forest: self,
            next: self.first_root(),
        }
    }

    /// The variations after a node in order; the first continues the main line.
    pub fn children(&self, id: NodeId) -> Children<'_, N> {
        Children {
            forest: self,
            next: self.first_child(id),
        }
    }

    /// The parent, its parent, and so on up to the root; not the node itself.
    pub fn ancestors(&self, id: NodeId) -> Ancestors<'_, N> {
        Ancestors {
            forest: self,
            next: self.parent(id),
        }
    }

    /// The node, its first child, that one's first child, and so on to the end.
    pub fn main_line(&self, from: NodeId) -> MainLine<'_, N> {
        MainLine {
            forest: self,
            next: Some(from),
        }
    }

    /// The node and all below it, each before its children, variations in order.
    pub fn preorder(&self, top: NodeId) -> Preorder<'_, N> {
        Preorder {
            forest: self,
            top,
            next: Some(top),
        }
    }

    /// As [`Forest::preorder`], but also saying when a node's subtree is done.
    pub fn traverse(&self, top: NodeId) -> Traverse<'_, N> {
        Traverse {
            forest: self,
            top,
            next: Some(Step::Enter(top)),
        }
    }

    /// How many nodes lie above this one.
    pub fn depth(&self, id: NodeId) -> usize {
        self.ancestors(id).count()
    }

    /// The root of the node's tree, or the top of its removed subtree.
    pub fn root_of(&self, id: NodeId) -> NodeId {
        self.ancestors(id).last().unwrap_or(id)
    }

    /// How to get from the root to a node: which child to take at each step, from 0.
    pub fn path(&self, id: NodeId) -> Vec<usize> {
        let mut path: Vec<usize> = Vec::new();
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            path.push(
                self.children(parent)
                    .take_while(|child| *child != at)
                    .count(),
            );
            at = parent;
        }
        path.reverse();
        path
    }

    /// The node that a path leads to, or `None` if the tree has no such path.
    pub fn at_path(&self, root: NodeId, path: &[usize]) -> Option<NodeId> {
        path.iter()
            .try_fold(root, |at, &child| self.children(at).nth(child))
    }
}

macro_rules! walk {
    ($(#[$doc:meta])* $name:ident, $next:ident) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name<'f, N> {
            forest: &'f Forest<N>,
            next: Option<NodeId>,
        }

        impl<N> Clone for $name<'_, N> {
            fn clone(&self) -> Self {
                $name { forest: self.forest, next: self.next }
            }
        }

        impl<N> Iterator for $name<'_, N> {
            type Item = NodeId;

            #[inline]
            fn next(&mut self) -> Option<NodeId> {
                let id = self.next?;
                self.next = self.forest.$next(id);
                Some(id)
            }
        }

        impl<N> FusedIterator for $name<'_, N> {}
    };
}

walk! {
    /// Iterator of [`Forest::children`] and [`Forest::roots`].
    Children, next_sibling
}
walk! {
    /// Iterator of [`Forest::ancestors`].
    Ancestors, parent
}
walk! {
    /// Iterator of [`Forest::main_line`].
    MainLine, first_child
}

/// Iterator of [`Forest::preorder`].
#[derive(Debug)]
pub struct Preorder<'f, N> {
    forest: &'f Forest<N>,
    top: NodeId,
    next: Option<NodeId>,
}

impl<N> Iterator for Preorder<'_, N> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.forest.first_child(id).or_else(|| {
            let mut at = id;
            loop {
                if at == self.top {
                    return None;
                }
                if let Some(sibling) = self.forest.next_sibling(at) {
                    return Some(sibling);
                }
                at = self.forest.parent(at)?;
            }
        });
        Some(id)
    }
}

impl<N> FusedIterator for Preorder<'_, N> {}

/// A step of [`Forest::traverse`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The node comes now, its children after it.
    Enter(NodeId),
    /// The node's whole subtree is done.
    Leave(NodeId),
}

/// Iterator of [`Forest::traverse`].
#[derive(Debug)]
pub struct Traverse<'f, N> {
    forest: &'f Forest<N>,
    top: NodeId,
    next: Option<Step>,
}

impl<N> Iterator for Traverse<'_, N> {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        let step = self.next?;
        self.next = match step {
            Step::Enter(id) => Some(
                self.forest
                    .first_child(id)
                    .map_or(Step::Leave(id), Step::Enter),
            ),
            Step::Leave(id) if id == self.top => None,
            Step::Leave(id) => match self.forest.next_sibling(id) {
                Some(sibling) => Some(Step::Enter(sibling)),
                None => self.forest.parent(id).map(Step::Leave),
            },
        };
        Some(step)
    }
}

impl<N> FusedIterator for Traverse<'_, N> {}
