#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod charts;
mod distribution;
mod losses;
mod properties;
#[cfg(feature = "serde")]
mod report;
mod stats;
mod table;
mod text;

pub use charts::Charts;
pub use distribution::{Distribution, RangeCount, Summary};
pub use kifu_analysis as analysis;
pub use kifu_select as select;
pub use kifu_sgf as sgf;
pub use losses::Losses;
pub use properties::Property;
pub use stats::{Scope, Stats};
pub use table::Table;
pub use text::TextLine;
