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
