use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;
use core::ops::{Index, IndexMut, Range};

use crate::Step;

/// The id of a node in one [`Forest`], valid as long as the forest exists.
///
/// Ids are assigned in order: a node created later has a greater id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// Returns the index of the node in the order of creation, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Returns the id with this index, or `None` if the index is too large.
    pub fn from_index(index: usize) -> Option<NodeId> {
        let number = u32::try_from(index).ok()?.checked_add(1)?;
        NonZeroU32::new(number).map(NodeId)
    }
}

impl NodeId {
    /// Returns the id with an index that is known not to be too large.
    #[inline]
    fn at(index: usize) -> Option<NodeId> {
        NonZeroU32::new((index as u32).wrapping_add(1)).map(NodeId)
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index())
    }
}

const FULL: &str = "a forest has fewer than 2^32 - 1 nodes";

/// A list of trees in one arena.
///
/// Methods that take an id panic if the id comes from another, larger forest; [`Forest::get`] does
/// not.
#[derive(Clone, Debug)]
pub struct Forest<N> {
    // Links and data are in one list, because a second allocation would take a noticeable part of
    // the time to create a small document.
    slots: Vec<Slot<N>>,
    first_root: Option<NodeId>,
}

#[derive(Clone, Debug)]
struct Slot<N> {
    links: Links,
    data: N,
}

/// The links of a node. Siblings form a list whose `prev` links run in a ring: the `prev` of the
/// first sibling is the last one. The top of a removed subtree is in no list and has no `prev`.
#[derive(Clone, Copy, Debug, Default)]
struct Links {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    next: Option<NodeId>,
    prev: Option<NodeId>,
}

impl Links {
    /// Shifts the ids so that the node with the index `first` becomes the first one. None of the
    /// links may lead to an earlier node.
    fn rebase(&mut self, first: usize) {
        let all = [
            &mut self.parent,
            &mut self.first_child,
            &mut self.next,
            &mut self.prev,
        ];
        for id in all {
            let number = id.map_or(0, |id| id.0.get());
            *id = NonZeroU32::new(number.saturating_sub(first as u32)).map(NodeId);
        }
    }
}

/// A place where a node can be inserted or moved to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Before all other trees.
    FirstRoot,
    /// After all other trees.
    LastRoot,
    /// Before all other children of this node, as its main line.
    FirstChild(NodeId),
    /// After all other children of this node.
    LastChild(NodeId),
    /// Directly before this node, as its sibling.
    Before(NodeId),
    /// Directly after this node, as its sibling.
    After(NodeId),
}

/// The error for a node that cannot be inserted or moved to a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveError {
    /// The place is the node itself or inside its own subtree.
    IntoItself,
    /// The place is next to the top of a removed subtree, which has no siblings.
    BesideRemoved,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveError::IntoItself => "a node cannot move into its own subtree",
            MoveError::BesideRemoved => "a removed node has no siblings; move it back first",
        })
    }
}

impl core::error::Error for MoveError {}

impl<N> Forest<N> {
    /// Creates a forest without trees.
    pub const fn new() -> Forest<N> {
        Forest {
            slots: Vec::new(),
            first_root: None,
        }
    }

    /// Returns whether the forest has no trees.
    pub fn is_empty(&self) -> bool {
        self.first_root.is_none()
    }

    /// Returns the number of ids assigned, which includes those of removed nodes. Every [`NodeId::index`] is
    /// less than it.
    pub fn id_count(&self) -> usize {
        self.slots.len()
    }

    /// Returns the number of nodes that fit without another allocation.
    pub fn capacity(&self) -> usize {
        self.slots.capacity()
    }

    /// Reserves space for exactly this many additional nodes.
    pub fn reserve_exact(&mut self, additional: usize) {
        self.slots.reserve_exact(additional);
    }

    /// Frees the reserved space that no node uses.
    pub fn shrink_to_fit(&mut self) {
        self.slots.shrink_to_fit();
    }

