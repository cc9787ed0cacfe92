//! Reads a bundle member by member.

use std::collections::HashMap;
use std::io::{self, Read};

use super::error::{BundleError, BundleErrorKind, Warning};
use super::gzip::Input;
use super::header::{BLOCK, Extended, Header, extended, until_nul};
use super::name::{check_member, folded};
use super::{Limits, NameError};

/// A reader of the members of a bundle, compressed or not.
///
/// Each member is checked before it is returned, but a later part of the bundle can still be rejected. To
/// unpack a bundle, call [`check`](super::check) first, and read it a second time.
pub struct Reader<R: Read> {
    input: Input<R>,
    limits: Limits,
    /// The number of bytes that were read, and the offset of the current header.
    read: u64,
    header: u64,
    /// The bytes left of the current member, and the padding after it.
    left: u64,
    padding: u64,
    members: usize,
    texts: u64,
    /// The names so far, by their normalized form.
    names: HashMap<String, String>,
    warnings: Vec<Warning>,
    /// Whether the end was reached, or something was rejected.
    done: bool,
}

/// A file in a bundle; its content is read through [`Read`].
pub struct Member<'r, R: Read> {
    reader: &'r mut Reader<R>,
    name: String,
    size: u64,
}

/// The maximum size of an extended header; names of 255 bytes do not need more.
const MAX_EXTENDED: u64 = 1 << 16;

impl<R: Read> Reader<R> {
    /// Creates a reader. It reads the first bytes to detect compression.
    ///
    /// # Errors
    ///
    /// Returns an error if the source cannot be read.
    pub fn new(source: R, limits: &Limits) -> Result<Reader<R>, BundleError> {
        let input = Input::new(source);
        Ok(Reader {
            input: input.map_err(|error| BundleError::new(BundleErrorKind::Io(error), 0))?,
            limits: *limits,
            read: 0,
            header: 0,
            left: 0,
            padding: 0,
            members: 0,
            texts: 0,
            names: HashMap::new(),
            warnings: Vec::new(),
            done: false,
        })
    }

