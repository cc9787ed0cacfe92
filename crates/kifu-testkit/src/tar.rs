//! Tar archives built byte by byte, including malformed and malicious ones.

use std::io::Write;

/// An archive entry: a header, and content with its padding.
#[derive(Clone, Debug)]
pub struct Raw(Vec<u8>);

impl Raw {
    /// Creates an entry with this name, raw size field, type and content.
    pub fn new(name: &[u8], size: &[u8], flag: u8, content: &[u8]) -> Raw {
        let mut block = [0; 512];
        let mut put = |at: usize, bytes: &[u8]| block[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, &name[..name.len().min(100)]);
        put(100, b"0000644\x000000000\x000000000\0");
        put(124, size);
        put(136, b"00000000000\0");
        put(156, &[flag]);
        put(257, b"ustar\x0000");
        let mut raw = Raw(block.to_vec());
        raw.sum();
        raw.0.extend_from_slice(content);
        raw.0.resize(raw.0.len().next_multiple_of(512), 0);
        raw
    }

    /// Creates an entry with the correct size of its content.
    pub fn of(name: &[u8], flag: u8, content: &[u8]) -> Raw {
        let size = format!("{:011o}\0", content.len());
        Raw::new(name, size.as_bytes(), flag, content)
    }

    /// Creates a file with a small game.
    pub fn file(name: &str) -> Raw {
        Raw::of(name.as_bytes(), b'0', b"(;GM[1])")
    }

    /// Creates an extended header with these records.
    pub fn pax(records: &str) -> Raw {
        Raw::of(b"PaxHeader", b'x', records.as_bytes())
    }

    /// Overwrites bytes at an offset, and corrects the checksum.
    #[must_use]
    pub fn at(mut self, offset: usize, bytes: &[u8]) -> Raw {
        self.0[offset..offset + bytes.len()].copy_from_slice(bytes);
        self.sum();
        self
    }

    /// The bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    fn sum(&mut self) {
        self.0[148..156].fill(b' ');
        let sum: u64 = self.0[..512].iter().map(|byte| u64::from(*byte)).sum();
        self.0[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    }
}

/// Builds an archive from entries.
pub fn archive(parts: impl IntoIterator<Item = Raw>) -> Vec<u8> {
    let mut bytes: Vec<u8> = parts.into_iter().flat_map(Raw::into_bytes).collect();
    bytes.extend([0; 1024]);
    bytes
}

/// Compresses bytes with gzip.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let written = encoder.write_all(bytes);
    written
        .and_then(|()| encoder.finish())
        .expect("memory takes all bytes")
}

/// Compresses bytes that are mostly zeros, in pieces; the piece of zeros is compressed only once.
fn bomb(bytes: &[u8]) -> Vec<u8> {
    const PIECE: usize = 1 << 20;
    let zeros = gzip(&[0; PIECE]);
    let pieces = bytes.chunks(PIECE).map(|piece| {
        let is_blank = piece.len() == PIECE && piece.iter().all(|byte| *byte == 0);
        if is_blank { zeros.clone() } else { gzip(piece) }
    });
    pieces.collect::<Vec<_>>().concat()
}

