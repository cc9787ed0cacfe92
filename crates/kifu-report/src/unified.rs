//! Unified diffs of files, as `diff -u` writes them, and the words that differ in long lines, as `git
//! diff --word-diff` writes them.

use std::io::{self, Write};
use std::ops::Range;

use imara_diff::sources::byte_lines;
use imara_diff::{Algorithm, Diff, Hunk, InternedInput, Token, TokenSource};

use crate::printable::Printable;

/// The number of unchanged lines around a change.
const CONTEXT: u32 = 3;

/// The maximum length in bytes of a line that is shown whole. Many records have only one line.
const MAX_LINE_LEN: usize = 160;

/// The number of characters around a change within a long line.
const WORD_CONTEXT: usize = 24;

/// Writes the lines that differ between two versions of a file, with control characters made
/// visible. Bytes that are not UTF-8 become U+FFFD; nothing is written if no line differs.
///
/// Changes have three unchanged lines around them. If a changed line is longer than 160 bytes, only
/// the words that differ are written, each with its position in the old file: `[-removed-]` and
/// `{+added+}`.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_diff(out: &mut impl Write, name: &str, before: &[u8], after: &[u8]) -> io::Result<()> {
    let lines = InternedInput::new(byte_lines(before), byte_lines(after));
    let mut diff = Diff::compute(Algorithm::Histogram, &lines);
    diff.postprocess_no_heuristic(&lines);
    let hunks: Vec<Hunk> = diff.hunks().collect();
    if !hunks.is_empty() {
        let name = Printable(name);
        writeln!(out, "--- {name}\n+++ {name}")?;
    }
    // Changes whose context would touch or overlap share a section.
    for section in hunks.chunk_by(|a, b| b.before.start - a.before.end <= 2 * CONTEXT) {
        let (Some(first), Some(last)) = (section.first(), section.last()) else {
            continue;
        };
        let lead = first.before.start.min(CONTEXT);
        let trail = (lines.before.len() as u32 - last.before.end).min(CONTEXT);
        let old = range(first.before.start - lead..last.before.end + trail);
        let new = range(first.after.start - lead..last.after.end + trail);
        writeln!(out, "@@ -{old} +{new} @@")?;
        let write = |out: &mut _, sign: char, tokens: &[Token], range: Range<u32>| {
            let tokens = &tokens[range.start as usize..range.end as usize];
            let mut lines = tokens.iter().map(|token| lines.interner[*token]);
            lines.try_for_each(|line| write_line(out, sign, line))
        };
        let mut unchanged = first.before.start - lead;
        for hunk in section {
            write(out, ' ', &lines.before, unchanged..hunk.before.start)?;
            let (old, new) = (hunk.before.clone(), hunk.after.clone());
            let removed = joined(&lines, &lines.before, &old);
            let added = joined(&lines, &lines.after, &new);
            let is_edit = !removed.is_empty() && !added.is_empty();
            if is_edit && (has_long_line(&removed) || has_long_line(&added)) {
                write_words(out, old.start + 1, &removed, &added)?;
            } else {
                write(out, '-', &lines.before, old)?;
                write(out, '+', &lines.after, new)?;
            }
            unchanged = hunk.before.end;
        }
        write(out, ' ', &lines.before, unchanged..unchanged + trail)?;
    }
    Ok(())
}

/// Returns the text of lines.
fn joined(lines: &InternedInput<&[u8]>, tokens: &[Token], range: &Range<u32>) -> Vec<u8> {
    let tokens = &tokens[range.start as usize..range.end as usize];
    let lines = tokens.iter().map(|token| lines.interner[*token]);
    lines.collect::<Vec<_>>().concat()
}

fn has_long_line(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| *byte == b'\n');
    lines.any(|line| line.len() > MAX_LINE_LEN)
}

