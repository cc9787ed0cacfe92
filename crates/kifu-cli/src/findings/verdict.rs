//! Which findings count, and which make the answer a no.

use kifu::span::{Code, Diagnostic, Severity};

use crate::args::checking::{CheckArgs, Denied};

/// What `--deny` and `--allow` say.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// From here up findings are denied.
    level: Severity,
    denied: Vec<&'static Code>,
    allowed: Vec<&'static Code>,
}

impl Verdict {
    /// The lowest level that is denied counts, errors if none is. Codes come on top.
    pub(crate) fn of(args: &CheckArgs) -> Verdict {
        let mut level = None;
        let mut denied = Vec::new();
        for what in &args.deny {
            match *what {
                Denied::From(severity) => {
                    level = Some(level.map_or(severity, |other| severity.min(other)))
                }
                Denied::Code(code) => denied.push(code),
            }
        }
        Verdict {
            level: level.unwrap_or(Severity::Error),
            denied,
            allowed: args.allow.clone(),
        }
    }

    pub(crate) fn allows(&self, finding: &Diagnostic) -> bool {
        self.allowed.iter().any(|code| code.name == finding.code)
    }

    pub(crate) fn denies(&self, finding: &Diagnostic) -> bool {
        finding.severity >= self.level || self.denied.iter().any(|code| code.name == finding.code)
    }
}
