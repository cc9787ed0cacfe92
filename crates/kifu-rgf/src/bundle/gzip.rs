//! Decompresses gzip data as it is read.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

/// A reader that counts the bytes that are read.
pub(super) struct Counted<R> {
    source: R,
    count: u64,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.count += read as u64;
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.source.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.count += amount as u64;
        self.source.consume(amount);
    }
}

/// The bytes of a tar archive, decompressed if necessary.
pub(super) enum Input<R: Read> {
    Plain(BufReader<R>),
    Zipped(GzDecoder<Counted<BufReader<R>>>),
    /// The end of the last member of a gzip file was reached.
    Done {
        compressed: u64,
        has_trailing_data: bool,
    },
}

impl<R: Read> Input<R> {
    /// Detects gzip by the first byte.
    pub(super) fn new(source: R) -> io::Result<Input<R>> {
        let mut source = BufReader::new(source);
        let is_gzip = is_gzip(&mut source)?;
        let counted = Counted { source, count: 0 };
        Ok(if is_gzip {
            Input::Zipped(GzDecoder::new(counted))
        } else {
            Input::Plain(counted.source)
        })
    }

    /// The number of compressed bytes that were read so far; `None` if the data is not compressed.
    pub(super) fn compressed(&self) -> Option<u64> {
        match self {
            Input::Plain(_) => None,
            Input::Zipped(decoder) => Some(decoder.get_ref().count),
            Input::Done { compressed, .. } => Some(*compressed),
        }
    }

    /// Whether there is data other than gzip after the gzip file.
    pub(super) fn has_trailing_data(&self) -> bool {
        matches!(
            self,
            Input::Done {
                has_trailing_data: true,
                ..
            }
        )
    }

    pub(super) fn is_gzip(&self) -> bool {
        !matches!(self, Input::Plain(_))
    }
}

/// Whether the next member is gzip. The first byte suffices: no accepted tar archive starts with it, and a
/// second byte may not be available yet.
fn is_gzip(source: &mut impl BufRead) -> io::Result<bool> {
    Ok(source.fill_buf()?.first() == Some(&0x1F))
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let decoder = match self {
                Input::Plain(source) => return source.read(buffer),
                Input::Done { .. } => return Ok(0),
                Input::Zipped(decoder) => decoder,
            };
            let read = decoder.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            // A gzip file can have several members, one after another.
            let source = decoder.get_mut();
            let is_at_end = source.fill_buf()?.is_empty();
            let continues = is_gzip(source)?;
            let compressed = source.count;
            let done = Input::Done {
                compressed,
                has_trailing_data: !is_at_end,
            };
            *self = match std::mem::replace(self, done) {
                Input::Zipped(decoder) if continues => {
                    Input::Zipped(GzDecoder::new(decoder.into_inner()))
                }
                _ => return Ok(0),
            };
        }
    }
}
