// In the README the link leads to a file.
#![doc = "[cookbook]: crate::cookbook\n"]
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "charset-backend")]
pub mod assign;
#[cfg(feature = "charset-backend")]
pub mod canonical;
mod check;
pub mod codes;
mod context;
#[cfg(feature = "charset-backend")]
pub mod convert;
mod document;
pub mod event;
mod fault;
mod fix;
mod follow;
mod games;
mod ident;
mod machine;
mod outline;
pub mod properties;
mod property;
mod stretch;
#[cfg(feature = "charset-backend")]
pub mod strip;
mod text;
#[cfg(feature = "charset-backend")]
mod undecodable;
mod utf16;
pub mod value;

/// A page of documentation: how this crate and other parsers read damaged files.
#[cfg(doc)]
#[doc = include_str!("../READING.md")]
pub mod reading {}

pub use check::{NodeCheck, check, check_each};
pub use codes::CODES;
pub use context::{Dialect, GameContext, GameType};
pub use document::{
    AsNewValue, Document, EditError, NewValue, NodeMut, NodeRef, Plays, PlaysIter, SourceMap, Visit,
};
#[cfg(feature = "charset-backend")]
pub use document::{GameCharset, GameInfo, RecodeError, RecodeErrorKind, Recoded, TimedMove};
pub use games::{Games, games};
pub use ident::Ident;
#[cfg(feature = "charset-backend")]
pub use kifu_charset as charset;
pub use kifu_core::{Color, Move, Point, Size};
pub use kifu_lex::Scheme;
pub use kifu_span::{
    Code, Diagnostic, Edit, ExplainedCode, Fix, Locator, Safety, Severity, Span, apply,
};
pub use kifu_span::{LimitKind, Limits, TooLarge};
pub use kifu_tree::{Address, Addresses, Location, NoAddress, NoLocation, NodeId, Place};
pub use outline::{Outline, Section};
pub use properties::PropertyInfo;
pub use property::{Property, Value, Values};
pub use stretch::{Stretch, Stretches};
pub use text::{escape, simple_text, text};
#[cfg(feature = "charset-backend")]
pub use undecodable::Undecodable;

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}
