//! `kifu next`: show how games continue from a position or a pattern.

pub(crate) mod args;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::num::NonZeroUsize;

use anyhow::Context;
use kifu::collection::ParsedChunk;
use kifu::core::{Action, Color, Size};
use kifu::rules::{Position, Rules};
use kifu::search::{
    self, ContinuationReport, ContinuationRow, Continuations, Pattern, Query, Reply, Searchers,
};
use kifu::sgf::{Document, NodeId};
use kifu_files::Input;
use kifu_files::OtherKind;
use kifu_files::games::Chunks;
use serde::Serialize;

use self::args::{By, NextArgs};
use crate::args::pattern::AnchorArg;
use crate::exit::{Outcome, Usage};
use crate::json;
use crate::output;
use crate::pattern;
use crate::printable::{Printable, count};
use crate::run::Inputs;

pub(crate) fn run(args: &NextArgs) -> anyhow::Result<Outcome> {
    let query = query(args)?;
    let (outcome, found) = match &args.pattern.index {
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
            let found = Found {
                continuations,
                games: BTreeMap::new(),
                sizes: BTreeMap::new(),
            };
            (outcome, found)
        }
        None => in_files(args, &query)?,
    };
    let mut out = output::stdout();
    let rows = rows(&found.continuations, args);
    let (games, hits) = (found.continuations.games(), found.continuations.hits());
    if args.json {
        let board = found.continuations.board();
        let reports = rows.iter().map(|row| RowReport {
            row: ContinuationReport::of(row, &query.pattern, board),
            found_in: args.games.map(|_| found.games_with(row.reply)),
        });
        let line = json::line(&NextReport {
            games,
            hits,
            continuations: reports.collect(),
        })?;
        out.write_all(&[&line, &b"\n"[..]].concat())?;
    } else {
        out.write_all(shown(&found, &rows, &query).as_bytes())?;
    }
    out.flush()?;
    if let (Some(_), Some(other)) = (args.played(), found.other_size(args.size)) {
        output::message(format_args!(
            "no game is on a {} board; use `--size {other}` for the most frequent size",
            args.size
        ));
    }
    Ok(Outcome {
        negative: hits == 0,
        ..outcome
    })
}