    /// Returns the data of a node, or `None` if this forest has no node with this id.
    #[inline]
    pub fn get(&self, id: NodeId) -> Option<&N> {
        self.slots.get(id.index()).map(|slot| &slot.data)
    }

    // ---- creating and moving ----

    /// Adds a tree after all others and returns its root.
    ///
    /// # Panics
    ///
    /// Panics if the forest already has 4,294,967,294 nodes. The other methods that add nodes panic
    /// then too.
    pub fn push_root(&mut self, data: N) -> NodeId {
        let id = self.make(data);
        self.link_last(id, None);
        id
    }

    /// Adds a node after all other children of `parent` and returns it.
    #[inline]
    pub fn push_child(&mut self, parent: NodeId, data: N) -> NodeId {
        let id = self.make(data);
        self.link_last(id, Some(parent));
        id
    }

    /// Adds a line of nodes: the first one after all other children of `parent`, each of the others
    /// as the child of the previous one. Returns the last node of the line, or `parent` if the line
    /// is empty.
    ///
    /// ```
    /// use kifu_tree::Forest;
    ///
    /// let mut forest = Forest::new();
    /// let root = forest.push_root('a');
    /// let last = forest.push_line(root, ['b', 'c', 'd']);
    /// let line: String = forest.preorder(root).map(|id| forest[id]).collect();
    /// assert_eq!((line.as_str(), forest[last]), ("abcd", 'd'));
    /// ```
    #[inline]
    pub fn push_line(&mut self, parent: NodeId, data: impl IntoIterator<Item = N>) -> NodeId {
        let first = self.slots.len();
        // The limit on ids is checked once, after the loop.
        let slots = data.into_iter().zip(first..).map(|(data, index)| Slot {
            links: Links {
                parent: NodeId::at(index - 1),
                first_child: NodeId::at(index + 1),
                next: None,
                prev: NodeId::at(index),
            },
            data,
        });
        self.slots.extend(slots);
        if self.slots.len() == first {
            return parent;
        }
        let last = NodeId::from_index(self.slots.len() - 1).expect(FULL);
        self.links_mut(last).first_child = None;
        self.link_last(NodeId::from_index(first).expect(FULL), Some(parent));
        last
    }

    /// Returns a forest that contains a copy of the subtree of `root`, with data that `make` creates. `make`
    /// is called in preorder with the id of each node in this forest and its id in the new one.
    ///
    /// ```
    /// use kifu_tree::Forest;
    ///
    /// let mut forest = Forest::new();
    /// let root = forest.push_root('a');
    /// let middle = forest.push_child(root, 'b');
    /// forest.push_line(middle, ['c', 'd']);
    /// forest.push_child(root, 'e');
    /// let upper = forest.map_tree(middle, |id, _| forest[id].to_ascii_uppercase());
    /// let line: String = upper.preorder(upper.first_root().unwrap()).map(|id| upper[id]).collect();
    /// assert_eq!(line, "BCD");
    /// ```
    pub fn map_tree<M>(
        &self,
        root: NodeId,
        mut make: impl FnMut(NodeId, NodeId) -> M,
    ) -> Forest<M> {
        let new_ids = (0..).map_while(NodeId::from_index);
        let ids = self.preorder(root).zip(new_ids);
        self.with_data(root, ids.map(|(id, new)| make(id, new)).collect())
    }

    /// Returns a forest that contains a copy of the subtree of `root`; `data` has the data of its nodes in
    /// preorder.
    ///
    /// ```
    /// use kifu_tree::Forest;
    ///
    /// let mut forest = Forest::new();
    /// let root = forest.push_root('a');
    /// let last = forest.push_child(root, 'b');
    /// let numbers = forest.with_data(root, vec![1, 2]);
    /// assert_eq!((numbers[root], numbers[last]), (1, 2));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the length of `data` is not the number of nodes.
    pub fn with_data<M>(&self, root: NodeId, data: Vec<M>) -> Forest<M> {
        let links = match self.ids_in_preorder(root) {
            Some(ids) => self.links_of(ids),
            None => self.links_below(root),
        };
        assert_eq!(links.len(), data.len(), "each node needs data");
        let slots = links.into_iter().zip(data);
        Forest {
            slots: slots.map(|(links, data)| Slot { links, data }).collect(),
            first_root: NodeId::from_index(0),
        }
    }

