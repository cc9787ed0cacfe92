//! What is said of a whole game, in words of JGF.

use kifu_core::{Color, Outcome, Points, Size};
use kifu_tree::game::{Application, Cutoff, Info, Player, Said, Settings};

use super::Target;
use super::parts::{Parts, text};
use crate::{Members, Number, Raw, v1, v2};

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

// ---- writing ----

/// The members that say it.
pub(super) fn write(info: &Info, target: Target) -> Parts {
    let mut parts = Parts::new();
    let mut writer = Writer { parts: &mut parts };
    match target {
        Target::V1 => writer.v1(info),
        Target::V2 => writer.v2(info),
    }
    parts
}

struct Writer<'p> {
    parts: &'p mut Parts,
}

impl Writer<'_> {
    fn put(&mut self, section: &str, name: &str, value: Option<Raw>) {
        let place = (section.into(), name.into());
        self.parts.extend(value.map(|value| (place, value)));
    }

    fn text(&mut self, section: &str, name: &str, value: &Option<String>) {
        self.put(section, name, value.as_deref().map(text));
    }

    fn switch(&mut self, section: &str, name: &str, value: Option<bool>) {
        self.put(section, name, value.map(json));
    }

    fn v1(&mut self, info: &Info) {
        let head = "record";
        self.text(
            head,
            "application",
            &info.application.as_ref().map(generator),
        );
        self.put(head, "version", Some(json(1)));
        self.text(head, "transcriber", &info.transcriber);
        self.text(head, "annotator", &info.annotator);
        self.text(head, "source", &info.source);
        self.text(head, "copyright", &info.copyright);
        self.text(head, "comment", &info.record_comment);
        self.text(head, "url", &info.source_url);
        self.exact(head, info);
        let game = "game";
        self.text(game, "type", &info.kind.map(kind_name));
        self.text(game, "name", &info.name);
        self.put(game, "players", write_players(&info.players));
        self.put(game, "komi", write_said(&info.komi, |komi| json(komi)));
        self.put(
            game,
            "handicap",
            write_said(&info.handicap, |stones| json(stones)),
        );
        self.text(game, "result", &info.result.as_ref().map(result_text));
        self.text(game, "rules", &info.rules);
        self.put(game, "time", time_v1(info));
        self.put(game, "dates", list(&info.dates));
        self.text(game, "location", &info.place);
        self.text(game, "event", &info.event);
        self.text(game, "round", &info.round);
        self.text(game, "opening", &info.opening);
        self.text(game, "comment", &info.comment);
        let board = "board";
        self.put(board, "width", info.size.map(|size| json(size.cols())));
        self.put(board, "height", info.size.map(|size| json(size.rows())));
        self.switch(board, "coordinates", info.settings.coordinates);
        self.cutoff(info.cutoff);
        let player = "player";
        self.switch(player, "variation_markup", info.settings.markup);
        self.switch(player, "variation_children", info.settings.children);
        self.switch(player, "variation_siblings", info.settings.siblings);
        self.switch(player, "solution_paths", info.settings.solutions);
    }

    fn v2(&mut self, info: &Info) {
        let head = "record";
        self.put(head, "format", Some(text("JGF")));
        self.put(head, "version", Some(json(2)));
        self.text(head, "generator", &info.application.as_ref().map(generator));
        self.text(head, "transcriber", &info.transcriber);
        self.text("source", "name", &info.source);
        self.text("source", "url", &info.source_url);
        self.text("source", "copyright", &info.copyright);
        let game = "game";
        self.text(game, "type", &info.kind.map(kind_name));
        self.text(game, "name", &info.name);
        self.text(game, "result", &info.result.as_ref().map(result_text));
        match info.dates.as_slice() {
            [date] => self.put(game, "date", Some(text(date))),
            dates => self.put(game, "dates", list(dates)),
        }
        self.text(game, "opening", &info.opening);
        self.text(game, "annotator", &info.annotator);
        self.text(game, "description", &info.comment);
        self.put("", "players", write_players(&info.players));
        self.text("event", "name", &info.event);
        self.text("event", "location", &info.place);
        self.text("event", "round", &info.round);
        let rules = "rules";
        self.text(rules, "ruleset", &info.rules);
        self.put(rules, "komi", write_said(&info.komi, |komi| json(komi)));
        self.put(
            rules,
            "handicap",
            write_said(&info.handicap, |stones| json(stones)),
        );
        self.put(
            rules,
            "time",
            write_said(&info.main_time, |time| write_real(*time)),
        );
        self.text(rules, "overtime", &info.overtime);
        self.put(rules, "numberOfPeriods", info.periods.map(json));
        self.put(rules, "timePerPeriod", info.period_time.map(write_real));
        let board = "board";
        match info.size.map(|size| (size.cols(), size.rows())) {
            Some((cols, rows)) if cols == rows => self.put(board, "size", Some(json(cols))),
            Some((cols, rows)) => {
                self.put(board, "width", Some(json(cols)));
                self.put(board, "height", Some(json(rows)));
            }
            None => {}
        }
        self.cutoff(info.cutoff);
        let settings = "settings";
        let Settings {
            markup,
            children,
            siblings,
            coordinates,
            solutions,
        } = info.settings;
        self.switch(settings, "showSolutions", solutions);
        self.switch(settings, "showVariations", markup);
        self.switch(settings, "showSiblingVariations", siblings);
        if children != siblings.map(|siblings| !siblings) {
            let children = children.map_or("null".to_owned(), |on| on.to_string());
            self.put(
                settings,
                "showChildVariations",
                Some(Raw::trusted(children)),
            );
        }
        self.switch(settings, "coordinates", coordinates);
        self.text("meta", "recordComment", &info.record_comment);
        self.exact("meta", info);
    }

    fn cutoff(&mut self, cutoff: Cutoff) {
        for (name, lines) in [
            ("cutOffTop", cutoff.top),
            ("cutOffBottom", cutoff.bottom),
            ("cutOffLeft", cutoff.left),
            ("cutOffRight", cutoff.right),
        ] {
            self.put("board", name, (lines > 0).then(|| json(lines)));
        }
    }

    /// Name and version of the program, where the text made of them reads otherwise.
    fn exact(&mut self, section: &str, info: &Info) {
        let Some(own) = &info.application else {
            return;
        };
        if application(&generator(own)) != *own {
            let mut both = vec![own.name.clone()];
            both.extend(own.version.clone());
            self.put(section, "exactGenerator", list(&both));
        }
    }
}

