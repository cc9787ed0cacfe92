//! `kifu tree`: show the variations of games, one line for each stretch without branching.

use std::fmt::{self, Write as _};
use std::num::NonZeroUsize;

use clap::Args;
use kifu::core::Size;
use kifu::sgf::{Document, GameContext, NodeId, Stretches};
use serde::Serialize;

use crate::args::input::InputArgs;
use crate::args::output::JsonArgs;
use crate::exit::Outcome;
use crate::games::Chunks;
use crate::input::Input;
use crate::json;
use crate::output::{Palette, Styled};
use crate::printable::Printable;
use crate::reports::Reports;
use crate::run::Inputs;

/// Show the variations of games, with one line for each stretch without branching
#[derive(Debug, Args)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,

    /// Follow nested variations to depth N; 0 is the stretch up to the first branching
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<usize>,

    /// Show only the Nth game of each file, from 1
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<NonZeroUsize>,
}

pub(crate) fn run(args: &TreeArgs) -> anyhow::Result<Outcome> {
    let palette = Palette::of_stdout();
    let mut reports = Reports::new(args.json.sequence());
    let as_json = reports.are_json();
    let mut games = 0;
    let work = |input: &Input, chunks: &mut Chunks| {
        let in_chunks = !chunks.is_whole();
        let (mut games, mut text, mut shown) = (Vec::new(), String::new(), 0);
        for part in chunks.records() {
            let part = part?;
            let (document, before) = (part.record.to_sgf()?, part.games_before);
            let several = in_chunks || document.roots().nth(1).is_some();
            let wanted = |game| args.game.is_none_or(|only| only.get() == game);
            let numbered = (before + 1..).zip(document.roots());
            for (game, root) in numbered.filter(|(game, _)| wanted(*game)) {
                shown += 1;
                if as_json {
                    games.push(Game::of(&document, game, root, args.depth));
                    continue;
                }
                write!(text, "{}", Styled(palette.name, input.shown()))?;
                if several {
                    write!(text, "  game {game}")?;
                }
                write_game(&document, root, args.depth, palette, &mut text)?;
            }
        }
        let text = if as_json {
            json::list_line(input.name(), "games", &games)?
        } else {
            text.into_bytes()
        };
        Ok((text, shown))
    };
    let sink = |(text, shown): (Vec<u8>, u64)| {
        games += shown;
        Ok(reports.write(&text)?)
    };
    let mut outcome = Inputs::of("tree", &args.input).each_collection(work, sink)?;
    reports.finish()?;
    outcome.negative = args.game.is_some() && games == 0;
    Ok(outcome)
}

/// The stretches of a game as JSON. They are a flat list, each after its parent, because trees can
/// be deeper than the nesting that JSON parsers allow.
#[derive(Serialize)]
struct Game {
    game: usize,
    size: Size,
    stretches: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    id: u32,
    parent: Option<u32>,
    /// The index among the variations after the parent; `None` for the first stretch.
    variation: Option<u32>,
    /// The variation taken at each branching; `None` if it is longer than [`MAX_PATH_LEN`]. Follow
    /// `parent` then.
    path: Option<Vec<u32>>,
    start_move: u64,
    nodes: u64,
    moves: u64,
}

/// The maximum length of a path. Longer ones would make the output quadratic.
const MAX_PATH_LEN: usize = 256;

impl Game {
    fn of(document: &Document, game: usize, root: NodeId, depth: Option<usize>) -> Game {
        let mut stretches = Stretches::new(document, root, depth);
        let mut rows = Vec::new();
        while let Some(stretch) = stretches.next() {
            rows.push(Row {
                id: stretch.id,
                parent: stretch.parent,
                variation: stretch.parent.map(|_| stretch.variation),
                path: (stretch.level <= MAX_PATH_LEN)
                    .then(|| stretches.path(&stretch, MAX_PATH_LEN)),
                start_move: stretch.moves_before + 1,
                nodes: stretch.nodes,
                moves: stretch.moves,
            });
        }
        Game {
            game,
            size: GameContext::of(document.node(root)).size,
            stretches: rows,
        }
    }
}

/// The maximum level of indentation.
const MAX_INDENT: usize = 16;

/// The number of steps at the end of a path that are shown.
const MAX_STEPS: usize = 6;

/// Writes the stretches of a game as text.
fn write_game(
    document: &Document,
    root: NodeId,
    depth: Option<usize>,
    palette: Palette,
    out: &mut String,
) -> fmt::Result {
    let size = GameContext::of(document.node(root)).size;
    writeln!(out, "  {size}")?;
    let mut stretches = Stretches::new(document, root, depth);
    while let Some(stretch) = stretches.next() {
        let path = stretches.path_name(&stretch, MAX_STEPS);
        let path = Styled(palette.label, format_args!("{path:<4}"));
        let indent = 2 * stretch.level.min(MAX_INDENT);
        let described = stretch.describe(size);
        writeln!(out, "  {:indent$}{path}  {}", "", Printable(&described))?;
    }
    Ok(())
}
