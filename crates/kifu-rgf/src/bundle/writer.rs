//! Writes bundles.

use std::collections::HashMap;
use std::io::{self, Read, Write};

use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};

use super::error::{BundleError, BundleErrorKind};
use super::header::{BLOCK, block, path_record};
use super::name::{check_member, folded};

/// A writer of bundles. The same members always result in the same bytes.
///
/// Members are written in the order in which they are added: first the SGF file, with the name of the bundle,
/// then the recordings in the order in which it names them, then the media.
pub struct Writer<W: Write> {
    out: Out<W>,
    written: u64,
    names: HashMap<String, String>,
}

enum Out<W: Write> {
    Plain(W),
    Zipped(Box<GzEncoder<W>>),
}

impl<W: Write> Write for Out<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Plain(out) => out.write(bytes),
            Out::Zipped(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Plain(out) => out.flush(),
            Out::Zipped(out) => out.flush(),
        }
    }
}

/// The largest size that all programs can read in a header.
const MAX_SIZE: u64 = (1 << 33) - 1;

impl<W: Write> Writer<W> {
    /// Creates a writer of an uncompressed bundle, `.rgt`.
    pub fn new_rgt(out: W) -> Writer<W> {
        Writer::new(Out::Plain(out))
    }

    /// Creates a writer of a compressed bundle, `.rgz`.
    pub fn new_rgz(out: W) -> Writer<W> {
        // Neither the time nor the system is stored.
        const UNKNOWN_SYSTEM: u8 = 255;
        let gzip = GzBuilder::new().mtime(0).operating_system(UNKNOWN_SYSTEM);
        Writer::new(Out::Zipped(Box::new(
            gzip.write(out, Compression::default()),
        )))
    }

    fn new(out: Out<W>) -> Writer<W> {
        Writer {
            out,
            written: 0,
            names: HashMap::new(),
        }
    }

    /// Adds a member of `size` bytes, copied in chunks.
    ///
    /// # Errors
    ///
    /// Returns [`BundleErrorKind::Name`] or [`BundleErrorKind::Duplicate`] if the name is not allowed, and
    /// [`BundleErrorKind::TooLarge`] for 8 GiB or more; in these cases nothing is written. Returns
    /// [`BundleErrorKind::WrongSize`] if the content has more or fewer bytes, and [`BundleErrorKind::Io`] if
    /// reading or writing fails; in these cases the bundle is unusable.
    pub fn add(
        &mut self,
        name: &str,
        size: u64,
        content: &mut dyn Read,
    ) -> Result<(), BundleError> {
        let rejected = |kind| Err(BundleError::new(kind, 0).of(name));
        if let Err(error) = check_member(name) {
            return rejected(BundleErrorKind::Name(error));
        }
        if size > MAX_SIZE {
            return rejected(BundleErrorKind::TooLarge(MAX_SIZE));
        }
        if let Some(other) = self.names.insert(folded(name), name.to_owned()) {
            return rejected(BundleErrorKind::Duplicate(other));
        }
        let copied = self.copy(name, size, content);
        match copied {
            Ok(true) => Ok(()),
            Ok(false) => rejected(BundleErrorKind::WrongSize),
            Err(error) => rejected(BundleErrorKind::Io(error)),
        }
    }

    /// Adds a member from memory.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Writer::add`].
    pub fn add_bytes(&mut self, name: &str, content: &[u8]) -> Result<(), BundleError> {
        self.add(name, content.len() as u64, &mut &*content)
    }

    /// Writes the end of the archive, and returns the underlying writer.
    ///
    /// # Errors
    ///
    /// Returns [`BundleErrorKind::Io`] if writing fails.
    pub fn finish(mut self) -> Result<W, BundleError> {
        let error = |error| BundleError::new(BundleErrorKind::Io(error), 0);
        self.end().map_err(error)?;
        match self.out {
            Out::Plain(out) => Ok(out),
            Out::Zipped(out) => out.finish().map_err(error),
        }
    }

    /// Writes header, content and padding; returns `false` if the content does not have the stated size.
    fn copy(&mut self, name: &str, size: u64, content: &mut dyn Read) -> io::Result<bool> {
        self.header(name, size)?;
        let mut left = size;
        let mut buffer = [0; 1 << 16];
        while left > 0 {
            let most = left.min(buffer.len() as u64) as usize;
            match content.read(&mut buffer[..most]) {
                Ok(0) => return Ok(false),
                Ok(read) => {
                    self.put(&buffer[..read])?;
                    left -= read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.pad(BLOCK as u64)?;
        let more = loop {
            match content.read(&mut buffer[..1]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        Ok(more == 0)
    }

    fn header(&mut self, name: &str, size: u64) -> io::Result<()> {
        const MAX_NAME: usize = 100;
        if !name.is_ascii() || name.len() > MAX_NAME {
            let record = path_record(name);
            self.put(&block(b"PaxHeader", record.len() as u64, b'x'))?;
            self.put(record.as_bytes())?;
            self.pad(BLOCK as u64)?;
        }
        // Programs that do not read the extended header need a short name.
        let most = (0..=MAX_NAME.min(name.len()))
            .rev()
            .find(|at| name.is_char_boundary(*at));
        let short = &name[..most.unwrap_or(0)];
        self.put(&block(short.as_bytes(), size, b'0'))
    }

    fn end(&mut self) -> io::Result<()> {
        /// The unit in which programs read archives, and to which they pad them.
        const RECORD: u64 = 20 * BLOCK as u64;
        self.put(&[0; 2 * BLOCK])?;
        self.pad(RECORD)?;
        self.out.flush()
    }

    fn pad(&mut self, to: u64) -> io::Result<()> {
        let padding = self.written.next_multiple_of(to) - self.written;
        self.put(&[0; 20 * BLOCK][..padding as usize])
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}

impl<W: Write> std::fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer")
            .field("written", &self.written)
            .finish_non_exhaustive()
    }
}
