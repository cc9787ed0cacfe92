//! `kifu extract`: a game of a collection, a line of it, some of its moves.

pub(crate) mod args;

use std::cell::OnceCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::Record;
use kifu::charset::CharsetSource;
use kifu::figure::Line;
use kifu::names::Fields;
use kifu::parts::{NotSplit, SplitGames, excerpt, in_format_of, joinable};
use kifu::sgf::{Document, NodeId};

use self::args::ExtractArgs;
use crate::charset_guess::refuse_other_guess;
use crate::exit::{Outcome, Refusal, Refusals, Stopped, Usage};
use crate::games::{Games, NO_GAMES, refuse_positions};
use crate::input::{Input, reason};
use crate::json::{self, Sequence};
use crate::locate;
use crate::naming::{Naming, PartOf, extension};
use crate::new_file::{NewFile, cannot_write};
use crate::output::{self, Data};
use crate::printable::{Printable, count, file_name};
use crate::replace::{self, Batch, Committed};
use crate::run::Inputs;
use crate::selected::{Selected, asks_for_all_games};
use crate::told::{Fate, Parts};
use crate::undecodable::refuse_json;

pub(crate) fn run(args: &ExtractArgs) -> anyhow::Result<Outcome> {
    let mut extractor = Extractor {
        args,
        to: To::of(args)?,
        inputs: Vec::new(),
        reports: args.told.sequence().map(|told| (told, Vec::new())),
        refusals: Refusals::default(),
        refused: 0,
        unwritten: 0,
        in_part: 0,
        games: 0,
    };
    let select = args.games.select.as_ref();
    let whole = select.is_some_and(asks_for_all_games);
    let work = |input: &Input| {
        let (games, wanted) = Wanted::of(input, Games::open(input, whole)?, args)?;
        Ok((games.bytes_yielded(), (input.clone(), games, wanted)))
    };
    let input = args.input.without(args.output.as_deref());
    let sink = |(input, mut file, wanted): (Input, Games, Wanted)| {
        if wanted.count == 0 {
            if select.is_none() {
                extractor.refused += 1;
                let why = format!("there is no game {}", args.game);
                let refusal = Refusal::Negative(why);
                extractor.refusals.add(&input.shown(), refusal);
            }
            return Ok(());
        }
        extractor.inputs.push(Waiting::of(&input, wanted.count));
        wanted.extract(&input, &mut file, &mut extractor)?;
        match extractor.to.waits() {
            true => Ok(()),
            false => extractor.end_inputs(0),
        }
    };
    let mut outcome = Inputs::of("extract", &input).each(work, sink)?;
    let committed = extractor.to.commit();
    extractor.note(committed)?;
    match extractor.end_inputs(0) {
        Err(error) if !error.is::<Stopped>() => return Err(error),
        _ => {}
    }
    let Extractor {
        to,
        reports,
        mut refusals,
        refused,
        unwritten,
        in_part,
        games,
        ..
    } = extractor;
    let tells = !matches!(to, To::Stdout(_));
    let finished = to.finish(args, games > 0);
    if let Some((mut told, reports)) = reports {
        let mut out = output::stdout();
        for mut report in reports {
            if finished.is_err() {
                report.fail();
            }
            told.write(&mut out, &json::line(&report)?)?;
        }
        told.finish(&mut out)?;
        out.flush()?;
    }
    finished?;
    // An input counts once, however many of its games are refused.
    refusals.refused = refused;
    outcome.failed += in_part;
    refusals.negative |= select.is_some() && games == 0;
    if tells {
        let verb = if args.dry_run { "to write" } else { "written" };
        let (games, of) = (count(games, "game"), count(outcome.read - refused, "file"));
        output::line(format_args!("{games} of {of} {verb}"));
    }
    refusals.end(outcome.without(unwritten))
}

/// The games of a file that are asked for.
#[derive(Default)]
struct Wanted {
    /// The parts that have some: the number of each, and the games with their numbers in the file.
    parts: Vec<(usize, Vec<(usize, NodeId)>)>,
    /// How many are asked for.
    count: usize,
    /// How many they are chosen from, or of how many lines something is written.
    of: usize,
}

