//! Bundles: an SGF file, its recordings and their media in one `.rgt` (tar) or `.rgz`
//! (tar, gzip) file.
//!
//! Bundles come from strangers. What is read is checked against everything that an archive
//! can do to whoever unpacks it, and refused with a [`BundleError`] that says what and where:
//! a name that is a path, a link or device, two names that are one on some file system,
//! headers that readers understand differently, more data than the [`Limits`] allow. Only the
//! names of plain files in one folder can be said.
//!
//! Media pass through in pieces, whatever their size.
//!
//! ```
//! use std::io::Read;
//! use kifu_rgf::bundle::{Bundle, Limits, Reader, Writer};
//!
//! let mut writer = Writer::new_rgz(Vec::new());
//! writer.add_bytes("talk.sgf", b"(;GM[1];GS[talk.rgf:1]MS[talk.mp3:audio])").unwrap();
//! writer.add_bytes("talk.rgf", b"(;TS[0]B[pd]TS[1])").unwrap();
//! let sound = vec![7; 1_000_000];
//! writer.add("talk.mp3", 1_000_000, &mut sound.as_slice()).unwrap();
//! let archive = writer.finish().unwrap();
//!
//! // The records at once; media are passed over.
//! let bundle = Bundle::read(archive.as_slice(), Some("talk.rgz"), &Limits::default()).unwrap();
//! assert_eq!(bundle.main_name, "talk.sgf");
//! assert_eq!(bundle.recordings[0].0, "talk.rgf");
//! assert_eq!(bundle.others, [("talk.mp3".to_owned(), 1_000_000)]);
//!
//! // Everything, member by member.
//! let mut reader = Reader::new(archive.as_slice(), &Limits::default()).unwrap();
//! while let Some(mut member) = reader.next().unwrap() {
//!     let mut content = Vec::new();
//!     member.read_to_end(&mut content).unwrap();
//!     assert_eq!(content.len() as u64, member.size());
//! }
//! ```

mod contents;
mod error;
mod gzip;
mod header;
mod name;
mod order;
mod reader;
mod references;
mod writer;

pub use contents::{Bundle, Contents, check};
use header::{BLOCK, Header};

pub use error::{BundleError, BundleErrorKind, Warning};
pub use name::{NameError, check_name, main_name_of};
pub use order::order;
pub use reader::{Member, Reader};
pub use references::CODES;
pub use writer::Writer;

/// Whether a file that starts with these bytes looks like a bundle, or is compressed as one may
/// be. 512 bytes are enough.
///
/// ```
/// use kifu_rgf::bundle::{Writer, is_bundle};
///
/// let mut writer = Writer::new_rgt(Vec::new());
/// writer.add_bytes("talk.sgf", b"(;GM[1])").unwrap();
/// assert!(is_bundle(&writer.finish().unwrap()));
/// assert!(is_bundle(b"\x1F\x8B\x08"));
/// assert!(!is_bundle(b"(;GM[1])"));
/// ```
pub fn is_bundle(start: &[u8]) -> bool {
    const GZIP: &[u8] = b"\x1F\x8B\x08";
    let block = start.first_chunk::<BLOCK>();
    start.starts_with(GZIP) || block.is_some_and(|block| matches!(Header::read(block), Ok(Some(_))))
}

/// How much a bundle may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many members it may have.
    pub members: usize,
    /// How many bytes an SGF or RGF file in it may have.
    pub text: u64,
    /// How many bytes all its SGF and RGF files together may have.
    pub texts: u64,
    /// How many bytes it may have when it is not compressed.
    pub total: u64,
    /// How many times as large as compressed it may be, if it is larger than `harmless`.
    pub ratio: u64,
    /// How many bytes it may have when it is not compressed, however small it is compressed. Silence
    /// is 1000 times as large as compressed.
    pub harmless: u64,
}

impl Default for Limits {
    /// 1024 members, 64 MiB for a text, 256 MiB for all, 4 GiB together, and after the first
    /// 64 MiB 200 times what is compressed.
    fn default() -> Limits {
        const MIB: u64 = 1 << 20;
        Limits {
            members: 1024,
            text: 64 * MIB,
            texts: 256 * MIB,
            total: 4096 * MIB,
            ratio: 200,
            harmless: 64 * MIB,
        }
    }
}
