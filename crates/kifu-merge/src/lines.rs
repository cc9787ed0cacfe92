//! Three-way merges of sequences, and of texts by lines.

use std::hash::Hash;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, Hunk, Interner, Token};

use crate::{Labels, Merged, Method};

/// A part of a merged sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Chunk {
    /// These elements of our version, which are unchanged, or which only we changed.
    Ours(Range<usize>),
    /// These elements of their version.
    Theirs(Range<usize>),
    /// Elements that both changed differently.
    Conflict {
        ours: Range<usize>,
        theirs: Range<usize>,
    },
}

/// Returns the differences between two sequences of tokens.
pub(crate) fn hunks(before: &[Token], after: &[Token], tokens: u32) -> Vec<Hunk> {
    hunks_by(before, after, |before, after| {
        let mut diff = Diff::default();
        diff.compute_with(Algorithm::Histogram, before, after, tokens);
        diff.hunks().collect()
    })
}

/// The number of tokens in a block of a repetitive sequence.
const BLOCK: usize = 1 << 10;

/// Returns the differences that `diff` finds. Sequences that repeat few tokens are divided into blocks, because their
/// comparison takes quadratic time.
fn hunks_by(
    before: &[Token],
    after: &[Token],
    mut diff: impl FnMut(&[Token], &[Token]) -> Vec<Hunk>,
) -> Vec<Hunk> {
    let len = before.len() + after.len();
    if scans(before, after) + scans(after, before) <= BLOCK * len {
        return diff(before, after);
    }
    let mut hunks: Vec<Hunk> = Vec::new();
    let mut at = (0, 0);
    while at != (before.len(), after.len()) {
        let end = (
            before.len().min(at.0 + BLOCK),
            after.len().min(at.1 + BLOCK),
        );
        let found = diff(&before[at.0..end.0], &after[at.1..end.1]);
        let shifted =
            |range: &Range<u32>, by: usize| range.start + by as u32..range.end + by as u32;
        let mut found: Vec<Hunk> = found
            .iter()
            .map(|hunk| Hunk {
                before: shifted(&hunk.before, at.0),
                after: shifted(&hunk.after, at.1),
            })
            .collect();
        let mut next = end;
        let is_last = end == (before.len(), after.len());
        // What follows the last common tokens may continue in the next block.
        let is_open =
            |last: &&Hunk| (last.before.end as usize, last.after.end as usize) == end && !is_last;
        if let Some(last) = found.last().filter(is_open) {
            let start = (last.before.start as usize, last.after.start as usize);
            if start.0 - at.0 + start.1 - at.1 >= BLOCK / 2 {
                next = start;
                found.pop();
            }
        }
        for hunk in found {
            match hunks.last_mut() {
                Some(last)
                    if last.before.end == hunk.before.start
                        && last.after.end == hunk.after.start =>
                {
                    last.before.end = hunk.before.end;
                    last.after.end = hunk.after.end;
                }
                _ => hunks.push(hunk),
            }
        }
        at = next;
    }
    hunks
}

/// Returns the number of tokens that imara-diff 0.2 reads again in a sequence of common tokens: for each one, those before
/// it up to the last that is rare.
fn scans(tokens: &[Token], other: &[Token]) -> usize {
    /// Histograms are used for tokens that occur at most this often.
    const MAX_RARE: u32 = 63;
    let mut counts: Vec<u32> = Vec::new();
    for token in other {
        let index = token.0 as usize;
        if counts.len() <= index {
            counts.resize(index + 1, 0);
        }
        counts[index] += 1;
    }
    let (mut sum, mut run) = (0usize, 0usize);
    for token in tokens {
        match counts.get(token.0 as usize).copied().unwrap_or(0) {
            1..=MAX_RARE => run = 0,
            count => {
                if count > 0 {
                    sum = sum.saturating_add(run);
                }
                run += 1;
            }
        }
    }
    sum
}

