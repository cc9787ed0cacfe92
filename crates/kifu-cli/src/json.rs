//! JSON on the way out.

use std::io::{self, Write};

use kifu::timeline::Time;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

pub(crate) use kifu::report::{SCHEMA, json_line as line};

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
