//! The answers of kifu to the questions of the conformance suite: see `corpus/conformance/README.md`.

use kifu::Record;
use kifu::convert::{self, Target};
use kifu::core::{Color, Move, Setup, Size};
use kifu::replay::{Replayer, scoring, stated_rules};
use kifu::rgf::bundle::Bundle;
use kifu::rgf::{Recording, Session};
use kifu::rules::Rules;
use kifu::sgf::canonical::Style;
use kifu::sgf::{Document, GameContext, value};
use kifu::span::Severity;
use kifu::timeline::{Time, Timeline, View};
use kifu::tree::NodeId;
use kifu::tree::game::PrivateData;
use kifu::value::DateEntry;
use serde_json::{Value, json};

/// An answer: JSON, or the written file for the levels `write` and `convert`.
pub(crate) enum Answer {
    Json(Value),
    Written(Vec<u8>),
}

/// Returns the answer for a file. Some levels have an argument: a time, a list of points, or a format.
pub(crate) fn answer(level: &str, source: &[u8], format: &str, argument: &str) -> Answer {
    let answer = match (format, level) {
        ("sgf", "write") => return write(source),
        (_, "convert") => return converted(source, argument),
        (_, "check") => check(source, format),
        ("rgf" | "rgt" | "rgz", "state") => state(source, format, argument),
        ("sgn", "position") => sgn(source),
        ("sgf" | "jgf" | "gib" | "ngf" | "ugf" | "ogs", _) => record(level, source, argument),
        _ => unsupported(),
    };
    Answer::Json(answer)
}

fn refused(error: &dyn std::fmt::Display) -> Value {
    json!({ "refused": error.to_string() })
}

fn write(source: &[u8]) -> Answer {
    match Document::parse(source) {
        Err(error) => Answer::Json(refused(&error)),
        Ok(document) => match kifu::sgf::canonical::write(&document, &Style::default()) {
            Ok(written) => Answer::Written(written.text),
            Err(error) => Answer::Json(refused(&error)),
        },
    }
}

fn converted(source: &[u8], target: &str) -> Answer {
    let Some(target) = Target::ALL.into_iter().find(|known| known.name() == target) else {
        return Answer::Json(unsupported());
    };
    let options = convert::Options {
        private_data: PrivateData::Omit,
        ..convert::Options::default()
    };
    let result = match kifu::read(source) {
        Err(error) => return Answer::Json(refused(&error)),
        Ok(record) if record.is_empty() => return Answer::Json(refused(&"no game")),
        Ok(record) => convert::convert(&record, target, options),
    };
    match result {
        Ok((text, _)) => Answer::Written(text),
        Err(error) => Answer::Json(refused(&error)),
    }
}

/// Whether the file has a fault that changes its meaning for some readers, and where.
fn check(source: &[u8], format: &str) -> Value {
    let settings = kifu::check::Settings::default();
    let findings = match (format, kifu::read(source)) {
        ("rgf", _) => match Recording::parse(source) {
            Ok(recording) => recording.read(&Default::default()).diagnostics,
            Err(error) => return refused(&error),
        },
        (_, Err(error)) => return refused(&error),
        (_, Ok(Record::Sgf(document))) if document.roots().next().is_none() => {
            return refused(&"no game");
        }
        (_, Ok(Record::Sgf(document))) => kifu::check::check(&document, &settings),
        (_, Ok(Record::Jgf(_))) => match kifu::check_jgf(source, &settings) {
            Ok(findings) => findings,
            Err(error) => return refused(&error),
        },
        _ => return unsupported(),
    };
    // kifu reports game information that it cannot read without a warning; for a specification, it is a fault.
    let faults = findings.iter().filter(|finding| {
        finding.severity >= Severity::Warning || finding.code.name == "value/unreadable"
    });
    let places: Vec<usize> = faults.map(|finding| finding.span.range().start).collect();
    json!({ "faulty": !places.is_empty(), "places": places })
}

/// The state of a recording at a time.
fn state(source: &[u8], format: &str, time: &str) -> Value {
    let timeline = if format == "rgf" {
        Recording::parse(source).map(|recording| recording.timeline(&Default::default()))
    } else {
        let bundle = match Bundle::read(source, None, &Default::default()) {
            Ok(bundle) => bundle,
            Err(error) => return refused(&error),
        };
        let session = match Session::of_bundle(bundle) {
            Ok(session) => session,
            Err(error) => return refused(&error),
        };
        return match session.loaded().next() {
            Some((_, track)) => view(at(track.timeline(), time)),
            None => refused(&"no recording"),
        };
    };
    match timeline {
        Ok(timeline) if timeline.is_empty() => refused(&"no recording"),
        Ok(timeline) => view(at(&timeline, time)),
        Err(error) => refused(&error),
    }
}