/// Merges three versions of a sequence. Changes that overlap or touch are a conflict, as in git, unless they are equal.
pub(crate) fn merge<T: Hash + Eq + Copy>(base: &[T], ours: &[T], theirs: &[T]) -> Vec<Chunk> {
    let mut interner = Interner::new(base.len());
    let mut tokens =
        |of: &[T]| -> Vec<Token> { of.iter().map(|&one| interner.intern(one)).collect() };
    let (base, ours, theirs) = (tokens(base), tokens(ours), tokens(theirs));
    let count = interner.num_tokens();
    let (our_hunks, their_hunks) = (hunks(&base, &ours, count), hunks(&base, &theirs, count));
    let (mut a, mut b) = (our_hunks.iter().peekable(), their_hunks.iter().peekable());
    let mut chunks = Vec::new();
    // The ends of what is merged so far, in our version and in the base; and what their hunks added so far.
    let (mut our_end, mut base_end) = (0, 0);
    let mut their_end = 0;
    while a.peek().is_some() || b.peek().is_some() {
        let starts = [&mut a, &mut b].map(|hunks| {
            hunks
                .peek()
                .map_or(usize::MAX, |hunk| hunk.before.start as usize)
        });
        let start = starts[0].min(starts[1]);
        let same = start - base_end;
        let (our_start, their_start) = (our_end + same, their_end + same);
        push(&mut chunks, Chunk::Ours(our_end..our_start));
        // Join the hunks that overlap or touch. `ends` are the ends of each version at `end` of the base.
        let mut end = start;
        let mut last: [Option<&Hunk>; 2] = [None, None];
        loop {
            let mut is_grown = false;
            for (side, hunks) in [&mut a, &mut b].into_iter().enumerate() {
                while let Some(hunk) = hunks.next_if(|hunk| hunk.before.start as usize <= end) {
                    end = end.max(hunk.before.end as usize);
                    last[side] = Some(hunk);
                    is_grown = true;
                }
            }
            if !is_grown {
                break;
            }
        }
        let until = |last: Option<&Hunk>, from: usize| {
            last.map_or(from + (end - start), |hunk| {
                hunk.after.end as usize + (end - hunk.before.end as usize)
            })
        };
        our_end = until(last[0], our_start);
        their_end = until(last[1], their_start);
        base_end = end;
        match last {
            [_, None] => push(&mut chunks, Chunk::Ours(our_start..our_end)),
            [None, _] => chunks.push(Chunk::Theirs(their_start..their_end)),
            _ => {
                let (one, other) = (&ours[our_start..our_end], &theirs[their_start..their_end]);
                conflict(&mut chunks, (one, our_start), (other, their_start));
            }
        }
    }
    push(&mut chunks, Chunk::Ours(our_end..ours.len()));
    chunks
}

/// Adds a part that both changed, without the elements at its ends that are the same in both.
fn conflict(
    chunks: &mut Vec<Chunk>,
    (ours, our_start): (&[Token], usize),
    (theirs, their_start): (&[Token], usize),
) {
    let both = |(one, other): &(&Token, &Token)| one == other;
    let head = ours.iter().zip(theirs).take_while(both).count();
    let (one, other) = (&ours[head..], &theirs[head..]);
    let tail = one
        .iter()
        .rev()
        .zip(other.iter().rev())
        .take_while(both)
        .count();
    let (ours_left, theirs_left) = (one.len() - tail, other.len() - tail);
    let at = our_start + head;
    push(chunks, Chunk::Ours(our_start..at));
    if ours_left + theirs_left > 0 {
        chunks.push(Chunk::Conflict {
            ours: at..at + ours_left,
            theirs: their_start + head..their_start + head + theirs_left,
        });
    }
    push(chunks, Chunk::Ours(at + ours_left..our_start + ours.len()));
}

/// Adds a part, which continues the previous one if possible.
fn push(chunks: &mut Vec<Chunk>, chunk: Chunk) {
    match (chunks.last_mut(), &chunk) {
        (_, Chunk::Ours(new)) if new.is_empty() => {}
        (Some(Chunk::Ours(last)), Chunk::Ours(new)) if last.end == new.start => last.end = new.end,
        _ => chunks.push(chunk),
    }
}

