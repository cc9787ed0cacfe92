//! Checks of JGF files.

use alloc::vec::Vec;

use kifu_rules::{Repetition, Rules, Suicide};
use kifu_sgf::Document;
use kifu_span::{Diagnostic, TooLarge};

use super::{is_format_independent, span_map};
use crate::{Ruling, Settings, check};

/// Returns all findings about a JGF file, in the order of its [text](kifu_jgf::text).
///
/// These are the findings of the JGF parser, and those of [`check()`](crate::check()) about the
/// games. Findings about games use the terms of SGF in their messages and do not have repairs.
/// Their span is the span of the affected node or member, or the start of the record.
///
/// ```
/// use kifu_check::Settings;
///
/// let source = br#"{"game": {}, "tree": [{}, {"move": {"B": "dd"}}, {"move": {"W": "dd"}}]}"#;
/// let found = kifu_check::check_jgf(source, &Settings::default())?;
/// assert_eq!(found[0].code.name, "rules/occupied");
/// let text = kifu_check::jgf::text(source);
/// assert_eq!(&text[found[0].span.range()], r#"{"move": {"W": "dd"}}"#);
/// # Ok::<(), kifu_check::sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the file is larger than a JGF document can be.
pub fn check_jgf(source: &[u8], settings: &Settings) -> Result<Vec<Diagnostic>, TooLarge> {
    let (document, spans) = kifu_jgf::Document::parse_with_spans(source)?;
    check_records(&document, settings, || Ok(spans))
}

/// Returns the findings of [`check_jgf`] for a file that was already read. It is faster for files without findings about
/// games, because it reads the file again only to place such findings.
///
/// # Errors
///
/// [`TooLarge`] if the file is larger than a JGF document can be.
pub fn check_jgf_document(
    document: &kifu_jgf::Document,
    source: &[u8],
    settings: &Settings,
) -> Result<Vec<Diagnostic>, TooLarge> {
    let spans = || kifu_jgf::Document::parse_with_spans(source).map(|(_, spans)| spans);
    check_records(document, settings, spans)
}

/// Checks the records of a file; `spans` is called at most once.
fn check_records(
    document: &kifu_jgf::Document,
    settings: &Settings,
    spans: impl FnOnce() -> Result<Vec<kifu_jgf::RecordSpans>, TooLarge>,
) -> Result<Vec<Diagnostic>, TooLarge> {
    let mut found = document.diagnostics().to_vec();
    let (mut spans_of_file, mut spans) = (Vec::new(), Some(spans));
    for (index, record) in document.records.iter().enumerate() {
        let game = kifu_jgf::convert::to_game(record).value;
        let private_data = kifu_tree::game::PrivateData::Omit;
        let text = kifu_sgf::convert::from_game_node_for_node(&game, private_data).value;
        let sgf = Document::parse(text)?;
        let Some(root) = sgf.roots().next() else {
            continue;
        };
        let mut about_game = check(&sgf, &with_rules_of(record, settings));
        about_game.retain(|finding| is_format_independent(finding.code));
        if about_game.is_empty() {
            continue;
        }
        if let Some(spans) = spans.take() {
            spans_of_file = spans()?;
        }
        let Some(spans) = spans_of_file.get(index) else {
            continue;
        };
        let span_map = span_map::SpanMap::of(record, spans, &game, &sgf, root);
        found.extend(about_game.into_iter().map(|finding| Diagnostic {
            span: span_map.place(finding.span),
            fix: None,
            ..finding
        }));
    }
    kifu_span::sort_by_span(&mut found);
    // Equal findings on several points of a list are duplicates here, because they have the same
    // span.
    found.dedup();
    Ok(found)
}

/// Returns the settings for a record. If the record is checked by its stated rules, the settings include the
/// rules that version 2 states in `allowSuicide` and `disallowRepeats`, which SGF cannot express.
fn with_rules_of(record: &kifu_jgf::Record, settings: &Settings) -> Settings {
    let kifu_jgf::Record::V2(record) = record else {
        return *settings;
    };
    let stated = &record.rules;
    let is_unstated = stated.allow_suicide.is_none() && stated.disallow_repeats.is_none();
    if settings.rules != Ruling::Stated || is_unstated {
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
        let document = kifu_jgf::Document::parse(source.as_bytes()).unwrap();
        let of_document =
            check_jgf_document(&document, source.as_bytes(), &Settings::default()).unwrap();
        assert_eq!(found, of_document);
        found.iter().map(|found| found.code.name).collect()
    }

    #[test]
    fn rules_stated_by_version_2_apply() {
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
        // Two white stones in the corner commit suicide.
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
        // The suicide of a single stone leaves the board unchanged.
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
        assert!(codes.iter().any(|found| found.code.name == "rules/suicide"));
    }
}
