//! Collects the findings of a reader in bounded memory.

use std::borrow::Cow;

use kifu_span::{Code, Diagnostic, Span};

/// The maximum number of findings of one kind that are listed; the others are only counted.
const MAX_LISTED: u32 = 100;

/// A collection of findings.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Diagnostic>,
    tallies: Vec<Tally>,
    /// Whether findings are dropped.
    silent: bool,
    /// The span that all findings get, if set: that of a string whose content is read as JSON.
    span_override: Option<Span>,
}

#[derive(Debug)]
struct Tally {
    code: &'static Code,
    count: u32,
    /// The span of the first finding that was only counted.
    counted_from: Option<Span>,
}

impl Findings {
    /// Creates a collection that drops its findings, for reading something again.
    pub(crate) fn silent() -> Findings {
        Findings {
            silent: true,
            ..Findings::default()
        }
    }

    /// Sets the span that overrides those of later findings; returns the previous one.
    pub(crate) fn override_span(&mut self, span: Option<Span>) -> Option<Span> {
        std::mem::replace(&mut self.span_override, span)
    }

    /// The span that overrides those of later findings.
    pub(crate) fn span_override(&self) -> Option<Span> {
        self.span_override
    }

    /// Adds a finding that is listed.
    pub(crate) fn add(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.add_with_help(code, span, message, None::<&str>);
    }

    /// Adds a finding that is listed, with help.
    pub(crate) fn add_with_help(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<Cow<'static, str>>,
        help: Option<impl Into<Cow<'static, str>>>,
    ) {
        if self.silent {
            return;
        }
        let span = self.span_override.unwrap_or(span);
        let tally = self.tally(code);
        tally.count += 1;
        if tally.count > MAX_LISTED {
            tally.counted_from.get_or_insert(span);
            return;
        }
        let mut found = code.at(span, message);
        found.help = help.map(Into::into);
        self.list.push(found);
    }

    /// Counts a finding of a kind that is reported once for the whole file.
    pub(crate) fn count(&mut self, code: &'static Code, span: Span) {
        if self.silent {
            return;
        }
        let span = self.span_override.unwrap_or(span);
        let tally = self.tally(code);
        tally.count += 1;
        tally.counted_from.get_or_insert(span);
    }

    fn tally(&mut self, code: &'static Code) -> &mut Tally {
        let known = self.tallies.iter().position(|tally| tally.code == code);
        let at = known.unwrap_or_else(|| {
            self.tallies.push(Tally {
                code,
                count: 0,
                counted_from: None,
            });
            self.tallies.len() - 1
        });
        &mut self.tallies[at]
    }

    /// Returns all findings in the order of the text.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        for tally in self.tallies {
            let Some(span) = tally.counted_from else {
                continue;
            };
            let listed = self
                .list
                .iter()
                .filter(|found| found.code.name == tally.code.name)
                .count() as u32;
            let summary = tally.code.summary;
            let message: Cow<'static, str> = match (listed, tally.count - listed) {
                (0, 1) => summary.into(),
                (0, n) => format!("{summary} ({n} times; this is the first)").into(),
                (_, n) => format!("{summary} ({n} more times from here on)").into(),
            };
            self.list.push(tally.code.at(span, message));
        }
        kifu_span::sort_by_span(&mut self.list);
        self.list
    }
}