    /// Returns the next member, or `None` at the end. The unread rest of the previous member is skipped.
    ///
    /// # Errors
    ///
    /// Returns [`BundleError`] if the bundle is rejected; after that there are no more members.
    #[expect(clippy::should_implement_trait)] // A member borrows the reader.
    pub fn next(&mut self) -> Result<Option<Member<'_, R>>, BundleError> {
        if self.done {
            return Ok(None);
        }
        // Reset below, once the next member is known to be valid.
        self.done = true;
        self.skip()?;
        let Some((name, size)) = self.member()? else {
            return Ok(None);
        };
        self.done = false;
        Ok(Some(Member {
            reader: self,
            name,
            size,
        }))
    }

    /// The irregularities found so far; the list is complete once the end was reached.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    fn error(&self, kind: BundleErrorKind) -> BundleError {
        BundleError::new(kind, self.header)
    }

    // ---- headers ----

    /// Reads the headers up to the next member, and returns its name and size.
    fn member(&mut self) -> Result<Option<(String, u64)>, BundleError> {
        let mut extended_header: Option<Extended> = None;
        loop {
            self.header = self.read;
            let Some(header) = self.block()? else {
                return match extended_header {
                    Some(_) => {
                        Err(self.error(BundleErrorKind::Extended("the file after it is missing")))
                    }
                    None => Ok(None),
                };
            };
            self.count()?;
            match header.flag {
                b'g' => {
                    let records = self.records(&header)?;
                    let read = extended(&records, true);
                    read.map_err(|what| self.error(BundleErrorKind::Extended(what)))?;
                }
                b'x' | b'L' if extended_header.is_some() => {
                    return Err(
                        self.error(BundleErrorKind::Extended("another extended header follows"))
                    );
                }
                b'x' => {
                    let records = self.records(&header)?;
                    let read = extended(&records, false);
                    let read = read.map_err(|what| self.error(BundleErrorKind::Extended(what)))?;
                    extended_header = Some(read);
                }
                b'L' => {
                    let path = until_nul(&self.records(&header)?).to_vec();
                    extended_header = Some(Extended {
                        path: Some(path),
                        size: None,
                    });
                }
                _ if header.is_this_directory() => extended_header = None,
                _ => {
                    return self
                        .file(&header, extended_header.unwrap_or_default())
                        .map(Some);
                }
            }
        }
    }

    fn count(&mut self) -> Result<(), BundleError> {
        self.members += 1;
        // Extended headers are not members, but no bundle needs more of them than members.
        if self.members > self.limits.members.saturating_mul(2) {
            return Err(self.error(BundleErrorKind::TooMany(self.limits.members)));
        }
        Ok(())
    }

    fn file(
        &mut self,
        header: &Header,
        extended_header: Extended,
    ) -> Result<(String, u64), BundleError> {
        let name = extended_header.path.as_deref().unwrap_or(&header.name);
        let shown = String::from_utf8_lossy(name).into_owned();
        let reject = |reader: &Self, kind| Err(reader.error(kind).of(&shown));
        if !header.is_file() {
            return reject(self, BundleErrorKind::NotAFile(header.flag));
        }
        if extended_header.size.is_some_and(|size| size != header.size) {
            return reject(
                self,
                BundleErrorKind::Extended("the size differs from that in the header of the file"),
            );
        }
        let name = match plain_name(name) {
            Ok(name) => name,
            Err(error) => return reject(self, BundleErrorKind::Name(error)),
        };
        if let Some(other) = self.names.insert(folded(&name), name.clone()) {
            return reject(self, BundleErrorKind::Duplicate(other));
        }
        if self.names.len() > self.limits.members {
            return reject(self, BundleErrorKind::TooMany(self.limits.members));
        }
        if is_text(&name) {
            let all = self.texts.saturating_add(header.size);
            if header.size > self.limits.text {
                return reject(self, BundleErrorKind::TextTooLarge(self.limits.text));
            }
            if all > self.limits.texts {
                return reject(self, BundleErrorKind::TextTooLarge(self.limits.texts));
            }
            self.texts = all;
        }
        if self.read.saturating_add(header.size) > self.limits.total {
            return reject(self, BundleErrorKind::TooLarge(self.limits.total));
        }
        self.left = header.size;
        self.padding = padding(header.size);
        Ok((name, header.size))
    }

    /// Reads the content of an extended header.
    fn records(&mut self, header: &Header) -> Result<Vec<u8>, BundleError> {
        if header.size > MAX_EXTENDED {
            return Err(self.error(BundleErrorKind::Extended(
                "the header is larger than 64 KiB",
            )));
        }
        let mut records = vec![0; header.size as usize];
        self.read_exactly(&mut records)?;
        self.padding = padding(header.size);
        self.skip()?;
        Ok(records)
    }

    /// Reads the next header; `None` at the end.
    fn block(&mut self) -> Result<Option<Header>, BundleError> {
        let mut block = [0; BLOCK];
        if !self.block_or_end(&mut block)? {
            self.warnings.push(Warning::MissingEnd);
            return Ok(None);
        }
        let header = Header::read(&block).map_err(|kind| self.error(kind))?;
        if header.is_none() {
            self.end()?;
        }
        Ok(header)
    }

    /// Reads the data after the first block of zeros: a second block of zeros, and only zeros after that.
    fn end(&mut self) -> Result<(), BundleError> {
        let mut block = [0; BLOCK];
        if !self.block_or_end(&mut block)? {
            self.warnings.push(Warning::MissingEnd);
            return Ok(());
        }
        let mut more = block.iter().any(|byte| *byte != 0);
        let mut buffer = [0; 8192];
        loop {
            let read = self.read_some(&mut buffer)?;
            if read == 0 {
                break;
            }
            more |= buffer[..read].iter().any(|byte| *byte != 0);
            // The data after an uncompressed archive is not read further.
            if more && !self.input.is_gzip() {
                break;
            }
        }
        if more || self.input.has_trailing_data() {
            self.warnings.push(Warning::TrailingData);
        }
        Ok(())
    }

    // ---- bytes ----

    /// Reads a whole block; `false` if nothing is left.
    fn block_or_end(&mut self, block: &mut [u8; BLOCK]) -> Result<bool, BundleError> {
        let read = self.read_some(block)?;
        if read == 0 {
            return Ok(false);
        }
        self.read_exactly(&mut block[read..])?;
        Ok(true)
    }

    fn read_exactly(&mut self, mut buffer: &mut [u8]) -> Result<(), BundleError> {
        while !buffer.is_empty() {
            match self.read_some(buffer)? {
                0 => return Err(self.error(BundleErrorKind::Truncated)),
                read => buffer = &mut buffer[read..],
            }
        }
        Ok(())
    }

    /// Skips the rest of a member and its padding.
    fn skip(&mut self) -> Result<(), BundleError> {
        let mut left = self.left + self.padding;
        let mut buffer = [0; 8192];
        while left > 0 {
            let most = left.min(buffer.len() as u64) as usize;
            match self.read_some(&mut buffer[..most])? {
                0 => return Err(self.error(BundleErrorKind::Truncated)),
                read => left -= read as u64,
            }
        }
        (self.left, self.padding) = (0, 0);
        Ok(())
    }

    /// Reads some bytes, within the limits; 0 at the end.
    fn read_some(&mut self, buffer: &mut [u8]) -> Result<usize, BundleError> {
        let read = loop {
            match self.input.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        let read = read.map_err(|error| {
            self.error(match error.kind() {
                io::ErrorKind::UnexpectedEof => BundleErrorKind::Truncated,
                io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData
                    if self.input.is_gzip() =>
                {
                    BundleErrorKind::Gzip(error)
                }
                _ => BundleErrorKind::Io(error),
            })
        })?;
        self.read += read as u64;
        if self.read > self.limits.total {
            return Err(self.error(BundleErrorKind::TooLarge(self.limits.total)));
        }
        let compressed = self.input.compressed();
        let most = compressed.map(|count| count.saturating_mul(self.limits.ratio));
        if most.is_some_and(|most| self.read > most.max(self.limits.always_allowed)) {
            return Err(self.error(BundleErrorKind::Bomb(self.limits.ratio)));
        }
        Ok(read)
    }
}

