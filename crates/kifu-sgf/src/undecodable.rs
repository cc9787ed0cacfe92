//! Text that does not decode in its charset, and its treatment when a record is recoded.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_charset::{Charset, DetectedCharset};
use kifu_core::Size;
use kifu_span::{Diagnostic, Span};
use kifu_tree::NodeId;

use crate::codes;
use crate::document::{Document, RecodeErrorKind, Visit};
use crate::ident::Ident;
use crate::property::Value;

/// The treatment of text that does not decode in its charset, when a record is recoded.
///
/// If a charset is only guessed, and the guess is not [sure](DetectedCharset::is_sure), its text counts as
/// undecodable, unless the caller names the charset with [`Document::parse_in`].
///
/// ```
/// use kifu_sgf::charset::Charset;
/// use kifu_sgf::{Document, Undecodable};
///
/// // The server truncated Black's name in the middle of a character.
/// let record = Document::parse(b"(;CA[UTF-8]PB[\xE5\x90]PW[\xE5\x90\xB4];B[pd])")?;
/// assert!(record.recode(Charset::GBK).is_err());
/// let replaced = record.recode_with(Charset::UTF_8, Undecodable::Replace).unwrap();
/// assert_eq!(replaced.bytes, "(;CA[UTF-8]PB[\u{FFFD}]PW[吴];B[pd])".as_bytes());
/// let kept = record.recode_with(Charset::UTF_8, Undecodable::Keep).unwrap();
/// assert_eq!(kept.bytes, record.to_bytes());
/// assert!(kept.notes[0].message.starts_with("`PB`: this text is not valid UTF-8"));
/// # Ok::<(), kifu_sgf::TooLarge>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Undecodable {
    /// Refuse to recode the record.
    #[default]
    Refuse,
    /// Replace each sequence of bytes that does not decode by U+FFFD.
    Replace,
    /// Keep all bytes of the value, and recode the rest of the record.
    Keep,
}

/// Decodes the text of a game for recoding.
#[derive(Clone, Copy)]
pub(crate) struct Decoder {
    charset: Charset,
    /// The guess, if it is too uncertain to use.
    unsure: Option<DetectedCharset>,
    in_utf16: bool,
}

impl Decoder {
    /// Returns the decoder of the game that contains a node. If the charset is only an uncertain
    /// guess, the decoder uses the charset that the game declares, or UTF-8.
    pub(crate) fn of(document: &Document, node: NodeId) -> Decoder {
        let found = document.charset(node);
        let in_utf16 = document.utf16().is_some();
        if found.is_sure() {
            return Decoder {
                charset: found.charset,
                unsure: None,
                in_utf16,
            };
        }
        let root = document.forest().ancestors(node).last().unwrap_or(node);
        let label = document.node(root).get("CA").and_then(|ca| ca.value());
        let declared = label.and_then(|label| Charset::for_label(label.raw()));
        Decoder {
            charset: declared.unwrap_or(Charset::UTF_8),
            unsure: Some(found),
            in_utf16,
        }
    }

    pub(crate) fn charset(&self) -> Charset {
        self.charset
    }

    /// Returns the text of bytes, and whether the text is uncertain or malformed.
    pub(crate) fn decode<'b>(&self, raw: &'b [u8]) -> (Cow<'b, str>, bool) {
        let decoded = self.charset.decode(raw);
        let is_unsure = self.unsure.is_some() && !raw.is_ascii();
        (decoded.text, decoded.malformed || is_unsure)
    }

    /// Returns the reason why text is undecodable, as a message.
    pub(crate) fn reason(&self) -> String {
        match self.unsure {
            _ if self.in_utf16 => "unpaired surrogate, which is not a character of UTF-16".into(),
            None => format!(
                "this text is not valid {}, the charset of its game",
                self.charset
            ),
            Some(DetectedCharset {
                charset,
                confidence,
                ..
            }) => format!(
                "the charset of this text is only guessed ({charset}, {confidence}), which is too \
                 uncertain to recode it"
            ),
        }
    }

    /// Returns the reason as the error of recoding.
    pub(crate) fn error(&self) -> RecodeErrorKind {
        match self.unsure {
            None => RecodeErrorKind::Undecodable(self.charset),
            Some(found) => RecodeErrorKind::Unsure(found.charset, found.confidence),
        }
    }

    /// Returns a diagnostic for an undecodable value of a property.
    pub(crate) fn diagnostic(&self, ident: Ident<'_>, value: &Value<'_>) -> Diagnostic {
        let message = format!("`{ident}`: {}", self.reason());
        codes::UNDECODABLE_TEXT.at(value.span().unwrap_or_default(), message)
    }
}