/// Writes the words that differ between two texts, with the words around them. `line` is the number
/// of the first line of the old text.
fn write_words(out: &mut impl Write, line: u32, before: &[u8], after: &[u8]) -> io::Result<()> {
    let words = InternedInput::new(Words(before), Words(after));
    let mut diff = Diff::compute(Algorithm::Histogram, &words);
    diff.postprocess_no_heuristic(&words);
    let old = offsets(&words, &words.before);
    let new = offsets(&words, &words.after);
    let bytes = |offsets: &[usize], range: &Range<u32>| {
        offsets[range.start as usize]..offsets[range.end as usize]
    };
    let changes: Vec<(Range<usize>, Range<usize>)> = diff
        .hunks()
        .map(|hunk| (bytes(&old, &hunk.before), bytes(&new, &hunk.after)))
        .collect();
    let (mut line, mut line_start, mut counted) = (line, 0, 0);
    // Changes with little text between them share a line.
    for group in changes.chunk_by(|a, b| b.0.start - a.0.end <= 2 * WORD_CONTEXT) {
        let (Some((first, _)), Some((last, _))) = (group.first(), group.last()) else {
            continue;
        };
        for (at, byte) in (counted..).zip(&before[counted..first.start]) {
            if *byte == b'\n' {
                line += 1;
                line_start = at + 1;
            }
        }
        counted = first.start;
        let byte = first.start - line_start + 1;
        let context = before_change(&before[line_start..first.start]);
        write!(out, " line {line}, byte {byte}: {context}")?;
        let mut at = first.start;
        for (removed, added) in group {
            write!(out, "{}", shown(&before[at..removed.start]))?;
            if !removed.is_empty() {
                write!(out, "[-{}-]", shown(&before[removed.clone()]))?;
            }
            if !added.is_empty() {
                write!(out, "{{+{}+}}", shown(&after[added.clone()]))?;
            }
            at = removed.end;
        }
        writeln!(out, "{}", after_change(&before[last.end..]))?;
    }
    Ok(())
}

/// Returns the last characters of a text.
fn before_change(text: &[u8]) -> String {
    // A character has at most four bytes.
    let tail = &text[text.len().saturating_sub(4 * WORD_CONTEXT)..];
    let chars: Vec<char> = shown(tail).chars().collect();
    let skipped = chars.len().saturating_sub(WORD_CONTEXT);
    let dots = if skipped > 0 { "…" } else { "" };
    format!("{dots}{}", chars[skipped..].iter().collect::<String>())
}

/// Returns the first characters of a text, up to the end of its first line.
fn after_change(text: &[u8]) -> String {
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let head = shown(&line[..line.len().min(4 * WORD_CONTEXT)]);
    let mut chars = head.chars();
    let mut text: String = chars.by_ref().take(WORD_CONTEXT).collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}

/// Returns bytes as text, with visible line breaks.
fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.replace("\r\n", "↵").replace('\n', "↵");
    Printable(&text).to_string()
}

/// The words of a text. A word is a run of letters and digits, or one other character.
#[derive(Clone, Copy)]
struct Words<'a>(&'a [u8]);

impl<'a> TokenSource for Words<'a> {
    type Token = &'a [u8];
    type Tokenizer = Words<'a>;

    fn tokenize(&self) -> Words<'a> {
        *self
    }

    fn estimate_tokens(&self) -> u32 {
        u32::try_from(self.0.len() / 2).unwrap_or(u32::MAX)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let is_letter = |byte: &&u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
        let letters = self.0.iter().take_while(is_letter).count();
        let (word, rest) = self.0.split_at_checked(letters.max(1))?;
        self.0 = rest;
        Some(word)
    }
}

/// Returns the offset of each word in its text, and the length of the text.
fn offsets(words: &InternedInput<&[u8]>, tokens: &[Token]) -> Vec<usize> {
    let mut offset = 0;
    let starts = tokens.iter().map(|token| {
        let start = offset;
        offset += words.interner[*token].len();
        start
    });
    let mut offsets: Vec<usize> = starts.collect();
    offsets.push(offset);
    offsets
}

/// Formats a range of lines for the header of a section of a diff: the number of the first line,
/// counted from 1, and the number of lines unless it is 1. For an empty range, the number is that
/// of the line before it.
fn range(lines: Range<u32>) -> String {
    let first = lines.start + 1;
    match lines.end - lines.start {
        0 => format!("{},0", lines.start),
        1 => format!("{first}"),
        len => format!("{first},{len}"),
    }
}

