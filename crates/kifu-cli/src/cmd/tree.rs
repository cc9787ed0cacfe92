//! `kifu tree`: show the lines of games, with their variations.

mod text;

use std::num::NonZeroUsize;

use clap::Args;
use kifu::core::Size;
use kifu::sgf::{Document, GameContext, NodeId, Stretches};
use kifu_files::Input;
use kifu_files::games::Chunks;
use serde::Serialize;

use crate::args::input::InputArgs;
use crate::args::output::JsonArgs;
use crate::args::values::Comments;
use crate::exit::Outcome;
use crate::json;
use crate::output::Palette;
use crate::printable::InputName;
use crate::prose;
use crate::reports::Reports;
use crate::run::Inputs;

/// Show the main line and the variations of games, with the first words of comments
///
/// The main line is not indented; the variations at a move come directly after it. Each line starts
/// with the address of its first move: `m91` is move 91 of the main line, `m91:2` the second
/// variation at that move (the main line itself is not counted), and `m91:2.3` the third node of
/// that variation. Options such as --path of `kifu show` take these addresses.
///
/// In variations that are nested more than three levels deep, addresses are numbers of nodes: `#17`
/// is the 17th node of the game in file order.
#[derive(Debug, Args)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,

    /// Show variations nested at most N levels deep; 0 shows only the main line
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<usize>,

    /// Show only the Nth game of each file, from 1
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<NonZeroUsize>,

    /// Show each node on its own line
    #[arg(long)]
    pub(crate) nodes: bool,

    /// How much of each comment to show
    #[arg(long, value_name = "AMOUNT", default_value = "brief")]
    pub(crate) comments: Comments,

    /// Show NAME instead of the file names
    ///
    /// This is useful for textconv commands of git, which read temporary files. An empty NAME shows
    /// no names.
    #[arg(long, value_name = "NAME")]
    pub(crate) label: Option<String>,
}

pub(crate) fn run(args: &TreeArgs) -> anyhow::Result<Outcome> {
    let layout = text::Layout {
        depth: args.depth,
        nodes: args.nodes,
        comments: args.comments,
        width: prose::width(),
        palette: Palette::of_stdout(),
    };
    let mut reports = Reports::new(args.json.sequence());
    let as_json = reports.are_json();
    let mut games = 0;
    let work = |input: &Input, chunks: &mut Chunks| {
        let name = args.label.clone().unwrap_or_else(|| input.shown());
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
                    games.push(TreeOutput::of(&document, game, root, args.depth));
                    continue;
                }
                let number = several.then_some(game);
                layout.push_game(&name, number, &document, root, &mut text);
            }
        }
        let text = if as_json {
            {
                let file = args.label.clone().unwrap_or_else(|| input.name());
                json::list_line(file, "games", &games)?
            }
        } else {
            text.into_bytes()
        };
        Ok((text, shown))
    };
    let sink = |(text, shown): (Vec<u8>, u64)| {
        games += shown;
        Ok(reports.write(&text)?)
    };
    let mut outcome = Inputs::of("tree", &args.input)
        .labelled(args.label.as_deref())
        .each_collection(work, sink)?;
    reports.finish()?;
    outcome.negative = args.game.is_some() && games == 0;
    Ok(outcome)
}

/// The stretches of a game as JSON: a flat list in which each stretch comes after its parent,
/// because trees can be deeper than the nesting that JSON parsers allow.
#[derive(Serialize)]
struct TreeOutput {
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
    /// The variation taken at each branching; `None` if the path is longer than [`MAX_PATH_LEN`].
    /// Readers then follow `parent`.
    path: Option<Vec<u32>>,
    /// The address of the first node.
    address: Option<String>,
    start_move: u64,
    nodes: u64,
    moves: u64,
}

/// The maximum length of a path. Longer paths would make the size of the output quadratic.
const MAX_PATH_LEN: usize = 256;

impl TreeOutput {
    fn of(document: &Document, game: usize, root: NodeId, depth: Option<usize>) -> TreeOutput {
        let addresses = document.addresses(root);
        let mut stretches = Stretches::new(document, root, depth);
        let mut rows = Vec::new();
        while let Some(stretch) = stretches.next() {
            let address = addresses.get(stretch.first);
            rows.push(Row {
                id: stretch.id,
                parent: stretch.parent,
                variation: stretch.parent.map(|_| stretch.variation),
                path: (stretch.level <= MAX_PATH_LEN)
                    .then(|| stretches.path(&stretch, MAX_PATH_LEN)),
                address: address.map(|address| address.to_string()),
                start_move: stretch.moves_before + 1,
                nodes: stretch.nodes,
                moves: stretch.moves,
            });
        }
        TreeOutput {
            game,
            size: GameContext::of(document.node(root)).size,
            stretches: rows,
        }
    }
}
