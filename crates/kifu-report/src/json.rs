//! JSON that is safe to show on a terminal.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};

use crate::printable::is_hazard;

/// The version of the JSON output: the member `kifu_schema` of each object. It increases when a member is removed
/// or changes its meaning.
pub const SCHEMA: u32 = 1;

/// Writes a value as one line of JSON, without a line break. Characters that act on a terminal are escaped, which
/// JSON itself does not require.
///
/// ```
/// let json = kifu_report::json_line("\u{1b}[31m 古力 \u{202e}")?;
/// assert_eq!(json, r#""\u001b[31m 古力 \u202e""#.as_bytes());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// An error if the value cannot be written as JSON, such as a map whose keys are lists.
pub fn json_line(value: &(impl Serialize + ?Sized)) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut line, Guarded))?;
    Ok(line)
}

struct Guarded;

impl Formatter for Guarded {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if fragment.bytes().all(|b| matches!(b, b' '..=b'~')) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        while let Some(at) = rest.find(is_hazard) {
            writer.write_all(&rest.as_bytes()[..at])?;
            let mut chars = rest[at..].chars();
            if let Some(hazard) = chars.next() {
                // All of these characters are in the Basic Multilingual Plane.
                write!(writer, "\\u{:04x}", u32::from(hazard))?;
            }
            rest = chars.as_str();
        }
        writer.write_all(rest.as_bytes())
    }

    fn write_char_escape<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        CompactFormatter.write_char_escape(writer, escape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_act_on_a_terminal_are_escaped() {
        let text = "a\x1b\"\\\u{9b}\u{7f}村\u{202e}\n";
        let json = json_line(&text).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&json),
            r#""a\u001b\"\\\u009b\u007f村\u202e\n""#
        );
        assert_eq!(serde_json::from_slice::<String>(&json).unwrap(), text);
    }
}
