#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod properties;
#[cfg(feature = "serde")]
mod report;
mod spread;
mod stats;
mod table;
mod text;

pub use kifu_select as select;
pub use kifu_sgf as sgf;
pub use properties::Property;
pub use spread::{Spread, Stretch, Summary};
pub use stats::{Scope, Stats};
pub use table::Table;
pub use text::TextLine;
