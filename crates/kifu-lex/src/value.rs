//! Finds the end of a value.
//!
//! A value whose text contains no `[` ends at its first `]`, whatever follows. Nearly all values
//! are like that. A `[` in a value has one of three causes: the text contains a bracket, which is
//! allowed (`[12k\]`); the text contains a pair whose second bracket is not escaped (`[12k]`); or
//! the value's own `]` is missing and the bracket belongs to the next move (`oops;W[bb]`).
//!
//! So brackets are counted. A `]` that closes no other bracket ends the value. A `]` that closes
//! another bracket ends the value if the structure of a game follows it, and is text otherwise. If
//! the value would end while a bracket is open that looks like that of a node, the value ends
//! before that node.
//!
//! Finding the end takes linear time. To decide about a `]`, the bytes after it are read up to the
//! next bracket, so no byte is read twice for such decisions. A value that lacks its own `]` ends
//! before the node that it would swallow. If it would swallow two nodes, it ends before the first
//! one, as soon as the second one is found. In both cases, the bytes from that end on are read
//! again, but only once.

use memchr::memchr3;

use crate::scheme::Scheme;

/// The end of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The value ends with the `]` at this offset.
    Bracket(usize),
    /// The value ends at this offset, without a `]`.
    Missing(usize),
}

/// Returns the offset of the `]` that closes the value whose text is at the start of `text`, if the
/// end is unambiguous.
#[inline]
pub(crate) fn plain_end(text: &[u8], scheme: Scheme) -> Option<usize> {
    if scheme == Scheme::AsciiSafe {
        return first(text);
    }
    match end(text, scheme)? {
        End::Bracket(bracket) => Some(bracket),
        End::Missing(_) => None,
    }
}

/// Returns the offset of the first `]` if it is among the first 24 bytes and no `\` or `[` precedes
/// it.
#[inline]
fn short(text: &[u8]) -> Option<usize> {
    let (first, rest) = text.split_first_chunk()?;
    let (second, rest) = rest.split_first_chunk()?;
    // Both words are searched before the branch, so that the branch predictor need not guess which
    // one contains the byte.
    let at = match (hits(first), hits(second)) {
        (0, 0) => 16 + first_hit(hits(rest.first_chunk()?))?,
        (first, second) => {
            let at = first.trailing_zeros() / 8;
            (if first == 0 {
                8 + second.trailing_zeros() / 8
            } else {
                at
            }) as usize
        }
    };
    (text[at] == b']').then_some(at)
}

fn first_hit(hits: u64) -> Option<usize> {
    (hits != 0).then_some(hits.trailing_zeros() as usize / 8)
}

/// Returns a word with the top bit set in each byte of `word` that is a bracket or `\`.
#[inline]
fn hits(word: &[u8; 8]) -> u64 {
    // `[`, `\` and `]` are consecutive. Adding FROM to a byte without its top bit sets the top bit
    // if the byte is `[` or above; adding BEYOND sets it if the byte is above `]`.
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x80 * ONES;
    const FROM: u64 = (0x80 - b'[' as u64) * ONES;
    const BEYOND: u64 = (0x80 - b']' as u64 - 1) * ONES;
    let word = u64::from_le_bytes(*word);
    let low = word & !TOPS;
    (low + FROM) & !(low + BEYOND) & !word & TOPS
}

/// Returns the offset of the first `]` that is not escaped, if no `[` precedes it.
#[inline]
fn first(text: &[u8]) -> Option<usize> {
    short(text).or_else(|| long(text))
}

fn long(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr3(b'[', b']', b'\\', text.get(at..)?)?;
        match text[at] {
            b']' => return Some(at),
            b'[' => return None,
            _ => at += 2,
        }
    }
}

