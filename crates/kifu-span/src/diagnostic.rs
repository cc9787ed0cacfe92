use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;

use crate::{Fix, Span};

/// The severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Information; nothing is wrong.
    Info,
    /// Other programs may fail here, or the author probably did not mean this.
    Warning,
    /// The format forbids this; the reader had to guess.
    Error,
}

impl Severity {
    /// All severities, the most severe first.
    pub const ALL: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

    /// The name: `error`, `warning` or `info`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A finding: a problem or remark about a span of a source, with a fix where one is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The stable name of the kind of finding, such as `sgf/unclosed-value`.
    pub code: &'static str,
    /// The severity of the finding.
    pub severity: Severity,
    /// The bytes that the finding is about.
    pub span: Span,
    /// The problem and what was expected instead, in one clause.
    pub message: Cow<'static, str>,
    /// A note on how the reader interpreted the span, or on how to fix it.
    pub help: Option<Cow<'static, str>>,
    /// The fix that resolves the finding, if a program can make one.
    pub fix: Option<Box<Fix>>,
}

impl Diagnostic {
    /// Creates a finding without help and without a fix.
    pub fn new(
        code: &'static str,
        severity: Severity,
        span: Span,
        message: impl Into<Cow<'static, str>>,
    ) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            span,
            message: message.into(),
            help: None,
            fix: None,
        }
    }

    /// Sets the help.
    #[must_use]
    pub fn with_help(self, help: impl Into<Cow<'static, str>>) -> Diagnostic {
        Diagnostic {
            help: Some(help.into()),
            ..self
        }
    }

    /// Sets the fix.
    #[must_use]
    pub fn with_fix(self, fix: Fix) -> Diagnostic {
        Diagnostic {
            fix: Some(Box::new(fix)),
            ..self
        }
    }
}

/// Writes one line without the position: `error[sgf/unclosed-value]: this value is never closed`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}

/// Sorts findings by their spans. Findings with equal spans keep their order.
///
/// ```
/// use kifu_span::{Diagnostic, Severity, Span, sort_by_span};
///
/// let found = |start, message| Diagnostic::new("sgf/unclosed-value", Severity::Error, Span::at(start), message);
/// let mut all = [found(7, "b"), found(2, "a"), found(7, "c")];
/// sort_by_span(&mut all);
/// assert_eq!(all.map(|found| found.message), ["a", "b", "c"]);
/// ```
pub fn sort_by_span(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|found| found.span);
}

/// A kind of finding, with the texts for a catalogue.
///
/// Each crate that reports findings publishes its kinds as a list `CODES`, so that programs can explain a code
/// and validate the codes that users name.
///
/// ```
/// use kifu_span::{Code, Severity, Span};
///
/// const KO: Code = Code {
///     name: "rules/ko",
///     severity: Severity::Error,
///     summary: "a stone was taken back in a ko at once",
///     explanation: "The basic ko rule forbids it under every ruleset.",
/// };
/// let found = KO.at(Span::new(20, 26), "move 3 takes back the ko");
/// assert_eq!(found.to_string(), "error[rules/ko]: move 3 takes back the ko");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// The stable name, `group/kind` in lowercase, such as `sgf/unclosed-value`.
    pub name: &'static str,
    /// The severity of findings of this kind.
    pub severity: Severity,
    /// The problem, in one clause.
    pub summary: &'static str,
    /// An explanation in full sentences: why the problem matters, how the text is read, and how to fix it. See
    /// [`explanation`].
    pub explanation: &'static str,
}

/// Returns the text of [`Code::explanation`], or an empty text in a build with `--cfg kifu_terse`.
///
/// A program that does not show explanations, and whose size matters, such as a module for browsers, is built in this way.
///
/// ```
/// const WHY: &str = kifu_span::explanation("The basic ko rule forbids it under every ruleset.");
/// assert!(cfg!(kifu_terse) || WHY.starts_with("The basic ko rule"));
/// ```
pub const fn explanation(text: &'static str) -> &'static str {
    if cfg!(kifu_terse) { "" } else { text }
}

impl Code {
    /// Creates a finding of this kind.
    pub fn at(&self, span: Span, message: impl Into<Cow<'static, str>>) -> Diagnostic {
        Diagnostic::new(self.name, self.severity, span, message)
    }
}
