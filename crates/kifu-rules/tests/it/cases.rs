//! Drawn cases: every file of `test_data` has a board and the actions on it.
//!
//! ```text
//! A comment.
//! rules: chinese          the ruleset; the default is Japanese
//! suicide: multi          a change of the ruleset; also `repetition`
//! turn: white
//! ko: B3                  the point that the ko forbids
//!
//! . X O                   the board
//! X O .
//!
//! black C1 captures 1     a legal move and its effects; also `suicide N` and `ko P`
//! white B1 refused: ko …  an illegal move and the reason
//! force white B1: …       a forced move and the rules that it breaks
//! undo, black passes, over, repeats N, no repeat
//! board                   the current board, drawn below
//! territory dead A1 B2    the status of each point, drawn below:
//!                         X O alive, x o dead, b w surrounded, + - territory
//! score dead A1: B+3      the score with komi 0 and the current prisoners
//! alive black             the unconditionally alive stones, drawn below
//! ```

use std::fmt::Write;
use std::iter::Peekable;
use std::path::Path;
use std::str::Lines;

use kifu_core::{Action, Color, Move, Point, Points, Setup, Size, Western};
use kifu_rules::{
    Ground, Illegal, PassAlive, Played, PointSet, PointStatus, Position, Repetition, Rules,
    SetupError, Suicide, Territory,
};

#[test]
fn drawn_cases_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_data");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no cases in {}", folder.display());
    let mut wrong = String::new();
    for file in &files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file).unwrap();
        // Each board in a file is a separate case.
        for (n, part) in text.split("\n----\n").enumerate() {
            if let Err(why) = run(part) {
                writeln!(wrong, "{name}, part {}: {why}\n", n + 1).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

fn run(text: &str) -> Result<(), String> {
    let mut lines = text.lines().peekable();
    let mut rules = Rules::JAPANESE;
    let mut turn = Color::Black;
    let mut ko = None;
    let mut drawing = Vec::new();
    while drawing.is_empty() {
        let line = lines.next().ok_or("no board")?.trim();
        match line.split_once(": ") {
            Some(("rules", name)) => rules = name.parse().map_err(|e| format!("{e}"))?,
            Some(("turn", color)) => turn = color.parse().map_err(|e| format!("{e}"))?,
            Some(("ko", name)) => ko = Some(name),
            Some(("suicide", "forbidden")) => rules.suicide = Suicide::Forbidden,
            Some(("suicide", "multi")) => rules.suicide = Suicide::Multi,
            Some(("suicide", "any")) => rules.suicide = Suicide::Any,
            Some(("repetition", name)) => {
                rules.repetition = match name {
                    "allowed" => Repetition::Allowed,
                    "simple ko" => Repetition::SimpleKo,
                    "positional" => Repetition::Positional,
                    "situational" => Repetition::Situational,
                    "natural" => Repetition::NaturalSituational,
                    _ => return Err(format!("unknown repetition {name}")),
                }
            }
            _ if is_drawing(line) => {
                drawing.push(squeeze(line));
                drawing.extend(block(&mut lines));
            }
            _ => {}
        }
    }
    let size = Size::new(drawing[0].len() as u8, drawing.len() as u8).unwrap();
    let mut setup = Setup::empty(size);
    for (point, sign) in size.points().zip(drawing.concat().chars()) {
        let stone = match sign {
            'X' => Some(Color::Black),
            'O' => Some(Color::White),
            _ => None,
        };
        setup.put(point, stone);
    }
    setup.to_play = Some(turn);
    setup.ko = ko.map(|name| Western::parse(name, size).unwrap());
    let mut position =
        Position::from_setup(&setup, rules).unwrap_or_else(SetupError::keep_dead_stones);
    while let Some(line) = lines.next() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        step(&mut position, line, &mut lines)
            .map_err(|why| format!("{line}: {why}\n{}", position.board()))?;
    }
    Ok(())
}

fn step(position: &mut Position, line: &str, lines: &mut Peekable<Lines>) -> Result<(), String> {
    let size = position.board().size();
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["undo"] => same(position.undo(), true),
        ["over"] => same(position.is_over(), true),
        ["not", "over"] => same(position.is_over(), false),
        ["repeats", ply] => same(position.repeats(), Some(ply.parse().unwrap())),
        ["no", "repeat"] => same(position.repeats(), None),
        ["board"] => {
            let found = position.board().to_string();
            same(found.trim_end(), &block(lines).join("\n"))
        }
        ["alive", color] => {
            let color: Color = color.parse().unwrap();
            let suicide = position.rules().suicide != Suicide::Forbidden;
            let alive = PassAlive::of(position.board(), color, suicide);
            let stone = if color == Color::Black { 'X' } else { 'O' };
            let sign = |point| match (alive.stones.contains(point), alive.eyes.contains(point)) {
                (true, _) => stone,
                (_, true) => '+',
                _ => '.',
            };
            same(draw(size, sign), block(lines).join("\n"))
        }
        ["territory", ref rest @ ..] => {
            let territory = Territory::of(position.board(), &dead(rest, size)?);
            let sign = |point| match territory[point] {
                PointStatus::Alive(Color::Black) => 'X',
                PointStatus::Alive(Color::White) => 'O',
                PointStatus::Dead(Color::Black, _) => 'x',
                PointStatus::Dead(Color::White, _) => 'o',
                PointStatus::Empty(Ground::Territory(Color::Black)) => '+',
                PointStatus::Empty(Ground::Territory(Color::White)) => '-',
                PointStatus::Empty(Ground::Surrounded(Color::Black)) => 'b',
                PointStatus::Empty(Ground::Surrounded(Color::White)) => 'w',
                PointStatus::Empty(Ground::Dame) => '.',
            };
            same(draw(size, sign), block(lines).join("\n"))
        }
        [first, ..] if first.starts_with("score") => {
            let (before, result) = line.split_once(": ").ok_or("no result")?;
            let rest: Vec<&str> = before.split_whitespace().skip(1).collect();
            let territory = Territory::of(position.board(), &dead(&rest, size)?);
            let score = position.score(&territory, Points::ZERO, 0);
            same(score.to_string(), result.to_owned())
        }
        ["force", color, ..] => {
            let color = color.parse().unwrap();
            let (before, breaches) = line.split_once(':').ok_or("no breaches")?;
            let action = action(before.split_whitespace().nth(2).unwrap(), size)?;
            let forced = position.force(Action::Play(color, action));
            let found: Vec<String> = forced.breaches.iter().map(ToString::to_string).collect();
            same(found.join("; "), breaches.trim().to_owned())
        }
        [color, point, ref rest @ ..] => {
            let color = color.parse().map_err(|_| "unknown action")?;
            let action = action(point.trim_end_matches(':'), size)?;
            let result = position.play(color, action);
            match (result, line.split_once("refused: ")) {
                (Err(why), Some((_, expected))) => same(name(why), expected.to_owned()),
                (Ok(played), None) => same(effects(played, size), rest.join(" ")),
                (result, _) => Err(format!("{result:?}")),
            }
        }
        _ => Err("unknown action".to_owned()),
    }
}

