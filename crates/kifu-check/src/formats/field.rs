//! The members of a JGF record that correspond to properties of SGF.

use alloc::format;
use alloc::string::String;

use kifu_core::Color;
use kifu_jgf::{Player, Record, RecordSpans};
use kifu_span::Span;

/// Root and game-info properties, and the members with the same meaning in version 1 and version 2,
/// the most likely first.
const FIELDS: [(&str, &[&str], &[&str]); 23] = [
    ("AN", &["/record/annotator"], &["/game/annotator"]),
    ("AP", &["/record/application"], &["/record/generator"]),
    ("CP", &["/record/copyright"], &["/source/copyright"]),
    ("DT", &["/game/dates"], &["/game/dates", "/game/date"]),
    ("EV", &["/game/event"], &["/event/name"]),
    ("GC", &["/game/comment"], &["/game/description"]),
    ("GM", &["/game/type"], &["/game/type"]),
    ("GN", &["/game/name"], &["/game/name"]),
    ("HA", &["/game/handicap"], &["/rules/handicap"]),
    ("KM", &["/game/komi"], &["/rules/komi"]),
    (
        "LC",
        &["/game/time/numberOfPeriods"],
        &["/rules/numberOfPeriods"],
    ),
    (
        "LT",
        &["/game/time/timePerPeriod"],
        &["/rules/timePerPeriod"],
    ),
    ("ON", &["/game/opening"], &["/game/opening"]),
    (
        "OT",
        &["/game/time/type", "/game/time"],
        &["/rules/overtime"],
    ),
    ("PC", &["/game/location"], &["/event/location"]),
    ("RE", &["/game/result"], &["/game/result"]),
    ("RO", &["/game/round"], &["/event/round"]),
    ("RU", &["/game/rules"], &["/rules/ruleset"]),
    ("SO", &["/record/source"], &["/source/name"]),
    ("ST", &["/player", "/settings"], &["/settings"]),
    ("SZ", &["/board"], &["/board"]),
    ("TM", &["/game/time/main"], &["/rules/time"]),
    ("US", &["/record/transcriber"], &["/record/transcriber"]),
];

/// Properties of Black and White, and the member of a player with the same meaning.
const PLAYER: [([&str; 2], &str); 4] = [
    (["PB", "PW"], "name"),
    (["BR", "WR"], "rank"),
    (["BT", "WT"], "team"),
    (["BC", "WC"], "country"),
];

/// Returns the span of the member that corresponds to a property of the root, or else of the
/// section that would contain this member.
pub(super) fn place(ident: &str, record: &Record, places: &RecordSpans) -> Option<Span> {
    if let Some(place) = of_player(ident, record, places) {
        return Some(place);
    }
    let (_, v1, v2) = FIELDS.iter().find(|(known, ..)| *known == ident)?;
    let pointers = match record {
        Record::V1(_) => v1,
        Record::V2(_) => v2,
    };
    let section = pointers[0].split('/').nth(1).map(|name| format!("/{name}"));
    let exact = pointers.iter().find_map(|pointer| places.member(pointer));
    exact.or_else(|| places.member(&section?))
}

