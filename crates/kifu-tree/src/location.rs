use core::fmt;
use core::str::FromStr;

use crate::{Address, Forest, NoAddress, NoPath, NodeId, TreePath};

/// A place in a game tree as people write it: an [`Address`] or a [`TreePath`].
///
/// Text of digits and full stops only, such as `1` or `0.2.1`, and `main` are paths; everything else is an address.
///
/// ```
/// use kifu_tree::Location;
///
/// assert!(matches!("0.2.1".parse(), Ok(Location::Path(_))));
/// assert!(matches!("m91:2".parse(), Ok(Location::Address(_))));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Location {
    /// The end of the line that a path selects.
    Path(TreePath),
    /// The node with an address.
    Address(Address),
}

impl Location {
    /// Returns the node at this place in the tree with this root. See [`Address`] for `moves`.
    ///
    /// # Errors
    ///
    /// [`NoLocation`] if the tree has no such place.
    pub fn resolve<N>(
        &self,
        forest: &Forest<N>,
        root: NodeId,
        moves: impl Fn(NodeId) -> Option<u32>,
    ) -> Result<NodeId, NoLocation> {
        match self {
            Location::Path(path) => {
                let end = path.end(forest, root, |id| moves(id).is_some());
                end.map_err(NoLocation::Path)
            }
            Location::Address(address) => {
                let node = address.resolve(forest, root, moves);
                node.map_err(NoLocation::Address)
            }
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Path(path) => path.fmt(f),
            Location::Address(address) => address.fmt(f),
        }
    }
}

impl FromStr for Location {
    type Err = ParseLocationError;

    fn from_str(text: &str) -> Result<Location, ParseLocationError> {
        if let Ok(path) = text.parse() {
            return Ok(Location::Path(path));
        }
        let address = text.parse().map(Location::Address);
        address.map_err(|_| ParseLocationError(()))
    }
}

/// The error for text that is not a [`Location`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseLocationError(());

impl fmt::Display for ParseLocationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected an address such as `m91`, `m91:2.3` or `#17`, or the path of a line such as `0.2.1` or `main`",
        )
    }
}

impl core::error::Error for ParseLocationError {}

/// The error for a [`Location`] that a tree does not have. As for [`NoAddress`], the messages follow `the game has`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoLocation {
    /// The tree does not have the path.
    Path(NoPath),
    /// The tree does not have the address.
    Address(NoAddress),
}

impl fmt::Display for NoLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoLocation::Path(NoPath(path)) => match path.steps() {
                [step] => write!(f, "no path {step}; for move {step}, write `m{step}`"),
                _ => write!(f, "no path {path}"),
            },
            NoLocation::Address(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for NoLocation {}
