//! `kifu stats`: what collections are made of.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::Context;
use kifu::collection::Part;
use kifu::select::{Field, Game, Games, Key, Select, Subject, Value};
use kifu::sgf::{GameContext, PropertyInfo};
use serde::Serialize;

use crate::exit::Outcome;
use crate::games::Chunks;
use crate::input::Input;
use crate::json::{self, SCHEMA, Sequence};
use crate::output::{self, Palette, Styled};
use crate::printable::Printable;
use crate::run::Inputs;
use crate::selected::asks_for_all_games;

mod properties;
mod spread;
mod table;

use crate::args::input::InputArgs;
use crate::args::select::SelectArgs;
use clap::Args;
use properties::Properties;
use spread::Spread;
use table::Table;

/// Count what collections are made of: properties, lengths, results, programs, charsets
///
/// Tables of how many games have which value of what is told of games, and of how often each property is
/// there: in how many roots, how many times in other nodes, in how many games and files. Years are shown by
/// decades, `–` is what games do not tell.
#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    /// Count properties only
    #[arg(long)]
    pub(crate) props: bool,

    /// Show every row, not just the first ones of a table
    #[arg(long, conflicts_with = "json")]
    pub(crate) all: bool,

    /// Write one JSON object, with every row
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &StatsArgs) -> anyhow::Result<Outcome> {
    let select = args.games.select.as_ref();
    let whole = select.is_some_and(asks_for_all_games);
    let add = |stats: &mut Stats, input: &Input, chunks: &mut Chunks| {
        stats.add_file(input, chunks, select, args.props)
    };
    let inputs = Inputs::of("stats", &args.input)
        .whole(whole)
        .cut_within_lines();
    let (mut outcome, stats) = inputs.sum(Stats::default, add, Stats::merge)?;
    outcome.negative = select.is_some() && stats.games == 0;
    let mut out = output::stdout();
    match args.json {
        true => {
            let report = Report::of(&stats, args.props);
            Sequence::lines().write(&mut out, &json::line(&report)?)?;
        }
        false => stats.write(args, &mut out)?,
    }
    out.flush()?;
    Ok(outcome)
}

/// What is counted of a file, or of many.
#[derive(Default)]
struct Stats {
    files: u64,
    bytes: u64,
    games: u64,
    nodes: u64,
    /// Of each file how many games, of each game how many moves.
    games_of_files: Spread,
    moves_of_games: Spread,
    tables: [Table; TABLES.len()],
    properties: Properties,
    /// Where values are written.
    text: String,
}

/// What games are counted by: the name of the table, and what tells.
const TABLES: [(&str, Column); 15] = [
    ("format", Column::Field(Field::Format)),
    ("FF", Column::Property("FF")),
    ("charset", Column::Field(Field::Charset)),
    ("dialect", Column::Field(Field::Dialect)),
    ("program", Column::Field(Field::Program)),
    ("game", Column::Field(Field::Game)),
    ("year", Column::Field(Field::Year)),
    ("size", Column::Field(Field::Size)),
    ("komi", Column::Field(Field::Komi)),
    ("handicap", Column::Field(Field::Handicap)),
    ("rules", Column::Field(Field::Rules)),
    ("winner", Column::Field(Field::Winner)),
    ("result", Column::Field(Field::ResultKind)),
    ("variations", Column::Has(Field::Variations)),
    ("comments", Column::Has(Field::Comments)),
];

/// What a game is counted by: a value of a field, or whether there is one.
#[derive(Clone, Copy)]
enum Column {
    Field(Field),
    Property(&'static str),
    Has(Field),
}

impl Column {
    /// What a game has there, with `text` to write it in; of several values the last, which is the standard's
    /// spelling where a field has both that and what is written.
    fn value<'t>(self, game: &Game<'_>, text: &'t mut String) -> Option<&'t str> {
        let mut is_there = false;
        let mut found = |value: Value<'_>| {
            is_there = true;
            text.clear();
            show(value, text);
            false
        };
        match self {
            Column::Field(field) | Column::Has(field) => game.any(&Key::Field(field), &mut found),
            Column::Property(ident) => game.any(&Key::Property(ident.to_owned()), &mut found),
        };
        let text = is_there.then_some(text.as_str())?;
        Some(match self {
            Column::Has(_) if text == "0" => "none",
            Column::Has(_) => "some",
            // The version behind the name would make too many of them.
            Column::Field(Field::Program) => match text.split_once(':') {
                Some((name, _)) => name,
                None => text,
            },
            _ => text,
        })
    }
}

