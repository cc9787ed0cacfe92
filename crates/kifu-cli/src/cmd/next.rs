//! `kifu next`: show how games continue from a position or a pattern.

pub(crate) mod args;

use std::io::Write;

use anyhow::Context;
use kifu::collection::ParsedChunk;
use kifu::core::{Action, Color};
use kifu::rules::{Position, Rules};
use kifu::search::{
    self, ContinuationReport, ContinuationRow, Continuations, Pattern, Query, Searchers,
};
use serde::Serialize;

use self::args::{By, NextArgs};
use crate::args::pattern::AnchorArg;
use crate::exit::{Outcome, Usage};
use crate::games::Chunks;
use crate::input::Input;
use crate::json;
use crate::output;
use crate::pattern;
use crate::printable::count;
use crate::run::Inputs;

pub(crate) fn run(args: &NextArgs) -> anyhow::Result<Outcome> {
    let query = query(args)?;
    let (outcome, continuations) = match &args.pattern.index {
        Some(path) => {
            pattern::only_index(&args.input, false)?;
            let mut continuations = Continuations::new(&query);
            let mut index = pattern::open(path)?;
            index.search(&query, |game, found| {
                continuations.add(found, game.winner);
                true
            })?;
            let outcome = Outcome {
                read: 1,
                ..Outcome::default()
            };
            (outcome, continuations)
        }
        None => in_files(args, &query)?,
    };
    let mut out = output::stdout();
    let rows = rows(&continuations, args);
    if args.json {
        let reports = rows
            .iter()
            .map(|row| ContinuationReport::of(row, &query.pattern));
        let line = json::line(&NextReport {
            games: continuations.games(),
            hits: continuations.hits(),
            continuations: reports.collect(),
        })?;
        out.write_all(&[&line, &b"\n"[..]].concat())?;
    } else {
        out.write_all(shown(&continuations, &rows, &query).as_bytes())?;
    }
    out.flush()?;
    Ok(Outcome {
        negative: continuations.hits() == 0,
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
        let why = "`--anchor` applies to patterns and cannot be used with `--moves`";
        return Err(Usage(why.to_owned()).into());
    }
    let mut position = Position::new(args.size, Rules::LENIENT);
    for (color, action) in played {
        position.force(Action::Play(color, action));
    }
    let query = pattern::query_for(Pattern::board(position.board()), &args.pattern);
    Ok(Query {
        any_symmetry: true,
        ..query
    })
}

fn in_files(args: &NextArgs, query: &Query) -> anyhow::Result<(Outcome, Continuations)> {
    let new = || Continuations::new(query);
    let searchers = Searchers::new(query.clone());
    let add_part = |continuations: &mut Continuations, part: ParsedChunk| -> anyhow::Result<()> {
        for game in search::games(&*part.record.to_sgf()?) {
            searchers.search(&game.line, |found| continuations.add(found, game.winner));
        }
        Ok(())
    };
    let add = |continuations: &mut Continuations, _: &Input, chunks: &mut Chunks| {
        if chunks.is_whole() {
            let part = chunks.records().next().context("no game found")??;
            return add_part(continuations, part);
        }
        // Collected separately, because a later chunk may be unreadable.
        let mut of_file = new();
        for part in chunks.records() {
            add_part(&mut of_file, part?)?;
        }
        continuations.merge(&of_file);
        Ok(())
    };
    let merge = |all: &mut Continuations, one: Continuations| all.merge(&one);
    Inputs::of("next", &args.input)
        .split_within_lines()
        .sum(new, add, merge)
}

/// The first continuations in the order of `--by`.
fn rows(continuations: &Continuations, args: &NextArgs) -> Vec<ContinuationRow> {
    let mut rows = match args.by {
        By::Count => continuations.rows(),
        By::Black => continuations.rows_for(Color::Black),
        By::White => continuations.rows_for(Color::White),
    };
    rows.truncate(args.top);
    rows
}

/// The counts, and a chart of the continuations.
fn shown(continuations: &Continuations, rows: &[ContinuationRow], query: &Query) -> String {
    let (hits, games) = (continuations.hits(), continuations.games());
    let chart = match hits {
        0 => String::new(),
        _ => continuations.chart(rows, &query.pattern),
    };
    format!(
        "{} in {}\n{chart}",
        count(hits, "hit"),
        count(games, "game")
    )
}

/// The continuations as JSON.
#[derive(Serialize)]
struct NextReport {
    games: u64,
    hits: u64,
    continuations: Vec<ContinuationReport>,
}
