use core::fmt;
use core::str::FromStr;

use kifu_core::Points;

/// A ruleset, as plain data: take a named one and change what a game changed.
///
/// ```
/// use kifu_rules::{Repetition, Rules};
///
/// let rules: Rules = "Chinese".parse().unwrap();
/// assert_eq!(rules, Rules::CHINESE);
/// let with_simple_ko = Rules { repetition: Repetition::SimpleKo, ..rules };
/// assert_ne!(with_simple_ko, rules);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Which plays may take off the player's own stones.
    pub suicide: Suicide,
    /// Which repetitions are forbidden.
    pub repetition: Repetition,
    /// What is counted.
    pub scoring: Scoring,
    /// Whether eyes of groups in seki are territory. Says nothing under area scoring,
    /// which counts them.
    pub seki_territory: bool,
    /// What White receives for Black's handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether a pass hands the opponent a stone as a prisoner.
    pub pass_stones: bool,
    /// How many passes in a row end the game; 0 if none do.
    pub passes_to_end: u8,
    /// Whether the last pass must be White's.
    pub white_passes_last: bool,
    /// What White receives in an even game where a record states no komi.
    pub komi: Points,
}

/// Which plays may take off the player's own stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suicide {
    /// None.
    Forbidden,
    /// Those that remove two stones or more: one stone would change nothing.
    Multi,
    /// All.
    Any,
}

impl Suicide {
    /// Whether a play may remove so many of the player's own stones.
    #[inline]
    pub const fn allows(self, stones: u16) -> bool {
        match self {
            Suicide::Forbidden => false,
            Suicide::Multi => stones > 1,
            Suicide::Any => true,
        }
    }
}

/// Which repetitions are forbidden. Passes never are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// None, not even taking a ko back at once.
    Allowed,
    /// Taking a ko back at once: after a play that captured exactly one stone and
    /// stands alone with one liberty, the opponent may not play that liberty on the
    /// next move.
    SimpleKo,
    /// A play that recreates any earlier colouring of the board, the start included.
    Positional,
    /// A play that recreates an earlier colouring with the same player to move;
    /// those that a pass brought about count.
    Situational,
    /// A play that recreates a colouring that an earlier play of the same player
    /// made.
    NaturalSituational,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// Stones and territory.
    Area,
    /// Territory and prisoners.
    Territory,
}

/// What White receives for Black's handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// A point for each.
    Stones,
    /// A point for each but the first.
    StonesLessOne,
}

impl HandicapBonus {
    /// The points for so many handicap stones. A handicap of one is none.
    pub fn points(self, stones: u32) -> Points {
        let stones = i32::try_from(stones).unwrap_or(i32::MAX);
        Points::whole(match self {
            HandicapBonus::None => 0,
            _ if stones < 2 => 0,
            HandicapBonus::Stones => stones,
            HandicapBonus::StonesLessOne => stones - 1,
        })
    }
}

impl Rules {
    /// Territory, simple ko, no suicide, no points in seki; komi 6.5.
    pub const JAPANESE: Rules = Rules {
        suicide: Suicide::Forbidden,
        repetition: Repetition::SimpleKo,
        scoring: Scoring::Territory,
        seki_territory: false,
        handicap_bonus: HandicapBonus::None,
        pass_stones: false,
        passes_to_end: 2,
        white_passes_last: false,
        komi: Points::from_halves(13),
    };

    /// As Japanese, in what these fields say.
    pub const KOREAN: Rules = Rules::JAPANESE;

    /// Area, positional superko, no suicide, a point for each handicap stone; komi
    /// 7.5. This is how servers play them; over the board, referees judge long
    /// repetitions case by case.
    pub const CHINESE: Rules = Rules {
        suicide: Suicide::Forbidden,
        repetition: Repetition::Positional,
        scoring: Scoring::Area,
        seki_territory: true,
        handicap_bonus: HandicapBonus::Stones,
        pass_stones: false,
        passes_to_end: 2,
        white_passes_last: false,
        komi: Points::from_halves(15),
    };

    /// Area, situational superko, no suicide, pass stones and White passing last, so
    /// that counting territory gives the same; a point for each handicap stone but
    /// the first; komi 7.5. British and French rules agree but for the komi.
    pub const AGA: Rules = Rules {
        repetition: Repetition::Situational,
        handicap_bonus: HandicapBonus::StonesLessOne,
        pass_stones: true,
        white_passes_last: true,
        ..Rules::CHINESE
    };

    /// Area, situational superko, any suicide, nothing for handicap stones; komi 7.
    pub const NEW_ZEALAND: Rules = Rules {
        suicide: Suicide::Any,
        repetition: Repetition::Situational,
        handicap_bonus: HandicapBonus::None,
        komi: Points::whole(7),
        ..Rules::CHINESE
    };

