//! `kifu next`: how games go on from a position or a pattern.

pub(crate) mod args;

use anyhow::Context;
use std::cmp::Reverse;
use std::fmt::Write as _;
use std::io::Write;

use kifu::collection::Part;
use kifu::core::{Action, Color, Point};
use kifu::rules::{Position, Rules};
use kifu::search::{self, Anchor, Cell, Continuations, Pattern, Query, Reply, Row, Searcher};
use serde::Serialize;

use self::args::{By, NextArgs};
use crate::args::pattern::AnchorArg;
use crate::exit::{Outcome, Usage};
use crate::games::Chunks;
use crate::input::Input;
use crate::json::{self, SCHEMA};
use crate::output;
use crate::pattern::{self, Pool};
use crate::printable::count;
use crate::run::Inputs;

pub(crate) fn run(args: &NextArgs) -> anyhow::Result<Outcome> {
    let query = query(args)?;
    let (outcome, counted) = match &args.pattern.index {
        Some(path) => {
            pattern::only_index(&args.input, false)?;
            let mut counted = Counted::new(&query);
            let mut index = pattern::open(path)?;
            index.search(&query, |game, found| {
                counted.add(found, game.winner);
                true
            })?;
            let outcome = Outcome {
                read: 1,
                ..Outcome::default()
            };
            (outcome, counted)
        }
        None => in_files(args, &query)?,
    };
    let mut out = output::stdout();
    match args.json {
        true => {
            out.write_all(&[&json::line(&counted.report(args, &query))?, &b"\n"[..]].concat())?
        }
        false => out.write_all(counted.shown(args, &query)?.as_bytes())?,
    }
    out.flush()?;
    Ok(Outcome {
        negative: counted.hits == 0,
        ..outcome
    })
}

fn query(args: &NextArgs) -> anyhow::Result<Query> {
    let played = match args.played() {
        None => {
            let query = pattern::query(&args.pattern)?;
            return query.ok_or_else(|| Usage("no pattern given".to_owned()).into());
        }
        Some(played) => played.map_err(Usage)?,
    };
    if args.pattern.anchor != AnchorArg::Drawn {
        let why = "--anchor is for patterns: --moves leads to a whole board";
        return Err(Usage(why.to_owned()).into());
    }
    let mut position = Position::new(args.size, Rules::LENIENT);
    for (color, action) in played {
        position.force(Action::Play(color, action));
    }
    let query = pattern::asked(Pattern::board(position.board()), &args.pattern);
    Ok(Query {
        any_symmetry: true,
        ..query
    })
}

fn in_files(args: &NextArgs, query: &Query) -> anyhow::Result<(Outcome, Counted)> {
    let new = || Counted::new(query);
    let pool = Pool::new(|| Searcher::new(query.clone()));
    let add_part = |counted: &mut Counted, part: Part| -> anyhow::Result<()> {
        let document = part.record.to_sgf()?;
        pool.with(|searcher| {
            for game in search::games(&document) {
                counted.add(&searcher.search(&game.line), game.winner);
            }
        });
        Ok(())
    };
    let add = |counted: &mut Counted, _: &Input, chunks: &mut Chunks| {
        if chunks.is_whole() {
            let part = chunks.records().next().context("no game found")??;
            return add_part(counted, part);
        }
        // A later chunk may not be readable.
        let mut of_file = new();
        for part in chunks.records() {
            add_part(&mut of_file, part?)?;
        }
        counted.merge(of_file);
        Ok(())
    };
    Inputs::of("next", &args.input)
        .cut_within_lines()
        .sum(new, add, Counted::merge)
}

/// What was found.
struct Counted {
    games: u64,
    hits: u64,
    continuations: Continuations,
}

impl Counted {
    fn new(query: &Query) -> Counted {
        Counted {
            games: 0,
            hits: 0,
            continuations: Continuations::new(query),
        }
    }

    fn add(&mut self, found: &search::Found<'_>, winner: search::Winner) {
        self.games += u64::from(!found.is_empty());
        self.hits += found.len() as u64;
        self.continuations.add(found, winner);
    }

    fn merge(&mut self, other: Counted) {
        self.games += other.games;
        self.hits += other.hits;
        self.continuations.merge(&other.continuations);
    }

    /// The continuations that are asked for.
    fn rows(&self, args: &NextArgs) -> Vec<Row> {
        let mut rows = self.continuations.rows();
        // Shares in so many parts that no two of different games are taken for the same.
        let share = |won: u64, row: &Row| {
            let decided = u128::from(row.black + row.white);
            u128::from(won) * (1 << 64) / decided.max(1)
        };
        match args.by {
            By::Count => {}
            By::Black => rows.sort_by_key(|row| Reverse(share(row.black, row))),
            By::White => rows.sort_by_key(|row| Reverse(share(row.white, row))),
        }
        rows.truncate(args.top);
        rows
    }

    fn report(&self, args: &NextArgs, query: &Query) -> Report {
        let rows = self.rows(args).into_iter();
        Report {
            kifu_schema: SCHEMA,
            games: self.games,
            hits: self.hits,
            continuations: rows
                .map(|row| Continuation::of(&row, &query.pattern))
                .collect(),
        }
    }

