// The README links to these pages as files; the documentation has them as modules.
#![doc = "[cookbook]: crate::cookbook\n[format]: crate::format\n"]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod board;
mod error;
pub mod fen;
mod figure;
mod lines;
mod lost;
#[cfg(feature = "png")]
pub mod png;
pub mod sensei;
mod stars;
pub mod svg;
mod text;
mod words;

pub use error::{ReadError, ReadErrorKind};
pub use figure::{Cell, Coordinates, Figure, GameHeading, Link, Mark, UnplacedMove, View};
pub use kifu_core::{ByColor, Color, Move, Point, Points, Setup, Size, Western};
pub use lost::{LostFeature, lost};
pub use svg::{Rgb, RgbError, Svg, Theme};
pub use text::{Symbols, Text};

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}
