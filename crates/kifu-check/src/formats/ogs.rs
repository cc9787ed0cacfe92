//! Checks of JSON of OGS.

use alloc::vec::Vec;

use kifu_ogs::Record;
use kifu_span::{Diagnostic, Span, TooLarge};

use super::game::check_game;
use crate::Settings;

/// Returns all findings about a file of OGS, in its order.
///
/// These are the findings of the reader, and those of [`check()`](crate::check()) about the games. Findings about a
/// game use the terms of SGF in their messages and do not have repairs. Their span is that of the move, or of a member
/// of the game.
///
/// ```
/// use kifu_check::{Settings, check_ogs, ogs::Document};
///
/// let source = r#"{"width": 9, "height": 9, "moves": [[3, 3, 900], [3, 3, 700]]}"#;
/// let document = Document::parse(source)?;
/// let found = check_ogs(&document, &Settings::default())?;
/// assert_eq!(found[0].code.name, "rules/occupied");
/// assert_eq!(&source[found[0].span.range()], "[3, 3, 700]");
/// # Ok::<(), kifu_check::sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if a game is larger than an SGF document can be.
pub fn check_ogs(
    document: &kifu_ogs::Document,
    settings: &Settings,
) -> Result<Vec<Diagnostic>, TooLarge> {
    let mut found = document.diagnostics().to_vec();
    for record in document.records() {
        let of_header = |property: &str| of_header(record, property);
        let about_game = check_game(&[], record.game(), record.node_spans(), settings, of_header)?;
        found.extend(about_game);
    }
    kifu_span::sort_by_span(&mut found);
    Ok(found)
}

/// The member that a property of the root came from.
fn of_header(record: &Record, property: &str) -> Span {
    let member = match property {
        "PB" | "BR" | "PW" | "WR" | "BT" | "WT" => "players",
        "SZ" => "width",
        "HA" => "handicap",
        "AB" | "AW" | "PL" => "initial_state",
        "KM" => "komi",
        "RU" => "rules",
        "DT" => "start_time",
        "TM" | "OT" => "time_control",
        "RE" => "outcome",
        _ => "",
    };
    let start = record.span().start;
    record.member(member).unwrap_or(Span::new(start, start + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_come_from_a_member() {
        let source = r#"{"players": 1, "width": 9, "handicap": 2, "initial_state": 3, "komi": 4, "rules": 5,
            "start_time": 6, "time_control": 7, "outcome": 8, "height": 9, "moves": []}"#;
        let document = kifu_ogs::Document::parse(source).unwrap();
        let record = &document.records()[0];
        for (member, properties) in [
            ("players", &["PB", "BR", "PW", "WR", "BT", "WT"][..]),
            ("width", &["SZ"]),
            ("handicap", &["HA"]),
            ("initial_state", &["AB", "AW", "PL"]),
            ("komi", &["KM"]),
            ("rules", &["RU"]),
            ("start_time", &["DT"]),
            ("time_control", &["TM", "OT"]),
            ("outcome", &["RE"]),
        ] {
            for property in properties {
                let before = &source[..of_header(record, property).range().start];
                assert!(
                    before.ends_with(&alloc::format!("\"{member}\": ")),
                    "{property}"
                );
            }
        }
        assert_eq!(of_header(record, "GN"), Span::new(0, 1));
    }
}
