use std::fmt;

use crate::style::{Dialect, DialectEvidence, Style};

/// Information about how a record was read: its dialect and its spelling, so that additions are spelled in the
/// same way.
///
/// A new record has the origin of the specification.
#[derive(Clone, Copy)]
pub struct Origin {
    pub(crate) style: Style,
    pub(crate) evidence: DialectEvidence,
}

impl Origin {
    pub(crate) fn new(style: Style) -> Origin {
        Origin {
            style,
            evidence: DialectEvidence::default(),
        }
    }

    pub(crate) fn dialect(self, version: u8) -> Dialect {
        self.evidence.dialect(version)
    }
}

/// Origins are always equal, so they never make records different.
impl PartialEq for Origin {
    fn eq(&self, _: &Origin) -> bool {
        true
    }
}

impl fmt::Debug for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Origin")
    }
}
