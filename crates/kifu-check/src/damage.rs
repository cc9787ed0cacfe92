//! Recognizes findings that are only consequences of damage to the structure of a file, because the damage is
//! already reported.

use alloc::vec::Vec;

use kifu_sgf::{Document, codes as sgf_codes};
use kifu_span::{Code, Diagnostic, Span};

use crate::codes;

/// The places where the structure of a document is damaged.
pub(crate) struct Damage<'d> {
    text: &'d [u8],
    /// Each fault with the punctuation around it, in the order of the text.
    places: Vec<Span>,
    /// For each line with a fault, the rest of the line from its first fault. Text there that looks like a game
    /// is not necessarily a game.
    lines: Vec<Span>,
    /// The games that are never closed.
    unclosed: Vec<Span>,
}

/// Faults that do not cause other findings next to them.
const ISOLATED: [&Code; 10] = [
    sgf_codes::EMPTY_VARIATION,
    sgf_codes::GAME_NUMBER,
    sgf_codes::NO_GAME,
    sgf_codes::TEXT_BEFORE,
    sgf_codes::TEXT_BETWEEN,
    sgf_codes::TEXT_AFTER,
    sgf_codes::LOWERCASE_IDENTIFIER,
    sgf_codes::UNESCAPED_BRACKET,
    sgf_codes::DANGLING_BYTE,
    sgf_codes::STRAY_CLOSE,
];

/// Codes of findings that are right only if the node is really a root.
const ABOUT_ROOTS: [&Code; 4] = [
    codes::MOVE_IN_ROOT,
    codes::VERSIONS_DIFFER,
    codes::GAMES_DIFFER,
    codes::CHARSETS_DIFFER,
];

impl<'d> Damage<'d> {
    pub(crate) fn of(document: &'d Document) -> Damage<'d> {
        let text = document.text();
        let mut places: Vec<Span> = document
            .faults()
            .filter(|(code, span)| !ISOLATED.contains(code) && !is_whole_game(code, *span, text))
            .map(|(code, span)| widened(code, span, text))
            .collect();
        places.sort_unstable_by_key(|span| span.start);
        let mut open = document
            .faults()
            .filter(|(code, _)| *code == sgf_codes::UNCLOSED_TREE)
            .map(|(_, span)| span.start)
            .peekable();
        let unclosed = document.games_in_text().map(|(_, game)| game);
        let unclosed = unclosed.filter(|game| {
            while open.next_if(|start| *start < game.start).is_some() {}
            open.next_if_eq(&game.start).is_some()
        });
        let unclosed = unclosed.collect();
        let mut lines: Vec<Span> = Vec::new();
        let mut end = 0;
        for span in &mut places {
            if lines.last().is_none_or(|line| line.end <= span.start) {
                let rest = &text[span.start as usize..];
                let len = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                lines.push(Span::new(span.start, span.start + len as u32));
            }
            // Make the ends ascend, so that a binary search by end works too.
            end = end.max(span.end);
            span.end = end;
        }
        Damage {
            text,
            places,
            lines,
            unclosed,
        }
    }

    /// Whether an offset is in a game that is never closed, where a variation may belong to another node.
    pub(crate) fn is_in_unclosed(&self, at: u32) -> bool {
        let before = self.unclosed.partition_point(|game| game.start <= at);
        let game = before.checked_sub(1).map(|game| self.unclosed[game]);
        game.is_some_and(|game| at < game.end)
    }

    /// Whether a finding that is not about structure is a consequence of damage.
    pub(crate) fn explains(&self, finding: &Diagnostic) -> bool {
        // These findings are about the structure itself, or about decoding, which does not depend on the
        // structure.
        if finding.code.group() == "sgf" {
            return false;
        }
        let Span { start, end } = finding.span;
        let before = &self.text[..start as usize];
        // The length of the identifier and the bracket before a value.
        let ident = match before.split_last() {
            Some((b'[', before)) => 1 + count(before.iter().rev(), u8::is_ascii_alphanumeric),
            _ => 0,
        };
        let is_after_fault = || {
            let line = self.lines.partition_point(|line| line.start <= start);
            let line = line.checked_sub(1).map(|line| self.lines[line]);
            line.is_some_and(|line| start < line.end)
        };
        self.touches(Span::new(start - ident, end))
            || (ABOUT_ROOTS.contains(&finding.code) && is_after_fault())
    }

    /// Whether a fault is in a span or next to it.
    pub(crate) fn touches(&self, span: Span) -> bool {
        let first = self.places.partition_point(|place| place.end < span.start);
        let found = self.places.get(first);
        found.is_some_and(|place| place.start < span.end.max(span.start + 1))
    }
}

/// Whether a fault is about a whole game that is never closed, and not about a single `(` in it.
fn is_whole_game(code: &Code, span: Span, text: &[u8]) -> bool {
    let after = &text[span.end as usize..];
    code == sgf_codes::UNCLOSED_TREE && after.trim_ascii_start().starts_with(b";")
}

/// Returns the span of a fault and of the punctuation directly around it.
fn widened(code: &Code, Span { start, end }: Span, text: &[u8]) -> Span {
    let (before, after) = (&text[..start as usize], &text[end as usize..]);
    // Another game can start after a `)`, except in `B)[aa]` and `P)B[Ann]`.
    let len_after = match after {
        [b')', b'[' | b'A'..=b'Z', ..] if code == sgf_codes::MISSING_VALUE => 2,
        _ => punctuation(after.iter(), b"(;"),
    };
    let len_before = punctuation(before.iter().rev(), b"(;)");
    let len_before = match before.last() {
        None | Some(b'(' | b';' | b')') => len_before,
        // Also include the byte before the punctuation, which is the end of the value before the
        // fault.
        Some(_) => (len_before + 1).min(start),
    };
    Span::new(start - len_before, end + len_after)
}

/// Counts leading brackets or, without brackets, other punctuation. The two are not counted
/// together, because a value before a node is not next to the properties of that node.
fn punctuation<'b>(bytes: impl Iterator<Item = &'b u8> + Clone, others: &[u8]) -> u32 {
    match count(bytes.clone(), |b| matches!(b, b'[' | b']')) {
        0 => count(bytes, |b| others.contains(b)),
        brackets => brackets,
    }
}

/// Counts leading bytes that match, up to a small limit, so that the time for many faults is
/// linear.
fn count<'b>(bytes: impl Iterator<Item = &'b u8>, is_match: impl Fn(&u8) -> bool) -> u32 {
    const LIMIT: usize = 16;
    bytes.take(LIMIT).take_while(|b| is_match(b)).count() as u32
}