fn write_line(out: &mut impl Write, sign: char, line: &[u8]) -> io::Result<()> {
    let text = line.strip_suffix(b"\n");
    let shown = text.unwrap_or(line);
    if sign == ' ' && shown.len() > MAX_LINE_LEN {
        writeln!(out, " {}", after_change(shown))?;
    } else {
        let shown = String::from_utf8_lossy(shown);
        writeln!(out, "{sign}{}", Printable(&shown))?;
    }
    match text {
        Some(_) => Ok(()),
        None => writeln!(out, "\\ No newline at end of file"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(before: &[u8], after: &[u8]) -> String {
        let mut out = Vec::new();
        write_diff(&mut out, "a", before, after).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Returns a line for each number.
    fn lines(numbers: impl IntoIterator<Item = u32>) -> Vec<u8> {
        let lines = numbers.into_iter().map(|n| format!("{n}\n"));
        lines.collect::<String>().into_bytes()
    }

    #[test]
    fn equal_files_have_no_diff() {
        assert_eq!(diff(b"(;B[aa])", b"(;B[aa])"), "");
        assert_eq!(diff(b"", b""), "");
    }

    #[test]
    fn changes_have_three_lines_of_context() {
        let after = (1..=20).map(|n| if n == 5 || n == 16 { 100 + n } else { n });
        let sections = "--- a\n+++ a\n\
            @@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+105\n 6\n 7\n 8\n\
            @@ -13,7 +13,7 @@\n 13\n 14\n 15\n-16\n+116\n 17\n 18\n 19\n";
        assert_eq!(diff(&lines(1..=20), &lines(after)), sections);
    }

    #[test]
    fn changes_that_share_context_share_a_section() {
        let after = (1..=20).map(|n| if n == 5 || n == 12 { 100 + n } else { n });
        let shown = diff(&lines(1..=20), &lines(after));
        assert!(shown.contains("@@ -2,14 +2,14 @@\n"), "{shown}");
        assert_eq!(shown.matches("@@ -").count(), 1);
    }

    #[test]
    fn empty_files_and_missing_line_breaks_match_diff() {
        assert_eq!(diff(b"", b"a\n"), "--- a\n+++ a\n@@ -0,0 +1 @@\n+a\n");
        let shown = "--- a\n+++ a\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n";
        assert_eq!(diff(b"a", b"a\n"), shown);
        assert_eq!(diff(b"a\n", b""), "--- a\n+++ a\n@@ -1 +0,0 @@\n-a\n");
    }

    #[test]
    fn only_the_words_that_differ_are_shown_in_long_lines() {
        let moves = ";B[pd];W[dp]".repeat(40);
        let before = format!("(;FF[4]PB[A]{moves}PW[B]{moves}");
        let shown = |after: &str| diff(before.as_bytes(), after.as_bytes());
        let header = "--- a\n+++ a\n@@ -1 +1 @@\n";
        assert_eq!(
            shown(&format!("{before})")),
            format!("{header} line 1, byte 978: …;B[pd];W[dp];B[pd];W[dp]{{+)+}}\n")
        );
        let after = before.replacen("PB[A]", "PB[C]BR[1d]", 1);
        let after = after.replacen("PW[B]", "", 1);
        let first = "(;FF[4]PB[[-A-]{+C]BR[1d+}];B[pd];W[dp];B[pd];W[dp…";
        let second = "…;B[pd];W[dp];B[pd];W[dp][-PW[B]-];B[pd];W[dp];B[pd];W[dp]…";
        assert_eq!(
            shown(&after),
            format!("{header} line 1, byte 11: {first}\n line 1, byte 493: {second}\n")
        );
        let broken = format!("{moves}\nGN[€]{moves}\n");
        let after = broken.replacen('€', "x\ny", 1);
        assert_eq!(
            diff(broken.as_bytes(), after.as_bytes()),
            "--- a\n+++ a\n@@ -1,2 +1,3 @@\n ;B[pd];W[dp];B[pd];W[dp]…\n \
             line 2, byte 4: GN[[-€-]{+x↵y+}];B[pd];W[dp];B[pd];W[dp…\n"
        );
    }

    #[test]
    fn bytes_that_are_not_text_have_word_diffs() {
        for len in [159, 160, 161, 5000] {
            let before = vec![0xFF; len];
            let after = [&before[..], b")"].concat();
            let shown = diff(&before, &after);
            assert_eq!(shown.contains("{+)+}"), len >= 160, "{len}");
        }
        let words = Words("(;B[pd]C[古い x1]".as_bytes());
        let words: Vec<_> = words.map(String::from_utf8_lossy).collect();
        let expected = [
            "(", ";", "B", "[", "pd", "]", "C", "[", "古い", " ", "x1", "]",
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn control_characters_and_invalid_utf8_are_escaped() {
        let shown = diff(b"\x1B[2J\n", b"\xFF\n");
        assert_eq!(shown, "--- a\n+++ a\n@@ -1 +1 @@\n-\\u{1b}[2J\n+\u{FFFD}\n");
    }
}
