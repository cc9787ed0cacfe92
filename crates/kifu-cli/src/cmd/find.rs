//! `kifu find`: which games are such.

pub(crate) mod args;

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;

use kifu::Record;
use kifu::info::GameInfo;
use kifu::parts::JoinableGames;
use kifu::search::{HitReport, Query};
use kifu::select::{Game, Games, Select};
use serde::Serialize;

use self::args::FindArgs;
use crate::exit::{Outcome, Stopped, Usage};
use crate::games::Chunks;
use crate::input::Input;
use crate::json::{self, Sequence};
use crate::output::{self, Out};
use crate::paths::true_name;
use crate::pattern::only_index;
use crate::printable::Printable;
use crate::run::Inputs;
use crate::sources;
use crate::undecodable::{HELP, is_damaged};

mod collection;
mod judged;
mod pattern;

use collection::Collection;
use judged::{Hit, Judged, JudgedGame};
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
            return Err(Usage("--index has patterns, and no more of the games".to_owned()).into());
        };
        let found = pattern::in_index(query, index, args)?;
        if found.is_empty() || !needs_files(args) {
            return from_index(&found, search);
        }
        input.paths = pattern::files_of(&found);
    }
    let criteria = Criteria::of(args, query.as_ref());
    let whole = criteria.select.is_some_and(Select::needs_all_games);
    let work = |input: &Input, chunks: &mut Chunks| match outputs.are(input) {
        true => Ok(Err(input.shown())),
        false => judge(input, chunks, &criteria, args).map(Ok),
    };
    let inputs = Inputs::of("find", &input).whole(whole).cut_within_lines();
    let mut outcome = inputs.each_collection(work, |file| match file {
        Ok(file) => search.take(&file),
        Err(name) => {
            let why = "not searched, as it is to be replaced";
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

/// The files that are there and will be replaced, by their true names.
struct Outputs(Vec<PathBuf>);

impl Outputs {
    /// # Errors
    ///
    /// If both collections would be one file.
    fn of(args: &FindArgs) -> Result<Outputs, Usage> {
        if let (Some(saved), Some(rest)) = (&args.save, &args.save_rest)
            && true_name(saved) == true_name(rest)
        {
            let why = "--save and --save-rest are one file, which would lose games";
            return Err(Usage(why.to_owned()));
        }
        let paths = [&args.save, &args.save_rest].into_iter().flatten();
        let there = paths.filter_map(|path| path.canonicalize().ok());
        Ok(Outputs(there.collect()))
    }

    fn are(&self, input: &Input) -> bool {
        self.0.iter().any(|output| input.is_from(output))
    }
}

/// Whether what is asked for is in the files alone.
fn needs_files(args: &FindArgs) -> bool {
    args.games.select.is_some()
        || args.json
        || args.jsonl
        || args.save.is_some()
        || args.save_rest.is_some()
}

/// Tells what an index has.
fn from_index(found: &[Judged], mut search: Search<'_>) -> anyhow::Result<Outcome> {
    for file in found {
        match search.take(file) {
            Err(error) if error.is::<Stopped>() => break,
            taken => taken?,
        }
    }
    Ok(Outcome {
        read: 1,
        failed: 0,
        negative: search.finish(false)?,
    })
}

/// What a game must be.
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

    fn judge(&self, game: &Game<'_>) -> Option<Hit> {
        if self.select.is_some_and(|select| !select.matches(game)) {
            return None;
        }
        match &self.pattern {
            Some(pattern) => pattern.find(game.document(), game.root()),
            None => Some(Hit { places: None }),
        }
    }
}

/// Why games of JSON with damaged text are not saved.
const UNDECODABLE: &str = "it has text that does not decode";

fn judge(
    input: &Input,
    chunks: &mut Chunks,
    criteria: &Criteria<'_>,
    args: &FindArgs,
) -> anyhow::Result<Judged> {
    let mut judged = Judged {
        input: input.clone(),
        of: 0,
        games: Vec::new(),
    };
    for part in chunks.records() {
        judged.add(part?.record, criteria, args)?;
    }
    Ok(judged)
}

impl Judged {
    /// Judges the next games of the file.
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
            .numbered_after(self.of);
        let as_json = args.json || args.jsonl;
        let saves = args.save.is_some() || args.save_rest.is_some();
        let games_to_save = saves.then(|| JoinableGames::of(&sgf));
        let damaged = saves && is_damaged(&record);
        let judge = |game: Game<'_>| -> anyhow::Result<Option<JudgedGame>> {
            let hit = criteria.judge(&game);
            let json = match &hit {
                Some(hit) if as_json => {
                    let report = Report {
                        game: game.number(),
                        info: GameInfo::of(game.document(), game.root()),
                        hits: hit.places.as_deref(),
                    };
                    json::file_line(self.input.name(), &report)?
                }
                _ => Vec::new(),
            };
            let saved = match &hit {
                Some(_) => args.save.is_some(),
                None => args.save_rest.is_some(),
            };
            if hit.is_none() && !saved {
                return Ok(None);
            }
            Ok(Some(JudgedGame {
                number: game.number(),
                hit,
                json,
                sgf: match &games_to_save {
                    Some(_) if saved && damaged => Some(Err(format!("{UNDECODABLE}: {HELP}"))),
                    Some(games) if saved => {
                        let game = games.game(game.root());
                        Some(game.map_err(|why| why.to_string()))
                    }
                    _ => None,
                },
            }))
        };
        for game in games.iter() {
            self.games.extend(judge(game)?);
        }
        self.of += games.iter().len();
        Ok(())
    }
}