    /// Adds a node at a place and returns it.
    ///
    /// # Errors
    ///
    /// [`MoveError::BesideRemoved`] if the place is before or after the top of a removed subtree.
    /// The forest is then unchanged.
    pub fn insert(&mut self, place: Place, data: N) -> Result<NodeId, MoveError> {
        self.check_place(place)?;
        let id = self.make(data);
        self.link(id, place);
        Ok(id)
    }

    /// Moves a node with its subtree to a place. A removed node becomes part of the forest again.
    ///
    /// Takes time proportional to the depth of the place, to check that it is not inside the
    /// subtree.
    ///
    /// # Errors
    ///
    /// [`MoveError`] if the place is in the node's own subtree or next to the top of a removed
    /// subtree. The forest is then unchanged.
    pub fn move_to(&mut self, id: NodeId, place: Place) -> Result<(), MoveError> {
        self.check_place(place)?;
        if let Some(anchor) = place.anchor() {
            if anchor == id || self.ancestors(anchor).any(|ancestor| ancestor == id) {
                return Err(MoveError::IntoItself);
            }
        }
        self.remove(id);
        self.link(id, place);
        Ok(())
    }

    /// Removes a node with its subtree from the forest.
    ///
    /// The ids stay valid and the subtree stays intact, so that [`Forest::move_to`] can put it
    /// back. If the node is the top of a removed subtree, nothing changes.
    pub fn remove(&mut self, id: NodeId) {
        let (parent, next, prev) = {
            let links = self.links(id);
            (links.parent, links.next, links.prev)
        };
        let Some(prev) = prev else {
            return;
        };
        let first = self.first_of(parent);
        if first == Some(id) {
            self.set_first(parent, next);
        } else {
            self.links_mut(prev).next = next;
        }
        // Close the ring: after the node, or at the first sibling if it was last.
        if let Some(after) = next.or(first.filter(|first| *first != id)) {
            self.links_mut(after).prev = Some(prev);
        }
        let links = self.links_mut(id);
        (links.parent, links.next, links.prev) = (None, None, None);
    }

    /// Removes a node and puts its children in its place. Takes time proportional to their number.
    /// If the node is the top of a removed subtree, nothing changes.
    ///
    /// ```
    /// use kifu_tree::Forest;
    ///
    /// let mut forest = Forest::new();
    /// let root = forest.push_root("root");
    /// let middle = forest.push_child(root, "middle");
    /// let last = forest.push_child(root, "last");
    /// let below = [forest.push_child(middle, "a"), forest.push_child(middle, "b")];
    /// forest.dissolve(middle);
    /// assert!(forest.children(root).eq([below[0], below[1], last]));
    /// ```
    pub fn dissolve(&mut self, id: NodeId) {
        if self.links(id).prev.is_none() {
            return;
        }
        while let Some(child) = self.first_child(id) {
            self.remove(child);
            self.link_before(child, id);
        }
        self.remove(id);
    }

