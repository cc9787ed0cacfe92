//! Text that its charset does not decode, and what becomes of it in another charset.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_charset::{Charset, DetectedCharset};
use kifu_span::{Diagnostic, Span};
use kifu_tree::NodeId;

use crate::codes;
use crate::document::{Document, RecodeErrorKind};
use crate::ident::Ident;
use crate::property::Value;

/// What becomes of text that its charset does not decode when a record is recoded.
///
/// Text whose charset is only guessed, and not [surely enough](DetectedCharset::is_sure), counts as
/// undecodable, unless a caller names the charset with [`Document::parse_in`].
///
/// ```
/// use kifu_sgf::charset::Charset;
/// use kifu_sgf::{Document, Undecodable};
///
/// // The server cut Black's name in the middle of a character.
/// let record = Document::parse(b"(;CA[UTF-8]PB[\xE5\x90]PW[\xE5\x90\xB4];B[pd])")?;
/// assert!(record.recode(Charset::GBK).is_err());
/// let replaced = record.recode_with(Charset::UTF_8, Undecodable::Replace).unwrap();
/// assert_eq!(replaced.bytes, "(;CA[UTF-8]PB[\u{FFFD}]PW[吴];B[pd])".as_bytes());
/// let kept = record.recode_with(Charset::UTF_8, Undecodable::Keep).unwrap();
/// assert_eq!(kept.bytes, record.to_bytes());
/// assert!(kept.notes[0].message.starts_with("`PB`: this text is not UTF-8"));
/// # Ok::<(), kifu_sgf::TooLarge>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Undecodable {
    /// The record is refused.
    #[default]
    Refuse,
    /// U+FFFD takes the place of each sequence of bytes that does not decode.
    Replace,
    /// The value keeps all of its bytes. The rest of the record is recoded.
    Keep,
}

/// How the text of a game is decoded in order to be recoded.
#[derive(Clone, Copy)]
pub(crate) struct Decoder {
    charset: Charset,
    /// The guess that is too unsure to decode by.
    unsure: Option<DetectedCharset>,
    in_utf16: bool,
}

impl Decoder {
    /// The decoder of the game that a node is in. Instead of an unsure guess it takes the
    /// charset that the game declares, or UTF-8.
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

    /// The text of bytes, and whether it is not what they say for sure.
    pub(crate) fn decode<'b>(&self, raw: &'b [u8]) -> (Cow<'b, str>, bool) {
        let decoded = self.charset.decode(raw);
        let is_unsure = self.unsure.is_some() && !raw.is_ascii();
        (decoded.text, decoded.malformed || is_unsure)
    }

    /// What is wrong with undecodable text.
    pub(crate) fn why(&self) -> String {
        match self.unsure {
            _ if self.in_utf16 => "half of a surrogate pair: UTF-16 has no such character".into(),
            None => format!("this text is not {}, the charset of its game", self.charset),
            Some(DetectedCharset {
                charset,
                confidence,
                ..
            }) => format!(
                "the charset of this text is only guessed ({charset}, {confidence}), which is too \
                 unsure to recode it"
            ),
        }
    }

    /// The same, as what keeps a value from being recoded.
    pub(crate) fn error(&self) -> RecodeErrorKind {
        match self.unsure {
            None => RecodeErrorKind::Undecodable(self.charset),
            Some(found) => RecodeErrorKind::Unsure(found.charset, found.confidence),
        }
    }

    /// Says where undecodable text is, and of which property.
    pub(crate) fn diagnostic(&self, ident: Ident<'_>, value: &Value<'_>) -> Diagnostic {
        let message = format!("`{ident}`: {}", self.why());
        codes::UNDECODABLE_TEXT.at(value.span().unwrap_or_default(), message)
    }
}

impl Undecodable {
    /// What becomes of undecodable text under this policy, for a message; `None` if it is refused.
    pub(crate) const fn help(self) -> Option<&'static str> {
        match self {
            Undecodable::Refuse => None,
            Undecodable::Replace => Some("what does not decode becomes U+FFFD"),
            Undecodable::Keep => Some("its bytes are kept"),
        }
    }
}

impl Document {
    /// Each value that cannot be recoded, with its property, in the order of the text: one that
    /// the charset of its game does not decode, or whose charset is only guessed and
    /// [unsure](DetectedCharset::is_sure). Half a unit at the end of UTF-16 is the last of them.
    pub fn undecodable(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for root in self.roots() {
            let decoder = Decoder::of(self, root);
            for id in self.forest().preorder(root) {
                let node = self.node(id);
                if node.only_move().is_some() {
                    continue;
                }
                for property in node.properties().filter(|p| !p.ident().is("CA")) {
                    let lost = property.values().filter(|value| {
                        let raw = value.raw();
                        let is_plain = raw
                            .iter()
                            .all(|b| b.is_ascii() && !matches!(b, 0x0E | 0x0F | 0x1B));
                        !is_plain && decoder.decode(raw).1
                    });
                    found.extend(lost.map(|value| decoder.diagnostic(property.ident(), &value)));
                }
            }
        }
        found.extend(self.half_unit());
        found
    }

    /// What is wrong with half a unit at the end of UTF-16.
    pub(crate) fn half_unit(&self) -> Option<Diagnostic> {
        self.is_cut_off().then(|| {
            let end = Span::at(self.text().len() as u32);
            codes::UNDECODABLE_TEXT.at(end, "the file ends with half a character")
        })
    }

    /// Adds to what was noted of [`Document::with_whole_units`] that half a unit was replaced, and makes the notes end
    /// where the text of this document does.
    pub(crate) fn note_half_unit(&self, notes: &mut Vec<Diagnostic>) {
        let end = self.text().len() as u32;
        for note in &mut *notes {
            note.span = Span::new(note.span.start.min(end), note.span.end.min(end));
        }
        let help = Undecodable::Replace.help().unwrap_or_default();
        notes.extend(self.half_unit().map(|found| found.with_help(help)));
    }

    /// The document with U+FFFD in place of half a unit at its end; `None` if there is none.
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
            // Only the caller knew that it was UTF-16.
            None => Document::parse_in(bytes, charset).ok(),
        }
    }
}