/// A game for programs.
#[derive(Serialize)]
struct Report<'a> {
    game: usize,
    #[serde(flatten)]
    info: GameInfo<'a>,
    /// Where the pattern is.
    #[serde(skip_serializing_if = "Option::is_none")]
    hits: Option<&'a [HitReport]>,
}

/// What is done with the games that are found, one after the other.
struct Search<'a> {
    args: &'a FindArgs,
    out: Out,
    sequence: Option<Sequence>,
    /// How many were found so far, those that are passed over among them, and files with others.
    found: u64,
    files: u64,
    saved: Option<Collection>,
    rest: Option<Collection>,
    /// How many files had games that could not be saved: all of them, and some.
    unwritten: u64,
    in_part: u64,
}

impl<'a> Search<'a> {
    fn new(args: &'a FindArgs) -> anyhow::Result<Search<'a>> {
        // What is written is not searched.
        let written = [&args.save, &args.save_rest].into_iter().flatten();
        written.for_each(|path| sources::leave_out(path));
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

    /// Takes the games of a file. [`Stopped`] if no more are wanted.
    fn take(&mut self, file: &Judged) -> anyhow::Result<()> {
        if self.is_done() {
            return Err(Stopped.into());
        }
        let before = self.found.max(self.args.skip);
        let (mut saved, mut unsaved) = (0, 0);
        for game in &file.games {
            let is_hit = game.hit.is_some();
            self.found += u64::from(is_hit);
            if is_hit && self.found <= self.args.skip {
                continue;
            }
            let to = match is_hit {
                true => &mut self.saved,
                false => &mut self.rest,
            };
            match save(to, file, game)? {
                true => saved += 1,
                false => unsaved += 1,
            }
            if is_hit {
                self.tell(file, game)?;
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
                self.name(&file.input)?;
            }
        }
        match self.is_done() || (unsaved > 0 && self.args.input.strict) {
            true => Err(Stopped.into()),
            false => Ok(()),
        }
    }

    /// How many were found, without those that are passed over.
    fn count(&self) -> u64 {
        self.found.saturating_sub(self.args.skip)
    }

    /// Whether nothing that comes can make a difference.
    fn is_done(&self) -> bool {
        let saves = self.saved.is_some() || self.rest.is_some();
        let enough = match (self.args.limit, self.args.expect) {
            (Some(limit), _) => return self.count() >= limit,
            (None, Some(expected)) => self.count() > expected,
            (None, None) => self.count() > 0,
        };
        self.args.quiet && enough && !saves
    }

    /// Writes a game that was found.
    fn tell(&mut self, file: &Judged, game: &JudgedGame) -> anyhow::Result<()> {
        if let Some(sequence) = &mut self.sequence {
            return Ok(sequence.write(&mut self.out, &game.json)?);
        }
        if self.args.files || self.args.count || self.args.quiet {
            return Ok(());
        }
        let mut name = file.input.shown();
        if file.of != 1 {
            name.push_str(&format!("  game {}", game.number));
        }
        match game.hit.as_ref().and_then(|hit| hit.places.as_ref()) {
            None => writeln!(self.out, "{name}")?,
            Some(places) => {
                for place in places {
                    writeln!(self.out, "{name}  {}", place.describe())?;
                }
            }
        }
        Ok(())
    }

    /// Writes the name of a file.
    fn name(&mut self, input: &Input) -> anyhow::Result<()> {
        match (self.args.input.null, input) {
            (false, _) => writeln!(self.out, "{}", input.shown())?,
            (true, input) => {
                let name = match input {
                    Input::Stdin => OsStr::new("-"),
                    Input::File(path) => path.as_os_str(),
                    Input::Member(member) => member.path.as_os_str(),
                };
                self.out.write_all(name.as_encoded_bytes())?;
                self.out.write_all(b"\0")?;
            }
        }
        Ok(())
    }

    /// Whether the answer is no. Collections are left out if the search failed.
    fn finish(mut self, failed: bool) -> anyhow::Result<bool> {
        if self.args.count {
            let count = match self.args.files {
                true => self.files,
                false => self.count(),
            };
            writeln!(self.out, "{count}")?;
        }
        if let Some(sequence) = self.sequence.take() {
            sequence.finish(&mut self.out)?;
        }
        self.out.flush()?;
        let count = self.count();
        for collection in [self.saved, self.rest].into_iter().flatten() {
            match failed {
                true => collection.drop_unfinished(),
                false => collection.finish()?,
            }
        }
        Ok(match self.args.expect {
            Some(expected) => count != expected,
            None => count == 0,
        })
    }
}

/// Writes a game to a collection, if there is one. What cannot stand there is told, and `false` returned.
fn save(to: &mut Option<Collection>, file: &Judged, game: &JudgedGame) -> anyhow::Result<bool> {
    match (to, &game.sgf) {
        (Some(to), Some(Ok(sgf))) => to.put(sgf)?,
        (_, Some(Err(why))) => {
            let (name, number) = (file.input.shown(), game.number);
            output::message(format_args!("{name}: game {number}: {}", Printable(why)));
            return Ok(false);
        }
        _ => {}
    }
    Ok(true)
}
