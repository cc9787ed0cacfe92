use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;
use core::ops::{Index, IndexMut, Range};

use crate::Step;

/// Names a node of one [`Forest`], for the life of that forest.
///
/// Ids are handed out in order: a node made later has a greater one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The position in the order of making, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The id with this position, or `None` past the largest.
    pub fn from_index(index: usize) -> Option<NodeId> {
        let number = u32::try_from(index).ok()?.checked_add(1)?;
        NonZeroU32::new(number).map(NodeId)
    }
}

impl NodeId {
    /// The id with a position that is known to be none past the largest.
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
/// Methods that take an id panic if the id is of another, larger forest; reading
/// with [`Forest::get`] does not.
#[derive(Clone, Debug)]
pub struct Forest<N> {
    // One list, not two: a small document is made in the time of a few allocations.
    slots: Vec<Slot<N>>,
    first_root: Option<NodeId>,
}

#[derive(Clone, Debug)]
struct Slot<N> {
    links: Links,
    data: N,
}

/// Siblings form a list whose `prev` links run in a ring: the first one's `prev`
/// is the last sibling. A node outside of any list, the top of a removed subtree,
/// has no `prev`.
#[derive(Clone, Copy, Debug, Default)]
struct Links {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    next: Option<NodeId>,
    prev: Option<NodeId>,
}

impl Links {
    /// Counts from this node on; none before it is meant.
    fn count_from(&mut self, first: usize) {
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

/// Where a node goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Before all other trees.
    FirstRoot,
    /// After all other trees.
    LastRoot,
    /// Before all other children of this node: it becomes the main line.
    FirstChild(NodeId),
    /// After all other children of this node.
    LastChild(NodeId),
    /// Right before this node, as its sibling.
    Before(NodeId),
    /// Right after this node, as its sibling.
    After(NodeId),
}

/// A node cannot go where it was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveError {
    /// The place is the node itself or inside its own subtree.
    IntoItself,
    /// The place is beside the top of a removed subtree, which has no siblings.
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
    /// A forest without trees.
    pub const fn new() -> Forest<N> {
        Forest {
            slots: Vec::new(),
            first_root: None,
        }
    }

    /// Whether there is no tree.
    pub fn is_empty(&self) -> bool {
        self.first_root.is_none()
    }

    /// How many nodes were ever made, removed ones included; every
    /// [`NodeId::index`] is below it.
    pub fn made(&self) -> usize {
        self.slots.len()
    }

    /// How many nodes fit without another allocation.
    pub fn capacity(&self) -> usize {
        self.slots.capacity()
    }

    /// Makes room for exactly this many more nodes.
    pub fn reserve_exact(&mut self, additional: usize) {
        self.slots.reserve_exact(additional);
    }

    /// Gives back the room that no node uses.
    pub fn shrink_to_fit(&mut self) {
        self.slots.shrink_to_fit();
    }

    /// The data of a node, or `None` if this forest never made that id.
    #[inline]
    pub fn get(&self, id: NodeId) -> Option<&N> {
        self.slots.get(id.index()).map(|slot| &slot.data)
    }

    // ---- making and moving ----

    /// Adds a tree after all others.
    ///
    /// # Panics
    ///
    /// If the forest has 4,294,967,295 nodes already; so do the other ways to add one.
    pub fn push_root(&mut self, data: N) -> NodeId {
        let id = self.make(data);
        self.link_last(id, None);
        id
    }

    /// Adds a node after all other children of `parent`.
    #[inline]
    pub fn push_child(&mut self, parent: NodeId, data: N) -> NodeId {
        let id = self.make(data);
        self.link_last(id, Some(parent));
        id
    }

    /// Adds a line of nodes, the first one after all other children of `parent`, and each of the others
    /// below the one before it; returns the last of the line, `parent` if it is empty.
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
        // Where ids end is looked at once, behind.
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

