use core::str::FromStr;

use kifu_core::{ParseRulesetError, Points, Ruleset};

/// A ruleset as plain data. To change some rules, start from a named ruleset.
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
    /// The plays that may remove the player's own stones.
    pub suicide: Suicide,
    /// The repetitions that are forbidden.
    pub repetition: Repetition,
    /// The scoring method.
    pub scoring: Scoring,
    /// Whether eyes of groups in seki are territory. This has no effect under area scoring, which always counts them.
    pub seki_territory: bool,
    /// The points that White receives for Black's handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether a pass gives the opponent a stone as a prisoner.
    pub pass_stones: bool,
    /// The number of consecutive passes that end the game; 0 if passes do not end it.
    pub passes_to_end: u8,
    /// Whether the last pass must be White's.
    pub white_passes_last: bool,
    /// The komi of an even game if a record does not state one.
    pub komi: Points,
}

/// The plays that may remove the player's own stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suicide {
    /// No plays.
    Forbidden,
    /// Plays that remove at least two stones. Suicide of one stone would not change the board.
    Multi,
    /// All plays.
    Any,
}

impl Suicide {
    /// Whether a play may remove this number of the player's own stones.
    #[inline]
    pub const fn allows(self, stones: u16) -> bool {
        match self {
            Suicide::Forbidden => false,
            Suicide::Multi => stones > 1,
            Suicide::Any => true,
        }
    }
}

/// The repetitions that are forbidden. Passes are always allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// No repetition: a ko may even be retaken immediately.
    Allowed,
    /// Retaking a ko immediately. If a new stone captures exactly one stone, is alone and has one liberty, the
    /// opponent's next move must not be on that liberty.
    SimpleKo,
    /// A play that repeats any earlier board, including the start.
    Positional,
    /// A play that repeats an earlier board with the same player to move, including boards after a pass.
    Situational,
    /// A play that repeats a board after an earlier play of the same player.
    NaturalSituational,
}

/// A scoring method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// Living stones and territory count.
    Area,
    /// Territory and prisoners count.
    Territory,
}

/// The points that White receives for Black's handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapBonus {
    /// No points.
    None,
    /// A point for each stone.
    Stones,
    /// A point for each stone except the first.
    StonesLessOne,
}

impl HandicapBonus {
    /// The points for this number of handicap stones. A handicap of one counts as none.
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
    /// Japanese rules: territory, simple ko, no suicide, no points in seki; komi 6.5.
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

    /// Korean rules, which have the same fields as [`JAPANESE`](Rules::JAPANESE).
    pub const KOREAN: Rules = Rules::JAPANESE;

    /// Chinese rules as servers implement them: area, positional superko, no suicide, a point for each handicap stone;
    /// komi 7.5. In tournaments, referees judge long cycles case by case.
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

    /// AGA rules: area, situational superko, no suicide, a point for each handicap stone except the first; komi 7.5.
    /// With pass stones and White's last pass, counting territory gives the same result. British and French rules are
    /// the same except for the komi.
    pub const AGA: Rules = Rules {
        repetition: Repetition::Situational,
        handicap_bonus: HandicapBonus::StonesLessOne,
        pass_stones: true,
        white_passes_last: true,
        ..Rules::CHINESE
    };

    /// New Zealand rules: area, situational superko, any suicide, no points for handicap stones; komi 7.
    pub const NEW_ZEALAND: Rules = Rules {
        suicide: Suicide::Any,
        repetition: Repetition::Situational,
        handicap_bonus: HandicapBonus::None,
        komi: Points::whole(7),
        ..Rules::CHINESE
    };

    /// Ing's rules: area, suicide of two or more stones; komi 8, where Black wins ties, which is the same as 7.5. As on
    /// servers, positional superko replaces Ing's rule of repetition.
    pub const ING: Rules = Rules {
        suicide: Suicide::Multi,
        handicap_bonus: HandicapBonus::None,
        ..Rules::CHINESE
    };

    /// Tromp-Taylor rules: area without removing dead stones, positional superko, any suicide; komi 7.5. Suicide of one
    /// stone repeats the position, so it is never legal.
    pub const TROMP_TAYLOR: Rules = Rules {
        suicide: Suicide::Any,
        handicap_bonus: HandicapBonus::None,
        ..Rules::CHINESE
    };

    /// Rules that forbid only moves on occupied points, to display records. Passes do not end the game. Scoring is the
    /// same as in Japanese rules.
    pub const LENIENT: Rules = Rules {
        suicide: Suicide::Any,
        repetition: Repetition::Allowed,
        passes_to_end: 0,
        ..Rules::JAPANESE
    };

