//! Strings and numbers: whether they are strict JSON, and their values.

use alloc::borrow::Cow;
use alloc::string::String;

/// The extent of a string, and its deviations from strict JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct StringScan {
    /// The offset of the end of the string: after the closing quotation mark, or at the limit.
    pub(crate) end: usize,
    /// Whether the string has a closing quotation mark.
    pub(crate) closed: bool,
    /// Whether the string contains an unescaped control character.
    pub(crate) control: bool,
    /// Whether the string contains an invalid escape sequence.
    pub(crate) escape: bool,
    /// Whether the string contains an unpaired surrogate.
    pub(crate) surrogate: bool,
}

impl StringScan {
    /// Scans the string that starts at `start`, up to `limit` at most.
    pub(crate) fn at(text: &str, start: usize, limit: usize) -> StringScan {
        let bytes = &text.as_bytes()[..limit];
        let quote = bytes[start];
        let mut found = StringScan::default();
        let mut at = start + 1;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\\' => {
                    let (width, what) = escape(&bytes[at..]);
                    let apostrophe = quote == b'\'' && width == 2;
                    found.escape |= matches!(what, Escaped::Wrong) && !apostrophe;
                    found.surrogate |= matches!(what, Escaped::Half);
                    at += width;
                }
                0..=0x1F => {
                    found.control = true;
                    at += 1;
                }
                _ if byte == quote => {
                    found.closed = true;
                    found.end = at + 1;
                    return found;
                }
                _ => at += 1,
            }
        }
        found.end = limit;
        found
    }

    /// Whether the string is strict JSON if its quotation marks are `"`.
    pub(crate) fn is_strict(self) -> bool {
        self.closed && !self.control && !self.escape
    }
}

/// The value of an escape sequence.
enum Escaped {
    Char(char),
    /// An unpaired surrogate.
    Half,
    /// An invalid escape sequence.
    Wrong,
}

/// Reads the escape sequence at the start of `bytes`; returns its length in bytes, and its value.
fn escape(bytes: &[u8]) -> (usize, Escaped) {
    let char = match bytes.get(1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{C}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode_escape(bytes),
        // The character after the `\` is read by itself; only a quotation mark is part of the sequence.
        Some(b'\'') => return (2, Escaped::Wrong),
        _ => return (1, Escaped::Wrong),
    };
    (2, Escaped::Char(char))
}

fn unicode_escape(bytes: &[u8]) -> (usize, Escaped) {
    let Some(first) = hex(bytes) else {
        return (1, Escaped::Wrong);
    };
    if let Some(char) = char::from_u32(first) {
        return (6, Escaped::Char(char));
    }
    let second = bytes.get(6..).and_then(hex);
    match second.map(|second| char::decode_utf16([first as u16, second as u16]).next()) {
        Some(Some(Ok(char))) => (12, Escaped::Char(char)),
        _ => (6, Escaped::Half),
    }
}

/// The number of an escape sequence such as `\u0041`.
fn hex(bytes: &[u8]) -> Option<u32> {
    let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |number, &digit| {
        Some(number * 16 + char::from(digit).to_digit(16)?)
    })
}

/// Returns the text of a string token: removes its quotation marks, and resolves its escape sequences.
pub(crate) fn unquote(string: &str) -> Cow<'_, str> {
    let Some(&quote) = string.as_bytes().first() else {
        return Cow::Borrowed("");
    };
    let found = StringScan::at(string, 0, string.len());
    let inner = &string[1..found.end - usize::from(found.closed)];
    debug_assert!(quote == b'"' || quote == b'\'');
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let (width, what) = escape(&rest.as_bytes()[at..]);
        match what {
            Escaped::Char(char) => text.push(char),
            Escaped::Half => text.push(char::REPLACEMENT_CHARACTER),
            // `\'` is an apostrophe; before any other character the `\` is kept.
            Escaped::Wrong if width == 2 => text.push('\''),
            Escaped::Wrong => text.push('\\'),
        }
        rest = &rest[at + width..];
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// Writes a text as a string of strict JSON.
pub fn quote(text: &str, out: &mut String) {
    let is_special = |byte: &u8| *byte < 0x20 || *byte == b'"' || *byte == b'\\';
    // Checks many bytes at a time, since most texts contain none of these characters.
    let any = |chunk: &[u8]| chunk.iter().fold(false, |any, byte| any | is_special(byte));
    if !text.as_bytes().chunks(64).any(any) {
        out.reserve(text.len() + 2);
        out.push('"');
        out.push_str(text);
        out.push('"');
        return;
    }
    out.push('"');
    for char in text.chars() {
        let escape = match char {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\u{8}' => "\\b",
            '\u{C}' => "\\f",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            '\0'..='\x1F' => {
                const HEX: &[u8; 16] = b"0123456789abcdef";
                out.push_str("\\u00");
                out.extend([char as usize >> 4, char as usize & 15].map(|at| char::from(HEX[at])));
                continue;
            }
            _ => {
                out.push(char);
                continue;
            }
        };
        out.push_str(escape);
    }
    out.push('"');
}