fn of_player(ident: &str, record: &Record, places: &RecordSpans) -> Option<Span> {
    let (color, field) = PLAYER
        .iter()
        .find_map(|([black, white], field)| match ident {
            _ if ident == *black => Some((Color::Black, field)),
            _ if ident == *white => Some((Color::White, field)),
            _ => None,
        })?;
    let (players, around) = match record {
        Record::V1(record) => (&record.game.players, "/game"),
        Record::V2(record) => (&record.players, ""),
    };
    let is_it = |player: &Player| player.side() == Some(color);
    let number = players.iter().position(is_it).unwrap_or_default();
    let name = match color {
        Color::Black => "black",
        Color::White => "white",
    };
    // A player can be in an array, in an object with colours as keys, or directly in the game.
    let player: [String; 3] = [
        format!("{around}/players/{number}"),
        format!("{around}/players/{name}"),
        format!("{around}/{name}"),
    ];
    let exact = |player: &String| places.member(&format!("{player}/{field}"));
    let exact = player.iter().find_map(exact);
    exact.or_else(|| player.iter().find_map(|player| places.member(player)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the text that each property comes from; `None` if it has no place.
    #[track_caller]
    fn are(source: &str, expected: &[(&str, Option<&str>)]) {
        let parsed = kifu_jgf::Document::parse_with_spans(source.as_bytes());
        let (document, spans) = parsed.unwrap();
        for (property, expected) in expected {
            let place = place(property, &document.records[0], &spans[0]);
            let text = place.map(|span| &source[span.range()]);
            assert_eq!(text, *expected, "{property}");
        }
    }

    #[test]
    fn properties_come_from_members_of_version_1() {
        let source = r#"{"record": {"version": 1, "annotator": "AN", "application": "AP", "copyright": "CP",
            "source": "SO", "transcriber": "US"}, "game": {"dates": "DT", "event": "EV", "comment": "GC",
            "type": "GM", "name": "GN", "handicap": "HA", "komi": "KM", "opening": "ON", "location": "PC",
            "result": "RE", "round": "RO", "rules": "RU", "time": {"numberOfPeriods": "LC",
            "timePerPeriod": "LT", "type": "OT", "main": "TM"}}, "player": 1, "board": 2, "tree": []}"#;
        for (property, ..) in FIELDS {
            let quoted = format!("\"{property}\"");
            let expected = match property {
                "ST" => "1",
                "SZ" => "2",
                _ => &quoted,
            };
            are(source, &[(property, Some(expected))]);
        }
    }

    #[test]
    fn properties_come_from_members_of_version_2() {
        let source = r#"{"record": {"version": 2, "generator": "AP", "transcriber": "US"},
            "source": {"copyright": "CP", "name": "SO"}, "game": {"annotator": "AN", "dates": "DT",
            "description": "GC", "type": "GM", "name": "GN", "opening": "ON", "result": "RE"},
            "event": {"name": "EV", "location": "PC", "round": "RO"}, "rules": {"handicap": "HA", "komi": "KM",
            "numberOfPeriods": "LC", "timePerPeriod": "LT", "overtime": "OT", "ruleset": "RU", "time": "TM"},
            "settings": 1, "board": 2, "tree": []}"#;
        for (property, ..) in FIELDS {
            let quoted = format!("\"{property}\"");
            let expected = match property {
                "ST" => "1",
                "SZ" => "2",
                _ => &quoted,
            };
            are(source, &[(property, Some(expected))]);
        }
        let one_date =
            r#"{"record": {"version": 2}, "game": {"date": "a day"}, "rules": {}, "tree": []}"#;
        are(one_date, &[("DT", Some("\"a day\""))]);
    }

    #[test]
    fn a_missing_member_is_in_its_section() {
        let source = r#"{"record": {"version": 1}, "game": {"time": 60}, "tree": []}"#;
        let game = Some(r#"{"time": 60}"#);
        let expected = [
            ("OT", Some("60")),
            ("KM", game),
            ("TM", game),
            ("AN", Some(r#"{"version": 1}"#)),
            ("SZ", None),
            ("PB", None),
            ("QQ", None),
        ];
        are(source, &expected);
    }

    #[test]
    fn properties_of_players_come_from_the_player_of_this_color() {
        let white =
            r#"{"color": "white", "name": "PW", "rank": "WR", "team": "WT", "country": "WC"}"#;
        let black = r#"{"color": "black", "name": "PB", "rank": "BR", "team": "BT"}"#;
        let players = format!("[{white}, {black}]");
        let expected = [
            ("PB", Some("\"PB\"")),
            ("PW", Some("\"PW\"")),
            ("BR", Some("\"BR\"")),
            ("WR", Some("\"WR\"")),
            ("BT", Some("\"BT\"")),
            ("WT", Some("\"WT\"")),
            ("BC", Some(black)),
            ("WC", Some("\"WC\"")),
        ];
        for source in [
            format!(
                r#"{{"record": {{"version": 1}}, "game": {{"players": {players}}}, "tree": []}}"#
            ),
            format!(r#"{{"record": {{"version": 2}}, "players": {players}, "tree": []}}"#),
            format!(
                r#"{{"record": {{"version": 1}}, "game": {{"players": {{"black": {black}, "white": {white}}}}}, "tree": []}}"#
            ),
            format!(
                r#"{{"record": {{"version": 1}}, "game": {{"black": {black}, "white": {white}}}, "tree": []}}"#
            ),
        ] {
            are(&source, &expected);
        }
    }
}
