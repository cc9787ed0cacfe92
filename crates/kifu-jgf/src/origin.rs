use std::fmt;

use crate::style::{Dialect, Met, Style};

/// What was found out about a record where it was read: its dialect, and how things are
/// spelled in it, so that what is added is spelled alike.
///
/// That of a new record is what the specification has.
#[derive(Clone, Copy)]
pub struct Origin {
    pub(crate) style: Style,
    pub(crate) met: Met,
}

impl Origin {
    pub(crate) fn new(style: Style) -> Origin {
        Origin {
            style,
            met: Met::default(),
        }
    }

    pub(crate) fn dialect(self, version: u8) -> Dialect {
        self.met.dialect(version)
    }
}

/// Origins never make a difference between records.
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
