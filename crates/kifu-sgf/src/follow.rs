//! Suppresses findings that follow from an earlier one, so that each fault is reported once.
//!
//! A missing or an extra byte can cause several findings: `;Woc]` has an identifier without a
//! value, and an unexpected bracket. Reading records all of them, because repairs need them. Of the
//! findings that one fault caused, only the one that describes the fault best is reported.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use kifu_span::Span;

use crate::document::Document;
use crate::fault::{Fault, Finding};
use crate::ident::Ident;
use crate::machine::{is_idle, is_of_a_root};

/// Filters the findings of a document, which must be visited in order.
pub(crate) struct Follow<'d> {
    document: &'d Document,
    /// The keys are indices of findings. For the finding that a game is never closed, the value is
    /// the one `(` in the game that seems to be wrong; for the finding about that `(`, it is
    /// `None`.
    opens: BTreeMap<usize, Option<Span>>,
    /// The offset of a finding that follows from the last identifier without a value.
    torn: Option<u32>,
    unclosed_value: bool,
    /// The number of `)` at the end of the last value without a `]`.
    swallowed: Option<usize>,
    /// The offset of a `)` that was reported as closing its game early; because of it another `)`
    /// closes nothing.
    closed_early: Option<u32>,
    /// The offsets of all `)` that close nothing.
    strays: Vec<u32>,
    /// The offsets of all games that start with `(` on a line after the `)` of the previous game.
    /// If a `)` after such an offset closes nothing, the cause is not before the offset.
    starts: Vec<u32>,
}

