use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;

use crate::{Forest, NodeId};

/// The address of a node in a game tree, as people write it.
///
/// | address | node |
/// | --- | --- |
/// | `m91` | the node of move 91 of the main line; `m0` is the root |
/// | `m90+2` | the node two nodes after that of move 90 on the main line, for nodes without a move |
/// | `m91:2` | the first node of the second variation at `m91`: of the second alternative to that node, in order |
/// | `m91:2.3` | the third node of that variation |
/// | `m91:2.3:1` | the first node of the first alternative to the node `m91:2.3` |
/// | `#17` | the seventeenth node of the game in file order; `#1` is the root |
///
/// A line continues with the first child of each node. The alternatives to a node that continues a line are its later
/// siblings, numbered from 1. `91:2` is read as `m91:2`, and `91` as `m91`.
///
/// A tree does not know about moves, so the methods take a function that returns the number of moves in a node, and
/// `None` for a node that only means that the game may also end there. Such a node has no address.
///
/// ```
/// use kifu_tree::{Address, Addresses, Forest};
///
/// let mut forest = Forest::new();
/// let root = forest.push_root("start");
/// let first = forest.push_child(root, "Q16");
/// let other = forest.push_child(root, "D4");
/// let reply = forest.push_child(other, "D16");
/// let moves = |id| Some(u32::from(id != root));
///
/// let addresses = Addresses::of(&forest, root, moves);
/// assert_eq!(addresses.get(first).unwrap().to_string(), "m1");
/// assert_eq!(addresses.get(reply).unwrap().to_string(), "m1:1.2");
///
/// let address: Address = "m1:1.2".parse()?;
/// assert_eq!(address.resolve(&forest, root, moves), Ok(reply));
/// let missing: Address = "m300".parse()?;
/// let why = missing.resolve(&forest, root, moves).unwrap_err();
/// assert_eq!(why.to_string(), "no move 300 on its main line; it ends with move 1");
/// # Ok::<(), kifu_tree::ParseAddressError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Address(Form);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Form {
    /// The number of the node in file order, from 1.
    Number(u32),
    Line(Steps),
}

/// The way to a node of a line: a node of the main line, and the variations to take from there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Steps {
    /// The number of the last move up to the node of the main line.
    moves: u32,
    /// The number of nodes after the node of that move.
    after: u32,
    variations: Vec<Step>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Step {
    /// The number of the alternative, from 1.
    variation: u32,
    /// The number of the node in the variation, from 1.
    node: u32,
}

impl Address {
    /// The deepest nesting of variations that [`Addresses`] writes out. Nodes below it are named by their numbers.
    pub const MAX_LEVEL: usize = 3;

    /// Returns the address of a node by its number in file order, from 1.
    pub const fn numbered(number: NonZeroU32) -> Address {
        Address(Form::Number(number.get()))
    }

    /// Returns the address of the node of a move of the main line, or of the root for 0.
    pub const fn of_move(number: u32) -> Address {
        Address::on_main_line(number, 0)
    }

    const fn on_main_line(moves: u32, after: u32) -> Address {
        Address(Form::Line(Steps {
            moves,
            after,
            variations: Vec::new(),
        }))
    }

    /// Returns whether this is `m0`, the start of the game.
    pub fn is_start(&self) -> bool {
        *self == Address::of_move(0)
    }

    /// Returns the node with this address in the tree with this root. Takes time proportional to the size of the
    /// tree at most.
    ///
    /// # Errors
    ///
    /// [`NoAddress`] if the tree has no such node. `m0` is missing if the root has a move.
    pub fn resolve<N>(
        &self,
        forest: &Forest<N>,
        root: NodeId,
        moves: impl Fn(NodeId) -> Option<u32>,
    ) -> Result<NodeId, NoAddress> {
        match &self.0 {
            Form::Number(number) => {
                let (number, mut last) = (*number, 0);
                let is_node = |id: &NodeId| *id == root || moves(*id).is_some();
                for id in forest.preorder(root).filter(is_node) {
                    last += 1;
                    if last == number {
                        return Ok(id);
                    }
                }
                Err(NoAddress::Number { number, last })
            }
            Form::Line(steps) => steps.resolve(forest, root, &moves),
        }
    }
}

