//! Tests of the forest against a naive model.

mod game;
mod losses;
mod node;
mod paths;

use kifu_tree::{Forest, MoveError, NodeId, Place, Step};

/// A forest as plain lists of children: index 0 is the list of roots, index `n + 1` that of node
/// `n`.
#[derive(Clone, Debug, PartialEq)]
struct Model {
    lists: Vec<Vec<usize>>,
}

impl Model {
    fn find(&self, node: usize) -> Option<(usize, usize)> {
        self.lists
            .iter()
            .enumerate()
            .find_map(|(list, nodes)| Some((list, nodes.iter().position(|n| *n == node)?)))
    }

    fn remove(&mut self, node: usize) {
        if let Some((list, at)) = self.find(node) {
            self.lists[list].remove(at);
        }
    }

    fn is_under(&self, node: usize, top: usize) -> bool {
        node == top
            || self
                .find(node)
                .is_some_and(|(list, _)| list > 0 && self.is_under(list - 1, top))
    }

    /// Returns the number of nodes from `node` on that have an only child with the next number.
    fn run_len(&self, node: usize) -> usize {
        match self.lists[node + 1][..] {
            [only] if only == node + 1 => 1 + self.run_len(only),
            _ => 1,
        }
    }

    /// Returns the nodes of a tree in preorder, each with its depth.
    fn preorder(&self, top: usize) -> Vec<(usize, usize)> {
        let children = self.lists[top + 1].iter();
        let below = children.flat_map(|child| self.preorder(*child));
        let below = below.map(|(depth, node)| (depth + 1, node));
        [(0, top)].into_iter().chain(below).collect()
    }

    /// Returns the list and position of a place; `None` next to a removed node.
    fn resolve(&self, place: Place) -> Option<(usize, usize)> {
        Some(match place {
            Place::FirstRoot => (0, 0),
            Place::LastRoot => (0, self.lists[0].len()),
            Place::FirstChild(p) => (p.index() + 1, 0),
            Place::LastChild(p) => (p.index() + 1, self.lists[p.index() + 1].len()),
            Place::Before(s) => self.find(s.index())?,
            Place::After(s) => self.find(s.index()).map(|(list, at)| (list, at + 1))?,
        })
    }
}

