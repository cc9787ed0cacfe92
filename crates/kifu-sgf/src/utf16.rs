//! Converts UTF-16 files to generalized UTF-8 and back without loss.
//!
//! An unpaired surrogate becomes the three bytes that UTF-8 would use for it (WTF-8), so the
//! conversion is reversible for every sequence of 16-bit units.

use alloc::vec::Vec;

/// The form of a UTF-16 file: its byte order, and whether it has a byte order mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Utf16 {
    big_endian: bool,
    bom: bool,
    /// The last byte, if the number of bytes is odd.
    odd: Option<u8>,
}

impl Utf16 {
    /// Detects UTF-16 by the byte order mark, or by the zeros in the first two ASCII characters.
    pub(crate) fn sniff(bytes: &[u8]) -> Option<Utf16> {
        let ascii = |b: u8| b.is_ascii_graphic() || b.is_ascii_whitespace();
        let (big_endian, bom) = match *bytes {
            [0xFF, 0xFE, ..] => (false, true),
            [0xFE, 0xFF, ..] => (true, true),
            [a, 0, b, 0, ..] if ascii(a) && ascii(b) => (false, false),
            [0, a, 0, b, ..] if ascii(a) && ascii(b) => (true, false),
            _ => return None,
        };
        Some(Utf16 {
            big_endian,
            bom,
            odd: odd(bytes),
        })
    }

    /// Returns the form of bytes that are known to be UTF-16.
    #[cfg(feature = "charset-backend")]
    pub(crate) fn of_known(bytes: &[u8], big_endian: bool) -> Utf16 {
        let mark = if big_endian {
            [0xFE, 0xFF]
        } else {
            [0xFF, 0xFE]
        };
        Utf16 {
            big_endian,
            bom: bytes.starts_with(&mark),
            odd: odd(bytes),
        }
    }

    /// Creates a form with a byte order mark.
    #[cfg(feature = "charset-backend")]
    pub(crate) fn new(big_endian: bool) -> Utf16 {
        Utf16 {
            big_endian,
            bom: true,
            odd: None,
        }
    }

    /// Returns the last byte if the number of bytes is odd.
    #[cfg(feature = "charset-backend")]
    pub(crate) fn odd_byte(self) -> Option<u8> {
        self.odd
    }

    pub(crate) fn name(self) -> &'static str {
        if self.big_endian {
            "UTF-16BE"
        } else {
            "UTF-16LE"
        }
    }

    pub(crate) fn has_bom(self) -> bool {
        self.bom
    }

    pub(crate) fn decode(self, bytes: &[u8]) -> Vec<u8> {
        let mut text = Vec::with_capacity(bytes.len() / 2 + 16);
        let bytes = &bytes[if self.bom { 2 } else { 0 }..];
        let units = bytes.chunks_exact(2).map(|pair| {
            let pair = [pair[0], pair[1]];
            if self.big_endian {
                u16::from_be_bytes(pair)
            } else {
                u16::from_le_bytes(pair)
            }
        });
        for unit in char::decode_utf16(units) {
            match unit {
                Ok(c) => text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                Err(lone) => {
                    let unit = lone.unpaired_surrogate();
                    let [low, middle] = [0, 6].map(|shift| 0x80 | (unit >> shift & 0x3F) as u8);
                    text.extend_from_slice(&[0xED, middle, low]);
                }
            }
        }
        text
    }

    /// Encodes text like [`Utf16::encode`], and adds a byte order mark if the bytes would not be
    /// detected as UTF-16 without one: an edit may have removed the ASCII at their start.
    pub(crate) fn encode_recognizably(self, text: &[u8]) -> Vec<u8> {
        let bytes = self.encode(text);
        match Utf16::sniff(&bytes) {
            Some(read) if read.name() == self.name() => bytes,
            _ => Utf16 { bom: true, ..self }.encode(text),
        }
    }

    pub(crate) fn encode(self, text: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(text.len() * 2 + 3);
        let mut push = |unit: u16| {
            bytes.extend_from_slice(&if self.big_endian {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            });
        };
        if self.bom {
            push(0xFEFF);
        }
        for (code, _) in codes(text) {
            match char::from_u32(code) {
                Some(c) => c
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .copied()
                    .for_each(&mut push),
                None => push(code as u16),
            }
        }
        bytes.extend(self.odd);
        bytes
    }

    /// Returns the length of the byte order mark in bytes.
    pub(crate) fn start(self) -> u64 {
        if self.bom { 2 } else { 0 }
    }

    /// Returns the number of bytes that a part of the text takes in the file.
    pub(crate) fn width(text: &[u8]) -> u64 {
        codes(text)
            .map(|(code, _)| if code > 0xFFFF { 4 } else { 2 })
            .sum()
    }
}

fn odd(bytes: &[u8]) -> Option<u8> {
    let odd = bytes.len() % 2 == 1;
    bytes.last().copied().filter(|_| odd)
}

/// Returns the code points of WTF-8 text with their lengths. Each byte that is not WTF-8 counts as
/// a code point.
fn codes(text: &[u8]) -> impl Iterator<Item = (u32, usize)> {
    let mut rest = text;
    core::iter::from_fn(move || {
        let &lead = rest.first()?;
        let (len, bits) = match lead {
            0xC2..=0xDF => (2, u32::from(lead & 0x1F)),
            0xE0..=0xEF => (3, u32::from(lead & 0x0F)),
            0xF0..=0xF4 => (4, u32::from(lead & 0x07)),
            _ => (1, u32::from(lead)),
        };
        let code = rest
            .get(1..len)
            .filter(|tail| tail.iter().all(|b| b & 0xC0 == 0x80))
            .map(|tail| {
                tail.iter()
                    .fold(bits, |code, b| code << 6 | u32::from(b & 0x3F))
            });
        let (code, len) = code.map_or((u32::from(lead), 1), |code| (code, len));
        rest = &rest[len..];
        Some((code, len))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sequence_of_units_round_trips() {
        let units: [u16; 9] = [
            0x28, 0x3B, 0x6751, 0xD83D, 0xDE00, 0xDC00, 0xD800, 0x5D, 0xFFFF,
        ];
        for big_endian in [false, true] {
            for bom in [false, true] {
                let kind = Utf16 {
                    big_endian,
                    bom,
                    odd: Some(7),
                };
                let mut bytes = kind.encode(&[]);
                bytes.pop();
                for unit in units {
                    bytes.extend(if big_endian {
                        unit.to_be_bytes()
                    } else {
                        unit.to_le_bytes()
                    });
                }
                bytes.push(7);
                assert_eq!(Utf16::sniff(&bytes), Some(kind));
                let text = kind.decode(&bytes);
                assert_eq!(kind.encode(&text), bytes);
                assert_eq!(kind.start() + Utf16::width(&text) + 1, bytes.len() as u64);
            }
        }
    }
}
