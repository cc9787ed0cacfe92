//! What was found wrong while reading, in bounded memory.

use std::borrow::Cow;

use kifu_span::{Code, Diagnostic, Span};

/// So many findings of a kind are told one by one; the rest are only counted.
const EACH: u32 = 100;

/// Collects findings.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Diagnostic>,
    tallies: Vec<Tally>,
    /// Nothing is kept.
    silent: bool,
    /// Where everything is said to be, for text that is not part of the source.
    place: Option<Span>,
}

#[derive(Debug)]
struct Tally {
    code: &'static Code,
    count: u32,
    /// Where the first is that was only counted.
    counted_from: Option<Span>,
}

impl Findings {
    /// For reading again what was read before.
    pub(crate) fn silent() -> Findings {
        Findings {
            silent: true,
            ..Findings::default()
        }
    }

    /// What is found from now on is said to be here; returns what was said before.
    pub(crate) fn place_all(&mut self, place: Option<Span>) -> Option<Span> {
        std::mem::replace(&mut self.place, place)
    }

    /// Where everything is said to be.
    pub(crate) fn place(&self) -> Option<Span> {
        self.place
    }

    /// A finding of its own.
    pub(crate) fn add(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.add_with_help(code, span, message, None::<&str>);
    }

    /// The same with help.
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
        let span = self.place.unwrap_or(span);
        let tally = self.tally(code);
        tally.count += 1;
        if tally.count > EACH {
            tally.counted_from.get_or_insert(span);
            return;
        }
        let mut found = code.at(span, message);
        found.help = help.map(Into::into);
        self.list.push(found);
    }

    /// One of those that are told once, with their number.
    pub(crate) fn once(&mut self, code: &'static Code, span: Span) {
        if self.silent {
            return;
        }
        let span = self.place.unwrap_or(span);
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

    /// All of them in the order of the text.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        for tally in self.tallies {
            let Some(span) = tally.counted_from else {
                continue;
            };
            let told = self
                .list
                .iter()
                .filter(|found| found.code == tally.code.name)
                .count() as u32;
            let summary = tally.code.summary;
            let message: Cow<'static, str> = match (told, tally.count - told) {
                (0, 1) => summary.into(),
                (0, n) => format!("{summary}: {n} times, for the first time here").into(),
                (_, n) => format!("{summary}: {n} times more from here on").into(),
            };
            self.list.push(tally.code.at(span, message));
        }
        self.list
            .sort_by_key(|found| (found.span.start, found.span.end));
        self.list
    }
}
