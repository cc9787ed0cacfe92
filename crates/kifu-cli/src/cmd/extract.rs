//! `kifu extract`: a game of a collection, a line of it, some of its moves.

use std::io;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use kifu::Record;
use kifu::charset::Source;
use kifu::figure::Line;
use kifu::names::Fields;
use kifu::parts::{Between, NotSplit, Piece, ends, excerpt, game, in_format_of, split};
use kifu::sgf::{Document, NodeId};

use crate::args::ExtractArgs;
use crate::beside::beside;
use crate::cmd::charset::refuse_other_guess;
use crate::cmd::show;
use crate::cmd::split::extension;
use crate::exit::{Outcome, Refusal, Refusals, Stopped, Usage};
use crate::games::Games;
use crate::input::{Input, reason};
use crate::json;
use crate::naming::{Naming, PartOf};
use crate::new_file::{NewFile, cannot_write};
use crate::output::{self, Data};
use crate::printable::{Printable, count, file_name};
use crate::replace;
use crate::run::Inputs;
use crate::selected::{Selected, asks_for_all_games};
use crate::told::{Fate, Parts};

pub(crate) fn run(args: &ExtractArgs) -> anyhow::Result<Outcome> {
    let mut to = To::of(args)?;
    let mut reports = args.told.sequence().map(|told| (told, Vec::new()));
    let mut refusals = Refusals::default();
    let (mut refused, mut unwritten, mut in_part, mut games) = (0, 0, 0, 0);
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
                refused += 1;
                let why = format!("there is no game {}", args.game);
                refusals.add(&input.shown(), Refusal::Negative(why));
            }
            return Ok(());
        }
        let mut parts = Parts::of(&input);
        let mut done = Extracted::default();
        wanted.extract(&input, &mut file, args, &mut to, &mut parts, &mut done)?;
        if let Some((_, reports)) = &mut reports {
            reports.push(parts);
        }
        games += done.written;
        let named = |game: usize| match wanted.count {
            1 => input.shown(),
            _ => format!("{}: game {game}", input.shown()),
        };
        let failed = !done.failed.is_empty();
        match done.written {
            0 if failed => unwritten += 1,
            0 => refused += 1,
            _ => in_part += u64::from(failed || !done.refused.is_empty()),
        }
        for (game, refusal) in done.refused {
            refusals.add(&named(game), refusal);
        }
        for (game, why) in done.failed {
            let why = reason(why);
            output::message(format_args!("{}: {}", named(game), Printable(&why)));
        }
        if failed && args.input.strict {
            return Err(Stopped.into());
        }
        Ok(())
    };
    let mut outcome = Inputs::of("extract", &input).each(work, sink)?;
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
        let lines = |(_, root): &(usize, NodeId)| ends(sgf, *root).count();
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
        args: &ExtractArgs,
        to: &mut To<'_>,
        parts: &mut Parts,
        done: &mut Extracted,
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
                    done.failed.extend(roots.iter().map(failed));
                    continue;
                }
            };
            let from = From {
                input,
                wanted: self,
                record: &part.record,
                source: &part.chunk.bytes,
                sgf: &*part.record.to_sgf()?,
                roots,
            };
            from.extract(args, to, parts, done)?;
        }
        Ok(())
    }
}

fn refuse_positions(record: &Record) -> anyhow::Result<()> {
    match record {
        Record::Positions(_) => anyhow::bail!("positions: first kifu convert -t sgf"),
        _ => Ok(()),
    }
}