/// The two versions of a conflict, in lines with markers.
pub(crate) fn marked(labels: &Labels<'_>, ours: &[&str], theirs: &[&str]) -> String {
    let marker = |sign: char| sign.to_string().repeat(labels.marker_size);
    let mut lines = vec![format!("{} {}", marker('<'), labels.ours)];
    lines.extend(ours.iter().map(|line| (*line).to_owned()));
    lines.push(marker('='));
    lines.extend(theirs.iter().map(|line| (*line).to_owned()));
    lines.push(format!("{} {}", marker('>'), labels.theirs));
    lines.join("\n")
}

/// The lines of a text that does not end with a line break.
fn lines_of_text(text: &str) -> Vec<&str> {
    let lines = text.split('\n');
    lines.filter(|_| !text.is_empty()).collect()
}

/// Merges three versions of a text without a line break at its end. Returns the merged text, and whether it contains
/// conflicts.
pub(crate) fn merge_texts(
    base: &str,
    ours: &str,
    theirs: &str,
    labels: &Labels<'_>,
) -> (String, bool) {
    let [base, ours, theirs] = [base, ours, theirs].map(lines_of_text);
    let mut merged = Vec::new();
    let mut conflicts = false;
    for chunk in merge(&base, &ours, &theirs) {
        match chunk {
            Chunk::Ours(range) => merged.extend(ours[range].iter().map(|line| (*line).to_owned())),
            Chunk::Theirs(range) => {
                merged.extend(theirs[range].iter().map(|line| (*line).to_owned()))
            }
            Chunk::Conflict {
                ours: one,
                theirs: other,
            } => {
                conflicts = true;
                if merged.is_empty() {
                    // `git diff --check` finds markers only at the start of a line of the file.
                    merged.push(CONFLICT.to_owned());
                }
                merged.push(marked(labels, &ours[one], &theirs[other]));
            }
        }
    }
    (merged.join("\n"), conflicts)
}

/// The line before a marker that would otherwise follow the bracket of a value.
pub(crate) const CONFLICT: &str = "Merge conflict:";

