//! Finds the text values of a record while its charset is still unknown.

use memchr::{memchr, memchr2};

/// A property value and its identifier, both as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Text<'b> {
    pub(crate) ident: &'b [u8],
    pub(crate) value: &'b [u8],
}

impl Text<'_> {
    /// Whether the property is `CA`; lowercase letters in an identifier are ignored.
    pub(crate) fn is_label(&self) -> bool {
        significant(self.ident).eq(b"CA".iter().copied())
    }

    /// Whether the value can be text. Non-ASCII bytes in a point or in the name of a charset are damage.
    pub(crate) fn is_text(&self) -> bool {
        const POINTS: [&[u8]; 18] = [
            b"B", b"W", b"AB", b"AW", b"AE", b"TR", b"SQ", b"MA", b"CR", b"SL", b"TB", b"TW",
            b"DD", b"VW", b"AR", b"LN", b"SZ", b"CA",
        ];
        !POINTS
            .iter()
            .any(|name| significant(self.ident).eq(name.iter().copied()))
    }
}

fn significant(ident: &[u8]) -> impl Iterator<Item = u8> {
    ident.iter().copied().filter(u8::is_ascii_uppercase)
}

/// Returns an iterator over the bracketed values of the first game tree. It skips moves at the start of their node,
/// such as `;B[pd]`, because they are not text.
///
/// A `]` or `\` after a byte of 0x80 or more can be the second half of a character. It is read as that unless the
/// structure of a game continues after it.
pub(crate) fn texts(bytes: &[u8]) -> Texts<'_> {
    Texts {
        bytes,
        at: 0,
        depth: 0,
        ident: b"",
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Texts<'b> {
    bytes: &'b [u8],
    at: usize,
    depth: usize,
    ident: &'b [u8],
}

impl<'b> Iterator for Texts<'b> {
    type Item = Text<'b>;

    fn next(&mut self) -> Option<Text<'b>> {
        loop {
            self.skip_moves();
            let rest = &self.bytes[self.at..];
            let step = rest
                .iter()
                .position(|b| !b.is_ascii_whitespace())
                .unwrap_or(rest.len());
            let rest = &rest[step..];
            let start = self.at + step;
            self.at = start + 1;
            match rest.first()? {
                b'[' => {
                    let text = &rest[1..];
                    let end = closing(text);
                    self.at = start + 1 + end + 1;
                    if self.at > self.bytes.len() {
                        self.at = self.bytes.len();
                    }
                    return Some(Text {
                        ident: self.ident,
                        value: &text[..end],
                    });
                }
                b'(' => self.depth += 1,
                b')' if self.depth == 1 => {
                    self.at = self.bytes.len();
                    return None;
                }
                b')' => self.depth = self.depth.saturating_sub(1),
                b'A'..=b'Z' | b'a'..=b'z' => {
                    let len = rest
                        .iter()
                        .take_while(|b| b.is_ascii_alphanumeric())
                        .count();
                    self.ident = &rest[..len];
                    self.at = start + len;
                }
                _ => {}
            }
        }
    }
}

impl Texts<'_> {
    /// Skips nodes with only a move, which are most of a record.
    fn skip_moves(&mut self) {
        while let Some([b';', b'B' | b'W', b'[', col, row, b']']) =
            self.bytes.get(self.at..).and_then(<[u8]>::first_chunk)
        {
            if !(col.is_ascii_alphanumeric() && row.is_ascii_alphanumeric()) {
                return;
            }
            self.ident = &self.bytes[self.at + 1..][..1];
            self.at += 6;
        }
    }
}

/// The offset where a value ends: at its `]`, or at the end of the bytes.
fn closing(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(found) = text
        .get(at..)
        .and_then(|rest| memchr2(b']', b'\\', rest))
        .map(|i| at + i)
    {
        let in_doubt = found > 0 && text[found - 1] >= 0x80;
        let next = &text[found + 1..];
        match text[found] {
            b']' if !in_doubt || structure_follows(next) => return found,
            b']' => at = found + 1,
            _ if in_doubt && next.first() == Some(&b']') && structure_follows(&next[1..]) => {
                return found + 1;
            }
            // This is either half of a character or an escape. No `]` that could be structure comes next, so it makes
            // no difference whether one or two bytes are skipped.
            _ => at = found + 2,
        }
    }
    text.len()
}

/// The number of bytes to check for structure, which keeps the time linear.
const LOOKAHEAD: usize = 64;

fn structure_follows(rest: &[u8]) -> bool {
    let rest = &rest[..rest.len().min(LOOKAHEAD)];
    let rest = rest.trim_ascii_start();
    match rest.first() {
        None | Some(b';' | b'(' | b')' | b'[') => true,
        Some(byte) if byte.is_ascii_alphabetic() => {
            memchr(b'[', rest).is_some_and(|end| rest[..end].iter().all(u8::is_ascii_alphanumeric))
        }
        Some(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn values(bytes: &[u8]) -> Vec<&[u8]> {
        texts(bytes).map(|text| text.value).collect()
    }

    #[test]
    fn values_end_where_a_game_continues() {
        assert_eq!(
            values(b"\xFF (;PB[\x95\\];AB[aa]\n[bb]C[\x83]x\\]y] )(;PB[z])"),
            [&b"\x95\\"[..], b"aa", b"bb", b"\x83]x\\]y"]
        );
        assert_eq!(values(b"(;C[open"), [b"open"]);
        // An identifier starts with a letter.
        assert_eq!(values(b"(;C[\x83]1[x])"), [b"\x83]1[x"]);
        let escaped = [&b"a long text \\]"[..], b"x"];
        assert_eq!(values(b"(;C[a long text \\]]N[x])"), escaped);
        // Moves are skipped, but other values in their node are not.
        let with_moves = b"(;B[aa];W[bb];B[cc][\xFF];W[dd]C[x];B[\xFF\xFF])";
        let idents = texts(with_moves).map(|text| text.ident);
        assert!(idents.eq([&b"B"[..], b"C", b"B"]));
        assert_eq!(values(with_moves), [&b"\xFF"[..], b"x", b"\xFF\xFF"]);
        assert_eq!(values(b"(;C[open\\"), [b"open\\"]);
        assert_eq!(values(b"(;C["), [b""]);
        let last = texts(b"(;ChArset[x]PlayerBlack[y];Bx1[\xFF]")
            .last()
            .unwrap();
        assert_eq!((last.ident, last.is_text()), (&b"Bx1"[..], false));
    }
}
