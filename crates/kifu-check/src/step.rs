//! One round of repairs, which leaves out those that would change how the rest of the file is read.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use kifu_sgf::charset::Charset;
use kifu_sgf::{Document, TooLarge, Value};
use kifu_span::{Diagnostic, Edit, Fix, Safety, Span, apply};

use crate::section::Sections;

/// The result of a round of repairs.
#[derive(Default)]
pub(crate) struct Step {
    /// The document with the repairs; `None` if no repair was made.
    pub(crate) document: Option<Document>,
    /// Whether each repair was made.
    pub(crate) made: Vec<bool>,
}

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

impl Step {
    /// Makes the repairs of these findings. If a value that no repair touches would be read differently, safe
    /// repairs near it are held back.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the repaired text has 4 GiB or more.
    pub(crate) fn of(document: &Document, findings: &[Diagnostic]) -> Result<Step, TooLarge> {
        let fixes: Vec<&Fix> = findings.iter().filter_map(|f| f.fix.as_deref()).collect();
        let games = Games::of(document);
        let sections = Sections::of(document);
        let mut step = Step::default();
        let mut is_held = vec![false; fixes.len()];
        for hold_back in [
            Some(HoldBack::Text),
            Some(HoldBack::Game),
            Some(HoldBack::Section),
            None,
        ] {
            let chosen: Vec<usize> = (0..fixes.len()).filter(|&at| !is_held[at]).collect();
            let applied = apply(document.text(), chosen.iter().map(|&at| fixes[at]));
            step.made = vec![false; fixes.len()];
            for (&at, made) in chosen.iter().zip(&applied.made) {
                step.made[at] = *made;
            }
            if !step.made.contains(&true) {
                break;
            }
            let next = document.with_text(applied.text)?;
            let made: Vec<&Fix> = (0..fixes.len())
                .filter(|&at| step.made[at])
                .map(|at| fixes[at])
                .collect();
            let changed = games.changed(document, &next, &made);
            let Some(hold_back) = hold_back.filter(|_| !changed.is_empty()) else {
                step.document = Some(next);
                break;
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
        Ok(step)
    }
}

/// Whether a repair removes or inserts text other than ASCII.
fn changes_text(document: &Document, fix: &Fix) -> bool {
    fix.edits
        .iter()
        .any(|edit| !is_plain(edit.span.of(document.text())) || !is_plain(&edit.with))
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
        let growth = |edit: &Edit| edit.with.len() as i64 - i64::from(edit.span.len());
        let mut next = 0;
        let mut there = texts(after).peekable();
        // The number of bytes that the text has grown by up to here.
        let mut shift = 0;
        let mut changed = BTreeSet::new();
        for (span, text) in texts(before) {
            while let Some(edit) = edits.get(next).filter(|edit| edit.span.end <= span.start) {
                shift += growth(edit);
                next += 1;
            }
            let touching = edits[next..].iter();
            let touching = touching.take_while(|edit| edit.span.start < span.end);
            if touching.clone().next().is_some() {
                let is_inside =
                    |edit: &&Edit| span.start < edit.span.start && edit.span.end < span.end;
                // A repair inside the brackets may change the value, but not where it ends.
                if touching.clone().all(is_inside) {
                    let grown: i64 = touching.map(|edit| growth(edit)).sum();
                    let end = i64::from(span.end) + shift + grown;
                    while there
                        .next_if(|(span, _)| i64::from(span.end) < end)
                        .is_some()
                    {}
                    if there
                        .peek()
                        .is_none_or(|(span, _)| i64::from(span.end) != end)
                    {
                        changed.insert(self.at(span.start));
                    }
                }
                continue;
            }
            let start = i64::from(span.start) + shift;
            while there
                .next_if(|(span, _)| i64::from(span.start) < start)
                .is_some()
            {}
            let same = |(there, text_there): &(Span, Text<'_>)| {
                i64::from(there.start) == start && *text_there == text
            };
            if !there.peek().is_some_and(same) {
                changed.insert(self.at(span.start));
            }
        }
        changed
    }
}

/// A value as it is read: its bytes if every charset reads them the same, or else its decoded text.
#[derive(PartialEq)]
enum Text<'d> {
    Plain(&'d [u8]),
    Decoded(Cow<'d, str>),
}

/// An iterator over the closed values of a document and their spans, in the order of the text.
fn texts(document: &Document) -> impl Iterator<Item = (Span, Text<'_>)> {
    document.roots().flat_map(move |root| {
        let charset = document.charset(root).charset;
        let nodes = document.forest().preorder(root);
        nodes
            .flat_map(|id| document.node(id).properties())
            .flat_map(|property| property.values())
            .filter(|value| value.is_closed())
            .filter_map(move |value| Some((value.span()?, Text::of(value, charset))))
    })
}

impl<'d> Text<'d> {
    fn of(value: Value<'d>, charset: Charset) -> Text<'d> {
        match value.raw() {
            raw if is_plain(raw) => Text::Plain(raw),
            raw => Text::Decoded(charset.decode(raw).text),
        }
    }
}

/// Whether the repairs change if the file is read as UTF-16. Without a byte order mark, its first two characters
/// decide that.
fn is_utf16_changed(before: &Document, after: &Document) -> bool {
    let start = |document: &Document| document.text().get(..4).map(<[u8]>::to_vec);
    let is_utf16 = |document: &Document| {
        Document::parse(document.to_bytes()).is_ok_and(|d| d.utf16().is_some())
    };
    start(before) != start(after) && is_utf16(before) != is_utf16(after)
}
