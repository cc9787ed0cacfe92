/// A position in a text as people count: line and column, both starting at 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line number. LF, CR, CRLF and LFCR each end one line, as in SGF text.
    pub line: u32,
    /// The column: in characters if the line is valid UTF-8, otherwise in bytes.
    pub column: u32,
    /// The byte offset of the start of the line.
    pub line_start: u32,
}

/// Converts byte offsets of one source to lines and columns.
///
/// A locator walks forward from the last offset it located, so locating offsets in ascending order takes one
/// pass over the source in total, however long its lines are. A smaller offset starts again from the beginning.
#[derive(Clone, Debug)]
pub struct Locator<'s> {
    source: &'s [u8],
    /// Whether the current line is valid UTF-8, once computed.
    utf8: Option<bool>,
    offset: usize,
    place: Place,
}

const START: Place = Place {
    line: 1,
    column: 1,
    line_start: 0,
};

impl<'s> Locator<'s> {
    /// Creates a locator at the start of the source.
    pub fn new(source: &'s [u8]) -> Locator<'s> {
        Locator {
            source,
            utf8: None,
            offset: 0,
            place: START,
        }
    }

    /// Returns the position of an offset. An offset after the end is treated as the end.
    ///
    /// The second byte of a two-byte line break belongs to the line that the break ends.
    pub fn locate(&mut self, offset: u32) -> Place {
        let target = (offset as usize).min(self.source.len());
        if target < self.offset {
            *self = Locator::new(self.source);
        }
        while self.offset < target {
            let byte = self.source[self.offset];
            let next = self.source.get(self.offset + 1).copied();
            let pair = matches!((byte, next), (b'\r', Some(b'\n')) | (b'\n', Some(b'\r')));
            let width = if pair { 2 } else { 1 };
            if self.offset + width > target {
                break;
            }
            self.offset += width;
            if byte == b'\n' || byte == b'\r' {
                self.place = Place {
                    line: self.place.line + 1,
                    column: 1,
                    line_start: self.offset as u32,
                };
                self.utf8 = None;
            } else if !(self.is_utf8() && next.is_some_and(|b| b & 0xC0 == 0x80)) {
                // In UTF-8, a character is counted at its last byte.
                self.place.column += 1;
            }
        }
        self.place
    }

    /// Whether the current line is valid UTF-8.
    fn is_utf8(&mut self) -> bool {
        let start = self.place.line_start as usize;
        *self.utf8.get_or_insert_with(|| {
            let rest = &self.source[start..];
            let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            core::str::from_utf8(&rest[..end.unwrap_or(rest.len())]).is_ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(source: &[u8], offset: u32) -> (u32, u32) {
        let place = Locator::new(source).locate(offset);
        (place.line, place.column)
    }

    #[test]
    fn every_line_break_counts_once() {
        for end in ["\n", "\r", "\r\n", "\n\r"] {
            let source = [b"ab", end.as_bytes(), b"cd", end.as_bytes(), b"e"].concat();
            let at = |byte| source.iter().position(|&b| b == byte).unwrap() as u32;
            assert_eq!(place(&source, at(b'b')), (1, 2));
            assert_eq!(place(&source, at(b'd')), (2, 2));
            assert_eq!(place(&source, at(b'e')), (3, 1));
        }
        assert_eq!(place(b"\n\nx", 2), (3, 1));
        assert_eq!(place(b"\n\r\n\rx", 4), (3, 1));
    }

    #[test]
    fn columns_are_characters_in_utf8_and_bytes_elsewhere() {
        let text = "C[古力]x".as_bytes();
        assert_eq!(place(text, 8), (1, 5));
        assert_eq!(place(text, 2), (1, 3));
        assert_eq!(place(b"C[\xB9\xC5\xC1\xA6]x", 6), (1, 7));
        // Each line is examined separately.
        let mixed = [b"\xB9\xC5\n", text].concat();
        assert_eq!(place(&mixed, 1), (1, 2));
        assert_eq!(place(&mixed, 11), (2, 5));
    }

    #[test]
    fn going_back_starts_over_and_the_end_is_a_place() {
        let mut locator = Locator::new(b"a\nbc");
        assert_eq!(locator.locate(99).column, 3);
        assert_eq!(locator.locate(0), START);
        assert_eq!(locator.locate(3).line_start, 2);
    }

    #[test]
    fn locating_the_same_offset_many_times_is_fast() {
        let source = std::vec![b'x'; 1 << 20];
        let mut locator = Locator::new(&source);
        // Reading the source again for each call would take hours.
        for _ in 0..100_000 {
            assert_eq!(locator.locate(1 << 20).column, (1 << 20) + 1);
        }
    }
}
