//! Reads and writes escapes and line breaks (FF\[4\], *Text* and *SimpleText*; 2016 draft,
//! *Escapes*).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// Reads decoded text as *Text*: an escaped line break is removed, any other `\` is replaced by the
/// character after it, line breaks of all four forms become LF, and other white space becomes a
/// space.
///
/// ```
/// assert_eq!(kifu_sgf::text("see [12k\\]: \\\r\nhi\ragain"), "see [12k]: hi\nagain");
/// ```
pub fn text(written: &str) -> Cow<'_, str> {
    unescape(written, '\n')
}

/// Reads decoded text as *SimpleText*: like [`text()`], with a space for each line break.
///
/// ```
/// assert_eq!(kifu_sgf::simple_text("Sato\nKen"), "Sato Ken");
/// ```
pub fn simple_text(written: &str) -> Cow<'_, str> {
    unescape(written, ' ')
}

/// Whether a text contains a byte of some kind. Optimized for texts that contain none: it tests
/// many bytes at a time.
#[inline]
pub(crate) fn has(text: &str, is_such: impl Fn(u8) -> bool) -> bool {
    let in_chunk = |chunk: &[u8]| {
        let any = |any, byte: &u8| any | is_such(*byte);
        chunk.iter().fold(false, any)
    };
    text.as_bytes().chunks(64).any(in_chunk)
}

/// Replaces line breaks of all four forms by LF; escapes stay.
#[cfg(feature = "charset-backend")]
pub(crate) fn text_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let other = match c {
            '\n' => '\r',
            '\r' => '\n',
            c => {
                out.push(c);
                continue;
            }
        };
        chars.next_if_eq(&other);
        out.push('\n');
    }
    out
}

fn unescape(written: &str, line_break: char) -> Cow<'_, str> {
    let keeps_lines = line_break == '\n';
    // LF alone needs no change, and `LF CR` contains a CR, so the CR decides.
    let is_special =
        |byte| matches!(byte, b'\\' | b'\t' | 0x0B..=b'\r') || (byte == b'\n' && !keeps_lines);
    if !has(written, is_special) {
        return Cow::Borrowed(written);
    }
    let mut out = String::with_capacity(written.len());
    let mut chars = written.chars().peekable();
    while let Some(c) = chars.next() {
        let (c, escaped) = match c {
            '\\' => match chars.next() {
                Some(c) => (c, true),
                None => break,
            },
            c => (c, false),
        };
        match c {
            '\n' | '\r' => {
                let other = if c == '\n' { '\r' } else { '\n' };
                chars.next_if_eq(&other);
                if !escaped {
                    out.push(line_break);
                }
            }
            '\t' | '\x0B' | '\x0C' => out.push(' '),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Escapes text so that [`text()`] reads it back: writes `\` before `]` and `\`, and before a `[`
/// that no `]` closes or that looks like that of a property, because a reader could assume that
/// a `]` is missing there.
///
/// ```
/// assert_eq!(kifu_sgf::escape("a]b\\c:d"), "a\\]b\\\\c:d");
/// assert_eq!(kifu_sgf::escape("[12k] or [1"), "[12k\\] or \\[1");
/// assert_eq!(kifu_sgf::escape("x];B[aa]"), "x\\];B\\[aa\\]");
/// ```
pub fn escape(text: &str) -> Cow<'_, str> {
    if !has(text, |byte| matches!(byte, b'[' | b']' | b'\\')) {
        return Cow::Borrowed(text);
    }
    let mut closing = 0usize;
    let lone: Vec<usize> = text
        .bytes()
        .enumerate()
        .rev()
        .filter(|&(at, byte)| match byte {
            b'[' if closing == 0 || is_like_a_property(&text[..at]) => true,
            b'[' => {
                closing -= 1;
                false
            }
            _ => {
                closing += usize::from(byte == b']');
                false
            }
        })
        .map(|(at, _)| at)
        .collect();
    if lone.is_empty() && !text.contains([']', '\\']) {
        return Cow::Borrowed(text);
    }
    let mut lone = lone.into_iter().rev().peekable();
    escape_where(text, |at| lone.next_if_eq(&at).is_some())
}

/// Whether a `[` after this text looks like the start of a property value.
fn is_like_a_property(before: &str) -> bool {
    let rest = before.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ident = &before[rest.len()..];
    let capitals = ident.len() <= 2 && ident.bytes().all(|b| b.is_ascii_uppercase());
    !ident.is_empty() && (capitals || rest.trim_end().ends_with(';'))
}

/// Escapes text with a `\` before every `[`.
pub(crate) fn escape_brackets(text: &str) -> Cow<'_, str> {
    escape_where(text, |_| true)
}

fn escape_where(text: &str, mut open: impl FnMut(usize) -> bool) -> Cow<'_, str> {
    let mut out = String::with_capacity(text.len() + 8);
    for (at, c) in text.char_indices() {
        if matches!(c, ']' | '\\') || (c == '[' && open(at)) {
            out.push('\\');
        }
        out.push(c);
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ambiguous_brackets_are_escaped() {
        for (plain, escaped) in [
            ("a:b", "a:b"),
            ("a[b", "a\\[b"),
            ("[12k]", "[12k\\]"),
            ("[12k] or [1", "[12k\\] or \\[1"),
            ("[[a]", "\\[[a\\]"),
            ("x];B[aa]", "x\\];B\\[aa\\]"),
            ("x ; and then[aa]", "x ; and then[aa\\]"),
            ("x ;then[aa]", "x ;then\\[aa\\]"),
            ("PW[x] PWX[x] pw[x]", "PW\\[x\\] PWX[x\\] pw[x\\]"),
            ("\\", "\\\\"),
        ] {
            assert_eq!(escape(plain), escaped);
            assert_eq!(text(escaped), plain);
        }
    }
}