fn padding(size: u64) -> u64 {
    size.next_multiple_of(BLOCK as u64) - size
}

/// The name of a file in the directory of the bundle.
fn plain_name(bytes: &[u8]) -> Result<String, NameError> {
    let name = std::str::from_utf8(bytes).map_err(|_| NameError::NotUtf8)?;
    let name = name.strip_prefix("./").unwrap_or(name);
    check_member(name)?;
    Ok(name.to_owned())
}

/// Whether a member is an SGF or RGF file, by its name.
pub(super) fn is_text(name: &str) -> bool {
    has_extension(name, "sgf") || has_extension(name, "rgf")
}

pub(super) fn has_extension(name: &str, extension: &str) -> bool {
    let found = name.rsplit_once('.').map(|(_, found)| found);
    found.is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

impl<R: Read> Member<'_, R> {
    /// The name of the member: that of a plain file in one directory, valid on every system.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The size of the member in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }
}

/// Reads the content, which has exactly [`Member::size`] bytes.
///
/// If the archive ends too early, the error has the kind [`io::ErrorKind::UnexpectedEof`] and contains the
/// [`BundleError`].
impl<R: Read> Read for Member<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.reader.left.min(buffer.len() as u64) as usize;
        if most == 0 {
            return Ok(0);
        }
        let read = self.reader.read_some(&mut buffer[..most]);
        let read = match read {
            Ok(0) => Err(self.reader.error(BundleErrorKind::Truncated)),
            result => result,
        };
        if read.is_err() {
            self.reader.done = true;
        }
        let read = read.map_err(|error| io::Error::from(error.of(&self.name)))?;
        self.reader.left -= read as u64;
        Ok(read)
    }
}

impl<R: Read> std::fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader")
            .field("read", &self.read)
            .finish_non_exhaustive()
    }
}

impl<R: Read> std::fmt::Debug for Member<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Member");
        debug
            .field("name", &self.name)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}