fn at<'t>(timeline: &'t Timeline, time: &str) -> View<'t> {
    match Time::read(time) {
        Ok(read) => timeline.at(read.time),
        Err(_) => timeline.first(),
    }
}

/// The tree at a moment, and the node that a viewer shows.
fn view(view: View<'_>) -> Value {
    let mut shown = Value::Null;
    let games = view.roots().enumerate().map(|(game, root)| {
        let mut nodes = Vec::new();
        let mut todo = vec![(root, None)];
        while let Some((id, parent)) = todo.pop() {
            if view.cursor() == Some(id) {
                shown = json!([game, nodes.len()]);
            }
            let properties = view
                .properties(id)
                .map(|(ident, values)| json!([ident, values.collect::<Vec<_>>()]));
            let index = nodes.len();
            nodes.push(json!({ "parent": parent, "properties": properties.collect::<Vec<_>>() }));
            let children: Vec<NodeId> = view.children(id).collect();
            todo.extend(children.into_iter().rev().map(|child| (child, Some(index))));
        }
        json!({ "nodes": nodes })
    });
    let games: Vec<Value> = games.collect();
    json!({ "games": games, "node": shown })
}

/// Answers about the first game of a record, as SGF.
fn record(level: &str, source: &[u8], argument: &str) -> Value {
    let read = kifu::read(source).and_then(|record| {
        let sgf = record.to_sgf()?;
        Ok(sgf.to_bytes())
    });
    let document = match read.and_then(Document::parse) {
        Ok(document) => document,
        Err(error) => return refused(&error),
    };
    let Some(root) = document.roots().next() else {
        return refused(&"no game");
    };
    match level {
        "tree" | "text" => tree(&document, level == "text"),
        "moves" => moves(&document, root),
        "info" => info(&document, root),
        "position" => position(&document, root),
        "legal" => legal(&document, root),
        "score" => score(&document, root, argument),
        _ => unsupported(),
    }
}

/// Game information, normalized.
fn info(document: &Document, root: NodeId) -> Value {
    let context = GameContext::of(document.node(root));
    // Game information can also be below the root.
    let mut nodes = std::iter::successors(Some(root), |id| document.forest().children(*id).next());
    let mut found = std::collections::BTreeMap::new();
    for id in nodes.by_ref().take(3) {
        for property in document.node(id).properties() {
            let ident: String = property.ident().significant().map(char::from).collect();
            if let Some(text) = document.node(id).simple_text(&ident) {
                found.entry(ident).or_insert_with(|| text.trim().to_owned());
            }
        }
    }
    let text = |ident: &str| found.get(ident).filter(|text| !text.is_empty());
    let komi = text("KM").and_then(|text| document.node(root).meant_komi(text, &context));
    let handicap = text("HA").and_then(|text| value::handicap(text).ok());
    let result = text("RE").and_then(|text| value::result(text).ok());
    let dates = text("DT").and_then(|text| value::dates(text).ok());
    let time = text("TM").and_then(|text| value::time(text).ok());
    let number = |text: String| text.parse::<f64>().ok();
    let day = |entry: &DateEntry| match entry {
        DateEntry::On(date, None) => date.to_string(),
        DateEntry::On(date, Some(time)) => format!("{date}T{time}"),
        DateEntry::During(from, to) => format!("{from}/{to}"),
    };
    json!({ "info": {
        "size": [context.size.cols(), context.size.rows()],
        "black": text("PB"), "white": text("PW"), "black_rank": text("BR"), "white_rank": text("WR"),
        "black_team": text("BT"), "white_team": text("WT"), "name": text("GN"), "event": text("EV"), "round": text("RO"),
        "place": text("PC"), "rules": text("RU"), "overtime": text("OT"), "source": text("SO"), "annotator": text("AN"),
        "copyright": text("CP"), "user": text("US"), "opening": text("ON"),
        "komi": komi.and_then(|komi| number(komi.to_string())),
        "handicap": handicap.map(|read| read.value.stones),
        "result": result.map(|read| read.value.to_string()),
        "dates": dates.map(|read| read.value.entries.iter().map(day).collect::<Vec<_>>()),
        "time": time.and_then(|read| number(read.value.to_string())),
    }})
}

