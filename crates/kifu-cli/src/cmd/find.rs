//! `kifu find`: find games that match an expression or a pattern.

pub(crate) mod args;

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;

use kifu::Record;
use kifu::info::GameInfo;
use kifu::parts::JoinableGames;
use kifu::search::{HitReport, Query};
use kifu::select::{Game, Games, Select};
use kifu_files::Input;
use kifu_files::games::Chunks;
use kifu_files::paths::true_name;
use serde::Serialize;

use self::args::FindArgs;
use crate::exit::{Outcome, Stopped, Usage};
use crate::json::{self, Sequence};
use crate::output::{self, Out};
use crate::pattern::only_index;
use crate::printable::{InputName, Printable};
use crate::read_files;
use crate::run::Inputs;
use crate::undecodable::{HELP, is_damaged};

mod collection;
mod found;
mod pattern;

use collection::Collection;
use found::{FoundFile, FoundGame, Match};
use pattern::Finder;

pub(crate) fn run(args: &FindArgs) -> anyhow::Result<Outcome> {
    let mut input = args.input.clone();
    input.null_names = args.files;
    let query = pattern::query(args)?;
    let outputs = Outputs::of(args)?;
    let mut search = Search::new(args)?;
    if let Some(index) = &args.pattern.index {
        only_index(&input, needs_files(args))?;
        let Some(query) = &query else {
            let why =
                "`--index` needs a pattern to search for; add `--pattern` or `--text-pattern`";
            return Err(Usage(why.to_owned()).into());
        };
        let found = pattern::in_index(query, index, args)?;
        if found.is_empty() || !needs_files(args) {
            return from_index(&found, search);
        }
        input.paths = pattern::files_of(&found);
    }
    let criteria = Criteria::of(args, query.as_ref());
    let whole = criteria.select.is_some_and(Select::needs_all_games);
    let work = |input: &Input, chunks: &mut Chunks| {
        Ok(if outputs.contain(input) {
            Err(input.shown())
        } else {
            Ok(search_file(input, chunks, &criteria, args)?)
        })
    };
    let inputs = Inputs::of("find", &input)
        .whole(whole)
        .split_within_lines()
        .only_records();
    let mut outcome = inputs.each_collection(work, |file| match file {
        Ok(file) => search.add(&file),
        Err(name) => {
            let why = "not searched, because the output replaces this file";
            output::message(format_args!("{name}: {why}"));
            Ok(())
        }
    })?;
    outcome.failed += search.in_part;
    let outcome = outcome.without(search.unwritten);
    Ok(Outcome {
        negative: search.finish(args.input.strict && outcome.failed > 0)?,
        ..outcome
    })
}

/// The canonical paths of existing files that the outputs replace.
struct Outputs(Vec<PathBuf>);

impl Outputs {
    /// Returns the existing files that `--save` and `--save-rest` replace.
    ///
    /// # Errors
    ///
    /// If `--save` and `--save-rest` are the same file.
    fn of(args: &FindArgs) -> Result<Outputs, Usage> {
        if let (Some(saved), Some(rest)) = (&args.save, &args.save_rest)
            && true_name(saved) == true_name(rest)
        {
            let why = "`--save` and `--save-rest` must name different files";
            return Err(Usage(why.to_owned()));
        }
        let paths = [&args.save, &args.save_rest].into_iter().flatten();
        let existing = paths.filter_map(|path| path.canonicalize().ok());
        Ok(Outputs(existing.collect()))
    }

    fn contain(&self, input: &Input) -> bool {
        self.0.iter().any(|output| input.is_from(output))
    }
}

/// Returns whether the search needs to read the files in addition to the index.
fn needs_files(args: &FindArgs) -> bool {
    args.games.select.is_some()
        || args.json
        || args.jsonl
        || args.save.is_some()
        || args.save_rest.is_some()
}

/// Reports the games that were found in an index.
fn from_index(found: &[FoundFile], mut search: Search<'_>) -> anyhow::Result<Outcome> {
    for file in found {
        match search.add(file) {
            Err(error) if error.is::<Stopped>() => break,
            added => added?,
        }
    }
    Ok(Outcome {
        read: 1,
        failed: 0,
        negative: search.finish(false)?,
    })
}

/// The expression and the pattern that a game must match.
struct Criteria<'a> {
    select: Option<&'a Select>,
    pattern: Option<Finder>,
}

