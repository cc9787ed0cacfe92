//! **kifu-span** describes positions in a source text, the findings of a reader, and their fixes.
//!
//! ```
//! use kifu_span::{Locator, Span};
//!
//! let source = b"(;GM[1]\r\n;B[pd])";
//! let span = Span::new(9, 15);
//! assert_eq!(span.of(source), b";B[pd]");
//! let place = Locator::new(source).locate(span.start);
//! assert_eq!((place.line, place.column), (2, 1));
//! ```
//!
//! | type | meaning |
//! | --- | --- |
//! | [`Span`] | a byte range, 8 bytes in memory; sources are therefore shorter than 4 GiB |
//! | [`Locator`] | converts byte offsets to lines and columns in one pass over the source |
//! | [`Diagnostic`] | a finding: a stable code, a severity, a span, a message, and a fix where there is one |
//! | [`Code`] | a kind of finding; [`codes!`] defines those of a crate, and the list of their explanations |
//! | [`Fix`] | edits that resolve a finding; [`apply`] applies several fixes at once |
//! | [`Limits`] | what a reader accepts; it returns [`TooLarge`] for more |
//!
//! The crate is `no_std` with `alloc` and has no dependencies.
//!
//! More tasks are in the [`cookbook`].
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod diagnostic;
mod fix;
mod limits;
mod locator;
mod span;

pub use diagnostic::{Code, Diagnostic, ExplainedCode, Severity, sort_by_span};
pub use fix::{Applied, Edit, Fix, Safety, apply};
pub use limits::{LimitKind, Limits, TooLarge};
pub use locator::{Locator, Place};
pub use span::Span;

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