/// Appends a value.
fn show(value: Value<'_>, text: &mut String) {
    // Writing to a string does not fail.
    let _ = match value {
        Value::Text(value) => text.write_str(value.trim()),
        Value::Number(number) => write!(text, "{number}"),
        Value::Size(size) => write!(text, "{size}"),
        Value::Rank(rank) => write!(text, "{rank}"),
        Value::Date(_) => Ok(()),
    };
}

impl Stats {
    /// Counts a file, or nothing if it cannot be read.
    fn add_file(
        &mut self,
        input: &Input,
        chunks: &mut Chunks,
        select: Option<&Select>,
        only_properties: bool,
    ) -> anyhow::Result<()> {
        let name = input.name();
        let add_part = |stats: &mut Stats, part: Part| -> anyhow::Result<()> {
            let sgf = part.record.to_sgf()?;
            let games = Games::of(&part.record, &sgf);
            let games = games.named(&name).behind(part.games_before);
            for game in games.iter() {
                if select.is_none_or(|select| select.matches(&game)) {
                    stats.add_game(&game, only_properties);
                }
            }
            Ok(())
        };
        if chunks.is_whole() {
            let part = chunks.records().next().context("no game found")??;
            self.properties.begin_file();
            let games = self.games;
            add_part(self, part)?;
            self.end_file(self.games - games, chunks.bytes_yielded(), select);
            return Ok(());
        }
        // A later chunk may not be readable.
        let mut stats = Stats::default();
        stats.properties.begin_file();
        for part in chunks.records() {
            add_part(&mut stats, part?)?;
        }
        stats.end_file(stats.games, chunks.bytes_yielded(), select);
        self.merge(stats);
        Ok(())
    }

    fn end_file(&mut self, games: u64, bytes: u64, select: Option<&Select>) {
        if select.is_none() || games > 0 {
            self.files += 1;
            self.bytes += bytes;
            self.games_of_files.add(games);
        }
    }

    fn add_game(&mut self, game: &Game<'_>, only_properties: bool) {
        self.games += 1;
        self.nodes += self.properties.add_game(game);
        if only_properties {
            return;
        }
        let mut moves = 0;
        game.any(&Key::Field(Field::Moves), &mut |value| {
            if let Value::Number(number) = value {
                moves = number as u64;
            }
            true
        });
        self.moves_of_games.add(moves);
        for (table, (_, column)) in self.tables.iter_mut().zip(TABLES) {
            table.add(column.value(game, &mut self.text));
        }
    }

    fn merge(&mut self, other: Stats) {
        self.files += other.files;
        self.bytes += other.bytes;
        self.games += other.games;
        self.nodes += other.nodes;
        self.games_of_files.merge(other.games_of_files);
        self.moves_of_games.merge(other.moves_of_games);
        for (table, other) in self.tables.iter_mut().zip(other.tables) {
            table.merge(other);
        }
        self.properties.merge(&other.properties);
    }
}

/// What stands for a value that is not there.
const ABSENT: &str = "–";

/// All of it for programs.
#[derive(Serialize)]
struct Report<'a> {
    kifu_schema: u32,
    files: u64,
    bytes: u64,
    games: u64,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    games_of_files: Option<spread::Summary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Moves>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<BTreeMap<&'static str, Vec<Row<'a>>>>,
    properties: Vec<PropertyRow<'a>>,
}

/// How long games are.
#[derive(Serialize)]
struct Moves {
    #[serde(flatten)]
    summary: spread::Summary,
    /// Of each stretch of 50, how many games there are.
    stretches: Vec<Stretch>,
}

#[derive(Serialize)]
struct Stretch {
    from: u64,
    to: u64,
    games: u64,
}

#[derive(Serialize)]
struct Row<'a> {
    /// `None` for games that do not say.
    value: Option<&'a str>,
    games: u64,
}

#[derive(Serialize)]
struct PropertyRow<'a> {
    property: &'a str,
    /// Its name in words, if it is known.
    name: Option<&'static str>,
    roots: u64,
    below: u64,
    games: u64,
    files: u64,
}

/// Lengths are counted in stretches of so many moves.
const STRETCH: u64 = 50;

