//! Collects the findings of a reader in bounded memory.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use kifu_span::{Code, Diagnostic, Span};

/// The maximum number of findings of one kind that are listed; the others are only counted.
const MAX_LISTED: usize = 100;

/// A collection of findings.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Diagnostic>,
    tallies: Vec<Tally>,
}

#[derive(Debug)]
struct Tally {
    code: &'static Code,
    count: usize,
    /// The span of the first finding that is not listed.
    rest: Option<Span>,
}

impl Findings {
    /// Adds a finding.
    pub(crate) fn add(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<Cow<'static, str>>,
    ) {
        let known = self.tallies.iter().position(|tally| tally.code == code);
        let at = known.unwrap_or_else(|| {
            self.tallies.push(Tally {
                code,
                count: 0,
                rest: None,
            });
            self.tallies.len() - 1
        });
        let tally = &mut self.tallies[at];
        tally.count += 1;
        if tally.count <= MAX_LISTED {
            self.list.push(code.at(span, message));
        } else {
            tally.rest.get_or_insert(span);
        }
    }

    /// Returns all findings in the order of the text.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        for Tally { code, count, rest } in self.tallies {
            if let Some(span) = rest {
                let more = count - MAX_LISTED;
                let message = format!("{} ({more} more times from here on)", code.summary);
                self.list.push(code.at(span, message));
            }
        }
        kifu_span::sort_by_span(&mut self.list);
        self.list
    }
}
