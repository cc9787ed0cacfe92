//! Moves and points as games are compared by them: in Western coordinates, too.

use alloc::vec::Vec;

use kifu_core::{Move, Point, Size};
use kifu_sgf::Property;
use kifu_sgf::value::{Read, ValueError, ValueErrorKind, action};

/// The move that a property plays. `None` if it cannot be read, or if the property has several values.
pub(crate) fn played(property: &Property<'_>, size: Size) -> Option<Move> {
    let mut values = property.values();
    let value = values.next()?;
    match values.next() {
        None => read(action(value.raw(), size)),
        Some(_) => None,
    }
}

/// The move that was read; Western coordinates such as `D4` are the point that they name.
pub(crate) fn read(read: Result<Read<Move>, ValueError>) -> Option<Move> {
    match read {
        Ok(read) => Some(read.value),
        Err(error) => western(&error).map(Move::Play),
    }
}

/// The point that a value names, in Western coordinates too.
#[cfg(feature = "compare")]
pub(crate) fn point_of(raw: &[u8], size: Size) -> Option<Point> {
    match kifu_sgf::value::point(raw, size) {
        Ok(read) => Some(read.value),
        Err(error) => western(&error),
    }
}

fn western(error: &ValueError) -> Option<Point> {
    match error.kind {
        ValueErrorKind::Western(point) => Some(point),
        _ => None,
    }
}

/// The bytes of the values of a property, each in brackets.
pub(crate) fn brackets(property: &Property<'_>) -> Vec<u8> {
    let values = property.values();
    values
        .flat_map(|value| [b"[", value.raw(), b"]"].concat())
        .collect()
}
