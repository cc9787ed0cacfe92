//! `kifu hash`: what tells games apart, whatever else is written about them.

use kifu::hash::{Kind, Line};
use kifu::sgf::Document;
use serde::{Serialize, Serializer};

use crate::args::HashArgs;
use crate::exit::Outcome;
use crate::input::Input;
use crate::json::{self, SCHEMA, Sequence};
use crate::reports::Reports;
use crate::run::each_file;
use crate::selected::Selected;

pub(crate) fn run(args: &HashArgs) -> anyhow::Result<Outcome> {
    let mut reports = Reports::new(Sequence::asked(args.json, args.jsonl));
    let as_json = reports.are_json();
    let kinds = args.kinds();
    let work = |input: &Input, bytes: Vec<u8>| {
        let record = kifu::read(bytes)?;
        let sgf = record.to_sgf()?;
        let of = sgf.roots().count();
        if of == 0 {
            anyhow::bail!("no game found");
        }
        let selected = Selected::of(args.games.select.as_ref(), input, &record)?;
        let games = games(&sgf, &selected, &kinds, args);
        if games.is_empty() {
            return Ok(Vec::new());
        }
        if as_json {
            let report = Report {
                kifu_schema: SCHEMA,
                file: input.name(),
                games,
            };
            return Ok(json::line(&report)?);
        }
        let mut text = String::new();
        for game in &games {
            for hash in game.shown(kinds.len()) {
                text.extend([hash, "  "]);
            }
            text.push_str(&input.shown());
            if of > 1 {
                text.push_str(&format!("  game {}", game.game));
            }
            text.push('\n');
        }
        Ok(text.into_bytes())
    };
    let outcome = each_file("hash", &args.input, work, |text| Ok(reports.write(&text)?))?;
    reports.finish()?;
    Ok(outcome)
}

fn games(document: &Document, selected: &Selected, kinds: &[Kind], args: &HashArgs) -> Vec<Game> {
    let at = args.at.map(|at| at.get());
    let game = |(game, root)| {
        let line = Line::of(document, root, at);
        let hashes = |line: &Line| kinds.iter().map(|&kind| (kind, line.hash(kind))).collect();
        Game {
            game,
            moves: line.as_ref().map(Line::moves),
            hashes: line.as_ref().map(hashes).map(Hashes),
        }
    };
    let numbered = (1..).zip(document.roots());
    let selected = numbered.filter(|(_, root)| selected.has(*root));
    selected.map(game).collect()
}

/// One file for programs.
#[derive(Serialize)]
struct Report {
    kifu_schema: u32,
    file: String,
    games: Vec<Game>,
}

/// A game; of other games than Go nothing is known.
#[derive(Serialize)]
struct Game {
    game: usize,
    moves: Option<usize>,
    hashes: Option<Hashes>,
}

impl Game {
    /// Its hashes, or as many dashes.
    fn shown(&self, kinds: usize) -> impl Iterator<Item = &str> {
        let hashes = self.hashes.iter().flat_map(|hashes| &hashes.0);
        let known = hashes.map(|(_, hash)| hash.as_str());
        known.chain(std::iter::repeat("-")).take(kinds)
    }
}

/// A member for each, by its name.
struct Hashes(Vec<(Kind, String)>);

impl Serialize for Hashes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(kind, hash)| (kind.name(), hash)))
    }
}
