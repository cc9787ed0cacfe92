//! Rules: `RU` (FF\[4\]; 2016 draft, *RU*).

use alloc::string::String;
use core::fmt;

use kifu_core::Ruleset;

use super::scan::Scan;
use super::{Leniency, Read, ReadError, span};

/// The rules that a record names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RulesName<'t> {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// What stands behind its name: a year or another description. Mostly empty.
    pub description: &'t str,
}

/// As FF\[4\] and the draft name them: `Japanese`, `Chinese`, `AGA`, `NZ`, `Ing`, and the
/// description behind that.
impl fmt::Display for RulesName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.ruleset {
            Ruleset::NewZealand => "NZ",
            ruleset => ruleset.name(),
        })?;
        match self.description {
            "" => Ok(()),
            description => write!(f, " {description}"),
        }
    }
}

/// Reads the name of a ruleset, with or without a description behind it.
///
/// ```
/// use kifu_core::Ruleset;
/// use kifu_value::rules;
///
/// assert!(rules("Japanese").unwrap().is_exact());
/// assert_eq!(rules("中国规则").unwrap().value.ruleset, Ruleset::Chinese);
/// let read = rules("chinese 2002").unwrap();
/// assert_eq!(read.value.to_string(), "Chinese 2002");
/// ```
///
/// The fields that KataGo spells rules out with (`koSIMPLEscoreAREAtaxNONEsui0whbN`) are read as
/// the ruleset that they come closest to, as a guess, if KataGo has a name for them.
///
/// # Errors
///
/// If it starts with no name of rules. `RU` is free text, so that can be right.
pub fn rules(text: &str) -> Result<Read<RulesName<'_>>, ReadError> {
    let scan = Scan::new(text);
    if let Some(ruleset) = katago(text.trim()) {
        let value = RulesName {
            ruleset,
            description: "",
        };
        let guess = Leniency::guess("rules in the words of KataGo", span(0, text.len()));
        return Ok(Read::lenient(value, guess));
    }
    let (ruleset, description) =
        named(text.trim()).ok_or_else(|| scan.expected("a ruleset such as `Japanese`"))?;
    let value = RulesName {
        ruleset,
        description,
    };
    let exact = text == "GOE" || alloc::format!("{value}") == text;
    // More than one word can say more than the ruleset does, as `Old Chinese`, and so do some names.
    let one_word = !text.trim().contains(' ') || text.eq_ignore_ascii_case(ruleset.name());
    let letters = |name: &str| {
        name.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
    };
    let says_more = RELATED.contains(&letters(&text.to_ascii_lowercase()).as_str());
    let other = if (one_word && !says_more) || !description.is_empty() {
        scan.certain("a ruleset by another name")
    } else {
        Leniency::guess("a ruleset with other words", span(0, text.len()))
    };
    Ok(Read::exact(value).but((!exact).then_some(other)))
}

/// Names of rules that differ a little from the ruleset that they are read as.
const RELATED: [&str; 11] = [
    "chinesekgs",
    "chineseogs",
    "cwa",
    "area",
    "territory",
    "bga",
    "british",
    "french",
    "ffg",
    "egf",
    "computergo",
];

/// The ruleset that KataGo's rules come closest to, if KataGo has a name for them.
fn katago(text: &str) -> Option<Ruleset> {
    if text.eq_ignore_ascii_case("aga-button") {
        return Some(Ruleset::Aga);
    }
    let (_, ruleset) = KATAGO.iter().find(|(fields, _)| {
        let rest = text.strip_prefix(fields);
        rest.is_some_and(|rest| {
            rest.is_empty()
                || ["button0", "whb", "fpok"]
                    .iter()
                    .any(|key| rest.starts_with(key))
        })
    })?;
    Some(*ruleset)
}

