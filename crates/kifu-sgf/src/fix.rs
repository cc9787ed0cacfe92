//! The edits that fix what reading found.
//!
//! A fix is safe if the text reads the same after it, with the same nodes, properties and texts; a
//! test checks this law. Fixes are created on request, and all fixes of a document take linear
//! time.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use kifu_lex::Scheme;
use kifu_span::{Edit, Fix, Span};
use kifu_tree::NodeId;

use crate::document::Document;
use crate::fault::{Fault, Finding};
use crate::ident::Ident;
use crate::machine::{
    is_idle, is_numbered, is_of_a_root, is_on_its_own_line, starts_a_numbered_game,
    starts_like_a_game,
};

impl Document {
    pub(crate) fn fix(&self, finding: Finding, shared: &SharedFixes) -> Option<Fix> {
        let Span { start, end } = finding.span;
        let found = finding.span.of(self.text());
        let insert = |what: &'static str| Edit::insert(start, what.as_bytes());
        Some(match finding.fault {
            Fault::NoGame | Fault::NestedOpen | Fault::MissingIdentifier => return None,
            Fault::TextBefore | Fault::TextBetween | Fault::TextAfter | Fault::GameNumber => {
                Fix::unsafe_fix("remove the text", [Edit::delete(finding.span)])
            }
            Fault::StrayClose => Fix::safe("remove `)`", [Edit::delete(finding.span)]),
            Fault::EarlyClose => Fix::unsafe_fix("remove this `)`", [Edit::delete(finding.span)]),
            Fault::MissingOpen => {
                let (title, edits) = match self.end_of_numbered_game(start) {
                    None => ("insert `(` before the node", vec![insert("(")]),
                    Some(end) => {
                        let close = Edit::insert(end, *b")");
                        (
                            "insert parentheses around the game",
                            vec![insert("("), close],
                        )
                    }
                };
                // Directly before the new `(`, a `(` that is now text could open a variation.
                let before = &self.text()[..start as usize];
                let idle = before.iter().rev().take_while(|b| is_idle(**b)).count();
                safe_unless(before[..before.len() - idle].ends_with(b"("), title, edits)
            }
            Fault::MissingSemicolon => {
                let title = "insert `;` before the property";
                safe_unless(self.would_start_a_game(start), title, [insert(";")])
            }
            Fault::EmptyVariation if found.len() < 2 => return None,
            Fault::EmptyVariation => {
                Fix::unsafe_fix("remove the variation", [Edit::delete(finding.span)])
            }
            Fault::NodeAfterVariations | Fault::PropertyAfterVariations => {
                shared.parentheses(start, self)?
            }
            Fault::LowercaseIdentifier => {
                let edits = [Edit::replace(finding.span, found.to_ascii_uppercase())];
                let title = "write the identifier in capitals";
                // `CA` in capitals changes how the rest is read.
                safe_unless(Ident::new(found).is("CA"), title, edits)
            }
            Fault::MissingValue => self.fix_of_missing_value(finding.span),
            Fault::UnescapedBracket => {
                let title = "insert `\\` before `]`";
                // An escape in a `CA` changes the name of the charset, and with it how the rest is
                // read.
                safe_unless(self.ident_at(start).is("CA"), title, [insert("\\")])
            }
            // The fix that closes the game inserts the bracket in the same place.
            Fault::MissingBracket if self.game_starts_after(start) => return None,
            Fault::MissingBracket => {
                let title = format!("insert `]` before `{}`", self.excerpt(start));
                let before = &self.text()[..start as usize];
                let plain = before.iter().rposition(u8::is_ascii);
                let high = &before[plain.map_or(0, |at| at + 1)..];
                // After half a character, the new bracket would be the other half. `AsciiSafe` only
                // means that no bracket follows half a character so far.
                let is_whole = high.is_empty()
                    || self.scheme_of(start) == Scheme::AsciiSafe
                        && core::str::from_utf8(high).is_ok();
                safe_unless(!is_whole, title, [insert("]")])
            }
            // The tree around the value is not closed either.
            Fault::UnclosedValue => return self.fix_of_unclosed_trees(),
            Fault::UnclosedTree => {
                return (shared.unclosed == Some(start))
                    .then(|| self.fix_of_unclosed_trees())
                    .flatten();
            }
            Fault::DanglingByte => Fix::unsafe_fix(
                "remove the incomplete character",
                [Edit::delete(Span::new(start, end - 1))],
            ),
            Fault::Junk => self.fix_of_junk(finding.span),
        })
    }

