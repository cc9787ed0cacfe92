//! **kifu-core** contains the vocabulary types of Go programs: colour, point, board size, move, action, setup,
//! amounts of points, outcome and ruleset.
//!
//! ```
//! use kifu_core::{Color, Move, Point, Size};
//!
//! let size = Size::square(19).unwrap();
//! let hoshi = Point::from_sgf(b"pd").unwrap();
//! assert!(size.contains(hoshi));
//! assert_eq!(size.western(hoshi).unwrap().to_string(), "Q16");
//! assert_eq!(!Color::Black, Color::White);
//! assert_eq!(Move::Play(hoshi).point(), Some(hoshi));
//! ```
//!
//! Points count from the top left corner, as in SGF: `aa` is column 0, row 0. Boards range from 1×1 to 52×52, the
//! sizes that SGF's letters can address (FF\[4\], *Go: point*); they need not be square.
//!
//! The crate is `no_std`, never allocates, and has no required dependency. With the feature `serde` its types
//! implement `Serialize` and `Deserialize`.
//!
//! More tasks are in the [`cookbook`].
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

mod action;
mod color;
mod moves;
mod outcome;
mod point;
mod points;
mod ruleset;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod size;

pub use action::Action;
pub use color::{ByColor, Color, ParseColorError};
pub use moves::Move;
pub use outcome::{Margin, Outcome, ParseOutcomeError};
pub use point::{ParsePointError, Point, Western};
pub use points::{ParsePointsError, Points};
pub use ruleset::{ParseRulesetError, Ruleset};
pub use setup::Setup;
pub use size::{Size, SizeError};

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
