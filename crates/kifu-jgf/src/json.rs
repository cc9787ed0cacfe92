//! JSON as text: an index over it that is always well formed, whatever the text, and
//! values that are read from there.

mod lexeme;
mod pointer;
mod pretty;
mod scan;
mod value;

pub(crate) use lexeme::{quote, strict_number};
pub use pointer::Pointers;
pub(crate) use pretty::{is_too_long_for_a_line, pretty, push_pretty_element};
pub(crate) use scan::{Tape, scan};
pub(crate) use value::{Elements, Kind, Value};