impl<'a> Report<'a> {
    fn of(stats: &'a Stats, only_properties: bool) -> Report<'a> {
        let tables = || {
            let each = TABLES.iter().zip(&stats.tables);
            let row = |(value, games)| Row { value, games };
            let rows = |table: &'a Table| table.rows().into_iter().map(row).collect();
            each.map(|((name, _), table)| (*name, rows(table)))
                .collect()
        };
        let moves = |summary| Moves {
            summary,
            stretches: stats
                .moves_of_games
                .stretches(STRETCH)
                .into_iter()
                .map(|(from, to, games)| Stretch { from, to, games })
                .collect(),
        };
        Report {
            kifu_schema: SCHEMA,
            files: stats.files,
            bytes: stats.bytes,
            games: stats.games,
            nodes: stats.nodes,
            games_of_files: stats.games_of_files.summary(),
            moves: stats.moves_of_games.summary().map(moves),
            tables: (!only_properties).then(tables),
            properties: (stats.properties.rows().into_iter())
                .map(|(property, count)| PropertyRow {
                    property,
                    name: name_of(property),
                    roots: count.roots,
                    below: count.below,
                    games: count.games,
                    files: count.files,
                })
                .collect(),
        }
    }
}

/// The name of a property in Go, unless only programs of their own have it.
fn name_of(ident: &str) -> Option<&'static str> {
    PropertyInfo::of_name(ident, &GameContext::default()).map(|info| info.name)
}

impl Stats {
    /// For people.
    fn write(&self, args: &StatsArgs, out: &mut impl Write) -> io::Result<()> {
        let palette = Palette::of_stdout();
        if !args.props {
            self.write_totals(out)?;
            for (table, (name, _)) in self.tables.iter().zip(TABLES) {
                let rows = match name {
                    "year" => table.decades(),
                    _ => table
                        .rows()
                        .into_iter()
                        .map(|(value, games)| (named(value), games))
                        .collect(),
                };
                writeln!(out, "\n{}", Styled(palette.name, name))?;
                self.write_rows(rows, args.all || name == "year", out)?;
            }
            writeln!(out)?;
        }
        self.write_properties(args.all, palette, out)
    }

    fn write_totals(&self, out: &mut impl Write) -> io::Result<()> {
        let totals = [
            ("files", self.files),
            ("bytes", self.bytes),
            ("games", self.games),
            ("nodes", self.nodes),
        ];
        for (what, number) in totals {
            writeln!(out, "{what:<16} {number:>12}")?;
        }
        let spreads = [
            ("games a file", &self.games_of_files),
            ("moves a game", &self.moves_of_games),
        ];
        for (what, spread) in spreads {
            if let Some(summary) = spread.summary() {
                let spread::Summary {
                    least,
                    quarter,
                    median,
                    three_quarters,
                    most,
                    mean,
                } = summary;
                writeln!(
                    out,
                    "{what:<16} {median:>12}, as the median; {quarter} to {three_quarters} for half of them, \
                     {least} to {most} for all, {mean} on average"
                )?;
            }
        }
        writeln!(out, "\nmoves")?;
        let stretches = self.moves_of_games.stretches(STRETCH).into_iter();
        let rows = stretches.map(|(from, to, games)| (format!("{from}–{to}"), games));
        self.write_rows(rows.collect(), true, out)
    }

    /// Rows of a table, with their share of all games.
    fn write_rows(
        &self,
        rows: Vec<(String, u64)>,
        all: bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let shown = if all {
            rows.len()
        } else {
            rows.len().min(SHOWN)
        };
        for (value, games) in &rows[..shown] {
            let share = *games as f64 * 100.0 / self.games.max(1) as f64;
            writeln!(out, "{games:>12} {share:>6.2} %  {}", Printable(value))?;
        }
        match rows.len() - shown {
            0 => Ok(()),
            more => writeln!(out, "{:>12}           and {more} more: --all", ""),
        }
    }

    /// How often each property is there, as in the appendix of the 2016 draft.
    fn write_properties(
        &self,
        all: bool,
        palette: Palette,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let rows = self.properties.rows();
        let shown = if all {
            rows.len()
        } else {
            rows.len().min(PROPERTIES_SHOWN)
        };
        let head = format!(
            "{:>12} {:>12} {:>12} {:>12}  property",
            "in roots", "below", "in games", "in files"
        );
        writeln!(out, "{}", Styled(palette.name, head))?;
        for (ident, count) in &rows[..shown] {
            let name = name_of(ident).unwrap_or_default();
            let line = format!(
                "{:>12} {:>12} {:>12} {:>12}  {:<5} {name}",
                count.roots,
                count.below,
                count.games,
                count.files,
                Printable(ident).to_string()
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        match rows.len() - shown {
            0 => Ok(()),
            more => writeln!(out, "and {more} more: --all"),
        }
    }
}

/// So many rows of a table are shown to people who did not ask for all.
const SHOWN: usize = 12;
const PROPERTIES_SHOWN: usize = 60;

fn named(value: Option<&str>) -> String {
    value.unwrap_or(ABSENT).to_owned()
}
