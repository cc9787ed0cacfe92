//! **kifu-rules** plays Go.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod board;
mod chain;
mod compact;
mod illegal;
mod point_set;
mod position;
mod repetition;
mod rules;
mod zobrist;

pub use board::{Board, Played};
pub use chain::Chain;
pub use compact::Compact;
pub use illegal::Illegal;
pub use point_set::PointSet;
pub use position::{Breach, Forced, Position, SetupError};
pub use rules::{HandicapBonus, ParseRulesError, Repetition, Rules, Scoring, Suicide};
