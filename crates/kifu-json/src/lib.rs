#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod fault;
mod lexeme;
mod pointer;
mod scan;
mod value;

pub use fault::Fault;
pub use kifu_span::{LimitKind, Limits, Span, TooLarge};
pub use lexeme::{quote, strict_number};
pub use pointer::Pointers;
pub use scan::{Index, MAX_BYTES, scan};
pub use value::{Elements, Value, ValueKind};