/// Malicious archives that harm a careless unpacker, each with a description.
pub fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    let game = || Raw::file("game.sgf");
    let with = |raw: Raw| archive([game(), raw]);
    let named = |name: &str| with(Raw::file(name));
    let kind = |flag: u8| with(Raw::of(b"x.mp3", flag, b"").at(157, b"/etc/passwd"));
    let sized = |size: &[u8]| archive([game(), Raw::new(b"x.mp3", size, b'0', b"short")]);
    let twice = |a: &str, b: &str| archive([game(), Raw::file(a), Raw::file(b)]);
    let extended = |records: &str| archive([game(), Raw::pax(records), Raw::file("x.mp3")]);
    let whole = archive([game(), Raw::of(b"x.mp3", b'0', &[7; 2000])]);
    let many = (0..1100).map(|n| Raw::of(format!("{n}.mp3").as_bytes(), b'0', b""));
    let zeros = vec![0; 72 << 20];
    let link_then_file = [
        Raw::of(b"x", b'2', b"").at(157, b"/tmp"),
        Raw::file("x/evil.sgf"),
    ];
    vec![
        ("an absolute name", named("/tmp/evil.sgf")),
        (
            "an absolute name in an extended header",
            extended("22 path=/tmp/evil.sgf\n"),
        ),
        ("a name on another drive", named("C:\\evil.sgf")),
        ("a name outside of the directory", named("../evil.sgf")),
        (
            "a name outside of the directory, hidden",
            named("a/../../evil.sgf"),
        ),
        (
            "a name outside of the directory on Windows",
            named("..\\evil.sgf"),
        ),
        ("a name in another directory", named("folder/evil.sgf")),
        (
            "a prefix outside of the directory",
            with(game().at(345, b"../..")),
        ),
        ("a name that is `..`", named("..")),
        ("no name", named("")),
        ("a hidden file", named(".bashrc")),
        ("the name of a device on Windows", named("aux.sgf")),
        ("a line break in a name", named("a\nb.sgf")),
        (
            "a name that is not UTF-8",
            with(Raw::of(b"\xFF.sgf", b'0', b"")),
        ),
        ("a symbolic link", kind(b'2')),
        (
            "a symbolic link, and a file through it",
            archive(link_then_file),
        ),
        ("a hard link", kind(b'1')),
        (
            "a link with a long name",
            with(Raw::of(b"././@LongLink", b'K', b"/etc/passwd\0")),
        ),
        ("a character device", kind(b'3')),
        ("a block device", kind(b'4')),
        ("a directory", kind(b'5')),
        ("a pipe", kind(b'6')),
        ("a sparse file", kind(b'S')),
        (
            "a sparse file in an extended header",
            extended("22 GNU.sparse.major=1\n"),
        ),
        ("an unknown type", kind(b'Z')),
        ("the same name twice", twice("x.mp3", "x.mp3")),
        ("names that differ only in case", twice("x.mp3", "X.MP3")),
        (
            "names that differ only in the form of accents",
            twice("\u{E9}.mp3", "e\u{301}.mp3"),
        ),
        (
            "names that differ only in `ß` and `SS`",
            twice("stra\u{DF}e.mp3", "STRASSE.mp3"),
        ),
        ("a size past the end", sized(b"00000100000\0")),
        ("a size of 8 GiB", sized(b"77777777777\0")),
        (
            "a size of 2^63",
            sized(b"\x80\0\0\0\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
        ),
        ("a negative size", sized(b"-0000000005\0")),
        ("a size that is not a number", sized(b"0x000000005\0")),
        ("two sizes", extended("13 size=1024\n")),
        ("two names", extended("14 path=c.sgf\n14 path=d.sgf\n")),
        (
            "two extended headers",
            archive([
                Raw::pax("14 path=c.sgf\n"),
                Raw::pax("14 path=d.sgf\n"),
                game(),
            ]),
        ),
        (
            "an extended header without a file",
            archive([game(), Raw::pax("14 path=c.sgf\n")]),
        ),
        ("an extended header of 70 kB", extended(&"x".repeat(70_000))),
        (
            "a damaged header",
            [&whole[..3], b"x", &whole[4..]].concat(),
        ),
        ("cut off in a header", whole[..1300].to_vec()),
        ("cut off in a file", whole[..2000].to_vec()),
        ("compressed, and cut off", {
            let mut zipped = gzip(&whole);
            zipped.truncate(zipped.len() - 5);
            zipped
        }),
        ("not an archive", b"(;GM[1])".repeat(100)),
        ("a bomb", bomb(&with(Raw::of(b"x.mp3", b'0', &zeros)))),
        ("a bomb after the end", bomb(&[whole, zeros].concat())),
        (
            "more than 1024 members",
            archive([game()].into_iter().chain(many)),
        ),
        (
            "several SGF files",
            archive([game(), Raw::file("other.sgf")]),
        ),
    ]
}
