//! `kifu extract`: a game of a collection, a line of it, some of its moves.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use kifu::Record;
use kifu::charset::Source;
use kifu::figure::Line;
use kifu::names::Fields;
use kifu::parts::{ends, excerpt, game, in_format_of};
use kifu::sgf::{Document, NodeId};

use crate::args::ExtractArgs;
use crate::beside::beside;
use crate::cmd::charset::refuse_other_guess;
use crate::cmd::show;
use crate::cmd::split::extension;
use crate::exit::{Outcome, Refusal, Refusals, Stopped, Usage};
use crate::input::{Input, reason};
use crate::json;
use crate::naming::{Naming, PartOf};
use crate::output::{self, Data};
use crate::printable::{Printable, count, file_name};
use crate::replace;
use crate::run::each_file;
use crate::selected::Selected;
use crate::told::{Fate, Parts};

pub(crate) fn run(args: &ExtractArgs) -> anyhow::Result<Outcome> {
    let mut to = To::of(args)?;
    let mut reports = args.told.sequence().map(|told| (told, Vec::new()));
    let mut refusals = Refusals::default();
    let (mut refused, mut unwritten, mut in_part, mut games) = (0, 0, 0, 0);
    let work = |input: &Input, bytes: Vec<u8>| {
        let record = kifu::read(bytes.as_slice())?;
        if let Record::Positions(_) = record {
            anyhow::bail!("positions: first kifu convert -t sgf");
        }
        let roots = wanted(args, input, &record)?;
        Ok((input.clone(), record, bytes, roots))
    };
    let input = args.input.without(args.output.as_deref());
    let mut outcome = each_file("extract", &input, work, |(input, record, bytes, roots)| {
        let sgf = record.to_sgf()?;
        if roots.is_empty() {
            if args.games.select.is_none() {
                refused += 1;
                let why = format!("there is no game {}", args.game);
                refusals.add(&input.shown(), Refusal::Negative(why));
            }
            return Ok(());
        }
        let from = From {
            input: &input,
            record: &record,
            source: &bytes,
            sgf: &sgf,
            roots: &roots,
        };
        let mut parts = Parts::of(&input);
        let mut done = Extracted::default();
        from.extract(args, &mut to, &mut parts, &mut done)?;
        if let Some((_, reports)) = &mut reports {
            reports.push(parts);
        }
        games += done.written;
        let named = |game: usize| match roots.len() {
            1 => input.shown(),
            _ => format!("{}: game {game}", input.shown()),
        };
        let failed = !done.failed.is_empty();
        match done.written {
            0 if failed => unwritten += 1,
            0 => refused += 1,
            _ => in_part += u64::from(failed),
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
    })?;
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
    outcome.read -= refused;
    outcome.failed += in_part;
    refusals.negative |= args.games.select.is_some() && games == 0;
    if to.tells() {
        let verb = if args.dry_run { "to write" } else { "written" };
        let (games, of) = (count(games, "game"), count(outcome.read, "file"));
        output::line(format_args!("{games} of {of} {verb}"));
    }
    refusals.end(outcome.without(unwritten))
}

/// The games that are asked for, with their numbers.
fn wanted(
    args: &ExtractArgs,
    input: &Input,
    record: &Record,
) -> anyhow::Result<Vec<(usize, NodeId)>> {
    let select = args.games.select.as_ref();
    let selected = Selected::of(select, input, record)?;
    let sgf = record.to_sgf()?;
    let all = (1..).zip(sgf.roots());
    Ok(match select {
        Some(_) => all.filter(|(_, root)| selected.has(*root)).collect(),
        None => all.skip(args.game.get() - 1).take(1).collect(),
    })
}

/// Where what is extracted goes.
enum To<'a> {
    Stdout(Data),
    /// A file, which is made when all is there.
    File(&'a Path, Vec<u8>),
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
                        let naming = Naming::new(&args.parts, path, &args.input.paths);
                        Ok(To::Directory(naming, output::data()))
                    }
                    false => Ok(To::File(path, Vec::new())),
                }
            }
            _ if args.parts.name.is_some() => Err(Usage(
                "--name calls files in a directory: -o DIRECTORY".to_owned(),
            )),
            _ => Ok(To::Stdout(output::data())),
        }
    }

    fn tells(&self) -> bool {
        !matches!(self, To::Stdout(_))
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
            To::File(path, kept) => {
                kept.extend_from_slice(&bytes);
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

    fn finish(&mut self, args: &ExtractArgs, any: bool) -> anyhow::Result<()> {
        let cannot = |path: &Path| format!("cannot write {}", file_name(path));
        match self {
            To::Stdout(out) | To::Directory(_, out) => out.flush()?,
            To::File(path, _) if any && args.dry_run => {
                replace::vacant(path, args.parts.force)
                    .map_err(anyhow::Error::msg)
                    .with_context(|| cannot(path))?;
                if args.told.sequence().is_none() {
                    let mut out = output::stdout();
                    writeln!(out, "{}", file_name(path))?;
                    out.flush()?;
                }
            }
            To::File(path, kept) if any => replace::create(path, kept, args.parts.force)
                .map_err(anyhow::Error::msg)
                .with_context(|| cannot(path))?,
            To::File(..) => {}
        }
        Ok(())
    }
}

/// What came of a file.
#[derive(Default)]
struct Extracted {
    written: u64,
    /// The numbers of games, and why there is nothing of them.
    refused: Vec<(usize, Refusal)>,
    failed: Vec<(usize, String)>,
}

/// Games to take something out of.
struct From<'d> {
    input: &'d Input,
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
        let lines = |(_, root): &(usize, NodeId)| ends(self.sgf, *root).count();
        let of = match (args.each_variation, &args.games.select) {
            (true, _) => self.roots.iter().map(lines).sum(),
            (false, None) => 1,
            (false, Some(_)) => self.sgf.roots().count(),
        };
        let several = match args.each_variation {
            true => of > 1,
            false => self.roots.len() > 1,
        };
        let together = several && !matches!(to, To::Directory(..));
        let is_sgf = matches!(self.record, Record::Sgf(_)) && self.sgf.utf16().is_none();
        if together && !is_sgf {
            let why = "its games cannot stand one after the other: use -o DIRECTORY/".to_owned();
            done.refused.push((self.roots[0].0, Refusal::Usage(why)));
            return Ok(());
        }
        let mut number = 0;
        for &(game, root) in self.roots {
            let wanted: Vec<_> = match args.each_variation {
                true => ends(self.sgf, root).map(Some).collect(),
                false => vec![None],
            };
            for end in wanted {
                number = if of == 1 || args.each_variation {
                    number + 1
                } else {
                    game
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
    fn one(&self, root: NodeId, args: &ExtractArgs) -> anyhow::Result<Result<Vec<u8>, Refusal>> {
        match (args.variation, &args.path, &args.moves) {
            (None, None, None) => {
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
