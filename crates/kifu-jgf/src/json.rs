//! JSON text: an index over it that is well formed for any text, and the values that are read through the
//! index.

mod lexeme;
mod pointer;
mod pretty;
mod scan;
mod value;

pub(crate) use lexeme::{quote, strict_number};
pub use pointer::Pointers;
pub(crate) use pretty::{is_too_long_for_a_line, pretty, push_pretty_element};
pub(crate) use scan::{Tape, scan};
pub(crate) use value::{Elements, Value, ValueKind};