impl Steps {
    fn resolve<N>(
        &self,
        forest: &Forest<N>,
        root: NodeId,
        moves: &impl Fn(NodeId) -> Option<u32>,
    ) -> Result<NodeId, NoAddress> {
        let mut line = Line::new(forest, root, self, moves);
        let mut at = line.index_of_move(self.moves)?;
        at += self.after as usize;
        if at >= line.nodes.len() {
            return Err(NoAddress::After {
                address: Address::on_main_line(self.moves, self.after),
                last: line.address(line.nodes.len() - 1),
            });
        }
        for (level, step) in self.variations.iter().enumerate() {
            let Some(start) = line.alternatives(at).nth(step.variation as usize - 1) else {
                return Err(line.no_variation(at, step.variation));
            };
            line = Line {
                from: Some(&self.variations[..=level]),
                ..Line::new(forest, start, self, moves)
            };
            at = step.node as usize - 1;
            if at >= line.nodes.len() {
                return Err(NoAddress::Node {
                    address: line.address(at),
                    last: line.address(line.nodes.len() - 1),
                });
            }
        }
        Ok(line.nodes[at])
    }
}

/// The nodes of a line, while an address is resolved.
struct Line<'f, N, M> {
    forest: &'f Forest<N>,
    moves: &'f M,
    nodes: Vec<NodeId>,
    /// The address that is resolved.
    steps: &'f Steps,
    /// The steps of the address up to this variation; `None` for the main line.
    from: Option<&'f [Step]>,
}

impl<'f, N, M: Fn(NodeId) -> Option<u32>> Line<'f, N, M> {
    fn new(forest: &'f Forest<N>, start: NodeId, steps: &'f Steps, moves: &'f M) -> Line<'f, N, M> {
        let next = |id: &NodeId| children(forest, *id, moves).next();
        Line {
            forest,
            moves,
            nodes: core::iter::successors(Some(start), next).collect(),
            steps,
            from: None,
        }
    }

    /// Returns the index of the node of a move of the main line, or of the root for 0.
    fn index_of_move(&self, number: u32) -> Result<usize, NoAddress> {
        let moves = |id: NodeId| (self.moves)(id).unwrap_or(0);
        if number == 0 {
            let has_start = moves(self.nodes[0]) == 0;
            return has_start.then_some(0).ok_or(NoAddress::Start);
        }
        let mut last: u32 = 0;
        for (index, &id) in self.nodes.iter().enumerate() {
            last = last.saturating_add(moves(id));
            if last >= number {
                return Ok(index);
            }
        }
        Err(NoAddress::Move { number, last })
    }

    /// Returns the address of the node at an index of this line. In a variation, the index may be past the last node.
    fn address(&self, index: usize) -> Address {
        let Some(variations) = self.from else {
            let mut place = MainLinePlace::default();
            for &id in &self.nodes[..=index] {
                place = place.next((self.moves)(id).unwrap_or(0), id == self.nodes[0]);
            }
            return Address::on_main_line(place.moves, place.after);
        };
        let mut variations = variations.to_vec();
        if let Some(step) = variations.last_mut() {
            step.node = u32::try_from(index + 1).unwrap_or(u32::MAX);
        }
        Address(Form::Line(Steps {
            variations,
            ..*self.steps
        }))
    }

    /// Returns the alternatives to the node with this index. The first node of a line has none.
    fn alternatives(&self, index: usize) -> impl Iterator<Item = NodeId> + use<'_, 'f, N, M> {
        let parent = index.checked_sub(1).map(|index| self.nodes[index]);
        parent
            .into_iter()
            .flat_map(|parent| children(self.forest, parent, self.moves).skip(1))
    }

    fn no_variation(&self, index: usize, variation: u32) -> NoAddress {
        let count = self.alternatives(index).count();
        let has_some = |index: &usize| self.alternatives(*index).next().is_some();
        let nearest = (0..self.nodes.len()).filter(has_some);
        let nearest = nearest.min_by_key(|other| other.abs_diff(index));
        NoAddress::Variation {
            at: self.address(index),
            variation,
            count: u32::try_from(count).unwrap_or(u32::MAX),
            nearest: nearest.map(|index| self.address(index)),
        }
    }
}

/// Returns the children of a node, except those for which `moves` returns `None`.
fn children<N, M: Fn(NodeId) -> Option<u32>>(
    forest: &Forest<N>,
    id: NodeId,
    moves: &M,
) -> impl Iterator<Item = NodeId> {
    forest
        .children(id)
        .filter(move |child| moves(*child).is_some())
}

/// The place of a node on the main line.
#[derive(Clone, Copy, Default)]
struct MainLinePlace {
    moves: u32,
    after: u32,
}

impl MainLinePlace {
    /// Returns the place of the next node, which has this number of moves.
    fn next(self, moves: u32, is_root: bool) -> MainLinePlace {
        MainLinePlace {
            moves: self.moves.saturating_add(moves),
            after: if moves > 0 || is_root {
                0
            } else {
                self.after + 1
            },
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = match &self.0 {
            Form::Number(number) => return write!(f, "#{number}"),
            Form::Line(steps) => steps,
        };
        write!(f, "m{}", steps.moves)?;
        if steps.after > 0 {
            write!(f, "+{}", steps.after)?;
        }
        steps.variations.iter().try_for_each(|step| {
            write!(f, ":{}", step.variation)?;
            match step.node {
                1 => Ok(()),
                node => write!(f, ".{node}"),
            }
        })
    }
}

impl FromStr for Address {
    type Err = ParseAddressError;

