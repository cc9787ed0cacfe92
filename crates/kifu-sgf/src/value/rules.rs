//! Rules: `RU` (FF\[4\]; 2016 draft, *RU*).

use core::fmt;

use kifu_core::Ruleset;

use super::scan::Scan;
use super::{Leniency, Read, ValueError, span};

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
/// use kifu_sgf::value::rules;
///
/// assert!(rules("Japanese").unwrap().is_exact());
/// assert_eq!(rules("中国规则").unwrap().value.ruleset, Ruleset::Chinese);
/// let read = rules("chinese 2002").unwrap();
/// assert_eq!(read.value.to_string(), "Chinese 2002");
/// ```
///
/// # Errors
///
/// If it starts with no name of rules. `RU` is free text, so that can be right.
pub fn rules(text: &str) -> Result<Read<RulesName<'_>>, ValueError> {
    let scan = Scan::new(text);
    let (ruleset, description) =
        named(text.trim()).ok_or_else(|| scan.expected("a ruleset such as `Japanese`"))?;
    let value = RulesName {
        ruleset,
        description,
    };
    let exact = text == "GOE" || alloc::format!("{value}") == text;
    // More than one word can say more than the ruleset does: `Old Chinese`.
    let one_word = !text.trim().contains(' ') || text.eq_ignore_ascii_case(ruleset.name());
    let other = if one_word || !description.is_empty() {
        scan.certain("a ruleset by another name")
    } else {
        Leniency::guess("a ruleset with other words", span(0, text.len()))
    };
    Ok(Read::exact(value).but((!exact).then_some(other)))
}

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
            found = Some((ruleset, description));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::value::Sureness;

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
        assert_eq!(sureness("JPN"), Some(Sureness::Certain));
        for wrong in [
            "",
            " ",
            "Uchikomi",
            "koSIMPLEscoreAREAtaxNONEsui0",
            "x Chinese",
        ] {
            assert!(rules(wrong).is_err(), "{wrong}");
        }
    }
}
