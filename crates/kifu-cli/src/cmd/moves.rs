//! `kifu moves`: list the moves of games.

use std::fmt::{self, Write as _};
use std::io::Write;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use kifu::core::{Color, Move, Size};
use kifu::rules::Rules;
use kifu::sgf::{Document, GameContext, NodeId, TimedMove};
use kifu_files::Input;
use kifu_files::games::{Chunks, with_game};
use serde::Serialize;

use crate::args::input::InputArgs;
use crate::args::values::Location;
use crate::exit::{Outcome, Refusals, or_refusal};
use crate::json;
use crate::locate::{game_after, whole_line};
use crate::output;
use crate::printable::{InputName, Printable};
use crate::run::Inputs;

/// List the moves of games: number, player, point and time left
///
/// Lists the main line, or the line through --path, with one move per line, such as `5 B Q16 1796.3`.
/// The last column is the time that the player has left in seconds, if the game has clock times.
#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// List all moves of the line through this address, such as `m91:2.3` [default: main line]
    ///
    /// `kifu tree` shows the addresses.
    #[arg(long, value_name = "ADDRESS")]
    path: Option<Location>,

    /// List only the Nth game of each file, from 1
    #[arg(long, value_name = "N")]
    game: Option<NonZeroUsize>,

    /// The output format
    ///
    /// The columns of csv and tsv, and the fields of jsonl, are file, game, number, color, point,
    /// time_left and periods_left.
    #[arg(long, value_name = "FORMAT", default_value = "plain")]
    format: MovesFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MovesFormat {
    /// One move per line, with a heading for each of several games
    Plain,
    /// Comma-separated values
    Csv,
    /// Tab-separated values
    Tsv,
    /// One JSON object for each move, one per line
    Jsonl,
}

pub(crate) fn run(args: &MovesArgs) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let mut refusals = Refusals::default();
    if let Some(delimiter) = args.format.delimiter() {
        out.write_all(&lines_of(delimiter, |lines| lines.write_record(COLUMNS))?)?;
    }
    let several = args.input.are_several();
    let work = |input: &Input, chunks: &mut Chunks| {
        let listed = match args.game {
            Some(number) => or_refusal(one_game(input, chunks, number, several, args))?,
            None => or_refusal(all_games(input, chunks, several, args))?,
        };
        Ok((input.shown(), listed))
    };
    let inputs = Inputs::of("moves", &args.input);
    let outcome = inputs.each_collection(work, |(name, listed)| {
        match listed {
            Ok(text) => out.write_all(&text)?,
            Err(refusal) => refusals.add(&name, refusal),
        }
        Ok(())
    })?;
    out.flush()?;
    refusals.end(outcome)
}

fn one_game(
    input: &Input,
    chunks: &mut Chunks,
    number: NonZeroUsize,
    several: bool,
    args: &MovesArgs,
) -> anyhow::Result<Vec<u8>> {
    let part = with_game(chunks, number)?;
    let document = part.record.to_sgf()?;
    let number = number.get();
    let rules = &Rules::LENIENT;
    let (root, _) = game_after(part.games_before, &part.record, &document, number, rules)?;
    let game = MoveList {
        name: &input.name(),
        number,
        heading: several.then(|| input.shown()),
    };
    let mut out = Vec::new();
    game.write(&document, root, args, &mut out)?;
    Ok(out)
}

/// Lists all games of a file.
fn all_games(
    input: &Input,
    chunks: &mut Chunks,
    several: bool,
    args: &MovesArgs,
) -> anyhow::Result<Vec<u8>> {
    let name = input.name();
    let in_chunks = !chunks.is_whole();
    let mut out = Vec::new();
    for part in chunks.records() {
        let part = part?;
        let document = part.record.to_sgf()?;
        let has_several = in_chunks || document.roots().nth(1).is_some();
        for (number, root) in (part.games_before + 1..).zip(document.roots()) {
            let heading = match (several, has_several) {
                (false, false) => None,
                (_, false) => Some(input.shown()),
                (_, true) => Some(format!("{}  game {number}", input.shown())),
            };
            let game = MoveList {
                name: &name,
                number,
                heading,
            };
            game.write(&document, root, args, &mut out)?;
        }
    }
    Ok(out)
}