impl<'d> Follow<'d> {
    pub(crate) fn new(document: &'d Document) -> Follow<'d> {
        let strays = document.findings().iter();
        let strays: Vec<u32> = strays
            .filter(|one| one.fault == Fault::StrayClose)
            .map(|one| one.span.start)
            .collect();
        Follow {
            document,
            opens: extra_opens(document),
            torn: None,
            unclosed_value: false,
            swallowed: None,
            closed_early: None,
            starts: if strays.is_empty() {
                Vec::new()
            } else {
                separate_starts(document)
            },
            strays,
        }
    }

    /// Whether a game starts on a separate line between two offsets.
    fn are_separate(&self, from: u32, to: u32) -> bool {
        let next = self.starts.partition_point(|start| *start <= from);
        self.starts.get(next).is_some_and(|start| *start <= to)
    }

    /// Returns the finding to report; `None` if it follows from another one.
    pub(crate) fn reported(&mut self, number: usize) -> Option<Finding> {
        let all = self.document.findings();
        let finding = *all.get(number)?;
        let before = number.checked_sub(1).and_then(|before| all.get(before));
        let next = all.get(number + 1);
        let follows = self.follows(number, finding, before, next);
        self.note(finding);
        if follows {
            return None;
        }
        if matches!(finding.fault, Fault::TextBetween | Fault::TextAfter) {
            if let Some(close) = self.torn_text(finding) {
                self.closed_early = Some(close);
                return Some(Finding {
                    fault: Fault::EarlyClose,
                    span: Span::new(close, close + 1),
                });
            }
        }
        match finding.fault {
            Fault::StrayClose
                if self
                    .closed_early
                    .take()
                    .is_some_and(|close| !self.are_separate(close, finding.span.start)) =>
            {
                None
            }
            Fault::UnclosedTree => match self.opens.get(&number) {
                Some(Some(span)) => Some(Finding {
                    span: *span,
                    ..finding
                }),
                _ => Some(finding),
            },
            Fault::StrayClose => match before {
                Some(before) if before.fault == Fault::StrayClose => Some(finding),
                _ => self.stray(number, finding),
            },
            _ => Some(finding),
        }
    }

    fn note(&mut self, finding: Finding) {
        let text = self.document.text();
        match finding.fault {
            Fault::UnclosedValue => self.unclosed_value = true,
            Fault::MissingBracket => {
                let text = text.get(..finding.span.start as usize).unwrap_or_default();
                let closes = text.iter().rev().take_while(|b| **b == b')').count();
                self.swallowed = (closes > 0).then_some(closes);
            }
            Fault::UnclosedTree => {
                self.swallowed = None;
                self.closed_early = None;
            }
            Fault::MissingValue => {
                let rest = text.get(finding.span.end as usize..);
                self.torn = match rest {
                    Some([b';' | b'(' | b')', b'[' | b'A'..=b'Z', ..]) => {
                        Some(finding.span.end + 1)
                    }
                    _ => None,
                };
                // Example: `B)[aa]`.
                if matches!(rest, Some([b')', b'[', ..])) {
                    self.closed_early = Some(finding.span.end);
                }
            }
            _ => {}
        }
    }

    fn follows(
        &mut self,
        number: usize,
        finding: Finding,
        before: Option<&Finding>,
        next: Option<&Finding>,
    ) -> bool {
        use Fault::{
            EmptyVariation, Junk, MissingBracket, MissingIdentifier, MissingOpen, MissingSemicolon,
            MissingValue, NodeAfterVariations, PropertyAfterVariations, TextAfter, TextBefore,
            TextBetween, UnclosedTree, UnclosedValue,
        };
        let Span { start, end } = finding.span;
        let is = |found: Option<&Finding>, faults: &[Fault], start: u32| {
            found.is_some_and(|one| faults.contains(&one.fault) && one.span.start == start)
        };
        if self.torn == Some(start) {
            match finding.fault {
                TextBetween | TextAfter => {
                    self.torn = Some(end);
                    return true;
                }
                MissingIdentifier | MissingOpen | MissingSemicolon | PropertyAfterVariations => {
                    return true;
                }
                _ => {}
            }
        }
        let opens_a_value = |found: Option<&Finding>, start: u32| {
            is(found, &[MissingBracket], start + 1) || is(found, &[UnclosedValue], start)
        };
        let all = self.document.findings();
        let text = self.document.text();
        let is_trace = match finding.fault {
            // Example: `Woc]`.
            Junk => {
                let bare = next.filter(|next| next.fault == MissingValue);
                bare.is_some_and(|bare| bare.span.end == start)
                    && finding.span.of(text).starts_with(b"]")
            }
            // Example: `B aa]`.
            MissingValue if text.get(end as usize) == Some(&b']') => {
                let first = number.saturating_sub(2);
                let mut before = all[first..number].iter();
                before.any(|one| {
                    let between = text.get(one.span.end as usize..start as usize);
                    one.fault == MissingValue
                        && between.is_some_and(|text| text.iter().all(u8::is_ascii_whitespace))
                })
            }
            // Example: `(x;B[aa]`.
            MissingValue => (1..=2).any(|back| {
                let before = number.checked_sub(back).and_then(|before| all.get(before));
                is(before, &[MissingSemicolon, PropertyAfterVariations], start)
            }),
            // Example: `GM[1];B[aa]`, `([;B[aa]`.
            MissingSemicolon | PropertyAfterVariations => {
                let bracket = number.checked_sub(2).and_then(|before| all.get(before));
                is(before, &[MissingOpen], start)
                    || (is(before, &[MissingIdentifier], start) && opens_a_value(bracket, start))
            }
            MissingIdentifier => {
                opens_a_value(before, start)
                    || is(next, &[MissingSemicolon, PropertyAfterVariations], start)
            }
            // Example: `(x;B[aa]`.
            TextBefore | TextBetween => {
                is(next, &[MissingOpen], end)
                    && finding.span.of(text).starts_with(b"(")
                    && end - start <= 2
            }
            UnclosedTree => {
                (self.unclosed_value && number + 1 == all.len())
                    || self.swallowed.is_some_and(|closes| {
                        let game = self.document.game_from(start);
                        game.is_some_and(|(game, _)| self.document.unclosed(game) == closes)
                    })
            }
            // Example: `();B[aa]`.
            EmptyVariation => is(next, &[NodeAfterVariations, PropertyAfterVariations], end),
            _ => false,
        };
        is_trace || self.opens.get(&number) == Some(&None)
    }

    /// Returns the offset of the `)` directly before a text, if the text is a property and the `)`
    /// seems to have closed its game too early: the text ends with a `)` of its own, or is followed
    /// by moves and later by a `)` that closes nothing.
    fn torn_text(&self, finding: Finding) -> Option<u32> {
        let text = self.document.text();
        let start = finding.span.start;
        let close = start.checked_sub(1)?;
        let torn = finding.span.of(text);
        let ident = first_ident(self.document, start as usize)?;
        let rest = &torn[ident.as_bytes().len().min(torn.len())..];
        let is_property = ident.as_bytes().first().is_some_and(u8::is_ascii_uppercase)
            && rest.first() == Some(&b'[');
        if text[close as usize] != b')' || !is_property {
            return None;
        }
        let goes_on = match finding.fault {
            Fault::TextAfter => torn.trim_ascii_end().ends_with(b")"),
            _ => {
                let game = self.document.games_before(finding.span.end);
                let next = self.document.start_of_game(game)?;
                let ident = first_ident(self.document, next)?;
                let stray = self
                    .strays
                    .partition_point(|stray| *stray < finding.span.end);
                let stray = self.strays.get(stray);
                let is_near = |stray: &u32| !self.are_separate(finding.span.start, *stray);
                ident.player().is_some() && stray.is_some_and(is_near)
            }
        };
        goes_on.then_some(close)
    }

    /// Handles a `)` that closes nothing: returns a finding about an earlier `)` that closes a game
    /// before its variations end, if there is one, or the finding itself; `None` if another finding
    /// of the game explains it.
    fn stray(&self, number: usize, finding: Finding) -> Option<Finding> {
        let document = self.document;
        let Some(mut game) = document.games_before(finding.span.start).checked_sub(1) else {
            return Some(finding);
        };
        let mut early = None;
        while game > 0 {
            let Some(close) = torn_from(document, game) else {
                break;
            };
            early = Some(close);
            game -= 1;
        }
        let start = document.start_of_game(game)?;
        if !first_ident(document, start).is_some_and(is_of_a_root) {
            return Some(finding);
        }
        let start = start as u32;
        let end = early.unwrap_or(finding.span.start);
        let mut inside = document.findings()[..number]
            .iter()
            .rev()
            .take_while(|one| one.span.start >= start)
            .filter(|one| one.span.start < end);
        let closes_early = |one: &Finding| {
            matches!(
                one.fault,
                Fault::NodeAfterVariations | Fault::PropertyAfterVariations
            )
        };
        if inside.any(closes_early) {
            return None;
        }
        Some(match early {
            Some(close) => Finding {
                fault: Fault::EarlyClose,
                span: Span::new(close, close + 1),
            },
            None => finding,
        })
    }
}

/// Returns the offsets of all games that start with `(` on a line after the `)` of the previous
/// game.
fn separate_starts(document: &Document) -> Vec<u32> {
    let text = document.text();
    let is_separate = |start: &usize| {
        let before = &text[..*start];
        let blanks = &before[before.trim_ascii_end().len()..];
        let is_next_line = blanks.iter().any(|b| matches!(b, b'\n' | b'\r'));
        text[*start] == b'(' && is_next_line && before.trim_ascii_end().ends_with(b")")
    };
    let starts = (0..).map_while(|game| document.start_of_game(game));
    starts
        .filter(is_separate)
        .map(|start| start as u32)
        .collect()
}

/// Finds, for each game that lacks one `)`, the one `(` in it that has a finding of its own. See
/// [`Follow::opens`].
fn extra_opens(document: &Document) -> BTreeMap<usize, Option<Span>> {
    let findings = document.findings();
    let mut opens = BTreeMap::new();
    let mut odd: Option<(usize, Span)> = None;
    let mut several = false;
    for (number, Finding { fault, span }) in findings.iter().enumerate() {
        match fault {
            Fault::UnclosedTree => {
                let game = document.game_from(span.start);
                let missing = game.map_or(0, |(game, _)| document.unclosed(game));
                if let (Some((open, at)), false, 1) = (odd, several, missing) {
                    if at.start >= span.start {
                        opens.insert(number, Some(at));
                        opens.insert(open, None);
                        // Example: `G(M[1]`.
                        let bare = (0..open).rev().take(2).find(|bare| {
                            let Finding { fault, span } = findings[*bare];
                            fault == Fault::MissingValue && span.end == at.start
                        });
                        opens.extend(bare.map(|bare| (bare, None)));
                    }
                }
                (odd, several) = (None, false);
            }
            _ => {
                let Some(at) = odd_open(document, *fault, *span) else {
                    continue;
                };
                several |= odd.is_some();
                odd = Some((number, at));
            }
        }
    }
    opens
}

/// Returns the `(` that a finding is about.
fn odd_open(document: &Document, fault: Fault, span: Span) -> Option<Span> {
    let text = document.text();
    let at = match fault {
        // The outer `(` has no node of its own.
        Fault::NestedOpen => open_before(text, span.start)?,
        Fault::MissingSemicolon => open_before(text, span.start)?,
        Fault::EmptyVariation if span.of(text).starts_with(b"(") => span.start,
        _ => return None,
    };
    Some(Span::new(at, at + 1))
}

fn open_before(text: &[u8], at: u32) -> Option<u32> {
    let before = text.get(..at as usize)?;
    let idle = before.iter().rev().take_while(|b| is_idle(**b)).count();
    let (b'(', before) = before[..before.len() - idle].split_last()? else {
        return None;
    };
    Some(before.len() as u32)
}

/// Returns the offset of the `)` directly before a game that seems to be a variation of the
/// previous one: it is on the same line, and its first property is a move.
fn torn_from(document: &Document, game: usize) -> Option<u32> {
    let text = document.text();
    let start = document.start_of_game(game)?;
    let before = text.get(..start)?;
    let blanks = before
        .iter()
        .rev()
        .take_while(|b| matches!(b, b' ' | b'\t'))
        .count();
    let (b')', before) = before[..start - blanks].split_last()? else {
        return None;
    };
    let is_move = first_ident(document, start)?.player().is_some();
    is_move.then_some(before.len() as u32)
}

/// Returns the first identifier of a game that starts at an offset with `(;`.
fn first_ident(document: &Document, start: usize) -> Option<Ident<'_>> {
    /// The maximum length of an identifier of a root or a move.
    const LONGEST: usize = 32;
    let rest = document.text().get(start..)?;
    let skip = rest
        .iter()
        .take(LONGEST)
        .take_while(|b| is_idle(**b) || matches!(b, b'(' | b';'))
        .count();
    let rest = rest.get(skip..)?;
    let len = rest
        .iter()
        .take(LONGEST)
        .take_while(|b| b.is_ascii_alphanumeric())
        .count();
    Some(Ident::new(&rest[..len]))
}
