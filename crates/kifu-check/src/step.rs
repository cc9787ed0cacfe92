//! One round of repairs, which leaves out those that would change how the rest of the file is read.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use kifu_sgf::charset::Charset;
use kifu_sgf::{Document, TooLarge, Value};
use kifu_span::{Diagnostic, Edit, Fix, Safety, Span, apply};

use crate::section::Sections;

/// The safe repairs to hold back if a value that they do not touch would change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HoldBack {
    /// Repairs in the game of the value that change text other than ASCII, from which the charset is detected.
    Text,
    /// All repairs in the game of the value.
    Game,
    /// All repairs in the section of the value.
    Section,
}

/// Makes the repairs of these findings in one round, and returns for each finding whether its repair was made: `false`
/// if it has none.
///
/// This is a single round of [`fix()`](crate::fix()), for programs that let people choose a finding, such as editors.
/// A repair that overlaps an earlier one is not made. If a value that no repair touches would be read differently, safe
/// repairs near it are not made.
///
/// ```
/// use kifu_check::sgf::Document;
/// use kifu_check::{check, repair};
///
/// let mut document = Document::parse("(;FF[4]KM[6,5];B[aa]BL[ 9])")?;
/// let mut findings = check(&document, &Default::default());
/// findings.retain(|finding| finding.message.contains("`BL`"));
/// assert_eq!(repair(&mut document, &findings)?, [true]);
/// assert_eq!(document.to_bytes(), b"(;FF[4]KM[6,5];B[aa]BL[9])");
/// # Ok::<(), kifu_check::sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the repaired text has 4 GiB or more.
pub fn repair(document: &mut Document, findings: &[Diagnostic]) -> Result<Vec<bool>, TooLarge> {
    let fixes: Vec<&Fix> = findings.iter().filter_map(|f| f.fix.as_deref()).collect();
    let mut made = repair_all(document, &fixes)?.into_iter();
    let made = findings
        .iter()
        .map(|finding| finding.fix.is_some() && made.next() == Some(true));
    Ok(made.collect())
}

/// Makes repairs in one round, and returns whether each was made.
fn repair_all(document: &mut Document, fixes: &[&Fix]) -> Result<Vec<bool>, TooLarge> {
    let games = Games::of(document);
    let sections = Sections::of(document);
    let mut is_held = vec![false; fixes.len()];
    for hold_back in [
        Some(HoldBack::Text),
        Some(HoldBack::Game),
        Some(HoldBack::Section),
        None,
    ] {
        let chosen: Vec<usize> = (0..fixes.len()).filter(|&at| !is_held[at]).collect();
        let applied = apply(document.text(), chosen.iter().map(|&at| fixes[at]));
        let mut is_made = vec![false; fixes.len()];
        for (&at, made) in chosen.iter().zip(&applied.accepted) {
            is_made[at] = *made;
        }
        if !is_made.contains(&true) {
            break;
        }
        if is_read_alike(document.text(), &applied.text) {
            document.set_text(applied.text)?;
            return Ok(is_made);
        }
        let next = document.with_text(applied.text)?;
        let made: Vec<&Fix> = (0..fixes.len())
            .filter(|&at| is_made[at])
            .map(|at| fixes[at])
            .collect();
        let changed = games.changed(document, &next, &made);
        let Some(hold_back) = hold_back.filter(|_| !changed.is_empty()) else {
            *document = next;
            return Ok(is_made);
        };
        // An unsafe repair was chosen explicitly, and may change more than it touches.
        let unsafe_fixes = made.iter().filter(|fix| fix.safety == Safety::Unsafe);
        let unsafe_games: BTreeSet<usize> =
            unsafe_fixes.flat_map(|fix| games.touched(fix)).collect();
        let changed_sections: BTreeSet<usize> = changed
            .difference(&unsafe_games)
            .map(|game| sections.at(games.start(*game)))
            .collect();
        let is_near = |edit: &Edit| changed_sections.contains(&sections.at(edit.span.start));
        let is_to_hold = |fix: &Fix| match hold_back {
            HoldBack::Text => changes_text(document, fix) && games.touches(fix, &changed),
            HoldBack::Game => games.touches(fix, &changed),
            HoldBack::Section => fix.edits.iter().any(is_near),
        };
        for (at, fix) in fixes.iter().enumerate() {
            is_held[at] |= fix.safety == Safety::Safe && is_to_hold(fix);
        }
    }
    Ok(vec![false; fixes.len()])
}

