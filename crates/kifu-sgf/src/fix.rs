//! The edits that mend what reading found.
//!
//! A fix is safe if the text reads the same after it: the same nodes, properties and texts.
//! A law says so. Fixes are made when asked for, all of a document in linear time.

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
use crate::machine::{is_idle, is_of_a_root, is_on_its_own_line, starts_like_a_game};

impl Document {
    pub(crate) fn fix(&self, finding: Finding, together: &Together) -> Option<Fix> {
        let Span { start, end } = finding.span;
        let found = finding.span.of(self.text());
        let insert = |what: &'static str| Edit::insert(start, what.as_bytes());
        Some(match finding.fault {
            Fault::NoGame | Fault::NestedOpen | Fault::MissingIdentifier => return None,
            Fault::TextBefore | Fault::TextBetween | Fault::TextAfter => {
                Fix::doubtful("take the text out", [Edit::delete(finding.span)])
            }
            Fault::StrayClose => Fix::safe("take `)` out", [Edit::delete(finding.span)]),
            Fault::EarlyClose => Fix::doubtful("remove this `)`", [Edit::delete(finding.span)]),
            Fault::MissingOpen => {
                let (title, edits) = ("put `(` before the node", [insert("(")]);
                // With another `(` after it, a `(` that is text now could open a variation.
                let before = &self.text()[..start as usize];
                let idle = before.iter().rev().take_while(|b| is_idle(**b)).count();
                match before[..before.len() - idle].ends_with(b"(") {
                    true => Fix::doubtful(title, edits),
                    false => Fix::safe(title, edits),
                }
            }
            Fault::MissingSemicolon => {
                let (title, edits) = ("put `;` before the property", [insert(";")]);
                match self.would_start_a_game(start) {
                    true => Fix::doubtful(title, edits),
                    false => Fix::safe(title, edits),
                }
            }
            Fault::EmptyVariation if found.len() < 2 => return None,
            Fault::EmptyVariation => {
                Fix::doubtful("take the variation out", [Edit::delete(finding.span)])
            }
            Fault::NodeAfterVariations | Fault::PropertyAfterVariations => {
                together.parentheses(start, self)?
            }
            Fault::LowercaseIdentifier => {
                let edits = [Edit::replace(finding.span, found.to_ascii_uppercase())];
                let title = "write it in capitals";
                // `CA` in capitals says how to read the rest.
                if Ident::new(found).is("CA") {
                    Fix::doubtful(title, edits)
                } else {
                    Fix::safe(title, edits)
                }
            }
            Fault::MissingValue => self.fix_of_missing_value(finding.span),
            Fault::UnescapedBracket => {
                let (title, edits) = ("put `\\` before `]`", [insert("\\")]);
                // The name of a charset, which says how to read the rest, has no escapes.
                match self.ident_at(start).is("CA") {
                    true => Fix::doubtful(title, edits),
                    false => Fix::safe(title, edits),
                }
            }
            // That game gets its parentheses in the same place, with the bracket.
            Fault::MissingBracket if self.game_starts_behind(start) => return None,
            Fault::MissingBracket => {
                let title = format!("put `]` before `{}`", self.shown(start));
                let before = &self.text()[..start as usize];
                let plain = before.iter().rposition(u8::is_ascii);
                let high = &before[plain.map_or(0, |at| at + 1)..];
                // Half a character in front of it would take the bracket along. A scheme that is safe
                // tells only that no such byte is before a bracket yet.
                let is_whole = high.is_empty()
                    || self.scheme_of(start) == Scheme::AsciiSafe
                        && core::str::from_utf8(high).is_ok();
                if is_whole {
                    Fix::safe(title, [insert("]")])
                } else {
                    Fix::doubtful(title, [insert("]")])
                }
            }
            // The tree that it is in is never closed either.
            Fault::UnclosedValue => return self.fix_of_unclosed_trees(),
            Fault::UnclosedTree => {
                return (together.unclosed == Some(start))
                    .then(|| self.fix_of_unclosed_trees())
                    .flatten();
            }
            Fault::DanglingByte => Fix::doubtful(
                "take the half of a character out",
                [Edit::delete(Span::new(start, end - 1))],
            ),
            Fault::Junk => self.fix_of_junk(finding.span),
        })
    }

