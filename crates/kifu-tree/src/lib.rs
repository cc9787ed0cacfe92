//! **kifu-tree** keeps game nodes in an arena forest with stable ids, and has the game in which
//! formats meet.
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
//! * Ids stay valid for the life of the forest. [`Forest::remove`] takes a subtree
//!   out but keeps it: [`Forest::move_to`] puts it back, which is what undo needs.
//! * No operation recurses: depth costs neither stack nor memory.
//! * Appending, removing, moving and promoting take constant time, apart from the
//!   counts that a doc comment names.
//!
//! A [`TreePath`] names a line of a tree by the variations that it takes. [`Rare`] is for what few nodes have. [`game`] has the game in which formats meet.
//!
//! The crate is `no_std` with `alloc`; its one dependency is `kifu-core`.
//!
//! More tasks are in the [`cookbook`].
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod forest;
pub mod game;
mod path;
mod rare;
mod walk;

pub use forest::{Forest, MoveError, NodeId, Place};
pub use path::{NoPath, ParsePathError, TreePath};
pub use rare::{Blank, Rare};
pub use walk::{Ancestors, Children, MainLine, Preorder, Step, Traverse};

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
