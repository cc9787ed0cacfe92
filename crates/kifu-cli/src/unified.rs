//! Unified diffs of files, as `diff -u` writes them.

use std::io::{self, Write};
use std::ops::Range;

use imara_diff::sources::byte_lines;
use imara_diff::{Algorithm, Diff, Hunk, InternedInput, Token};

use crate::printable::Printable;

/// The number of unchanged lines around a change.
const CONTEXT: u32 = 3;

/// Writes the lines that differ between two versions of a file, with control characters made
/// visible. Bytes that are not UTF-8 become U+FFFD; nothing is written if no line differs.
///
/// # Errors
///
/// Returns the errors of `out`.
pub(crate) fn write_diff(
    out: &mut impl Write,
    name: &str,
    before: &[u8],
    after: &[u8],
) -> io::Result<()> {
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
        let mut write = |sign: char, tokens: &[Token], range: Range<u32>| {
            let tokens = &tokens[range.start as usize..range.end as usize];
            let mut lines = tokens.iter().map(|token| lines.interner[*token]);
            lines.try_for_each(|line| write_line(out, sign, line))
        };
        let mut unchanged = first.before.start - lead;
        for hunk in section {
            write(' ', &lines.before, unchanged..hunk.before.start)?;
            write('-', &lines.before, hunk.before.clone())?;
            write('+', &lines.after, hunk.after.clone())?;
            unchanged = hunk.before.end;
        }
        write(' ', &lines.before, unchanged..unchanged + trail)?;
    }
    Ok(())
}

/// Lines of a file in the header of a section: the first one, counted from 1, and their number
/// unless it is 1. An empty range names the line before it.
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
    let shown = String::from_utf8_lossy(text.unwrap_or(line));
    writeln!(out, "{sign}{}", Printable(&shown))?;
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

    /// Lines with these numbers.
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
    fn control_characters_and_invalid_utf8_are_escaped() {
        let shown = diff(b"\x1B[2J\n", b"\xFF\n");
        assert_eq!(shown, "--- a\n+++ a\n@@ -1 +1 @@\n-\\u{1b}[2J\n+\u{FFFD}\n");
    }
}
