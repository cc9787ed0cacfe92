#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod codes;
pub mod convert;
mod document;
mod header;
mod scan;

pub use codes::CODES;
pub use document::{Document, is_ugf, with_lang};
pub use header::{Header, Player};
pub use kifu_charset::{Charset, CharsetSource, DetectedCharset};
pub use kifu_core::{Color, Margin, Move, Outcome, Point, Points, Size};
pub use kifu_span::{Code, Diagnostic, ExplainedCode, Severity, Span};
pub use kifu_span::{LimitKind, Limits, TooLarge};
pub use kifu_value::{Date, Rank};
pub use scan::{Field, Line, LineContent, Section};

#[doc = include_str!("../FORMAT.md")]
pub mod format {}
