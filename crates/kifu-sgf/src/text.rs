//! Escapes and line breaks (FF\[4\], *Text* and *SimpleText*; 2016 draft, *Escapes*).

use alloc::borrow::Cow;
use alloc::string::String;

/// Reads decoded text as *Text*: an escaped line break vanishes, any other `\`
/// gives the character after it, line breaks of all four forms become LF, other
/// white space becomes a blank.
///
/// ```
/// assert_eq!(kifu_sgf::text("see [12k\\]: \\\r\nhi\ragain"), "see [12k]: hi\nagain");
/// ```
pub fn text(written: &str) -> Cow<'_, str> {
    unescape(written, '\n')
}

/// Reads decoded text as *SimpleText*: as [`text()`], with a blank for each line break.
///
/// ```
/// assert_eq!(kifu_sgf::simple_text("Sato\nKen"), "Sato Ken");
/// ```
pub fn simple_text(written: &str) -> Cow<'_, str> {
    unescape(written, ' ')
}

fn unescape(written: &str, line_break: char) -> Cow<'_, str> {
    let plain = |b: u8| match b {
        b'\\' | b'\r' | b'\t' | 0x0B | 0x0C => false,
        b'\n' => line_break == '\n',
        _ => true,
    };
    // `LF CR` is one line break, so a lone CR is enough to look closer.
    if written.bytes().all(plain) {
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

/// Writes text so that [`text()`] reads it back: `]` and `\` get a `\` before them.
///
/// ```
/// assert_eq!(kifu_sgf::escape("a]b\\c:d"), "a\\]b\\\\c:d");
/// ```
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains([']', '\\']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    Cow::Owned(out)
}