/// Finds the end of the value whose text is at the start of `text`; `None` if it extends to the end
/// of the source.
pub(crate) fn end(text: &[u8], scheme: Scheme) -> Option<End> {
    let plain = scheme == Scheme::AsciiSafe;
    if let Some(bracket) = plain.then(|| first(text)).flatten() {
        return Some(End::Bracket(bracket));
    }
    if scheme == Scheme::Iso2022 {
        // Brackets are not counted in text that switches between character sets.
        return switched(text).map(End::Bracket);
    }
    let mut marks = Marks::new(text, scheme);
    let mut depth = 0;
    // The node that the value may have swallowed: its offset, and the bracket depth inside its
    // value.
    let mut swallowed: Option<(usize, usize)> = None;
    while let Some((at, mark)) = marks.next() {
        match mark {
            Mark::Open => {
                depth += 1;
                if let Some(node) = node_before(&text[..at], scheme) {
                    if let Some((first, _)) = swallowed {
                        return Some(End::Missing(first));
                    }
                    swallowed = Some((node, depth));
                }
                continue;
            }
            Mark::Escaped => {}
            Mark::Close if depth > 0 && !goes_on(text, at + 1, scheme) => {}
            Mark::Close | Mark::Sure => {
                return Some(match swallowed {
                    Some((node, _)) => End::Missing(node),
                    None => End::Bracket(at),
                });
            }
        }
        depth = depth.saturating_sub(1);
        swallowed = swallowed.filter(|(_, inside)| depth >= *inside);
    }
    swallowed.map(|(node, _)| End::Missing(node))
}

/// Returns the offsets of the `]` inside a value that are not escaped. `value` includes its
/// brackets.
pub fn unescaped_brackets(value: &[u8], scheme: Scheme) -> impl Iterator<Item = usize> + '_ {
    let text = value.get(1..).unwrap_or_default();
    let counted = scheme != Scheme::Iso2022;
    let mut marks = Marks::new(if counted { text } else { b"" }, scheme);
    core::iter::from_fn(move || marks.next())
        .filter(|(_, mark)| *mark == Mark::Close)
        .map(|(at, _)| at + 1)
        .filter(move |at| at + 1 < value.len())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    /// `[`
    Open,
    /// `]`
    Close,
    /// A `]` that could be half a character, but is followed by the structure of a game: the last
    /// mark of a value.
    Sure,
    /// `\]`; its offset is that of the `\`.
    Escaped,
}

/// An iterator over the brackets of a text in a charset without shift sequences.
struct Marks<'t> {
    text: &'t [u8],
    scheme: Scheme,
    at: usize,
}

