//! **kifu-rules** plays Go.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod board;
mod chain;
mod compact;
mod handicap;
mod illegal;
mod perft;
mod point_set;
mod position;
mod repetition;
mod rules;
mod signature;
mod symmetry;
mod zobrist;

pub use board::{Board, Played};
pub use chain::Chain;
pub use compact::Compact;
pub use handicap::{HandicapTable, handicap_points, most_handicap};
pub use illegal::Illegal;
pub use perft::perft;
pub use point_set::PointSet;
pub use position::{Breach, Forced, Position, SetupError};
pub use rules::{HandicapBonus, ParseRulesError, Repetition, Rules, Scoring, Suicide};
pub use signature::Signature;
pub use symmetry::Symmetry;
