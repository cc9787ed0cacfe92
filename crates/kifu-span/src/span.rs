use core::fmt;
use core::ops::Range;

/// A range of bytes in a source: `start` is in it, `end` is not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte; never before `start`.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to, not including, `end`.
    ///
    /// # Panics
    ///
    /// If `end` lies before `start`.
    #[inline]
    pub const fn new(start: u32, end: u32) -> Span {
        assert!(start <= end, "a span ends before it starts");
        Span { start, end }
    }

    /// The place between two bytes.
    pub const fn at(offset: u32) -> Span {
        Span {
            start: offset,
            end: offset,
        }
    }

    /// How many bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether it holds no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The same as a range of indices.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Its bytes in the source it was made for.
    ///
    /// # Panics
    ///
    /// If the source is shorter than the span's end.
    pub fn of(self, source: &[u8]) -> &[u8] {
        &source[self.range()]
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
