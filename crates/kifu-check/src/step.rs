//! One round of repairs, without those that would change how the rest of the file reads.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use kifu_sgf::charset::Charset;
use kifu_sgf::{Document, TooLarge, Value};
use kifu_span::{Diagnostic, Edit, Fix, Safety, Span, apply};

use crate::section::Sections;

/// What a round of repairs did.
#[derive(Default)]
pub(crate) struct Step {
    /// The document with the repairs made; `None` if none was.
    pub(crate) document: Option<Document>,
    /// Whether each repair was made.
    pub(crate) made: Vec<bool>,
}

/// Which safe repairs are held back where a value that they do not touch would change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// Those of its game that change text other than ASCII, from which its charset is guessed.
    Text,
    /// Those of its game.
    Game,
    /// Those of its section.
    Section,
}

impl Step {
    /// Makes the repairs of these findings. Where a value that none of them touches would read
    /// otherwise, safe repairs of its game are not made.
    ///
    /// # Errors
    ///
    /// If the text grew to 4 GiB or more.
    pub(crate) fn of(document: &Document, findings: &[Diagnostic]) -> Result<Step, TooLarge> {
        let fixes: Vec<&Fix> = findings.iter().filter_map(|f| f.fix.as_deref()).collect();
        let games = Games::of(document);
        let sections = Sections::of(document);
        let mut step = Step::default();
        let mut is_held = vec![false; fixes.len()];
        for held in [
            Some(Held::Text),
            Some(Held::Game),
            Some(Held::Section),
            None,
        ] {
            let chosen: Vec<usize> = (0..fixes.len()).filter(|&at| !is_held[at]).collect();
            let applied = apply(document.text(), chosen.iter().map(|&at| fixes[at]));
            step.made = vec![false; fixes.len()];
            for (&at, made) in chosen.iter().zip(&applied.accepted) {
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
            let Some(held) = held.filter(|_| !changed.is_empty()) else {
                step.document = Some(next);
                break;
            };
            // What someone asked for by name may change more than it touches.
            let asked = made.iter().filter(|fix| fix.safety == Safety::Unsafe);
            let asked: BTreeSet<usize> = asked.flat_map(|fix| games.touched(fix)).collect();
            let unasked = changed.difference(&asked);
            let changed_sections: BTreeSet<usize> = unasked
                .map(|game| sections.at(games.start(*game)))
                .collect();
            let is_near = |edit: &Edit| changed_sections.contains(&sections.at(edit.span.start));
            let is_to_hold = |fix: &Fix| match held {
                Held::Text => changes_text(document, fix) && games.touches(fix, &changed),
                Held::Game => games.touches(fix, &changed),
                Held::Section => fix.edits.iter().any(is_near),
            };
            for (at, fix) in fixes.iter().enumerate() {
                is_held[at] |= fix.safety == Safety::Safe && is_to_hold(fix);
            }
        }
        Ok(step)
    }
}

/// Whether text other than ASCII is removed or inserted.
fn changes_text(document: &Document, fix: &Fix) -> bool {
    fix.edits
        .iter()
        .any(|edit| !is_plain(edit.span.of(document.text())) || !is_plain(&edit.replacement))
}

/// Whether bytes are read alike in every charset.
pub(crate) fn is_plain(bytes: &[u8]) -> bool {
    bytes.is_ascii() && !bytes.iter().any(|byte| matches!(byte, 0x0E | 0x0F | 0x1B))
}

/// Where the games of a text start.
struct Games(Vec<u32>);

impl Games {
    fn of(document: &Document) -> Games {
        let starts = document.games_in_text().map(|(_, span)| span.start);
        Games(starts.collect())
    }

    /// The game that an offset is in, or after.
    fn at(&self, offset: u32) -> usize {
        let after = self.0.partition_point(|start| *start <= offset);
        after.saturating_sub(1)
    }

    /// Where a game starts.
    fn start(&self, game: usize) -> u32 {
        self.0.get(game).copied().unwrap_or_default()
    }

    fn touched(&self, fix: &Fix) -> impl Iterator<Item = usize> {
        fix.edits.iter().map(|edit| self.at(edit.span.start))
    }

    fn touches(&self, fix: &Fix, games: &BTreeSet<usize>) -> bool {
        self.touched(fix).any(|game| games.contains(&game))
    }

    /// The games in which a value that no repair touches reads otherwise in the next document.
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
        let mut there = texts(after).peekable();
        // How much longer the text is up to here.
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
                // Whatever a repair inside of its brackets makes of it, it ends where it did.
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

/// A value as it is read: its bytes where they are plain.
#[derive(PartialEq)]
enum Text<'d> {
    Plain(&'d [u8]),
    Decoded(Cow<'d, str>),
}

/// The closed values of a document's text and where they are, in its order.
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

/// Whether the file would be taken for UTF-16, or no longer, which its first two characters decide
/// where it has no byte order mark.
fn is_utf16_changed(before: &Document, after: &Document) -> bool {
    let start = |document: &Document| document.text().get(..4).map(<[u8]>::to_vec);
    let is_utf16 = |document: &Document| {
        Document::parse(document.to_bytes()).is_ok_and(|d| d.utf16().is_some())
    };
    start(before) != start(after) && is_utf16(before) != is_utf16(after)
}