    /// Returns the end of the numbered game that starts at an offset, if it lacks its `)` and nothing else.
    fn end_of_numbered_game(&self, start: u32) -> Option<u32> {
        let text = self.text();
        if !is_numbered(text, start as usize) {
            return None;
        }
        let (game, next) = self.game_from(start)?;
        let last = self.last_mark(game)?;
        if self.unclosed(game) != 1 || self.unclosed_value(last).is_some() {
            return None;
        }
        let next = next.unwrap_or(text.len());
        let number = (self.end_of_mark(last)..next).find(|at| starts_a_numbered_game(text, *at));
        Some(text[..number.unwrap_or(next)].trim_ascii_end().len() as u32)
    }

    /// Whether a variation that lacks its `(` would look like a game if it had one.
    fn would_open_a_game(&self, node: u32) -> bool {
        let (before, rest) = self.text().split_at(node as usize);
        let idle = |text: &[u8]| text.iter().take_while(|b| is_idle(**b)).count() as u32;
        let property = match rest.split_first() {
            Some((b';', rest)) => node + 1 + idle(rest),
            _ => node,
        };
        is_of_a_root(self.ident_at(property)) && is_on_its_own_line(before)
    }

    /// Whether a variation that lacks its `;` would look like a game if it had one.
    fn would_start_a_game(&self, property: u32) -> bool {
        let before = &self.text()[..property as usize];
        let idle = before.iter().rev().take_while(|b| is_idle(**b)).count();
        match before[..before.len() - idle].split_last() {
            Some((b'(', before)) => {
                is_of_a_root(self.ident_at(property)) && is_on_its_own_line(before)
            }
            _ => false,
        }
    }

    /// Whether a text ends with the start of a variation that would look like a game if the value
    /// of its first property followed.
    fn starts_a_variation_like_a_game(&self, text: &[u8]) -> bool {
        let ident = text.iter().rev().take_while(|b| b.is_ascii_alphanumeric());
        let property = text.len() - ident.count();
        let without_idle = |text: &[u8]| {
            let idle = text.iter().rev().take_while(|b| is_idle(**b)).count();
            text.len() - idle
        };
        let before = &text[..without_idle(&text[..property])];
        let Some((b';', before)) = before.split_last() else {
            return false;
        };
        match before[..without_idle(before)].split_last() {
            Some((b'(', before)) => {
                is_of_a_root(self.ident_at(property as u32)) && is_on_its_own_line(before)
            }
            _ => false,
        }
    }

    /// Inserts the missing `[` before text that seems to be the value; removes the identifier if
    /// there is no such text.
    fn fix_of_missing_value(&self, ident: Span) -> Fix {
        let rest = &self.text()[ident.end as usize..];
        let value = rest.trim_ascii_start();
        let len = value
            .iter()
            .take(MAX_SHOWN)
            .take_while(|b| b.is_ascii_alphanumeric())
            .count();
        if value.get(len) == Some(&b']') && value.len() < rest.len() {
            let at = ident.end + (rest.len() - value.len()) as u32;
            return Fix::unsafe_fix(
                format!("insert `[` before `{}`", self.excerpt(at)),
                [Edit::insert(at, *b"[")],
            );
        }
        // Example: `Woc]`.
        let capitals = ident
            .of(self.text())
            .iter()
            .take_while(|b| b.is_ascii_uppercase());
        let at = ident.start + capitals.count() as u32;
        if rest.starts_with(b"]") && ident.start < at && at < ident.end {
            return Fix::unsafe_fix(
                format!("insert `[` before `{}`", self.excerpt(at)),
                [Edit::insert(at, *b"[")],
            );
        }
        Fix::unsafe_fix("remove the identifier", [Edit::delete(ident)])
    }

    /// Removes junk; only the removal of padding is safe.
    fn fix_of_junk(&self, junk: Span) -> Fix {
        let text = self.text();
        let is_padding = junk.of(text).iter().all(|b| is_idle(*b));
        if !is_padding {
            return Fix::unsafe_fix("remove this text", [Edit::delete(junk)]);
        }
        let (before, after) = (&text[..junk.start as usize], &text[junk.end as usize..]);
        let with = separator(before, after);
        let is_doubtful =
            after.first() == Some(&b'[') && self.starts_a_variation_like_a_game(before);
        safe_unless(
            is_doubtful,
            "remove the padding",
            [Edit::replace(junk, with)],
        )
    }

