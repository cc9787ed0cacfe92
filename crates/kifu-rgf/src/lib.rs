// In the README it is a file.
#![doc = "[cookbook]: crate::cookbook\n"]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "bundle")]
pub mod bundle;
mod codes;
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
pub use read::{Dialect, Read, Recording, Settings};
pub use removal::Removal;
#[cfg(feature = "bundle")]
pub use session::{Folder, OpenError, OpenProblem, Session, SessionKind, Track};
pub use splice::As;
pub use stamp::{ReadStamp, stamp};
pub use stream::{Media, MediaError, Snapshot, Stream, Streams};
pub use write::{write, write_in};

/// How files are read and written where the specifications leave it open; a page of
/// documentation.
#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}
