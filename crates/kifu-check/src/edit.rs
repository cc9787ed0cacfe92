//! The edits that repairs consist of.

use alloc::vec;
use alloc::vec::Vec;

use kifu_sgf::{Property, Value};
use kifu_span::{Edit, Span};

/// Replaces the bytes between the brackets of a value.
pub(crate) fn set(value: &Value<'_>, raw: impl Into<Vec<u8>>) -> Option<Edit> {
    let span = inside(value)?;
    Some(Edit::replace(span, raw))
}

/// The span between the brackets of a value; `None` if the closing bracket is missing, because the repair of the
/// syntax comes first.
pub(crate) fn inside(value: &Value<'_>) -> Option<Span> {
    let span = value.span().filter(|_| value.is_closed())?;
    Some(Span::new(span.start + 1, span.end - 1))
}

/// Removes a value, and also its property if the property has no other value.
///
/// The removal of the first value also rewrites the opening bracket of the second one. So two fixes that together
/// would remove all values overlap, and one of them waits for the next round.
pub(crate) fn remove_value(property: &Property<'_>, value: &Value<'_>) -> Option<Vec<Edit>> {
    let mut values = property.values();
    let first = values.next()?.span();
    let Some(second) = values.next() else {
        return Some(vec![remove(property)?]);
    };
    let span = value.span().filter(|_| value.is_closed())?;
    let mut edits = vec![Edit::delete(span)];
    if first == Some(span) {
        let start = second.span()?.start;
        edits.push(Edit::replace(Span::new(start, start + 1), *b"["));
    }
    Some(edits)
}

/// Removes a property.
pub(crate) fn remove(property: &Property<'_>) -> Option<Edit> {
    let closed = property.values().all(|value| value.is_closed());
    Some(Edit::delete(property.span().filter(|_| closed)?))
}

/// Replaces the identifier of a property.
pub(crate) fn rename(property: &Property<'_>, ident: &str) -> Option<Edit> {
    Some(Edit::replace(property.ident_span()?, ident.as_bytes()))
}

/// Inserts `;` before a property, which starts a new node.
pub(crate) fn split_before(property: &Property<'_>) -> Option<Edit> {
    Some(Edit::insert(property.ident_span()?.start, *b";"))
}
