#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod check;
mod document;
pub mod event;
mod fault;
mod games;
mod ident;
mod machine;
mod property;
mod text;
mod utf16;

pub use check::{check, check_each};
#[cfg(feature = "charset")]
pub use document::{CharsetOf, RecodeError, RecodeErrorKind};
pub use document::{Document, EditError, NodeMut, NodeRef, SourceMap, TooLarge, Written};
pub use games::{Games, games};
pub use ident::Ident;
#[cfg(feature = "charset")]
pub use kifu_charset as charset;
pub use kifu_lex::Scheme;
pub use kifu_span::{Diagnostic, Severity, Span};
pub use kifu_tree::{NodeId, Place};
pub use property::{Property, Value, Values};
pub use text::{escape, simple_text, text};
