use core::fmt;
use core::str::FromStr;

/// A named ruleset, as in `RU`. `kifu-rules` defines its rules.
///
/// ```
/// use kifu_core::Ruleset;
///
/// assert_eq!("中国规则".parse(), Ok(Ruleset::Chinese));
/// assert_eq!(Ruleset::NewZealand.to_string(), "New Zealand");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ruleset {
    /// Japanese rules.
    Japanese,
    /// Chinese rules.
    Chinese,
    /// Korean rules.
    Korean,
    /// The rules of the American Go Association, which France and Britain share.
    Aga,
    /// New Zealand's rules.
    NewZealand,
    /// Ing's rules, also called GOE.
    Ing,
    /// The rules of John Tromp and Bill Taylor.
    TrompTaylor,
}

impl Ruleset {
    /// All rulesets.
    pub const ALL: [Ruleset; 7] = [
        Ruleset::Japanese,
        Ruleset::Chinese,
        Ruleset::Korean,
        Ruleset::Aga,
        Ruleset::NewZealand,
        Ruleset::Ing,
        Ruleset::TrompTaylor,
    ];

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            Ruleset::Japanese => "Japanese",
            Ruleset::Chinese => "Chinese",
            Ruleset::Korean => "Korean",
            Ruleset::Aga => "AGA",
            Ruleset::NewZealand => "New Zealand",
            Ruleset::Ing => "Ing",
            Ruleset::TrompTaylor => "Tromp-Taylor",
        }
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of parsing a [`Ruleset`] from a text that does not name a known one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseRulesetError;

impl fmt::Display for ParseRulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a ruleset: ")?;
        for (n, ruleset) in Ruleset::ALL.iter().enumerate() {
            let comma = if n == 0 { "" } else { ", " };
            write!(f, "{comma}{ruleset}")?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseRulesetError {}

/// Parses the spellings that records have in `RU`, in any case, ignoring spaces, hyphens, slashes, underscores and
/// full stops: `Japanese`, `jp`, `JPN`, `日本`, `cn`, `Old Chinese`, `中国规则`, `AGA`, `NZ`, `GOE`, `Tromp-Taylor` and
/// similar names, with or without the word *rules*.
impl FromStr for Ruleset {
    type Err = ParseRulesetError;

    fn from_str(text: &str) -> Result<Ruleset, ParseRulesetError> {
        let mut name = text.trim();
        for word in [
            "rules",
            "rule",
            "ruleset",
            "规则",
            "規則",
            "ルール",
            "룰",
            "규칙",
        ] {
            name = without_suffix(name, word).trim_end();
        }
        SPELLINGS
            .iter()
            .find(|(_, spellings)| spellings.iter().any(|s| same_name(s, name)))
            .map(|&(ruleset, _)| ruleset)
            .ok_or(ParseRulesetError)
    }
}

const SPELLINGS: [(Ruleset, &[&str]); 7] = [
    (
        Ruleset::Japanese,
        &[
            "japanese",
            "japan",
            "japanisch",
            "japonais",
            "jpn",
            "jp",
            "jap",
            "ja",
            "j",
            "nihon kiin",
            "nihonkiin",
            "territory",
            "日本",
            "日",
            "日本囲碁",
            "일본",
            "日式",
        ],
    ),
    (
        Ruleset::Chinese,
        &[
            "chinese",
            "china",
            "chinesisch",
            "chinois",
            "chn",
            "cn",
            "chi",
            "ch",
            "zh",
            "c",
            "old chinese",
            "chinese old",
            "chinese ogs",
            "chinese kgs",
            "cwa",
            "area",
            "中国",
            "中國",
            "中",
            "중국",
            "中式",
            "数子",
        ],
    ),
    (
        Ruleset::Korean,
        &[
            "korean",
            "korea",
            "koreanisch",
            "kor",
            "kr",
            "ko",
            "k",
            "韩国",
            "韓国",
            "韓國",
            "韩",
            "한국",
            "大韩",
            "韩式",
        ],
    ),
    (
        Ruleset::Aga,
        &[
            "aga", "american", "usa", "us", "bga", "british", "french", "ffg", "egf",
        ],
    ),
    (
        Ruleset::NewZealand,
        &["new zealand", "nz", "nzl", "nzgs", "newzealand"],
    ),
    (
        Ruleset::Ing,
        &[
            "ing", "goe", "ing goe", "ing sst", "sst", "应氏", "應氏", "应", "応氏", "응씨",
            "计点", "計點",
        ],
    ),
    (
        Ruleset::TrompTaylor,
        &["tromp taylor", "tt", "logical", "computer go", "cgos"],
    ),
];

/// Compares the letters of two names, ignoring case and separators.
fn same_name(a: &str, b: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
        text.chars()
            .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_' | '.' | '/'))
            .flat_map(char::to_lowercase)
    }
    letters(a).eq(letters(b))
}

fn without_suffix<'t>(text: &'t str, suffix: &str) -> &'t str {
    text.len()
        .checked_sub(suffix.len())
        .filter(|&at| text.is_char_boundary(at) && text[at..].eq_ignore_ascii_case(suffix))
        .map_or(text, |at| &text[..at])
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn records_spell_rulesets_in_many_ways() {
        for (text, ruleset) in [
            ("Japanese", Ruleset::Japanese),
            ("JP", Ruleset::Japanese),
            (" japanese rules ", Ruleset::Japanese),
            ("日本ルール", Ruleset::Japanese),
            ("Chinese", Ruleset::Chinese),
            ("cn", Ruleset::Chinese),
            ("中国规则", Ruleset::Chinese),
            ("Old Chinese", Ruleset::Chinese),
            ("韩国", Ruleset::Korean),
            ("韓国", Ruleset::Korean),
            ("Korean", Ruleset::Korean),
            ("NZ", Ruleset::NewZealand),
            ("New_Zealand", Ruleset::NewZealand),
            ("GOE", Ruleset::Ing),
            ("Ing", Ruleset::Ing),
            ("aga", Ruleset::Aga),
            ("Tromp-Taylor", Ruleset::TrompTaylor),
            ("tromptaylor", Ruleset::TrompTaylor),
            ("Tromp/Taylor", Ruleset::TrompTaylor),
        ] {
            assert_eq!(text.parse(), Ok(ruleset), "{text}");
        }
        for wrong in ["", "rules", "Klingon", "japanesechinese"] {
            assert_eq!(wrong.parse::<Ruleset>(), Err(ParseRulesetError), "{wrong}");
        }
        for ruleset in Ruleset::ALL {
            assert_eq!(ruleset.name().parse(), Ok(ruleset));
        }
    }

    #[test]
    fn the_error_lists_the_rulesets() {
        let error = "Klingon".parse::<Ruleset>().unwrap_err().to_string();
        let all = "Japanese, Chinese, Korean, AGA, New Zealand, Ing, Tromp-Taylor";
        assert_eq!(error, std::format!("expected a ruleset: {all}"));
    }
}
