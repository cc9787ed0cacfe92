//! JSON as text: an index over it that is always well formed, whatever the text, and
//! values that are read from there.

mod lexeme;
mod pointer;
mod pretty;
mod scan;
mod value;

pub(crate) use lexeme::{quote, strict_number};
pub use pointer::Pointers;
pub(crate) use pretty::pretty;
pub(crate) use scan::{Tape, scan};
pub(crate) use value::{Elements, Kind, Value};
