//! Finds games with a pattern, in files or in an index.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use kifu::search::index::Index;
use kifu::search::{self, HitReport, Query, Searchers};
use kifu::sgf::{Document, NodeId};
use kifu_files::Input;
use kifu_files::archive::archive_of;
use kifu_files::paths::path_of;

use super::found::{FoundFile, FoundGame, Match};
use crate::cmd::find::args::FindArgs;
use crate::exit::Usage;
use crate::pattern;

/// Returns the query for the pattern of the command line, if it has one.
pub(super) fn query(args: &FindArgs) -> anyhow::Result<Option<Query>> {
    let mut query = pattern::query(&args.pattern)?;
    if let (Some(query), Some(moves)) = (&mut query, &args.moves) {
        query.moves = moves.0.clone();
    }
    let needs_pattern =
        args.moves.is_some() || args.variations || args.pattern.has_search_options();
    if query.is_none() && needs_pattern {
        let why = "these options need a pattern; add `--pattern` or `--text-pattern`";
        return Err(Usage(why.to_owned()).into());
    }
    Ok(query)
}

/// Finds a pattern in games. Threads can share this value.
pub(super) struct Finder {
    searchers: Searchers,
    needs_hits: bool,
    variations: bool,
}

impl Finder {
    pub(super) fn new(query: &Query, args: &FindArgs) -> Finder {
        Finder {
            searchers: Searchers::new(query.clone()),
            needs_hits: needs_hits(args),
            variations: args.variations,
        }
    }

    pub(super) fn find(&self, document: &Document, root: NodeId) -> Option<Match> {
        if self.variations {
            return self.find_in_tree(document, root);
        }
        let line = search::line(document, root)?;
        self.searchers.search(&line, |found| {
            if found.is_empty() {
                return None;
            }
            let hits = found.hits().map(|hit| HitReport::of(&hit, line.size()));
            Some(Match {
                hits: self.needs_hits.then(|| hits.collect()),
            })
        })
    }
}

impl Finder {
    /// Finds the pattern in all lines of a game.
    fn find_in_tree(&self, document: &Document, root: NodeId) -> Option<Match> {
        let addresses = document.addresses(root);
        let is_enough = self.searchers.query().first_only || !self.needs_hits;
        let mut all = Vec::new();
        for line in search::lines(document, root)? {
            self.searchers.search(line.line(), |found| {
                all.extend(found.hits().map(|hit| {
                    let node = line.node(hit.first);
                    let in_variation = |node: &NodeId| addresses.level(*node) > Some(0);
                    let address = node
                        .filter(in_variation)
                        .and_then(|node| addresses.get(node));
                    let report = HitReport::of(&hit, line.line().size());
                    report.with_address(address.map(|address| address.to_string()))
                }));
            });
            if is_enough && !all.is_empty() {
                break;
            }
        }
        (!all.is_empty()).then(|| Match {
            hits: self.needs_hits.then_some(all),
        })
    }
}

/// Returns whether the output shows hits, and not only which games have the pattern.
fn needs_hits(args: &FindArgs) -> bool {
    !(args.quiet || args.count || args.files)
}

/// Returns the games of an index that have the pattern, in the order of the files.
pub(super) fn in_index(
    query: &Query,
    path: &Path,
    args: &FindArgs,
) -> anyhow::Result<Vec<FoundFile>> {
    let mut index = pattern::open(path)?;
    let mut games: BTreeMap<(u32, u32), Option<Vec<HitReport>>> = BTreeMap::new();
    let needs_hits = needs_hits(args);
    index.search(query, |game, found| {
        let hits = || {
            found
                .hits()
                .map(|hit| HitReport::of(&hit, game.size))
                .collect()
        };
        games.insert((game.file, game.number), needs_hits.then(hits));
        true
    })?;
    let mut files: Vec<FoundFile> = Vec::new();
    let mut last = None;
    for ((file, number), hits) in games {
        if last != Some(file) {
            files.push(indexed_file(&mut index, file)?);
            last = Some(file);
        }
        if let Some(file) = files.last_mut() {
            file.games.push(FoundGame {
                number: number as usize,
                found: Some(Match { hits }),
                json: Vec::new(),
                sgf: None,
            });
        }
    }
    Ok(files)
}

/// Returns a file of an index, without games yet.
fn indexed_file(index: &mut Index<std::fs::File>, file: u32) -> anyhow::Result<FoundFile> {
    let file = index.file(file)?;
    Ok(FoundFile {
        input: Input::of(path_of(file.name)),
        game_count: file.games as usize,
        games: Vec::new(),
    })
}

/// Returns the paths of the files that were found in an index. Members of an archive have the path
/// of the archive, so that it is read only once.
pub(super) fn files_of(found: &[FoundFile]) -> Vec<PathBuf> {
    let path = |file: &FoundFile| match &file.input {
        Input::File(path) => Some(archive_of(path).unwrap_or(path).to_owned()),
        Input::Stdin | Input::Member(_) => None,
    };
    let mut paths: Vec<PathBuf> = found.iter().filter_map(path).collect();
    paths.dedup();
    paths
}