    /// Area, suicide of two stones or more; komi 8, of which ties to Black leave
    /// 7.5. Ing's own repetition rule tells hot stones from cold ones; positional
    /// superko stands in for it, as on servers.
    pub const ING: Rules = Rules {
        suicide: Suicide::Multi,
        handicap_bonus: HandicapBonus::None,
        ..Rules::CHINESE
    };

    /// Area with no stones removed, positional superko, any suicide; komi 7.5.
    /// Suicide of one stone repeats the position and so is never legal.
    pub const TROMP_TAYLOR: Rules = Rules {
        suicide: Suicide::Any,
        handicap_bonus: HandicapBonus::None,
        ..Rules::CHINESE
    };

    /// Nothing is forbidden but occupied points, as when a record is only shown.
    /// Passes do not end the game; counts as Japanese rules do.
    pub const LENIENT: Rules = Rules {
        suicide: Suicide::Any,
        repetition: Repetition::Allowed,
        passes_to_end: 0,
        ..Rules::JAPANESE
    };

    /// The rulesets by their English names.
    pub const NAMED: [(&'static str, Rules); 7] = [
        ("Japanese", Rules::JAPANESE),
        ("Chinese", Rules::CHINESE),
        ("Korean", Rules::KOREAN),
        ("AGA", Rules::AGA),
        ("New Zealand", Rules::NEW_ZEALAND),
        ("Ing", Rules::ING),
        ("Tromp-Taylor", Rules::TROMP_TAYLOR),
    ];
}

/// A text names no ruleset known here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseRulesError;

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a ruleset: ")?;
        for (n, (name, _)) in Rules::NAMED.iter().enumerate() {
            let comma = if n == 0 { "" } else { ", " };
            write!(f, "{comma}{name}")?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseRulesError {}

/// Reads what records write in `RU`, in any case and with spaces, hyphens,
/// slashes, underscores and full stops left aside: `Japanese`, `jp`, `JPN`, `日本`, `cn`, `Old Chinese`,
/// `中国规则`, `AGA`, `NZ`, `GOE`, `Tromp-Taylor` and their like, with or without
/// the word *rules*.
impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
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
            .map(|&(rules, _)| rules)
            .ok_or(ParseRulesError)
    }
}

const SPELLINGS: [(Rules, &[&str]); 7] = [
    (
        Rules::JAPANESE,
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
        Rules::CHINESE,
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
        Rules::KOREAN,
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
        Rules::AGA,
        &[
            "aga", "american", "usa", "us", "bga", "british", "french", "ffg", "egf",
        ],
    ),
    (
        Rules::NEW_ZEALAND,
        &["new zealand", "nz", "nzl", "nzgs", "newzealand"],
    ),
    (
        Rules::ING,
        &[
            "ing", "goe", "ing goe", "ing sst", "sst", "应氏", "應氏", "应", "応氏", "응씨",
            "计点", "計點",
        ],
    ),
    (
        Rules::TROMP_TAYLOR,
        &["tromp taylor", "tt", "logical", "computer go", "cgos"],
    ),
];

/// Compares two names by their letters, leaving aside case and separators.
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
    use super::*;

    #[test]
    fn records_spell_rulesets_in_many_ways() {
        for (text, rules) in [
            ("Japanese", Rules::JAPANESE),
            ("JP", Rules::JAPANESE),
            (" japanese rules ", Rules::JAPANESE),
            ("日本ルール", Rules::JAPANESE),
            ("Chinese", Rules::CHINESE),
            ("cn", Rules::CHINESE),
            ("中国规则", Rules::CHINESE),
            ("Old Chinese", Rules::CHINESE),
            ("韩国", Rules::KOREAN),
            ("韓国", Rules::KOREAN),
            ("Korean", Rules::KOREAN),
            ("NZ", Rules::NEW_ZEALAND),
            ("New_Zealand", Rules::NEW_ZEALAND),
            ("GOE", Rules::ING),
            ("Ing", Rules::ING),
            ("aga", Rules::AGA),
            ("Tromp-Taylor", Rules::TROMP_TAYLOR),
            ("tromptaylor", Rules::TROMP_TAYLOR),
            ("Tromp/Taylor", Rules::TROMP_TAYLOR),
        ] {
            assert_eq!(text.parse(), Ok(rules), "{text}");
        }
        for wrong in ["", "rules", "Klingon", "japanesechinese"] {
            assert_eq!(wrong.parse::<Rules>(), Err(ParseRulesError), "{wrong}");
        }
        for (name, rules) in Rules::NAMED {
            assert_eq!(name.parse(), Ok(rules));
        }
    }
}
