//! Where a value ends.

use memchr::memchr2;

use crate::scheme::Scheme;

/// The offset of the `]` that closes a value whose text starts at the start of
/// `text`, or `None` if nothing closes it.
#[inline]
pub(crate) fn closing_bracket(text: &[u8], scheme: Scheme) -> Option<usize> {
    if let Some(end) = short(text) {
        return end_of_short(text, end, scheme);
    }
    long(text, scheme)
}

/// The first `]` among the first eight bytes, if no `\` stands before it.
#[inline]
fn short(text: &[u8]) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let word = u64::from_le_bytes(*text.first_chunk::<8>()?);
    // A byte is zero in `word ^ pattern` where it equals the pattern. The lowest
    // bit found is exact; carries can only add bits above it.
    let zero = |x: u64| x.wrapping_sub(ONES) & !x & HIGHS;
    let brackets = zero(word ^ (ONES * b']' as u64));
    let escapes = zero(word ^ (ONES * b'\\' as u64));
    let hits = brackets | escapes;
    let at = hits.trailing_zeros() as usize / 8;
    (hits != 0 && text[at] == b']').then_some(at)
}

#[inline]
fn end_of_short(text: &[u8], end: usize, scheme: Scheme) -> Option<usize> {
    match scheme {
        Scheme::AsciiSafe => Some(end),
        _ => long(text, scheme),
    }
}

fn long(text: &[u8], scheme: Scheme) -> Option<usize> {
    match scheme {
        Scheme::AsciiSafe => single(text),
        Scheme::ShiftJis | Scheme::Gbk | Scheme::Big5 => double(text, scheme),
        Scheme::Iso2022 => switched(text),
    }
}

fn single(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr2(b']', b'\\', text.get(at..)?)?;
        if text[at] == b']' {
            return Some(at);
        }
        at += 2;
    }
}

fn double(text: &[u8], scheme: Scheme) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr2(b']', b'\\', text.get(at..)?)?;
        let trail = scheme.splits_character(&text[..at], text[at]);
        match (text[at], trail) {
            (b']', false) => return Some(at),
            (b']', true) if structure_follows(&text[at + 1..]) => return Some(at),
            (_, false) => at += 2,
            (_, true) => {
                let backslash = text[at] == b'\\';
                at += 1;
                // Programs that escape byte by byte double the second byte of a
                // character: the backslash after it then escapes nothing.
                if backslash && text[at..].starts_with(b"\\]") && structure_follows(&text[at + 2..])
                {
                    return Some(at + 1);
                }
            }
        }
    }
}

/// ISO-2022: `ESC $ …` and SO start pairs of 7-bit bytes, `ESC ( …` and SI end
/// them, and so does the end of a line.
fn switched(text: &[u8]) -> Option<usize> {
    const ESC: u8 = 0x1B;
    let mut pairs = false;
    let mut at = 0;
    loop {
        if !pairs {
            at += text[at..]
                .iter()
                .position(|b| matches!(b, b']' | b'\\' | &ESC | 0x0E))?;
        }
        let byte = *text.get(at)?;
        match byte {
            ESC => {
                let (len, change) = escape_sequence(&text[at..]);
                at += len;
                pairs = change.unwrap_or(pairs);
            }
            0x0E => {
                at += 1;
                pairs = true;
            }
            0x0F | b'\n' | b'\r' => {
                at += 1;
                pairs = false;
            }
            b']' if !pairs || structure_follows(&text[at + 1..]) => return Some(at),
            b'\\' if !pairs => at += 2,
            0x21..=0x7E if pairs => match text.get(at + 1)? {
                b']' if structure_follows(&text[at + 2..]) => return Some(at + 1),
                0x21..=0x7E => at += 2,
                _ => at += 1,
            },
            _ => at += 1,
        }
        if at > text.len() {
            return None;
        }
    }
}

/// The length of the escape sequence at the start of `text` (ISO/IEC 2022:
/// intermediate bytes, then a final one), and whether pairs follow it.
fn escape_sequence(text: &[u8]) -> (usize, Option<bool>) {
    let middle = text[1..]
        .iter()
        .take_while(|b| matches!(b, 0x20..=0x2F))
        .count();
    let has_final = text
        .get(1 + middle)
        .is_some_and(|b| matches!(b, 0x30..=0x7E));
    let len = 1 + middle + usize::from(has_final);
    let change = match &text[1..1 + middle] {
        // `ESC $ ) C` only says what SO will mean.
        [b'$', b')' | b'*' | b'+', ..] => None,
        [b'$', ..] => Some(true),
        [b'(', ..] => Some(false),
        _ => None,
    };
    (len, change)
}

/// Whether the bytes after a `]` go on as a game does, so that it must have
/// been a bracket: a node, a property, a variation, or the end of the tree.
fn structure_follows(rest: &[u8]) -> bool {
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

/// How far a guess may look, so that guessing stays linear.
const LOOKAHEAD: usize = 64;

fn after_blanks(rest: &[u8]) -> &[u8] {
    let blanks = rest
        .iter()
        .take(LOOKAHEAD)
        .take_while(|b| is_blank(**b))
        .count();
    &rest[blanks..]
}

pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_value_ends_like_a_long_one() {
        let texts: [&[u8]; 6] = [
            b"pd]",
            b"]",
            b"a\\]b]",
            b"\\\\];B[aa]",
            b"1234567]",
            b"12345678]",
        ];
        for text in texts {
            for padding in 0..9 {
                let text = [text, &b"xxxxxxxxx"[..padding]].concat();
                assert_eq!(closing_bracket(&text, Scheme::AsciiSafe), single(&text));
            }
        }
    }

    #[test]
    fn a_doubted_bracket_is_judged_by_what_follows() {
        // 0x95 0x5D is one character of Shift-JIS.
        let cases: [(&[u8], Option<usize>); 9] = [
            (b"\x95]", Some(1)),
            (b"\x95];B[aa]", Some(1)),
            (b"\x95] \n;W[bb]", Some(1)),
            (b"\x95]KM[0]", Some(1)),
            (b"\x95](;B[aa]", Some(1)),
            (b"\x95])\n)", Some(1)),
            (b"\x95])(;B[aa])", Some(1)),
            (b"\x95](3d)]", Some(6)),
            (b"\x95] 5 points]", Some(11)),
        ];
        for (text, end) in cases {
            let shown = text.escape_ascii();
            assert_eq!(closing_bracket(text, Scheme::ShiftJis), end, "{shown}");
        }
    }

    #[test]
    fn escape_at_the_end_closes_nothing() {
        for scheme in [Scheme::AsciiSafe, Scheme::Gbk, Scheme::Iso2022] {
            assert_eq!(closing_bracket(b"abc\\", scheme), None);
            assert_eq!(closing_bracket(b"", scheme), None);
        }
    }
}
