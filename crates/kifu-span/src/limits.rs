use core::fmt;

/// Limits on the input that a reader accepts.
///
/// Readers need time and memory in proportion to their input and do not recurse, whatever its depth, so the
/// defaults allow everything that can be addressed. For files from untrusted sources, set `bytes` to the
/// largest file you are willing to read, and `nodes` and `depth` to what the code that processes the result can
/// handle.
///
/// ```
/// use kifu_span::Limits;
///
/// let limits = Limits { bytes: 1 << 20, depth: 1000, ..Limits::default() };
/// assert!(limits.bytes < Limits::default().bytes);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The maximum length of the source, in bytes.
    pub bytes: usize,
    /// The maximum nesting depth: open variations, including the game tree itself (SGF), or containers around a
    /// value (JSON). Readers do not recurse, but a program that processes the result may.
    pub depth: usize,
    /// The maximum number of nodes, over all games.
    pub nodes: usize,
    /// The maximum number of properties, over all nodes (SGF), or of values and keys (JSON).
    pub values: usize,
}

impl Default for Limits {
    /// Returns limits that allow whatever a [`Span`](crate::Span) can address: 4 GiB minus one byte.
    fn default() -> Limits {
        Limits {
            bytes: u32::MAX as usize,
            depth: usize::MAX,
            nodes: usize::MAX,
            values: usize::MAX,
        }
    }
}

/// The error for a source that exceeds one of the [`Limits`]; the reader returns it instead of a result.
///
/// ```
/// use kifu_span::{LimitKind, TooLarge};
///
/// let error = TooLarge { kind: LimitKind::Nodes, limit: 100, at: 1234 };
/// assert_eq!(error.to_string(), "more than 100 nodes (at byte 1234)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The limit that is exceeded.
    pub kind: LimitKind,
    /// The value of that limit.
    pub limit: usize,
    /// The offset of the first item over the limit, in bytes, in the source or in the UTF-8 text decoded from
    /// it.
    pub at: usize,
}

impl TooLarge {
    /// Checks the length of a source, in bytes, against a limit.
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
    /// Returns `TooLarge` if `len` is greater than `limit`.
    pub fn check_bytes(len: usize, limit: usize) -> Result<(), TooLarge> {
        if len <= limit {
            return Ok(());
        }
        Err(TooLarge {
            kind: LimitKind::Bytes,
            limit,
            at: limit,
        })
    }
}

/// The names of the [`Limits`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum LimitKind {
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
        let what = match self.kind {
            LimitKind::Bytes => "bytes",
            LimitKind::Depth => "nested levels",
            LimitKind::Nodes => "nodes",
            LimitKind::Values => "values",
        };
        write!(f, "more than {} {what} (at byte {})", self.limit, self.at)
    }
}

impl core::error::Error for TooLarge {}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn a_source_may_be_as_long_as_the_limit() {
        assert_eq!(TooLarge::check_bytes(0, 0), Ok(()));
        assert_eq!(TooLarge::check_bytes(10, 10), Ok(()));
        let error = TooLarge {
            kind: LimitKind::Bytes,
            limit: 10,
            at: 10,
        };
        assert_eq!(TooLarge::check_bytes(11, 10), Err(error));
        let default = Limits::default();
        assert_eq!(
            TooLarge::check_bytes(u32::MAX as usize, default.bytes),
            Ok(())
        );
    }

    #[test]
    fn the_error_names_the_limit() {
        let error = |kind| {
            TooLarge {
                kind,
                limit: 7,
                at: 99,
            }
            .to_string()
        };
        let kinds = [
            LimitKind::Bytes,
            LimitKind::Depth,
            LimitKind::Nodes,
            LimitKind::Values,
        ];
        assert_eq!(
            kinds.map(error),
            ["bytes", "nested levels", "nodes", "values"]
                .map(|what| std::format!("more than 7 {what} (at byte 99)"))
        );
    }
}
