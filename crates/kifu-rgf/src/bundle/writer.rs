//! Writing a bundle.

use std::collections::HashMap;
use std::io::{self, Read, Write};

use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};

use super::error::{BundleError, BundleErrorKind};
use super::header::{BLOCK, block, path_record};
use super::name::{check_member, folded};

/// Writes a bundle, the same bytes for the same members.
///
/// Members stand in the order they are added: first the SGF file, named as the bundle, then
/// recordings in the order in which it names them, then media.
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

/// The largest size that fits the header of all programs.
const LARGEST: u64 = (1 << 33) - 1;

impl<W: Write> Writer<W> {
    /// Writes a `.rgt`.
    pub fn new_rgt(out: W) -> Writer<W> {
        Writer::new(Out::Plain(out))
    }

    /// Writes a `.rgz`, which is compressed.
    pub fn new_rgz(out: W) -> Writer<W> {
        // Neither a time nor the system is told.
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

    /// Adds a member of so many bytes, copied in pieces from where it is.
    ///
    /// # Errors
    ///
    /// [`BundleErrorKind::Name`] and [`BundleErrorKind::Duplicate`] if the name cannot be
    /// that of a member, [`BundleErrorKind::TooLarge`] from 8 GiB on; nothing is written
    /// then. [`BundleErrorKind::WrongSize`] if the source has more or fewer bytes, and
    /// [`BundleErrorKind::Io`]; the bundle is of no use then.
    pub fn add(
        &mut self,
        name: &str,
        size: u64,
        content: &mut dyn Read,
    ) -> Result<(), BundleError> {
        let refused = |kind| Err(BundleError::new(kind, 0).of(name));
        if let Err(error) = check_member(name) {
            return refused(BundleErrorKind::Name(error));
        }
        if size > LARGEST {
            return refused(BundleErrorKind::TooLarge(LARGEST));
        }
        if let Some(other) = self.names.insert(folded(name), name.to_owned()) {
            return refused(BundleErrorKind::Duplicate(other));
        }
        let copied = self.copy(name, size, content);
        match copied {
            Ok(true) => Ok(()),
            Ok(false) => refused(BundleErrorKind::WrongSize),
            Err(error) => refused(BundleErrorKind::Io(error)),
        }
    }

    /// Adds a member.
    ///
    /// # Errors
    ///
    /// As [`Writer::add`].
    pub fn add_bytes(&mut self, name: &str, content: &[u8]) -> Result<(), BundleError> {
        self.add(name, content.len() as u64, &mut &*content)
    }

    /// Writes what ends an archive, and gives back where it was written to.
    ///
    /// # Errors
    ///
    /// [`BundleErrorKind::Io`].
    pub fn finish(mut self) -> Result<W, BundleError> {
        let error = |error| BundleError::new(BundleErrorKind::Io(error), 0);
        self.end().map_err(error)?;
        match self.out {
            Out::Plain(out) => Ok(out),
            Out::Zipped(out) => out.finish().map_err(error),
        }
    }

    /// Header, content and padding; `false` if the content is not as long as was said.
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
        const LONGEST: usize = 100;
        if !name.is_ascii() || name.len() > LONGEST {
            let record = path_record(name);
            self.put(&block(b"PaxHeader", record.len() as u64, b'x'))?;
            self.put(record.as_bytes())?;
            self.pad(BLOCK as u64)?;
        }
        // Programs that do not read the extended header need some name.
        let most = (0..=LONGEST.min(name.len()))
            .rev()
            .find(|at| name.is_char_boundary(*at));
        let short = &name[..most.unwrap_or(0)];
        self.put(&block(short.as_bytes(), size, b'0'))
    }

    fn end(&mut self) -> io::Result<()> {
        /// What programs read at once, and pad to.
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