fn query(args: &NextArgs) -> anyhow::Result<Query> {
    let played = match args.played() {
        None => {
            let query = pattern::query(&args.pattern)?;
            let why = "no pattern given; use `--pattern` or `--text-pattern`";
            return query.ok_or_else(|| Usage(why.to_owned()).into());
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

/// The continuations, and some games with each continuation.
struct Found {
    continuations: Continuations,
    /// The first games with each reply.
    games: BTreeMap<Reply, Vec<GameEntry>>,
    /// The number of games searched on boards of each size, given as columns and rows.
    sizes: BTreeMap<(u8, u8), u64>,
}

/// A game with a hit.
#[derive(Clone, Serialize)]
struct GameEntry {
    file: String,
    game: usize,
    black: Option<String>,
    white: Option<String>,
    result: Option<String>,
}

impl Found {
    fn games_with(&self, reply: Reply) -> &[GameEntry] {
        self.games.get(&reply).map_or(&[], Vec::as_slice)
    }

    /// Adds the results of later files, and keeps at most this many games of each reply.
    fn merge(&mut self, other: Found, limit: usize) {
        self.continuations.merge(&other.continuations);
        for (reply, mut games) in other.games {
            let kept = self.games.entry(reply).or_default();
            games.truncate(limit.saturating_sub(kept.len()));
            kept.append(&mut games);
        }
        for (size, games) in other.sizes {
            *self.sizes.entry(size).or_default() += games;
        }
    }

    /// Returns the most frequent board size if no game was played on a board of this size.
    fn other_size(&self, size: Size) -> Option<Size> {
        let has_some = self.sizes.contains_key(&(size.cols(), size.rows()));
        let most = self.sizes.iter().max_by_key(|(_, games)| **games);
        let (&(cols, rows), _) = most.filter(|_| !has_some)?;
        Size::new(cols, rows).ok()
    }

    /// Adds the games of a chunk.
    fn add(
        &mut self,
        searchers: &Searchers,
        input: &Input,
        part: &ParsedChunk,
        limit: usize,
    ) -> anyhow::Result<()> {
        let document = part.record.to_sgf()?;
        for game in search::games(&document) {
            let size = game.line.size();
            *self.sizes.entry((size.cols(), size.rows())).or_default() += 1;
            searchers.search(&game.line, |hits| {
                self.continuations.add(hits, game.winner);
                if limit == 0 {
                    return;
                }
                // A game can have the same reply several times.
                let replies: BTreeSet<Reply> = self.continuations.replies(hits).collect();
                for reply in replies {
                    let games = self.games.entry(reply).or_default();
                    if games.len() < limit {
                        games.push(GameEntry {
                            file: input.name(),
                            game: part.games_before + game.number as usize,
                            ..GameEntry::of(&document, game.root)
                        });
                    }
                }
            });
        }
        Ok(())
    }
}

impl GameEntry {
    /// Returns the players and the result of a game.
    fn of(document: &Document, root: NodeId) -> GameEntry {
        let info = document.game_info(root);
        let text = |value: Option<Cow<'_, str>>| value.map(Cow::into_owned);
        GameEntry {
            file: String::new(),
            game: 0,
            black: text(info.black),
            white: text(info.white),
            result: text(info.result),
        }
    }

    /// Returns the players, the result and the file of the game on one line.
    fn describe(&self) -> String {
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        let (black, white) = (name(&self.black), name(&self.white));
        let result = name(&self.result);
        let number = match self.game {
            1 => String::new(),
            number => format!("  game {number}"),
        };
        let line = format!("{black} (B) – {white} (W)  {result}  {}{number}", self.file);
        Printable(&line).to_string()
    }
}

fn in_files(args: &NextArgs, query: &Query) -> anyhow::Result<(Outcome, Found)> {
    let limit = args.games.map_or(0, NonZeroUsize::get);
    let new = || Found {
        continuations: Continuations::new(query),
        games: BTreeMap::new(),
        sizes: BTreeMap::new(),
    };
    let searchers = Searchers::new(query.clone());
    let add = |found: &mut Found, input: &Input, chunks: &mut Chunks| {
        if chunks.is_whole() {
            let part = chunks.records().next().context(OtherKind::Unknown)??;
            return found.add(&searchers, input, &part, limit);
        }
        // Count the file separately, because a later chunk may be unreadable.
        let mut of_file = new();
        for part in chunks.records() {
            of_file.add(&searchers, input, &part?, limit)?;
        }
        found.merge(of_file, limit);
        Ok(())
    };
    let merge = |all: &mut Found, one: Found| all.merge(one, limit);
    Inputs::of("next", &args.input)
        .split_within_lines()
        .only_records()
        .sum(new, add, merge)
}

/// Returns the first continuations in the order of `--by`.
fn rows(continuations: &Continuations, args: &NextArgs) -> Vec<ContinuationRow> {
    let mut rows = match args.by {
        By::Count => continuations.rows(),
        By::Black => continuations.rows_for(Color::Black),
        By::White => continuations.rows_for(Color::White),
    };
    rows.truncate(args.top);
    rows
}

/// Returns the counts, a chart of the continuations, and the games with each continuation.
fn shown(found: &Found, rows: &[ContinuationRow], query: &Query) -> String {
    let continuations = &found.continuations;
    let (hits, games) = (continuations.hits(), continuations.games());
    let chart = match hits {
        0 => String::new(),
        _ => format!("\n{}", continuations.chart(rows, &query.pattern)),
    };
    let mut text = format!(
        "{} in {}\n{chart}",
        count(hits, "hit"),
        count(games, "game")
    );
    let board = continuations.board();
    for row in rows {
        let games = found.games_with(row.reply);
        if games.is_empty() {
            continue;
        }
        let reply = ContinuationReport::of(row, &query.pattern, board).describe();
        text += &format!("\n{reply}\n");
        for game in games {
            text += &format!("  {}\n", game.describe());
        }
    }
    text
}

/// The continuations as JSON.
#[derive(Serialize)]
struct NextReport<'a> {
    games: u64,
    hits: u64,
    continuations: Vec<RowReport<'a>>,
}

#[derive(Serialize)]
struct RowReport<'a> {
    #[serde(flatten)]
    row: ContinuationReport,
    /// Some of the games, with `--games`.
    #[serde(skip_serializing_if = "Option::is_none")]
    found_in: Option<&'a [GameEntry]>,
}