    /// A tree of the same shape as that below a node, with data made for each of its nodes in
    /// preorder: from their ids here, and those that they get there.
    ///
    /// ```
    /// use kifu_tree::Forest;
    ///
    /// let mut forest = Forest::new();
    /// let root = forest.push_root('a');
    /// let middle = forest.push_child(root, 'b');
    /// forest.push_line(middle, ['c', 'd']);
    /// forest.push_child(root, 'e');
    /// let upper = forest.mapped(middle, |id, _| forest[id].to_ascii_uppercase());
    /// let line: String = upper.preorder(upper.first_root().unwrap()).map(|id| upper[id]).collect();
    /// assert_eq!(line, "BCD");
    /// ```
    pub fn mapped<M>(&self, root: NodeId, mut make: impl FnMut(NodeId, NodeId) -> M) -> Forest<M> {
        let there = (0..).map_while(NodeId::from_index);
        let made = self.preorder(root).zip(there);
        self.like(root, made.map(|(here, there)| make(here, there)).collect())
    }

    /// A tree of the same shape as that below a node, with this data for its nodes in preorder.
    ///
    /// ```
    /// use kifu_tree::Forest;
    ///
    /// let mut forest = Forest::new();
    /// let root = forest.push_root('a');
    /// let last = forest.push_child(root, 'b');
    /// let numbers = forest.like(root, vec![1, 2]);
    /// assert_eq!((numbers[root], numbers[last]), (1, 2));
    /// ```
    ///
    /// # Panics
    ///
    /// If they are not as many as the nodes.
    pub fn like<M>(&self, root: NodeId, data: Vec<M>) -> Forest<M> {
        let links = match self.ids_in_preorder(root) {
            Some(ids) => self.links_of(ids),
            None => self.links_below(root),
        };
        assert_eq!(links.len(), data.len(), "data is for each node");
        let slots = links.into_iter().zip(data);
        Forest {
            slots: slots.map(|(links, data)| Slot { links, data }).collect(),
            first_root: NodeId::from_index(0),
        }
    }

    /// Adds a node.
    ///
    /// # Errors
    ///
    /// [`MoveError::BesideRemoved`] if the place is before or after the top of a
    /// removed subtree; nothing is added then.
    pub fn insert(&mut self, place: Place, data: N) -> Result<NodeId, MoveError> {
        self.check_place(place)?;
        let id = self.make(data);
        self.link(id, place);
        Ok(id)
    }

    /// Moves a node with its subtree, from wherever it is; a removed one comes back.
    ///
    /// Takes time in proportion to the depth of the place, to see that it is not
    /// inside the subtree.
    ///
    /// # Errors
    ///
    /// [`MoveError`] if the place is in the node's own subtree or beside a removed
    /// node; nothing changes then.
    pub fn move_to(&mut self, id: NodeId, place: Place) -> Result<(), MoveError> {
        self.check_place(place)?;
        if let Some(beside) = place.beside() {
            if beside == id || self.ancestors(beside).any(|ancestor| ancestor == id) {
                return Err(MoveError::IntoItself);
            }
        }
        self.remove(id);
        self.link(id, place);
        Ok(())
    }

    /// Takes a node with its subtree out of the forest.
    ///
    /// The ids stay valid and the subtree stays whole: [`Forest::move_to`] puts it
    /// back. Removing the top of a removed subtree again does nothing.
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

    /// Takes a node out and puts its children in its place, in time that goes by their number. One
    /// that is the top of a removed subtree stays as it is.
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

