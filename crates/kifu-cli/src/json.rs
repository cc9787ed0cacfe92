//! JSON output.

use std::collections::BTreeMap;
use std::io::{self, Write};

use kifu::timeline::Time;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use kifu::report::{SCHEMA, json_line};

/// An object with the schema version before its own members.
#[derive(Serialize)]
struct Versioned<'a, T> {
    kifu_schema: u32,
    /// The name of the file that the object is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(flatten)]
    object: &'a T,
}

/// Returns an object as one line, with the schema version before its members.
pub(crate) fn line(object: &impl Serialize) -> io::Result<Vec<u8>> {
    json_line(&Versioned {
        kifu_schema: SCHEMA,
        file: None,
        object,
    })
}

/// Returns the same as [`line`] for an object about an input with this
/// [name](kifu_files::Input::name).
pub(crate) fn file_line(file: String, object: &impl Serialize) -> io::Result<Vec<u8>> {
    json_line(&Versioned {
        kifu_schema: SCHEMA,
        file: Some(file),
        object,
    })
}

/// Returns the same as [`file_line`] for an object with one member, a list.
pub(crate) fn list_line(
    file: String,
    name: &'static str,
    list: &[impl Serialize],
) -> io::Result<Vec<u8>> {
    file_line(file, &BTreeMap::from([(name, list)]))
}

/// A time, written as an exact number of seconds.
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

/// A writer of objects, one per line or as one array with a line for each.
#[derive(Debug)]
pub(crate) struct Sequence {
    array: bool,
    first: bool,
}

impl Sequence {
    /// Returns the writer that `--json` or `--jsonl` selects.
    pub(crate) fn from_flags(json: bool, jsonl: bool) -> Option<Sequence> {
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

    /// Writes one object, as returned by [`line`].
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