/// Where what is extracted goes.
enum To<'a> {
    Stdout(Data),
    /// A file, which is begun with the first game, as far as it can be written.
    File(&'a Path, Option<anyhow::Result<NewFile>>),
    Directory(Naming<'a>, Data),
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
                        Ok(To::Directory(naming, output::data()))
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

    /// Puts a part of this game there.
    fn put(
        &mut self,
        part: &PartOf<'_>,
        game: usize,
        mut bytes: Vec<u8>,
        args: &ExtractArgs,
        parts: &mut Parts,
    ) -> anyhow::Result<()> {
        let fate = match args.dry_run {
            true => Fate::Planned,
            false => Fate::Written,
        };
        if !bytes.ends_with(b"\n") && bytes.iter().take(2).all(|b| !matches!(b, 0 | 0xFE | 0xFF)) {
            bytes.push(b'\n');
        }
        match self {
            To::Stdout(out) => Ok(out.write_all(&bytes)?),
            To::File(path, file) => {
                if !args.dry_run {
                    let file = file.get_or_insert_with(|| NewFile::begin(path, args.parts.force));
                    let written = file.as_mut().map_or(Ok(()), |file| file.add(&bytes));
                    if let Err(why) = written {
                        *file = Err(why);
                    }
                }
                parts.add(Some(path), vec![game], fate);
                Ok(())
            }
            To::Directory(naming, out) => {
                let path = naming.name(part)?;
                let written = match args.dry_run {
                    true => naming.plan(&path),
                    false => naming.write(&path, &bytes),
                };
                // Of this file alone, unlike what goes to standard output.
                let written = written.map_err(|why| anyhow::Error::msg(format!("{why:#}")));
                if written.is_ok() && args.dry_run && args.told.sequence().is_none() {
                    writeln!(out, "{}", file_name(&path))?;
                }
                let fate = written.as_ref().map_or(Fate::Failed, |()| fate);
                parts.add(Some(&path), vec![game], fate);
                written
            }
        }
    }

    fn finish(self, args: &ExtractArgs, any: bool) -> anyhow::Result<()> {
        match self {
            To::Stdout(mut out) | To::Directory(_, mut out) => Ok(out.flush()?),
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
struct From<'d> {
    input: &'d Input,
    wanted: &'d Wanted,
    record: &'d Record,
    source: &'d [u8],
    sgf: &'d Document,
    roots: &'d [(usize, NodeId)],
}

impl From<'_> {
    /// Writes what is asked for.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    fn extract(
        &self,
        args: &ExtractArgs,
        to: &mut To<'_>,
        parts: &mut Parts,
        done: &mut Extracted,
    ) -> anyhow::Result<()> {
        let Wanted { count, of, .. } = *self.wanted;
        let several = match args.each_variation {
            true => of > 1,
            false => count > 1,
        };
        let together = several && !matches!(to, To::Directory(..));
        let pieces = match args.each_variation {
            true => Ok(Vec::new()),
            false => split(self.record, self.source, Between::Drop),
        };
        let is_sgf = matches!(self.record, Record::Sgf(_)) && self.sgf.utf16().is_none();
        if together && !is_sgf {
            let why = "its games cannot stand one after the other: use -o DIRECTORY/".to_owned();
            done.refused.push((self.roots[0].0, Refusal::Usage(why)));
            return Ok(());
        }
        for &(game, root) in self.roots {
            let wanted: Vec<_> = match args.each_variation {
                true => ends(self.sgf, root).map(Some).collect(),
                false => vec![None],
            };
            for end in wanted {
                done.lines += 1;
                let number = match of == 1 || args.each_variation {
                    true => done.lines,
                    false => game,
                };
                let bytes = match end {
                    Some(end) => self.line_to(root, end).map(Ok),
                    None => self.one(root, &pieces, args),
                };
                let bytes = match bytes {
                    Ok(Err(refusal)) => {
                        done.refused.push((game, refusal));
                        continue;
                    }
                    Ok(Ok(bytes)) if together => self.beside_others(root, &bytes),
                    Ok(Ok(bytes)) => Ok(bytes),
                    Err(why) => Err(why),
                };
                let part = self.part(root, number, of);
                let put = bytes.and_then(|bytes| to.put(&part, game, bytes, args, parts));
                match put {
                    Ok(()) => done.written += 1,
                    Err(error) if error.is::<std::io::Error>() => return Err(error),
                    Err(error) => done.failed.push((game, format!("{error:#}"))),
                }
            }
        }
        Ok(())
    }

    fn line_to(&self, root: NodeId, end: NodeId) -> anyhow::Result<Vec<u8>> {
        let line = Line::to(self.sgf, end);
        self.in_format(root, self.sgf.line_to_bytes(line.nodes()))
    }

    /// A game, or what is asked for of it.
    fn one(
        &self,
        root: NodeId,
        pieces: &Result<Vec<Piece>, NotSplit>,
        args: &ExtractArgs,
    ) -> anyhow::Result<Result<Vec<u8>, Refusal>> {
        match (args.variation, &args.path, &args.moves) {
            (None, None, None) => {
                let pieces = pieces.as_ref().map_err(|why| *why)?;
                let next = pieces.partition_point(|piece| piece.root <= root);
                let piece = next.checked_sub(1).map(|at| &pieces[at]);
                let behind = pieces.get(next).map(|piece| piece.root);
                if let Some(piece) = piece
                    && piece.root == root
                    && self.sgf.forest().next_sibling(root) == behind
                {
                    return Ok(Ok(piece.bytes.clone()));
                }
                // It shares its parentheses with others.
                let game = game(self.record, self.source, root)?;
                Ok(Ok(game.context("the game has no place in the file")?))
            }
            _ => self.line(root, args),
        }
    }

    /// A game of SGF, so that another may stand behind it.
    fn beside_others(&self, root: NodeId, game: &[u8]) -> anyhow::Result<Vec<u8>> {
        let game = game.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(game);
        let charset = self.sgf.charset(root).charset;
        beside(b"", game, &[charset]).map_err(anyhow::Error::msg)
    }

    /// The line that is asked for, or some moves of it.
    fn line(&self, root: NodeId, args: &ExtractArgs) -> anyhow::Result<Result<Vec<u8>, Refusal>> {
        let line = match args.variation {
            None => match show::line(self.sgf, root, args.path.as_ref(), None) {
                Ok(line) => line,
                Err(refusal) => return Ok(Err(refusal)),
            },
            Some(number) => match ends(self.sgf, root).nth(number.get() - 1) {
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
                    let why = show::no_move(*moves.0.start(), line.last_move());
                    return Ok(Err(Refusal::Usage(why)));
                }
            },
        };
        self.in_format(root, bytes).map(Ok)
    }

    fn in_format(&self, root: NodeId, sgf: Vec<u8>) -> anyhow::Result<Vec<u8>> {
        if let Record::Sgf(document) = self.record {
            let found = document.charset(root);
            if found.source == Source::Guess {
                let after = Document::parse(sgf.as_slice())?;
                if let Some(root) = after.roots().next() {
                    refuse_other_guess(found, &after, root)?;
                }
            }
            return Ok(sgf);
        }
        let document = Document::parse(sgf)?;
        in_format_of(self.record, self.source, &document).context("it holds no games")
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
