//! Finds the scheme of a game tree before its first value is read.

use memchr::{memchr, memchr2, memmem};

use crate::grammar::InsideToken;
use crate::scheme::Scheme;
use crate::token::Mode;

/// Finds the [`Scheme`] of each game tree in a source.
///
/// The bytes take precedence: after a byte order mark, or if the whole source is valid UTF-8, the
/// scheme is [`Scheme::AsciiSafe`], whatever `CA` says. Otherwise the `CA` in the root of the tree
/// decides.
#[derive(Clone, Debug)]
pub struct Sniffer {
    /// The scheme of the whole source, if it does not depend on the trees.
    whole: Option<Scheme>,
}

impl Sniffer {
    /// Creates a sniffer for this source, which it reads once.
    pub fn new(source: &[u8]) -> Sniffer {
        let rest = skip_plain_blocks(source);
        let marked = source.starts_with(b"\xEF\xBB\xBF");
        let settled =
            memchr2(0x1B, 0x0E, rest).is_none() && (marked || core::str::from_utf8(rest).is_ok());
        Sniffer {
            whole: settled.then_some(Scheme::AsciiSafe),
        }
    }

    /// Creates a sniffer for a source that is known to be UTF-8.
    pub const fn utf8() -> Sniffer {
        Sniffer::with_scheme(Scheme::AsciiSafe)
    }

    /// Creates a sniffer that returns this scheme for every game tree, whatever the tree declares.
    pub const fn with_scheme(scheme: Scheme) -> Sniffer {
        Sniffer {
            whole: Some(scheme),
        }
    }

    /// Returns whether one scheme is known to apply to the whole source, usually because the source
    /// is UTF-8 without escape sequences.
    pub fn is_settled(&self) -> bool {
        self.whole.is_some()
    }

    /// Returns the scheme of the game tree that starts at the offset `game`, or `None` if the tree
    /// declares no known charset.
    ///
    /// # Panics
    ///
    /// Panics if `game` is past the end of `source` and [`Sniffer::is_settled`] is `false`.
    #[inline]
    pub fn scheme(&self, source: &[u8], game: usize) -> Option<Scheme> {
        self.whole
            .or_else(|| declared_charset(&source[game..]).and_then(Scheme::for_label))
    }
}

/// Skips the leading blocks that are ASCII without escapes or shifts, which is nearly all of most
/// files.
fn skip_plain_blocks(source: &[u8]) -> &[u8] {
    const BLOCK: usize = 256;
    let is_plain = |block: &&[u8]| {
        let odd = |byte: &u8| byte & 0x80 | u8::from(*byte == 0x1B) | u8::from(*byte == 0x0E);
        // No early exit within a block, so that the compiler can test many bytes at once.
        block.iter().fold(0, |found, byte| found | odd(byte)) == 0
    };
    let plain = source.chunks(BLOCK).take_while(is_plain).count();
    source.get(BLOCK * plain..).unwrap_or_default()
}

/// The number of bytes at the start of a game that are searched for `CA`.
const ROOT: usize = 1 << 16;

/// Returns the value of `CA` in the root of the game tree at the start of `game`, without its
/// brackets.
///
/// The root is read as [`Scheme::AsciiSafe`]. If that hides a `CA`, because a value before it
/// swallowed its own closing bracket, the `CA` is found inside that value. Only the first 64 KiB
/// are searched.
///
/// ```
/// let label = kifu_lex::declared_charset(b"(;GM[1]CA[GB2312]PB[...];B[pd])");
/// assert_eq!(label, Some(&b"GB2312"[..]));
/// ```
pub fn declared_charset(game: &[u8]) -> Option<&[u8]> {
    let root = &game[..game.len().min(ROOT)];
    let mut lexer = logos::Lexer::<InsideToken>::with_extras(root, Mode::default());
    let mut in_node = false;
    let mut ident: &[u8] = b"";
    while let Some(token) = lexer.next() {
        match token {
            Ok(InsideToken::Ident) => {
                in_node = true;
                ident = lexer.slice();
            }
            Ok(InsideToken::Value(_)) => {
                in_node = true;
                let value = lexer.slice();
                if is_ca(ident) {
                    return Some(value[1..].strip_suffix(b"]").unwrap_or(&value[1..]));
                }
                if let Some(label) = swallowed(value) {
                    return Some(label);
                }
                ident = b"";
            }
            Ok(InsideToken::Semicolon) if in_node => return None,
            Ok(InsideToken::Semicolon) => in_node = true,
            Ok(InsideToken::Close) => return None,
            Ok(InsideToken::Open) if in_node => return None,
            _ => {}
        }
    }
    None
}

/// Whether an identifier is `CA`, or `ChArset` as in old files: lower-case letters are ignored.
fn is_ca(ident: &[u8]) -> bool {
    ident.iter().filter(|b| b.is_ascii_uppercase()).eq(b"CA")
}

fn swallowed(value: &[u8]) -> Option<&[u8]> {
    let found = memmem::find(value, b"]CA[")?;
    let rest = &value[found + 4..];
    let label = &rest[..memchr(b']', rest)?];
    Scheme::for_label(label).is_some().then_some(label)
}
