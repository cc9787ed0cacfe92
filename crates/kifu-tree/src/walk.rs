//! Iterators over the nodes of a forest. None of them recurses or allocates.

use alloc::vec::Vec;
use core::iter::FusedIterator;

use crate::forest::{Forest, NodeId};

impl<N> Forest<N> {
    /// Returns an iterator over the roots in order.
    pub fn roots(&self) -> Children<'_, N> {
        Children {
            forest: self,
            next: self.first_root(),
        }
    }

    /// Returns an iterator over the children of a node in order; the first continues the main line.
    pub fn children(&self, id: NodeId) -> Children<'_, N> {
        Children {
            forest: self,
            next: self.first_child(id),
        }
    }

    /// Returns an iterator over the ancestors of a node, from its parent up to the root.
    pub fn ancestors(&self, id: NodeId) -> Ancestors<'_, N> {
        Ancestors {
            forest: self,
            next: self.parent(id),
        }
    }

    /// Returns an iterator over a node, its first child, the first child of that one, and so on to
    /// a leaf.
    pub fn main_line(&self, from: NodeId) -> MainLine<'_, N> {
        MainLine {
            forest: self,
            next: Some(from),
        }
    }

    /// Returns an iterator over a node and its descendants, each before its children, with
    /// variations in order.
    pub fn preorder(&self, top: NodeId) -> Preorder<'_, N> {
        Preorder {
            forest: self,
            top,
            next: Some(top),
        }
    }

    /// Returns the node after `id` in the [preorder](Forest::preorder) of the subtree of `top`, which contains `id`.
    ///
    /// ```
    /// use kifu_tree::Forest;
    ///
    /// let mut forest = Forest::new();
    /// let root = forest.push_root('a');
    /// let first = forest.push_child(root, 'b');
    /// let second = forest.push_child(root, 'c');
    /// assert_eq!(forest.next_in_preorder(first, root), Some(second));
    /// assert_eq!(forest.next_in_preorder(first, first), None);
    /// ```
    #[inline]
    pub fn next_in_preorder(&self, id: NodeId, top: NodeId) -> Option<NodeId> {
        self.first_child(id).or_else(|| {
            let mut at = id;
            loop {
                if at == top {
                    return None;
                }
                if let Some(sibling) = self.next_sibling(at) {
                    return Some(sibling);
                }
                at = self.parent(at)?;
            }
        })
    }

    /// Returns an iterator like [`Forest::preorder`] that also reports the end of each subtree.
    pub fn traverse(&self, top: NodeId) -> Traverse<'_, N> {
        Traverse {
            forest: self,
            top,
            next: Some(Step::Enter(top)),
        }
    }

    /// Returns the number of ancestors of a node. Takes time proportional to it.
    pub fn depth(&self, id: NodeId) -> usize {
        self.ancestors(id).count()
    }

    /// Returns the root of the node's tree, or the top of its removed subtree.
    pub fn root_of(&self, id: NodeId) -> NodeId {
        self.ancestors(id).last().unwrap_or(id)
    }

    /// Returns the path from the root to a node: the index of the child at each step, from 0.
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

    /// Returns the node at the end of a path from `root`, or `None` if the tree has no such path.
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
    /// The iterator returned by [`Forest::children`] and [`Forest::roots`].
    Children, next_sibling
}
walk! {
    /// The iterator returned by [`Forest::ancestors`].
    Ancestors, parent
}
walk! {
    /// The iterator returned by [`Forest::main_line`].
    MainLine, first_child
}

/// The iterator returned by [`Forest::preorder`].
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
        self.next = self.forest.next_in_preorder(id, self.top);
        Some(id)
    }
}

impl<N> FusedIterator for Preorder<'_, N> {}

/// A step of [`Forest::traverse`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The traversal enters this node; its children follow.
    Enter(NodeId),
    /// The traversal leaves this node after its whole subtree.
    Leave(NodeId),
}

/// The iterator returned by [`Forest::traverse`].
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
