//! What is said of a whole game, in words of JGF.

use kifu_core::{Color, Outcome, Points, Size};
use kifu_tree::game::{Application, Cutoff, Info, Player, Said, Settings};

use super::Target;
use crate::object::{Object, set_unread};
use crate::{Members, Number, Raw, Record, Version, v1, v2};

/// The objects of a record that are taken apart.
pub(super) fn sections(target: Target) -> &'static [&'static str] {
    match target {
        Target::V1 => &["record", "game", "board", "player", "settings"],
        Target::V2 => &[
            "record", "source", "game", "event", "rules", "board", "settings", "meta",
        ],
    }
}

/// SGF's numbers of games, by the names that programs write.
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

// ---- reading ----

pub(super) fn of_v1(record: &v1::Record) -> Info {
    let v1::Record {
        record: head,
        game,
        board,
        player,
        ..
    } = record;
    let raw_text = |name| as_text(game.as_read(name));
    let mut info = Info {
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
        komi: said(&game.komi, raw_text("komi"), komi),
        handicap: said(&game.handicap, raw_text("handicap"), Number::to_u32),
        result: game.result.as_deref().map(result),
        rules: game.rules.clone(),
        main_time: said(&game.time.main, as_text(game.time.as_read("main")), real),
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
        settings: Settings {
            markup: player.variation_markup,
            children: player.variation_children,
            siblings: player.variation_siblings,
            coordinates: board.coordinates,
            solutions: player.solution_paths,
        },
    };
    exact(&mut info, &head.other);
    info
}