    /// Moves a node before its previous sibling; `false` if it has none.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(previous) = self.prev_sibling(id) else {
            return false;
        };
        self.remove(id);
        self.link_before(id, previous);
        true
    }

    /// Makes the line that leads to a node the main line of its tree: it and each
    /// of its ancestors become the first child of their parent.
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

    // ---- looking around ----

    /// The node that this one continues; `None` for a root.
    #[inline]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.links(id).parent
    }

    /// The main continuation.
    #[inline]
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.links(id).first_child
    }

    /// How many nodes there are from this one on as long as there is one way to go on and each was made
    /// right after the one above it, as those of a line mostly were, so that their ids follow one another;
    /// `most` of them at most.
    ///
    /// ```
    /// use kifu_tree::Forest;
    ///
    /// let mut forest = Forest::new();
    /// let root = forest.push_root('a');
    /// let last = forest.push_line(root, ['b', 'c']);
    /// forest.push_child(last, 'd');
    /// forest.push_child(last, 'e');
    /// assert_eq!(forest.run(root, 100), 3);
    /// assert_eq!(forest.run(root, 2), 2);
    /// ```
    #[inline]
    pub fn run(&self, from: NodeId, most: usize) -> usize {
        let slots = &self.slots[from.index()..];
        let mut count = 1;
        let mut next = from.0;
        for pair in slots[..most.clamp(1, slots.len())].windows(2) {
            next = next.saturating_add(1);
            if pair[0].links.first_child != Some(NodeId(next)) || pair[1].links.next.is_some() {
                break;
            }
            count += 1;
        }
        count
    }

    /// The last variation.
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        self.links(id)
            .first_child
            .and_then(|first| self.links(first).prev)
    }

    /// The sibling after this node; among roots, the next tree.
    #[inline]
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.links(id).next
    }

    /// The sibling before this node; among roots, the tree before.
    pub fn prev_sibling(&self, id: NodeId) -> Option<NodeId> {
        // The ring closes at the first sibling: nothing follows its `prev`.
        self.links(id)
            .prev
            .filter(|prev| self.links(*prev).next.is_some())
    }

    /// The first tree.
    pub fn first_root(&self) -> Option<NodeId> {
        self.first_root
    }

    /// The last tree.
    pub fn last_root(&self) -> Option<NodeId> {
        self.first_root.and_then(|first| self.links(first).prev)
    }

    /// Whether the node hangs in one of the forest's trees. Takes time in
    /// proportion to its depth.
    pub fn is_attached(&self, id: NodeId) -> bool {
        let top = self.ancestors(id).last().unwrap_or(id);
        self.links(top).prev.is_some()
    }

    // ---- the lists underneath ----

    /// The indices of a tree, if the order of making is that of the tree, as in a forest that was
    /// read and not changed since.
    fn ids_in_preorder(&self, root: NodeId) -> Option<Range<usize>> {
        let mut variations: Vec<NodeId> = Vec::new();
        let mut here = root;
        loop {
            if here != root {
                variations.extend(self.next_sibling(here));
            }
            let last = here.index() + self.run(here, usize::MAX) - 1;
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

    /// The links of a tree that has these indices, as if there were no other nodes.
    fn links_of(&self, ids: Range<usize>) -> Vec<Links> {
        let first = ids.start;
        let slots = self.slots[ids].iter();
        let mut links: Vec<Links> = slots.map(|slot| slot.links).collect();
        if first > 0 {
            links.iter_mut().for_each(|links| links.count_from(first));
        }
        // Whatever is around the tree is left behind.
        links[0] = Links {
            first_child: links[0].first_child,
            prev: NodeId::from_index(0),
            ..Links::default()
        };
        links
    }

    /// The same for a tree whose nodes were made in any order.
    fn links_below(&self, root: NodeId) -> Vec<Links> {
        let mut made = Forest::new();
        let mut above: Vec<NodeId> = Vec::new();
        for step in self.traverse(root) {
            match (step, above.last()) {
                (Step::Enter(_), Some(parent)) => above.push(made.push_child(*parent, ())),
                (Step::Enter(_), None) => above.push(made.push_root(())),
                (Step::Leave(_), _) => {
                    above.pop();
                }
            }
        }
        made.slots.into_iter().map(|slot| slot.links).collect()
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
    /// The node that the place is beside or below.
    fn beside(self) -> Option<NodeId> {
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
