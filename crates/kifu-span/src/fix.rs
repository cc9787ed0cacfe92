use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::Span;

/// A change of the source that mends a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does, in one clause: ``put `]` before `;B[pd]` ``.
    pub title: Cow<'static, str>,
    /// Whether it can be made without asking.
    pub safety: Safety,
    /// What it changes: in the order of the text, and no two in one place.
    pub edits: Vec<Edit>,
}

/// Whether a fix can be made without asking.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Safety {
    /// What the record means stays as it was, or there is no doubt what was meant.
    Safe,
    /// Probably right; someone who knows the record should agree.
    Unsafe,
}

/// Bytes to put in the place of others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The bytes that go; empty to put something between two bytes.
    pub span: Span,
    /// The bytes that come, in the charset of the source.
    pub with: Vec<u8>,
}

impl Edit {
    /// Puts bytes in the place of others.
    pub fn replace(span: Span, with: impl Into<Vec<u8>>) -> Edit {
        Edit {
            span,
            with: with.into(),
        }
    }

    /// Puts bytes at an offset.
    pub fn insert(offset: u32, with: impl Into<Vec<u8>>) -> Edit {
        Edit::replace(Span::at(offset), with)
    }

    /// Takes bytes out.
    pub fn delete(span: Span) -> Edit {
        Edit::replace(span, [])
    }
}

impl Fix {
    /// A fix that can be made without asking.
    pub fn safe(title: impl Into<Cow<'static, str>>, edits: impl Into<Vec<Edit>>) -> Fix {
        Fix {
            title: title.into(),
            safety: Safety::Safe,
            edits: edits.into(),
        }
    }

    /// A fix that someone should agree to.
    pub fn doubtful(title: impl Into<Cow<'static, str>>, edits: impl Into<Vec<Edit>>) -> Fix {
        Fix {
            safety: Safety::Unsafe,
            ..Fix::safe(title, edits)
        }
    }
}

/// What [`apply`] made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Applied {
    /// The text with the fixes made.
    pub text: Vec<u8>,
    /// Whether each fix was made, in the order they were given. One is left out as a whole
    /// if an edit of it touches a byte that one before it changed: look for what
    /// is wrong in the new text again, and fix that.
    pub made: Vec<bool>,
}

/// Makes fixes, none of them by half.
///
/// ```
/// use kifu_span::{apply, Edit, Fix};
///
/// let close = Fix::safe("put `]` where the move ends", [Edit::insert(6, *b"]")]);
/// let applied = apply(b"(;B[aa;W[bb])", [&close]);
/// assert_eq!(applied.text, b"(;B[aa];W[bb])");
/// ```
pub fn apply<'f>(source: &[u8], fixes: impl IntoIterator<Item = &'f Fix>) -> Applied {
    // By where they start. Of two edits that start at one place the second is refused,
    // since their order would be a matter of chance.
    let mut edits: BTreeMap<u32, &Edit> = BTreeMap::new();
    let made: Vec<bool> = fixes
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
        text.extend_from_slice(&edit.with);
        done = edit.span.end as usize;
    }
    text.extend_from_slice(&source[done..]);
    Applied { text, made }
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
    fn fixes_are_made_whole_or_not_at_all() {
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
        assert_eq!(applied.made, [true, false, true, false, true, false]);
    }
}
