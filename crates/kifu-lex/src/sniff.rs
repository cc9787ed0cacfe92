//! Which scheme a game tree needs, before its first value is cut.

use memchr::{memchr, memchr2, memmem};

use crate::scheme::Scheme;
use crate::token::Inside;

/// Finds the scheme of each game tree of one source from what the source says.
///
/// The bytes come first: a byte order mark, or valid UTF-8 throughout, mean
/// [`Scheme::AsciiSafe`] whatever `CA` claims. Else the `CA` of the tree's root
/// decides.
#[derive(Clone, Debug)]
pub struct Sniffer {
    /// The scheme of the whole source, if no tree needs a look.
    whole: Option<Scheme>,
}

impl Sniffer {
    /// Looks over the whole source once.
    pub fn new(source: &[u8]) -> Sniffer {
        let rest = behind_plain(source);
        let marked = source.starts_with(b"\xEF\xBB\xBF");
        let settled =
            memchr2(0x1B, 0x0E, rest).is_none() && (marked || core::str::from_utf8(rest).is_ok());
        Sniffer {
            whole: settled.then_some(Scheme::AsciiSafe),
        }
    }

    /// For a source that is known to be UTF-8.
    pub const fn utf8() -> Sniffer {
        Sniffer::given(Scheme::AsciiSafe)
    }

    /// For a source whose scheme is known, whatever it says.
    pub const fn given(scheme: Scheme) -> Sniffer {
        Sniffer {
            whole: Some(scheme),
        }
    }

    /// Whether the scheme of the whole source is known: above all, because it is UTF-8
    /// without escape sequences.
    pub fn is_settled(&self) -> bool {
        self.whole.is_some()
    }

    /// The scheme of the game tree that starts at `game`, or `None` if it declares no
    /// charset that is known.
    #[inline]
    pub fn scheme(&self, source: &[u8], game: usize) -> Option<Scheme> {
        self.whole
            .or_else(|| declared_charset(&source[game..]).and_then(Scheme::for_label))
    }
}

/// What follows the blocks at the start that are ASCII, without escapes or shifts, which nearly all
/// of nearly every file is.
fn behind_plain(source: &[u8]) -> &[u8] {
    const BLOCK: usize = 256;
    let is_plain = |block: &&[u8]| {
        let odd = |byte: &u8| byte & 0x80 | u8::from(*byte == 0x1B) | u8::from(*byte == 0x0E);
        // All of a block, without asking in between, so that many bytes are looked at at once.
        block.iter().fold(0, |found, byte| found | odd(byte)) == 0
    };
    let plain = source.chunks(BLOCK).take_while(is_plain).count();
    source.get(BLOCK * plain..).unwrap_or_default()
}

/// How far into a game `CA` is looked for.
const ROOT: usize = 1 << 16;

/// The value of `CA` in the root of the game tree at the start of `game`.
///
/// The root is cut as if its charset were harmless. Where that hides a `CA`,
/// because text in front of it swallowed a bracket, it is found inside that text.
///
/// ```
/// let label = kifu_lex::declared_charset(b"(;GM[1]CA[GB2312]PB[...];B[pd])");
/// assert_eq!(label, Some(&b"GB2312"[..]));
/// ```
pub fn declared_charset(game: &[u8]) -> Option<&[u8]> {
    let root = &game[..game.len().min(ROOT)];
    let mut lexer = logos::Lexer::<Inside>::with_extras(root, Scheme::AsciiSafe);
    let mut in_node = false;
    let mut ident: &[u8] = b"";
    while let Some(token) = lexer.next() {
        match token {
            Ok(Inside::Ident) => {
                in_node = true;
                ident = lexer.slice();
            }
            Ok(Inside::Value(_)) => {
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
            Ok(Inside::Semicolon) if in_node => return None,
            Ok(Inside::Semicolon) => in_node = true,
            Ok(Inside::Close) => return None,
            Ok(Inside::Open) if in_node => return None,
            _ => {}
        }
    }
    None
}

/// `CA`, and the `ChArset` of old files: lower-case letters do not count.
fn is_ca(ident: &[u8]) -> bool {
    ident.iter().filter(|b| b.is_ascii_uppercase()).eq(b"CA")
}

fn swallowed(value: &[u8]) -> Option<&[u8]> {
    let found = memmem::find(value, b"]CA[")?;
    let rest = &value[found + 4..];
    let label = &rest[..memchr(b']', rest)?];
    Scheme::for_label(label).is_some().then_some(label)
}