    fn from_str(text: &str) -> Result<Address, ParseAddressError> {
        let error = ParseAddressError(());
        if let Some(number) = text.strip_prefix('#') {
            let number = positive(number).ok_or(error)?;
            return Ok(Address(Form::Number(number)));
        }
        let text = text.strip_prefix('m').unwrap_or(text);
        let mut parts = text.split(':');
        let start = parts.next().unwrap_or_default();
        let (moves, after) = match start.split_once('+') {
            Some((moves, after)) => (number(moves), positive(after)),
            None => (number(start), Some(0)),
        };
        let step = |part: &str| {
            let (variation, node) = match part.split_once('.') {
                Some((variation, node)) => (positive(variation)?, positive(node)?),
                None => (positive(part)?, 1),
            };
            Some(Step { variation, node })
        };
        Ok(Address(Form::Line(Steps {
            moves: moves.ok_or(error)?,
            after: after.ok_or(error)?,
            variations: parts.map(step).collect::<Option<_>>().ok_or(error)?,
        })))
    }
}

/// Parses a number without a sign.
fn number(text: &str) -> Option<u32> {
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

fn positive(text: &str) -> Option<u32> {
    number(text).filter(|number| *number > 0)
}

/// The error for text that is not an [`Address`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseAddressError(());

impl fmt::Display for ParseAddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected a move of the main line such as `m91`, a place in a variation such as `m91:2.3`, or a node \
             such as `#17`",
        )
    }
}

impl core::error::Error for ParseAddressError {}

/// The error for an [`Address`] that a tree does not have. The messages complete a sentence that begins with `the game
/// has`, and name the nearest address that exists.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoAddress {
    /// The tree does not have a node with this number.
    Number {
        /// The number in the address.
        number: u32,
        /// The number of the last node.
        last: u32,
    },
    /// The main line does not have this move.
    Move {
        /// The number in the address.
        number: u32,
        /// The number of the last move; 0 if there are no moves.
        last: u32,
    },
    /// There is no node before the first move, because the root has that move.
    Start,
    /// The main line ends before this node.
    After {
        /// The address of the missing node.
        address: Address,
        /// The last node of the main line.
        last: Address,
    },
    /// A node does not have this alternative.
    Variation {
        /// The node on the line that the variation would leave.
        at: Address,
        /// The number of the variation in the address.
        variation: u32,
        /// The number of variations at the node.
        count: u32,
        /// The nearest node on the same line with variations.
        nearest: Option<Address>,
    },
    /// The variation ends before this node.
    Node {
        /// The address of the missing node.
        address: Address,
        /// The last node of the variation.
        last: Address,
    },
}

