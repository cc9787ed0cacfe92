#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod kind;
mod limits;
mod packed;
mod read;
mod seven_zip;

pub use kind::{ArchiveKind, Packing};
pub use limits::Limits;
pub use read::{Entry, each_member, each_tar_member, unpack};
