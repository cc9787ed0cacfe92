use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::Span;

/// A change to the source that resolves a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// A description of the fix in one clause: ``put `]` before `;B[pd]` ``.
    pub title: Cow<'static, str>,
    /// Whether the fix can be applied without confirmation.
    pub safety: Safety,
    /// The edits, ordered by position; no two of them overlap.
    pub edits: Vec<Edit>,
}

/// Whether a fix can be applied without confirmation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Safety {
    /// The meaning of the record stays the same, or there is no doubt about what was meant.
    Safe,
    /// The fix is probably right, but a person who knows the record should confirm it.
    Unsafe,
}

/// A replacement of a range of bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The bytes to remove; empty for an insertion.
    pub span: Span,
    /// The bytes to insert, in the charset of the source.
    pub replacement: Vec<u8>,
}

impl Edit {
    /// Replaces a range of bytes.
    pub fn replace(span: Span, replacement: impl Into<Vec<u8>>) -> Edit {
        Edit {
            span,
            replacement: replacement.into(),
        }
    }

    /// Inserts bytes at an offset.
    pub fn insert(offset: u32, replacement: impl Into<Vec<u8>>) -> Edit {
        Edit::replace(Span::at(offset), replacement)
    }

    /// Deletes a range of bytes.
    pub fn delete(span: Span) -> Edit {
        Edit::replace(span, [])
    }
}

impl Fix {
    /// Creates a fix with [`Safety::Safe`], which can be applied without confirmation.
    pub fn safe(title: impl Into<Cow<'static, str>>, edits: impl Into<Vec<Edit>>) -> Fix {
        Fix {
            title: title.into(),
            safety: Safety::Safe,
            edits: edits.into(),
        }
    }

    /// Creates a fix with [`Safety::Unsafe`], which a person should confirm.
    pub fn unsafe_fix(title: impl Into<Cow<'static, str>>, edits: impl Into<Vec<Edit>>) -> Fix {
        Fix {
            safety: Safety::Unsafe,
            ..Fix::safe(title, edits)
        }
    }
}

/// The result of [`apply`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Applied {
    /// The text after the accepted fixes.
    pub text: Vec<u8>,
    /// Whether each fix was applied, in the order in which the fixes were passed. A fix is rejected as a whole
    /// if one of its edits overlaps an edit of an earlier fix, starts at the same offset, or ends outside the
    /// source. In that case look for findings in the new text, and apply their fixes.
    pub accepted: Vec<bool>,
}

/// Applies fixes to a source; each fix is applied completely or not at all.
///
/// ```
/// use kifu_span::{apply, Edit, Fix};
///
/// let close = Fix::safe("put `]` where the move ends", [Edit::insert(6, *b"]")]);
/// let applied = apply(b"(;B[aa;W[bb])", [&close]);
/// assert_eq!(applied.text, b"(;B[aa];W[bb])");
/// ```
pub fn apply<'f>(source: &[u8], fixes: impl IntoIterator<Item = &'f Fix>) -> Applied {
    // The edits by start offset. Of two edits that start at the same offset, the second is rejected, because nothing
    // determines their order.
    let mut edits: BTreeMap<u32, &Edit> = BTreeMap::new();
    let accepted: Vec<bool> = fixes
        .into_iter()
        .map(|fix| {
            let fits = fix.edits.iter().all(|edit| {
                let Span { start, end } = edit.span;
                let before = edits.range(..start).next_back();
                let after = edits.range(start..).next();
                end as usize <= source.len()
                    && before.is_none_or(|(_, before)| before.span.end <= start)
                    && after.is_none_or(|(&next, _)| next > start && next >= end)
            });
            if fits {
                edits.extend(fix.edits.iter().map(|edit| (edit.span.start, edit)));
            }
            fits
        })
        .collect();
    let mut text = Vec::with_capacity(source.len() + 64);
    let mut done = 0;
    for edit in edits.into_values() {
        text.extend_from_slice(&source[done..edit.span.start as usize]);
        text.extend_from_slice(&edit.replacement);
        done = edit.span.end as usize;
    }
    text.extend_from_slice(&source[done..]);
    Applied { text, accepted }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(edits: &[(u32, u32, &str)]) -> Fix {
        let edits = edits
            .iter()
            .map(|&(start, end, with)| Edit::replace(Span::new(start, end), with.as_bytes()));
        Fix::safe("", edits.collect::<Vec<_>>())
    }

    #[test]
    fn each_fix_is_applied_completely_or_not_at_all() {
        let fixes = [
            fix(&[(2, 4, "xy")]),
            fix(&[(0, 1, "A"), (3, 5, "no")]),
            fix(&[(4, 5, "E")]),
            fix(&[(4, 4, "no")]),
            fix(&[(6, 6, "!")]),
            fix(&[(7, 7, "outside")]),
        ];
        let applied = apply(b"abcdef", &fixes);
        assert_eq!(applied.text, b"abxyEf!");
        assert_eq!(applied.accepted, [true, false, true, false, true, false]);
    }

    #[test]
    fn edits_of_a_later_fix_must_not_overlap_those_of_an_earlier_one() {
        let first = fix(&[(2, 4, "xy")]);
        for (edit, accepted, text) in [
            // It ends where the other starts, or starts where the other ends.
            ((1, 2, "B"), true, "aBxyef"),
            ((4, 5, "E"), true, "abxyEf"),
            ((0, 0, "^"), true, "^abxyef"),
            // It ends or starts inside the other, encloses it, starts at the same offset, or ends outside the source.
            ((1, 3, "no"), false, "abxyef"),
            ((3, 5, "no"), false, "abxyef"),
            ((3, 3, "no"), false, "abxyef"),
            ((1, 6, "no"), false, "abxyef"),
            ((2, 2, "no"), false, "abxyef"),
            ((5, 7, "no"), false, "abxyef"),
        ] {
            let applied = apply(b"abcdef", [&first, &fix(&[edit])]);
            assert_eq!(applied.accepted, [true, accepted], "{edit:?}");
            assert_eq!(applied.text, text.as_bytes(), "{edit:?}");
        }
    }

    #[test]
    fn edits_and_fixes_are_what_their_constructors_say() {
        let edits = [
            Edit::insert(1, *b"+"),
            Edit::delete(Span::new(2, 3)),
            Edit::replace(Span::new(4, 5), *b"E"),
        ];
        let safe = Fix::safe("three edits", edits.clone());
        assert_eq!((&*safe.title, safe.safety), ("three edits", Safety::Safe));
        assert_eq!(safe.edits, edits);
        assert_eq!(apply(b"abcdef", [&safe]).text, b"a+bdEf");
        let unsafe_fix = Fix::unsafe_fix("three edits", edits);
        assert_eq!(unsafe_fix.safety, Safety::Unsafe);
        assert_eq!(
            (unsafe_fix.title, unsafe_fix.edits),
            (safe.title, safe.edits)
        );
    }
}