impl Wanted {
    /// Those of a file, and the parts to take them from.
    fn of(input: &Input, mut games: Games, args: &ExtractArgs) -> anyhow::Result<(Games, Wanted)> {
        let mut wanted = Wanted::default();
        let select = args.games.select.as_ref();
        if select.is_none() {
            let number = args.game.get();
            let part = games.with_game(args.game)?;
            refuse_positions(&part.record)?;
            refuse_json(&part.record, &part.chunk.bytes)?;
            let sgf = part.record.to_sgf()?;
            let game = sgf.roots().nth(number - 1 - part.games_before);
            let game = game.map(|root| (number, root));
            wanted.add(0, &sgf, game.into_iter().collect(), args);
            drop(sgf);
            return Ok((Games::only(part), wanted));
        }
        let mut all = 0;
        for (at, part) in games.parts().enumerate() {
            let part = part?;
            let before = part.games_before;
            refuse_positions(&part.record)?;
            refuse_json(&part.record, &part.chunk.bytes)?;
            let selected = Selected::of(before, select, input, &part.record)?;
            let sgf = part.record.to_sgf()?;
            let numbered = (before + 1..).zip(sgf.roots());
            let taken = numbered.filter(|(_, root)| selected.has(*root)).collect();
            wanted.add(at, &sgf, taken, args);
            all = before + sgf.roots().count();
        }
        if !args.each_variation {
            wanted.of = all;
        }
        Ok((games, wanted))
    }

    /// Adds games of a part.
    fn add(
        &mut self,
        part: usize,
        sgf: &Document,
        games: Vec<(usize, NodeId)>,
        args: &ExtractArgs,
    ) {
        let lines = |(_, root): &(usize, NodeId)| sgf.line_ends(*root).count();
        self.of += match args.each_variation {
            true => games.iter().map(lines).sum(),
            false => games.len(),
        };
        self.count += games.len();
        if !games.is_empty() {
            self.parts.push((part, games));
        }
    }

    /// Writes what is asked for.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    fn extract(
        &self,
        input: &Input,
        games: &mut Games,
        extractor: &mut Extractor<'_>,
    ) -> anyhow::Result<()> {
        let (mut read, mut next) = (games.parts(), 0);
        for (at, roots) in &self.parts {
            let changed = || io::Error::other("the file was changed while it was read");
            let part = read.nth(at - next).unwrap_or_else(|| Err(changed()));
            next = at + 1;
            let part = match part {
                Ok(part) => part,
                Err(why) => {
                    let failed = |(game, _): &(usize, NodeId)| (*game, format!("{why:#}"));
                    extractor.done().failed.extend(roots.iter().map(failed));
                    continue;
                }
            };
            let extraction = Extraction {
                input,
                wanted: self,
                record: &part.record,
                source: &part.chunk.bytes,
                sgf: &*part.record.to_sgf()?,
                roots,
                games: OnceCell::new(),
            };
            extraction.extract(extractor)?;
        }
        Ok(())
    }
}

/// Writes games, and counts them.
struct Extractor<'a> {
    args: &'a ExtractArgs,
    to: To<'a>,
    /// Inputs of which some new files wait for their names. From the last one games are being taken.
    inputs: Vec<Waiting>,
    /// For programs, if they are told of each file.
    reports: Option<(Sequence, Vec<Parts>)>,
    refusals: Refusals,
    /// Inputs of which nothing is written, since nothing can be; or since writing failed; or only a part.
    refused: u64,
    unwritten: u64,
    in_part: u64,
    games: u64,
}

/// An input until all of its new files have their names.
struct Waiting {
    shown: String,
    /// How many of its games are asked for.
    count: usize,
    parts: Parts,
    done: Extracted,
}

impl Waiting {
    fn of(input: &Input, count: usize) -> Waiting {
        Waiting {
            shown: input.shown(),
            count,
            parts: Parts::of(input),
            done: Extracted::default(),
        }
    }

    /// One of its games, for people.
    fn named(&self, game: usize) -> String {
        match self.count {
            1 => self.shown.clone(),
            _ => format!("{}: game {game}", self.shown),
        }
    }
}