/// The result of counting the final position with the given dead stones.
fn score(document: &Document, root: NodeId, dead: &str) -> Value {
    let size = GameContext::of(document.node(root)).size;
    let points = dead.split_whitespace().map(|text| {
        let read = value::action(text.as_bytes(), size).ok()?;
        match read.value {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    });
    let Some(points) = points.collect::<Option<Vec<_>>>() else {
        return refused(&"a dead stone is not a point");
    };
    let options = scoring::Options {
        dead: Some(&points),
        ..scoring::Options::default()
    };
    match scoring::score(document, root, &options) {
        Ok(scored) => json!({ "result": scored.score.outcome().to_string() }),
        Err(error) => refused(&error),
    }
}

fn unsupported() -> Value {
    json!({ "unsupported": true })
}

/// All games; raw values, or values converted as `Text` and `SimpleText`.
fn tree(document: &Document, converted: bool) -> Value {
    let games = document.roots().map(|root| {
        let charset = document.charset(root).charset;
        let mut nodes = Vec::new();
        let mut indices = std::collections::HashMap::new();
        for id in document.forest().preorder(root) {
            let node = document.node(id);
            if node.is_empty_variation() {
                continue;
            }
            let parent = document
                .forest()
                .parent(id)
                .and_then(|parent| indices.get(&parent));
            let properties: Vec<Value> = node
                .properties()
                .map(|property| {
                    let ident: String = property.ident().significant().map(char::from).collect();
                    let is_text = ["C", "GC"].contains(&ident.as_str());
                    let values: Vec<String> = property
                        .values()
                        .map(|value| match (converted, is_text) {
                            (false, _) => charset.decode(value.raw()).text.into_owned(),
                            (true, true) => value.text(charset).text.into_owned(),
                            (true, false) => value.simple_text(charset).text.into_owned(),
                        })
                        .collect();
                    json!([ident, values])
                })
                .collect();
            let value = json!({ "parent": parent, "properties": properties });
            indices.insert(id, nodes.len());
            nodes.push(value);
        }
        json!({ "nodes": nodes })
    });
    json!({ "games": games.collect::<Vec<_>>() })
}

fn moves(document: &Document, root: NodeId) -> Value {
    let size = GameContext::of(document.node(root)).size;
    let moves: Vec<Value> = document
        .moves(root)
        .map(|(color, action)| match action {
            Move::Play(point) => json!([color.letter().to_string(), point.col, point.row]),
            Move::Pass => json!([color.letter().to_string()]),
        })
        .collect();
    json!({ "size": [size.cols(), size.rows()], "moves": moves })
}

/// The position at the end of the main line.
fn position(document: &Document, root: NodeId) -> Value {
    let mut replayer = Replayer::forward(document, root, &Rules::LENIENT);
    while replayer.advance().is_some() {}
    let setup = replayer.position().to_setup();
    board(&setup, setup.size())
}

fn board(setup: &Setup, size: Size) -> Value {
    let mut rows = vec![String::new(); usize::from(size.rows())];
    for point in size.points() {
        rows[usize::from(point.row)].push(match setup.stone(point) {
            None => '.',
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
        });
    }
    json!({
        "size": [size.cols(), size.rows()],
        "board": rows,
        "to_play": setup.to_play.map(|color| color.letter().to_string()),
        "ko": setup.ko.map(|ko| [ko.col, ko.row]),
    })
}

/// Whether each move of the main line is legal by the rules that the record names.
fn legal(document: &Document, root: NodeId) -> Value {
    let context = GameContext::of(document.node(root));
    let node = document.node(root);
    let rules = node.simple_text("RU").and_then(|text| stated_rules(&text));
    let Some(rules) = rules else {
        return unsupported();
    };
    let mut replayer = Replayer::new(document, root, &rules);
    let mut legal = Vec::new();
    loop {
        let mut before = replayer.position().clone();
        let Some(id) = replayer.advance() else {
            break;
        };
        let node = document.node(id);
        if let Some((color, action)) = node.play(&context) {
            legal.push(before.play(color, action).is_ok());
        }
    }
    json!({ "legal": legal })
}

fn sgn(source: &[u8]) -> Value {
    let text = String::from_utf8_lossy(source);
    match kifu::sgn::Reader::STRICT.read(&text) {
        Ok(reading) => board(reading.position.setup(), reading.position.setup().size()),
        Err(finding) => json!({ "refused": finding.to_string() }),
    }
}
