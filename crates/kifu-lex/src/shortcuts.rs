//! Shortcuts: what is common in records, read without the tokens of [`grammar`](crate::grammar).
//!
//! Each of them finds what the grammar finds, or nothing. With `RUSTFLAGS="--cfg kifu_lex_grammar"`, the lexer uses none
//! of them.

use memchr::memchr3;

use crate::lexer::ShortNodes;
use crate::recovery::structure_follows;
use crate::scheme::Scheme;
use crate::value::Mark;

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
pub(crate) fn first(text: &[u8]) -> Option<usize> {
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

/// An iterator over the brackets of a text in a charset without shift sequences.
pub(crate) struct Marks<'t> {
    text: &'t [u8],
    scheme: Scheme,
    at: usize,
}

impl<'t> Marks<'t> {
    pub(crate) fn new(text: &'t [u8], scheme: Scheme) -> Marks<'t> {
        Marks {
            text,
            scheme,
            at: 0,
        }
    }
}

impl Iterator for Marks<'_> {
    type Item = (usize, Mark);

    #[inline]
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

/// Finds the end of a value in ISO-2022.
pub(crate) fn switched(text: &[u8]) -> Option<usize> {
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

/// Returns the length of the escape sequence at the start of `text` without its final byte (ISO/IEC 2022: intermediate
/// bytes, then a final byte), and whether pairs follow the sequence; `None` if it switches neither to pairs nor to single
/// bytes.
///
/// The final byte needs no attention: no escape sequence of ISO-2022-JP, -KR or -CN ends with `]` or `\`, so a sequence
/// that reaches one was cut short, and any other byte is skipped.
fn escape_sequence(text: &[u8]) -> (usize, Option<bool>) {
    let middle = text[1..]
        .iter()
        .take_while(|b| matches!(b, 0x20..=0x2F))
        .count();
    let change = match &text[1..1 + middle] {
        // `ESC $ ) C` only designates the set that SO switches to.
        [b'$', b')' | b'*' | b'+', ..] => None,
        [b'$', ..] => Some(true),
        [b'(', ..] => Some(false),
        _ => None,
    };
    (1 + middle, change)
}

impl ShortNodes {
    /// Finds the nodes at the start of `rest` that occupy `STEP` bytes each, including the line
    /// break.
    #[inline]
    pub(crate) fn in_lines<const STEP: usize>(rest: &[u8], max: usize) -> ShortNodes {
        let frame = const { Frame::of(STEP) };
        let mut count = 0;
        while count < max && rest.get(count * STEP) == Some(&b';') {
            let block = rest[count * STEP..].first_chunk();
            if count + BLOCK / STEP <= max && block.is_some_and(|block| frame.holds(block)) {
                count += BLOCK / STEP;
                continue;
            }
            let node = rest.get(count * STEP..(count + 1) * STEP);
            let is_one = |node: &[u8]| is_short_node(node, 0) && frame.breaks(&node[6..]);
            if !node.is_some_and(is_one) {
                break;
            }
            count += 1;
        }
        ShortNodes { count, step: STEP }
    }
}

/// The number of bytes that are compared at once.
const BLOCK: usize = 32;

/// The byte ranges that a block of short nodes must match, in words of eight bytes; the first byte
/// is the lowest.
struct Frame {
    /// For each position: the addend that carries the lowest byte allowed there into the top bit.
    from: [u64; BLOCK / 8],
    /// For each position: the addend that carries the byte after the highest one allowed there into
    /// the top bit.
    beyond: [u64; BLOCK / 8],
    /// The top bits of the positions that belong to whole nodes; those after the last node are
    /// ignored.
    tops: [u64; BLOCK / 8],
    line_break: [u8; 2],
}

impl Frame {
    const fn of(step: usize) -> Frame {
        let line_break = if step == 7 { *b"\n\0" } else { *b"\r\n" };
        let mut frame = Frame {
            from: [0; BLOCK / 8],
            beyond: [0; BLOCK / 8],
            tops: [0; BLOCK / 8],
            line_break,
        };
        let mut at = 0;
        while at < BLOCK / step * step {
            let (lowest, highest) = match at % step {
                0 => (b';', b';'),
                1 => (b'A', b'Z'),
                2 => (b'[', b'['),
                // Points in capitals or digits are rare; `is_short_node` handles them.
                3 | 4 => (b'a', b'z'),
                5 => (b']', b']'),
                of_break => (line_break[of_break - 6], line_break[of_break - 6]),
            };
            let (word, shift) = (at / 8, at % 8 * 8);
            frame.from[word] |= (0x80 - lowest as u64) << shift;
            frame.beyond[word] |= (0x7F - highest as u64) << shift;
            frame.tops[word] |= 0x80 << shift;
            at += 1;
        }
        frame
    }

    /// Whether `line_break` is the line break that follows each node.
    #[inline]
    fn breaks(&self, line_break: &[u8]) -> bool {
        *line_break == self.line_break[..line_break.len()]
    }

    #[inline]
    fn holds(&self, block: &[u8; BLOCK]) -> bool {
        const LOW: u64 = u64::from_ne_bytes([0x7F; 8]);
        let mut differs = 0;
        for (at, bytes) in block.chunks_exact(8).enumerate() {
            let word = bytes
                .first_chunk()
                .map_or(0, |word| u64::from_le_bytes(*word));
            let low = word & LOW;
            let within = (low + self.from[at]) & !(low + self.beyond[at]) & !word;
            differs |= !within & self.tops[at];
        }
        differs == 0
    }
}

#[inline]
pub(crate) fn is_short_node(source: &[u8], offset: usize) -> bool {
    let Some(&[semicolon, ident, open, col, row, close]) =
        source.get(offset..).and_then(|rest| rest.first_chunk())
    else {
        return false;
    };
    let frame = u32::from_le_bytes([semicolon, open, close, 0])
        == u32::from_le_bytes([b';', b'[', b']', 0]);
    frame
        && ident.is_ascii_uppercase()
        && col.is_ascii_alphanumeric()
        && row.is_ascii_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_value_is_found_without_the_search_for_long_ones() {
        for filler in *b"aZ0 ^_~\x80\xDB\xDC\xDD\xFF" {
            for at in 0..24 {
                let mut text = [filler; 30];
                text[at] = b']';
                assert_eq!(short(&text), Some(at));
                text[at + 1] = b'[';
                assert_eq!(short(&text), Some(at), "what follows does not matter");
                for before in 0..at {
                    for other in *b"[\\" {
                        let mut text = text;
                        text[before] = other;
                        assert_eq!(short(&text), None);
                    }
                }
            }
            assert_eq!(short(&[filler; 30]), None);
        }
    }

    #[test]
    fn a_block_holds_the_bytes_of_its_whole_nodes() {
        for (step, line_break) in [(6, &b""[..]), (7, b"\n"), (8, b"\r\n")] {
            let frame = Frame::of(step);
            for node in [b";A[aa]", b";Z[zz]", b";B[cm]"] {
                let mut block = [0; BLOCK];
                let nodes = node.iter().chain(line_break).cycle();
                block
                    .iter_mut()
                    .zip(nodes)
                    .for_each(|(place, byte)| *place = *byte);
                for at in 0..BLOCK {
                    for byte in 0..=u8::MAX {
                        let mut block = block;
                        block[at] = byte;
                        let is_allowed = match at % step {
                            _ if at >= BLOCK / step * step => true,
                            1 => byte.is_ascii_uppercase(),
                            3 | 4 => byte.is_ascii_lowercase(),
                            _ => byte == block[(at + step) % (2 * step)],
                        };
                        assert_eq!(frame.holds(&block), is_allowed, "{at} {byte}");
                    }
                }
            }
        }
    }
}
