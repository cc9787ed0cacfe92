//! Decoding and encoding.
//!
//! This is the only module with conditional code. With the feature `tables`, `built_in` converts text with the tables of
//! encoding_rs. Otherwise, `loaded` converts it with tables from a [`Backend`]. Both have the same functions. In tests,
//! `switch` selects one of them, so that the laws can compare them.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use crate::charset::{Charset, Decoded, Unencodable};

#[cfg(any(feature = "tables", test))]
mod built_in;
#[cfg(any(not(feature = "tables"), test))]
mod loaded;
#[cfg(test)]
pub(crate) mod switch;

#[cfg(all(feature = "tables", not(test)))]
use built_in as used;
#[cfg(all(not(feature = "tables"), not(test)))]
use loaded as used;
#[cfg(test)]
use switch as used;

/// A decoder for programs that are built without the feature `tables`: see [`set_backend`].
///
/// In JavaScript, it is `(name, bytes) => new TextDecoder(name).decode(bytes)`.
pub trait Backend: Sync {
    /// Decodes bytes in a charset of the WHATWG Encoding Standard, which [`Charset::name`] names. Malformed bytes become
    /// U+FFFD. `None` if the charset is not supported.
    ///
    /// The bytes are all characters of the charset that are not ASCII, each followed by a line feed. This crate keeps the
    /// result as a table, for encoding, too. So this is called at most once for each charset, unless several threads need
    /// the charset first at the same time.
    fn decode(&self, charset: Charset, bytes: &[u8]) -> Option<String>;
}

/// The backend of the program.
static BACKEND: OnceBox<&'static dyn Backend> = OnceBox::new();

/// Sets the backend of the program, and returns whether it will be used. It will not be used if another one was set
/// before, or with the feature `tables`, which makes a backend unnecessary.
///
/// A program calls this before anything else. Without the feature `tables` and without a backend, only UTF-8, UTF-16 and
/// windows-1252 can be decoded. In the other charsets, characters that are not ASCII become U+FFFD, are reported as
/// [malformed](Decoded::malformed), and cannot be encoded. Only these three charsets, and those with escape sequences, can
/// be detected from the bytes.
///
/// ```
/// use kifu_charset::{Backend, Charset, set_backend};
///
/// struct Host;
///
/// impl Backend for Host {
///     fn decode(&self, charset: Charset, bytes: &[u8]) -> Option<String> {
///         host_decode(charset.name(), bytes)
///     }
/// }
/// # fn host_decode(_: &str, _: &[u8]) -> Option<String> { None }
///
/// set_backend(&Host);
/// ```
pub fn set_backend(backend: &'static dyn Backend) -> bool {
    BACKEND.set(Box::new(backend)).is_ok() && cfg!(not(feature = "tables"))
}

impl Charset {
    /// Decodes a single character.
    pub(crate) fn character(self, bytes: &[u8]) -> Option<char> {
        used::character(self, bytes)
    }

    /// Decodes the bytes of a single-byte charset to 16-bit units, with U+FFFD for undefined bytes.
    pub(crate) fn units(self, bytes: &[u8], units: &mut [u16]) {
        used::units(self, bytes, units);
    }

    /// Decodes bytes. Malformed bytes become U+FFFD, and are reported in [`Decoded::malformed`].
    pub fn decode(self, bytes: &[u8]) -> Decoded<'_> {
        if self.is_seven_bit() {
            return match seven_bit_to_eight(bytes) {
                None => Decoded {
                    text: String::from_utf8_lossy(bytes),
                    malformed: !bytes.is_ascii(),
                },
                Some(eight) => {
                    let eight_bit = match self {
                        Charset::ISO_2022_CN => Charset::GBK,
                        _ => Charset::EUC_KR,
                    };
                    let (text, malformed) = used::decode(eight_bit, &eight);
                    Decoded {
                        text: Cow::Owned(text.into_owned()),
                        malformed,
                    }
                }
            };
        }
        let (text, malformed) = used::decode(self, bytes);
        Decoded { text, malformed }
    }

    /// Whether all bytes are valid, except for half a character at the end.
    pub(crate) fn fits(self, bytes: &[u8]) -> bool {
        if self.is_seven_bit() {
            return !self.decode(bytes).malformed;
        }
        used::fits(self, bytes)
    }

    /// Encodes text.
    ///
    /// # Errors
    ///
    /// [`Unencodable`] with the first character that the charset does not have. ISO-2022-KR and ISO-2022-CN are only
    /// decoded, and UTF-16 is encoded only by code that writes a whole file; for these, the error has the first
    /// character that is not ASCII.
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, Unencodable> {
        let is_plain = text.is_ascii() && self != Charset::ISO_2022_JP;
        if is_plain || self == Charset::UTF_8 {
            return Ok(Cow::Borrowed(text.as_bytes()));
        }
        let encoded =
            if self.is_seven_bit() || matches!(self, Charset::UTF_16LE | Charset::UTF_16BE) {
                Err(text.chars().find(|c| !c.is_ascii()).unwrap_or('\u{FFFD}'))
            } else {
                used::encode(self, text)
            };
        encoded.map(Cow::Owned).map_err(|character| Unencodable {
            character,
            charset: self,
        })
    }
}

/// Converts ISO-2022-KR to EUC-KR, or ISO-2022-CN to GB 2312, by setting the high bit of each byte between SO and SI.
/// `None` if the bytes have no shift or escape sequence.
fn seven_bit_to_eight(bytes: &[u8]) -> Option<Vec<u8>> {
    /// The length of `ESC $ ) C` and `ESC $ ) A`, which define the meaning of SO.
    const DESIGNATOR: usize = 4;
    memchr::memchr2(0x0E, 0x1B, bytes)?;
    let mut out = Vec::with_capacity(bytes.len());
    let mut shifted = false;
    let mut known = true;
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            0x0E => shifted = true,
            0x0F => shifted = false,
            0x1B if matches!(after, [b'$', b')', b'A' | b'C' | b'G', ..]) => {
                known = after[2] != b'G';
                rest = &after[DESIGNATOR - 1..];
            }
            b'\n' | b'\r' => {
                shifted = false;
                out.push(byte);
            }
            0x21..=0x7E if shifted && known => out.push(byte | 0x80),
            // In both charsets, no character starts with this byte.
            0x21..=0x7E if shifted => out.push(0xFF),
            _ => out.push(byte),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iso_2022_kr_shifts() {
        let decoded = Charset::ISO_2022_KR.decode(b"\x1B$)CA \x0E@LC\"H#\x0F 9p");
        assert_eq!(decoded.text, "A 이창호 9p");
        assert!(!decoded.malformed);
    }

    #[test]
    fn iso_2022_cn_shifts() {
        let decoded = Charset::ISO_2022_CN.decode(b"\x1B$)A\x0EDtN@F=\x0F 9");
        assert_eq!(decoded.text, "聂卫平 9");
        assert!(Charset::ISO_2022_CN.decode(b"\x1B$)G\x0EDt").malformed);
    }

    #[test]
    fn missing_characters_and_malformed_bytes_are_reported() {
        let latin = Charset::for_label(b"latin1").unwrap();
        assert_eq!(latin.encode("é").unwrap(), &b"\xE9"[..]);
        assert_eq!(latin.encode("a古").unwrap_err().character, '古');
        assert!(Charset::UTF_8.decode(b"\xFF").malformed);
    }
}
