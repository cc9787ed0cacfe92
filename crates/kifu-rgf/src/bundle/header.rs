//! Reads and writes the blocks of a tar archive.

use super::error::BundleErrorKind;

pub(super) const BLOCK: usize = 512;

/// The contents of a header block.
#[derive(Debug)]
pub(super) struct Header {
    /// The bytes of the name, including the prefix.
    pub(super) name: Vec<u8>,
    pub(super) size: u64,
    pub(super) flag: u8,
}

impl Header {
    /// Reads a block; `None` if it is all zeros, which ends an archive.
    pub(super) fn read(block: &[u8; BLOCK]) -> Result<Option<Header>, BundleErrorKind> {
        if block.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        let is_ustar = &block[257..265] == b"ustar\x0000";
        let is_gnu = &block[257..265] == b"ustar  \0";
        let is_old = block[257..265].iter().all(|byte| *byte == 0);
        if !(is_ustar || is_gnu || is_old) {
            return Err(BundleErrorKind::NotTar);
        }
        let written = octal(&block[148..156]).ok_or(BundleErrorKind::Checksum)?;
        if written != checksum(block) {
            return Err(BundleErrorKind::Checksum);
        }
        // These fields are not used, but other programs stop at invalid ones.
        let others = [
            &block[100..108],
            &block[108..116],
            &block[116..124],
            &block[136..148],
        ];
        if !others.into_iter().all(is_number_or_none) {
            return Err(BundleErrorKind::Number);
        }
        let mut name = until_nul(&block[..100]).to_vec();
        let prefix = until_nul(&block[345..500]);
        if is_ustar && !prefix.is_empty() {
            name = [prefix, b"/", &name].concat();
        }
        Ok(Some(Header {
            name,
            size: number(&block[124..136]).ok_or(BundleErrorKind::Number)?,
            flag: block[156],
        }))
    }

    /// Whether the header is that of a file.
    pub(super) fn is_file(&self) -> bool {
        matches!(self.flag, b'0' | 0)
    }

    /// Whether the header is that of the directory that contains all members; some programs write such a
    /// header.
    pub(super) fn is_this_directory(&self) -> bool {
        self.flag == b'5' && self.size == 0 && matches!(&*self.name, b"." | b"./")
    }
}

/// The sum of the bytes, with spaces in place of the sum itself.
fn checksum(block: &[u8; BLOCK]) -> u64 {
    let outside = block[..148].iter().chain(&block[156..]);
    outside.map(|byte| u64::from(*byte)).sum::<u64>() + 8 * u64::from(b' ')
}

pub(super) fn until_nul(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| *byte == 0);
    &bytes[..end.unwrap_or(bytes.len())]
}

/// Parses octal digits with spaces before them, and spaces and zero bytes after them.
fn octal(field: &[u8]) -> Option<u64> {
    let start = field.iter().take_while(|byte| **byte == b' ').count();
    let count = field[start..]
        .iter()
        .take_while(|byte| matches!(byte, b'0'..=b'7'))
        .count();
    let (digits, rest) = field[start..].split_at(count);
    let ends = rest.iter().all(|byte| matches!(byte, b' ' | 0));
    if digits.is_empty() || !ends {
        return None;
    }
    // At most 12 digits of 3 bits each, which fit into 64 bits.
    Some(
        digits
            .iter()
            .fold(0, |number, digit| number << 3 | u64::from(digit - b'0')),
    )
}

/// Parses an octal number, or a number of 63 bits in the form of GNU tar.
fn number(field: &[u8]) -> Option<u64> {
    let [0x80, high @ .., _, _, _, _, _, _, _, _] = field else {
        return octal(field);
    };
    let low = field[field.len() - 8..].try_into().ok()?;
    let number = u64::from_be_bytes(low);
    (high.iter().all(|byte| *byte == 0) && number >> 63 == 0).then_some(number)
}

/// Whether a field that is not used is a number in either form, or empty.
fn is_number_or_none(field: &[u8]) -> bool {
    let is_empty = field.iter().all(|byte| matches!(byte, b' ' | 0));
    // Owners have 32 bits in this form, and times have 63.
    let is_binary = match field {
        [0x80, 0, 0, 0, _, _, _, _] => true,
        _ => number(field).is_some(),
    };
    is_empty || is_binary
}

/// Builds the header block of a file, or of an extended header, in a form that all programs can read.
pub(super) fn block(name: &[u8], size: u64, flag: u8) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| block[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &name[..name.len().min(100)]);
    put(100, b"0000644\x000000000\x000000000\0");
    put(124, format!("{size:011o}\0").as_bytes());
    put(136, b"00000000000\0");
    put(156, &[flag]);
    put(257, b"ustar\x0000");
    put(329, b"0000000\x000000000\0");
    let sum = checksum(&block);
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block
}

