//! `kifu hash`: show hashes of the moves of games.

pub(crate) mod args;

use kifu::hash::{HashKind, MainLine};
use kifu::select::Select;
use kifu::sgf::{Document, NodeId};
use kifu_files::Input;
use kifu_files::OtherKind;
use kifu_files::games::Chunks;
use serde::{Serialize, Serializer};

use self::args::HashArgs;
use crate::exit::Outcome;
use crate::json;
use crate::printable::InputName;
use crate::reports::Reports;
use crate::run::Inputs;
use crate::selected::Selected;

pub(crate) fn run(args: &HashArgs) -> anyhow::Result<Outcome> {
    let mut reports = Reports::new(args.json.sequence());
    let as_json = reports.are_json();
    let kinds = args.kinds();
    let select = args.games.select.as_ref();
    let whole = select.is_some_and(Select::needs_all_games);
    let work = |input: &Input, chunks: &mut Chunks| {
        let mut game_count = 0;
        let mut games = Vec::new();
        for part in chunks.records() {
            let record = part?.record;
            let sgf = record.to_sgf()?;
            let selected = Selected::of(game_count, select, input, &record)?;
            let numbered = (game_count + 1..).zip(sgf.roots());
            let taken = numbered.filter(|(_, root)| selected.has(*root));
            games.extend(
                taken.map(|(number, root)| GameHashes::of(&sgf, root, number, &kinds, args)),
            );
            game_count += sgf.roots().count();
        }
        if game_count == 0 {
            anyhow::bail!(OtherKind::Unknown);
        }
        if games.is_empty() {
            return Ok(Vec::new());
        }
        if as_json {
            return Ok(json::list_line(input.name(), "games", &games)?);
        }
        let mut text = String::new();
        for game in &games {
            for hash in game.shown(kinds.len()) {
                text.extend([hash, "  "]);
            }
            text.push_str(&input.shown());
            if game_count > 1 {
                text.push_str(&format!("  game {}", game.game));
            }
            text.push('\n');
        }
        Ok(text.into_bytes())
    };
    let inputs = Inputs::of("hash", &args.input)
        .whole(whole)
        .split_within_lines()
        .only_records();
    let outcome = inputs.each_collection(work, |text| Ok(reports.write(&text)?))?;
    reports.finish()?;
    Ok(outcome)
}

/// The hashes of a game.
#[derive(Serialize)]
struct GameHashes {
    game: usize,
    /// The number of moves; `None` if the game is not Go.
    moves: Option<usize>,
    hashes: Option<Hashes>,
}

impl GameHashes {
    fn of(
        document: &Document,
        root: NodeId,
        game: usize,
        kinds: &[HashKind],
        args: &HashArgs,
    ) -> GameHashes {
        let line = MainLine::of(document, root, args.at.map(|at| at.get()));
        let hashes = |line: &MainLine| kinds.iter().map(|&kind| (kind, line.hash(kind))).collect();
        GameHashes {
            game,
            moves: line.as_ref().map(MainLine::moves),
            hashes: line.as_ref().map(hashes).map(Hashes),
        }
    }

    /// Returns the hashes as text, with a dash for each missing one.
    fn shown(&self, count: usize) -> impl Iterator<Item = &str> {
        let hashes = self.hashes.iter().flat_map(|hashes| &hashes.0);
        let known = hashes.map(|(_, hash)| hash.as_deref().unwrap_or("-"));
        known.chain(std::iter::repeat("-")).take(count)
    }
}

/// Hashes by kind; `None` if the moves cannot be read.
struct Hashes(Vec<(HashKind, Option<String>)>);

impl Serialize for Hashes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(kind, hash)| (kind.name(), hash)))
    }
}
