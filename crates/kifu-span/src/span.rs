use core::fmt;
use core::ops::Range;

/// A range of bytes in a source: `start` is included, `end` is not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte; never less than `start`.
    pub end: u32,
}

impl Span {
    /// Creates the span from `start` up to, but not including, `end`.
    ///
    /// # Panics
    ///
    /// Panics if `end` is less than `start`.
    #[inline]
    pub const fn new(start: u32, end: u32) -> Span {
        assert!(start <= end, "a span ends before it starts");
        Span { start, end }
    }

    /// Creates an empty span at an offset.
    pub const fn at(offset: u32) -> Span {
        Span {
            start: offset,
            end: offset,
        }
    }

    /// The length in bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the span is empty.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The span as a range of indices.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the bytes of the span in `source`.
    ///
    /// # Panics
    ///
    /// Panics if the span ends after the end of `source`.
    pub fn of(self, source: &[u8]) -> &[u8] {
        &source[self.range()]
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn a_span_includes_its_start_and_not_its_end() {
        let span = Span::new(2, 5);
        assert_eq!(
            (span.len(), span.is_empty(), span.range()),
            (3, false, 2..5)
        );
        assert_eq!(span.of(b"(;B[aa])"), b"B[a");
        assert_eq!(span.to_string(), "2..5");
    }

    #[test]
    fn a_span_at_an_offset_is_empty() {
        let span = Span::at(3);
        assert_eq!(span, Span::new(3, 3));
        assert_eq!((span.len(), span.is_empty(), span.range()), (0, true, 3..3));
        assert_eq!(span.of(b"(;B"), b"");
    }

    #[test]
    #[should_panic(expected = "a span ends before it starts")]
    fn a_span_does_not_end_before_it_starts() {
        let _ = Span::new(3, 2);
    }
}
