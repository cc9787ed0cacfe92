//! Limits against archives that unpack to much more than they are.

use std::io::{self, Read};

/// The maximum ratio of the unpacked length to the length of the archive. Records compress to about
/// a fifth of their length, and many copies of one record to a fiftieth.
const MAX_RATIO: u64 = 200;

/// The number of bytes that is added to the limit by [`MAX_RATIO`], so that small archives are not
/// refused.
const FREE_LEN: u64 = 64 << 20;

/// The maximum length of a file in an archive.
const MAX_MEMBER_LEN: u64 = 1 << 30;

/// How much may be unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    max_len: u64,
    max_member_len: u64,
    /// Whether `max_len` depends on the length of the archive.
    is_ratio: bool,
}

impl Limits {
    /// Returns the limits for an archive of this length in bytes: a file in it has at most 1 GiB, and
    /// all its files together at most 64 MiB plus 200 times the length of the archive.
    pub fn of_len(archive_len: u64) -> Limits {
        Limits {
            max_len: archive_len
                .saturating_mul(MAX_RATIO)
                .saturating_add(FREE_LEN),
            max_member_len: MAX_MEMBER_LEN,
            is_ratio: true,
        }
    }

    /// Lowers the maximum length of all files together, in bytes. Does nothing if the limit is lower already.
    #[must_use]
    pub fn with_max_len(self, max_len: u64) -> Limits {
        if max_len >= self.max_len {
            return self;
        }
        Limits {
            max_len,
            is_ratio: false,
            ..self
        }
    }

    /// Lowers the maximum length of a file, in bytes. Does nothing if the limit is lower already.
    #[must_use]
    pub fn with_max_member_len(self, max_len: u64) -> Limits {
        Limits {
            max_member_len: self.max_member_len.min(max_len),
            ..self
        }
    }

    /// Returns the maximum length of all files together.
    pub fn max_len(&self) -> u64 {
        self.max_len
    }

    /// Returns the maximum length of a file.
    pub fn max_member_len(&self) -> u64 {
        self.max_member_len
    }

    pub(crate) fn bound<R>(&self, inner: R) -> Bounded<R> {
        self.bound_to(inner, self.max_len)
    }

    /// Returns a reader of at most `left` bytes, the rest of the limit for all files.
    pub(crate) fn bound_to<R>(&self, inner: R, left: u64) -> Bounded<R> {
        Bounded {
            inner,
            left,
            limits: *self,
        }
    }

    /// Reads a file for which the archive states this length.
    pub(crate) fn content(&self, file: &mut impl Read, stated_len: u64) -> io::Result<Vec<u8>> {
        // Most files fit, and a false length costs little.
        let mut bytes = Vec::with_capacity(stated_len.min(FIRST_CAPACITY) as usize);
        file.take(self.max_member_len.saturating_add(1))
            .read_to_end(&mut bytes)?;
        if bytes.len() as u64 > self.max_member_len {
            Err(self.member_too_large())
        } else {
            Ok(bytes)
        }
    }

    pub(crate) fn member_too_large(&self) -> io::Error {
        let len = shown(self.max_member_len);
        io::Error::other(format!(
            "a file in an archive can be at most {len}; unpack the archive first"
        ))
    }

    fn too_large(&self) -> io::Error {
        if self.is_ratio {
            return io::Error::other(
                "the uncompressed data is more than 200 times as large; if you trust the file, \
                 unpack it first",
            );
        }
        let len = shown(self.max_len);
        io::Error::other(format!(
            "the uncompressed data can be at most {len}; unpack the archive first"
        ))
    }
}

/// The number of bytes that are allocated for a file because the archive states its length.
const FIRST_CAPACITY: u64 = 64 << 10;

/// Returns a length in words.
fn shown(len: u64) -> String {
    for (unit, bits) in [("GiB", 30), ("MiB", 20), ("KiB", 10)] {
        if len >= 1 << bits && len.is_multiple_of(1 << bits) {
            return format!("{} {unit}", len >> bits);
        }
    }
    format!("{len} bytes")
}

/// A reader that fails after a maximum number of bytes.
pub(crate) struct Bounded<R> {
    inner: R,
    /// The number of bytes that may still be read.
    pub(crate) left: u64,
    limits: Limits,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let left = self.left.checked_sub(read as u64);
        self.left = left.unwrap_or(0);
        left.map(|_| read).ok_or_else(|| self.limits.too_large())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_shown_in_the_largest_unit_that_divides_them() {
        for (len, text) in [
            (1 << 30, "1 GiB"),
            (3 << 20, "3 MiB"),
            (1 << 10, "1 KiB"),
            (1500, "1500 bytes"),
            (0, "0 bytes"),
        ] {
            assert_eq!(shown(len), text);
        }
    }

    #[test]
    fn limits_are_only_lowered() {
        let limits = Limits::of_len(1000);
        assert_eq!(limits.max_len(), (64 << 20) + 200_000);
        assert_eq!(limits.with_max_len(u64::MAX), limits);
        assert_eq!(limits.with_max_member_len(u64::MAX), limits);
        let lower = limits.with_max_len(10).with_max_member_len(5);
        assert_eq!((lower.max_len(), lower.max_member_len()), (10, 5));
        assert_eq!(Limits::of_len(u64::MAX).max_len(), u64::MAX);
    }
}
