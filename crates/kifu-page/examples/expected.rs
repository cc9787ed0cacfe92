//! Writes what the tests of the page in a browser compare with, as JSON.
//!
//! * `boards FILE…`: a hash of the board after each node of each game, played by kifu-replay
//! * `figures FILE…`: the drawings of kifu-diagram for the nodes with marks, and their labels, lines and arrows
//! * `recordings DIR COUNT`: writes random recordings to a directory, and for each of them the board and the comment at
//!   each time, from kifu-figure
//! * `plays COUNT`: random moves on small boards, with the answers of kifu-rules
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::Path;

use kifu_core::{Color, Move, Point, Size};
use kifu_diagram::{Coordinates, Figure, Svg};
use kifu_figure::{Line, Options, moment, node_marks};
use kifu_page::rgf::timeline::{Builder, Stamp, Time, Timeline};
use kifu_page::rgf::{Dialect, Session, write};
use kifu_page::sgf::{Document, GameContext};
use kifu_replay::{Replayer, replay, stated_rules};
use kifu_rules::{Board, Illegal, Position, Repetition, Rules, Suicide};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = match args.split_first() {
        Some((kind, files)) if kind == "boards" => of_files(files, boards)?,
        Some((kind, files)) if kind == "figures" => of_files(files, figures)?,
        Some((kind, [directory, count])) if kind == "recordings" => {
            recordings(Path::new(directory), count.parse()?)?
        }
        Some((kind, [count])) if kind == "plays" => plays(count.parse()?),
        _ => return Err("the first argument names no kind of values".into()),
    };
    println!("{value}");
    Ok(())
}

/// The values of all games of the files that a page can show.
fn of_files(
    files: &[String],
    of_game: fn(&Document, kifu_tree::NodeId) -> Value,
) -> Result<Value, Box<dyn Error>> {
    let mut all = Vec::new();
    for file in files {
        let document = Document::parse(std::fs::read(file)?)?;
        for root in document.roots() {
            if Replayer::to_show(&document, root, &Rules::LENIENT).is_ok() {
                all.push(of_game(&document, root));
            }
        }
    }
    Ok(all.into())
}

fn boards(document: &Document, root: kifu_tree::NodeId) -> Value {
    let stated = document.game_info(root).rules;
    let rules = stated
        .as_deref()
        .and_then(stated_rules)
        .unwrap_or(Rules::JAPANESE);
    let nodes = document.forest().preorder(root);
    nodes
        .map(|node| hash(replay(document, node, &rules).position.board()).into())
        .collect::<Vec<Value>>()
        .into()
}

fn figures(document: &Document, root: kifu_tree::NodeId) -> Value {
    let size = GameContext::of(document.node(root)).size;
    let options = Options {
        coordinates: Some(Coordinates::Western),
        variations: false,
        ..Options::default()
    };
    let nodes = document.forest().preorder(root).enumerate();
    let marked = nodes.filter(|(_, id)| !node_marks(document, document.node(*id), size).is_empty());
    marked
        .map(|(index, id)| {
            let figure = Line::to(document, id).position(&options);
            json!([
                index,
                Svg::default().draw(&figure),
                texts_and_lines(&figure)
            ])
        })
        .collect::<Vec<Value>>()
        .into()
}

/// The labels with their columns and rows, the ends of all lines and arrows, and the number of arrows with a direction.
/// Columns and rows count from the corner of the view.
fn texts_and_lines(figure: &Figure) -> Value {
    let first = figure.view.first();
    let at = |point: Point| {
        let [col, row] = [point.col, point.row].map(i32::from);
        [col - i32::from(first.col), row - i32::from(first.row)]
    };
    let labels = figure.size().points().filter_map(|point| {
        let label = figure
            .get(point)
            .filter(|_| figure.shows(point))?
            .label
            .as_deref()?;
        let [col, row] = at(point);
        Some(json!([col, row, label.chars().take(6).collect::<String>()]))
    });
    let on_board = |ends: &&[Point; 2]| ends.iter().all(|&end| figure.size().contains(end));
    let lines = figure.lines.iter().chain(&figure.arrows).filter(on_board);
    let arrows = figure.arrows.iter().filter(on_board);
    json!({
        "labels": labels.collect::<Vec<_>>(),
        "lines": lines.map(|ends| ends.map(at).concat()).collect::<Vec<_>>(),
        "heads": arrows.filter(|[from, to]| from != to).count(),
    })
}

/// FNV-1a with 32 bits, which the tests in the browser compute, too.
fn hash(board: &Board) -> u32 {
    board.size().points().fold(0x811c_9dc5, |hash: u32, point| {
        let stone = match board.stone(point) {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        };
        (hash ^ stone).wrapping_mul(0x0100_0193)
    })
}

