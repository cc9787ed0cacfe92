#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod codes;
pub mod convert;
mod document;
mod line;

pub use codes::CODES;
pub use document::{Document, is_ugf};
pub use kifu_core::{Color, Move, Point, Points, Size};
pub use kifu_span::{Code, Diagnostic, Severity, Span};
pub use kifu_span::{LimitKind, Limits, TooLarge};
pub use line::{Line, LineContent};

#[doc = include_str!("../FORMAT.md")]
pub mod format {}
