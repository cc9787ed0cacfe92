//! Options that say by which rules moves are judged.

use clap::{Args, ValueEnum};
use kifu::check::{Ruling, Settings};
use kifu::rules::Rules;

/// By which rules moves are judged.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct JudgingArgs {
    /// Judge moves by these rules; `none` does not [default: those that RU names, else japanese]
    #[arg(long, value_name = "RULES")]
    rules: Option<RulesName>,
}

impl JudgingArgs {
    pub(crate) fn settings(self) -> Settings {
        Settings {
            rules: match self.rules.map(RulesName::rules) {
                None => Ruling::Stated,
                Some(Some(rules)) => Ruling::By(rules),
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
    pub(crate) fn rules(self) -> Option<Rules> {
        Some(match self {
            RulesName::Japanese => Rules::JAPANESE,
            RulesName::Chinese => Rules::CHINESE,
            RulesName::Korean => Rules::KOREAN,
            RulesName::Aga => Rules::AGA,
            RulesName::Nz => Rules::NEW_ZEALAND,
            RulesName::Ing => Rules::ING,
            RulesName::TrompTaylor => Rules::TROMP_TAYLOR,
            RulesName::None => return None,
        })
    }
}
