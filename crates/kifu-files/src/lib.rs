#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod archive;
#[cfg(feature = "duplicates")]
pub mod duplicates;
pub mod games;
mod input;
mod measured;
pub mod names;
mod other_kind;
pub mod parallel;
pub mod paths;
pub mod pending;
pub mod pieces;
pub mod places;
mod read_files;
#[cfg(feature = "recordings")]
pub mod recordings;
pub mod rename;
pub mod rewrite;
mod sources;
pub mod tasks;
mod unreadable;
pub mod write;

pub use kifu;

pub use input::{FilePath, Input, InputReader};
pub use measured::bytes_read;
pub use other_kind::OtherKind;
pub use parallel::{for_each_in_order, in_batches};
pub use read_files::ReadFiles;
pub use sources::{GlobError, PathList, Sources, Walk, check_glob};
pub use unreadable::{Unreadable, reason};
