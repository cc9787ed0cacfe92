//! Rules: `RU` (FF\[4\]; 2016 draft, *RU*).

use alloc::string::String;
use core::fmt;

use kifu_core::Ruleset;

use super::scan::Scan;
use super::{Leniency, Parsed, ReadError, span};

/// The name of a ruleset in a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RulesName<'t> {
    /// The ruleset with this name.
    pub ruleset: Ruleset,
    /// The text after the name, such as a year; usually empty.
    pub description: &'t str,
}

/// Writes the name of FF\[4\] or the draft, such as `Japanese`, `Chinese`, `AGA`, `NZ` or `Ing`, and the description
/// after it.
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

/// Reads the name of a ruleset, with or without a description after it.
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
/// Rules in KataGo notation (`koSIMPLEscoreAREAtaxNONEsui0whbN`) are read as the closest ruleset if KataGo has a name
/// for them; this reading is a guess.
///
/// # Errors
///
/// [`ReadError`] if the text does not start with the name of a ruleset. Such a text can still be a valid `RU`, which is
/// free text.
pub fn rules(text: &str) -> Result<Parsed<RulesName<'_>>, ReadError> {
    let scan = Scan::new(text);
    if let Some(ruleset) = katago(text.trim()) {
        let value = RulesName {
            ruleset,
            description: "",
        };
        let guess = Leniency::guess("rules in KataGo notation", span(0, text.len()));
        return Ok(Parsed::lenient(value, guess));
    }
    let (ruleset, description) =
        named(text.trim()).ok_or_else(|| scan.expected("a ruleset such as `Japanese`"))?;
    let value = RulesName {
        ruleset,
        description,
    };
    let exact = text == "GOE" || alloc::format!("{value}") == text;
    // Several words, such as `Old Chinese`, can mean other rules than the ruleset, and so can some names.
    let one_word = !text.trim().contains(' ') || text.eq_ignore_ascii_case(ruleset.name());
    let letters = |name: &str| {
        name.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
    };
    let is_variant = VARIANTS.contains(&letters(&text.to_ascii_lowercase()).as_str());
    let other = if (one_word && !is_variant) || !description.is_empty() {
        scan.certain("a nonstandard name of a ruleset")
    } else {
        Leniency::guess(
            "a ruleset that may differ from its name",
            span(0, text.len()),
        )
    };
    Ok(Parsed::exact(value).or_leniency((!exact).then_some(other)))
}

/// Names of rules that differ slightly from the ruleset that they are read as.
const VARIANTS: [&str; 11] = [
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

/// The ruleset that is closest to rules in KataGo notation, if KataGo has a name for them.
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

/// The ruleset that the whole text names, or else as many of its first three words as possible; and the text after
/// the name.
fn named(text: &str) -> Option<(Ruleset, &str)> {
    if let Ok(ruleset) = text.parse() {
        return Some((ruleset, ""));
    }
    let ends = text
        .char_indices()
        .filter(|(_, c)| matches!(c, ' ' | ',' | '(' | ':'));
    let mut found = None;
    for (end, _) in ends.take(3) {
        // Names are compared without punctuation, so punctuation at the end of a name would be lost.
        if !text[..end].ends_with(char::is_alphanumeric) {
            continue;
        }
        if let Ok(ruleset) = text[..end].parse() {
            let description = text[end..].trim_start_matches([' ', ',', ':']);
            // Punctuation alone is not a description.
            let is_description = description.contains(char::is_alphanumeric);
            found = Some((ruleset, if is_description { description } else { "" }));
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
            assert_eq!(
                rules(canonical).unwrap(),
                Parsed::exact(read.value),
                "{text}"
            );
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
