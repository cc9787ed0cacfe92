//! What can be wrong with the structure of a file, and in what words.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_span::{Diagnostic, Span};

/// A kind of structural finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    NoGame,
    TextBefore,
    TextBetween,
    TextAfter,
    StrayClose,
    /// Never noted by reading: what a [`Fault::StrayClose`] further on is reported as.
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

/// A fault at a place: 12 bytes, since a hostile file can have one every few bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    pub(crate) fault: Fault,
    pub(crate) span: Span,
}

/// Where findings go.
pub(crate) trait Sink {
    /// Whether anyone listens; else nothing need be looked for.
    const LISTENS: bool;

    fn find(&mut self, fault: Fault, start: usize, end: usize);
}

/// Nowhere.
impl Sink for () {
    const LISTENS: bool = false;

    #[inline]
    fn find(&mut self, _: Fault, _: usize, _: usize) {}
}

/// Collected; only for sources below 4 GiB.
impl Sink for Vec<Finding> {
    const LISTENS: bool = true;

    #[cold]
    fn find(&mut self, fault: Fault, start: usize, end: usize) {
        self.push(Finding {
            fault,
            span: Span::new(start as u32, end as u32),
        });
    }
}

impl Finding {
    /// The finding as a diagnostic of the text it was made in, without a fix.
    pub(crate) fn diagnostic(self, text: &[u8]) -> Diagnostic {
        use Fault::*;
        let found = text.get(self.span.range()).unwrap_or_default();
        let code = self.fault.code();
        let message: Cow<'static, str> = match self.fault {
            Junk => match found {
                [byte] if !byte.is_ascii_graphic() => {
                    format!("byte 0x{byte:02X} means nothing here").into()
                }
                bytes if bytes.len() <= 16 && bytes.iter().all(u8::is_ascii_graphic) => {
                    format!("`{}` means nothing here", String::from_utf8_lossy(bytes)).into()
                }
                bytes => format!("{} bytes that mean nothing here", bytes.len()).into(),
            },
            _ => code.summary.into(),
        };
        let diagnostic = code.at(self.span, message);
        let bracket = text.get(self.span.end as usize) == Some(&b']');
        let behind = text.get(self.span.end as usize..).unwrap_or_default();
        let help = match self.fault {
            EarlyClose if !behind.trim_ascii_start().starts_with(b"(") => Some(
                "what follows is read as text outside of any game; was it meant to stand there?",
            ),
            MissingValue if bracket => Some(
                "kept as a property without values; is a `[` missing, or is it part of a text whose \
                 `]` was not escaped?",
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
    /// How it was read, or what it could be.
    fn help(self, text: &[u8]) -> Option<&'static str> {
        use Fault::*;
        Some(match self {
            TextBefore | TextBetween | TextAfter => return None,
            NoGame => looks_like(text),
            EarlyClose => {
                "what follows is read as another game, up to a `)` that closes nothing; \
                 was it meant to stand there?"
            }
            StrayClose => "every open game tree is closed already",
            MissingOpen => "read as the start of a game tree",
            UnclosedTree => "each open `(` needs its `)`",
            MissingSemicolon => "read as a node",
            NestedOpen => "read as if the outer parentheses were not there",
            EmptyVariation => "it can mean that the game may end here; most programs refuse it",
            NodeAfterVariations => "read as one more variation",
            PropertyAfterVariations => "read as a node of its own, the next variation",
            MissingValue => {
                "kept as a property without values; is it part of a text whose `]` was not escaped?"
            }
            MissingIdentifier => "kept as a property without a name; put the identifier before `[`",
            LowercaseIdentifier => "read as if it were in capitals",
            UnclosedValue => "read up to the end of the file",
            MissingBracket => {
                "what follows would be part of it, but is a node or a property of the game"
            }
            UnescapedBracket => "it closes a bracket of the text, and no game goes on behind it",
            DanglingByte => {
                "`]` could be its second half by the charset, but the game goes on after it"
            }
            Junk => "expected `;`, `(`, `)` or a property; skipped",
        })
    }
}

/// What a file without a game tree looks like, going by its start.
fn looks_like(text: &[u8]) -> &'static str {
    /// Whoever looks for more would look at files that are no text at all.
    const START: usize = 1 << 12;
    let start = &text[..text.len().min(START)];
    let has = |pattern: &[u8]| start.windows(pattern.len()).any(|window| window == pattern);
    if start.trim_ascii().is_empty() {
        "the file is empty"
    } else if start.starts_with(b"\x1F\x8B") || start.starts_with(b"PK\x03\x04") {
        "this is a compressed file: unpack it first"
    } else if start.starts_with(b"\xFF\xFE\0\0") || start.starts_with(b"\0\0\xFE\xFF") {
        "this is UTF-32: convert it to UTF-8"
    } else if ["\u{FF1B}", "\u{FF3B}", "\u{FF08}"]
        .iter()
        .any(|wide| has(wide.as_bytes()))
    {
        "the brackets are full-width letters: write `(`, `;`, `[` and `]` for them"
    } else if has(b"=3B") || has(b"=5B") || has(b"=28") {
        "this looks like quoted-printable mail: decode it first"
    } else if has(b"&#91;") || has(b"&#59;") || has(b"&#40;") || has(b"&lsqb;") || has(b"&lbrack;")
    {
        "this looks like HTML with its brackets written as entities: decode them first"
    } else if has(b"%5B") || has(b"%5b") || has(b"%3B") || has(b"%3b") {
        "this looks like part of a web address: decode its `%` signs first"
    } else if has(b"{;") || has(b";B{") || has(b";W{") || has(b";B(") || has(b";W(") {
        "this looks like SGF with other brackets: write `(`, `)`, `[` and `]` for them"
    } else {
        "a game tree starts with `(;`; is this an SGF file?"
    }
}
