//! **kifu-span** names places in a source and says what is wrong there.
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
//! * [`Span`]: a byte range, 8 bytes wide, so sources end at 4 GiB.
//! * [`Locator`]: line and column of an offset, in one pass over the source.
//! * [`Diagnostic`]: a finding with a stable code, a severity, a place, and the
//!   fix where there is one.
//! * [`Code`]: a kind of finding, explained.
//! * [`Fix`]: an edit that mends a finding; [`apply`] makes several at once.
//! * [`Limits`]: how much a reader takes, and [`TooLarge`], what it says beyond.
//!
//! The crate is `no_std` with `alloc` and has no dependency.
//!
//! More tasks are in the [`cookbook`].
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod diagnostic;
mod fix;
mod limits;
mod locator;
mod span;

pub use diagnostic::{Code, Diagnostic, Severity};
pub use fix::{Applied, Edit, Fix, Safety, apply};
pub use limits::{Amount, Limits, TooLarge};
pub use locator::{Locator, Place};
pub use span::Span;

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
