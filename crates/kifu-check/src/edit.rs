//! The edits that repairs consist of.

use alloc::vec;
use alloc::vec::Vec;

use kifu_sgf::{Property, Value};
use kifu_span::{Edit, Span};

/// Puts other bytes between the brackets of a value.
pub(crate) fn set(value: &Value<'_>, raw: impl Into<Vec<u8>>) -> Option<Edit> {
    let span = inside(value)?;
    Some(Edit::replace(span, raw))
}

/// What is between the brackets; `None` where there is no closing one, which is for the
/// syntax to mend first.
pub(crate) fn inside(value: &Value<'_>) -> Option<Span> {
    let span = value.span().filter(|_| value.is_closed())?;
    Some(Span::new(span.start + 1, span.end - 1))
}

/// Takes a value out; the property with it, if it has no other.
///
/// With the first value the bracket of the second is written anew: two fixes that together
/// would leave no value meet there, and one waits for the next round.
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

/// Takes a property out.
pub(crate) fn remove(property: &Property<'_>) -> Option<Edit> {
    let closed = property.values().all(|value| value.is_closed());
    Some(Edit::delete(property.span().filter(|_| closed)?))
}

/// Writes an identifier anew.
pub(crate) fn rename(property: &Property<'_>, ident: &str) -> Option<Edit> {
    Some(Edit::replace(property.ident_span()?, ident.as_bytes()))
}

/// Starts a new node before a property.
pub(crate) fn split_before(property: &Property<'_>) -> Option<Edit> {
    Some(Edit::insert(property.ident_span()?.start, *b";"))
}
