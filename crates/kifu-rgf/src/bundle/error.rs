//! Why a bundle is refused.

use std::fmt;
use std::io;

use super::NameError;

/// A bundle was refused, or could not be written.
#[derive(Debug)]
pub struct BundleError {
    /// Why.
    pub kind: BundleErrorKind,
    /// Where: the offset in what is not compressed, of the header at fault.
    pub offset: u64,
    /// Which member, if its name was known.
    pub member: Option<String>,
}

/// Why a bundle is refused.
#[derive(Debug)]
#[non_exhaustive]
pub enum BundleErrorKind {
    /// It could not be read or written.
    Io(io::Error),
    /// What is compressed is damaged.
    Gzip(io::Error),
    /// It is no tar archive.
    NotTar,
    /// A header that was damaged: its checksum is not that of its bytes.
    Checksum,
    /// A size, or another field of a header, that is no number.
    Number,
    /// It ends inside of a member or header.
    Truncated,
    /// A member that is no file: a link, a device, a folder; the byte that says so.
    NotAFile(u8),
    /// A name that is not that of a file in one folder.
    Name(NameError),
    /// The same name as another member, or one that some file systems take for the same.
    Duplicate(String),
    /// An extended header that cannot be understood, or that readers understand differently.
    Extended(&'static str),
    /// More members than the limit.
    TooMany(usize),
    /// A text that is larger than the limit.
    TextTooLarge(u64),
    /// More data than the limit.
    TooLarge(u64),
    /// So much more than what is compressed that it is meant to do harm.
    Bomb(u64),
    /// There is no SGF file in it.
    NoMain,
    /// There are several SGF files in it, none with the name of the bundle.
    SeveralMains,
    /// To be written, but not as long as was said.
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
            NotTar => f.write_str("this is no tar archive"),
            Checksum => f.write_str("a damaged header: its checksum is wrong"),
            Number => f.write_str("a header with a size, time or owner that is no number"),
            Truncated => f.write_str("the archive ends too early"),
            NotAFile(flag) => write!(f, "{}, not a file", type_name(*flag)),
            Name(error) => write!(f, "{error}"),
            Duplicate(other) => write!(f, "the same name as {other:?}, if not on all systems"),
            Extended(what) => write!(f, "an extended header {what}"),
            TooMany(limit) => write!(f, "more than {limit} members"),
            TextTooLarge(limit) => write!(f, "SGF or RGF of more than {limit} bytes"),
            TooLarge(limit) => write!(f, "more than {limit} bytes in all"),
            Bomb(ratio) => write!(f, "more than {ratio} times as large as compressed"),
            NoMain => f.write_str("there is no SGF file in it"),
            SeveralMains => {
                f.write_str("several SGF files in it, and none has the name of the bundle")
            }
            WrongSize => f.write_str("not as many bytes as were announced"),
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
        b'5' | b'D' => "a folder",
        b'6' => "a pipe",
        b'S' => "a sparse file",
        b'M' => "a part of a file on several volumes",
        b'V' => "a volume name",
        b'K' => "a long link",
        _ => "something unknown",
    }
}

impl std::error::Error for BundleError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            BundleErrorKind::Io(error) | BundleErrorKind::Gzip(error) => Some(error),
            _ => None,
        }
    }
}

/// For those who read a member through [`io::Read`].
impl From<BundleError> for io::Error {
    fn from(error: BundleError) -> io::Error {
        match error.kind {
            BundleErrorKind::Io(error) => error,
            BundleErrorKind::Truncated => io::Error::new(io::ErrorKind::UnexpectedEof, error),
            _ => io::Error::new(io::ErrorKind::InvalidData, error),
        }
    }
}

/// Something odd about a bundle that does no harm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Warning {
    /// The two blocks that end an archive are missing.
    NoEnd,
    /// There is more behind its end, which was passed over.
    MoreBehind,
    /// The SGF file does not have the name of the bundle.
    MainName,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Warning::NoEnd => "the blocks that end an archive are missing",
            Warning::MoreBehind => "there is more behind the end of the archive",
            Warning::MainName => "the SGF file does not have the name of the bundle",
        })
    }
}
