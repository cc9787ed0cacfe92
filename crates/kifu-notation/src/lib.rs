#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

#[cfg(feature = "diagram")]
mod notation;
pub mod position;

#[cfg(feature = "diagram")]
pub use kifu_diagram as diagram;
#[cfg(feature = "diagram")]
pub use kifu_figure as figure;
pub use kifu_rules as rules;
pub use kifu_sgf as sgf;
pub use kifu_sgn as sgn;
#[cfg(feature = "diagram")]
pub use notation::{CODES, Entry, Notation, PositionChoice, Positions, omissions};
