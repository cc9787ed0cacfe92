//! The text of an open document: its lines, positions in it, and changes.

use std::ops::Range;

use lsp_types::{
    Position, PositionEncodingKind, Range as LspRange, TextDocumentContentChangeEvent,
};

/// The unit of columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    Utf8,
    Utf16,
    Utf32,
}

impl Encoding {
    /// Returns the preferred encoding among those that a client supports. UTF-8 needs no conversion.
    pub(crate) fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        let offers = |kind| offered.is_some_and(|offered| offered.contains(&kind));
        if offers(PositionEncodingKind::UTF8) {
            Encoding::Utf8
        } else if offers(PositionEncodingKind::UTF32) && !offers(PositionEncodingKind::UTF16) {
            Encoding::Utf32
        } else {
            Encoding::Utf16
        }
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// Returns the length of a text in columns.
    fn len(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            _ if text.is_ascii() => text.len(),
            Encoding::Utf16 => text.encode_utf16().count(),
            Encoding::Utf32 => text.chars().count(),
        }
    }

    /// Returns the number of bytes before a column. In the middle of a character, this is the start of the character.
    fn bytes_before(self, line: &str, column: usize) -> usize {
        if self == Encoding::Utf8 || line.is_ascii() {
            return floor(line, column);
        }
        let mut left = column;
        for (at, char) in line.char_indices() {
            let width = match self {
                Encoding::Utf16 => char.len_utf16(),
                _ => 1,
            };
            if left < width {
                return at;
            }
            left -= width;
        }
        line.len()
    }
}

/// Returns the last character boundary up to an offset.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// A text with an index of its lines. LF, CRLF and CR end a line, as in the protocol.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    text: String,
    /// The offsets of the starts of all lines.
    starts: Vec<u32>,
    /// The length in columns of the text before each block of [`BLOCK`] bytes, so that the time for a position does not
    /// depend on the length of its line. Empty if columns are bytes.
    blocks: Vec<u32>,
    encoding: Encoding,
}

/// The number of bytes of a block. A character that extends into the next block is in that one.
const BLOCK: usize = 1 << 10;

impl Text {
    pub(crate) fn new(text: String, encoding: Encoding) -> Text {
        let mut text = Text {
            text,
            starts: Vec::new(),
            blocks: Vec::new(),
            encoding,
        };
        text.index();
        text
    }

    /// Finds the lines and blocks again, after the text changed.
    fn index(&mut self) {
        self.starts = line_starts(self.text.as_bytes());
        self.blocks.clear();
        if self.encoding == Encoding::Utf8 || self.text.is_ascii() {
            return;
        }
        let (mut start, mut columns) = (0, 0);
        for at in (0..=self.text.len()).step_by(BLOCK) {
            let end = floor(&self.text, at);
            columns += self.encoding.len(&self.text[start..end]);
            start = end;
            self.blocks.push(columns as u32);
        }
    }

    /// Returns the length in columns of the text before an offset.
    fn columns_before(&self, offset: usize) -> usize {
        let Some(before) = self.blocks.get(offset / BLOCK) else {
            return offset;
        };
        *before as usize
            + self
                .encoding
                .len(&self.text[self.block_start(offset)..offset])
    }

