//! `kifu stats`: statistics of collections.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueHint};
use kifu::collection::ParsedChunk;
use kifu::select::{Games, Key, Select, Subject};
use kifu::sgf::{Document, NodeId};
use kifu::stats::{Charts, Scope, Stats, TextLine};
use kifu_files::Input;
use kifu_files::OtherKind;
use kifu_files::games::Chunks;

use crate::args::input::InputArgs;
use crate::args::select::SelectArgs;
use crate::args::values::key;
use crate::exit::{Outcome, Usage};
use crate::json::{self, Sequence};
use crate::new_file::{self, NewFile};
use crate::output::{self, Palette, Styled};
use crate::printable::{Printable, file_name};
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

    /// Write charts to FILE, a page (.html) or a drawing (.svg)
    ///
    /// The charts show games by year, results, lengths, ranks, komi, the winning rate by komi, openings and clocks. FILE
    /// needs no other files. On a page, each chart also has its numbers as a table.
    #[arg(
        long,
        short,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = ["props", "analysis", "by", "all", "json"]
    )]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite FILE if it exists
    #[arg(long, short, requires = "output")]
    pub(crate) force: bool,

    /// The title of the charts
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "Go games in numbers",
        requires = "output"
    )]
    pub(crate) title: String,
}

/// The formats of charts.
#[derive(Clone, Copy)]
enum ChartFormat {
    Html,
    Svg,
}

impl ChartFormat {
    /// Returns the format for the extension of a file.
    fn of(path: &Path) -> Result<ChartFormat, Usage> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("html" | "htm") => Ok(ChartFormat::Html),
            Some("svg") => Ok(ChartFormat::Svg),
            _ => Err(Usage(format!(
                "{}: charts are written to a file that ends in `.html` or `.svg`",
                file_name(path)
            ))),
        }
    }
}

/// The counts of a run.
enum Counts {
    Stats(Box<Stats>),
    /// Statistics with the counts for charts.
    Charts(Box<Charts>),
}

impl Counts {
    fn empty(&self) -> Counts {
        match self {
            Counts::Stats(stats) => Counts::Stats(Box::new(stats.empty())),
            Counts::Charts(_) => Counts::Charts(Box::default()),
        }
    }

    fn stats(&self) -> &Stats {
        match self {
            Counts::Stats(stats) => stats,
            Counts::Charts(charts) => charts.stats(),
        }
    }

    fn begin_file(&mut self) {
        match self {
            Counts::Stats(stats) => stats.begin_file(),
            Counts::Charts(charts) => charts.begin_file(),
        }
    }

    fn end_file(&mut self, bytes: u64) {
        match self {
            Counts::Stats(stats) => stats.end_file(bytes),
            Counts::Charts(charts) => charts.end_file(bytes),
        }
    }

    fn add(&mut self, document: &Document, root: NodeId, game: &dyn Subject) {
        match self {
            Counts::Stats(stats) => stats.add(document, root, game),
            Counts::Charts(charts) => charts.add(document, root, game),
        }
    }

    fn merge(&mut self, other: Counts) {
        match (self, other) {
            (Counts::Stats(stats), Counts::Stats(other)) => stats.merge(*other),
            (Counts::Charts(charts), Counts::Charts(other)) => charts.merge(*other),
            _ => unreachable!("all counts of a run are of the same kind"),
        }
    }
}

pub(crate) fn run(args: &StatsArgs) -> anyhow::Result<Outcome> {
    let select = args.games.select.as_ref();
    let by_all_games = args.by.iter().any(Key::needs_all_games);
    let whole = by_all_games || select.is_some_and(Select::needs_all_games);
    let output = match &args.output {
        None => None,
        Some(path) => {
            let format = ChartFormat::of(path)?;
            new_file::plan(path, args.force)?;
            Some((path, format))
        }
    };
    let new = || {
        if output.is_some() {
            return Counts::Charts(Box::default());
        }
        let stats = match &*args.by {
            _ if args.props => Stats::new(Scope::Properties),
            _ if args.analysis => Stats::new(Scope::Analysis),
            [] => Stats::new(Scope::All),
            keys => Stats::by(keys.iter().cloned()),
        };
        Counts::Stats(Box::new(stats))
    };
    let add = |counts: &mut Counts, input: &Input, chunks: &mut Chunks| {
        add_file(counts, input, chunks, &args.games)
    };
    let input = args.input.without(args.output.as_deref());
    let inputs = Inputs::of("stats", &input)
        .whole(whole)
        .split_within_lines()
        .only_records();
    let (mut outcome, counts) = inputs.sum(new, add, Counts::merge)?;
    let stats = counts.stats();
    outcome.negative = select.is_some() && stats.games() == 0;
    if let (Some((path, format)), Counts::Charts(charts)) = (output, &counts) {
        let report = match format {
            ChartFormat::Html => charts.html(&args.title),
            ChartFormat::Svg => charts.svg(&args.title),
        };
        let mut file = NewFile::begin_below(path, args.force)?;
        file.add(report.as_bytes())?;
        file.end()?;
        return Ok(outcome);
    }
    let mut out = output::stdout();
    if args.json {
        Sequence::lines().write(&mut out, &json::line(stats)?)?;
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
    counts: &mut Counts,
    input: &Input,
    chunks: &mut Chunks,
    selection: &SelectArgs,
) -> anyhow::Result<()> {
    let select = selection.select.as_ref();
    let name = input.name();
    let add_part = |counts: &mut Counts, part: ParsedChunk| -> anyhow::Result<()> {
        let sgf = part.record.to_sgf()?;
        let games = Games::of(&part.record, &sgf);
        let games = games.with_path(&name).numbered_after(part.games_before);
        for game in games.iter() {
            if select.is_none_or(|select| select.matches(&game)) {
                match selection.aliases() {
                    Some(names) => counts.add(&sgf, game.root(), &names.in_game(&game)),
                    None => counts.add(&sgf, game.root(), &game),
                }
            }
        }
        Ok(())
    };
    let end = |counts: &mut Counts, games: u64, bytes: u64| {
        if select.is_none() || games > 0 {
            counts.end_file(bytes);
        }
    };
    if chunks.is_whole() {
        let part = chunks.records().next().context(OtherKind::Unknown)??;
        let games = counts.stats().games();
        counts.begin_file();
        add_part(counts, part)?;
        let added = counts.stats().games() - games;
        end(counts, added, chunks.bytes_yielded());
        return Ok(());
    }
    // Count the file separately, because a later chunk may be unreadable.
    let mut of_file = counts.empty();
    of_file.begin_file();
    for part in chunks.records() {
        add_part(&mut of_file, part?)?;
    }
    let games = of_file.stats().games();
    end(&mut of_file, games, chunks.bytes_yielded());
    counts.merge(of_file);
    Ok(())
}