impl fmt::Display for NoAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoAddress::Number { number, last } => {
                write!(f, "no node #{number}; its last node is #{last}")
            }
            NoAddress::Move { last: 0, .. } => f.write_str("no moves on its main line"),
            NoAddress::Move { number, last } => {
                write!(
                    f,
                    "no move {number} on its main line; it ends with move {last}"
                )
            }
            NoAddress::Start => f.write_str("no node m0; its first node is m1"),
            NoAddress::After { address, last } => {
                write!(f, "no node {address}; its main line ends with {last}")
            }
            NoAddress::Variation {
                at,
                nearest: Some(nearest),
                count: 0,
                ..
            } => write!(f, "no variation at {at}; the nearest are at {nearest}"),
            NoAddress::Variation { at, count: 0, .. } => {
                write!(f, "no variation at {at} or anywhere else on that line")
            }
            NoAddress::Variation {
                at,
                variation,
                count,
                ..
            } => {
                write!(f, "no variation {variation} at {at}; the last is ")?;
                write!(f, "{at}:{count}")
            }
            NoAddress::Node { address, last } => {
                write!(f, "no node {address}; the variation ends with {last}")
            }
        }
    }
}

impl core::error::Error for NoAddress {}

/// The addresses of all nodes of a tree.
///
/// Creating it takes time and memory proportional to the size of the tree; each address then takes logarithmic time.
#[derive(Clone, Debug)]
pub struct Addresses {
    /// The nodes, sorted by their ids.
    nodes: Vec<Entry>,
    /// The main line, and the variations in file order.
    lines: Vec<LineStart>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    id: NodeId,
    /// The number in file order, from 1.
    number: u32,
    /// The index of the line.
    line: u32,
    /// On the main line the number of the last move; in a variation the number of the node, from 1.
    at: u32,
    /// The number of nodes after the last move of the main line.
    after: u32,
}

#[derive(Clone, Copy, Debug)]
struct LineStart {
    /// The node that the line is an alternative to; the root for the main line.
    base: NodeId,
    variation: u32,
    level: u32,
}

impl Addresses {
    /// Finds the addresses of the tree with this root. See [`Address`] for `moves`.
    pub fn of<N>(
        forest: &Forest<N>,
        root: NodeId,
        moves: impl Fn(NodeId) -> Option<u32>,
    ) -> Addresses {
        let main = LineStart {
            base: root,
            variation: 0,
            level: 0,
        };
        let mut all = Addresses {
            nodes: Vec::new(),
            lines: vec![main],
        };
        let start = MainLinePlace::default().next(moves(root).unwrap_or(0), true);
        let mut todo = vec![Entry {
            id: root,
            number: 0,
            line: 0,
            at: start.moves,
            after: start.after,
        }];
        while let Some(mut entry) = todo.pop() {
            loop {
                entry.number = all.nodes.len() as u32 + 1;
                all.nodes.push(entry);
                let with_moves = |id| moves(id).map(|made| (id, made));
                let mut children = forest.children(entry.id).filter_map(with_moves);
                let Some((next, made)) = children.next() else {
                    break;
                };
                let first = todo.len();
                for (variation, (id, _)) in (1..).zip(children) {
                    todo.push(Entry {
                        id,
                        number: 0,
                        line: all.lines.len() as u32,
                        at: 1,
                        after: 0,
                    });
                    all.lines.push(LineStart {
                        base: next,
                        variation,
                        level: all.lines[entry.line as usize].level + 1,
                    });
                }
                todo[first..].reverse();
                entry.id = next;
                if entry.line == 0 {
                    let place = MainLinePlace {
                        moves: entry.at,
                        after: entry.after,
                    };
                    let place = place.next(made, false);
                    (entry.at, entry.after) = (place.moves, place.after);
                } else {
                    entry.at += 1;
                }
            }
        }
        all.nodes.sort_unstable_by_key(|entry| entry.id);
        all
    }