impl Undecodable {
    /// Describes what this policy does with undecodable text, for a message; `None` for
    /// [`Undecodable::Refuse`].
    pub(crate) const fn help(self) -> Option<&'static str> {
        match self {
            Undecodable::Refuse => None,
            Undecodable::Replace => Some("undecodable bytes are replaced by U+FFFD"),
            Undecodable::Keep => Some("the bytes are kept"),
        }
    }
}

impl Document {
    /// Returns a diagnostic for each value that cannot be recoded, in the order of the text: one
    /// that does not decode in the charset of its game, or whose charset is only guessed and
    /// [uncertain](DetectedCharset::is_sure). The last one is half a code unit at the end of UTF-16, if there
    /// is one.
    pub fn undecodable(&self) -> Vec<Diagnostic> {
        // Without the control characters that switch between charsets, ASCII decodes in all of them.
        let is_plain =
            |text: &[u8]| text.is_ascii() && memchr::memchr3(0x0E, 0x0F, 0x1B, text).is_none();
        let mut found = Vec::new();
        let is_all_plain = is_plain(self.text());
        for root in self.roots().filter(|_| !is_all_plain) {
            let decoder = Decoder::of(self, root);
            for visit in self.visit_tree(root, Size::default()) {
                let Visit::Node(node) = visit else {
                    continue;
                };
                for property in node.properties().filter(|p| !p.ident().is("CA")) {
                    let lost = property.values().filter(|value| {
                        let raw = value.raw();
                        !is_plain(raw) && decoder.decode(raw).1
                    });
                    found.extend(lost.map(|value| decoder.diagnostic(property.ident(), &value)));
                }
            }
        }
        found.extend(self.half_unit());
        found
    }

    /// Returns the diagnostic for half a code unit at the end of UTF-16, if there is one.
    pub(crate) fn half_unit(&self) -> Option<Diagnostic> {
        self.is_cut_off().then(|| {
            let end = Span::at(self.text().len() as u32);
            codes::UNDECODABLE_TEXT.at(end, "the file ends with half a character")
        })
    }

    /// Adds to the notes about [`Document::with_whole_units`] that half a code unit was replaced,
    /// and limits the spans of the notes to the text of this document.
    pub(crate) fn note_half_unit(&self, notes: &mut Vec<Diagnostic>) {
        let end = self.text().len() as u32;
        for note in &mut *notes {
            note.span = Span::new(note.span.start.min(end), note.span.end.min(end));
        }
        let help = Undecodable::Replace.help().unwrap_or_default();
        notes.extend(self.half_unit().map(|found| found.with_help(help)));
    }

    /// Returns the document with U+FFFD for half a code unit at its end; `None` if there is none.
    pub(crate) fn with_whole_units(&self) -> Option<Document> {
        let (name, _) = self.utf16().filter(|_| self.is_cut_off())?;
        let mut bytes = self.to_bytes();
        bytes.pop();
        let unit = char::REPLACEMENT_CHARACTER as u16;
        let (unit, charset) = match name {
            "UTF-16BE" => (unit.to_be_bytes(), Charset::UTF_16BE),
            _ => (unit.to_le_bytes(), Charset::UTF_16LE),
        };
        bytes.extend(unit);
        let read = Document::parse(bytes.as_slice()).ok()?;
        match read.utf16() {
            Some(_) => Some(read),
            // The bytes do not show that they are UTF-16; the caller specified it.
            None => Document::parse_in(bytes, charset).ok(),
        }
    }
}