    /// Whether a variation that lacks its `(` could be taken for a game if it had one.
    fn would_open_a_game(&self, node: u32) -> bool {
        let (before, rest) = self.text().split_at(node as usize);
        let idle = |text: &[u8]| text.iter().take_while(|b| is_idle(**b)).count() as u32;
        let property = match rest.split_first() {
            Some((b';', rest)) => node + 1 + idle(rest),
            _ => node,
        };
        is_of_a_root(self.ident_at(property)) && is_on_its_own_line(before)
    }

    /// Whether a variation that lacks its `;` could be taken for a game if it had one.
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

    /// Whether a text ends with a variation that could be taken for a game if the value of its first property followed.
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

    /// `[` before what seems to be the value; else the identifier goes.
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
            return Fix::doubtful(
                format!("put `[` before `{}`", self.shown(at)),
                [Edit::insert(at, *b"[")],
            );
        }
        // `Woc]`
        let capitals = ident
            .of(self.text())
            .iter()
            .take_while(|b| b.is_ascii_uppercase());
        let at = ident.start + capitals.count() as u32;
        if rest.starts_with(b"]") && ident.start < at && at < ident.end {
            return Fix::doubtful(
                format!("put `[` before `{}`", self.shown(at)),
                [Edit::insert(at, *b"[")],
            );
        }
        Fix::doubtful("take the identifier out", [Edit::delete(ident)])
    }

    /// Padding goes; what else it is someone should look at.
    fn fix_of_junk(&self, junk: Span) -> Fix {
        let text = self.text();
        let is_padding = junk.of(text).iter().all(|b| is_idle(*b));
        if !is_padding {
            return Fix::doubtful("take it out", [Edit::delete(junk)]);
        }
        let (before, behind) = (&text[..junk.start as usize], &text[junk.end as usize..]);
        let with = between(before, behind);
        let (title, edits) = ("take the padding out", [Edit::replace(junk, with)]);
        match behind.first() == Some(&b'[') && self.starts_a_variation_like_a_game(before) {
            true => Fix::doubtful(title, edits),
            false => Fix::safe(title, edits),
        }
    }

    /// Each `)` that is missing, in all games at once and with the first of them: were only some
    /// of the games closed, one that is not could seem to go on in the next.
    fn fix_of_unclosed_trees(&self) -> Option<Fix> {
        let text = self.text();
        let mut clean = true;
        let (mut missing, mut brackets, mut cut) = (0, 0, 0);
        let mut edits = Vec::new();
        let unclosed = |found: &&Finding| found.fault == Fault::UnclosedTree;
        for found in self.findings().iter().filter(unclosed) {
            let (game, next) = self.game_from(found.span.start)?;
            // A variation of which nothing is there needs no `)`, but its `(` would be one without
            // a node, which other programs refuse.
            let cut_off = self.cut_off_variations(game);
            let parens = self.unclosed(game) - cut_off.len();
            missing += parens;
            cut += cut_off.len();
            edits.extend(cut_off.iter().rev().map(|&at| {
                // Several are taken out together.
                let before = &text[..at as usize];
                let opens = before.iter().rev().take_while(|b| **b == b'(').count();
                let before = &before[..before.len() - opens];
                let with = between(before, &text[at as usize + 1..]);
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
                    // Where the reader left the game can be before where it found the next.
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
        let mut title = format!("put {title} where {end}");
        if cut > 0 {
            title.push_str(", and remove the `(` before the end");
        }
        let first = self.findings().iter().find(unclosed)?;
        Some(
            if clean && !(brackets > 0 && self.have_brackets(first.span.start)) {
                Fix::safe(title, edits)
            } else {
                Fix::doubtful(title, edits)
            },
        )
    }

    /// Whether a closed value from this offset on has a bracket in its text: what ends it can depend on
    /// whether there is another one after it.
    fn have_brackets(&self, start: u32) -> bool {
        let is_after = |root: &NodeId| {
            let span = self.node(*root).span();
            span.is_some_and(|span| span.start >= start)
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

    /// Whether a line break at the end of the file would be no part of an unclosed text: behind
    /// a `\` it is none, but behind half a character it is.
    fn breaks_are_no_text(&self) -> bool {
        self.scheme_of(self.text().len() as u32) == Scheme::AsciiSafe
    }

    /// The start of what stands at an offset, to show to people.
    fn shown(&self, at: u32) -> String {
        let rest = &self.text()[at as usize..];
        let rest = &rest[..rest.len().min(MAX_SHOWN)];
        let end = rest
            .iter()
            .position(|b| *b == b']')
            .map_or(rest.len(), |at| at + 1);
        String::from_utf8_lossy(rest[..end].trim_ascii()).into_owned()
    }
}

/// No more than this much of a text is shown.
const MAX_SHOWN: usize = 16;

/// What is mended together with something else, since it ends in the same place.
#[derive(Default)]
pub(crate) struct Together {
    /// The first game tree that is never closed.
    unclosed: Option<u32>,
    /// By the first of them: variations that lack their parentheses, from a node or
    /// property behind the variations of its parent, to the `)` of that.
    variations: BTreeMap<u32, Unwrapped>,
}

#[derive(Default)]
struct Unwrapped {
    /// Where each starts, and what is missing there.
    starts: Vec<(u32, &'static str)>,
    /// The `)` at which all of them end.
    close: Option<u32>,
}

impl Together {
    pub(crate) fn new(document: &Document) -> Together {
        let mut together = Together::default();
        let mut starts = Vec::new();
        for Finding { fault, span } in document.findings() {
            match fault {
                Fault::NodeAfterVariations => starts.push((span.start, "(")),
                Fault::PropertyAfterVariations => starts.push((span.start, "(;")),
                Fault::UnclosedTree => {
                    together.unclosed.get_or_insert(span.start);
                }
                _ => {}
            }
        }
        if !starts.is_empty() {
            together.pair(document, starts);
        }
        together
    }

    /// Finds the `)` at which the variations end that start at these places.
    fn pair(&mut self, document: &Document, starts: Vec<(u32, &'static str)>) {
        let mut starts = starts.into_iter().peekable();
        // For each open parenthesis the first of the variations in it that lack theirs.
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
                    // A game without its `(`.
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

    /// Parentheses around all variations that end in one place, given with the first of
    /// them. Where that place is the end of the file, the tree has to be closed before.
    fn parentheses(&self, first: u32, document: &Document) -> Option<Fix> {
        let Unwrapped { starts, close } = self.variations.get(&first)?;
        let mut edits: Vec<Edit> = starts
            .iter()
            .map(|(at, what)| Edit::insert(*at, what.as_bytes()))
            .collect();
        edits.push(Edit::insert((*close)?, vec![b')'; starts.len()]));
        let title = "put it in parentheses";
        let starts_a_game = |(at, _): &(u32, _)| document.would_open_a_game(*at);
        Some(match starts.iter().any(starts_a_game) {
            true => Fix::doubtful(title, edits),
            false => Fix::safe(title, edits),
        })
    }
}

/// What has to stay between two texts when what separates them is taken out: without it the end of one and the start of
/// the other would be read as one identifier.
fn between(before: &[u8], behind: &[u8]) -> &'static str {
    let ends = [before.last(), behind.first()];
    match ends
        .iter()
        .all(|b| b.is_some_and(u8::is_ascii_alphanumeric))
    {
        true => " ",
        false => "",
    }
}