pub(super) fn of_v2(record: &v2::Record) -> Info {
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
    let mut info = Info {
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
        komi: said(&rules.komi, raw_text("komi"), komi),
        handicap: said(&rules.handicap, raw_text("handicap"), Number::to_u32),
        result: game.result.as_deref().map(result),
        rules: rules.ruleset.clone(),
        main_time: said(&rules.time, raw_text("time"), real),
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
        settings: Settings {
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
    exact(&mut info, &record.meta);
    info
}

fn switch(raw: &Raw) -> Option<bool> {
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

fn as_text(raw: Option<&Raw>) -> Option<String> {
    Some(raw?.as_text()?.into_owned())
}

fn kind(name: &str) -> Option<u16> {
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
            (Some(side), _) => Said::Value(side),
            (None, color) => Said::Text(color.clone().unwrap_or_default()),
        },
        name: player.name.clone(),
        rank: player.rank.clone(),
        team: player.team.clone(),
        country: player.country.clone(),
    };
    players.iter().map(one).collect()
}

fn said<T>(
    number: &Option<Number>,
    text: Option<String>,
    read: impl Fn(&Number) -> Option<T>,
) -> Option<Said<T>> {
    match number {
        Some(number) => Some(match read(number) {
            Some(value) => Said::Value(value),
            None => Said::Text(number.to_string()),
        }),
        None => text.map(Said::Text),
    }
}

fn komi(number: &Number) -> Option<Points> {
    number.as_str().parse().ok()
}

fn real(number: &Number) -> Option<f64> {
    Some(number.to_f64()).filter(|real| real.is_finite())
}

fn result(text: &str) -> Said<Outcome> {
    match (text, text.parse()) {
        ("", _) => Said::Value(Outcome::Void),
        (_, Ok(outcome)) => Said::Value(outcome),
        (_, Err(_)) => Said::Text(text.into()),
    }
}

/// Version 1 has a kind of overtime, and seconds.
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

/// What the words of JGF flatten, as long as it agrees with them.
fn exact(info: &mut Info, members: &Members) {
    let Some(raw) = members.get("exactGenerator") else {
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
    let joined = info.application.as_ref().map(generator);
    if application.as_ref().map(generator) == joined {
        info.application = application;
    }
}

/// The fields that two do not say alike.
pub(super) fn differences(one: &Info, other: &Info) -> Vec<&'static str> {
    macro_rules! differences {
        ($($field:ident $name:literal,)*) => {{
            // Whoever adds a field is reminded of it here.
            let Info { $($field: _),* } = one;
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
        period_time "length of the periods of overtime",
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

// ---- writing ----

/// The record that says it, without a tree.
pub(super) fn write(info: &Info, target: Target) -> Record {
    match target {
        Target::V1 => write_v1(info).into(),
        Target::V2 => write_v2(info).into(),
    }
}

fn write_v1(info: &Info) -> v1::Record {
    let Settings {
        markup,
        children,
        siblings,
        coordinates,
        solutions,
    } = info.settings;
    let mut head = v1::Head {
        application: info.application.as_ref().map(generator),
        version: Some(Version::new("1")),
        transcriber: info.transcriber.clone(),
        annotator: info.annotator.clone(),
        source: info.source.clone(),
        copyright: info.copyright.clone(),
        comment: info.record_comment.clone(),
        ..v1::Head::default()
    };
    push(
        &mut head.other,
        "url",
        info.source_url.as_deref().map(Raw::text),
    );
    push(&mut head.other, EXACT, exact_generator(info));
    let mut unread = Unread::default();
    let mut game = v1::Game {
        kind: info.kind.map(kind_name),
        name: info.name.clone(),
        players: info.players.iter().map(write_player).collect(),
        komi: unread.number("komi", &info.komi, Number::of),
        handicap: unread.number("handicap", &info.handicap, Number::of),
        result: info.result.as_ref().map(result_text),
        rules: info.rules.clone(),
        time: time_v1(info),
        dates: info.dates.clone(),
        location: info.place.clone(),
        event: info.event.clone(),
        round: info.round.clone(),
        opening: info.opening.clone(),
        comment: info.comment.clone(),
        ..v1::Game::default()
    };
    unread.put_into(&mut game);
    let mut board = v1::Board {
        width: info.size.and_then(|size| Number::of(&size.cols())),
        height: info.size.and_then(|size| Number::of(&size.rows())),
        coordinates,
        ..v1::Board::default()
    };
    for (name, lines) in cut_off(info.cutoff) {
        push(&mut board.other, name, lines.map(json));
    }
    v1::Record {
        record: head,
        game,
        board,
        player: v1::View {
            variation_markup: markup,
            variation_children: children,
            variation_siblings: siblings,
            solution_paths: solutions,
            ..v1::View::default()
        },
        ..v1::Record::default()
    }
}

fn write_v2(info: &Info) -> v2::Record {
    let Settings {
        markup,
        children,
        siblings,
        coordinates,
        solutions,
    } = info.settings;
    let (date, dates) = match info.dates.as_slice() {
        [date] => (Some(date.clone()), Vec::new()),
        dates => (None, dates.to_vec()),
    };
    let mut settings = v2::Settings {
        show_solutions: solutions,
        show_variations: markup,
        show_sibling_variations: siblings,
        ..v2::Settings::default()
    };
    if children != siblings.map(|siblings| !siblings) {
        let children = children.map_or("null".to_owned(), |on| on.to_string());
        let children = Raw::trusted(children);
        push(&mut settings.other, "showChildVariations", Some(children));
    }
    push(&mut settings.other, "coordinates", coordinates.map(json));
    let mut meta = Members::default();
    let comment = info.record_comment.as_deref().map(Raw::text);
    push(&mut meta, "recordComment", comment);
    push(&mut meta, EXACT, exact_generator(info));
    v2::Record {
        record: v2::Head {
            format: Some("JGF".into()),
            version: Some(Version::new("2")),
            generator: info.application.as_ref().map(generator),
            transcriber: info.transcriber.clone(),
            ..v2::Head::default()
        },
        source: v2::Source {
            name: info.source.clone(),
            url: info.source_url.clone(),
            copyright: info.copyright.clone(),
            ..v2::Source::default()
        },
        game: v2::Game {
            kind: info.kind.map(kind_name),
            name: info.name.clone(),
            result: info.result.as_ref().map(result_text),
            date,
            dates,
            opening: info.opening.clone(),
            annotator: info.annotator.clone(),
            description: info.comment.clone(),
            ..v2::Game::default()
        },
        players: info.players.iter().map(write_player).collect(),
        event: v2::Event {
            name: info.event.clone(),
            location: info.place.clone(),
            round: info.round.clone(),
            ..v2::Event::default()
        },
        rules: rules_v2(info),
        board: board_v2(info),
        settings,
        meta,
        ..v2::Record::default()
    }
}

fn rules_v2(info: &Info) -> v2::Rules {
    let mut unread = Unread::default();
    let mut rules = v2::Rules {
        ruleset: info.rules.clone(),
        komi: unread.number("komi", &info.komi, Number::of),
        handicap: unread.number("handicap", &info.handicap, Number::of),
        time: unread.number("time", &info.main_time, write_real),
        overtime: info.overtime.clone(),
        ..v2::Rules::default()
    };
    periods(info, &mut rules.other);
    unread.put_into(&mut rules);
    rules
}

fn board_v2(info: &Info) -> v2::Board {
    let size = info.size.map(|size| (size.cols(), size.rows()));
    let (square, oblong) = match size {
        Some((cols, rows)) if cols == rows => (Some(cols), None),
        other => (None, other),
    };
    let [top, bottom, left, right] = cut_off(info.cutoff).map(|(_, lines)| lines);
    let number = |lines: Option<u8>| Number::of(&lines?);
    v2::Board {
        size: number(square),
        width: number(oblong.map(|(cols, _)| cols)),
        height: number(oblong.map(|(_, rows)| rows)),
        cut_off_top: number(top),
        cut_off_bottom: number(bottom),
        cut_off_left: number(left),
        cut_off_right: number(right),
        ..v2::Board::default()
    }
}

/// Texts in the place of numbers.
#[derive(Default)]
struct Unread(Vec<(&'static str, Raw)>);

impl Unread {
    fn number<T>(
        &mut self,
        name: &'static str,
        said: &Option<Said<T>>,
        number: impl Fn(&T) -> Option<Number>,
    ) -> Option<Number> {
        match said.as_ref()? {
            Said::Value(value) => number(value),
            Said::Text(text) => {
                self.0.push((name, Raw::text(text)));
                None
            }
        }
    }

    fn put_into<T: Object>(self, object: &mut T) {
        if !self.0.is_empty() {
            set_unread(object, self.0);
        }
    }
}

fn push(members: &mut Members, name: &str, value: Option<Raw>) {
    if let Some(value) = value {
        members.push(name, value);
    }
}

/// The lines cut off, where there are any.
fn cut_off(cutoff: Cutoff) -> [(&'static str, Option<u8>); 4] {
    [
        ("cutOffTop", cutoff.top),
        ("cutOffBottom", cutoff.bottom),
        ("cutOffLeft", cutoff.left),
        ("cutOffRight", cutoff.right),
    ]
    .map(|(name, lines)| (name, (lines > 0).then_some(lines)))
}

/// Number and length of the periods of overtime.
fn periods(info: &Info, members: &mut Members) {
    push(members, "numberOfPeriods", info.periods.map(json));
    let length = info.period_time.and_then(|length| write_real(&length));
    push(members, "timePerPeriod", length.map(json));
}

/// The member with name and version of the program.
const EXACT: &str = "exactGenerator";

/// Name and version of the program, where the text made of them reads otherwise.
fn exact_generator(info: &Info) -> Option<Raw> {
    let own = info.application.as_ref()?;
    let is_usual = match &own.version {
        // The usual case, without a copy.
        Some(version) => {
            version.starts_with(|c: char| c.is_ascii_digit()) && !version.contains(" v")
        }
        None => !own.name.contains(" v"),
    };
    if is_usual {
        return None;
    }
    let mut both = vec![own.name.clone()];
    both.extend(own.version.clone());
    (application(&generator(own)) != *own).then(|| list(&both))
}

fn json(value: impl ToString) -> Raw {
    Raw::trusted(value.to_string())
}

fn list(texts: &[String]) -> Raw {
    let texts: Vec<Raw> = texts.iter().map(|one| Raw::text(one)).collect();
    let texts: Vec<&str> = texts.iter().map(Raw::json).collect();
    Raw::trusted(["[", &texts.join(","), "]"].concat())
}

fn kind_name(number: u16) -> String {
    let known = KINDS.iter().find(|(_, known)| *known == number);
    known.map_or_else(|| format!("gm:{number}"), |(name, _)| (*name).to_owned())
}

fn generator(application: &Application) -> String {
    match &application.version {
        Some(version) => format!("{} v{version}", application.name),
        None => application.name.clone(),
    }
}

fn write_player(player: &Player) -> crate::Player {
    let color = match &player.color {
        Said::Value(Color::Black) => "black",
        Said::Value(Color::White) => "white",
        Said::Text(text) => text,
    };
    crate::Player {
        color: (!color.is_empty()).then(|| color.into()),
        name: player.name.clone(),
        rank: player.rank.clone(),
        team: player.team.clone(),
        country: player.country.clone(),
        ..crate::Player::default()
    }
}

fn write_real(number: &f64) -> Option<Number> {
    // Without an exponent, as all of Rust's; no sign before a zero.
    Number::of(if *number == 0.0 { &0.0 } else { number })
}

fn result_text(result: &Said<Outcome>) -> String {
    match result {
        Said::Value(Outcome::Void) => String::new(),
        Said::Value(outcome) => outcome.to_string(),
        Said::Text(text) => text.clone(),
    }
}

fn time_v1(info: &Info) -> v1::Time {
    let split = info.overtime.as_deref().map(|overtime| {
        let (first, rest) = overtime.split_once(' ').unwrap_or((overtime, ""));
        let seconds = Number::parse(first).filter(|number| number.as_str() == first);
        match seconds {
            Some(seconds) if !rest.is_empty() => (Some(rest), Some(seconds)),
            Some(seconds) if overtime == first => (None, Some(seconds)),
            _ => (Some(overtime), None),
        }
    });
    let (kind, overtime) = split.unwrap_or_default();
    let mut unread = Unread::default();
    let mut time = v1::Time {
        kind: kind.map(Into::into),
        main: unread.number("main", &info.main_time, write_real),
        overtime,
        ..v1::Time::default()
    };
    periods(info, &mut time.other);
    unread.put_into(&mut time);
    time
}
