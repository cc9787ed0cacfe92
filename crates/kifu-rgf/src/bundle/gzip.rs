//! What is compressed, decompressed as it is read.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

/// Counts what goes through.
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

/// The bytes of a tar archive, compressed or not.
pub(super) enum Input<R: Read> {
    Plain(BufReader<R>),
    Zipped(GzDecoder<Counted<BufReader<R>>>),
    /// Behind the last member of a gzip file.
    Done {
        compressed: u64,
        more_behind: bool,
    },
}

impl<R: Read> Input<R> {
    /// Looks at the first bytes to see whether they are gzip.
    pub(super) fn new(source: R) -> io::Result<Input<R>> {
        let mut source = BufReader::new(source);
        let is_gzip = is_gzip(&mut source)?;
        let counted = Counted { source, count: 0 };
        Ok(match is_gzip {
            true => Input::Zipped(GzDecoder::new(counted)),
            false => Input::Plain(counted.source),
        })
    }

    /// How many bytes were read so far of what is compressed.
    pub(super) fn compressed(&self) -> Option<u64> {
        match self {
            Input::Plain(_) => None,
            Input::Zipped(decoder) => Some(decoder.get_ref().count),
            Input::Done { compressed, .. } => Some(*compressed),
        }
    }

    /// Whether something other than gzip stands behind the gzip file.
    pub(super) fn more_behind(&self) -> bool {
        matches!(
            self,
            Input::Done {
                more_behind: true,
                ..
            }
        )
    }

    pub(super) fn is_gzip(&self) -> bool {
        !matches!(self, Input::Plain(_))
    }
}

/// No tar archive that is accepted starts with the first byte of gzip, and a second one may
/// not be there yet.
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
                more_behind: !is_at_end,
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