impl<'a> Criteria<'a> {
    fn of(args: &'a FindArgs, query: Option<&'a Query>) -> Criteria<'a> {
        Criteria {
            select: args.games.select.as_ref(),
            pattern: query.map(|query| Finder::new(query, args)),
        }
    }

    fn find(&self, game: &Game<'_>) -> Option<Match> {
        if self.select.is_some_and(|select| !select.matches(game)) {
            return None;
        }
        match &self.pattern {
            Some(pattern) => pattern.find(game.document(), game.root()),
            None => Some(Match { hits: None }),
        }
    }
}

/// The reason why a JGF game with damaged text is not saved.
const UNDECODABLE: &str = "some of its text cannot be decoded";

fn search_file(
    input: &Input,
    chunks: &mut Chunks,
    criteria: &Criteria<'_>,
    args: &FindArgs,
) -> anyhow::Result<FoundFile> {
    let mut file = FoundFile {
        input: input.clone(),
        game_count: 0,
        games: Vec::new(),
    };
    for part in chunks.records() {
        file.add(part?.record, criteria, args)?;
    }
    Ok(file)
}

impl FoundFile {
    /// Searches the next games of the file.
    fn add(
        &mut self,
        record: Record,
        criteria: &Criteria<'_>,
        args: &FindArgs,
    ) -> anyhow::Result<()> {
        let sgf = record.to_sgf()?;
        let name = self.input.name();
        let games = Games::of(&record, &sgf)
            .with_path(&name)
            .numbered_after(self.game_count);
        let as_json = args.json || args.jsonl;
        let saves = args.save.is_some() || args.save_rest.is_some();
        let games_to_save = saves.then(|| JoinableGames::of(&sgf));
        let damaged = saves && is_damaged(&record);
        let search = |game: Game<'_>| -> anyhow::Result<Option<FoundGame>> {
            let found = criteria.find(&game);
            let json = match &found {
                Some(found) if as_json => {
                    let report = GameReport {
                        game: game.number(),
                        info: GameInfo::of(game.document(), game.root()),
                        hits: found.hits.as_deref(),
                    };
                    json::file_line(self.input.name(), &report)?
                }
                _ => Vec::new(),
            };
            let saved = match &found {
                Some(_) => args.save.is_some(),
                None => args.save_rest.is_some(),
            };
            if found.is_none() && !saved {
                return Ok(None);
            }
            Ok(Some(FoundGame {
                number: game.number(),
                found,
                json,
                sgf: match &games_to_save {
                    Some(_) if saved && damaged => Some(Err(format!("{UNDECODABLE}; {HELP}"))),
                    Some(games) if saved => {
                        let game = games.game(game.root());
                        Some(game.map_err(|why| why.to_string()))
                    }
                    _ => None,
                },
            }))
        };
        for game in games.iter() {
            self.games.extend(search(game)?);
        }
        self.game_count += games.iter().len();
        Ok(())
    }
}

/// A matching game as JSON.
#[derive(Serialize)]
struct GameReport<'a> {
    game: usize,
    #[serde(flatten)]
    info: GameInfo<'a>,
    /// The hits of the pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    hits: Option<&'a [HitReport]>,
}

/// Reports and saves matching games in order.
struct Search<'a> {
    args: &'a FindArgs,
    out: Out,
    sequence: Option<Sequence>,
    /// The number of matching games so far, including skipped ones.
    found: u64,
    /// The number of files with matching games that were not skipped.
    files: u64,
    saved: Option<Collection>,
    rest: Option<Collection>,
    /// The number of files from which no game could be saved.
    unwritten: u64,
    /// The number of files from which only some games could be saved.
    in_part: u64,
}

