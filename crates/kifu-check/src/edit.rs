//! The edits that repairs consist of.

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
/// The first value goes with the bracket that opens the second, so that two fixes which
/// together would leave no value meet, and one waits for the next round.
pub(crate) fn remove_value(property: &Property<'_>, value: &Value<'_>) -> Option<Edit> {
    let mut values = property.values();
    let (first, second) = (values.next()?, values.next());
    let Some(second) = second else {
        return remove(property);
    };
    let span = value.span().filter(|_| value.is_closed())?;
    if first.span() != Some(span) {
        return Some(Edit::delete(span));
    }
    let bracket = Span::new(span.start, second.span()?.start + 1);
    Some(Edit::replace(bracket, *b"["))
}

/// Takes a property out.
pub(crate) fn remove(property: &Property<'_>) -> Option<Edit> {
    let closed = property.values().all(|value| value.is_closed());
    Some(Edit::delete(property.span().filter(|_| closed)?))
}

/// Writes an identifier anew.
pub(crate) fn rename(property: &Property<'_>, ident: &str) -> Option<Edit> {
    let start = property.span()?.start;
    let len = property.ident().as_bytes().len() as u32;
    Some(Edit::replace(
        Span::new(start, start + len),
        ident.as_bytes(),
    ))
}

/// Starts a new node before a property.
pub(crate) fn split_before(property: &Property<'_>) -> Option<Edit> {
    Some(Edit::insert(property.span()?.start, *b";"))
}