    /// Returns the address of a node, or `None` if it is not a node of the tree.
    ///
    /// Nodes in variations that are nested more deeply than [`Address::MAX_LEVEL`] are named by their numbers, so that
    /// addresses stay short.
    pub fn get(&self, id: NodeId) -> Option<Address> {
        let entry = self.entry(id)?;
        let mut line = self.lines[entry.line as usize];
        if line.level as usize > Address::MAX_LEVEL {
            return Some(Address(Form::Number(entry.number)));
        }
        let mut variations = Vec::with_capacity(line.level as usize);
        let mut at = entry;
        while line.level > 0 {
            variations.push(Step {
                variation: line.variation,
                node: at.at,
            });
            at = self.entry(line.base)?;
            line = self.lines[at.line as usize];
        }
        variations.reverse();
        Some(Address(Form::Line(Steps {
            moves: at.at,
            after: at.after,
            variations,
        })))
    }

    /// Returns the number of a node in file order, from 1, or `None` if it is not a node of the tree.
    pub fn number(&self, id: NodeId) -> Option<u32> {
        self.entry(id).map(|entry| entry.number)
    }

    /// Returns how deeply the line of a node is nested: 0 for the main line. `None` if it is not a node of the tree.
    pub fn level(&self, id: NodeId) -> Option<usize> {
        let entry = self.entry(id)?;
        Some(self.lines[entry.line as usize].level as usize)
    }

