//! Games in which a pattern is, of files or of an index.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use kifu::search::index::Index;
use kifu::search::{self, HitReport, Query, Searchers};
use kifu::sgf::{Document, NodeId};

use super::judged::{Hit, Judged, JudgedGame};
use crate::archive::archive_of;
use crate::cmd::find::args::FindArgs;
use crate::exit::Usage;
use crate::input::Input;
use crate::paths::path_of;
use crate::pattern;

/// What the command line asks for, if it is a pattern.
pub(super) fn query(args: &FindArgs) -> anyhow::Result<Option<Query>> {
    let mut query = pattern::query(&args.pattern)?;
    if let (Some(query), Some(moves)) = (&mut query, &args.moves) {
        query.moves = moves.0.clone();
    }
    let only_with_one = args.moves.is_some() || args.pattern.has_search_options();
    if query.is_none() && only_with_one {
        let why = "without --pattern or --text-pattern there is nothing to search for in positions";
        return Err(Usage(why.to_owned()).into());
    }
    Ok(query)
}

/// Looks into games, in any thread.
pub(super) struct Finder {
    searchers: Searchers,
    /// Nobody asks where.
    only_whether: bool,
}

impl Finder {
    pub(super) fn new(query: &Query, args: &FindArgs) -> Finder {
        Finder {
            searchers: Searchers::new(query.clone()),
            only_whether: only_whether(args),
        }
    }

    pub(super) fn find(&self, document: &Document, root: NodeId) -> Option<Hit> {
        let line = search::line(document, root)?;
        self.searchers.search(&line, |found| {
            let places = found.hits().map(|hit| HitReport::of(&hit, line.size()));
            match (found.is_empty(), self.only_whether) {
                (true, _) => None,
                (_, true) => Some(Hit { places: None }),
                _ => Some(Hit {
                    places: Some(places.collect()),
                }),
            }
        })
    }
}

fn only_whether(args: &FindArgs) -> bool {
    args.quiet || args.count || args.files
}

/// The games of an index that have the pattern, in the order of the files.
pub(super) fn in_index(query: &Query, path: &Path, args: &FindArgs) -> anyhow::Result<Vec<Judged>> {
    let mut index = pattern::open(path)?;
    let mut games: BTreeMap<(u32, u32), Option<Vec<HitReport>>> = BTreeMap::new();
    let whether = only_whether(args);
    index.search(query, |game, found| {
        let places = || {
            found
                .hits()
                .map(|hit| HitReport::of(&hit, game.size))
                .collect()
        };
        games.insert((game.file, game.number), (!whether).then(places));
        true
    })?;
    let mut files: Vec<Judged> = Vec::new();
    let mut last = None;
    for ((file, number), places) in games {
        if last != Some(file) {
            files.push(indexed(&mut index, file)?);
            last = Some(file);
        }
        if let Some(file) = files.last_mut() {
            file.games.push(JudgedGame {
                number: number as usize,
                hit: Some(Hit { places }),
                json: Vec::new(),
                sgf: None,
            });
        }
    }
    Ok(files)
}

/// A file of an index, as if none of its games had been found yet.
fn indexed(index: &mut Index<std::fs::File>, file: u32) -> anyhow::Result<Judged> {
    let file = index.file(file)?;
    Ok(Judged {
        input: Input::File(path_of(file.name)),
        of: file.games as usize,
        games: Vec::new(),
    })
}

/// The names of the files in which an index has the pattern; of those in an archive its own, so
/// that it is read once.
pub(super) fn files_of(found: &[Judged]) -> Vec<PathBuf> {
    let path = |file: &Judged| match &file.input {
        Input::File(path) => Some(archive_of(path).unwrap_or(path).to_owned()),
        Input::Stdin | Input::Member(_) => None,
    };
    let mut paths: Vec<PathBuf> = found.iter().filter_map(path).collect();
    paths.dedup();
    paths
}