    /// Returns the start of the block of an offset.
    fn block_start(&self, offset: usize) -> usize {
        floor(&self.text, offset / BLOCK * BLOCK)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// Returns the bytes of a line, without its line break. A position after the last line is at the end of the text.
    fn line(&self, line: usize) -> Range<usize> {
        let Some(&start) = self.starts.get(line) else {
            return self.text.len()..self.text.len();
        };
        let end = self.starts.get(line + 1);
        let end = end.map_or(self.text.len(), |end| *end as usize);
        let start = start as usize;
        let content = self.text[start..end].trim_end_matches(['\n', '\r']);
        // Only one line break ends the line; an earlier one would have ended an earlier line.
        start..start + content.len()
    }

    /// Returns the offset of a position. A position after the end of its line is at the end of the line.
    pub(crate) fn offset(&self, position: Position) -> u32 {
        let line = self.line(position.line as usize);
        let column = position.character as usize;
        let within = self.encoding.bytes_before(&self.text[line.clone()], column);
        (line.start + within) as u32
    }

    /// Returns the position of an offset. An offset in a character or in a line break is at its start.
    pub(crate) fn position(&self, offset: u32) -> Position {
        let offset = floor(&self.text, offset as usize);
        let line = self
            .starts
            .partition_point(|start| *start as usize <= offset)
            .saturating_sub(1);
        let Range { start, end } = self.line(line);
        let column = self.columns_before(offset.min(end)) - self.columns_before(start);
        Position::new(line as u32, column as u32)
    }

    pub(crate) fn range(&self, start: u32, end: u32) -> LspRange {
        LspRange::new(self.position(start), self.position(end.max(start)))
    }

    /// Applies a change that a client made.
    pub(crate) fn apply(&mut self, change: TextDocumentContentChangeEvent) {
        let Some(range) = change.range else {
            self.text = change.text;
            self.index();
            return;
        };
        let start = self.offset(range.start) as usize;
        let end = (self.offset(range.end) as usize).max(start);
        self.text.replace_range(start..end, &change.text);
        self.index();
    }
}

fn line_starts(text: &[u8]) -> Vec<u32> {
    let mut starts = vec![0];
    for at in memchr::memchr2_iter(b'\n', b'\r', text) {
        if text[at] == b'\n' || text.get(at + 1) != Some(&b'\n') {
            starts.push(at as u32 + 1);
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    const TEXTS: [&str; 6] = [
        "",
        "(;B[aa])",
        "(;PB[\u{8D99}\u{6CBB}\u{52F2}]\r\nC[\u{1F600}x]\rPW[\u{E9}]\n\n\r\r\n;B[aa]\n\r)",
        "\r",
        "a\u{1F600}",
        "\u{FEFF}(;C[\u{1F468}\u{200D}\u{1F469}])\r\n",
    ];

    #[test]
    fn positions_and_offsets_agree() {
        for text in TEXTS {
            for encoding in ENCODINGS {
                let lines = Text::new(text.to_owned(), encoding);
                for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
                    let in_line_break =
                        offset > 0 && text.as_bytes()[offset - 1..].starts_with(b"\r\n");
                    let position = lines.position(offset as u32);
                    let expected = offset - usize::from(in_line_break);
                    assert_eq!(lines.offset(position), expected as u32, "{text:?} {offset}");
                }
                for offset in 0..=text.len() as u32 + 2 {
                    lines.position(offset);
                }
            }
        }
    }

    /// The time for a position does not depend on the length of its line.
    #[test]
    fn positions_in_long_lines_read_one_block() {
        let text = "x\n".to_owned() + &"\u{1F600}\u{53E4}x\u{E9}".repeat(1000);
        for encoding in ENCODINGS {
            let lines = Text::new(text.clone(), encoding);
            let mut column = 0;
            for (offset, char) in text.char_indices().skip(2) {
                assert_eq!(lines.position(offset as u32), Position::new(1, column));
                assert!(offset - lines.block_start(offset) < BLOCK + 4);
                column += encoding.len(&char.to_string()) as u32;
            }
            assert_eq!(lines.blocks.is_empty(), encoding == Encoding::Utf8);
        }
        assert!(
            Text::new("x".repeat(5000), Encoding::Utf16)
                .blocks
                .is_empty()
        );
    }

    #[test]
    fn columns_count_the_units_of_the_encoding() {
        let text = "\nC[\u{1F600}\u{53E4}x]";
        let at = text.find('x').unwrap() as u32;
        let column = |encoding| Text::new(text.to_owned(), encoding).position(at);
        assert_eq!(column(Encoding::Utf8), Position::new(1, 9));
        assert_eq!(column(Encoding::Utf16), Position::new(1, 5));
        assert_eq!(column(Encoding::Utf32), Position::new(1, 4));
        // The middle of a character is its start.
        let lines = Text::new(text.to_owned(), Encoding::Utf16);
        assert_eq!(lines.offset(Position::new(1, 3)), 3);
        assert_eq!(lines.offset(Position::new(1, 99)), text.len() as u32);
        assert_eq!(lines.offset(Position::new(9, 0)), text.len() as u32);
    }

    #[test]
    fn changes_are_those_of_the_client() {
        let mut text = Text::new("ab\r\ncd\u{1F600}e".to_owned(), Encoding::Utf16);
        let mut change = |start: (u32, u32), end: (u32, u32), with: &str| {
            text.apply(TextDocumentContentChangeEvent {
                range: Some(LspRange::new(
                    Position::new(start.0, start.1),
                    Position::new(end.0, end.1),
                )),
                range_length: None,
                text: with.to_owned(),
            });
            text.as_str().to_owned()
        };
        assert_eq!(change((1, 2), (1, 4), "x"), "ab\r\ncdxe");
        assert_eq!(change((0, 2), (1, 0), ""), "abcdxe");
        assert_eq!(change((0, 1), (0, 1), "\n"), "a\nbcdxe");
        assert_eq!(change((1, 5), (7, 0), "\r\n"), "a\nbcdxe\r\n");
        // The end of a range is never before its start.
        assert_eq!(change((2, 0), (0, 0), "y"), "a\nbcdxe\r\ny");
    }
}
