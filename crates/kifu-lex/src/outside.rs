//! Finds the start of the next game tree in arbitrary text.

use memchr::{memchr2, memrchr2};

use crate::value::is_blank;

/// Returns the offset where the next game tree begins: the offset of its `(`, of its `;` if the `(`
/// is missing, or of its first property if both are missing.
pub(crate) fn next_game(source: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr2(b'(', b';', source.get(at..)?)?;
        if source[at] == b';' {
            if lost_open(&source[at + 1..]) {
                return Some(from + lost_root(&source[from..at]));
            }
            at += 1;
        } else {
            // A run of `(` is judged as a whole, so that a million of them are read only once.
            let run = source[at..]
                .iter()
                .take_while(|b| **b == b'(' || is_blank(**b))
                .count();
            if game_follows(&source[at + run..]) {
                return Some(at);
            }
            at += run;
        }
    }
}

/// Whether a game continues after one or more `(`: with a node, or with the properties of a node
/// that lacks its `;`.
fn game_follows(rest: &[u8]) -> bool {
    match rest.first() {
        Some(b';') => true,
        Some(b'A'..=b'Z') => identifier(rest).is_some(),
        _ => false,
    }
}

/// Whether the text after a `;` is that of a node whose `(` is missing: blanks, then one or two
/// capitals and `[`.
fn lost_open(rest: &[u8]) -> bool {
    let blanks = rest
        .iter()
        .take(MAX_IDENT)
        .take_while(|b| is_blank(**b))
        .count();
    let rest = &rest[blanks..];
    identifier(rest)
        .is_some_and(|ident| ident.len() <= 2 && ident.iter().all(u8::is_ascii_uppercase))
}

/// Returns the offset where the properties directly before the `;` of a node start: they belong to
/// a root whose `(;` is missing.
fn lost_root(before: &[u8]) -> usize {
    let mut start = before.len();
    loop {
        let text = before[..start].trim_ascii_end();
        let Some((b']', value)) = text.split_last() else {
            return start;
        };
        let Some(open) = memrchr2(b'[', b']', value).filter(|at| value[*at] == b'[') else {
            return start;
        };
        let letters = value[..open]
            .iter()
            .rev()
            .take(MAX_IDENT)
            .take_while(|b| b.is_ascii_alphanumeric())
            .count();
        let ident = &value[open - letters..open];
        if !matches!(letters, 1 | 2) || !ident.iter().all(u8::is_ascii_uppercase) {
            return start;
        }
        start = open - letters;
    }
}

/// The longest identifier that a guess accepts, so that guessing takes linear time.
const MAX_IDENT: usize = 32;

/// Returns the identifier at the start of `rest` if a `[` follows it directly.
fn identifier(rest: &[u8]) -> Option<&[u8]> {
    let len = rest
        .iter()
        .take(MAX_IDENT)
        .take_while(|b| b.is_ascii_alphanumeric())
        .count();
    (len > 0 && rest.get(len) == Some(&b'[')).then(|| &rest[..len])
}

#[cfg(test)]
mod tests {
    use super::next_game;

    #[test]
    fn games_begin_where_a_node_or_a_root_does() {
        for (source, start) in [
            (&b"(;"[..], Some(0)),
            (b"mail (x) (;B[aa])", Some(9)),
            (b"( ( ;", Some(0)),
            (b"(GM[1]", Some(0)),
            (b"(see [1])", None),
            (b"(", None),
            // The `(` is missing.
            (b"mail ;B[aa]", Some(5)),
            (b"mail ; BL[9]", Some(5)),
            (b"x ;[aa]", None),
            (b"x ;b[aa]", None),
            (b"x ;SZX[9]", None),
            (b"x ; see", None),
            // The `;` is missing too.
            (b"mail GM[1]SZ[9] ;B[aa]", Some(5)),
            (b"GM[1]x[2];B[aa]", Some(9)),
            (b"GM[1]xy[2];B[aa]", Some(10)),
            (b"GM[1]SZX[2];B[aa]", Some(11)),
            (b"GM[1] [2];B[aa]", Some(9)),
            (b"GM[]1];B[aa]", Some(6)),
        ] {
            let shown = source.escape_ascii();
            assert_eq!(next_game(source, 0), start, "{shown}");
        }
        assert_eq!(next_game(b"(;B[aa])(;B[aa])", 1), Some(1));
        assert_eq!(next_game(b"(;B[aa])(;B[aa])", 2), Some(8));
    }
}