/// The relevant contents of an extended header.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Extended {
    pub(super) path: Option<Vec<u8>>,
    pub(super) size: Option<u64>,
}

/// Reads the records of an extended header, one per line: `LENGTH KEY=VALUE`.
pub(super) fn extended(mut records: &[u8], is_global: bool) -> Result<Extended, &'static str> {
    let mut found = Extended::default();
    while !records.is_empty() {
        let (key, value, rest) = record(records).ok_or("one of its records cannot be read")?;
        records = rest;
        match key {
            b"comment" => {}
            b"mtime" | b"atime" | b"ctime" | b"uid" | b"gid" | b"uname" | b"gname"
                if !is_global => {}
            b"path" if !is_global && found.path.is_none() => found.path = Some(value.to_vec()),
            b"size" if !is_global && found.size.is_none() => {
                let number = std::str::from_utf8(value)
                    .ok()
                    .filter(|text| is_digits(text));
                let number = number.and_then(|text| text.parse().ok());
                found.size = Some(number.ok_or("the size is not a number")?);
            }
            b"path" | b"size" if !is_global => return Err("an entry appears twice"),
            _ => return Err("one of its entries is not allowed in bundles"),
        }
    }
    Ok(found)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

type Record<'a> = (&'a [u8], &'a [u8], &'a [u8]);

/// Returns the key and value of a record, and the rest.
fn record(records: &[u8]) -> Option<Record<'_>> {
    let blank = records.iter().position(|byte| *byte == b' ')?;
    let length = std::str::from_utf8(&records[..blank])
        .ok()
        .filter(|text| is_digits(text))?;
    let length: usize = length.parse().ok()?;
    let (line, rest) = records.split_at_checked(length)?;
    let (b'\n', line) = line.split_last()? else {
        return None;
    };
    let line = line.get(blank + 1..)?;
    let equals = line.iter().position(|byte| *byte == b'=')?;
    let (key, value) = (&line[..equals], &line[equals + 1..]);
    (!key.is_empty() && !value.contains(&0)).then_some((key, value, rest))
}

/// Builds the record of a path; its length includes the digits of the length.
pub(super) fn path_record(path: &str) -> String {
    let rest = format!(" path={path}\n");
    let mut length = rest.len();
    while length.to_string().len() + rest.len() != length {
        length = length.to_string().len() + rest.len();
    }
    format!("{length}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_headers_read_back() {
        let header = Header::read(&block(b"a.sgf", 0o1234567, b'0'))
            .unwrap()
            .unwrap();
        assert_eq!(
            (&*header.name, header.size, header.flag),
            (&b"a.sgf"[..], 0o1234567, b'0')
        );
        for len in [1, 80, 89, 90, 91, 92, 200, 985, 986, 987, 990] {
            let path = "x".repeat(len);
            let read = extended(path_record(&path).as_bytes(), false).unwrap();
            assert_eq!(read.path.as_deref(), Some(path.as_bytes()));
        }
    }

    #[test]
    fn numbers() {
        assert_eq!(number(b"00000000017\0"), Some(15));
        assert_eq!(number(b"      17    "), Some(15));
        assert_eq!(number(b"777777777777"), Some((1 << 36) - 1));
        assert_eq!(number(b"\x80\0\0\0\0\0\0\x02\0\0\0\0"), Some(1 << 33));
        for bad in [
            &b"            "[..],
            b"0000000001x\0",
            b"-0000000001\0",
            b"1 1         ",
            b"00000000018\0",
            b"\x80\0\0\0\x80\0\0\0\0\0\0\0",
            b"\x80\0\0\x01\0\0\0\0\0\0\0\0",
            b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
        ] {
            assert_eq!(number(bad), None, "{}", bad.escape_ascii());
        }
    }

    #[test]
    fn extended_headers() {
        let read = |records: &str| extended(records.as_bytes(), false);
        assert_eq!(read("9 size=5\n").unwrap().size, Some(5));
        assert_eq!(
            read("12 mtime=1.5\n"),
            Err("one of its records cannot be read")
        );
        assert!(read("13 mtime=1.5\n").is_ok());
        for bad in [
            "9 size=5",
            "9 size=5\n9 size=5\n",
            "10 size=-5\n",
            "99 size=5\n",
            "0 size=5\n",
            " size=5\n",
            "18 linkpath=../x\n",
            "5 =x\n",
            "8 path\n\n",
            "+9 size=5\n",
        ] {
            assert!(read(bad).is_err(), "{bad:?}");
        }
        assert!(extended(b"13 comment=x\n", true).is_ok());
        assert!(extended(b"9 size=5\n", true).is_err());
    }
}
