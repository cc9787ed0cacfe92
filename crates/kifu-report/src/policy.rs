//! The policy that selects the findings to ignore and to deny.

use kifu_span::{Code, Diagnostic, Severity};

/// The findings to ignore, and the findings that make a check fail.
///
/// ```
/// use kifu_report::{Code, Diagnostic, Policy, Severity, Span};
///
/// const COMMA: &Code = &Code::new("value/spelling", Severity::Warning, "a comma in a number");
/// let finding = COMMA.at(Span::new(5, 8), "`6,5` has a comma");
///
/// assert!(!Policy::default().denies(&finding));
/// let strict = Policy { denied: vec![COMMA], ..Policy::default() };
/// assert!(strict.denies(&finding));
/// ```
#[derive(Clone, Debug)]
pub struct Policy {
    /// The lowest severity that is denied.
    pub deny_from: Severity,
    /// Codes that are denied regardless of their severity.
    pub denied: Vec<&'static Code>,
    /// Codes that are ignored: their findings are neither written nor counted.
    pub ignored: Vec<&'static Code>,
}

impl Default for Policy {
    /// Denies errors, and ignores nothing.
    fn default() -> Policy {
        Policy {
            deny_from: Severity::Error,
            denied: Vec::new(),
            ignored: Vec::new(),
        }
    }
}

impl Policy {
    /// Whether a finding is ignored.
    pub fn ignores(&self, finding: &Diagnostic) -> bool {
        self.ignored.contains(&finding.code)
    }

    /// Whether a finding makes a check fail.
    pub fn denies(&self, finding: &Diagnostic) -> bool {
        finding.severity >= self.deny_from || self.denied.contains(&finding.code)
    }
}
