//! What can be wrong with the structure of a file: the codes, their severities
//! and their words.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_span::{Diagnostic, Severity, Span};

/// A kind of structural finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    NoGame,
    TextBefore,
    TextBetween,
    TextAfter,
    StrayClose,
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
    /// The finding as a diagnostic of the text it was made in.
    pub(crate) fn diagnostic(self, text: &[u8]) -> Diagnostic {
        use Fault::*;
        use Severity::{Error, Info, Warning};
        let new = |code, severity, message| Diagnostic::new(code, severity, self.span, message);
        let found = || text.get(self.span.range()).unwrap_or_default();
        match self.fault {
            NoGame => new("sgf/no-game", Error, "no game tree here")
                .with_help("a game tree starts with `(;`; is this an SGF file?"),
            TextBefore => new("sgf/text-before", Info, "text before the first game tree"),
            TextBetween => new("sgf/text-between", Info, "text between game trees"),
            TextAfter => new("sgf/text-after", Info, "text after the last game tree"),
            StrayClose => new("sgf/stray-close", Error, "`)` without a `(` before it")
                .with_help("every open game tree is closed already; take it out"),
            MissingOpen => new("sgf/missing-open", Error, "a node outside of any game tree: `(` is missing")
                .with_help("read as the start of a game tree; put `(` before it"),
            UnclosedTree => new("sgf/unclosed-tree", Error, "this game tree is never closed: the file ends first")
                .with_help("each open `(` needs its `)`; put what is missing at the end of the file"),
            MissingSemicolon => new("sgf/missing-semicolon", Error, "a property right after `(`: `;` is missing")
                .with_help("read as a node; put `;` before it"),
            NestedOpen => new("sgf/nested-open", Error, "`((`: a variation that starts with a variation, not a node")
                .with_help("read as if the outer parentheses were not there"),
            EmptyVariation => new("sgf/empty-variation", Warning, "a variation without a node")
                .with_help("it can mean that the game may end here; most programs refuse it"),
            NodeAfterVariations => new("sgf/node-after-variations", Error, "a node after the variations of its parent")
                .with_help("read as one more variation; put it in parentheses"),
            PropertyAfterVariations => {
                new("sgf/property-after-variations", Error, "a property after the variations of its node")
                    .with_help("read as a node of its own, the next variation")
            }
            MissingValue => new("sgf/missing-value", Error, "an identifier without a value: `[` expected")
                .with_help("kept as a property without values; is it part of a text whose `]` was not escaped?"),
            MissingIdentifier => new("sgf/missing-identifier", Error, "a value without an identifier before it")
                .with_help("kept as a property without a name; put the identifier before `[`"),
            LowercaseIdentifier => new("sgf/lowercase-identifier", Warning, "an identifier without a capital letter")
                .with_help("read as if it were in capitals"),
            UnclosedValue => new("sgf/unclosed-value", Error, "this value is never closed: the file ends before `]`")
                .with_help("read up to the end of the file; put `]` where it ends"),
            MissingBracket => new("sgf/missing-bracket", Error, "the value before this is not closed: `]` is missing")
                .with_help("what follows would be part of it, but is a node or a property of the game"),
            UnescapedBracket => new("sgf/unescaped-bracket", Error, "this `]` does not end the value: `\\` is missing before it")
                .with_help("it closes a bracket of the text, and no game goes on behind it"),
            DanglingByte => new("sgf/dangling-byte", Warning, "the text ends in the first half of a character")
                .with_help("`]` could be its second half by the charset, but the game goes on after it"),
            Junk => {
                let message = match found() {
                    [byte] if !byte.is_ascii_graphic() => format!("byte 0x{byte:02X} means nothing here"),
                    bytes if bytes.len() <= 16 && bytes.iter().all(u8::is_ascii_graphic) => {
                        format!("`{}` means nothing here", String::from_utf8_lossy(bytes))
                    }
                    bytes => format!("{} bytes that mean nothing here", bytes.len()),
                };
                Diagnostic::new("sgf/junk", Error, self.span, message)
                    .with_help("expected `;`, `(`, `)` or a property; skipped")
            }
        }
    }
}