const KATAGO: [(&str, Ruleset); 6] = [
    ("koSIMPLEscoreAREAtaxNONEsui0", Ruleset::Chinese),
    ("koPOSITIONALscoreAREAtaxNONEsui0", Ruleset::Chinese),
    ("koSIMPLEscoreTERRITORYtaxSEKIsui0", Ruleset::Japanese),
    ("koSITUATIONALscoreAREAtaxNONEsui0", Ruleset::Aga),
    ("koSITUATIONALscoreAREAtaxNONEsui1", Ruleset::NewZealand),
    ("koPOSITIONALscoreAREAtaxNONEsui1", Ruleset::TrompTaylor),
];

/// The longest of the whole text and its first words that names rules, up to three.
fn named(text: &str) -> Option<(Ruleset, &str)> {
    if let Ok(ruleset) = text.parse() {
        return Some((ruleset, ""));
    }
    let ends = text
        .char_indices()
        .filter(|(_, c)| matches!(c, ' ' | ',' | '(' | ':'));
    let mut found = None;
    for (end, _) in ends.take(3) {
        // Signs do not count in a name, so they would be lost at its end.
        if !text[..end].ends_with(char::is_alphanumeric) {
            continue;
        }
        if let Ok(ruleset) = text[..end].parse() {
            let description = text[end..].trim_start_matches([' ', ',', ':']);
            // Signs alone describe nothing.
            let says_nothing = !description.contains(char::is_alphanumeric);
            found = Some((ruleset, if says_nothing { "" } else { description }));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::Sureness;

    #[test]
    fn rules_by_many_names() {
        for (text, canonical, exact) in [
            ("Japanese", "Japanese", true),
            ("Chinese", "Chinese", true),
            ("AGA", "AGA", true),
            ("NZ", "NZ", true),
            ("Ing", "Ing", true),
            ("GOE", "Ing", true),
            ("Japanese 1949", "Japanese 1949", true),
            ("Korean", "Korean", true),
            ("New Zealand", "NZ", false),
            ("japanese", "Japanese", false),
            ("JPN", "Japanese", false),
            ("Ing Goe", "Ing", false),
            ("Old Chinese", "Chinese", false),
            ("Tromp/Taylor", "Tromp-Taylor", false),
            ("中国规则", "Chinese", false),
            ("日本", "Japanese", false),
            ("chinese 2002", "Chinese 2002", false),
            ("Japanese rules, no komi", "Japanese no komi", false),
            ("Japanese,-,shape", "Japanese -,shape", false),
        ] {
            let read = rules(text).unwrap();
            assert_eq!(read.value.to_string(), canonical, "{text}");
            assert_eq!(read.is_exact(), exact, "{text}");
            assert_eq!(rules(canonical).unwrap(), Read::exact(read.value), "{text}");
        }
        let sureness = |text: &str| rules(text).unwrap().lenient.map(|how| how.sureness);
        assert_eq!(sureness("Old Chinese"), Some(Sureness::Guess));
        for (text, ruleset) in [
            ("koSIMPLEscoreAREAtaxNONEsui0", Ruleset::Chinese),
            ("koPOSITIONALscoreAREAtaxNONEsui1whb0", Ruleset::TrompTaylor),
            ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1", Ruleset::Aga),
            ("aga-button", Ruleset::Aga),
            ("chinese-kgs", Ruleset::Chinese),
            ("bga", Ruleset::Aga),
        ] {
            assert_eq!(rules(text).unwrap().value.ruleset, ruleset, "{text}");
            assert_eq!(sureness(text), Some(Sureness::Guess), "{text}");
        }
        assert_eq!(sureness("JPN"), Some(Sureness::Certain));
        for wrong in [
            "",
            " ",
            "Uchikomi",
            "koSIMPLEscoreAREAtaxALLsui0",
            "koSIMPLEscoreAREAtaxNONEsui0x",
            "koPOSITIONALscoreAREAtaxNONEsui1button1",
            "x Chinese",
        ] {
            assert!(rules(wrong).is_err(), "{wrong}");
        }
    }
}
