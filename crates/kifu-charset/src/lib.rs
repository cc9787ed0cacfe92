//! **kifu-charset** detects the charset of Go game records, and decodes and encodes their text.
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
//! | Item | What it does |
//! | --- | --- |
//! | [`Charset`] | a WHATWG encoding, ISO-2022-KR or ISO-2022-CN; decodes and encodes text |
//! | [`find()`], [`find_hinted`], [`DetectedCharset`] | decide the charset of a record from its bytes and its declaration |
//! | [`find_in_texts`] | decides the charset of a file in a format that does not name it |
//! | [`detect`], [`rank`], [`Detector`] | guess the charset from the bytes alone |
//! | [`Hint`], [`Vote`] | help to decide for short records |
//!
//! Nothing is replaced silently: [`Charset::decode`] reports malformed bytes, and [`Charset::encode`] refuses a
//! character that the charset does not have.
//!
//! The [`cookbook`] has more examples.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod charset;
mod codec;
mod confidence;
mod detect;
mod find;
mod hint;
mod label;
mod laws;
mod narrow;
mod record;
mod tables;
mod wide;

pub use charset::{Charset, Decoded, Unencodable};
pub use codec::{Backend, set_backend};
pub use confidence::Confidence;
pub use detect::{Detector, Guess, Ranking, detect, rank};
pub use find::{CharsetSource, DetectedCharset, find, find_hinted, find_in_texts};
pub use hint::{Hint, Vote};

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
