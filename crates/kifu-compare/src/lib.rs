#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod align;
mod clusters;
mod comparison;
pub mod hash;
mod merge;
mod missing;
mod moves;
mod records;

pub use clusters::{Form, Likeness, clusters};
pub use comparison::{Comparison, Difference, Side};
pub use kifu_rules as rules;
pub use kifu_sgf as sgf;
pub use kifu_transform as transform;
pub use merge::{Merged, NotMerged, merge};
pub use missing::{Missing, missing};
pub use moves::{Moves, Step, What};
pub use records::{Change, Field, changes, metadata};