    /// Inserts every missing `)` of all games in one fix, which belongs to the first finding. If
    /// only some games were closed, an unclosed game could be read as continuing in the next one.
    fn fix_of_unclosed_trees(&self) -> Option<Fix> {
        let text = self.text();
        let mut clean = true;
        let (mut missing, mut brackets, mut cut) = (0, 0, 0);
        let mut edits = Vec::new();
        let unclosed = |found: &&Finding| found.fault == Fault::UnclosedTree;
        for found in self.findings().iter().filter(unclosed) {
            let (game, next) = self.game_from(found.span.start)?;
            // A variation whose content is missing needs no `)`, but its `(` would open an empty
            // variation, which other programs reject. So it is removed.
            let cut_off = self.cut_off_variations(game);
            let parens = self.unclosed(game) - cut_off.len();
            missing += parens;
            cut += cut_off.len();
            edits.extend(cut_off.iter().rev().map(|&at| {
                // Consecutive parentheses are removed together.
                let before = &text[..at as usize];
                let opens = before.iter().rev().take_while(|b| **b == b'(').count();
                let before = &before[..before.len() - opens];
                let with = separator(before, &text[at as usize + 1..]);
                Edit::replace(Span::new(at, at + 1), with)
            }));
            let open = self.unclosed_value(self.last_mark(game)?);
            let (at, bracket) = match (open, next) {
                (Some(true), None) => (text.len(), "]"),
                (Some(false), None) => {
                    clean &= self.breaks_are_no_text();
                    (text.len(), "\n]")
                }
                (Some(_), Some(_)) => (self.end_of_mark(self.last_mark(game)?), "]"),
                (None, next) => {
                    let next = next.unwrap_or(text.len());
                    let last = self.end_of_mark(self.last_mark(game)?);
                    // The reader may have ended this game at an apparent game before the next one
                    // that it found.
                    let left = (last..next).find(|at| starts_like_a_game(text, *at));
                    let game = &text[..left.unwrap_or(next)];
                    (game.trim_ascii_end().len(), "")
                }
            };
            brackets += usize::from(!bracket.is_empty());
            let mut with = Vec::from(bracket);
            with.extend(core::iter::repeat_n(b')', parens));
            edits.push(Edit::insert(at as u32, with));
        }
        let several = |count: usize, sign: &str| match count {
            1 => format!("the missing `{sign}`"),
            count => format!("the {count} missing `{sign}`"),
        };
        let mut title = several(missing, ")");
        if brackets > 0 {
            title = format!("{} and {title}", several(brackets, "]"));
        }
        let end = if missing == 1 {
            "the game ends"
        } else {
            "the games end"
        };
        let mut title = format!("insert {title} where {end}");
        if cut > 0 {
            title.push_str(", and remove the `(` before the end");
        }
        let first = self.findings().iter().find(unclosed)?;
        Some(
            if clean && !(brackets > 0 && self.has_brackets_in_values(first.span.start)) {
                Fix::safe(title, edits)
            } else {
                Fix::unsafe_fix(title, edits)
            },
        )
    }

    /// Whether a closed value after this offset has a bracket in its text: its end can depend on
    /// whether another bracket follows.
    fn has_brackets_in_values(&self, start: u32) -> bool {
        let is_after = |root: &NodeId| {
            let root = self.node(*root).start();
            root.is_some_and(|root| root >= start)
        };
        let nodes = self
            .roots()
            .filter(is_after)
            .flat_map(|root| self.forest().preorder(root))
            .flat_map(|id| self.node(id).properties());
        nodes
            .flat_map(|property| property.values())
            .any(|value| value.is_closed() && value.raw().contains(&b'['))
    }

    /// Whether a line break added at the end of the file would not change an unclosed text: after a
    /// `\` it does not, but after half a character it does.
    fn breaks_are_no_text(&self) -> bool {
        self.scheme_of(self.text().len() as u32) == Scheme::AsciiSafe
    }