fn assert_same(forest: &Forest<usize>, model: &Model) {
    let ids = |list: &[usize]| {
        list.iter()
            .map(|n| NodeId::from_index(*n).unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(forest.roots().collect::<Vec<_>>(), ids(&model.lists[0]));
    assert_eq!(forest.is_empty(), model.lists[0].is_empty());
    assert_eq!(
        forest.get(NodeId::from_index(forest.id_count()).unwrap()),
        None
    );
    assert_eq!(forest.last_root(), ids(&model.lists[0]).last().copied());
    for node in 0..forest.id_count() {
        let id = NodeId::from_index(node).unwrap();
        assert_eq!(forest.get(id), Some(&node));
        let children = ids(&model.lists[node + 1]);
        assert_eq!(forest.children(id).collect::<Vec<_>>(), children);
        assert_eq!(forest.last_child(id), children.last().copied());
        for pair in children.windows(2) {
            assert_eq!(forest.prev_sibling(pair[1]), Some(pair[0]));
            assert_eq!(forest.next_sibling(pair[0]), Some(pair[1]));
        }
        assert_eq!(children.first().and_then(|c| forest.prev_sibling(*c)), None);
        for (position, child) in children.iter().enumerate() {
            assert_eq!(forest.path(*child).last(), Some(&position));
        }
        // A root that was removed is no longer in a list, and has no neighbours.
        if model.find(node).is_none() {
            assert_eq!(
                (
                    forest.parent(id),
                    forest.next_sibling(id),
                    forest.prev_sibling(id)
                ),
                (None, None, None)
            );
        }
        let run = model.run_len(node);
        assert_eq!(forest.run_len(id, usize::MAX), run);
        assert_eq!(
            [1, 2, run].map(|max| forest.run_len(id, max)),
            [1, run.min(2), run]
        );
        let preorder = model.preorder(node);
        let depth_below = |n| forest.depth(n) - forest.depth(id);
        assert!(
            forest
                .preorder(id)
                .map(|n| (depth_below(n), n.index()))
                .eq(preorder.iter().copied())
        );
        assert_same_tree(&forest.map_tree(id, |from, _| from.index()), &preorder);
        for child in &children {
            assert_eq!(forest.parent(*child), Some(id));
            let root = forest.root_of(*child);
            assert_eq!(forest.at_path(root, &forest.path(*child)), Some(*child));
        }
        assert_eq!(
            forest.is_attached(id),
            model.lists[0]
                .iter()
                .any(|root| model.is_under(node, *root))
        );
        let entered: Vec<_> = forest
            .traverse(id)
            .filter_map(|s| {
                if let Step::Enter(n) = s {
                    Some(n)
                } else {
                    None
                }
            })
            .collect();
        assert_eq!(forest.preorder(id).collect::<Vec<_>>(), entered);
        assert_eq!(forest.traverse(id).count(), 2 * entered.len());
    }
}

/// Checks a forest with one tree, whose data and depths are those of `preorder`, and whose ids are in the same order.
fn assert_same_tree(tree: &Forest<usize>, preorder: &[(usize, usize)]) {
    let root = tree.first_root().unwrap();
    assert_eq!(
        (root.index(), tree.last_root(), tree.parent(root)),
        (0, Some(root), None)
    );
    assert_eq!(
        (tree.next_sibling(root), tree.prev_sibling(root)),
        (None, None)
    );
    let nodes = tree.preorder(root).map(|id| (tree.depth(id), tree[id]));
    assert!(nodes.eq(preorder.iter().copied()));
    let in_order = tree
        .preorder(root)
        .enumerate()
        .all(|(index, id)| id.index() == index);
    assert!(in_order && tree.id_count() == preorder.len());
    for id in tree.preorder(root) {
        assert_eq!(tree.last_child(id), tree.children(id).last());
        let previous = tree.children(id).zip(tree.children(id).skip(1));
        assert!(
            previous
                .into_iter()
                .all(|(a, b)| tree.prev_sibling(b) == Some(a))
        );
    }
}

/// After any sequence of operations the forest equals plain lists.
#[test]
fn agrees_with_plain_lists() {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for _ in 0..300 {
        let mut forest = Forest::new();
        let mut model = Model {
            lists: vec![Vec::new()],
        };
        for _ in 0..40 {
            let some = |random: &mut dyn FnMut(usize) -> usize| {
                NodeId::from_index(random(forest.id_count().max(1))).unwrap()
            };
            let at = some(&mut random);
            let id = some(&mut random);
            let place = match random(if forest.id_count() == 0 { 2 } else { 6 }) {
                0 => Place::FirstRoot,
                1 => Place::LastRoot,
                2 => Place::FirstChild(at),
                3 => Place::LastChild(at),
                4 => Place::Before(at),
                _ => Place::After(at),
            };
            let target = model.resolve(place);
            match if forest.id_count() == 0 { 0 } else { random(8) } {
                0 | 1 => {
                    let made = forest.id_count();
                    let result = forest.insert(place, made);
                    assert_eq!(result.is_ok(), target.is_some());
                    if let Some((list, position)) = target {
                        model.lists[list].insert(position, made);
                        model.lists.push(Vec::new());
                        assert_eq!(forest[result.unwrap()], made);
                    }
                }
                2 => {
                    forest.remove(id);
                    model.remove(id.index());
                }
                3 => {
                    let inside = match place {
                        Place::FirstRoot | Place::LastRoot => false,
                        Place::FirstChild(n)
                        | Place::LastChild(n)
                        | Place::Before(n)
                        | Place::After(n) => model.is_under(n.index(), id.index()),
                    };
                    let expected = match target {
                        None => Err(MoveError::BesideRemoved),
                        Some(_) if inside => Err(MoveError::IntoItself),
                        Some(_) => Ok(()),
                    };
                    assert_eq!(forest.move_to(id, place), expected);
                    if expected.is_ok() {
                        // `at` is not in the subtree, so its list is still there.
                        model.remove(id.index());
                        let (list, position) = model.resolve(place).unwrap();
                        model.lists[list].insert(position, id.index());
                    }
                }
                4 => {
                    let found = model.find(id.index()).filter(|(_, at)| *at > 0);
                    assert_eq!(forest.promote(id), found.is_some());
                    if let Some((list, at)) = found {
                        model.lists[list].swap(at, at - 1);
                    }
                }
                5 => {
                    let found = model.find(id.index());
                    forest.dissolve(id);
                    if let Some((list, at)) = found {
                        let children = std::mem::take(&mut model.lists[id.index() + 1]);
                        model.lists[list].splice(at..=at, children);
                    }
                }
                6 => {
                    let first = forest.id_count();
                    let line = first..first + random(4);
                    let last = forest.push_line(at, line.clone());
                    assert_eq!(last.index(), line.clone().last().unwrap_or(at.index()));
                    let mut parent = at.index();
                    for node in line {
                        model.lists[parent + 1].push(node);
                        model.lists.push(Vec::new());
                        parent = node;
                    }
                }
                _ => {
                    forest.make_main_line(id);
                    let mut node = id.index();
                    while let Some((list, at)) = model.find(node).filter(|(list, _)| *list > 0) {
                        let moved = model.lists[list].remove(at);
                        model.lists[list].insert(0, moved);
                        node = list - 1;
                    }
                }
            }
            assert_same(&forest, &model);
        }
    }
}

#[test]
fn depth_costs_no_stack() {
    let mut forest = Forest::new();
    let root = forest.push_root(());
    let mut at = root;
    for _ in 1..1_000_000 {
        at = forest.push_child(at, ());
    }
    assert_eq!(forest.preorder(root).count(), 1_000_000);
    assert_eq!(forest.traverse(root).count(), 2_000_000);
    assert_eq!(forest.main_line(root).last(), Some(at));
    assert_eq!(forest.depth(at), 999_999);
    assert_eq!(
        forest.move_to(root, Place::LastChild(at)),
        Err(MoveError::IntoItself)
    );
    drop(forest.clone());
}

#[test]
fn capacity_is_reserved_and_freed() {
    let mut forest = Forest::new();
    assert_eq!(forest.capacity(), 0);
    forest.reserve_exact(1000);
    let capacity = forest.capacity();
    assert!(capacity >= 1000);
    let root = forest.push_root(0);
    for n in 1..1000 {
        forest.push_child(root, n);
    }
    assert_eq!(forest.capacity(), capacity, "all nodes fit");
    forest.push_child(root, 1000);
    forest.push_child(root, 1001);
    assert!(forest.capacity() > capacity);
    forest.reserve_exact(1000);
    forest.shrink_to_fit();
    assert!(forest.capacity() < 2000);
    assert_eq!(forest.children(root).count(), 1001);
}

#[test]
fn move_errors_explain_themselves() {
    let mut forest = Forest::new();
    let root = forest.push_root(());
    let child = forest.push_child(root, ());
    let into_itself = forest.move_to(root, Place::After(child)).unwrap_err();
    assert!(
        into_itself.to_string().contains("its own subtree"),
        "{into_itself}"
    );
    forest.remove(root);
    let removed = forest.insert(Place::Before(root), ()).unwrap_err();
    assert!(removed.to_string().contains("no siblings"), "{removed}");
}

#[test]
fn data_can_be_changed_and_read_by_id() {
    let mut forest = Forest::default();
    assert!(forest.is_empty() && forest.first_root().is_none() && forest.last_root().is_none());
    let [first, second] = ["a", "b"].map(|data| forest.push_root(data));
    let child = forest.push_child(first, "c");
    forest[child] = "d";
    assert_eq!([first, second, child].map(|id| forest[id]), ["a", "b", "d"]);
    assert_eq!(forest.get(child), Some(&"d"));
    assert_eq!(forest.get(NodeId::from_index(3).unwrap()), None);
    assert!(forest.roots().eq([first, second]));
    assert_eq!(
        (forest.root_of(child), forest.root_of(second)),
        (first, second)
    );
}

#[test]
fn there_are_fewer_ids_than_numbers_of_32_bits() {
    let last = u32::MAX as usize - 1;
    for index in [0, 1, last] {
        assert_eq!(NodeId::from_index(index).map(NodeId::index), Some(index));
    }
    assert_eq!(NodeId::from_index(last + 1), None);
    assert_eq!(NodeId::from_index(usize::MAX), None);
}

#[test]
#[should_panic(expected = "each node needs data")]
fn a_copy_with_data_has_data_for_each_node() {
    let mut forest = Forest::new();
    let root = forest.push_root('a');
    forest.push_child(root, 'b');
    let numbers = forest.with_data(root, vec![1, 2]);
    assert!(numbers.preorder(root).map(|id| numbers[id]).eq([1, 2]));
    let _ = forest.with_data(root, vec![1]);
}

#[test]
fn the_preorder_of_a_subtree_ends_with_it() {
    let mut forest = Forest::new();
    let root = forest.push_root(());
    let first = forest.push_child(root, ());
    let below = forest.push_child(first, ());
    let second = forest.push_child(root, ());
    forest.push_root(());
    let next = |id, top| forest.next_in_preorder(id, top);
    assert_eq!(
        [next(root, root), next(first, root), next(below, root)],
        [Some(first), Some(below), Some(second)]
    );
    assert_eq!(
        [next(second, root), next(below, first), next(below, below)],
        [None; 3]
    );
}

#[test]
fn a_path_that_a_tree_does_not_have_has_no_end() {
    let mut forest = Forest::new();
    let root = forest.push_root(());
    let first = forest.push_child(root, ());
    let second = forest.push_child(root, ());
    let last = forest.push_child(second, ());
    let at = |path: &[usize]| forest.at_path(root, path);
    assert_eq!(
        [at(&[]), at(&[0]), at(&[1]), at(&[1, 0])],
        [root, first, second, last].map(Some)
    );
    assert_eq!(
        [at(&[2]), at(&[0, 0]), at(&[1, 1]), at(&[1, 0, 0])],
        [None; 4]
    );
    assert_eq!(
        [root, first, last].map(|id| forest.path(id)),
        [vec![], vec![0], vec![1, 0]]
    );
    assert_eq!([root, first, last].map(|id| forest.depth(id)), [0, 1, 2]);
}
