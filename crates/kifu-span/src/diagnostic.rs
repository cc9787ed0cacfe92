use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

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
    /// The kind of finding.
    pub code: &'static Code,
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
/// use kifu_span::{Code, Severity, Span, sort_by_span};
///
/// const CODE: &Code = &Code::new("sgf/junk", Severity::Error, "unexpected characters");
/// let found = |start, message| CODE.at(Span::at(start), message);
/// let mut all = [found(7, "b"), found(2, "a"), found(7, "c")];
/// sort_by_span(&mut all);
/// assert_eq!(all.map(|found| found.message), ["a", "b", "c"]);
/// ```
pub fn sort_by_span(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|found| found.span);
}

/// A kind of finding. A crate that reports findings defines its kinds with [`codes!`](crate::codes).
///
/// Codes are compared by their names.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// The stable name, `group/kind` in lowercase, such as `sgf/unclosed-value`.
    pub name: &'static str,
    /// The severity of findings of this kind.
    pub severity: Severity,
    /// The problem, in one clause.
    pub summary: &'static str,
}

impl Code {
    /// Creates a kind of finding. [`codes!`](crate::codes) creates several.
    pub const fn new(name: &'static str, severity: Severity, summary: &'static str) -> Code {
        Code {
            name,
            severity,
            summary,
        }
    }

    /// Creates a finding of this kind, without help and without a fix.
    pub fn at(&'static self, span: Span, message: impl Into<Cow<'static, str>>) -> Diagnostic {
        Diagnostic {
            code: self,
            severity: self.severity,
            span,
            message: message.into(),
            help: None,
            fix: None,
        }
    }

    /// The part of the name before the slash, such as `sgf`.
    pub fn group(&self) -> &'static str {
        self.name.split_once('/').map_or("", |(group, _)| group)
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.name == other.name
    }
}

impl Eq for Code {}

impl PartialOrd for Code {
    fn partial_cmp(&self, other: &Code) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Code {
    fn cmp(&self, other: &Code) -> Ordering {
        self.name.cmp(other.name)
    }
}

impl Hash for Code {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// Writes the name.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// A kind of finding in a catalogue.
///
/// A program explains a code, or validates the codes that users name, by such a list. The explanations are only in it, so
/// that a program that does not use it does not contain them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExplainedCode {
    /// The kind of finding.
    pub code: &'static Code,
    /// An explanation in full sentences: why the problem matters, how the text is read, and how to fix it.
    pub explanation: &'static str,
}

impl Deref for ExplainedCode {
    type Target = Code;

