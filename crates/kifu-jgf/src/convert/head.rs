//! Converts the information about a whole game between JGF and [`Info`].

mod write;

pub(super) use write::{is_plain, json, write};

use std::borrow::Cow;

use kifu_core::{Outcome, Points, Size};
use kifu_tree::game::{Application, Cutoff, DisplaySettings, GameInfo, Player, ValueOrText};

use super::Target;
use crate::{Members, Number, RawJson, v1, v2};

/// The objects of a record that are compared member by member.
pub(super) fn sections(target: Target) -> &'static [&'static str] {
    match target {
        Target::V1 => &["record", "game", "board", "player", "settings"],
        Target::V2 => &[
            "record", "source", "game", "event", "rules", "board", "settings", "meta",
        ],
    }
}

/// The numbers of games in SGF, by the names that programs write.
const KINDS: [(&str, u16); 8] = [
    ("go", 1),
    ("othello", 2),
    ("chess", 3),
    ("renju", 4),
    ("backgammon", 6),
    ("chinese chess", 7),
    ("chinese_chess", 7),
    ("shogi", 8),
];

pub(super) fn of_v1(record: &v1::Record) -> GameInfo {
    let v1::Record {
        record: head,
        game,
        board,
        player,
        ..
    } = record;
    let raw_text = |name| as_text(game.as_read(name));
    let mut info = GameInfo {
        kind: game.kind.as_deref().and_then(kind),
        application: head.application.as_deref().map(application),
        transcriber: head.transcriber.clone(),
        annotator: head.annotator.clone(),
        source: head.source.clone(),
        source_url: member_text(&head.other, "url"),
        copyright: head.copyright.clone(),
        record_comment: head.comment.clone(),
        name: game.name.clone(),
        players: players(&game.players),
        komi: value_or_text(&game.komi, raw_text("komi"), komi),
        handicap: value_or_text(&game.handicap, raw_text("handicap"), Number::to_u32),
        result: game.result.as_deref().map(result),
        rules: game.rules.clone(),
        main_time: value_or_text(&game.time.main, as_text(game.time.as_read("main")), real),
        overtime: overtime(&game.time),
        periods: member(&game.time.other, "numberOfPeriods").and_then(|n| n.to_u32()),
        period_time: member(&game.time.other, "timePerPeriod").and_then(|n| real(&n)),
        dates: game.dates.clone(),
        event: game.event.clone(),
        round: game.round.clone(),
        place: game.location.clone(),
        opening: game.opening.clone(),
        comment: game.comment.clone(),
        size: size([&board.width, &board.height, &None], board.size()),
        cutoff: Cutoff {
            top: lines(&member(&board.other, "cutOffTop")),
            bottom: lines(&member(&board.other, "cutOffBottom")),
            left: lines(&member(&board.other, "cutOffLeft")),
            right: lines(&member(&board.other, "cutOffRight")),
        },
        settings: DisplaySettings {
            markup: player.variation_markup,
            children: player.variation_children,
            siblings: player.variation_siblings,
            coordinates: board.coordinates,
            solutions: player.solution_paths,
        },
    };
    apply_exact(&mut info, &head.other);
    info
}

pub(super) fn of_v2(record: &v2::Record) -> GameInfo {
    let v2::Record {
        record: head,
        source,
        game,
        event,
        rules,
        board,
        settings,
        ..
    } = record;
    let raw_text = |name| as_text(rules.as_read(name));
    let dates = match (game.dates.as_slice(), &game.date) {
        ([], Some(date)) => vec![date.clone()],
        (dates, _) => dates.to_vec(),
    };
    let siblings = settings.show_sibling_variations;
    let mut info = GameInfo {
        kind: game.kind.as_deref().and_then(kind),
        application: head.generator.as_deref().map(application),
        transcriber: head.transcriber.clone(),
        annotator: game.annotator.clone(),
        source: source.name.clone(),
        source_url: source.url.clone(),
        copyright: source.copyright.clone(),
        record_comment: member_text(&record.meta, "recordComment"),
        name: game.name.clone(),
        players: players(&record.players),
        komi: value_or_text(&rules.komi, raw_text("komi"), komi),
        handicap: value_or_text(&rules.handicap, raw_text("handicap"), Number::to_u32),
        result: game.result.as_deref().map(result),
        rules: rules.ruleset.clone(),
        main_time: value_or_text(&rules.time, raw_text("time"), real),
        overtime: rules.overtime.clone(),
        periods: member(&rules.other, "numberOfPeriods").and_then(|n| n.to_u32()),
        period_time: member(&rules.other, "timePerPeriod").and_then(|n| real(&n)),
        dates,
        event: event.name.clone(),
        round: event.round.clone(),
        place: event.location.clone(),
        opening: game.opening.clone(),
        comment: game.description.clone(),
        size: size([&board.width, &board.height, &board.size], board.size()),
        cutoff: Cutoff {
            top: lines(&board.cut_off_top),
            bottom: lines(&board.cut_off_bottom),
            left: lines(&board.cut_off_left),
            right: lines(&board.cut_off_right),
        },
        settings: DisplaySettings {
            markup: settings.show_variations,
            children: match settings.other.get("showChildVariations") {
                Some(own) => switch(own),
                None => siblings.map(|siblings| !siblings),
            },
            siblings,
            coordinates: settings.other.get("coordinates").and_then(switch),
            solutions: settings.show_solutions,
        },
    };
    apply_exact(&mut info, &record.meta);
    info
}