impl<'t> Marks<'t> {
    fn new(text: &'t [u8], scheme: Scheme) -> Marks<'t> {
        Marks {
            text,
            scheme,
            at: 0,
        }
    }

    fn next(&mut self) -> Option<(usize, Mark)> {
        let text = self.text;
        loop {
            self.at += memchr3(b'[', b']', b'\\', text.get(self.at..)?)?;
            let at = self.at;
            self.at += 1;
            let is_half = self.scheme != Scheme::AsciiSafe
                && self.scheme.splits_character(&text[..at], text[at]);
            match text[at] {
                b'[' if !is_half => return Some((at, Mark::Open)),
                b']' if !is_half => return Some((at, Mark::Close)),
                b']' if structure_follows(&text[at + 1..]) => return Some((at, Mark::Sure)),
                b'\\' if !is_half => {
                    self.at += 1;
                    if text.get(at + 1) == Some(&b']') {
                        return Some((at, Mark::Escaped));
                    }
                }
                // Programs that escape byte by byte double the second byte of a character; the
                // backslash after that byte then escapes nothing.
                b'\\'
                    if text[at + 1..].starts_with(b"\\]") && structure_follows(&text[at + 3..]) =>
                {
                    return Some((at + 2, Mark::Sure));
                }
                _ => {}
            }
        }
    }
}

/// Returns the offset of the node or property whose value the `[` after `before` seems to open,
/// although `before` is read as text. The value with this text lacks its own `]`, and should end at
/// the offset.
fn node_before(before: &[u8], scheme: Scheme) -> Option<usize> {
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
        2 => own_line || (GAME_INFO.contains(&ident) && whole),
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
    (escapes.len() - usize::from(half)) % 2 == 1
}

/// Two-letter properties that are common in the root of a game and unlikely in text.
const GAME_INFO: [&[u8]; 24] = [
    b"AN", b"AP", b"BR", b"BT", b"CA", b"CP", b"DT", b"EV", b"FF", b"GM", b"GN", b"HA", b"KM",
    b"OT", b"PB", b"PC", b"PW", b"RE", b"RO", b"RU", b"SZ", b"TM", b"WR", b"WT",
];

/// Whether the structure of a game follows at `from`, after a `]` that could be text.
fn goes_on(text: &[u8], from: usize, scheme: Scheme) -> bool {
    let rest = skip_idle(&text[from..]);
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
    clear || {
        let mut next = Marks {
            text,
            scheme,
            at: from,
        };
        loop {
            match next.next() {
                None => return true,
                Some((_, Mark::Escaped)) => {}
                Some(_) => return false,
            }
        }
    }
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

/// Finds the end of a value in ISO-2022: `ESC $ …` and SO start pairs of 7-bit bytes; `ESC ( …`, SI
/// and the end of a line end them.
fn switched(text: &[u8]) -> Option<usize> {
    const ESC: u8 = 0x1B;
    let mut pairs = false;
    let mut at = 0;
    loop {
        if !pairs {
            at += text
                .get(at..)?
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
            // Within pairs no other byte matters: a bracket is judged the same way in either half.
            _ => at += 1,
        }
    }
}

/// Returns the length of the escape sequence at the start of `text` (ISO/IEC 2022: intermediate
/// bytes, then a final byte), and whether pairs follow the sequence; `None` if it switches neither
/// to pairs nor to single bytes.
///
/// No escape sequence of ISO-2022-JP, -KR or -CN has `]` or `\` as its final byte: a sequence that
/// reaches one was cut short.
fn escape_sequence(text: &[u8]) -> (usize, Option<bool>) {
    let middle = text[1..]
        .iter()
        .take_while(|b| matches!(b, 0x20..=0x2F))
        .count();
    let has_final = text
        .get(1 + middle)
        .is_some_and(|b| matches!(b, 0x30..=0x7E) && !matches!(b, b']' | b'\\'));
    let len = 1 + middle + usize::from(has_final);
    let change = match &text[1..1 + middle] {
        // `ESC $ ) C` only designates the set that SO switches to.
        [b'$', b')' | b'*' | b'+', ..] => None,
        [b'$', ..] => Some(true),
        [b'(', ..] => Some(false),
        _ => None,
    };
    (len, change)
}

/// Whether the bytes after a `]` continue the structure of a game (a node, a property, a variation,
/// or the end of the tree), so that the `]` is a bracket.
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

pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_value_ends_like_a_long_one() {
        let texts: [&[u8]; 8] = [
            b"a[b]",
            b"[]",
            b"pd]",
            b"]",
            b"a\\]b]",
            b"\\\\];B[aa]",
            b"1234567]",
            b"12345678]",
        ];
        for text in texts {
            for (before, after) in (0..30).flat_map(|before| (0..30).map(move |b| (before, b))) {
                let text = [&[b'x'; 30][..before], text, &[b'y'; 30][..after]].concat();
                assert_eq!(plain_end(&text, Scheme::AsciiSafe), long(&text));
            }
        }
    }

    #[test]
    fn a_doubted_bracket_is_judged_by_what_follows() {
        // 0x95 0x5D is one character of Shift-JIS.
        let cases: [(&[u8], Option<usize>); 13] = [
            (b"\x95]", Some(1)),
            (b"\x95];B[aa]", Some(1)),
            (b"\x95] \n;W[bb]", Some(1)),
            (b"\x95]KM[0]", Some(1)),
            (b"\x95](;B[aa]", Some(1)),
            (b"\x95])\n)", Some(1)),
            (b"\x95])(;B[aa])", Some(1)),
            (b"\x95](3d)]", Some(6)),
            (b"\x95] 5 points]", Some(11)),
            (b"\x95]) and so on]", Some(13)),
            // 0x83 0x5B and 0x83 0x5C are characters too; the last one was escaped byte by byte.
            (b"\x83[] x];B[aa]", Some(2)),
            (b"\x83\\\\];B[aa]", Some(3)),
            (b"\x83\\ab;;x]", Some(7)),
        ];
        for (text, end) in cases {
            let shown = text.escape_ascii();
            let end = end.map(End::Bracket);
            assert_eq!(super::end(text, Scheme::ShiftJis), end, "{shown}");
        }
    }

    #[test]
    fn a_bracket_among_pairs_is_judged_by_what_follows() {
        let cases: [(&[u8], Option<usize>); 10] = [
            // The bracket is the first, then the second half of a character.
            (b"\x1B$B!!]!\x1B(B];B[aa]", Some(10)),
            (b"\x1B$B!!!]\x1B(B];B[aa]", Some(10)),
            // The text never switches back.
            (b"\x1B$B!!];B[aa]", Some(5)),
            (b"\x1B$B!!!];B[aa]", Some(6)),
            (b"\x0E!!\n\\]];B[aa]", Some(6)),
            (b"\x0E!!\x0F]", Some(4)),
            // The text switched back, or never shifted; what follows does not matter.
            (b"\x1B$)C] and so on];B[aa]", Some(4)),
            (b"\x1B$B!!\x1B(B] and so on];B[aa]", Some(8)),
            (b"\x0E!!\x0F] and so on];B[aa]", Some(4)),
            (b"\x0E!!\n] and so on];B[aa]", Some(4)),
        ];
        for (text, end) in cases {
            let shown = text.escape_ascii();
            let end = end.map(End::Bracket);
            assert_eq!(super::end(text, Scheme::Iso2022), end, "{shown}");
        }
    }

    #[test]
    fn a_half_or_an_escape_cut_short_swallows_nothing() {
        let cases: [(&[u8], usize); 11] = [
            // The first byte of a pair, before the sequence that switches back.
            (b"\x1B$B!\x1B(B] and so on];B[aa]", 7),
            (b"\x1B$B!\n] and so on];B[aa]", 5),
            // An escape sequence without its final byte.
            (b"\x1B] and so on];B[aa]", 1),
            (b"\x1B(] and so on];B[aa]", 2),
            (b"\x1B\\]];B[aa]", 3),
            (b"\x1B\x01] and so on];B[aa]", 2),
            (b"\x1BN] and so on];B[aa]", 2),
            // Among pairs, there is half a pair, a space, or an empty line.
            (b"\x0E!\x0F] and so on];B[aa]", 3),
            (b"\x0E !\x0F] and so on];B[aa]", 4),
            (b"\x0E\n] and so on];B[aa]", 2),
            (b"\x0E\\];B[aa]", 2),
        ];
        for (text, end) in cases {
            let shown = text.escape_ascii();
            let end = Some(End::Bracket(end));
            assert_eq!(super::end(text, Scheme::Iso2022), end, "{shown}");
        }
    }

    #[test]
    fn escape_at_the_end_closes_nothing() {
        for scheme in [Scheme::AsciiSafe, Scheme::Gbk, Scheme::Iso2022] {
            assert_eq!(end(b"abc\\", scheme), None);
            assert_eq!(end(b"", scheme), None);
        }
    }

    #[test]
    fn brackets_in_a_text_are_distinguished_from_the_end() {
        use End::{Bracket, Missing};
        let cases: &[(&str, Option<End>)] = &[
            // The second bracket of a pair is not escaped.
            ("foo [12k]: hi];B[aa])", Some(Bracket(13))),
            ("Matsuyama[3d]];B[aa])", Some(Bracket(13))),
            ("[p]name];B[aa])", Some(Bracket(7))),
            ("see ([12k]) ok];B[aa])", Some(Bracket(14))),
            ("[a], [b], c] ;B[aa])", Some(Bracket(11))),
            ("play ;B[cc] here];B[aa])", Some(Bracket(16))),
            // The second bracket is escaped, or needs no escape.
            ("foo [12k\\]: hi];B[aa])", Some(Bracket(14))),
            ("(;GM[1\\]SZ[19\\];B[pd\\])];B[aa])", Some(Bracket(23))),
            ("[[[see];B[aa])", Some(Bracket(6))),
            ("aa:[][bb:x])", Some(Bracket(4))),
            ("[a] [b] c])", Some(Bracket(2))),
            ("[x]\0;B[aa])", Some(Bracket(2))),
            ("[x])\n", Some(Bracket(2))),
            ("[x]) and that was it", Some(Bracket(2))),
            ("[x] BL[3])", Some(Bracket(2))),
            ("[x] BL [3])", Some(Bracket(2))),
            ("[x] said [y] z];B[aa])", Some(Bracket(14))),
            ("[x]; or not];B[aa])", Some(Bracket(11))),
            ("[x] (or not)];B[aa])", Some(Bracket(12))),
            ("[x]); or not];B[aa])", Some(Bracket(12))),
            ("[x]) (or not];B[aa])", Some(Bracket(12))),
            ("[x]goWrite[3])", Some(Bracket(2))),
            ("[x](RN[3]))", Some(Bracket(2))),
            // Without a `[` in the text the first `]` is the end, whatever follows.
            ("aa]---;W[bb])", Some(Bracket(2))),
            ("see ] (x)];W[bb])", Some(Bracket(4))),
            // The value's own bracket is missing.
            ("oops;W[bb];B[cc])", Some(Missing(4))),
            ("aa;W[bb;B[cc];W[dd])", Some(Missing(2))),
            ("oops \n(;W[bb])(;W[cc]))", Some(Missing(4))),
            ("KenPW[Mia];B[aa])", Some(Missing(3))),
            ("Ken\nC[x];B[aa])", Some(Missing(3))),
            ("KenXX[Mia];B[aa])", Some(Bracket(9))),
            ("Ken (PW[Mia]);B[aa])", Some(Bracket(11))),
            ("foo [12k]: x;W[bb];B[cc])", Some(Missing(12))),
            ("oops;C[foo [12k]: x];B[aa])", Some(Missing(4))),
            ("oops;B[aa", Some(Missing(4))),
            ("oops;Black[aa];White[bb])", Some(Missing(4))),
            ("oops;then [aa];White[bb])", Some(Bracket(13))),
            ("\\];B[aa])", Some(Missing(2))),
            (";B[aa])", Some(Missing(0))),
            ("smile\\;B[aa])", Some(Bracket(11))),
            ("smile\\\n;B[aa])", Some(Missing(7))),
            ("B[aa];W[bb])", Some(Bracket(4))),
            ("unclosed [x", None),
        ];
        for (text, expected) in cases {
            for scheme in [
                Scheme::AsciiSafe,
                Scheme::ShiftJis,
                Scheme::Gbk,
                Scheme::Big5,
            ] {
                assert_eq!(
                    end(text.as_bytes(), scheme),
                    *expected,
                    "{text:?} {scheme:?}"
                );
            }
        }
    }

    #[test]
    fn a_capital_after_other_text_may_be_half_a_character() {
        let text = b"\xBD\xF0PW[Mia];B[aa])";
        assert_eq!(end(text, Scheme::AsciiSafe), Some(End::Missing(2)));
        assert_eq!(end(text, Scheme::Gbk), Some(End::Bracket(8)));
    }

    #[test]
    fn unescaped_brackets_are_those_inside() {
        let found = |value: &str| -> std::vec::Vec<usize> {
            unescaped_brackets(value.as_bytes(), Scheme::AsciiSafe).collect()
        };
        assert_eq!(found("[foo [12k]: hi]"), [9]);
        assert_eq!(found("[foo [12k\\]: hi]"), []);
        assert_eq!(found("[a[b[c]d]]"), [6, 8]);
    }
}