    fn deref(&self) -> &Code {
        self.code
    }
}

/// Defines the kinds of findings of a crate: a public constant for each, and the list `CODES` of all of them, of the type
/// `&[ExplainedCode]`.
///
/// A kind is the name of its constant, its [`Severity`], its stable name, a summary in one clause, and an explanation in
/// full sentences. The attributes at the top belong to the list, and the kinds are sorted by their stable names.
///
/// ```
/// use kifu_span::Span;
///
/// mod codes {
///     kifu_span::codes! {
///         /// All codes, sorted by name.
///         KO Error "rules/ko":
///             "a stone was taken back in a ko at once".
///             "The basic ko rule forbids it under every ruleset."
///         SUICIDE Error "rules/suicide":
///             "a move that leaves the player's own stones without a liberty".
///             "Most rulesets forbid it."
///     }
/// }
///
/// let found = codes::KO.at(Span::new(20, 26), "move 3 takes back the ko");
/// assert_eq!(found.to_string(), "error[rules/ko]: move 3 takes back the ko");
/// assert_eq!(codes::CODES.len(), 2);
/// assert_eq!(codes::CODES[1].name, "rules/suicide");
/// assert_eq!(codes::CODES[1].explanation, "Most rulesets forbid it.");
/// ```
#[macro_export]
macro_rules! codes {
    ($(#[$doc:meta])* $($constant:ident $severity:ident $name:literal: $summary:literal. $explanation:literal)*) => {
        $(
            #[doc = concat!("`", $name, "`: ", $summary, ".")]
            pub const $constant: &$crate::Code =
                &$crate::Code::new($name, $crate::Severity::$severity, $summary);
        )*

        $(#[$doc])*
        pub const CODES: &[$crate::ExplainedCode] = &[$(
            $crate::ExplainedCode {
                code: $constant,
                explanation: $explanation,
            },
        )*];
    };
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};
    use std::format;
    use std::string::ToString;

    use super::*;
    use crate::Edit;

    const JUNK: &Code = &Code::new("sgf/junk", Severity::Error, "unexpected characters");

    #[test]
    fn severities_are_ordered_and_have_names() {
        assert!(Severity::ALL.is_sorted_by(|a, b| a > b));
        assert_eq!(
            Severity::ALL.map(Severity::name),
            ["error", "warning", "info"]
        );
        assert_eq!(format!("{:>9}|", Severity::Warning), "  warning|");
    }

    #[test]
    fn a_finding_has_the_severity_of_its_code_and_what_is_added() {
        let found = JUNK.at(Span::new(2, 4), "`!!` belongs to no property");
        assert_eq!(
            found.to_string(),
            "error[sgf/junk]: `!!` belongs to no property"
        );
        assert_eq!(
            (found.severity, found.span),
            (Severity::Error, Span::new(2, 4))
        );
        assert_eq!((&found.help, &found.fix), (&None, &None));

        let fix = Fix::safe("delete it", [Edit::delete(found.span)]);
        let more = found
            .clone()
            .with_help("it is skipped")
            .with_fix(fix.clone());
        assert_eq!(more.help.as_deref(), Some("it is skipped"));
        assert_eq!(more.fix.as_deref(), Some(&fix));
        assert_eq!(
            (more.code, more.span, more.message),
            (found.code, found.span, found.message)
        );
    }

    #[test]
    fn findings_are_sorted_by_span_and_otherwise_keep_their_order() {
        let found = |start, end, message| JUNK.at(Span::new(start, end), message);
        let mut all = [
            found(7, 9, "c"),
            found(2, 3, "a"),
            found(7, 8, "b"),
            found(7, 9, "a"),
        ];
        sort_by_span(&mut all);
        let order = all.map(|found| (found.span.end, found.message.into_owned()));
        assert_eq!(
            order,
            [(3, "a"), (8, "b"), (9, "c"), (9, "a")].map(|(end, m)| (end, m.into()))
        );
    }

    #[test]
    fn codes_are_compared_by_their_names() {
        let same = Code::new("sgf/junk", Severity::Info, "another summary");
        let other = Code::new("jgf/junk", Severity::Error, "unexpected characters");
        assert!(*JUNK == same && *JUNK != other && other < same);
        assert_eq!(JUNK.partial_cmp(&same), Some(Ordering::Equal));
        let all = [*JUNK, same, other];
        assert_eq!(HashSet::from(all).len(), 2);
        assert!(BTreeSet::from(all).into_iter().eq([other, same]));
        let hashes: HashSet<u64> = (0..100)
            .map(|n| Code::new(format!("sgf/code-{n}").leak(), Severity::Info, ""))
            .map(|code| {
                let mut hasher = std::hash::DefaultHasher::new();
                code.hash(&mut hasher);
                hasher.finish()
            })
            .collect();
        assert!(hashes.len() > 90);
    }

    #[test]
    fn a_code_has_a_group_and_is_shown_by_its_name() {
        assert_eq!(JUNK.group(), "sgf");
        assert_eq!(Code::new("junk", Severity::Info, "").group(), "");
        assert_eq!(format!("{JUNK:<10}|"), "sgf/junk  |");
    }

    #[test]
    fn an_explained_code_can_be_used_as_its_code() {
        let explained = ExplainedCode {
            code: JUNK,
            explanation: "Programs skip such text.",
        };
        assert_eq!((explained.name, explained.group()), ("sgf/junk", "sgf"));
    }
}
