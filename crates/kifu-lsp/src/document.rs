//! Open documents.

use std::cell::OnceCell;
use std::path::PathBuf;

use kifu::Record;
use kifu::charset::Charset;
use kifu::span::Diagnostic;
use lsp_types::{TextDocumentContentChangeEvent, Uri};

use crate::Files;
use crate::record::{Parsed, Stored};
use crate::settings::Settings;
use crate::text::{Encoding, Text};
use crate::uri;

/// A document that a client has opened.
pub(crate) struct OpenDocument {
    pub(crate) uri: Uri,
    pub(crate) path: Option<PathBuf>,
    pub(crate) version: i32,
    /// The number of what the findings depend on: the text, how it is read, and the settings. No two are the same, also
    /// if a document is closed and opened again.
    pub(crate) revision: u64,
    pub(crate) text: Text,
    pub(crate) stored: Stored,
    name: String,
    parsed: OnceCell<Parsed>,
}

impl OpenDocument {
    pub(crate) fn new(uri: Uri, version: i32, text: String, encoding: Encoding) -> OpenDocument {
        OpenDocument {
            path: uri::to_path(&uri),
            name: uri::file_name(&uri),
            uri,
            version,
            revision: 0,
            text: Text::new(text, encoding),
            stored: Stored::Unknown,
            parsed: OnceCell::new(),
        }
    }

    pub(crate) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        self.version = version;
        changes
            .into_iter()
            .for_each(|change| self.text.apply(change));
        self.parsed = OnceCell::new();
    }

    /// Returns the record in the text.
    pub(crate) fn parsed(&self) -> &Parsed {
        self.parsed
            .get_or_init(|| Parsed::new(self.text.as_str(), &self.name, self.stored))
    }

    /// Returns all findings.
    pub(crate) fn findings(&self, settings: &Settings) -> &[Diagnostic] {
        self.parsed().findings(self.text.as_str(), settings)
    }

    pub(crate) fn forget_findings(&mut self) {
        if let Some(parsed) = self.parsed.get_mut() {
            parsed.forget_findings();
        }
    }

    /// Compares the text with its file, after the document was opened or saved. Returns a warning if saving the text
    /// would destroy text of the file.
    pub(crate) fn compare_with_file(&mut self, files: &dyn Files) -> Option<String> {
        let bytes = files.read(self.path.as_deref()?).ok()?;
        let (stored, warning) = stored(&bytes, self.text.as_str(), &self.name);
        if stored != self.stored {
            self.stored = stored;
            self.parsed = OnceCell::new();
        }
        warning
    }
}

/// Decides the relation of a text to the bytes of its file.
fn stored(bytes: &[u8], text: &str, name: &str) -> (Stored, Option<String>) {
    // Editors remove the mark, and some of them unify line breaks.
    let marked = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let without_cr = |text: &[u8]| {
        text.iter()
            .copied()
            .filter(|byte| *byte != b'\r')
            .collect::<Vec<u8>>()
    };
    let is_same = without_cr(marked) == without_cr(text.trim_start_matches('\u{FEFF}').as_bytes());
    if is_same {
        return (Stored::Utf8, None);
    }
    if std::str::from_utf8(bytes).is_ok() {
        // Few texts in other charsets are valid UTF-8: those with shift sequences, and short ones.
        let record = if is_plain(bytes) {
            None
        } else {
            kifu::read(bytes).ok()
        };
        let is_other = record
            .as_ref()
            .and_then(other_charset)
            .is_some_and(|(_, charset)| {
                bytes.is_ascii()
                    || charset.is_some_and(|charset| {
                        without_cr(charset.decode(bytes).text.as_bytes())
                            == without_cr(text.as_bytes())
                    })
            });
        let relation = if is_other {
            Stored::OtherCharset
        } else {
            Stored::Unknown
        };
        return (relation, None);
    }
    let is_damaged = text.contains('\u{FFFD}');
    let warning = is_damaged.then(|| charset_of(bytes)).flatten().map(|charset| {
        format!(
            "{name} is in {charset}, but the editor reads it in another charset, and saving it would destroy text; \
             reopen it as {charset}, or run `kifu charset --to utf-8 -i {name}`"
        )
    });
    (Stored::OtherCharset, warning)
}

/// Whether bytes are read the same in every charset, also in those with shift sequences and in UTF-16.
pub(crate) fn is_plain(bytes: &[u8]) -> bool {
    bytes.is_ascii()
        && !bytes
            .iter()
            .any(|byte| matches!(byte, 0 | 0x0E | 0x0F | 0x1B))
}

/// Returns the charset of a record if it is not UTF-8, by its declaration or its bytes. UTF-16 has only a name.
pub(crate) fn other_charset(record: &Record) -> Option<(&'static str, Option<Charset>)> {
    let charset = match record {
        Record::Sgf(document) => {
            if let Some((name, _)) = document.utf16() {
                return Some((name, None));
            }
            let mut charsets = document.roots().map(|root| document.charset(root).charset);
            charsets.find(|charset| *charset != Charset::UTF_8)?
        }
        record => record.charset()?.charset,
    };
    (charset != Charset::UTF_8).then(|| (charset.name(), Some(charset)))
}

/// Returns the name of the charset of a file, if it is known.
fn charset_of(bytes: &[u8]) -> Option<String> {
    let record = kifu::read(bytes).ok()?;
    let found = match &record {
        Record::Sgf(document) => match document.utf16() {
            Some((name, _)) => return Some(name.to_owned()),
            None => document.charset(document.roots().next()?),
        },
        record => record.charset()?,
    };
    found.is_sure().then(|| found.charset.name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_compared_with_the_bytes_of_its_file() {
        let text = "(;PB[\u{5433}\u{6E05}\u{6E90}]PW[\u{6728}\u{8C37}\u{5B9E}];B[pd])";
        let gbk = Charset::GBK.encode(text).unwrap();
        let damaged = String::from_utf8_lossy(&gbk).into_owned();
        assert_eq!(stored(text.as_bytes(), text, ""), (Stored::Utf8, None));
        assert_eq!(
            stored(b"\xEF\xBB\xBF(;)\r\n", "(;)\n", ""),
            (Stored::Utf8, None)
        );
        assert_eq!(stored(b"(;B[aa])", "(;B[ab])", ""), (Stored::Unknown, None));
        assert_eq!(stored(&gbk, text, ""), (Stored::OtherCharset, None));
        // Also if the bytes are valid UTF-8.
        let text = "(;CA[ISO-2022-JP]PB[\u{6728}\u{8C37}])";
        let japanese = Charset::ISO_2022_JP.encode(text).unwrap();
        assert_eq!(stored(&japanese, text, ""), (Stored::OtherCharset, None));
        let raw = std::str::from_utf8(&japanese).unwrap();
        assert_eq!(stored(&japanese, raw, ""), (Stored::Utf8, None));
        let latin = "(;CA[ISO-8859-1]PB[Jos\u{C3}\u{A9}])";
        let bytes = Charset::WINDOWS_1252.encode(latin).unwrap();
        assert!(std::str::from_utf8(&bytes).is_ok());
        assert_eq!(stored(&bytes, latin, ""), (Stored::OtherCharset, None));
        assert_eq!(
            stored(&bytes, "(;CA[ISO-8859-1]PB[Jo\u{E9}])", ""),
            (Stored::Unknown, None)
        );
        let (relation, warning) = stored(&gbk, &damaged, "a.sgf");
        assert_eq!(relation, Stored::OtherCharset);
        assert!(
            warning
                .unwrap()
                .starts_with("a.sgf is in GBK, but the editor")
        );
    }
}