/// The columns of all formats except plain text.
const COLUMNS: [&str; 7] = [
    "file",
    "game",
    "number",
    "color",
    "point",
    "time_left",
    "periods_left",
];

/// A move as JSON and as a row of CSV; the fields have the names in [`COLUMNS`].
#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    game: usize,
    number: usize,
    color: &'static str,
    point: String,
    time_left: Option<f64>,
    periods_left: Option<u32>,
}

/// A game of a file.
struct MoveList<'a> {
    name: &'a str,
    number: usize,
    /// The heading in plain text, if there are several games.
    heading: Option<String>,
}

impl MoveList<'_> {
    fn write(
        &self,
        document: &Document,
        root: NodeId,
        args: &MovesArgs,
        out: &mut Vec<u8>,
    ) -> anyhow::Result<()> {
        let context = GameContext::of(document.node(root));
        let line = whole_line(
            document,
            (Some(self.number as u64), root),
            args.path.as_ref(),
        )?;
        let nodes = line.nodes().iter().map(|id| document.node(*id));
        let moves = (1..).zip(nodes.flat_map(|node| node.timed_moves(&context)));
        match args.format {
            MovesFormat::Plain => {
                let mut text = String::new();
                if let Some(heading) = &self.heading {
                    writeln!(text, "{heading}")?;
                }
                for (number, played) in moves {
                    writeln!(text, "{number} {}", Plain(&played, context.size))?;
                }
                out.extend_from_slice(text.as_bytes());
            }
            MovesFormat::Jsonl => {
                for (number, played) in moves {
                    out.extend(json::line(&self.row(number, &played, context.size))?);
                }
            }
            MovesFormat::Csv | MovesFormat::Tsv => {
                let delimiter = args.format.delimiter().unwrap_or(b',');
                out.extend(lines_of(delimiter, |lines| {
                    for (number, played) in moves {
                        lines.serialize(self.row(number, &played, context.size))?;
                    }
                    Ok(())
                })?);
            }
        }
        Ok(())
    }

    fn row(&self, number: usize, played: &TimedMove, size: Size) -> Row<'_> {
        Row {
            file: self.name,
            game: self.number,
            number,
            color: match played.color {
                Color::Black => "black",
                Color::White => "white",
            },
            point: Point(played.action, size).to_string(),
            time_left: played.time_left.map(|time| time.nanos() as f64 / 1e9),
            periods_left: played.periods_left,
        }
    }
}

/// The player, the point and the time left, separated by spaces.
struct Plain<'a>(&'a TimedMove, Size);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plain(played, size) = self;
        write!(
            f,
            "{} {}",
            played.color.letter(),
            Point(played.action, *size)
        )?;
        match played.time_left {
            Some(time) => write!(f, " {}", Printable(&time.to_string())),
            None => Ok(()),
        }
    }
}

/// The Western name of a point, or `pass`.
struct Point(Move, Size);

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Move::Play(point) => match self.1.western(point) {
                Some(name) => name.fmt(f),
                None => f.write_str("?"),
            },
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl MovesFormat {
    /// Returns the byte between columns, for formats that have one.
    fn delimiter(self) -> Option<u8> {
        match self {
            MovesFormat::Csv => Some(b','),
            MovesFormat::Tsv => Some(b'\t'),
            MovesFormat::Plain | MovesFormat::Jsonl => None,
        }
    }
}

/// Returns lines of CSV with this byte between columns.
fn lines_of(
    delimiter: u8,
    write: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> csv::Result<()>,
) -> anyhow::Result<Vec<u8>> {
    let mut builder = csv::WriterBuilder::new();
    let mut lines = builder
        .delimiter(delimiter)
        .has_headers(false)
        .from_writer(Vec::new());
    write(&mut lines)?;
    Ok(lines.into_inner()?)
}
