#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod codes;
pub mod convert;
mod document;
mod findings;
mod info;
mod read;

pub use codes::CODES;
pub use document::{Document, Record, end_of_lines, is_ogs};
pub use kifu_core::{Color, Margin, Move, Outcome, Point, Points, Size};
pub use kifu_json::Pointers;
pub use kifu_span::{Code, Diagnostic, ExplainedCode, Severity, Span};
pub use kifu_span::{LimitKind, Limits, TooLarge};
pub use kifu_tree::game::Game;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}
