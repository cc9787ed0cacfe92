//! Tests of the forest against a naive model.

mod game;

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
        }
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
            match if forest.id_count() == 0 { 0 } else { random(6) } {
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
