use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::{Forest, NodeId};

/// A line of a game tree, as the index of the variation to take at each branching, from the root on. Indices
/// start at 0.
///
/// A node with one child is not a branching, so a path changes only where variations are added or
/// removed. A path is written as `0.2.1`; the empty path, which ends at the first branching, is
/// written as `main`.
///
/// Some formats have nodes that only mean that the game may also end there, so the methods take a
/// predicate that says which children are variations.
///
/// ```
/// use kifu_tree::{Forest, TreePath};
///
/// let mut forest = Forest::new();
/// let root = forest.push_root("start");
/// let first = forest.push_child(root, "Q16");
/// let other = forest.push_child(root, "D4");
/// let reply = forest.push_child(other, "D16");
/// let last = forest.push_child(reply, "Q4");
///
/// let path: TreePath = "1".parse()?;
/// assert_eq!(path.end(&forest, root, |_| true), Ok(last));
/// assert_eq!(TreePath::of(&forest, reply, |_| true), path);
///
/// let missing: TreePath = "2.0".parse()?;
/// let why = missing.end(&forest, root, |_| true).unwrap_err();
/// assert_eq!(why.to_string(), "there is no path 2");
/// # let _ = first;
/// # Ok::<(), kifu_tree::ParsePathError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TreePath(Vec<usize>);

impl TreePath {
    /// Creates the path that takes these variations.
    pub fn new(steps: impl Into<Vec<usize>>) -> TreePath {
        TreePath(steps.into())
    }

    /// Returns the path of the line that a node is on, from the root of its tree.
    pub fn of<N>(
        forest: &Forest<N>,
        node: NodeId,
        is_variation: impl Fn(NodeId) -> bool,
    ) -> TreePath {
        let mut steps = Vec::new();
        let mut at = node;
        while let Some(parent) = forest.parent(at) {
            let mut variations = forest.children(parent).filter(|id| is_variation(*id));
            if variations.clone().nth(1).is_some() {
                steps.extend(variations.position(|id| id == at));
            }
            at = parent;
        }
        steps.reverse();
        TreePath(steps)
    }

    /// Returns the variations to take, from the root on.
    pub fn steps(&self) -> &[usize] {
        &self.0
    }

    /// Returns whether every step takes the first variation.
    pub fn is_main_line(&self) -> bool {
        self.0.iter().all(|step| *step == 0)
    }

    /// Returns the last node of the line: after the last step of the path, the next node with several
    /// variations, or else a leaf.
    ///
    /// # Errors
    ///
    /// [`NoPath`] with the steps up to the first one that the tree does not have.
    pub fn end<N>(
        &self,
        forest: &Forest<N>,
        root: NodeId,
        is_variation: impl Fn(NodeId) -> bool,
    ) -> Result<NodeId, NoPath> {
        let mut steps = self.0.iter().enumerate();
        let mut at = root;
        loop {
            let mut variations = forest.children(at).filter(|id| is_variation(*id));
            let is_branching = variations.clone().nth(1).is_some();
            at = match (is_branching, variations.clone().next()) {
                (false, Some(only)) => only,
                _ => {
                    let Some((number, &step)) = steps.next() else {
                        return Ok(at);
                    };
                    let no_path = || NoPath(TreePath::new(&self.0[..=number]));
                    let variation = variations.nth(step).filter(|_| is_branching);
                    variation.ok_or_else(no_path)?
                }
            };
        }
    }
}

impl fmt::Display for TreePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.0.split_first() else {
            return f.write_str("main");
        };
        write!(f, "{first}")?;
        others.iter().try_for_each(|step| write!(f, ".{step}"))
    }
}

impl FromStr for TreePath {
    type Err = ParsePathError;

    fn from_str(text: &str) -> Result<TreePath, ParsePathError> {
        if text == "main" {
            return Ok(TreePath::default());
        }
        let steps = text.split('.').map(str::parse);
        let steps = steps.collect::<Result<_, _>>();
        steps.map(TreePath).map_err(|_| ParsePathError(()))
    }
}

/// The error for text that is not a [`TreePath`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePathError(());

impl fmt::Display for ParsePathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected numbers from 0 separated by dots, such as `0.2.1`, or `main`")
    }
}

impl core::error::Error for ParsePathError {}

/// The error for a path that does not exist in a tree; contains the steps up to the first missing one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoPath(pub TreePath);

impl fmt::Display for NoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no path {}", self.0)
    }
}

impl core::error::Error for NoPath {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn paths_parse_and_display() {
        for text in ["main", "0", "0.2.1", "10"] {
            assert_eq!(text.parse::<TreePath>().unwrap().to_string(), text);
        }
        for text in ["", ".", "1.", "-1", "a", "Main", "1..2"] {
            assert!(text.parse::<TreePath>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_branchings_take_a_step() {
        let mut forest = Forest::new();
        let root = forest.push_root(());
        let stem = forest.push_child(root, ());
        let (first, second) = (forest.push_child(stem, ()), forest.push_child(stem, ()));
        let leaf = forest.push_child(second, ());
        let end = |text: &str| {
            let path: TreePath = text.parse().unwrap();
            path.end(&forest, root, |_| true)
                .map_err(|why| why.to_string())
        };
        assert_eq!(end("main"), Ok(stem));
        assert_eq!(end("0"), Ok(first));
        assert_eq!(end("1"), Ok(leaf));
        assert_eq!(end("2.1"), Err("there is no path 2".into()));
        assert_eq!(end("1.0"), Err("there is no path 1.0".into()));
        let of = |node| TreePath::of(&forest, node, |_| true).to_string();
        assert_eq!(
            [root, stem, first, second, leaf].map(of),
            ["main", "main", "0", "1", "1"]
        );

        // Without the first variation there is no branching.
        let is_variation = |id| id != first;
        assert_eq!(
            TreePath::default().end(&forest, root, is_variation),
            Ok(leaf)
        );
        assert_eq!(
            TreePath::of(&forest, leaf, is_variation),
            TreePath::default()
        );
    }
}
