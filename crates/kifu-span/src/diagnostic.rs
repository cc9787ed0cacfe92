use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;

use crate::{Fix, Span};

/// How much a finding matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Info,
    /// Other programs may stumble, or something was probably not meant.
    Warning,
    /// The format forbids it; reading had to guess.
    Error,
}

impl Severity {
    /// All of them, the gravest first.
    pub const ALL: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

    /// `error`, `warning` or `info`.
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

/// Something found in a source: what, where, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The stable name of this kind of finding, such as `sgf/unclosed-value`.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// The bytes it is about.
    pub span: Span,
    /// What was found and what was expected, in one clause.
    pub message: Cow<'static, str>,
    /// How it was read, or what mends it, where that can be said.
    pub help: Option<Cow<'static, str>>,
    /// The edit that mends it, where a program can.
    pub fix: Option<Box<Fix>>,
}

impl Diagnostic {
    /// A finding without help.
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

    /// The same with help.
    #[must_use]
    pub fn with_help(self, help: impl Into<Cow<'static, str>>) -> Diagnostic {
        Diagnostic {
            help: Some(help.into()),
            ..self
        }
    }

    /// The same with the edit that mends it.
    #[must_use]
    pub fn with_fix(self, fix: Fix) -> Diagnostic {
        Diagnostic {
            fix: Some(Box::new(fix)),
            ..self
        }
    }
}

/// One line, without the place: `error[sgf/unclosed-value]: this value is never closed`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}

/// A kind of finding, as a catalogue lists it.
///
/// Each crate that finds something publishes its kinds as a list `CODES`, so that programs
/// can explain a code, and check what users name.
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
    /// The stable name, `group/kind` in small letters, such as `sgf/unclosed-value`.
    pub name: &'static str,
    /// How much findings of the kind matter.
    pub severity: Severity,
    /// What is found, in one clause.
    pub summary: &'static str,
    /// Why it matters, how it is read, and what mends it: whole sentences.
    pub explanation: &'static str,
}

impl Code {
    /// A finding of this kind.
    pub fn at(&self, span: Span, message: impl Into<Cow<'static, str>>) -> Diagnostic {
        Diagnostic::new(self.name, self.severity, span, message)
    }
}
