use std::fmt;

/// How much is read at most.
///
/// ```
/// use kifu_jgf::{Document, Limits, TooLarge};
///
/// let limits = Limits { depth: 8, ..Limits::default() };
/// assert_eq!(Document::parse_within(b"[[[[[[[[[]]]]]]]]]", &limits), Err(TooLarge::Depth));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The length of the text in bytes; never more than [`Limits::BYTES`].
    pub bytes: usize,
    /// How many containers stand around a value. Depth costs no stack, so that this is
    /// for whoever hands the result to a program that recurses.
    pub depth: usize,
    /// The number of values and keys, of which each node has at least one; never more than
    /// [`Limits::VALUES`].
    pub values: usize,
}

impl Limits {
    /// The longest text that can be read, 512 MiB: places have 32 bits, and a byte of damaged
    /// text can take six when it is written as JSON.
    pub const BYTES: usize = 1 << 29;
    /// The most values that can be read: 536,870,911.
    pub const VALUES: usize = (1 << 29) - 1;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes: Limits::BYTES,
            depth: usize::MAX,
            values: Limits::VALUES,
        }
    }
}

/// What was to be read is beyond the [`Limits`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TooLarge {
    /// The text is too long.
    Bytes,
    /// Containers are nested too deeply.
    Depth,
    /// There are too many values.
    Values,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TooLarge::Bytes => "the text is longer than the limit",
            TooLarge::Depth => "values are nested deeper than the limit",
            TooLarge::Values => "there are more values than the limit",
        })
    }
}

impl std::error::Error for TooLarge {}
