// The README links to these pages as files.
#![doc = "[cookbook]: crate::cookbook\n[format]: crate::format\n"]
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod canonical;
pub mod codes;
mod collection;
mod finding;
mod ko;
mod plain;
mod read;
mod row;
#[cfg(feature = "serde")]
mod serde;
mod sgn;
mod width;
mod write;

pub use codes::CODES;
pub use collection::{Collection, Entry, MultilineName};
pub use finding::{Finding, Problem};
pub use kifu_core::{Color, Point, Setup, Size};
pub use kifu_span::{Code, Diagnostic, ExplainedCode, Severity, Span};
pub use read::{Reader, Reading};
pub use sgn::{NotWritable, Sgn};

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}