impl<'a> Search<'a> {
    fn new(args: &'a FindArgs) -> anyhow::Result<Search<'a>> {
        // Files that the outputs replace are not searched.
        let written = [&args.save, &args.save_rest].into_iter().flatten();
        written.for_each(|path| read_files::all().skip(path));
        let collection = |path: &Option<PathBuf>| match path {
            Some(path) if args.dry_run => Collection::plan(path, args.force).map(|()| None),
            Some(path) => Collection::create(path, args.force).map(Some),
            None => Ok(None),
        };
        Ok(Search {
            args,
            out: output::stdout(),
            sequence: Sequence::from_flags(args.json, args.jsonl),
            found: 0,
            files: 0,
            saved: collection(&args.save)?,
            rest: collection(&args.save_rest)?,
            unwritten: 0,
            in_part: 0,
        })
    }

    /// Reports and saves the games of a file.
    ///
    /// # Errors
    ///
    /// [`Stopped`] once further files would not change the result.
    fn add(&mut self, file: &FoundFile) -> anyhow::Result<()> {
        if self.is_done() {
            return Err(Stopped.into());
        }
        let before = self.found.max(self.args.skip);
        let (mut saved, mut unsaved) = (0, 0);
        for game in &file.games {
            let is_match = game.found.is_some();
            self.found += u64::from(is_match);
            if is_match && self.found <= self.args.skip {
                continue;
            }
            let to = if is_match {
                &mut self.saved
            } else {
                &mut self.rest
            };
            if save(to, file, game)? {
                saved += 1;
            } else {
                unsaved += 1;
            }
            if is_match {
                self.report(file, game)?;
            }
            if self.is_done() || (unsaved > 0 && self.args.input.strict) {
                break;
            }
        }
        match (saved, unsaved) {
            (_, 0) => {}
            (0, _) => self.unwritten += 1,
            _ => self.in_part += 1,
        }
        if self.found > before {
            self.files += 1;
            if self.args.files && !self.args.count {
                self.write_name(&file.input)?;
            }
        }
        if self.is_done() || (unsaved > 0 && self.args.input.strict) {
            Err(Stopped.into())
        } else {
            Ok(())
        }
    }

    /// Returns the number of matching games, without skipped ones.
    fn count(&self) -> u64 {
        self.found.saturating_sub(self.args.skip)
    }

    /// Returns whether further games cannot change the result.
    fn is_done(&self) -> bool {
        let saves = self.saved.is_some() || self.rest.is_some();
        let enough = match (self.args.limit, self.args.expect) {
            (Some(limit), _) => return self.count() >= limit,
            (None, Some(expected)) => self.count() > expected,
            (None, None) => self.count() > 0,
        };
        self.args.quiet && enough && !saves
    }

    /// Writes a matching game to standard output.
    fn report(&mut self, file: &FoundFile, game: &FoundGame) -> anyhow::Result<()> {
        if let Some(sequence) = &mut self.sequence {
            return Ok(sequence.write(&mut self.out, &game.json)?);
        }
        if self.args.files || self.args.count || self.args.quiet {
            return Ok(());
        }
        let mut name = file.input.shown();
        if file.game_count != 1 {
            name.push_str(&format!("  game {}", game.number));
        }
        match game.found.as_ref().and_then(|found| found.hits.as_ref()) {
            None => writeln!(self.out, "{name}")?,
            Some(hits) => {
                for hit in hits {
                    writeln!(self.out, "{name}  {}", hit.describe())?;
                }
            }
        }
        Ok(())
    }

    /// Writes the name of a file.
    fn write_name(&mut self, input: &Input) -> anyhow::Result<()> {
        if self.args.input.null {
            let name = match input {
                Input::Stdin => OsStr::new("-"),
                Input::File(path) => path.as_os_str(),
                Input::Member(member) => member.path.as_os_str(),
            };
            self.out.write_all(name.as_encoded_bytes())?;
            self.out.write_all(b"\0")?;
        } else {
            writeln!(self.out, "{}", input.shown())?;
        }
        Ok(())
    }

    /// Writes the count and the collections, and returns whether the exit code is 1. If the search
    /// failed, the collections are not written.
    fn finish(mut self, failed: bool) -> anyhow::Result<bool> {
        if self.args.count {
            let count = if self.args.files {
                self.files
            } else {
                self.count()
            };
            writeln!(self.out, "{count}")?;
        }
        if let Some(sequence) = self.sequence.take() {
            sequence.finish(&mut self.out)?;
        }
        self.out.flush()?;
        let count = self.count();
        for collection in [self.saved, self.rest].into_iter().flatten() {
            if failed {
                collection.drop_unfinished();
            } else {
                collection.finish()?;
            }
        }
        Ok(match self.args.expect {
            Some(expected) => count != expected,
            None => count == 0,
        })
    }
}

/// Writes a game to a collection, if there is one. If the game cannot be saved, reports the reason
/// and returns `false`.
fn save(to: &mut Option<Collection>, file: &FoundFile, game: &FoundGame) -> anyhow::Result<bool> {
    match (to, &game.sgf) {
        (Some(to), Some(Ok(sgf))) => to.add(sgf)?,
        (_, Some(Err(why))) => {
            let (name, number) = (file.input.shown(), game.number);
            output::message(format_args!("{name}: game {number}: {}", Printable(why)));
            return Ok(false);
        }
        _ => {}
    }
    Ok(true)
}