    /// The pattern with letters where games go on, and a line for each.
    fn shown(&self, args: &NextArgs, query: &Query) -> anyhow::Result<String> {
        let mut text = format!(
            "{} in {}\n",
            count(self.hits, "hit"),
            count(self.games, "game")
        );
        if self.hits == 0 {
            return Ok(text);
        }
        let rows = self.rows(args);
        let mut points: Vec<Point> = Vec::new();
        for row in &rows {
            if let Reply::Play(point, _) = row.reply
                && !points.contains(&point)
            {
                points.push(point);
            }
        }
        let letter = |point: Point| {
            let at = points.iter().position(|&there| there == point)?;
            // Those of the pattern stand for cells.
            let letters = ('A'..='Z').chain('a'..='z');
            letters.filter(|letter| !"XOxo".contains(*letter)).nth(at)
        };
        draw(&query.pattern, letter, &mut text);
        for row in &rows {
            let drawn = match row.reply {
                Reply::Play(point, _) => letter(point).unwrap_or(' '),
                _ => ' ',
            };
            let what = Continuation::of(row, &query.pattern).shown();
            let percent = |n: u64, of: u64| 100.0 * n as f64 / of.max(1) as f64;
            let share = percent(row.count, self.hits);
            let (count, black, white) = (row.count, row.black, row.white);
            let decided = black + white;
            write!(text, "{drawn} {what:<16} {count:>7} {share:>5.1} %")?;
            match decided {
                0 => write!(text, "  {:>19}", "")?,
                _ => {
                    let (black, white) = (percent(black, decided), percent(white, decided));
                    write!(text, "  B {black:>5.1} % W {white:>5.1} %")?;
                }
            }
            if row.later > 0 {
                write!(text, "  later {}", row.later)?;
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        Ok(text)
    }
}

/// The pattern as it is drawn, with letters on some points.
fn draw(pattern: &Pattern, letter: impl Fn(Point) -> Option<char>, text: &mut String) {
    let size = pattern.size();
    let sides = match pattern.anchor() {
        Anchor::Sides(sides) => sides,
        _ => search::Sides::default(),
    };
    let line = || {
        let points = "-".repeat(2 * usize::from(size.cols()) + 1);
        let left = if sides.left { '+' } else { ' ' };
        let right = if sides.right { "+" } else { "" };
        format!("{left}{points}{right}\n")
    };
    if sides.top {
        text.push_str(&line());
    }
    for row in 0..size.rows() {
        text.push(if sides.left { '|' } else { ' ' });
        for col in 0..size.cols() {
            let point = Point::new(col, row);
            let cell = pattern.cell(point).unwrap_or(Cell::ANY);
            let _ = match letter(point) {
                Some(letter) => write!(text, " {letter}"),
                None => write!(text, " {cell}"),
            };
        }
        text.push_str(if sides.right { " |\n" } else { "\n" });
    }
    if sides.bottom {
        text.push_str(&line());
    }
}

/// What was found, for programs.
#[derive(Serialize)]
struct Report {
    kifu_schema: u32,
    games: u64,
    hits: u64,
    continuations: Vec<Continuation>,
}

#[derive(Serialize)]
struct Continuation {
    /// `play`, `pass`, `unreadable`, `changed` or `nothing`.
    what: &'static str,
    color: Option<&'static str>,
    /// In the pattern as it is drawn, from 0 at its upper left corner.
    col: Option<u8>,
    row: Option<u8>,
    /// The name of the point, where the pattern is the whole board.
    point: Option<String>,
    count: u64,
    /// After how many of them moves were played elsewhere first.
    later: u64,
    black: u64,
    white: u64,
    nobody: u64,
    unknown: u64,
}

impl Continuation {
    fn of(row: &Row, pattern: &Pattern) -> Continuation {
        let (what, color, at) = match row.reply {
            Reply::Play(point, color) => ("play", Some(color), Some(point)),
            Reply::Pass(color) => ("pass", Some(color), None),
            Reply::Unreadable(color) => ("unreadable", Some(color), None),
            Reply::Changed => ("changed", None, None),
            Reply::Nothing => ("nothing", None, None),
        };
        let is_board = pattern.anchor() == Anchor::FULL;
        let named = at
            .filter(|_| is_board)
            .and_then(|at| pattern.size().western(at));
        Continuation {
            what,
            color: color.map(|color| match color {
                Color::Black => "B",
                Color::White => "W",
            }),
            col: at.map(|at| at.col),
            row: at.map(|at| at.row),
            point: named.map(|name| name.to_string()),
            count: row.count,
            later: row.later,
            black: row.black,
            white: row.white,
            nobody: row.nobody,
            unknown: row.unknown(),
        }
    }

    fn shown(&self) -> String {
        let color = self.color.unwrap_or_default();
        match (&self.point, self.col, self.row) {
            (Some(point), ..) => format!("{color} {point}"),
            // As people count.
            (None, Some(col), Some(row)) => format!("{color} column {} row {}", col + 1, row + 1),
            _ if self.what == "pass" => format!("{color} pass"),
            _ if self.what == "unreadable" => format!("{color} unreadable"),
            _ if self.what == "changed" => "(changed)".to_owned(),
            _ => "(no more)".to_owned(),
        }
    }
}
