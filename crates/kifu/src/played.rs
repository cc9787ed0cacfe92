//! Moves as games are compared by them: in Western coordinates, too.

use alloc::vec::Vec;

use kifu_core::{Move, Size};
use kifu_sgf::Property;
use kifu_sgf::value::western;

/// The move that a property plays. `None` if it cannot be read, or if the property has several values.
pub(crate) fn played(property: &Property<'_>, size: Size) -> Option<Move> {
    let mut values = property.values();
    let value = values.next()?;
    match values.next() {
        None => western::action(value.raw(), size)
            .ok()
            .map(|read| read.value),
        Some(_) => None,
    }
}

/// The bytes of the values of a property, each in brackets.
pub(crate) fn brackets(property: &Property<'_>) -> Vec<u8> {
    let values = property.values();
    values
        .flat_map(|value| [b"[", value.raw(), b"]"].concat())
        .collect()
}
