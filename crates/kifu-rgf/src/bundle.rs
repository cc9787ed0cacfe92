//! Bundles: an SGF file, its recordings and their media in one `.rgt` (tar) or `.rgz` (tar, gzip) file.
//!
//! Bundles come from untrusted sources. The reader checks them against attacks on programs that unpack
//! archives. It rejects the following with a [`BundleError`] that states the problem and its location: names that are
//! paths, links and devices, names that are equal on some file system, headers that readers interpret
//! differently, and more data than the [`Limits`] allow. A bundle can only contain plain files in one
//! directory.
//!
//! Media are read and written in chunks, whatever their size.
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
//! // Reads the records, and skips media.
//! let bundle = Bundle::read(archive.as_slice(), Some("talk.rgz"), &Limits::default()).unwrap();
//! assert_eq!(bundle.main_name, "talk.sgf");
//! assert_eq!(bundle.recordings[0].0, "talk.rgf");
//! assert_eq!(bundle.others, [("talk.mp3".to_owned(), 1_000_000)]);
//!
//! // Reads everything, member by member.
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
pub use order::sort_names;
pub use reader::{Member, Reader};
pub use writer::Writer;

/// Whether a file that starts with these bytes looks like a bundle, or is compressed with gzip as a bundle may
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

/// Limits on the size of a bundle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The maximum number of members.
    pub members: usize,
    /// The maximum size of an SGF or RGF file, in bytes.
    pub text: u64,
    /// The maximum size of all SGF and RGF files together, in bytes.
    pub texts: u64,
    /// The maximum uncompressed size, in bytes.
    pub total: u64,
    /// The maximum ratio of the uncompressed size to the compressed size, for bundles larger than
    /// `always_allowed`.
    pub ratio: u64,
    /// The uncompressed size in bytes up to which `ratio` is ignored. Silence compresses to a thousandth of its
    /// size.
    pub always_allowed: u64,
}

impl Default for Limits {
    /// Returns the default limits: 1024 members, 64 MiB for a text, 256 MiB for all texts, 4 GiB in total, and
    /// a ratio of 200 for bundles larger than 64 MiB.
    fn default() -> Limits {
        const MIB: u64 = 1 << 20;
        Limits {
            members: 1024,
            text: 64 * MIB,
            texts: 256 * MIB,
            total: 4096 * MIB,
            ratio: 200,
            always_allowed: 64 * MIB,
        }
    }
}