fn same<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("found\n{found:#?}\nexpected\n{expected:#?}").replace("\\n", "\n"))
    }
}

fn name(why: Illegal) -> String {
    match why {
        Illegal::OffBoard => "off board".to_owned(),
        Illegal::Occupied(_) => "occupied".to_owned(),
        Illegal::Suicide { stones } => format!("suicide of {stones}"),
        Illegal::Ko => "ko".to_owned(),
        Illegal::Superko { ply } => format!("superko, as after {ply}"),
        Illegal::NotYourTurn => "not your turn".to_owned(),
        Illegal::GameOver => "game over".to_owned(),
        _ => format!("{why:?}"),
    }
}

fn effects(played: Played, size: Size) -> String {
    let mut effects = Vec::new();
    if played.captured > 0 {
        effects.push(format!("captures {}", played.captured));
    }
    if played.suicide > 0 {
        effects.push(format!("suicide {}", played.suicide));
    }
    if let Some(point) = played.ko {
        effects.push(format!("ko {}", size.western(point).unwrap()));
    }
    effects.join(" ")
}

fn action(text: &str, size: Size) -> Result<Move, String> {
    if text == "passes" || text == "pass" {
        return Ok(Move::Pass);
    }
    let point = Western::parse(text, size).map_err(|e| e.to_string())?;
    Ok(Move::Play(point))
}

fn dead(words: &[&str], size: Size) -> Result<PointSet, String> {
    let mut dead = PointSet::new(size);
    for word in words.iter().filter(|&&word| word != "dead") {
        dead.insert(Western::parse(word, size).map_err(|e| e.to_string())?);
    }
    Ok(dead)
}

fn draw(size: Size, sign: impl Fn(Point) -> char) -> String {
    let rows = (0..size.rows()).map(|row| {
        let row = (0..size.cols()).map(|col| sign(Point::new(col, row)));
        row.collect::<String>()
    });
    rows.collect::<Vec<String>>().join("\n")
}

fn block(lines: &mut Peekable<Lines>) -> Vec<String> {
    let mut block = Vec::new();
    while let Some(line) = lines.next_if(|line| is_drawing(line)) {
        block.push(squeeze(line));
    }
    block
}

fn is_drawing(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.chars().all(|c| ".XOxobw+- ".contains(c))
}

fn squeeze(line: &str) -> String {
    line.chars().filter(|c| !c.is_whitespace()).collect()
}
