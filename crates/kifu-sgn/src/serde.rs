//! Serialization of positions as strings.

use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::Sgn;

/// Serializes the position as the text of its notation.
impl Serialize for Sgn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Deserializes a position from the text of its notation, read strictly.
impl<'de> Deserialize<'de> for Sgn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sgn, D::Error> {
        deserializer.deserialize_str(Notation)
    }
}

struct Notation;

impl Visitor<'_> for Notation {
    type Value = Sgn;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a position in SGN")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Sgn, E> {
        text.parse().map_err(E::custom)
    }
}
