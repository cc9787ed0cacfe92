//! `kifu stats`: what collections are made of.

use std::io::{self, Write};

use anyhow::Context;
use clap::Args;
use kifu::collection::Part;
use kifu::select::{Games, Select};
use kifu::stats::{Scope, Spread, Stats, Summary, Table};

use crate::args::input::InputArgs;
use crate::args::select::SelectArgs;
use crate::exit::Outcome;
use crate::games::Chunks;
use crate::input::Input;
use crate::json::{self, Sequence};
use crate::output::{self, Palette, Styled};
use crate::printable::Printable;
use crate::run::Inputs;
use crate::selected::asks_for_all_games;

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
    let scope = if args.props {
        Scope::Properties
    } else {
        Scope::All
    };
    let add = |stats: &mut Stats, input: &Input, chunks: &mut Chunks| {
        add_file(stats, input, chunks, select)
    };
    let inputs = Inputs::of("stats", &args.input)
        .whole(whole)
        .cut_within_lines();
    let (mut outcome, stats) = inputs.sum(|| Stats::new(scope), add, Stats::merge)?;
    outcome.negative = select.is_some() && stats.games() == 0;
    let mut out = output::stdout();
    if args.json {
        Sequence::lines().write(&mut out, &json::line(&stats)?)?;
    } else {
        write_stats(&stats, args.all, &mut out)?;
    }
    out.flush()?;
    Ok(outcome)
}

/// Counts a file, or nothing if it cannot be read. A file in which no game is selected does not count.
fn add_file(
    stats: &mut Stats,
    input: &Input,
    chunks: &mut Chunks,
    select: Option<&Select>,
) -> anyhow::Result<()> {
    let name = input.name();
    let add_part = |stats: &mut Stats, part: Part| -> anyhow::Result<()> {
        let sgf = part.record.to_sgf()?;
        let games = Games::of(&part.record, &sgf);
        let games = games.named(&name).behind(part.games_before);
        for game in games.iter() {
            if select.is_none_or(|select| select.matches(&game)) {
                stats.add(&sgf, game.root(), &game);
            }
        }
        Ok(())
    };
    let end = |stats: &mut Stats, games: u64, bytes: u64| {
        if select.is_none() || games > 0 {
            stats.end_file(bytes);
        }
    };
    if chunks.is_whole() {
        let part = chunks.records().next().context("no game found")??;
        let games = stats.games();
        stats.begin_file();
        add_part(stats, part)?;
        end(stats, stats.games() - games, chunks.bytes_yielded());
        return Ok(());
    }
    // A later chunk may not be readable.
    let mut of_file = Stats::new(stats.scope());
    of_file.begin_file();
    for part in chunks.records() {
        add_part(&mut of_file, part?)?;
    }
    let games = of_file.games();
    end(&mut of_file, games, chunks.bytes_yielded());
    stats.merge(of_file);
    Ok(())
}

/// What is shown for a missing value.
const ABSENT: &str = "–";

/// How many rows of a table are shown without `--all`.
const SHOWN: usize = 12;
const PROPERTIES_SHOWN: usize = 60;

/// Writes the figures for people.
fn write_stats(stats: &Stats, all: bool, out: &mut impl Write) -> io::Result<()> {
    let palette = Palette::of_stdout();
    if stats.scope() == Scope::All {
        write_totals(stats, out)?;
        for (name, table) in stats.tables() {
            writeln!(out, "\n{}", Styled(palette.name, name))?;
            if name == "year" {
                write_rows(decades(table), stats.games(), true, out)?;
            } else {
                let named = |value: Option<&str>| value.unwrap_or(ABSENT).to_owned();
                let rows = table.rows().into_iter();
                let rows = rows.map(|(value, games)| (named(value), games));
                write_rows(rows.collect(), stats.games(), all, out)?;
            }
        }
        writeln!(out)?;
    }
    write_properties(stats, all, palette, out)
}

fn decades(years: &Table) -> Vec<(String, u64)> {
    let decades = years.decades().into_iter();
    let decades = decades.map(|(from, games)| (format!("{from}s"), games));
    let unknown = Some(years.without_value()).filter(|games| *games > 0);
    decades
        .chain(unknown.map(|games| (ABSENT.to_owned(), games)))
        .collect()
}

fn write_totals(stats: &Stats, out: &mut impl Write) -> io::Result<()> {
    let totals = [
        ("files", stats.files()),
        ("bytes", stats.bytes()),
        ("games", stats.games()),
        ("nodes", stats.nodes()),
    ];
    for (what, number) in totals {
        writeln!(out, "{what:<16} {number:>12}")?;
    }
    write_spread("games a file", stats.games_per_file(), out)?;
    write_spread("moves a game", stats.moves_per_game(), out)?;
    writeln!(out, "\nmoves")?;
    let stretches = stats.moves_per_game().stretches().into_iter();
    let rows = stretches.map(|moves| (format!("{}–{}", moves.from, moves.to), moves.count));
    write_rows(rows.collect(), stats.games(), true, out)
}

fn write_spread(what: &str, spread: &Spread, out: &mut impl Write) -> io::Result<()> {
    let Some(summary) = spread.summary() else {
        return Ok(());
    };
    let Summary {
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
    )
}

/// Writes the rows of a table, with their share of all games.
fn write_rows(
    rows: Vec<(String, u64)>,
    all_games: u64,
    all: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let shown = if all {
        rows.len()
    } else {
        rows.len().min(SHOWN)
    };
    for (value, games) in &rows[..shown] {
        let share = *games as f64 * 100.0 / all_games.max(1) as f64;
        writeln!(out, "{games:>12} {share:>6.2} %  {}", Printable(value))?;
    }
    match rows.len() - shown {
        0 => Ok(()),
        more => writeln!(out, "{:>12}           and {more} more: --all", ""),
    }
}

/// Writes how often each property is used, like the appendix of the 2016 draft.
fn write_properties(
    stats: &Stats,
    all: bool,
    palette: Palette,
    out: &mut impl Write,
) -> io::Result<()> {
    let rows = stats.properties();
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
    for row in &rows[..shown] {
        let line = format!(
            "{:>12} {:>12} {:>12} {:>12}  {:<5} {}",
            row.roots,
            row.below,
            row.games,
            row.files,
            Printable(row.ident).to_string(),
            row.name.unwrap_or_default()
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    match rows.len() - shown {
        0 => Ok(()),
        more => writeln!(out, "and {more} more: --all"),
    }
}
