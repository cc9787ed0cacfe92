//! **kifu-charset** says which charset the text of a game record is in, and
//! decodes and encodes it.
//!
//! ```
//! use kifu_charset::Charset;
//!
//! let charset = Charset::for_label(b"GB2312").unwrap();
//! assert_eq!(charset.name(), "GBK");
//! let decoded = charset.decode(b"\xC4\xF4\xCE\xC0\xC6\xBD");
//! assert_eq!(decoded.text, "聂卫平");
//! assert!(!decoded.malformed);
//! assert_eq!(charset.encode("聂").unwrap(), &b"\xC4\xF4"[..]);
//! ```
//!
//! * [`Charset`] is one of the WHATWG encodings or ISO-2022-KR, one byte wide.
//! * [`find`] decides between what a record declares and what its bytes show.
//! * [`detect`] guesses from the bytes alone.
//!
//! Nothing is replaced silently: [`Charset::decode`] says when bytes did not fit,
//! [`Charset::encode`] refuses a character that the charset lacks.
//!
//! More tasks are in the [`cookbook`].
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod charset;
mod confidence;
mod detect;
mod find;
mod hint;
mod narrow;
mod record;
mod tables;
mod wide;

pub use charset::{Charset, Decoded, Unencodable};
pub use confidence::Confidence;
pub use detect::{Detector, Guess, Ranking, detect, rank};
pub use find::{Found, Source, find, find_hinted};
pub use hint::{Hint, Vote};

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