    /// The named ruleset with these rules, if there is one.
    ///
    /// For Korean rules, this is [`Ruleset::Japanese`], because their fields are equal.
    ///
    /// ```
    /// use kifu_core::Ruleset;
    /// use kifu_rules::Rules;
    ///
    /// assert_eq!(Rules::AGA.ruleset(), Some(Ruleset::Aga));
    /// assert_eq!(Rules::LENIENT.ruleset(), None);
    /// ```
    pub fn ruleset(&self) -> Option<Ruleset> {
        let mut all = Ruleset::ALL.into_iter();
        all.find(|&ruleset| Rules::from(ruleset) == *self)
    }
}

impl From<Ruleset> for Rules {
    fn from(ruleset: Ruleset) -> Rules {
        match ruleset {
            Ruleset::Japanese => Rules::JAPANESE,
            Ruleset::Chinese => Rules::CHINESE,
            Ruleset::Korean => Rules::KOREAN,
            Ruleset::Aga => Rules::AGA,
            Ruleset::NewZealand => Rules::NEW_ZEALAND,
            Ruleset::Ing => Rules::ING,
            Ruleset::TrompTaylor => Rules::TROMP_TAYLOR,
        }
    }
}

/// Parses the names in `RU`, as [`Ruleset`] does, and rules in KataGo notation, such as
/// `koSIMPLEscoreAREAtaxNONEsui0whbN` or `stone-scoring`.
///
/// [`Rules`] cannot express a group tax under area scoring, a tax on all groups and a button. They are ignored.
///
/// ```
/// use kifu_rules::{Repetition, Rules};
///
/// let rules: Rules = "koSITUATIONALscoreTERRITORYtaxNONEsui1".parse().unwrap();
/// assert_eq!(rules.repetition, Repetition::Situational);
/// assert!(rules.seki_territory);
/// ```
impl FromStr for Rules {
    type Err = ParseRulesetError;

    fn from_str(text: &str) -> Result<Rules, ParseRulesetError> {
        match text.parse() {
            Ok(ruleset) => Ok(Ruleset::into(ruleset)),
            Err(error) => katago(text.trim()).ok_or(error),
        }
    }
}

/// Parses rules in KataGo notation: a name, or fields that each appear at most once.
fn katago(text: &str) -> Option<Rules> {
    let named = |name: &&str| text.replace(['_', ' '], "-").eq_ignore_ascii_case(name);
    let ancient = Rules {
        repetition: Repetition::SimpleKo,
        handicap_bonus: HandicapBonus::None,
        ..Rules::CHINESE
    };
    if ["stone-scoring", "ancient-area"].iter().any(named) {
        return Some(ancient);
    }
    if named(&"ancient-territory") {
        return Some(Rules::JAPANESE);
    }
    if named(&"aga-button") {
        return Some(Rules::AGA);
    }
    let mut rest = text;
    let mut fields = [None; KATAGO.len()];
    while !rest.is_empty() {
        let place = KATAGO.iter().position(|(key, _)| rest.starts_with(key))?;
        let (key, values) = KATAGO[place];
        rest = &rest[key.len()..];
        let value = values.iter().position(|value| rest.starts_with(value))?;
        rest = &rest[values[value].len()..];
        if fields[place].replace(value).is_some() {
            return None;
        }
    }
    let [ko, score, tax, suicide, _, bonus, _] = fields;
    let area = score? == 0;
    let rules = if area {
        Rules::CHINESE
    } else {
        Rules::JAPANESE
    };
    Some(Rules {
        repetition: [
            Repetition::SimpleKo,
            Repetition::Positional,
            Repetition::Situational,
        ][ko?],
        seki_territory: area || tax? == 0,
        suicide: [Suicide::Forbidden, Suicide::Multi][suicide?],
        handicap_bonus: [
            HandicapBonus::StonesLessOne,
            HandicapBonus::Stones,
            HandicapBonus::None,
        ][bonus.unwrap_or(2)],
        ..rules
    })
}

