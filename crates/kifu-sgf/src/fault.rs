//! The errors in the structure of a file, and their messages.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_span::{Diagnostic, Span};

/// A kind of error in the structure of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    NoGame,
    TextBefore,
    TextBetween,
    GameNumber,
    TextAfter,
    StrayClose,
    /// Not recorded while reading: [`Follow`](crate::follow::Follow) reports it instead of a later
    /// [`Fault::StrayClose`].
    EarlyClose,
    MissingOpen,
    UnclosedTree,
    MissingSemicolon,
    NestedOpen,
    EmptyVariation,
    NodeAfterVariations,
    PropertyAfterVariations,
    MissingValue,
    MissingIdentifier,
    LowercaseIdentifier,
    UnclosedValue,
    MissingBracket,
    UnescapedBracket,
    DanglingByte,
    Junk,
}

/// A fault and its place. It takes 12 bytes, because a hostile file can have a fault every few
/// bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    pub(crate) fault: Fault,
    pub(crate) span: Span,
}

/// A receiver of findings.
pub(crate) trait Sink {
    /// Whether findings are used; otherwise the reader can skip the search for them.
    const USES_FINDINGS: bool;

    fn find(&mut self, fault: Fault, start: usize, end: usize);
}

/// Discards all findings.
impl Sink for () {
    const USES_FINDINGS: bool = false;

    #[inline]
    fn find(&mut self, _: Fault, _: usize, _: usize) {}
}

/// Collects findings; only for sources smaller than 4 GiB.
impl Sink for Vec<Finding> {
    const USES_FINDINGS: bool = true;

    #[cold]
    fn find(&mut self, fault: Fault, start: usize, end: usize) {
        self.push(Finding {
            fault,
            span: Span::new(start as u32, end as u32),
        });
    }
}

impl Finding {
    /// Returns the finding as a diagnostic of `text`, the text in which it was found, without a
    /// fix.
    pub(crate) fn diagnostic(self, text: &[u8]) -> Diagnostic {
        use Fault::*;
        let found = text.get(self.span.range()).unwrap_or_default();
        let code = self.fault.code();
        let message: Cow<'static, str> = match self.fault {
            Junk => match found {
                [byte] if !byte.is_ascii_graphic() => {
                    format!("unexpected byte 0x{byte:02X}").into()
                }
                bytes if bytes.len() <= 16 && bytes.iter().all(u8::is_ascii_graphic) => {
                    format!("unexpected `{}`", String::from_utf8_lossy(bytes)).into()
                }
                bytes => format!("{} unexpected bytes", bytes.len()).into(),
            },
            _ => code.summary.into(),
        };
        let diagnostic = code.at(self.span, message);
        let bracket = text.get(self.span.end as usize) == Some(&b']');
        let rest = text.get(self.span.end as usize..).unwrap_or_default();
        let help = match self.fault {
            EarlyClose if !rest.trim_ascii_start().starts_with(b"(") => Some(
                "the text after this `)` is read as text outside any game; if it belongs to the game, remove \
                 this `)`",
            ),
            MissingValue if bracket => Some(
                "kept as a property without values; perhaps a `[` is missing, or the identifier is part of a text with \
                 an unescaped `]`",
            ),
            fault => fault.help(text),
        };
        match help {
            Some(help) => diagnostic.with_help(help),
            None => diagnostic,
        }
    }
}

impl Fault {
    /// Returns a hint: how the fault was read, or what its cause could be.
    fn help(self, text: &[u8]) -> Option<&'static str> {
        use Fault::*;
        Some(match self {
            TextBefore | TextBetween | TextAfter | GameNumber => return None,
            NoGame => looks_like(text),
            EarlyClose => {
                "the text after this `)`, up to an unmatched `)`, is read as another game; \
                 if it belongs to the same game, remove this `)`"
            }
            StrayClose => "all game trees are already closed",
            MissingOpen => "read as the start of a game tree",
            UnclosedTree => "each `(` needs a `)`",
            MissingSemicolon => "read as a node",
            NestedOpen => "read as if the outer parentheses were missing",
            EmptyVariation => "`()` can mean that the game may end here; most programs reject it",
            NodeAfterVariations => "read as one more variation",
            PropertyAfterVariations => "read as a separate node that starts one more variation",
            MissingValue => {
                "kept as a property without values; perhaps it is part of a text with an \
                 unescaped `]`"
            }
            MissingIdentifier => "kept as a property without a name; put the identifier before `[`",
            LowercaseIdentifier => "read as if it were in capitals",
            UnclosedValue => "read up to the end of the file",
            MissingBracket => "otherwise the node or property here would be part of the value",
            UnescapedBracket => {
                "read as text: this `]` matches a `[` in the text, and no game structure follows"
            }
            DanglingByte => {
                "in this charset, `]` could be the second byte of a character, but the game \
                 continues after it"
            }
            Junk => "expected `;`, `(`, `)` or a property; skipped",
        })
    }
}

/// Describes what a file without a game tree looks like, judged by its start.
fn looks_like(text: &[u8]) -> &'static str {
    /// The number of bytes that are examined.
    const START: usize = 1 << 12;
    let start = &text[..text.len().min(START)];
    let has = |pattern: &[u8]| start.windows(pattern.len()).any(|window| window == pattern);
    if start.trim_ascii().is_empty() {
        "the file is empty"
    } else if start.starts_with(b"\x1F\x8B") || start.starts_with(b"PK\x03\x04") {
        "this is a compressed file: decompress it first"
    } else if start.starts_with(b"\xFF\xFE\0\0") || start.starts_with(b"\0\0\xFE\xFF") {
        "this is UTF-32: convert it to UTF-8"
    } else if ["\u{FF1B}", "\u{FF3B}", "\u{FF08}"]
        .iter()
        .any(|wide| has(wide.as_bytes()))
    {
        "the brackets are full-width characters: replace them with `(`, `;`, `[` and `]`"
    } else if has(b"=3B") || has(b"=5B") || has(b"=28") {
        "this looks like quoted-printable mail: decode it first"
    } else if has(b"&#91;") || has(b"&#59;") || has(b"&#40;") || has(b"&lsqb;") || has(b"&lbrack;")
    {
        "this looks like HTML with its brackets written as entities: decode them first"
    } else if has(b"%5B") || has(b"%5b") || has(b"%3B") || has(b"%3b") {
        "this looks like part of a web address: decode its `%` signs first"
    } else if has(b"{;") || has(b";B{") || has(b";W{") || has(b";B(") || has(b";W(") {
        "this looks like SGF with other brackets: replace them with `(`, `)`, `[` and `]`"
    } else {
        "a game tree starts with `(;`; is this an SGF file?"
    }
}