/// Writes recordings of random events, and returns for each the moments with the time in milliseconds, the hash of the
/// board, and the comment.
fn recordings(directory: &Path, count: usize) -> Result<Value, Box<dyn Error>> {
    let mut random = random();
    let mut all = Vec::new();
    for index in 0..count {
        let name = format!("{index}.rgf");
        let source = write(&recording(&mut random), Dialect::Counted);
        std::fs::write(directory.join(&name), &source)?;
        let session = Session::of_recording(&name, source)?;
        for (stream, track) in session.loaded() {
            let timeline = track.timeline();
            let mut times: Vec<_> = timeline.times().collect();
            times.dedup();
            let moments = times.into_iter().map(|time| {
                let view = timeline.at(time);
                let board = moment::board(&session.main, stream, view, &Rules::JAPANESE)?;
                let hash = hash(board.position.board());
                let comment = stream.comment(&session.main, view);
                Ok(json!([time.nanos() / 1_000_000, hash, comment]))
            });
            all.push(moments.collect::<Result<Value, Box<dyn Error>>>()?);
        }
    }
    Ok(all.into())
}

/// A recording of random moves, setup, marks, comments, removals and jumps on a small board.
fn recording(random: &mut impl FnMut(usize) -> usize) -> Timeline {
    let mut builder = Builder::default();
    let mut time = 0;
    let mut nodes = Vec::new();
    for _ in 0..10 + random(60) {
        time += random(3) as i64 * 250;
        let at = Some(Stamp::at(Time::from_millis(time)));
        let point = |random: &mut dyn FnMut(usize) -> usize| {
            let letter = |at: usize| char::from(b'a' + at as u8);
            format!("{}{}", letter(random(4)), letter(random(4)))
        };
        let color = ["B", "W"][random(2)];
        let node = match nodes.len() {
            0 => None,
            len => Some(nodes[len - 1 - random(len.min(4))]),
        };
        let Some(node) = node.filter(|_| random(10) < 6) else {
            let new = builder.add_node(node, at);
            match random(8) {
                0 => {}
                1 => builder.put(new, color, [""], at),
                2 => {
                    let (one, other) = (point(random), point(random));
                    builder.put(new, ["AB", "AW"][random(2)], [&*one, &*other], at);
                }
                _ => builder.put(new, color, [&*point(random)], at),
            }
            nodes.push(new);
            continue;
        };
        match random(12) {
            0 | 1 => builder.put(node, "C", ["A word, "], at),
            2 => builder.remove(node, "C", [""; 0], at),
            3 => builder.put(node, ["AB", "AW", "AE"][random(3)], [&*point(random)], at),
            4 => builder.remove(node, ["AB", "AW"][random(2)], [""; 0], at),
            5 => builder.put(node, ["CR", "TR"][random(2)], [&*point(random)], at),
            6 => builder.put(node, "LB", [&*format!("{}:x", point(random))], at),
            7 => builder.put(node, color, [&*point(random)], at),
            8 if random(3) == 0 => builder.remove_node(node, at),
            9 => builder.trigger(node, "X-MARK:A chapter", at),
            _ => builder.trigger(node, "N", at),
        }
    }
    let (timeline, _) = builder.build();
    timeline
}

/// Random numbers below a number: the same every time, by xorshift.
fn random() -> impl FnMut(usize) -> usize {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap_or_default()
    }
}

/// Games of random moves. Each move has the player, the point (-1 for a pass), the answer, and the hash of the board.
fn plays(count: usize) -> Value {
    let mut random = random();
    let mut games = Vec::new();
    let mut played = 0;
    while played < count {
        let (cols, rows) = (2 + random(8), 1 + random(9));
        let size = Size::new(cols as u8, rows as u8).expect("the size is in range");
        let (suicide, suicide_name) = [
            (Suicide::Forbidden, "no"),
            (Suicide::Multi, "multi"),
            (Suicide::Any, "any"),
        ][random(3)];
        let (repetition, repetition_name) = [
            (Repetition::Allowed, "allowed"),
            (Repetition::SimpleKo, "ko"),
            (Repetition::Positional, "positional"),
            (Repetition::Situational, "situational"),
            (Repetition::NaturalSituational, "natural"),
        ][random(5)];
        let rules = Rules {
            suicide,
            repetition,
            passes_to_end: 0,
            ..Rules::JAPANESE
        };
        let mut position = Position::new(size, rules);
        let mut moves = Vec::new();
        for _ in 0..cols * rows * 4 {
            let color = position.to_play();
            let at = random(cols * rows + 1);
            let is_pass = at == cols * rows && random(8) == 0;
            let at = at % (cols * rows);
            let point = Point::new((at % cols) as u8, (at / cols) as u8);
            let action = if is_pass {
                Move::Pass
            } else {
                Move::Play(point)
            };
            let answer = match position.play(color, action) {
                Ok(_) => "",
                Err(Illegal::Occupied(_)) => "occupied",
                Err(Illegal::Suicide { .. }) => "suicide",
                Err(Illegal::Ko) => "ko",
                Err(Illegal::Superko { .. }) => "repetition",
                Err(_) => "other",
            };
            let letter = if color == Color::Black { 1 } else { 2 };
            let at = if is_pass { -1 } else { at as i32 };
            moves.push(json!([letter, at, answer, hash(position.board())]));
        }
        played += moves.len();
        games.push(json!({
            "cols": cols, "rows": rows, "suicide": suicide_name, "repetition": repetition_name, "moves": moves,
        }));
    }
    games.into()
}
