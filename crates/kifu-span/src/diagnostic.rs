use alloc::borrow::Cow;
use core::fmt;

use crate::Span;

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
}

/// One line, without the place: `error[sgf/unclosed-value]: this value is never closed`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}
