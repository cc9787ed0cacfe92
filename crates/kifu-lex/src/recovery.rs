//! Decides about brackets that may be text, by what is before or after them.

use crate::generated::AFTER_A_VALUE;
use crate::scheme::Scheme;
use crate::value::{Mark, is_blank};

/// Returns the offset of the node or property whose value the `[` after `before` seems to open,
/// although `before` is read as text. The value with this text lacks its own `]`, and should end at
/// the offset.
pub(crate) fn node_before(before: &[u8], scheme: Scheme) -> Option<usize> {
    swallowed_node(before, scheme).or_else(|| swallowed_property(before, scheme))
}

/// Finds a swallowed node, such as `;B` or `(;Black`.
fn swallowed_node(before: &[u8], scheme: Scheme) -> Option<usize> {
    let letters = |b: &u8| b.is_ascii_alphabetic();
    let (before, ident) = split_tail(before, letters);
    let (b';', rest) = before_blanks(before).split_last()? else {
        return None;
    };
    if !ident.first()?.is_ascii_uppercase() || is_escaped(rest, scheme) {
        return None;
    }
    // If the node starts a variation, the value swallowed its `(` too.
    let (before, opens) = split_tail(rest, |b| *b == b'(' || is_blank(*b));
    let escaped = !opens.is_empty() && is_escaped(before, scheme);
    Some(before.len() + usize::from(escaped))
}

/// Finds a swallowed game-info property, such as `PW` in `KenPW`, or any property of one or two
/// letters on a line of its own.
fn swallowed_property(before: &[u8], scheme: Scheme) -> Option<usize> {
    let (before, ident) = split_tail(before, u8::is_ascii_uppercase);
    let text = before_blanks(before);
    let own_line = before[text.len()..]
        .iter()
        .any(|b| matches!(b, b'\n' | b'\r'));
    let last = *text.last()?;
    let whole = last.is_ascii() || scheme == Scheme::AsciiSafe;
    let starts = match ident.len() {
        1 => own_line,
        2 => own_line || (AFTER_A_VALUE.contains(&ident) && whole),
        _ => false,
    };
    (starts && last != b'(' && !is_escaped(text, scheme)).then_some(text.len())
}

/// Splits off the longest tail whose bytes satisfy `kind`.
fn split_tail(text: &[u8], kind: impl Fn(&u8) -> bool) -> (&[u8], &[u8]) {
    let tail = text.iter().rev().take_while(|b| kind(b)).count();
    text.split_at(text.len() - tail)
}

/// Whether the byte after this text is escaped.
fn is_escaped(text: &[u8], scheme: Scheme) -> bool {
    let (before, escapes) = split_tail(text, |b| *b == b'\\');
    // The first backslash can be half a character.
    let half = !escapes.is_empty() && scheme.splits_character(before, b'\\');
    (escapes.len() % 2 == 1) != half
}

/// Whether the structure of a game follows a `]` that could be text. `rest` and its `marks` are after it.
pub(crate) fn goes_on(rest: &[u8], marks: impl Iterator<Item = (usize, Mark)>) -> bool {
    let rest = skip_idle(rest);
    let clear = match rest.first() {
        None | Some(b'[') => true,
        Some(b';') => node_follows(&rest[1..]),
        Some(b'(') => variation_follows(&rest[1..]),
        Some(b')') => {
            let closes = rest
                .iter()
                .take_while(|b| **b == b')' || is_idle(**b))
                .count();
            let rest = &rest[closes..];
            match rest.first() {
                None => true,
                Some(b';') => node_follows(&rest[1..]),
                Some(b'(') => variation_follows(&rest[1..]),
                Some(_) => named_value_follows(rest),
            }
        }
        Some(_) => named_value_follows(rest),
    };
    // If neither a clear structure nor another bracket follows, the rest is junk after the value.
    let mut brackets = marks.filter(|(_, mark)| *mark != Mark::Escaped);
    clear || brackets.next().is_none()
}

fn node_follows(rest: &[u8]) -> bool {
    let rest = skip_idle(rest);
    matches!(rest.first(), None | Some(b';' | b'(' | b')' | b'[')) || named_value_follows(rest)
}

fn variation_follows(rest: &[u8]) -> bool {
    let opens = rest
        .iter()
        .take_while(|b| **b == b'(' || is_idle(**b))
        .count();
    let rest = &rest[opens..];
    matches!(rest.first(), None | Some(b';' | b')')) || named_value_follows(rest)
}

/// Whether `rest` starts with an identifier and `[`; blanks between the two are allowed only after
/// an identifier in capitals.
fn named_value_follows(rest: &[u8]) -> bool {
    let len = rest
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric())
        .count();
    let (ident, rest) = rest.split_at(len);
    let rest = match rest.first() {
        Some(byte) if is_blank(*byte) && ident.iter().all(u8::is_ascii_uppercase) => {
            skip_idle(rest)
        }
        _ => rest,
    };
    ident.first().is_some_and(u8::is_ascii_alphabetic) && rest.first() == Some(&b'[')
}

fn before_blanks(text: &[u8]) -> &[u8] {
    split_tail(text, |b| is_blank(*b)).0
}

fn skip_idle(rest: &[u8]) -> &[u8] {
    let blanks = rest.iter().take_while(|b| is_idle(**b)).count();
    &rest[blanks..]
}

/// Whether a byte is a blank, or padding that old programs wrote (NUL, Ctrl-Z).
const fn is_idle(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, 0 | 0x1A)
}

/// Whether the bytes after a `]` continue the structure of a game (a node, a property, a variation,
/// or the end of the tree), so that the `]` is a bracket.
pub(crate) fn structure_follows(rest: &[u8]) -> bool {
    let rest = after_blanks(rest);
    match rest.first() {
        None => true,
        Some(b';') => {
            let rest = after_blanks(&rest[1..]);
            matches!(rest.first(), Some(b';' | b'(' | b')')) || property_follows(rest)
        }
        Some(b'(') => after_blanks(&rest[1..]).first() == Some(&b';'),
        Some(b')') => {
            let closes = rest
                .iter()
                .take(LOOKAHEAD)
                .take_while(|b| **b == b')' || is_blank(**b))
                .count();
            let rest = &rest[closes..];
            rest.is_empty()
                || closes == LOOKAHEAD
                || (rest[0] == b'(' && after_blanks(&rest[1..]).first() == Some(&b';'))
        }
        Some(b'A'..=b'Z') => property_follows(rest),
        Some(_) => false,
    }
}

fn property_follows(rest: &[u8]) -> bool {
    let letters = rest
        .iter()
        .take(LOOKAHEAD)
        .take_while(|b| b.is_ascii_alphabetic())
        .count();
    letters > 0 && rest.get(letters) == Some(&b'[')
}

/// The maximum number of bytes that a guess reads, so that guessing takes linear time.
const LOOKAHEAD: usize = 64;

fn after_blanks(rest: &[u8]) -> &[u8] {
    let blanks = rest
        .iter()
        .take(LOOKAHEAD)
        .take_while(|b| is_blank(**b))
        .count();
    &rest[blanks..]
}
