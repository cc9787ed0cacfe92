// The README links to this page as a file.
#![doc = "[cookbook]: crate::cookbook\n"]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "bundle")]
pub mod bundle;
pub mod codes;
mod compare;
mod entry;
mod order;
mod read;
mod removal;
#[cfg(feature = "bundle")]
mod session;
mod splice;
mod stamp;
mod stream;
mod write;

pub use codes::CODES;
pub use kifu_sgf as sgf;
pub use kifu_timeline as timeline;
pub use read::{Dialect, Reading, Recording, Settings};
pub use removal::Removal;
#[cfg(feature = "bundle")]
pub use session::{Directory, OpenError, OpenProblem, Session, SessionKind, Track};
pub use splice::SpliceAs;
pub use stamp::{ParsedStamp, parse_stamp};
pub use stream::{Media, MediaError, Snapshot, Stream, Streams};
pub use write::{write, write_in};

/// The decisions of this library where the specifications are ambiguous: a page of documentation.
#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}
