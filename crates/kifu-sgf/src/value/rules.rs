//! Names of rules: `RU` (FF\[4\]; 2016 draft, *RU*).

use core::fmt;

/// A set of rules that records name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RulesName {
    /// Japanese rules.
    Japanese,
    /// Chinese rules.
    Chinese,
}

impl fmt::Display for RulesName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("x")
    }
}
