//! Which findings follow from damage to the structure of a file, which is reported already.

use alloc::vec::Vec;

use kifu_sgf::Document;
use kifu_span::{Diagnostic, Span};

/// Where the structure of a document is damaged.
pub(crate) struct Damage<'d> {
    text: &'d [u8],
    /// What each fault touches, in the order of the text: it, and the punctuation around it.
    places: Vec<Span>,
    /// The rest of each line from its first fault on. Games there may not be what they seem to be.
    lines: Vec<Span>,
    /// The games that are never closed.
    unclosed: Vec<Span>,
}

/// Faults that say nothing about what is right beside them.
const APART: [&str; 8] = [
    "sgf/no-game",
    "sgf/text-before",
    "sgf/text-between",
    "sgf/text-after",
    "sgf/lowercase-identifier",
    "sgf/unescaped-bracket",
    "sgf/dangling-byte",
    "sgf/stray-close",
];

/// What a root says wrongly if it is not one.
const OF_ROOTS: [&str; 4] = [
    "node/move-in-root",
    "file/versions-differ",
    "file/games-differ",
    "file/charsets-differ",
];

impl<'d> Damage<'d> {
    pub(crate) fn of(document: &'d Document) -> Damage<'d> {
        let text = document.text();
        let mut places: Vec<Span> = document
            .diagnostics()
            .filter(|found| !APART.contains(&found.code) && !is_whole_game(found, text))
            .map(|found| widened(&found, text))
            .collect();
        places.sort_unstable_by_key(|span| span.start);
        let mut open = document
            .diagnostics()
            .filter(|found| found.code == "sgf/unclosed-tree")
            .map(|found| found.span.start)
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
            // So that they can be searched by their ends too.
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

    /// Whether an offset is in a game that is never closed, of which a variation can belong to
    /// another node.
    pub(crate) fn is_in_unclosed(&self, at: u32) -> bool {
        let before = self.unclosed.partition_point(|game| game.start <= at);
        let game = before.checked_sub(1).map(|game| self.unclosed[game]);
        game.is_some_and(|game| at < game.end)
    }

    /// Whether a finding, which is none about structure, follows from damage.
    pub(crate) fn explains(&self, finding: &Diagnostic) -> bool {
        // Whether a text can be decoded has nothing to do with structure.
        if finding.code.starts_with("sgf/") {
            return false;
        }
        let Span { start, end } = finding.span;
        let before = &self.text[..start as usize];
        // From a value to its identifier.
        let ident = match before.split_last() {
            Some((b'[', before)) => 1 + count(before.iter().rev(), u8::is_ascii_alphanumeric),
            _ => 0,
        };
        let is_behind = || {
            let line = self.lines.partition_point(|line| line.start <= start);
            let line = line.checked_sub(1).map(|line| self.lines[line]);
            line.is_some_and(|line| start < line.end)
        };
        self.touches(Span::new(start - ident, end))
            || (OF_ROOTS.contains(&finding.code) && is_behind())
    }

    /// Whether a fault is in a span or right beside it.
    pub(crate) fn touches(&self, span: Span) -> bool {
        let first = self.places.partition_point(|place| place.end < span.start);
        let found = self.places.get(first);
        found.is_some_and(|place| place.start < span.end.max(span.start + 1))
    }
}

/// Whether a finding is about a game that is never closed, and not about one `(` in it.
fn is_whole_game(found: &Diagnostic, text: &[u8]) -> bool {
    let behind = &text[found.span.end as usize..];
    found.code == "sgf/unclosed-tree" && behind.trim_ascii_start().starts_with(b";")
}

/// A fault with the punctuation around it, on the same line.
fn widened(found: &Diagnostic, text: &[u8]) -> Span {
    let Span { start, end } = found.span;
    let (before, behind) = (&text[..start as usize], &text[end as usize..]);
    // Behind a `)` another game can start, but for `B)[aa]` and `P)B[Ann]`.
    let behind = match behind {
        [b')', b'[' | b'A'..=b'Z', ..] if found.code == "sgf/missing-value" => 2,
        _ => signs(behind.iter(), b"(;"),
    };
    let ahead = signs(before.iter().rev(), b"(;)");
    let ahead = match before.last() {
        None | Some(b'(' | b';' | b')') => ahead,
        // The end of the value right before it.
        Some(_) => (ahead + 1).min(start),
    };
    Span::new(start - ahead, end + behind)
}

/// How many brackets there are, or else other signs: the value before a node is not beside what
/// starts in that node.
fn signs<'b>(bytes: impl Iterator<Item = &'b u8> + Clone, others: &[u8]) -> u32 {
    match count(bytes.clone(), |b| matches!(b, b'[' | b']')) {
        0 => count(bytes, |b| others.contains(b)),
        brackets => brackets,
    }
}

/// How many bytes are of a kind, but not more than a few, so that many faults stay linear.
fn count<'b>(bytes: impl Iterator<Item = &'b u8>, kind: impl Fn(&u8) -> bool) -> u32 {
    const MOST: usize = 16;
    bytes.take(MOST).take_while(|b| kind(b)).count() as u32
}