fn json(value: impl ToString) -> Raw {
    Raw::trusted(value.to_string())
}

fn list(texts: &[String]) -> Option<Raw> {
    let texts: Vec<Raw> = texts.iter().map(|one| text(one)).collect();
    let texts: Vec<&str> = texts.iter().map(Raw::json).collect();
    (!texts.is_empty()).then(|| Raw::trusted(["[", &texts.join(","), "]"].concat()))
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

fn write_players(players: &[Player]) -> Option<Raw> {
    let one = |player: &Player| {
        let color = match &player.color {
            Said::Value(Color::Black) => "black",
            Said::Value(Color::White) => "white",
            Said::Text(text) => text,
        };
        let color = Some(color.to_owned()).filter(|color| !color.is_empty());
        let members = [
            ("color", &color),
            ("name", &player.name),
            ("rank", &player.rank),
            ("team", &player.team),
            ("country", &player.country),
        ];
        let members = members.into_iter().filter_map(|(name, value)| {
            let value = text(value.as_deref()?);
            Some(format!("\"{name}\":{}", value.json()))
        });
        format!("{{{}}}", members.collect::<Vec<_>>().join(","))
    };
    let all: Vec<String> = players.iter().map(one).collect();
    (!all.is_empty()).then(|| Raw::trusted(format!("[{}]", all.join(","))))
}

fn write_said<T>(said: &Option<Said<T>>, write: impl Fn(&T) -> Raw) -> Option<Raw> {
    Some(match said.as_ref()? {
        Said::Value(value) => write(value),
        Said::Text(unread) => text(unread),
    })
}

fn write_real(number: f64) -> Raw {
    // Without an exponent, as all of Rust's; no sign before a zero.
    json(if number == 0.0 { 0.0 } else { number })
}

fn result_text(result: &Said<Outcome>) -> String {
    match result {
        Said::Value(Outcome::Void) => String::new(),
        Said::Value(outcome) => outcome.to_string(),
        Said::Text(text) => text.clone(),
    }
}

fn time_v1(info: &Info) -> Option<Raw> {
    let mut members = Vec::new();
    let mut put = |name: &str, value: Option<Raw>| {
        members.extend(value.map(|value| format!("\"{name}\":{}", value.json())));
    };
    let split = info.overtime.as_deref().map(|overtime| {
        let (first, rest) = overtime.split_once(' ').unwrap_or((overtime, ""));
        let seconds = Number::parse(first).filter(|number| number.as_str() == first);
        match seconds {
            Some(seconds) if !rest.is_empty() => (Some(rest), Some(seconds)),
            Some(seconds) if overtime == first => (None, Some(seconds)),
            _ => (Some(overtime), None),
        }
    });
    let (kind, seconds) = split.unwrap_or_default();
    put("type", kind.map(text));
    put(
        "main",
        write_said(&info.main_time, |time| write_real(*time)),
    );
    put("overtime", seconds.map(json));
    put("numberOfPeriods", info.periods.map(json));
    put("timePerPeriod", info.period_time.map(write_real));
    (!members.is_empty()).then(|| Raw::trusted(format!("{{{}}}", members.join(","))))
}
