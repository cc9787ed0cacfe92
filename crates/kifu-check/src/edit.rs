//! The edits that repairs consist of.

use alloc::vec;
use alloc::vec::Vec;

use kifu_sgf::{Property, Value};
use kifu_span::{Edit, Span};

/// Returns an edit that replaces the bytes between the brackets of a value.
pub(crate) fn set(value: &Value<'_>, raw: impl Into<Vec<u8>>) -> Option<Edit> {
    let span = inside(value)?;
    Some(Edit::replace(span, raw))
}

/// The span between the brackets of a value; `None` if the closing bracket is missing, because the syntax must be
/// repaired first.
pub(crate) fn inside(value: &Value<'_>) -> Option<Span> {
    let span = value.span().filter(|_| value.is_closed())?;
    Some(Span::new(span.start + 1, span.end - 1))
}

/// Returns edits that remove a value, and also its property if the property has no other value.
///
/// The removal of the first value also rewrites the opening bracket of the second one. Therefore the edits of two fixes
/// overlap if the fixes together would remove all values of a property. In this case, only one of the fixes is made,
/// and the other one waits for the next round.
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

/// Returns an edit that removes a property.
pub(crate) fn remove(property: &Property<'_>) -> Option<Edit> {
    let closed = property.values().all(|value| value.is_closed());
    Some(Edit::delete(property.span().filter(|_| closed)?))
}

/// Returns an edit that replaces the identifier of a property.
pub(crate) fn rename(property: &Property<'_>, ident: &str) -> Option<Edit> {
    Some(Edit::replace(property.ident_span()?, ident.as_bytes()))
}

/// Returns an edit that inserts `;` before a property, so that a new node starts there.
pub(crate) fn split_before(property: &Property<'_>) -> Option<Edit> {
    Some(Edit::insert(property.ident_span()?.start, *b";"))
}