fn switch(raw: &RawJson) -> Option<bool> {
    match raw.json() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

fn member_text(members: &Members, name: &str) -> Option<String> {
    as_text(members.get(name))
}

fn member(members: &Members, name: &str) -> Option<Number> {
    Number::parse(members.get(name)?.json())
}

fn as_text(raw: Option<&RawJson>) -> Option<String> {
    Some(raw?.as_text()?.into_owned())
}

/// The number of a game in SGF, by its name in JGF.
pub(super) fn kind(name: &str) -> Option<u16> {
    let known = KINDS
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name));
    match known {
        Some((_, number)) => Some(*number),
        None => name.strip_prefix("gm:")?.parse().ok(),
    }
}

fn application(text: &str) -> Application {
    let split = text.rsplit_once(" v");
    match split.filter(|(_, version)| version.starts_with(|c: char| c.is_ascii_digit())) {
        Some((name, version)) => Application {
            name: name.into(),
            version: Some(version.into()),
        },
        None => Application {
            name: text.into(),
            version: None,
        },
    }
}

fn players(players: &[crate::Player]) -> Vec<Player> {
    let one = |player: &crate::Player| Player {
        color: match (player.side(), &player.color) {
            (Some(side), _) => ValueOrText::Value(side),
            (None, color) => ValueOrText::Text(color.clone().unwrap_or_default()),
        },
        name: player.name.clone(),
        rank: player.rank.clone(),
        team: player.team.clone(),
        country: player.country.clone(),
    };
    players.iter().map(one).collect()
}

fn value_or_text<T>(
    number: &Option<Number>,
    text: Option<String>,
    read: impl Fn(&Number) -> Option<T>,
) -> Option<ValueOrText<T>> {
    match number {
        Some(number) => Some(match read(number) {
            Some(value) => ValueOrText::Value(value),
            None => ValueOrText::Text(number.to_string()),
        }),
        None => text.map(ValueOrText::Text),
    }
}

fn komi(number: &Number) -> Option<Points> {
    number.as_str().parse().ok()
}

fn real(number: &Number) -> Option<f64> {
    Some(number.to_f64()).filter(|real| real.is_finite())
}

fn result(text: &str) -> ValueOrText<Outcome> {
    match (text, text.parse()) {
        ("", _) => ValueOrText::Value(Outcome::Void),
        (_, Ok(outcome)) => ValueOrText::Value(outcome),
        (_, Err(_)) => ValueOrText::Text(text.into()),
    }
}

/// Returns the overtime of version 1, which consists of a kind and a number of seconds.
fn overtime(time: &v1::Time) -> Option<String> {
    match (&time.overtime, &time.kind) {
        (None, kind) => kind.clone(),
        (Some(seconds), None) => Some(seconds.to_string()),
        (Some(seconds), Some(kind)) => Some(format!("{seconds} {kind}")),
    }
}

fn size(sides: [&Option<Number>; 3], size: Option<Size>) -> Option<Size> {
    size.filter(|_| sides.iter().any(|side| side.is_some()))
}

fn lines(number: &Option<Number>) -> u8 {
    let lines = number.as_ref().and_then(Number::to_u32);
    lines
        .and_then(|lines| u8::try_from(lines).ok())
        .unwrap_or(0)
}

/// The name and version of a program as one text.
fn generator_text(application: &Application) -> Cow<'_, str> {
    let Application { name, version } = application;
    match version {
        Some(version) => format!("{name} v{version}").into(),
        None => name.into(),
    }
}

/// The member with name and version of the program, for names from which the joined text could not be split.
const EXACT: &str = "exactGenerator";

/// Applies the exact name of the program, as long as it agrees with the joined text.
fn apply_exact(info: &mut GameInfo, members: &Members) {
    let Some(raw) = members.get(EXACT) else {
        return;
    };
    let application = raw.read(|value| {
        let mut parts = value.elements();
        let name = parts.next()?.text()?.into_owned();
        let version = parts.next().and_then(|version| version.text());
        Some(Application {
            name,
            version: version.map(Into::into),
        })
    });
    let joined = info.application.as_ref().map(generator_text);
    if application.as_ref().map(generator_text) == joined {
        info.application = application;
    }
}

/// The names of the fields in which two headers differ.
pub(super) fn differences(one: &GameInfo, other: &GameInfo) -> Vec<&'static str> {
    macro_rules! differences {
        ($($field:ident $name:literal,)*) => {{
            // This pattern makes the compiler report fields that are missing from the list below.
            let GameInfo { $($field: _),* } = one;
            [$(($name, one.$field != other.$field)),*]
        }};
    }
    let all = differences! {
        kind "kind of game",
        application "application",
        transcriber "transcriber",
        annotator "annotator",
        source "source",
        source_url "address of the source",
        copyright "copyright",
        record_comment "comment on the record",
        name "name",
        players "players",
        komi "komi",
        handicap "handicap",
        result "result",
        rules "rules",
        main_time "main time",
        overtime "overtime",
        periods "periods of overtime",
        period_time "length of the overtime periods",
        dates "dates",
        event "event",
        round "round",
        place "place",
        opening "opening",
        comment "comment",
        size "size",
        cutoff "lines cut off",
        settings "settings",
    };
    let different = all.into_iter().filter(|(_, differs)| *differs);
    different.map(|(name, _)| name).collect()
}
