//! JSON on the way out.

use std::io::{self, Write};

use kifu::timeline::Time;
use serde::{Serialize, Serializer};
use serde_json::ser::{CharEscape, Formatter};
use serde_json::value::RawValue;

use crate::printable::is_hazard;

/// The version of what is written: raised when a member changes its meaning or goes.
pub(crate) const SCHEMA: u32 = 1;

/// A value as one line, without the line break.
pub(crate) fn line(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = Vec::new();
    value.serialize(&mut serde_json::Serializer::with_formatter(
        &mut line, Guarded,
    ))?;
    Ok(line)
}

/// A time as a number of seconds, exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seconds(pub(crate) Time);

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = RawValue::from_string(self.0.to_string());
        number
            .map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

/// Compact, with every character escaped that acts on a terminal; JSON itself asks for
/// less.
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
                // All of them are in the basic plane.
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
        serde_json::ser::CompactFormatter.write_char_escape(writer, escape)
    }
}

/// Writes objects one by one: as lines, or as one array with a line for each.
#[derive(Debug)]
pub(crate) struct Sequence {
    array: bool,
    first: bool,
}

impl Sequence {
    /// What `--json` and `--jsonl` ask for, if one of them is given.
    pub(crate) fn asked(json: bool, jsonl: bool) -> Option<Sequence> {
        match (json, jsonl) {
            (true, _) => Some(Sequence::array()),
            (_, true) => Some(Sequence::lines()),
            _ => None,
        }
    }

    pub(crate) fn lines() -> Sequence {
        Sequence {
            array: false,
            first: true,
        }
    }

    pub(crate) fn array() -> Sequence {
        Sequence {
            array: true,
            first: true,
        }
    }

    /// Writes one object, given as [`line`] makes it.
    pub(crate) fn write(&mut self, out: &mut impl Write, line: &[u8]) -> io::Result<()> {
        match (self.array, self.first) {
            (true, true) => out.write_all(b"[\n")?,
            (true, false) => out.write_all(b",\n")?,
            (false, _) => {}
        }
        self.first = false;
        out.write_all(line)?;
        if self.array {
            Ok(())
        } else {
            out.write_all(b"\n")
        }
    }

    pub(crate) fn finish(self, out: &mut impl Write) -> io::Result<()> {
        match (self.array, self.first) {
            (false, _) => Ok(()),
            (true, true) => out.write_all(b"[]\n"),
            (true, false) => out.write_all(b"\n]\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_is_escaped() {
        let text = "a\x1b\"\\\u{9b}\u{7f}村\u{202e}\n";
        let json = line(&text).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&json),
            r#""a\u001b\"\\\u009b\u007f村\u202e\n""#
        );
        assert_eq!(serde_json::from_slice::<String>(&json).unwrap(), text);
    }
}