/// Whether a text is a number of strict JSON.
pub(crate) fn is_number(text: &str) -> bool {
    let bytes = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let digits = |bytes: &[u8]| bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    let whole = digits(bytes);
    if whole == 0 || (whole > 1 && bytes[0] == b'0') {
        return false;
    }
    let mut rest = &bytes[whole..];
    if let [b'.', fraction @ ..] = rest {
        let count = digits(fraction);
        if count == 0 {
            return false;
        }
        rest = &fraction[count..];
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let exponent = match exponent {
            [b'+' | b'-', digits @ ..] => digits,
            digits => digits,
        };
        return !exponent.is_empty() && digits(exponent) == exponent.len();
    }
    rest.is_empty()
}

/// Normalizes a number to strict JSON: `+1`, `.5`, `5.` and `007` are accepted. Returns `None` for any other
/// text that is not a number.
pub fn strict_number(text: &str) -> Option<Cow<'_, str>> {
    if is_number(text) {
        return Some(Cow::Borrowed(text));
    }
    let (minus, rest) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, mut rest) = rest.split_at(digits);
    let has_fraction = rest.strip_prefix('.').is_some_and(|fraction| {
        rest = fraction;
        true
    });
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (fraction, exponent) = rest.split_at(digits);
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut normalized = String::from(minus);
    let whole = whole.trim_start_matches('0');
    normalized.push_str(if whole.is_empty() { "0" } else { whole });
    if has_fraction {
        normalized.push('.');
        normalized.push_str(if fraction.is_empty() { "0" } else { fraction });
    }
    normalized.push_str(exponent);
    is_number(&normalized).then_some(Cow::Owned(normalized))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_normalized_to_json() {
        for good in ["0", "-0", "10", "6.50", "1e9", "-1.5E-3", "375"] {
            assert_eq!(strict_number(good).as_deref(), Some(good));
        }
        for (odd, normalized) in [
            ("+1", "1"),
            (".5", "0.5"),
            ("5.", "5.0"),
            ("007", "7"),
            ("-.5e1", "-0.5e1"),
            ("00", "0"),
        ] {
            assert_eq!(strict_number(odd).as_deref(), Some(normalized), "{odd}");
        }
        for bad in ["", "-", ".", "1e", "0x10", "1.2.3", "9p", "NaN", "--1"] {
            assert_eq!(strict_number(bad), None, "{bad}");
        }
    }

    #[test]
    fn strings_are_unquoted() {
        for (string, text) in [
            (r#""""#, ""),
            (r#""mm""#, "mm"),
            (r#""a\"b\\c\/\n\u00e9""#, "a\"b\\c/\né"),
            (r#""\ud83d\ude00""#, "😀"),
            (r#""\ud83d!""#, "\u{FFFD}!"),
            (r#"'it\'s'"#, "it's"),
            (r#""\q\u12""#, r"\q\u12"),
            (r#""open"#, "open"),
            (r#""open\""#, "open\""),
        ] {
            assert_eq!(unquote(string), text, "{string}");
        }
    }

    #[test]
    fn quoting_and_unquoting_are_inverse() {
        for text in [
            "",
            "a",
            "\"\\/\u{0}\u{7F}\n\u{2028}",
            "\r\t\u{8}\u{C}\u{1F}\u{B}",
            "囲碁 😀",
        ] {
            let mut string = String::new();
            quote(text, &mut string);
            assert!(StringScan::at(&string, 0, string.len()).is_strict());
            assert_eq!(unquote(&string), text);
            assert_eq!(string, serde_json::to_string(text).unwrap());
        }
    }
}