/// Whether repairs change no value that they do not touch, whatever they are: both texts are read the same in every
/// charset, and no repair changes whether the file is UTF-16.
fn is_read_alike(before: &[u8], after: &[u8]) -> bool {
    before.get(..4) == after.get(..4) && is_plain(before) && is_plain(after)
}

/// Whether a repair removes or inserts text other than ASCII.
fn changes_text(document: &Document, fix: &Fix) -> bool {
    fix.edits
        .iter()
        .any(|edit| !is_plain(edit.span.of(document.text())) || !is_plain(&edit.replacement))
}

/// Whether bytes are read the same in every charset.
pub(crate) fn is_plain(bytes: &[u8]) -> bool {
    bytes.is_ascii() && !bytes.iter().any(|byte| matches!(byte, 0x0E | 0x0F | 0x1B))
}

/// The offsets where the games of a text start.
struct Games(Vec<u32>);

impl Games {
    fn of(document: &Document) -> Games {
        let starts = document.games_in_text().map(|(_, span)| span.start);
        Games(starts.collect())
    }

    /// The index of the game that contains or precedes an offset.
    fn at(&self, offset: u32) -> usize {
        let after = self.0.partition_point(|start| *start <= offset);
        after.saturating_sub(1)
    }

    /// The offset where a game starts.
    fn start(&self, game: usize) -> u32 {
        self.0.get(game).copied().unwrap_or_default()
    }

    fn touched(&self, fix: &Fix) -> impl Iterator<Item = usize> {
        fix.edits.iter().map(|edit| self.at(edit.span.start))
    }

    fn touches(&self, fix: &Fix, games: &BTreeSet<usize>) -> bool {
        self.touched(fix).any(|game| games.contains(&game))
    }

    /// The games in which a value that no repair touches is read differently after the repairs.
    fn changed(&self, before: &Document, after: &Document, made: &[&Fix]) -> BTreeSet<usize> {
        if is_utf16_changed(before, after) {
            return (0..self.0.len().max(1)).collect();
        }
        if is_plain(before.text()) && is_plain(after.text()) {
            return BTreeSet::new();
        }
        let mut edits: Vec<&Edit> = made.iter().flat_map(|fix| &fix.edits).collect();
        edits.sort_by_key(|edit| edit.span);
        let growth = |edit: &Edit| edit.replacement.len() as i64 - i64::from(edit.span.len());
        let mut next = 0;
        let mut there = texts(after).filter(|value| value.is_closed).peekable();
        // The number of bytes that the text has grown by up to here.
        let mut shift = 0;
        let mut end_of_last = 0;
        let mut changed = BTreeSet::new();
        for value in texts(before) {
            let span = value.span;
            while let Some(edit) = edits.get(next).filter(|edit| edit.span.end <= span.start) {
                shift += growth(edit);
                next += 1;
            }
            // A repair before a value can join it with another property, or separate it.
            let is_repaired_before = edits[..next]
                .last()
                .is_some_and(|edit| edit.span.start >= end_of_last);
            end_of_last = span.end;
            let end_of_inside = edits[next..].partition_point(|edit| edit.span.start < span.end);
            let (inside, later) = edits[next..].split_at(end_of_inside);
            let is_inside = |edit: &&Edit| {
                let end = edit.span.end + u32::from(value.is_closed);
                span.start < edit.span.start && end <= span.end
            };
            if !inside.iter().all(is_inside) {
                continue;
            }
            let start = i64::from(span.start) + shift;
            let grown: i64 = inside.iter().map(|edit| growth(edit)).sum();
            let mut end = i64::from(span.end) + shift + grown;
            if !value.is_closed {
                let Some(bracket) = closing(before.text(), span.end, later) else {
                    continue;
                };
                end += i64::from(bracket);
            }
            while there.next_if(|value| value.starts_before(start)).is_some() {}
            let mut is_same = there.peek().is_some_and(|there| {
                let is_touched = !inside.is_empty() || !value.is_closed;
                i64::from(there.span.start) == start
                    && (is_touched || there.text == value.text)
                    && (is_repaired_before || there.is_first == value.is_first)
            });
            // A repair inside the brackets of a value does not change where the value ends.
            while there.next_if(|value| value.ends_before(end)).is_some() {}
            is_same &= there
                .peek()
                .is_some_and(|there| i64::from(there.span.end) == end);
            if !is_same {
                changed.insert(self.at(span.start));
            }
        }
        changed
    }
}

