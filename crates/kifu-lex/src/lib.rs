//! **kifu-lex** splits the bytes of SGF and related formats into tokens.
//!
//! ```
//! use kifu_lex::{Lexer, TokenKind};
//!
//! let source = b"mail header (;B[pd]C[nice])";
//! let kinds: Vec<TokenKind> = Lexer::new(source).map(|token| token.kind).collect();
//! use TokenKind::*;
//! assert_eq!(kinds, [Text, Open, Semicolon, Ident, Value, Ident, Value, Close]);
//! ```
//!
//! Three guarantees hold for any input:
//!
//! * **Tokens tile the input**: the first starts at 0, each of the others where the previous one
//!   ended, and the last ends at the end of the source. White space and junk are tokens too.
//! * **Lexing never fails**: there are no errors, only [`TokenKind::Junk`] and
//!   [`TokenKind::Unclosed`], which the caller may treat as errors.
//! * **Linear time, constant memory**: the lexer does not allocate, and reads each byte at most a
//!   small constant number of times.
//!
//! | type | what it is |
//! | --- | --- |
//! | [`Lexer`] | an iterator over the tokens of a source |
//! | [`Token`], [`TokenKind`] | a range of the source, and what kind of token it is |
//! | [`Scheme`] | how a charset uses the bytes `]` and `\`: the part of a charset that the lexer needs |
//! | [`Sniffer`], [`declared_charset`] | find the scheme of a game tree, or the charset that it declares |
//! | [`unescaped_brackets`] | finds the brackets inside a value that should be escaped |
//!
//! The property syntax is that of [FF\[4\]](https://www.red-bean.com/sgf/sgf4.html).
//!
//! # Where games begin
//!
//! Game records often come inside mail, web pages and notes. Outside a game tree everything up to
//! the next place that looks like a game is [`TokenKind::Text`]. These places look like a game:
//!
//! * `(` and `;`, with white space or more `(` between them;
//! * `(` and an identifier that starts with a capital and is followed by `[` (old dialects omit the
//!   first `;`);
//! * `;` and an identifier of one or two capitals followed by `[` (the `(` is missing), or the
//!   properties directly before such a `;`, such as `GM[1]SZ[9]` (the `(;` is missing).
//!
//! So `see (note; x) and [aa] here` in a letter is text. A game tree ends with the `)` that closes
//! it.
//!
//! # Where values end
//!
//! A value extends from `[` to the next `]` that no `\` escapes; the token contains the escapes. A
//! value whose text contains a `[` is ambiguous, because a `\` or a `]` may be missing:
//!
//! * A `]` that closes a bracket of the text, and is not followed by a node, a property, a value or
//!   a parenthesis of the game, belongs to the text: `C[foo [12k]: hi]` is one value, and
//!   [`unescaped_brackets`] finds the `]` in it.
//! * If a value would end while such a bracket is open, and the bracket belongs to a node or to a
//!   game-info property, the value ends before that node or property: `C[oops;W[bb]` is the value
//!   `[oops`, [`TokenKind::Unclosed`], and a node.
//!
//! In some charsets a `]` or `\` can be the second byte of a character, where SGF does not escape
//! it (2016 draft, *Character set*). A [`Scheme`] describes these characters: the lexer selects it
//! by the game's `CA`, or the caller sets it with [`Lexer::set_scheme`]. See [`Scheme`] for what
//! happens when text and charset disagree.
//!
//! # Features
//!
//! `std` (default) lets the byte searches select their vector width at run time. Without it the
//! crate is `no_std`; it never allocates.
//!
//! More tasks are in the [`cookbook`].
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

#[rustfmt::skip]
mod generated;
mod grammar;
mod lexer;
mod outside;
mod recovery;
mod scheme;
mod shortcuts;
mod sniff;
mod token;
mod value;

pub use lexer::{Lexer, ShortNodes};
pub use scheme::Scheme;
pub use sniff::{Sniffer, declared_charset};
pub use token::{Token, TokenKind};
pub use value::unescaped_brackets;

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
