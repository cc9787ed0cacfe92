//! **kifu-lex** cuts the bytes of SGF and its relatives into tokens.
//!
//! ```
//! use kifu_lex::{Kind, Lexer};
//!
//! let source = b"mail header (;B[pd]C[nice])";
//! let kinds: Vec<Kind> = Lexer::new(source).map(|token| token.kind).collect();
//! use Kind::*;
//! assert_eq!(kinds, [Text, Open, Semicolon, Ident, Value, Ident, Value, Close]);
//! ```
//!
//! Three promises hold for any bytes whatever:
//!
//! * **Tokens tile the input**: each starts where the last one ended, the first
//!   at 0, the last ends with the source. White space and junk are tokens too.
//! * **Nothing fails**: there is no error, only [`Kind::Junk`] and
//!   [`Kind::Unclosed`], for whoever reads the tokens to judge.
//! * **Linear time, constant memory**: nothing is allocated, no byte is looked
//!   at more often than a small constant.
//!
//! # Where games begin
//!
//! Records arrive wrapped in mail, web pages and notes. Outside of a game tree
//! everything is [`Kind::Text`] up to the next place that looks like a game:
//!
//! * `(` and `;`, with white space or more `(` between them;
//! * `(` and an identifier that starts with a capital and is followed by `[`
//!   (old dialects leave out the first `;`);
//! * `;` and an identifier of one or two capitals followed by `[` (the `(` was lost), or
//!   the properties right before that `;`, such as `GM[1]SZ[9]` (the `(;` was lost).
//!
//! So `see (note; x) and [aa] here` in a letter is text. A game tree ends with
//! the `)` that closes it.
//!
//! # Where values end
//!
//! A value reaches from `[` to the next `]` that no `\` escapes; escapes are left
//! in it. Only where its text has a `[` more is asked, since then somebody may have
//! forgotten a `\` or a `]`:
//!
//! * A `]` that closes a bracket of the text, and is not followed by a node, a property, a
//!   value or a parenthesis of the game, belongs to the text: `C[foo [12k]: hi]` is one
//!   value, and [`unescaped_brackets`] finds the `]` in it.
//! * A value that would end with such a bracket open, where that is the bracket of a node
//!   or of a property of the game's head, ended before it: `C[oops;W[bb]` is the value
//!   `[oops`, [`Kind::Unclosed`], and a node.
//!
//! In some charsets a `]` or `\` can be the second byte of a character,
//! and SGF does not escape it there (2016 draft, *Character set*). A [`Scheme`]
//! says how far to step: the lexer takes it from a game's `CA` by itself, or is
//! told with [`Lexer::set_scheme`]. See [`Scheme`] for what happens when text
//! and charset disagree.
//!
//! # Features
//!
//! `std` (default) lets the byte searches choose their vector width at run time.
//! Without it the crate is `no_std`; it never allocates.
//!
//! More tasks are in the [`cookbook`].
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

mod lexer;
mod outside;
mod scheme;
mod sniff;
mod token;
mod value;

pub use lexer::{Lexer, ShortNodes};
pub use scheme::Scheme;
pub use sniff::{Sniffer, declared_charset};
pub use token::{Kind, Token};
pub use value::unescaped_brackets;

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