    /// Moves a node before its previous sibling. Returns `false` if it has none.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(previous) = self.prev_sibling(id) else {
            return false;
        };
        self.remove(id);
        self.link_before(id, previous);
        true
    }

    /// Makes the line that leads to a node the main line of its tree: the node and each of its
    /// ancestors become the first child of their parent.
    pub fn make_main_line(&mut self, id: NodeId) {
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            let first = self.links(parent).first_child;
            if let Some(first) = first.filter(|first| *first != at) {
                self.remove(at);
                self.link_before(at, first);
            }
            at = parent;
        }
    }

    // ---- navigating ----

    /// Returns the parent of a node, or `None` for a root.
    #[inline]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.links(id).parent
    }

    /// Returns the first child, which continues the main line.
    #[inline]
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.links(id).first_child
    }

    /// Returns the number of nodes, at most `max`, in the run that starts at a node. A run
    /// continues to an only child whose id directly follows that of its parent, as in a line whose
    /// nodes were created one after the other.
    ///
    /// ```
    /// use kifu_tree::Forest;
    ///
    /// let mut forest = Forest::new();
    /// let root = forest.push_root('a');
    /// let last = forest.push_line(root, ['b', 'c']);
    /// forest.push_child(last, 'd');
    /// forest.push_child(last, 'e');
    /// assert_eq!(forest.run_len(root, 100), 3);
    /// assert_eq!(forest.run_len(root, 2), 2);
    /// ```
    #[inline]
    pub fn run_len(&self, from: NodeId, max: usize) -> usize {
        let slots = &self.slots[from.index()..];
        let mut count = 1;
        let mut next = from.0;
        for pair in slots[..max.clamp(1, slots.len())].windows(2) {
            next = next.saturating_add(1);
            if pair[0].links.first_child != Some(NodeId(next)) || pair[1].links.next.is_some() {
                break;
            }
            count += 1;
        }
        count
    }

    /// Returns the last child.
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        self.links(id)
            .first_child
            .and_then(|first| self.links(first).prev)
    }

    /// Returns the sibling after this node; for a root, the root of the next tree.
    #[inline]
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.links(id).next
    }

    /// Returns the sibling before this node; for a root, the root of the previous tree.
    pub fn prev_sibling(&self, id: NodeId) -> Option<NodeId> {
        // The `prev` of the first sibling is the last sibling, which has no `next`.
        self.links(id)
            .prev
            .filter(|prev| self.links(*prev).next.is_some())
    }

    /// Returns the root of the first tree.
    pub fn first_root(&self) -> Option<NodeId> {
        self.first_root
    }

    /// Returns the root of the last tree.
    pub fn last_root(&self) -> Option<NodeId> {
        self.first_root.and_then(|first| self.links(first).prev)
    }

    /// Returns whether the node is part of one of the forest's trees, not of a removed subtree.
    /// Takes time proportional to its depth.
    pub fn is_attached(&self, id: NodeId) -> bool {
        let top = self.ancestors(id).last().unwrap_or(id);
        self.links(top).prev.is_some()
    }

    // ---- internal links ----

    /// Returns the indices of a tree if its nodes were created in preorder without gaps, as in a
    /// forest that was read and not edited since.
    fn ids_in_preorder(&self, root: NodeId) -> Option<Range<usize>> {
        let mut variations: Vec<NodeId> = Vec::new();
        let mut here = root;
        loop {
            if here != root {
                variations.extend(self.next_sibling(here));
            }
            let last = here.index() + self.run_len(here, usize::MAX) - 1;
            let links = &self.slots[last].links;
            let Some(next) = links.first_child.or_else(|| variations.pop()) else {
                return Some(root.index()..last + 1);
            };
            if next.index() != last + 1 {
                return None;
            }
            here = next;
        }
    }

    /// Returns the links of the tree with these indices as if the forest contained no other nodes.
    fn links_of(&self, ids: Range<usize>) -> Vec<Links> {
        let first = ids.start;
        let slots = self.slots[ids].iter();
        let mut links: Vec<Links> = slots.map(|slot| slot.links).collect();
        if first > 0 {
            links.iter_mut().for_each(|links| links.rebase(first));
        }
        // The root has no parent and no siblings in the new forest.
        links[0] = Links {
            first_child: links[0].first_child,
            prev: NodeId::from_index(0),
            ..Links::default()
        };
        links
    }

    /// Returns the links of a tree as if the forest contained no other nodes and they had been
    /// created in preorder.
    fn links_below(&self, root: NodeId) -> Vec<Links> {
        let mut copy = Forest::new();
        let mut above: Vec<NodeId> = Vec::new();
        for step in self.traverse(root) {
            match (step, above.last()) {
                (Step::Enter(_), Some(parent)) => above.push(copy.push_child(*parent, ())),
                (Step::Enter(_), None) => above.push(copy.push_root(())),
                (Step::Leave(_), _) => {
                    above.pop();
                }
            }
        }
        copy.slots.into_iter().map(|slot| slot.links).collect()
    }

    #[inline]
    fn links(&self, id: NodeId) -> &Links {
        &self.slots[id.index()].links
    }

    #[inline]
    fn links_mut(&mut self, id: NodeId) -> &mut Links {
        &mut self.slots[id.index()].links
    }

    #[inline]
    fn make(&mut self, data: N) -> NodeId {
        let id = NodeId::from_index(self.slots.len()).expect(FULL);
        self.slots.push(Slot {
            links: Links::default(),
            data,
        });
        id
    }

    fn first_of(&self, parent: Option<NodeId>) -> Option<NodeId> {
        match parent {
            Some(parent) => self.links(parent).first_child,
            None => self.first_root,
        }
    }

    fn set_first(&mut self, parent: Option<NodeId>, first: Option<NodeId>) {
        match parent {
            Some(parent) => self.links_mut(parent).first_child = first,
            None => self.first_root = first,
        }
    }

    fn check_place(&self, place: Place) -> Result<(), MoveError> {
        match place {
            Place::Before(at) | Place::After(at) if self.links(at).prev.is_none() => {
                Err(MoveError::BesideRemoved)
            }
            _ => Ok(()),
        }
    }

    fn link(&mut self, id: NodeId, place: Place) {
        let (parent, before) = match place {
            Place::FirstRoot => (None, self.first_root),
            Place::LastRoot => (None, None),
            Place::FirstChild(parent) => (Some(parent), self.first_child(parent)),
            Place::LastChild(parent) => (Some(parent), None),
            Place::Before(at) => (self.parent(at), Some(at)),
            Place::After(at) => (self.parent(at), self.next_sibling(at)),
        };
        match before {
            Some(before) => self.link_before(id, before),
            None => self.link_last(id, parent),
        }
    }

    fn link_before(&mut self, id: NodeId, at: NodeId) {
        let parent = self.parent(at);
        let prev = self.links_mut(at).prev.replace(id);
        let links = self.links_mut(id);
        links.parent = parent;
        links.next = Some(at);
        links.prev = prev;
        if self.first_of(parent) == Some(at) {
            self.set_first(parent, Some(id));
        } else if let Some(prev) = prev {
            self.links_mut(prev).next = Some(id);
        }
    }

    #[inline]
    fn link_last(&mut self, id: NodeId, parent: Option<NodeId>) {
        let first = self.first_of(parent);
        let last = match first {
            None => {
                self.set_first(parent, Some(id));
                id
            }
            Some(first) => self.links_mut(first).prev.replace(id).unwrap_or(first),
        };
        if last != id {
            self.links_mut(last).next = Some(id);
        }
        let links = self.links_mut(id);
        links.parent = parent;
        links.prev = Some(last);
    }
}

impl Place {
    /// Returns the sibling or parent that the place refers to.
    fn anchor(self) -> Option<NodeId> {
        match self {
            Place::FirstRoot | Place::LastRoot => None,
            Place::FirstChild(at) | Place::LastChild(at) | Place::Before(at) | Place::After(at) => {
                Some(at)
            }
        }
    }
}

impl<N> Default for Forest<N> {
    fn default() -> Forest<N> {
        Forest::new()
    }
}

impl<N> Index<NodeId> for Forest<N> {
    type Output = N;

    #[inline]
    fn index(&self, id: NodeId) -> &N {
        &self.slots[id.index()].data
    }
}

impl<N> IndexMut<NodeId> for Forest<N> {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut N {
        &mut self.slots[id.index()].data
    }
}
