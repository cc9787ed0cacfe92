//! The native part of `kifu.compat.sgfmill`, which has the interface of the Python library sgfmill.
//!
//! Points are `(row, column)`, counted from 0 at the lower left corner. Reading refuses what sgfmill refuses, with the
//! same messages, because its users depend on them.

mod board;
mod grammar;
mod tree;

pub(crate) use board::SgfmillBoard;
pub(crate) use tree::SgfmillTree;
