//! **kifu-tree** stores game nodes in an arena forest with stable ids, and defines a
//! format-independent game through which formats convert into each other.
//!
//! A forest is a list of trees, as a collection is a list of games. The children
//! of a node are its variations in order; the first continues the main line.
//!
//! ```
//! use kifu_tree::Forest;
//!
//! let mut forest = Forest::new();
//! let root = forest.push_root(0);
//! let a = forest.push_child(root, 1);
//! let b = forest.push_child(root, 2);
//! let deep = forest.push_child(b, 3);
//! assert_eq!(forest.children(root).collect::<Vec<_>>(), [a, b]);
//! assert_eq!(forest.path(deep), [1, 0]);
//! assert_eq!(forest.at_path(root, &[1, 0]), Some(deep));
//! ```
//!
//! * Ids stay valid as long as the forest exists. [`Forest::remove`] detaches a subtree but keeps
//!   it, so that [`Forest::move_to`] can put it back, as an undo needs.
//! * No operation recurses, so a deep tree needs no additional stack or memory.
//! * Appending, removing, moving and promoting take constant time unless the documentation says
//!   otherwise.
//!
//! | type | what it is |
//! | --- | --- |
//! | [`Forest`], [`NodeId`] | a list of trees; the id of a node, which stays valid when the tree changes |
//! | [`Place`] | where to insert or move a node |
//! | [`TreePath`] | a line of a tree by the variation at each branching |
//! | [`Address`], [`Addresses`] | the short name of a node, such as `m91:2.3`; the names of all nodes of a tree |
//! | [`Location`] | an address or a path, as users write them |
//! | [`Rare`] | data that few nodes have, allocated when it is first changed |
//! | [`game::Game`] | a game of no particular format, for conversion between formats |
//!
//! The crate is `no_std` with `alloc`; its only dependency is `kifu-core`.
//!
//! More tasks are in the [`cookbook`].
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod address;
mod forest;
pub mod game;
mod location;
mod path;
mod rare;
mod walk;

pub use address::{Address, Addresses, NoAddress, ParseAddressError};
pub use forest::{Forest, MoveError, NodeId, Place};
pub use location::{Location, NoLocation, ParseLocationError};
pub use path::{NoPath, ParsePathError, TreePath};
pub use rare::{Blank, Rare};
pub use walk::{Ancestors, Children, MainLine, Preorder, Step, Traverse};

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
