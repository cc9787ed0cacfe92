//! Renaming a player in all records of a workspace.

use kifu::Record;
use kifu::charset::Charset;
use kifu::sgf::{Document, NodeId, Property, escape, simple_text};
use kifu::span::{Edit, Span};

use crate::cursor::{Cursor, inside};
use crate::document::{is_plain, other_charset};
use crate::record::Parsed;

/// The properties that name a player.
const PLAYERS: [&str; 2] = ["PB", "PW"];

/// Returns the name of the player at an offset, and its place.
pub(crate) fn player_at(parsed: &Parsed, offset: u32) -> Option<(Span, String)> {
    let document = parsed.sgf()?;
    let cursor = Cursor::at(parsed, offset)?;
    let property = cursor.property.filter(is_player)?;
    let (value, span) = match cursor.value {
        Some(value) => value,
        // On the identifier, the only value is meant.
        None => property
            .value()
            .and_then(|value| Some((value, inside(&value)?)))?,
    };
    let charset = document.charset(cursor.root).charset;
    let name = value.simple_text(charset).text.into_owned();
    (!name.trim().is_empty()).then_some((span, name))
}

fn is_player(property: &Property<'_>) -> bool {
    PLAYERS.iter().any(|name| property.is(name))
}

/// Returns the reason why a name is not valid.
pub(crate) fn invalid(name: &str) -> Option<&'static str> {
    if name.trim().is_empty() {
        return Some("a name cannot be empty");
    }
    // A name is on one line, so line breaks would be read as spaces.
    (simple_text(name) != name).then_some("a name cannot contain line breaks or control characters")
}

/// Returns the edits that rename a player in an SGF document.
pub(crate) fn edits(document: &Document, from: &str, to: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    if !document.may_have("PB") && !document.may_have("PW") {
        return edits;
    }
    for root in document.roots() {
        let charset = document.charset(root).charset;
        for id in document.forest().preorder(root) {
            let node = document.node(id);
            if node.only_move().is_some() {
                continue;
            }
            let values = node
                .properties()
                .filter(is_player)
                .flat_map(|property| property.values());
            let named = values.filter(|value| value.simple_text(charset).text == from);
            let spans = named.filter_map(|value| inside(&value));
            edits.extend(spans.map(|span| Edit::replace(span, escape(to).as_bytes())));
        }
    }
    edits.sort_by_key(|edit| edit.span);
    edits
}

/// The part of a file in a rename.
pub(crate) enum InFile {
    /// The file does not name the player.
    Absent,
    /// The file is text in UTF-8, without a byte order mark, and has these edits.
    Edits(String, Vec<Edit>),
    /// The file names the player, but in another charset, or it declares one and the new name is not ASCII: an editor
    /// that writes it as UTF-8 would destroy its text.
    OtherCharset(&'static str),
    /// The file names the player, but in a format that is not edited.
    OtherFormat(String),
}

/// Finds a player in a file.
pub(crate) fn in_file(bytes: Vec<u8>, from: &str, to: &str) -> InFile {
    match String::from_utf8(bytes) {
        // Text with shift sequences is ASCII only to the eye.
        Ok(text) if text.is_ascii() && !is_plain(text.as_bytes()) => {
            match other_charset_of(text.as_bytes(), to) {
                Some(_) => in_other_charset(text.into_bytes(), from),
                None => in_text(text, from, to),
            }
        }
        Ok(text) => in_text(text, from, to),
        Err(error) => in_other_charset(error.into_bytes(), from),
    }
}

/// Returns the charset of a text that is valid UTF-8, if it is another one and matters: not all of the text, or of the
/// new name in it, is read the same in every charset.
pub(crate) fn other_charset_of(text: &[u8], to: &str) -> Option<&'static str> {
    if is_plain(text) && to.is_ascii() {
        return None;
    }
    other_charset(&kifu::read(text).ok()?).map(|(name, _)| name)
}

fn in_text(mut text: String, from: &str, to: &str) -> InFile {
    // Most files do not contain the name at all. Escapes and line breaks can be in it, so look for its longest word.
    let is_plain = |char: char| !matches!(char, '\\' | ']' | ':') && !char.is_whitespace();
    let words = from.split(|char| !is_plain(char));
    let word = words.max_by_key(|word| word.len()).unwrap_or_default();
    let may_name = memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some()
        || memchr::memchr(b'\\', text.as_bytes()).is_some();
    if !may_name {
        return InFile::Absent;
    }
    let has_mark = text.starts_with('\u{FEFF}');
    if has_mark {
        // Editors do not count the mark as a character.
        text.drain(..'\u{FEFF}'.len_utf8());
    }
    let document = match kifu::read(text.as_bytes()) {
        Ok(Record::Sgf(_)) => Document::parse_in(text.as_bytes(), Charset::UTF_8),
        Ok(record) => return in_other_format(&record, from),
        Err(_) => return InFile::Absent,
    };
    let edits = document.map_or(Vec::new(), |document| edits(&document, from, to));
    if edits.is_empty() {
        return InFile::Absent;
    }
    match other_charset_of(text.as_bytes(), to) {
        Some(charset) if !has_mark => InFile::OtherCharset(charset),
        _ => InFile::Edits(text, edits),
    }
}

fn in_other_charset(bytes: Vec<u8>, from: &str) -> InFile {
    match kifu::read(bytes) {
        Ok(Record::Sgf(document)) => {
            let mut roots = document.roots();
            let named = roots.find(|root| names_player(&document, *root, from));
            named.map_or(InFile::Absent, |root| {
                let name = document.utf16().map(|(name, _)| name);
                InFile::OtherCharset(name.unwrap_or_else(|| document.charset(root).charset.name()))
            })
        }
        Ok(record) => in_other_format(&record, from),
        Err(_) => InFile::Absent,
    }
}

fn in_other_format(record: &Record, from: &str) -> InFile {
    let Ok(document) = record.to_sgf() else {
        return InFile::Absent;
    };
    let mut roots = document.roots();
    if roots.any(|root| names_player(&document, root, from)) {
        InFile::OtherFormat(record.format().to_string())
    } else {
        InFile::Absent
    }
}

fn names_player(document: &Document, root: NodeId, name: &str) -> bool {
    let node = document.node(root);
    PLAYERS
        .iter()
        .any(|player| node.simple_text(player).as_deref() == Some(name))
}