impl Extractor<'_> {
    /// What came of the last input so far.
    fn done(&mut self) -> &mut Extracted {
        let at = self.inputs.len() - 1;
        &mut self.inputs[at].done
    }

    /// Puts a part of a game of the last input where it goes.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    fn put(
        &mut self,
        part: &PartOf<'_>,
        game: usize,
        bytes: anyhow::Result<Vec<u8>>,
    ) -> anyhow::Result<()> {
        let input = self.inputs.len() - 1;
        let put = bytes.and_then(|bytes| self.to.put(part, (input, game), bytes, self.args));
        match put {
            Ok(committed) => {
                self.note(committed)?;
                match self.to.waits() {
                    true => Ok(()),
                    // Some of the last input may still be unwritten.
                    false => self.end_inputs(1),
                }
            }
            Err(error) if error.is::<io::Error>() => Err(error),
            Err(error) => {
                self.done().failed.push((game, format!("{error:#}")));
                Ok(())
            }
        }
    }

    /// Notes what became of parts of games.
    fn note(&mut self, committed: Committed<Ended>) -> anyhow::Result<()> {
        for (ended, done) in committed {
            let Ended {
                input: (input, game),
                path,
                why,
            } = ended;
            let Waiting {
                parts, done: all, ..
            } = &mut self.inputs[input];
            let written = match (why, done, &path) {
                (Some(why), _, _) => Err(why),
                (None, Err(error), Some(path)) => Err(format!("{}: {error}", cannot_write(path))),
                (None, Err(error), None) => Err(error.to_string()),
                (None, Ok(()), _) if self.args.dry_run => Ok(Fate::Planned),
                (None, Ok(()), _) => Ok(Fate::Written),
            };
            if let (To::Directory(_, out, _), Some(path), Ok(Fate::Planned), None) =
                (&mut self.to, &path, &written, &self.reports)
            {
                writeln!(out, "{}", file_name(path))?;
            }
            if let Some(path) = &path {
                let fate = *written.as_ref().unwrap_or(&Fate::Failed);
                parts.add(Some(path), vec![game], fate);
            }
            match written {
                Ok(_) => all.written += 1,
                Err(why) => all.failed.push((game, why)),
            }
        }
        Ok(())
    }

    /// Reports the inputs but for the last `open` ones. No new file waits for its name.
    ///
    /// # Errors
    ///
    /// [`Stopped`] where `--strict` ends it.
    fn end_inputs(&mut self, open: usize) -> anyhow::Result<()> {
        let mut any_failed = false;
        let ended: Vec<Waiting> = self.inputs.drain(..self.inputs.len() - open).collect();
        for mut input in ended {
            let done = std::mem::take(&mut input.done);
            let failed = !done.failed.is_empty();
            any_failed |= failed;
            self.games += done.written;
            match done.written {
                0 if failed => self.unwritten += 1,
                0 => self.refused += 1,
                _ => self.in_part += u64::from(failed || !done.refused.is_empty()),
            }
            for (game, refusal) in done.refused {
                self.refusals.add(&input.named(game), refusal);
            }
            for (game, why) in done.failed {
                let why = reason(why);
                output::message(format_args!("{}: {}", input.named(game), Printable(&why)));
            }
            if let Some((_, reports)) = &mut self.reports {
                reports.push(input.parts);
            }
        }
        match any_failed && self.args.input.strict {
            true => Err(Stopped.into()),
            false => Ok(()),
        }
    }
}

/// A part of a game that is complete.
struct Ended {
    /// The number of its input among those that wait, and that of the game in it.
    input: (usize, usize),
    /// None on standard output.
    path: Option<PathBuf>,
    /// Why it cannot be written.
    why: Option<String>,
}

