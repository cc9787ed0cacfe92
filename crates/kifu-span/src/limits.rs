use core::fmt;

/// How much a reader takes of what somebody else wrote.
///
/// Readers need time and memory in proportion to their input, at any depth and without
/// recursion, so that the defaults only keep to what can be addressed. Whoever takes files from
/// strangers sets `bytes` to what a file may cost, and `nodes` and `depth` to what the programs
/// behind can take.
///
/// ```
/// use kifu_span::Limits;
///
/// let limits = Limits { bytes: 1 << 20, depth: 1000, ..Limits::default() };
/// assert!(limits.bytes < Limits::default().bytes);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The length of the source in bytes.
    pub bytes: usize,
    /// How many variations are open at once, the game tree among them (SGF), or containers
    /// around a value (JSON). Depth costs no stack here; it may in a program that gets the result.
    pub depth: usize,
    /// The number of nodes in all games together.
    pub nodes: usize,
    /// The number of properties in all nodes (SGF), or of values and keys (JSON).
    pub values: usize,
}

impl Default for Limits {
    /// What a [`Span`](crate::Span) can address, 4 GiB less one byte, and nothing else.
    fn default() -> Limits {
        Limits {
            bytes: u32::MAX as usize,
            depth: usize::MAX,
            nodes: usize::MAX,
            values: usize::MAX,
        }
    }
}

/// A source is beyond one of the [`Limits`], and was not read.
///
/// ```
/// use kifu_span::{Amount, TooLarge};
///
/// let error = TooLarge { what: Amount::Nodes, limit: 100, at: 1234 };
/// assert_eq!(error.to_string(), "more than 100 nodes (at byte 1234)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// What there is too much of.
    pub what: Amount,
    /// How many of it may be.
    pub limit: usize,
    /// Where the first that is too much begins: an offset in bytes, in the source or in the
    /// UTF-8 that it is decoded to.
    pub at: usize,
}

impl TooLarge {
    /// Whether a source of so many bytes may be read.
    ///
    /// ```
    /// use kifu_span::TooLarge;
    ///
    /// assert_eq!(TooLarge::check_bytes(10, 10), Ok(()));
    /// assert_eq!(TooLarge::check_bytes(11, 10).unwrap_err().at, 10);
    /// ```
    ///
    /// # Errors
    ///
    /// `TooLarge` if it has more than `limit`.
    pub fn check_bytes(len: usize, limit: usize) -> Result<(), TooLarge> {
        let (what, at) = (Amount::Bytes, limit);
        match len <= limit {
            true => Ok(()),
            false => Err(TooLarge { what, limit, at }),
        }
    }
}

/// What [`Limits`] count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Amount {
    /// [`Limits::bytes`].
    Bytes,
    /// [`Limits::depth`].
    Depth,
    /// [`Limits::nodes`].
    Nodes,
    /// [`Limits::values`].
    Values,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.what {
            Amount::Bytes => "bytes",
            Amount::Depth => "levels, one inside of the other",
            Amount::Nodes => "nodes",
            Amount::Values => "values",
        };
        write!(f, "more than {} {what} (at byte {})", self.limit, self.at)
    }
}

impl core::error::Error for TooLarge {}