    fn entry(&self, id: NodeId) -> Option<Entry> {
        let index = self.nodes.binary_search_by_key(&id, |entry| entry.id);
        index.ok().map(|index| self.nodes[index])
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::{String, ToString};

    use super::*;
    use crate::Location;

    /// A tree from its nodes: `B` has a move, `2` two moves, `.` no move, `-` only ends a line; `(` and `)` enclose
    /// variations.
    fn tree(text: &str) -> (Forest<char>, NodeId) {
        let mut forest = Forest::new();
        let mut above: Vec<NodeId> = Vec::new();
        let mut at: Option<NodeId> = None;
        for c in text.chars() {
            match c {
                '(' => above.extend(at),
                ')' => at = above.pop(),
                c => {
                    at = Some(match at {
                        None => forest.push_root(c),
                        Some(parent) => forest.push_child(parent, c),
                    })
                }
            }
        }
        let root = forest.first_root().unwrap();
        (forest, root)
    }

    fn moves(forest: &Forest<char>) -> impl Fn(NodeId) -> Option<u32> {
        |id| match forest[id] {
            '-' => None,
            '.' => Some(0),
            '2' => Some(2),
            _ => Some(1),
        }
    }

    fn names(text: &str) -> Vec<String> {
        let (forest, root) = tree(text);
        let moves = moves(&forest);
        let addresses = Addresses::of(&forest, root, &moves);
        let nodes = forest.preorder(root).filter(|id| moves(*id).is_some());
        let mut number = 0;
        let name = |id| {
            number += 1;
            let name = addresses.get(id).unwrap();
            assert_eq!(name.resolve(&forest, root, &moves), Ok(id), "{name}");
            assert_eq!(name.to_string().parse(), Ok(name.clone()), "{name}");
            assert_eq!(addresses.number(id), Some(number));
            let by_number = Address::numbered(NonZeroU32::new(number).unwrap());
            assert_eq!(by_number.resolve(&forest, root, &moves), Ok(id));
            name.to_string()
        };
        nodes.map(name).collect()
    }

    #[test]
    fn each_node_has_a_short_address() {
        assert_eq!(names("."), ["m0"]);
        assert_eq!(names("B"), ["m1"]);
        assert_eq!(names("..B.B"), ["m0", "m0+1", "m1", "m1+1", "m2"]);
        assert_eq!(names("B2B"), ["m1", "m3", "m4"]);
        assert_eq!(
            names(".(BB)(B(B)(B))"),
            ["m0", "m1", "m2", "m1:1", "m1:1.2", "m1:1.2:1"]
        );
        assert_eq!(
            names(".B(-)(.B)(B(BB)(-)(B.)(BB))"),
            [
                "m0",
                "m1",
                "m1+1",
                "m2",
                "m1+1:1",
                "m1+1:1.2",
                "m1+1:1.3",
                "m1+1:1.2:1",
                "m1+1:1.2:1.2",
                "m1+1:1.2:2",
                "m1+1:1.2:2.2"
            ]
        );
    }

    #[test]
    fn deeply_nested_nodes_are_named_by_their_numbers() {
        let deep = ".(B)(B(B)(B(B)(B(B)(BB))))";
        assert_eq!(
            names(deep),
            [
                "m0",
                "m1",
                "m1:1",
                "m1:1.2",
                "m1:1.2:1",
                "m1:1.2:1.2",
                "m1:1.2:1.2:1",
                "m1:1.2:1.2:1.2",
                "#9",
                "#10"
            ]
        );
    }

    #[test]
    fn nodes_created_in_another_order_have_addresses() {
        let (mut forest, root) = tree(".BB");
        let first = forest.first_child(root).unwrap();
        let moved = forest.push_child(root, 'B');
        forest.promote(moved);
        let of = Addresses::of(&forest, root, moves(&forest));
        let names = [moved, first].map(|id| of.get(id).unwrap().to_string());
        assert_eq!(names, ["m1", "m1:1"]);
        assert_eq!((of.level(moved), of.level(first)), (Some(0), Some(1)));
        forest.remove(first);
        let of = Addresses::of(&forest, root, moves(&forest));
        assert_eq!((of.get(first), of.level(first)), (None, None));
    }

    #[test]
    fn addresses_parse_and_display() {
        for text in [
            "m0",
            "m91",
            "m90+2",
            "m91:2",
            "m91:2.3:1.2",
            "m0+1:1",
            "#17",
        ] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
        }
        for (text, canonical) in [
            ("91", "m91"),
            ("91:2.1", "m91:2"),
            ("m1:02.1", "m1:2"),
            ("90+2:1", "m90+2:1"),
        ] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), canonical);
        }
        for text in [
            "",
            "m",
            "#",
            "#0",
            "m-1",
            "m+1",
            "m1+0",
            "m1:",
            "m1:0",
            "m1:1.0",
            "m1:1.",
            "m1.2",
            "m1:1.2.3",
            "m1 ",
            "M1",
            "m1++2",
            "m4294967296",
            "#4294967296",
            ":1",
            "m1:+1",
            "k",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }

    #[test]
    fn missing_addresses_name_the_nearest_place() {
        let (forest, root) = tree(".B(B(BB.)(B(B)(B)))(BB)(B)");
        let why = |text: &str| {
            let address: Location = text.parse().unwrap();
            let why = address.resolve(&forest, root, moves(&forest)).unwrap_err();
            format!("{text}: {why}")
        };
        let all = [
            "m9", "m4+2", "m3:2", "m4:1", "m2:7", "m2:1.3", "m3:1.2:2", "m2:1.2:1", "#99", "7",
            "1.1",
        ];
        assert_eq!(
            all.map(why),
            [
                "m9: no move 9 on its main line; it ends with move 4",
                "m4+2: no node m4+2; its main line ends with m4+1",
                "m3:2: no variation 2 at m3; the last is m3:1",
                "m4:1: no variation at m4; the nearest are at m3",
                "m2:7: no variation 7 at m2; the last is m2:2",
                "m2:1.3: no node m2:1.3; the variation ends with m2:1.2",
                "m3:1.2:2: no variation 2 at m3:1.2; the last is m3:1.2:1",
                "m2:1.2:1: no variation at m2:1.2 or anywhere else on that line",
                "#99: no node #99; its last node is #12",
                "7: no path 7; for move 7, write `m7`",
                "1.1: no path 1.1",
            ]
        );
        let (forest, root) = tree("B");
        let why = |number| {
            let address = Address::of_move(number);
            let why = address.resolve(&forest, root, moves(&forest)).unwrap_err();
            why.to_string()
        };
        assert_eq!(why(0), "no node m0; its first node is m1");
        let (forest, root) = tree("..");
        let why = Address::of_move(1).resolve(&forest, root, moves(&forest));
        assert_eq!(why.unwrap_err().to_string(), "no moves on its main line");
    }
}