/// Where what is extracted goes.
enum To<'a> {
    Stdout(Data),
    /// A file, which is begun with the first game, as far as it can be written.
    File(&'a Path, Option<anyhow::Result<NewFile>>),
    /// New files wait for their names there.
    Directory(Naming<'a>, Data, Batch<Ended>),
}

impl<'a> To<'a> {
    fn of(args: &'a ExtractArgs) -> Result<To<'a>, Usage> {
        let output = args.output.as_ref();
        let names_place = output.is_some_and(|path| path.as_os_str() != "-");
        if args.told.sequence().is_some() && !names_place {
            let why = "--json and --jsonl take standard output: use -o PATH";
            return Err(Usage(why.to_owned()));
        }
        let several = args.input.are_several();
        let ends_as_one = |path: &Path| path.to_string_lossy().ends_with(std::path::is_separator);
        match &args.output {
            Some(path) if path.as_os_str() != "-" => {
                let named = args.parts.name.is_some();
                match several || named || path.is_dir() || ends_as_one(path) {
                    true => {
                        let naming = Naming::new(&args.parts, path, &args.input);
                        let batch = Batch::new(args.input.strict);
                        Ok(To::Directory(naming, output::data(), batch))
                    }
                    false => Ok(To::File(path, None)),
                }
            }
            _ if args.parts.name.is_some() => Err(Usage(
                "--name calls files in a directory: -o DIRECTORY".to_owned(),
            )),
            _ => Ok(To::Stdout(output::data())),
        }
    }

    /// Puts a part of a game there. Returns what became of this one and others.
    fn put(
        &mut self,
        part: &PartOf<'_>,
        input: (usize, usize),
        mut bytes: Vec<u8>,
        args: &ExtractArgs,
    ) -> anyhow::Result<Committed<Ended>> {
        if !bytes.ends_with(b"\n") && bytes.iter().take(2).all(|b| !matches!(b, 0 | 0xFE | 0xFF)) {
            bytes.push(b'\n');
        }
        let ended = |path: Option<PathBuf>, why: Option<anyhow::Error>| Ended {
            input,
            path,
            why: why.map(|why| format!("{why:#}")),
        };
        match self {
            To::Stdout(out) => {
                out.write_all(&bytes)?;
                Ok(vec![(ended(None, None), Ok(()))])
            }
            To::File(path, file) => {
                if !args.dry_run {
                    let file = file.get_or_insert_with(|| NewFile::begin(path, args.parts.force));
                    let written = file.as_mut().map_or(Ok(()), |file| file.add(&bytes));
                    if let Err(why) = written {
                        *file = Err(why);
                    }
                }
                Ok(vec![(ended(Some(path.to_owned()), None), Ok(()))])
            }
            To::Directory(naming, _, batch) => {
                let path = naming.name(part)?;
                let staged = match args.dry_run {
                    true => naming.plan(&path).map(|()| None),
                    false => naming.stage(&path, &bytes).map(Some),
                };
                Ok(match staged {
                    Ok(staged) => batch.add(staged, ended(Some(path), None)),
                    Err(why) => batch.add(None, ended(Some(path), Some(why))),
                })
            }
        }
    }

    /// Whether new files wait for their names.
    fn waits(&self) -> bool {
        matches!(self, To::Directory(_, _, batch) if !batch.is_empty())
    }

    /// Gives new files their names. Returns what became of them.
    fn commit(&mut self) -> Committed<Ended> {
        match self {
            To::Directory(_, _, batch) => batch.commit(),
            _ => Vec::new(),
        }
    }

    fn finish(self, args: &ExtractArgs, any: bool) -> anyhow::Result<()> {
        match self {
            To::Stdout(mut out) | To::Directory(_, mut out, _) => Ok(out.flush()?),
            To::File(_, Some(file)) => file?.end(),
            To::File(path, None) if any && args.dry_run => {
                replace::vacant(path, args.parts.force)
                    .map_err(anyhow::Error::msg)
                    .with_context(|| cannot_write(path))?;
                if args.told.sequence().is_none() {
                    let mut out = output::stdout();
                    writeln!(out, "{}", file_name(path))?;
                    out.flush()?;
                }
                Ok(())
            }
            To::File(_, None) => Ok(()),
        }
    }
}

/// What came of a file.
#[derive(Default)]
struct Extracted {
    written: u64,
    /// How many lines were gone through.
    lines: usize,
    /// The numbers of games, and why there is nothing of them.
    refused: Vec<(usize, Refusal)>,
    failed: Vec<(usize, String)>,
}

/// Games of a part of a file to take something out of.
struct Extraction<'d> {
    input: &'d Input,
    wanted: &'d Wanted,
    record: &'d Record,
    source: &'d [u8],
    sgf: &'d Document,
    roots: &'d [(usize, NodeId)],
    /// All games of the part, split when the first one is needed whole.
    games: OnceCell<Result<SplitGames<'d>, NotSplit>>,
}

impl Extraction<'_> {
    /// Writes what is asked for.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    fn extract(&self, extractor: &mut Extractor<'_>) -> anyhow::Result<()> {
        let args = extractor.args;
        let Wanted { count, of, .. } = *self.wanted;
        let several = match args.each_variation {
            true => of > 1,
            false => count > 1,
        };
        let together = several && !matches!(extractor.to, To::Directory(..));
        let has_chunks = self.record.format().capabilities().has_chunks;
        if together && !(has_chunks && self.sgf.utf16().is_none()) {
            let why = "its games cannot stand one after the other: use -o DIRECTORY/".to_owned();
            let refusal = (self.roots[0].0, Refusal::Usage(why));
            extractor.done().refused.push(refusal);
            return Ok(());
        }
        for &(game, root) in self.roots {
            let wanted: Vec<_> = match args.each_variation {
                true => self.sgf.line_ends(root).map(Some).collect(),
                false => vec![None],
            };
            for end in wanted {
                let done = extractor.done();
                done.lines += 1;
                let number = match of == 1 || args.each_variation {
                    true => done.lines,
                    false => game,
                };
                let bytes = match end {
                    Some(end) => self.line_to(root, end).map(Ok),
                    None => self.one(root, args),
                };
                let bytes = match bytes {
                    Ok(Err(refusal)) => {
                        done.refused.push((game, refusal));
                        continue;
                    }
                    Ok(Ok(bytes)) if together => {
                        let charset = self.sgf.charset(root).charset;
                        joinable(&bytes, charset).map_err(Into::into)
                    }
                    Ok(Ok(bytes)) => Ok(bytes),
                    Err(why) => Err(why),
                };
                let part = self.part(root, number, of);
                extractor.put(&part, game, bytes)?;
            }
        }
        Ok(())
    }

    fn line_to(&self, root: NodeId, end: NodeId) -> anyhow::Result<Vec<u8>> {
        let line = Line::to(self.sgf, end);
        self.in_format(root, self.sgf.line_to_bytes(line.nodes()))
    }

    /// A game, or what is asked for of it.
    fn one(&self, root: NodeId, args: &ExtractArgs) -> anyhow::Result<Result<Vec<u8>, Refusal>> {
        match (args.variation, &args.path, &args.moves) {
            (None, None, None) => {
                let games = || SplitGames::of(self.record, self.source);
                let games = self.games.get_or_init(games).as_ref().map_err(|why| *why)?;
                let game = games
                    .game(root)?
                    .context("the game has no place in the file")?;
                Ok(Ok(game.into_owned()))
            }
            _ => self.line(root, args),
        }
    }

    /// The line that is asked for, or some moves of it.
    fn line(&self, root: NodeId, args: &ExtractArgs) -> anyhow::Result<Result<Vec<u8>, Refusal>> {
        let line = match args.variation {
            None => match locate::line(self.sgf, root, args.path.as_ref(), None) {
                Ok(line) => line,
                Err(refusal) => return Ok(Err(refusal)),
            },
            Some(number) => match self.sgf.line_ends(root).nth(number.get() - 1) {
                Some(end) => Line::to(self.sgf, end),
                None => {
                    let why = format!("there is no line {number}");
                    return Ok(Err(Refusal::Negative(why)));
                }
            },
        };
        let bytes = match &args.moves {
            None => self.sgf.line_to_bytes(line.nodes()),
            Some(moves) => match excerpt(&line, moves.0.clone()) {
                Some(bytes) => bytes?,
                None => {
                    let why = locate::no_move(*moves.0.start(), line.last_move());
                    return Ok(Err(Refusal::Usage(why)));
                }
            },
        };
        self.in_format(root, bytes).map(Ok)
    }

    fn in_format(&self, root: NodeId, sgf: Vec<u8>) -> anyhow::Result<Vec<u8>> {
        if let Some(document) = self.record.sgf_document() {
            let found = document.charset(root);
            if found.source == CharsetSource::Guess {
                let after = Document::parse(sgf.as_slice())?;
                if let Some(root) = after.roots().next() {
                    refuse_other_guess(found, &after, root)?;
                }
            }
            return Ok(sgf);
        }
        let document = Document::parse(sgf)?;
        in_format_of(self.record, self.source, &document).context(NO_GAMES)
    }

    fn part(&self, root: NodeId, number: usize, of: usize) -> PartOf<'_> {
        PartOf {
            input: self.input,
            game: Fields::of(self.sgf, root),
            number,
            of,
            extension: extension(self.record),
        }
    }
}
