//! Options that select the rules for checking moves.

use clap::{Args, ValueEnum};
use kifu::check::{Ruling, Settings};
use kifu::core::Ruleset;

/// The rules for checking moves.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct JudgingArgs {
    /// The rules for checking moves; `none` checks no moves [default: those in RU, or japanese]
    #[arg(long, value_name = "RULES")]
    rules: Option<RulesName>,
}

impl JudgingArgs {
    pub(crate) fn settings(self) -> Settings {
        Settings {
            rules: match self.rules.map(RulesName::ruleset) {
                None => Ruling::Stated,
                Some(Some(ruleset)) => Ruling::By(ruleset.into()),
                Some(None) => Ruling::Off,
            },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RulesName {
    #[value(alias = "jp")]
    Japanese,
    #[value(alias = "cn")]
    Chinese,
    #[value(alias = "kr")]
    Korean,
    Aga,
    #[value(alias = "new-zealand")]
    Nz,
    Ing,
    #[value(alias = "tt")]
    TrompTaylor,
    None,
}

impl RulesName {
    /// Returns the ruleset with this name, or `None` for `none`.
    pub(crate) fn ruleset(self) -> Option<Ruleset> {
        Some(match self {
            RulesName::Japanese => Ruleset::Japanese,
            RulesName::Chinese => Ruleset::Chinese,
            RulesName::Korean => Ruleset::Korean,
            RulesName::Aga => Ruleset::Aga,
            RulesName::Nz => Ruleset::NewZealand,
            RulesName::Ing => Ruleset::Ing,
            RulesName::TrompTaylor => Ruleset::TrompTaylor,
            RulesName::None => return None,
        })
    }

    /// Returns the name of a ruleset.
    pub(crate) fn of(ruleset: Ruleset) -> &'static str {
        match ruleset {
            Ruleset::Japanese => "japanese",
            Ruleset::Chinese => "chinese",
            Ruleset::Korean => "korean",
            Ruleset::Aga => "aga",
            Ruleset::NewZealand => "nz",
            Ruleset::Ing => "ing",
            Ruleset::TrompTaylor => "tromp-taylor",
        }
    }
}
