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

use crate::recovery::{goes_on, node_before};
use crate::scheme::Scheme;
use crate::token::Mode;
use crate::{grammar, shortcuts};

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
    let is_grammar = cfg!(kifu_lex_grammar);
    if scheme == Scheme::AsciiSafe {
        return if is_grammar {
            first(grammar::Marks::new(text, scheme))
        } else {
            shortcuts::first(text)
        };
    }
    match end(text, Mode { scheme, is_grammar })? {
        End::Bracket(bracket) => Some(bracket),
        End::Missing(_) => None,
    }
}

/// Returns the offset of the first `]` that is not escaped, if no `[` precedes it.
fn first(mut marks: impl Iterator<Item = (usize, Mark)>) -> Option<usize> {
    let (at, mark) = marks.find(|(_, mark)| *mark != Mark::Escaped)?;
    (mark == Mark::Close).then_some(at)
}

/// Finds the end of the value whose text is at the start of `text`; `None` if it extends to the end
/// of the source.
pub(crate) fn end(text: &[u8], mode: Mode) -> Option<End> {
    let scheme = mode.scheme;
    if mode == Mode::default() {
        if let Some(bracket) = shortcuts::first(text) {
            return Some(End::Bracket(bracket));
        }
    }
    match (scheme, mode.is_grammar) {
        // Brackets are not counted in text that switches between character sets.
        (Scheme::Iso2022, false) => shortcuts::switched(text).map(End::Bracket),
        (Scheme::Iso2022, true) => grammar::switched(text).map(End::Bracket),
        (_, false) => counted(text, scheme, |text| shortcuts::Marks::new(text, scheme)),
        (_, true) => counted(text, scheme, |text| grammar::Marks::new(text, scheme)),
    }
}

/// Finds the end by counting brackets, which are the marks that `marks` finds in a text.
fn counted<'t, M: Iterator<Item = (usize, Mark)>>(
    text: &'t [u8],
    scheme: Scheme,
    marks: impl Fn(&'t [u8]) -> M,
) -> Option<End> {
    let mut depth = 0;
    // The node that the value may have swallowed: its offset, and the bracket depth inside its
    // value.
    let mut swallowed: Option<(usize, usize)> = None;
    for (at, mark) in marks(text) {
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
            Mark::Close if depth > 0 && !goes_on(&text[at + 1..], marks(&text[at + 1..])) => {}
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
    #[cfg(kifu_lex_grammar)]
    use grammar::Marks;
    #[cfg(not(kifu_lex_grammar))]
    use shortcuts::Marks;

    let text = value.get(1..).unwrap_or_default();
    let is_counted = scheme != Scheme::Iso2022;
    Marks::new(if is_counted { text } else { b"" }, scheme)
        .filter(|(_, mark)| *mark == Mark::Close)
        .map(|(at, _)| at + 1)
        .filter(move |at| at + 1 < value.len())
}

/// A bracket in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
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

pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end_of(text: &[u8], scheme: Scheme) -> Option<End> {
        let ends = [false, true].map(|is_grammar| end(text, Mode { scheme, is_grammar }));
        let [by_shortcut, by_grammar] = ends;
        assert_eq!(
            by_shortcut,
            by_grammar,
            "{} {scheme:?}",
            text.escape_ascii()
        );
        by_shortcut
    }

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
                let marks = grammar::Marks::new(&text, Scheme::AsciiSafe);
                assert_eq!(shortcuts::first(&text), first(marks));
            }
        }
    }

    #[test]
    fn a_doubted_bracket_is_judged_by_what_follows() {
        // 0x95 0x5D is one character of Shift-JIS.
        let cases: [(&[u8], Option<usize>); 14] = [
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
            (b"\x95];[x]", Some(5)),
            // 0x83 0x5B and 0x83 0x5C are characters too; the last one was escaped byte by byte.
            (b"\x83[] x];B[aa]", Some(2)),
            (b"\x83\\\\];B[aa]", Some(3)),
            (b"\x83\\ab;;x]", Some(7)),
        ];
        for (text, end) in cases {
            let shown = text.escape_ascii();
            let end = end.map(End::Bracket);
            assert_eq!(end_of(text, Scheme::ShiftJis), end, "{shown}");
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
            assert_eq!(end_of(text, Scheme::Iso2022), end, "{shown}");
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
            assert_eq!(end_of(text, Scheme::Iso2022), end, "{shown}");
        }
    }

    #[test]
    fn escape_at_the_end_closes_nothing() {
        for scheme in [Scheme::AsciiSafe, Scheme::Gbk, Scheme::Iso2022] {
            assert_eq!(end_of(b"abc\\", scheme), None);
            assert_eq!(end_of(b"", scheme), None);
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
                    end_of(text.as_bytes(), scheme),
                    *expected,
                    "{text:?} {scheme:?}"
                );
            }
        }
    }

    #[test]
    fn a_capital_after_other_text_may_be_half_a_character() {
        let text = b"\xBD\xF0PW[Mia];B[aa])";
        assert_eq!(end_of(text, Scheme::AsciiSafe), Some(End::Missing(2)));
        assert_eq!(end_of(text, Scheme::Gbk), Some(End::Bracket(8)));
    }

    #[test]
    fn every_short_text_ends_alike_by_shortcuts_and_by_the_grammar() {
        const LEN: u32 = 4;
        let pairs = b"[]\\;B(\x83\x81a";
        let shifts = b"]\\\x1B\x0E\x0F\n$)(B!;[";
        for (scheme, bytes) in [
            (Scheme::AsciiSafe, &pairs[..]),
            (Scheme::ShiftJis, pairs),
            (Scheme::Gbk, pairs),
            (Scheme::Big5, pairs),
            (Scheme::Iso2022, shifts),
        ] {
            for number in 0..bytes.len().pow(LEN) {
                let digit = |place| bytes[number / bytes.len().pow(place) % bytes.len()];
                let text: std::vec::Vec<u8> = (0..LEN).map(digit).collect();
                end_of(&text, scheme);
                end_of(&[&text[..], b"] x];B[aa])"].concat(), scheme);
            }
        }
    }

    #[test]
    fn half_a_character_does_not_escape_the_next_node() {
        // 0x83 0x5C is one character of Shift-JIS; as ASCII, the backslash escapes the semicolon.
        let text = b"\x83\\;B[aa];W[bb])";
        assert_eq!(end_of(text, Scheme::ShiftJis), Some(End::Missing(2)));
        assert_eq!(end_of(text, Scheme::AsciiSafe), Some(End::Bracket(7)));
        let text = b"\x83\\\\;B[aa];W[bb])";
        assert_eq!(end_of(text, Scheme::ShiftJis), Some(End::Bracket(8)));
        assert_eq!(end_of(text, Scheme::AsciiSafe), Some(End::Missing(3)));
        // A first byte without its second one.
        let text = b"x\x81;B[aa];W[bb])";
        assert_eq!(end_of(text, Scheme::Gbk), Some(End::Missing(2)));
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
