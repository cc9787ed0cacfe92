//! Scores the finished games in a directory and compares the scores with their records.
//!
//! ```text
//! cargo run --release -p kifu-rules --example kgs_scores -- FOLDER [--show]
//! ```
//!
//! It uses the SGF files that mark territory (`TB`, `TW`) on the main line and state a result in points. It checks if
//! the count of the marks equals the result, and if the territory computed from the dead stones equals the marks.
//! `--show` draws the games where it does not.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod sgf;

use std::path::Path;
use std::process::ExitCode;

use kifu_core::{ByColor, Color, Margin, Outcome, Points, Size};
use kifu_rules::{
    Board, Ground, PointSet, PointStatus, Position, Repetition, Rules, Scoring, Suicide, Territory,
    dead_by_marks,
};

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let show = args.iter().any(|arg| arg == "--show");
    args.retain(|arg| arg != "--show");
    let [folder] = &args[..] else {
        eprintln!("usage: kgs_scores FOLDER [--show]");
        return ExitCode::from(2);
    };
    let files = sgf::files(Path::new(folder));
    let mut tally = Tally::default();
    for file in &files {
        let name = file.display().to_string();
        let Ok(bytes) = std::fs::read(file) else {
            continue;
        };
        tally.look_at(&name, &bytes, show);
    }
    println!("{} files", files.len());
    println!(
        "{} with territory marks and a result in points",
        tally.marked
    );
    println!(
        "{} of them under rules that are not known here",
        tally.other_rules
    );
    println!("{} whose count by the marks is the result", tally.counted);
    println!(
        "{} whose marks flood fill finds from the dead stones",
        tally.flooded
    );
    println!(
        "{} whose marks are rebuilt from the dead stones",
        tally.rebuilt
    );
    ExitCode::SUCCESS
}

#[derive(Default)]
struct Tally {
    marked: u32,
    other_rules: u32,
    counted: u32,
    flooded: u32,
    rebuilt: u32,
}

impl Tally {
    fn look_at(&mut self, name: &str, bytes: &[u8], show: bool) {
        let line = sgf::main_line(bytes);
        let Some(Ok(size)) = line.size.map(|(cols, rows)| Size::new(cols, rows)) else {
            return;
        };
        let (black, white) = (line.points("TB"), line.points("TW"));
        let result: Option<Outcome> = line.text("RE").and_then(|re| re.parse().ok());
        let by_points = matches!(
            result,
            Some(
                Outcome::Draw
                    | Outcome::Win {
                        by: Margin::Points(_),
                        ..
                    }
            )
        );
        if black.is_none() && white.is_none() || !by_points {
            return;
        }
        self.marked += 1;
        let marks = ByColor {
            black: PointSet::of(size, black.unwrap_or_default()),
            white: PointSet::of(size, white.unwrap_or_default()),
        };
        let rules = line.text("RU").unwrap_or("Japanese".to_owned());
        let Ok(rules) = rules.parse::<Rules>() else {
            self.other_rules += 1;
            return;
        };
        let komi = line.text("KM").and_then(|km| km.parse().ok());
        let handicap = line.text("HA").and_then(|ha| ha.parse().ok()).unwrap_or(0);
        let lenient = Rules {
            suicide: Suicide::Any,
            repetition: Repetition::Allowed,
            passes_to_end: 0,
            // KGS counts area under AGA rules, without pass stones.
            pass_stones: false,
            ..rules
        };
        let mut position = Position::new(size, lenient);
        for &action in &line.actions {
            position.force(action);
        }
        let board = position.board();
        let marked = Territory::from_marks(board, &marks);
        let score = position.score(&marked, komi.unwrap_or(Points::ZERO), handicap);
        if Some(score.outcome()) == result {
            self.counted += 1;
        } else if show {
            println!(
                "{name}: counted {score}, the record says {:?}",
                line.text("RE")
            );
        }
        let dead = dead_by_marks(board, &marks);
        let flooded = Territory::flood(board, &dead);
        if same(&flooded, &marked, rules) {
            self.flooded += 1;
        }
        let rebuilt = Territory::of(board, &dead);
        if same(&rebuilt, &marked, rules) {
            self.rebuilt += 1;
        } else if show {
            println!("{name}: {:?}", line.text("RU"));
            draw(board, &marked, &rebuilt);
        }
    }
}

/// Whether the points of each player are the same.
fn same(a: &Territory, b: &Territory, rules: Rules) -> bool {
    let owner = |status: PointStatus| match rules.scoring {
        Scoring::Area => status.area_of(),
        Scoring::Territory => status.territory_of(),
    };
    a.iter()
        .zip(b.iter())
        .all(|(a, b)| owner(a.1) == owner(b.1))
}

/// Draws the territory of the record and ours side by side.
fn draw(board: &Board, marked: &Territory, rebuilt: &Territory) {
    let sign = |status: PointStatus| match status {
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
    let cols = usize::from(board.size().cols());
    let all: Vec<(char, char)> = marked
        .iter()
        .zip(rebuilt.iter())
        .map(|(a, b)| (sign(a.1), sign(b.1)))
        .collect();
    for row in all.chunks(cols) {
        let of = |side: fn(&(char, char)) -> char| row.iter().map(side).collect::<String>();
        let differ: String = row
            .iter()
            .map(|(a, b)| if a == b { ' ' } else { '*' })
            .collect();
        println!("{}  {}  {differ}", of(|p| p.0), of(|p| p.1));
    }
}