/// The fields of KataGo's rules and their values. If one value is the start of another, the longer one comes first.
const KATAGO: [(&str, &[&str]); 7] = [
    ("ko", &["SIMPLE", "POSITIONAL", "SITUATIONAL"]),
    ("score", &["AREA", "TERRITORY"]),
    ("tax", &["NONE", "SEKI", "ALL"]),
    ("sui", &["0", "1"]),
    ("button", &["0", "1"]),
    ("whb", &["N-1", "N", "0"]),
    ("fpok", &["0", "1"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicap_bonuses_begin_with_two_stones() {
        let points = |bonus: HandicapBonus| [0, 1, 2, 9].map(|stones| bonus.points(stones));
        assert_eq!(points(HandicapBonus::None), [0; 4].map(Points::whole));
        let stones = [0, 0, 2, 9].map(Points::whole);
        assert_eq!(points(HandicapBonus::Stones), stones);
        let less_one = [0, 0, 1, 8].map(Points::whole);
        assert_eq!(points(HandicapBonus::StonesLessOne), less_one);
    }

    #[test]
    fn katago_notation_is_parsed() {
        use HandicapBonus::{None, Stones, StonesLessOne};
        use Repetition::{Positional, SimpleKo, Situational};
        use Scoring::{Area, Territory};
        for (text, repetition, scoring, seki, multi, bonus) in [
            (
                "koSIMPLEscoreAREAtaxNONEsui0",
                SimpleKo,
                Area,
                true,
                false,
                None,
            ),
            (
                "koSIMPLEscoreAREAtaxNONEsui0whbN",
                SimpleKo,
                Area,
                true,
                false,
                Stones,
            ),
            (
                "koPOSITIONALscoreAREAtaxNONEsui1whbN-1",
                Positional,
                Area,
                true,
                true,
                StonesLessOne,
            ),
            (
                "koSITUATIONALscoreTERRITORYtaxSEKIsui1",
                Situational,
                Territory,
                false,
                true,
                None,
            ),
            (
                "koSIMPLEscoreTERRITORYtaxNONEsui0",
                SimpleKo,
                Territory,
                true,
                false,
                None,
            ),
            (
                "koSIMPLEscoreAREAtaxSEKIsui1button1whb0fpok1",
                SimpleKo,
                Area,
                true,
                true,
                None,
            ),
            ("Stone-Scoring", SimpleKo, Area, true, false, None),
            ("ancient_territory", SimpleKo, Territory, false, false, None),
            ("aga-button", Situational, Area, true, false, StonesLessOne),
        ] {
            let rules: Rules = text.parse().unwrap();
            assert_eq!(
                (rules.repetition, rules.scoring),
                (repetition, scoring),
                "{text}"
            );
            assert_eq!(rules.seki_territory, seki, "{text}");
            assert_eq!(rules.suicide == Suicide::Multi, multi, "{text}");
            assert_eq!(rules.handicap_bonus, bonus, "{text}");
        }
        for named in ["chinese-kgs", "bga", "new-zealand", "tromp-taylor"] {
            assert!(named.parse::<Rules>().is_ok(), "{named}");
        }
        for wrong in [
            "koSIMPLE",
            "koSIMPLEscoreAREAtaxNONEsui0x",
            "koSIMPLEkoSIMPLEscoreAREAtaxNONEsui0",
            "koSPIGHTscoreAREAtaxNONEsui0",
        ] {
            assert!(wrong.parse::<Rules>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn rulesets_have_their_official_fields() {
        use HandicapBonus::{None, Stones, StonesLessOne};
        use Repetition::{Allowed, Positional, SimpleKo, Situational};
        use Suicide::{Any, Forbidden, Multi};
        for (rules, suicide, repetition, bonus, halves) in [
            (Rules::JAPANESE, Forbidden, SimpleKo, None, 13),
            (Rules::KOREAN, Forbidden, SimpleKo, None, 13),
            (Rules::CHINESE, Forbidden, Positional, Stones, 15),
            (Rules::AGA, Forbidden, Situational, StonesLessOne, 15),
            (Rules::NEW_ZEALAND, Any, Situational, None, 14),
            (Rules::ING, Multi, Positional, None, 15),
            (Rules::TROMP_TAYLOR, Any, Positional, None, 15),
            (Rules::LENIENT, Any, Allowed, None, 13),
        ] {
            assert_eq!((rules.suicide, rules.repetition), (suicide, repetition));
            assert_eq!(rules.handicap_bonus, bonus, "{rules:?}");
            assert_eq!(rules.komi, Points::from_halves(halves), "{rules:?}");
            let territory = [Rules::JAPANESE, Rules::LENIENT].contains(&rules);
            assert_eq!(rules.scoring == Scoring::Territory, territory, "{rules:?}");
            assert_eq!(rules.seki_territory, !territory, "{rules:?}");
            let is_aga = rules == Rules::AGA;
            assert_eq!(
                (rules.pass_stones, rules.white_passes_last),
                (is_aga, is_aga)
            );
            let ends = if rules == Rules::LENIENT { 0 } else { 2 };
            assert_eq!(rules.passes_to_end, ends, "{rules:?}");
        }
    }
}