/// The lines of a text, with their line breaks.
fn lines_of(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Merges three versions of a file by lines, as git does: for files in other formats than SGF.
///
/// Conflicts are between markers. If a version is not text, because it contains a NUL byte, the result is our version, and
/// not [clean](Merged::is_clean), unless only one version changed the file.
///
/// ```
/// use kifu_merge::{Labels, merge_lines};
///
/// let merged = merge_lines(b"a\nb\nc\n", b"a!\nb\nc\n", b"a\nb\nc!\n", &Labels::default());
/// assert_eq!(merged.bytes, b"a!\nb\nc!\n");
/// assert!(merged.is_clean());
/// ```
pub fn merge_lines(base: &[u8], ours: &[u8], theirs: &[u8], labels: &Labels<'_>) -> Merged {
    if let Some(whole) = merge_whole(base, ours, theirs) {
        return whole;
    }
    if [base, ours, theirs].iter().any(|text| text.contains(&0)) {
        return Merged {
            bytes: ours.to_vec(),
            conflicts: Vec::new(),
            method: Method::Ours,
        };
    }
    let [base, ours, theirs] = [base, ours, theirs].map(lines_of);
    let line_break = if ours.first().is_some_and(|line| line.ends_with(b"\r\n")) {
        "\r\n"
    } else {
        "\n"
    };
    let marker = |sign: char, label: &str| {
        let marker = sign.to_string().repeat(labels.marker_size);
        let space = if label.is_empty() { "" } else { " " };
        format!("{marker}{space}{label}{line_break}")
    };
    let (mut merged, mut conflicts) = (Vec::new(), 0);
    let end_line = |bytes: &mut Vec<u8>| {
        if bytes.last().is_some_and(|&last| last != b'\n') {
            bytes.extend_from_slice(line_break.as_bytes());
        }
    };
    for chunk in merge(&base, &ours, &theirs) {
        match chunk {
            Chunk::Ours(range) => merged.extend(ours[range].concat()),
            Chunk::Theirs(range) => merged.extend(theirs[range].concat()),
            Chunk::Conflict {
                ours: one,
                theirs: other,
            } => {
                let bytes = &mut merged;
                conflicts += 1;
                end_line(bytes);
                bytes.extend(marker('<', labels.ours).bytes());
                bytes.extend(ours[one].concat());
                end_line(bytes);
                bytes.extend(marker('=', "").bytes());
                bytes.extend(theirs[other].concat());
                end_line(bytes);
                bytes.extend(marker('>', labels.theirs).bytes());
            }
        }
    }
    Merged {
        bytes: merged,
        conflicts: Vec::new(),
        method: Method::Lines { conflicts },
    }
}

/// The result if only one version changed the file, or both in the same way.
pub(crate) fn merge_whole(base: &[u8], ours: &[u8], theirs: &[u8]) -> Option<Merged> {
    let bytes = if ours == theirs || base == theirs {
        ours
    } else if base == ours {
        theirs
    } else {
        return None;
    };
    Some(Merged {
        bytes: bytes.to_vec(),
        conflicts: Vec::new(),
        method: Method::Nodes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(values: impl Iterator<Item = usize>) -> Vec<Token> {
        values.map(|value| Token(value as u32)).collect()
    }

    /// A sequence that repeats `period` tokens, with another token after each `every`th one.
    fn repeated(len: usize, period: usize, every: usize) -> Vec<Token> {
        tokens((0..len).flat_map(|at| {
            let added = (at % every == 0).then_some(1000);
            [Some(at % period), added].into_iter().flatten()
        }))
    }

    fn compute(before: &[Token], after: &[Token]) -> Vec<Hunk> {
        let mut diff = Diff::default();
        diff.compute_with(Algorithm::Histogram, before, after, 1001);
        diff.hunks().collect()
    }

    #[test]
    fn repeated_tokens_are_compared_in_linear_time() {
        for period in [1, 2, 4, 60] {
            // The work of one comparison is at least its length.
            let work = |len: usize| {
                let mut sum = 0;
                hunks_by(
                    &repeated(len, period, usize::MAX),
                    &repeated(len, period, 3),
                    |one, other| {
                        sum += one.len() + other.len() + scans(one, other) + scans(other, one);
                        compute(one, other)
                    },
                );
                sum
            };
            let (small, large) = (work(8_000), work(32_000));
            assert!(large < 5 * small, "period {period}: {small}, {large}");
        }
    }

    #[test]
    fn hunks_in_blocks_are_the_differences() {
        for (one, other) in [
            (repeated(6_000, 2, usize::MAX), repeated(6_000, 2, 3)),
            (repeated(6_000, 2, 5), repeated(6_000, 2, 3)),
            (repeated(6_000, 60, 7), repeated(4_000, 60, 3)),
            (
                repeated(6_000, 1, usize::MAX),
                repeated(15_000, 1, usize::MAX),
            ),
            (
                repeated(6_000, 1, usize::MAX),
                tokens(std::iter::repeat_n(5, 15_000)),
            ),
            (repeated(6_000, 1, usize::MAX), Vec::new()),
        ] {
            let mut count = 0;
            let hunks = hunks_by(&one, &other, |one, other| {
                count += 1;
                compute(one, other)
            });
            // The tokens between the hunks are equal.
            let mut at = (0, 0);
            let mut same = 0;
            let end = Hunk {
                before: one.len() as u32..one.len() as u32,
                after: other.len() as u32..other.len() as u32,
            };
            for hunk in hunks.iter().chain([&end]) {
                let (start, there) = (hunk.before.start as usize, hunk.after.start as usize);
                assert_eq!(one[at.0..start], other[at.1..there]);
                same += start - at.0;
                at = (hunk.before.end as usize, hunk.after.end as usize);
            }
            if other.contains(&Token(0)) {
                assert!(count > 1, "{count} blocks");
                assert!(4 * same >= one.len().min(other.len()), "{same} tokens");
            }
        }
    }
}
