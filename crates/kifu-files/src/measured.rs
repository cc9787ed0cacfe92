//! Counts the bytes that are read from inputs.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of bytes that were read from all inputs.
static BYTES_READ: AtomicU64 = AtomicU64::new(0);

/// Returns the number of bytes that this process has read from all inputs, for a display of progress.
/// Bytes that are read again do not count.
pub fn bytes_read() -> u64 {
    BYTES_READ.load(Ordering::Relaxed)
}

/// Counts bytes that are skipped as read.
pub(crate) fn count_as_read(bytes: u64) {
    BYTES_READ.fetch_add(bytes, Ordering::Relaxed);
}

/// A reader of an input that counts for the progress. Bytes that are read again do not count.
#[derive(Debug)]
pub(crate) struct Measured<R> {
    inner: R,
    position: u64,
    counted: u64,
}

impl<R> Measured<R> {
    pub(crate) fn new(inner: R) -> Measured<R> {
        Measured {
            inner,
            position: 0,
            counted: 0,
        }
    }

    pub(crate) fn get_ref(&self) -> &R {
        &self.inner
    }
}

impl<R: Read> Read for Measured<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.position += read as u64;
        let new = self.position.saturating_sub(self.counted);
        if new > 0 {
            self.counted = self.position;
            BYTES_READ.fetch_add(new, Ordering::Relaxed);
        }
        Ok(read)
    }
}

impl<R: Seek> Seek for Measured<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position = self.inner.seek(to)?;
        Ok(self.position)
    }
}
