#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod appended;
mod csv;
mod encoder;
mod export;
mod import;
mod manifest;
mod partition;
mod pieces;
mod sort;
mod work;

pub use kifu_arrow;
pub use kifu_files;

pub use encoder::TableFormat;
pub use export::{ExportError, ExportEvent, ExportOptions, ExportSummary, export};
pub use import::{ImportedGames, ReadTableError};
pub use partition::Partition;