    /// Returns the start of the text at an offset, for a message.
    fn excerpt(&self, at: u32) -> String {
        let rest = &self.text()[at as usize..];
        let rest = &rest[..rest.len().min(MAX_SHOWN)];
        let end = rest
            .iter()
            .position(|b| *b == b']')
            .map_or(rest.len(), |at| at + 1);
        String::from_utf8_lossy(rest[..end].trim_ascii()).into_owned()
    }
}

/// The maximum length of an excerpt in bytes.
const MAX_SHOWN: usize = 16;

/// Fixes that cover several findings, because their edits are in the same place.
#[derive(Default)]
pub(crate) struct SharedFixes {
    /// The first game tree that is never closed.
    unclosed: Option<u32>,
    /// Groups of variations that lack their parentheses, by the offset of the first variation. A
    /// group extends from a node or property after the variations of its parent to the `)` of that
    /// parent.
    variations: BTreeMap<u32, Unwrapped>,
}

#[derive(Default)]
struct Unwrapped {
    /// The offset of each variation, and the text that is missing there.
    starts: Vec<(u32, &'static str)>,
    /// The offset of the `)` at which all variations of the group end.
    close: Option<u32>,
}

impl SharedFixes {
    pub(crate) fn new(document: &Document) -> SharedFixes {
        let mut shared = SharedFixes::default();
        let mut starts = Vec::new();
        for Finding { fault, span } in document.findings() {
            match fault {
                Fault::NodeAfterVariations => starts.push((span.start, "(")),
                Fault::PropertyAfterVariations => starts.push((span.start, "(;")),
                Fault::UnclosedTree => {
                    shared.unclosed.get_or_insert(span.start);
                }
                _ => {}
            }
        }
        if !starts.is_empty() {
            shared.pair(document, starts);
        }
        shared
    }

    /// Finds the `)` that ends each of the variations that start at these offsets.
    fn pair(&mut self, document: &Document, starts: Vec<(u32, &'static str)>) {
        let mut starts = starts.into_iter().peekable();
        // For each open parenthesis: the first variation in it without parentheses.
        let mut open: Vec<Option<u32>> = Vec::new();
        for (at, starts_game) in document.marked() {
            if starts_game {
                open.clear();
            }
            match document.text()[at as usize] {
                b'(' => open.push(None),
                b')' => {
                    let first = open.pop().flatten();
                    if let Some(unwrapped) = first.and_then(|at| self.variations.get_mut(&at)) {
                        unwrapped.close = Some(at);
                    }
                }
                _ => {
                    // The `(` of the game is missing.
                    if open.is_empty() {
                        open.push(None);
                    }
                    let start = starts.next_if(|(start, _)| *start == at);
                    if let (Some(start), Some(first)) = (start, open.last_mut()) {
                        let first = *first.get_or_insert(at);
                        self.variations.entry(first).or_default().starts.push(start);
                    }
                }
            }
        }
    }

    /// Puts parentheses around all variations that end in one place; this fix belongs to the first
    /// of them. If that place is the end of the file, the tree must be closed first.
    fn parentheses(&self, first: u32, document: &Document) -> Option<Fix> {
        let Unwrapped { starts, close } = self.variations.get(&first)?;
        let mut edits: Vec<Edit> = starts
            .iter()
            .map(|(at, what)| Edit::insert(*at, what.as_bytes()))
            .collect();
        edits.push(Edit::insert((*close)?, vec![b')'; starts.len()]));
        let title = match starts.len() {
            1 => "put the variation in parentheses",
            _ => "put each variation in parentheses",
        };
        let starts_a_game = |(at, _): &(u32, _)| document.would_open_a_game(*at);
        Some(safe_unless(starts.iter().any(starts_a_game), title, edits))
    }
}

/// Creates a fix that is safe unless `is_doubtful`.
fn safe_unless(
    is_doubtful: bool,
    title: impl Into<Cow<'static, str>>,
    edits: impl Into<Vec<Edit>>,
) -> Fix {
    if is_doubtful {
        Fix::unsafe_fix(title, edits)
    } else {
        Fix::safe(title, edits)
    }
}

/// Returns the text to leave between two texts when the bytes between them are removed: without a
/// space, an identifier could extend from one into the other.
fn separator(before: &[u8], after: &[u8]) -> &'static str {
    let ends = [before.last(), after.first()];
    let would_join = |end: &Option<&u8>| end.is_some_and(u8::is_ascii_alphanumeric);
    if ends.iter().all(would_join) { " " } else { "" }
}
