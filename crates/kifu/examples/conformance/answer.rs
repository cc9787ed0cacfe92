//! The answers of kifu to the questions of the conformance suite: see `corpus/conformance/README.md`.

use kifu::core::{Color, Move, Setup, Size};
use kifu::replay::{Replayer, stated_rules};
use kifu::rules::Rules;
use kifu::sgf::canonical::Style;
use kifu::sgf::{Document, GameContext};
use kifu::tree::NodeId;
use serde_json::{Value, json};

/// An answer: JSON, or the written file for the level `write`.
pub(crate) enum Answer {
    Json(Value),
    Written(Vec<u8>),
}

/// Returns the answer for a file.
pub(crate) fn answer(level: &str, source: &[u8], format: &str) -> Answer {
    match (format, level) {
        ("sgf", "write") => write(source),
        ("sgf", _) => Answer::Json(sgf(level, source)),
        ("sgn", "position") => Answer::Json(sgn(source)),
        _ => Answer::Json(unsupported()),
    }
}

fn write(source: &[u8]) -> Answer {
    let refused =
        |error: &dyn std::fmt::Display| Answer::Json(json!({ "refused": error.to_string() }));
    match Document::parse(source) {
        Err(error) => refused(&error),
        Ok(document) => match kifu::sgf::canonical::write(&document, &Style::default()) {
            Ok(written) => Answer::Written(written.text),
            Err(error) => refused(&error),
        },
    }
}

fn sgf(level: &str, source: &[u8]) -> Value {
    let document = match Document::parse(source) {
        Ok(document) => document,
        Err(error) => return json!({ "refused": error.to_string() }),
    };
    let Some(root) = document.roots().next() else {
        return json!({ "refused": "no game" });
    };
    match level {
        "tree" | "text" => tree(&document, level == "text"),
        "moves" => moves(&document, root),
        "position" => position(&document, root),
        "legal" => legal(&document, root),
        _ => unsupported(),
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
