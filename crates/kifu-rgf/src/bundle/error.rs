//! Errors and warnings about bundles.

use std::fmt;
use std::io;

use super::NameError;

/// The error for a bundle that is rejected, or that could not be written.
#[derive(Debug)]
pub struct BundleError {
    /// The reason why the bundle was rejected or could not be written.
    pub kind: BundleErrorKind,
    /// The offset of the header at fault, in the uncompressed data.
    pub offset: u64,
    /// The name of the member, if known.
    pub member: Option<String>,
}

/// The reasons for a [`BundleError`].
#[derive(Debug)]
#[non_exhaustive]
pub enum BundleErrorKind {
    /// The bundle could not be read or written.
    Io(io::Error),
    /// The compressed data is damaged.
    Gzip(io::Error),
    /// The data is not a tar archive.
    NotTar,
    /// A header is damaged: its checksum does not match its bytes.
    Checksum,
    /// A size or another number in a header is not valid.
    Number,
    /// The archive ends inside of a member or header.
    Truncated,
    /// A member is not a file but a link, a device or a directory; with the byte that states its type.
    NotAFile(u8),
    /// The name of a member is not allowed.
    Name(NameError),
    /// The name of a member is equal to this name of another member, at least on some file systems.
    Duplicate(String),
    /// An extended header cannot be read, or is interpreted differently by different readers.
    Extended(&'static str),
    /// The bundle has more members than this limit.
    TooMany(usize),
    /// One of the SGF and RGF files, or all of them together, are larger than this limit in bytes.
    TextTooLarge(u64),
    /// The uncompressed data is larger than this limit in bytes.
    TooLarge(u64),
    /// The ratio of the uncompressed to the compressed size exceeds this limit, as in a decompression bomb.
    Bomb(u64),
    /// The bundle does not contain an SGF file.
    NoMain,
    /// The bundle contains several SGF files, but none with the name of the bundle.
    SeveralMains,
    /// The content to write does not have the stated size.
    WrongSize,
}

impl BundleError {
    pub(super) fn new(kind: BundleErrorKind, offset: u64) -> BundleError {
        BundleError {
            kind,
            offset,
            member: None,
        }
    }

    pub(super) fn of(self, member: &str) -> BundleError {
        BundleError {
            member: Some(member.to_owned()),
            ..self
        }
    }
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use BundleErrorKind::*;
        if let Some(member) = &self.member {
            write!(f, "{member:?}: ")?;
        }
        match &self.kind {
            Io(error) => write!(f, "{error}"),
            Gzip(error) => write!(f, "the compressed data is damaged: {error}"),
            NotTar => f.write_str("this is not a tar archive"),
            Checksum => f.write_str("damaged header: the checksum does not match"),
            Number => f.write_str("invalid number in a header: size, time or owner"),
            Truncated => f.write_str("the archive ends too early"),
            NotAFile(flag) => write!(f, "expected a file, got {}", type_name(*flag)),
            Name(error) => write!(f, "{error}"),
            Duplicate(other) => {
                write!(f, "the name conflicts with {other:?} on some systems")
            }
            Extended(what) => write!(f, "invalid extended header: {what}"),
            TooMany(limit) => write!(f, "more than {limit} members"),
            TextTooLarge(limit) => write!(f, "more than {limit} bytes of SGF or RGF"),
            TooLarge(limit) => write!(f, "more than {limit} bytes in total"),
            Bomb(ratio) => write!(
                f,
                "the uncompressed data is more than {ratio} times as large as the compressed data"
            ),
            NoMain => f.write_str("the bundle contains no SGF file"),
            SeveralMains => f.write_str(
                "the bundle contains several SGF files, but none with the name of the bundle",
            ),
            WrongSize => f.write_str("the content does not have the stated size"),
        }?;
        match self.kind {
            Io(_) | NoMain | SeveralMains | WrongSize => Ok(()),
            _ => write!(f, " (at byte {})", self.offset),
        }
    }
}

fn type_name(flag: u8) -> &'static str {
    match flag {
        b'1' => "a hard link",
        b'2' => "a symbolic link",
        b'3' => "a character device",
        b'4' => "a block device",
        b'5' | b'D' => "a directory",
        b'6' => "a pipe",
        b'S' => "a sparse file",
        b'M' => "part of a multi-volume archive",
        b'V' => "a volume name",
        b'K' => "a long link",
        _ => "an unknown type of member",
    }
}

impl core::error::Error for BundleError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            BundleErrorKind::Io(error) | BundleErrorKind::Gzip(error) => Some(error),
            _ => None,
        }
    }
}

/// Converts the error for code that reads a member through [`io::Read`].
impl From<BundleError> for io::Error {
    fn from(error: BundleError) -> io::Error {
        match error.kind {
            BundleErrorKind::Io(error) => error,
            BundleErrorKind::Truncated => io::Error::new(io::ErrorKind::UnexpectedEof, error),
            _ => io::Error::new(io::ErrorKind::InvalidData, error),
        }
    }
}

/// A harmless irregularity of a bundle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Warning {
    /// The two blocks that end an archive are missing.
    MissingEnd,
    /// There is data after the end of the archive, which was ignored.
    TrailingData,
    /// The main SGF file is not named after the bundle.
    MainName,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Warning::MissingEnd => "the two blocks that end an archive are missing",
            Warning::TrailingData => "there is data after the end of the archive",
            Warning::MainName => "the SGF file is not named after the bundle",
        })
    }
}
