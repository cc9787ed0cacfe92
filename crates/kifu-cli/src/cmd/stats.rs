//! `kifu stats`: statistics of collections.

use std::io::Write;

use anyhow::Context;
use clap::Args;
use kifu::collection::ParsedChunk;
use kifu::select::{Games, Key, Select};
use kifu::stats::{Scope, Stats, TextLine};
use kifu_files::Input;
use kifu_files::OtherKind;
use kifu_files::games::Chunks;

use crate::args::input::InputArgs;
use crate::args::select::SelectArgs;
use crate::args::values::key;
use crate::exit::Outcome;
use crate::json::{self, Sequence};
use crate::output::{self, Palette, Styled};
use crate::printable::Printable;
use crate::run::Inputs;

/// Show statistics of collections: properties, lengths, results, programs, charsets
///
/// The tables show how many games have each value, and bars show the share of these games. The
/// table of properties shows how many roots have a property, how often it occurs in other nodes,
/// and in how many games and files.
///
/// Years are grouped by decade. The row `–` counts the games without a value.
#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    /// Show only the table of properties
    #[arg(long)]
    pub(crate) props: bool,

    /// Show only the losses of the players, if engines analysed the games
    ///
    /// For each player: the mean loss of win rate per move, the shares of moves that lose more than
    /// 5 % and 20 %, and the mean loss of points. Only moves between two analysed positions count.
    #[arg(long, conflicts_with_all = ["props", "by"])]
    pub(crate) analysis: bool,

    /// Count games only by these fields, such as player,size
    ///
    /// `kifu help select` lists the fields. A name in capitals is a property.
    #[arg(
        long,
        value_name = "FIELDS",
        value_delimiter = ',',
        value_parser = key(),
        hide_possible_values = true,
        conflicts_with = "props"
    )]
    pub(crate) by: Vec<Key>,

    /// Show all rows, not only the first ones of each table
    #[arg(long, conflicts_with = "json")]
    pub(crate) all: bool,

    /// Print one JSON object with all rows
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &StatsArgs) -> anyhow::Result<Outcome> {
    let select = args.games.select.as_ref();
    let by_all_games = args.by.iter().any(Key::needs_all_games);
    let whole = by_all_games || select.is_some_and(Select::needs_all_games);
    let new = || match &*args.by {
        _ if args.props => Stats::new(Scope::Properties),
        _ if args.analysis => Stats::new(Scope::Analysis),
        [] => Stats::new(Scope::All),
        keys => Stats::by(keys.iter().cloned()),
    };
    let add = |stats: &mut Stats, input: &Input, chunks: &mut Chunks| {
        add_file(stats, input, chunks, &args.games)
    };
    let inputs = Inputs::of("stats", &args.input)
        .whole(whole)
        .split_within_lines()
        .only_records();
    let (mut outcome, stats) = inputs.sum(new, add, Stats::merge)?;
    outcome.negative = select.is_some() && stats.games() == 0;
    let mut out = output::stdout();
    if args.json {
        Sequence::lines().write(&mut out, &json::line(&stats)?)?;
    } else {
        let palette = Palette::of_stdout();
        for line in stats.lines(args.all) {
            match line {
                TextLine::Heading(head) => writeln!(out, "{}", Styled(palette.name, head))?,
                TextLine::Row(row) => writeln!(out, "{}", Printable(&row))?,
                TextLine::More(more) => writeln!(out, "{more}; use `--all` to see them")?,
            }
        }
    }
    out.flush()?;
    Ok(outcome)
}

/// Adds a file to the statistics. An unreadable file adds nothing, and neither does a file in which
/// no game is selected.
fn add_file(
    stats: &mut Stats,
    input: &Input,
    chunks: &mut Chunks,
    selection: &SelectArgs,
) -> anyhow::Result<()> {
    let select = selection.select.as_ref();
    let name = input.name();
    let add_part = |stats: &mut Stats, part: ParsedChunk| -> anyhow::Result<()> {
        let sgf = part.record.to_sgf()?;
        let games = Games::of(&part.record, &sgf);
        let games = games.with_path(&name).numbered_after(part.games_before);
        for game in games.iter() {
            if select.is_none_or(|select| select.matches(&game)) {
                match selection.aliases() {
                    Some(names) => stats.add(&sgf, game.root(), &names.in_game(&game)),
                    None => stats.add(&sgf, game.root(), &game),
                }
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
        let part = chunks.records().next().context(OtherKind::Unknown)??;
        let games = stats.games();
        stats.begin_file();
        add_part(stats, part)?;
        end(stats, stats.games() - games, chunks.bytes_yielded());
        return Ok(());
    }
    // Count the file separately, because a later chunk may be unreadable.
    let mut of_file = stats.empty();
    of_file.begin_file();
    for part in chunks.records() {
        add_part(&mut of_file, part?)?;
    }
    let games = of_file.games();
    end(&mut of_file, games, chunks.bytes_yielded());
    stats.merge(of_file);
    Ok(())
}
