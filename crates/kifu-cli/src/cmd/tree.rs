//! `kifu tree`: the variations of games, a line for each stretch without branching.

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

/// Show the variations of games, a line for each stretch without branching
#[derive(Debug, Args)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,

    /// Follow variations of variations N deep; 0 is the stretch up to the first branching
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<usize>,

    /// Only the Nth game of each file, from 1
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
        let text = match as_json {
            false => text.into_bytes(),
            true => json::list_line(input.name(), "games", &games)?,
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

/// A game for programs. Its stretches are a flat list, for trees can be deeper than
/// readers of JSON bear; each comes after its parent.
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
    /// Which variation it is of those after its parent, from 0; `None` of the trunk.
    variation: Option<u32>,
    /// The variation taken at each branching; `None` past a depth at which they
    /// would take more room than all the rest. Parents lead on from there.
    path: Option<Vec<u32>>,
    start_move: u64,
    nodes: u64,
    moves: u64,
}

/// Up to here paths are written whole.
const LONGEST_PATH: usize = 256;

impl Game {
    fn of(document: &Document, game: usize, root: NodeId, depth: Option<usize>) -> Game {
        let mut stretches = Stretches::new(document, root, depth);
        let mut rows = Vec::new();
        while let Some(stretch) = stretches.next() {
            rows.push(Row {
                id: stretch.id,
                parent: stretch.parent,
                variation: stretch.parent.map(|_| stretch.variation),
                path: (stretch.level <= LONGEST_PATH)
                    .then(|| stretches.path(&stretch, LONGEST_PATH)),
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

/// Levels that are indented; further ones stand below each other.
const INDENTED: usize = 16;

/// The last steps of a path that are shown.
const STEPS: usize = 6;

/// Writes the stretches of a game for people.
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
        let path = stretches.path_name(&stretch, STEPS);
        let path = Styled(palette.label, format_args!("{path:<4}"));
        let indent = 2 * stretch.level.min(INDENTED);
        let described = stretch.describe(size);
        writeln!(out, "  {:indent$}{path}  {}", "", Printable(&described))?;
    }
    Ok(())
}