/// A value of a document.
struct ValueText<'d> {
    span: Span,
    text: Text<'d>,
    is_closed: bool,
    /// Whether it is the first value of its property. A byte that is read as half of a character can take away the
    /// name of a property, so that its values become those of the property before it.
    is_first: bool,
}

impl ValueText<'_> {
    fn starts_before(&self, offset: i64) -> bool {
        i64::from(self.span.start) < offset
    }

    fn ends_before(&self, offset: i64) -> bool {
        i64::from(self.span.end) < offset
    }
}

/// The bytes of a value if they are plain, or else its decoded text.
#[derive(PartialEq)]
enum Text<'d> {
    Plain(&'d [u8]),
    Decoded(Cow<'d, str>),
}

/// The values of a document, in the order of its text.
fn texts(document: &Document) -> impl Iterator<Item = ValueText<'_>> {
    document.roots().flat_map(move |root| {
        let charset = document.charset(root).charset;
        let nodes = document.forest().preorder(root);
        nodes
            .flat_map(|id| document.node(id).properties())
            .flat_map(|property| property.values().enumerate())
            .filter_map(move |(number, value)| {
                Some(ValueText {
                    span: value.span()?,
                    text: Text::of(value, charset),
                    is_closed: value.is_closed(),
                    is_first: number == 0,
                })
            })
    })
}

/// Returns the number of bytes from the end of an unclosed value to the end of the `]` that a repair inserts after the
/// value; `None` if no repair inserts one.
fn closing(text: &[u8], end: u32, edits: &[&Edit]) -> Option<u32> {
    let edit = edits.first()?;
    let between = &text[end as usize..edit.span.start as usize];
    let indent = edit
        .replacement
        .iter()
        .take_while(|b| b.is_ascii_whitespace());
    let indent = indent.count();
    let closes = edit.span.is_empty() && edit.replacement.get(indent) == Some(&b']');
    (closes && between.iter().all(u8::is_ascii_whitespace))
        .then(|| (between.len() + indent + 1) as u32)
}

impl<'d> Text<'d> {
    fn of(value: Value<'d>, charset: Charset) -> Text<'d> {
        match value.raw() {
            raw if is_plain(raw) => Text::Plain(raw),
            raw => Text::Decoded(charset.decode(raw).text),
        }
    }
}

/// Whether the repairs change the decision to read the file as UTF-16 or not. Without a byte order
/// mark, the first two characters of the file decide.
fn is_utf16_changed(before: &Document, after: &Document) -> bool {
    let start = |document: &Document| document.text().get(..4).map(<[u8]>::to_vec);
    let is_utf16 = |document: &Document| {
        Document::parse(document.to_bytes()).is_ok_and(|d| d.utf16().is_some())
    };
    start(before) != start(after) && is_utf16(before) != is_utf16(after)
}
