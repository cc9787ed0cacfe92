//! What is wrong with JGF files.

use alloc::vec::Vec;

use kifu_rules::{Repetition, Rules, Suicide};
use kifu_sgf::Document;
use kifu_span::{Diagnostic, TooLarge};

use super::{is_of_the_game, mapped};
use crate::{Ruling, Settings, check};

/// Everything that is wrong with a JGF file, in the order of its [text](kifu_jgf::text): what
/// its codec finds, and what [`check()`](crate::check()) finds in the games. The latter is said in the
/// words of SGF and stands at the node or the member that it is about, or at the start of the
/// record; there are no repairs for it.
///
/// ```
/// use kifu_check::Settings;
///
/// let source = br#"{"game": {}, "tree": [{}, {"move": {"B": "dd"}}, {"move": {"W": "dd"}}]}"#;
/// let found = kifu_check::check_jgf(source, &Settings::default())?;
/// assert_eq!(found[0].code, "rules/occupied");
/// let text = kifu_check::jgf::text(source);
/// assert_eq!(&text[found[0].span.range()], r#"{"move": {"W": "dd"}}"#);
/// # Ok::<(), kifu_check::sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the file is longer than JGF documents can be.
pub fn check_jgf(source: &[u8], settings: &Settings) -> Result<Vec<Diagnostic>, TooLarge> {
    let (document, places) = kifu_jgf::Document::parse_with_spans(source)?;
    let mut found = document.diagnostics().to_vec();
    for (record, places) in document.records.iter().zip(&places) {
        let game = kifu_jgf::convert::to_game(record).value;
        let carriage = kifu_tree::game::Carriage::None;
        let text = kifu_sgf::convert::from_game_node_for_node(&game, carriage).value;
        let sgf = Document::parse(text)?;
        let Some(root) = sgf.roots().next() else {
            continue;
        };
        let mapped = mapped::Mapped::of(record, places, &game, &sgf, root);
        let settings = with_rules_of(record, settings);
        for finding in check(&sgf, &settings) {
            if is_of_the_game(finding.code) {
                found.push(Diagnostic {
                    span: mapped.place(finding.span),
                    fix: None,
                    ..finding
                });
            }
        }
    }
    found.sort_by_key(|found| (found.span.start, found.span.end));
    // Values that say the same of several points stand at one place here.
    found.dedup();
    Ok(found)
}

/// The settings with the rules that version 2 states in `allowSuicide` and `disallowRepeats`,
/// for which SGF has no words, where the record is to be judged by what it states.
fn with_rules_of(record: &kifu_jgf::Record, settings: &Settings) -> Settings {
    let kifu_jgf::Record::V2(record) = record else {
        return *settings;
    };
    let stated = &record.rules;
    let says_nothing = stated.allow_suicide.is_none() && stated.disallow_repeats.is_none();
    if settings.rules != Ruling::Stated || says_nothing {
        return *settings;
    }
    let ruleset = stated
        .ruleset
        .as_deref()
        .and_then(kifu_replay::stated_rules);
    let mut rules = ruleset.unwrap_or(Rules::JAPANESE);
    rules.suicide = match stated.allow_suicide {
        Some(true) if rules.suicide == Suicide::Forbidden => Suicide::Any,
        Some(false) => Suicide::Forbidden,
        _ => rules.suicide,
    };
    rules.repetition = match stated.disallow_repeats {
        Some(true) if rules.repetition == Repetition::SimpleKo => Repetition::Positional,
        Some(false) => Repetition::SimpleKo,
        _ => rules.repetition,
    };
    Settings {
        rules: Ruling::By(rules),
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    fn found(rules: &str, tree: &str) -> Vec<&'static str> {
        let source = format!(
            r#"{{"record":{{"version":2}},"game":{{"type":"go"}},"rules":{{{rules}}},"board":{{"size":3}},"tree":[{{}},{tree}]}}"#
        );
        let found = check_jgf(source.as_bytes(), &Settings::default()).unwrap();
        found.iter().map(|found| found.code).collect()
    }

    #[test]
    fn rules_of_version_2_decide() {
        let stones = |color: &str, points: &[(u8, u8)]| {
            let points = points
                .iter()
                .map(|(x, y)| format!(r#"{{"x":{x},"y":{y}}}"#));
            let points: Vec<_> = points.collect();
            format!(r#"{{"type":"{color}","coords":[{}]}}"#, points.join(","))
        };
        let play = |color: &str, x: u8, y: u8| {
            format!(r#"{{"move":{{"color":"{color}","x":{x},"y":{y}}}}}"#)
        };
        // Two white stones die in the corner by their own hand.
        let suicide = format!(
            r#"{{"setup":[{},{}]}},{}"#,
            stones("black", &[(2, 0), (0, 1), (1, 1)]),
            stones("white", &[(0, 0)]),
            play("white", 1, 0),
        );
        assert_eq!(found("", &suicide), ["rules/suicide"]);
        assert_eq!(
            found(r#""allowSuicide":false"#, &suicide),
            ["rules/suicide"]
        );
        assert_eq!(found(r#""allowSuicide":true"#, &suicide), [""; 0]);
        let stated = r#""ruleset":"New Zealand","allowSuicide":false"#;
        assert_eq!(found(r#""ruleset":"New Zealand""#, &suicide), [""; 0]);
        assert_eq!(found(stated, &suicide), ["rules/suicide"]);
        // A stone that dies alone leaves the board as it was.
        let repeated = format!(
            r#"{{"setup":[{}]}},{}"#,
            stones("black", &[(1, 0), (0, 1)]),
            play("white", 0, 0),
        );
        let both = r#""allowSuicide":true,"disallowRepeats":true"#;
        assert_eq!(found(r#""allowSuicide":true"#, &repeated), [""; 0]);
        assert_eq!(found(both, &repeated), ["rules/superko"]);
        let stated = r#""ruleset":"Tromp-Taylor","disallowRepeats":false"#;
        assert_eq!(
            found(r#""ruleset":"Tromp-Taylor""#, &repeated),
            ["rules/superko"]
        );
        assert_eq!(found(stated, &repeated), [""; 0]);
        let by = Settings {
            rules: Ruling::By(Rules::JAPANESE),
        };
        let source = format!(
            r#"{{"rules":{{"allowSuicide":true}},"board":{{"size":3}},"tree":[{{}},{suicide}]}}"#
        );
        let codes: Vec<_> = check_jgf(source.as_bytes(), &by).unwrap();
        assert!(codes.iter().any(|found| found.code == "rules/suicide"));
    }
}
