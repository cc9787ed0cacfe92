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
use crate::cmd::charset::refuse_other_guess;
use crate::cmd::show;
use crate::cmd::split::extension;
use crate::exit::{Outcome, Refusal, Refusals, Stopped, Usage};
use crate::input::{Input, reason};
use crate::naming::{Naming, PartOf};
use crate::output::{self, Data};
use crate::printable::{Printable, count, file_name};
use crate::replace;
use crate::run::each_file;

pub(crate) fn run(args: &ExtractArgs) -> anyhow::Result<Outcome> {
    let mut to = To::of(args)?;
    let mut refusals = Refusals::default();
    let (mut refused, mut unwritten, mut games) = (0, 0, 0);
    let work = |input: &Input, bytes: Vec<u8>| {
        let record = kifu::read(bytes.as_slice())?;
        if let Record::Positions(_) = record {
            anyhow::bail!("positions: first kifu convert -t sgf");
        }
        let root = record.to_sgf()?.roots().nth(args.game.get() - 1);
        Ok((input.clone(), record, bytes, root))
    };
    let mut outcome = each_file(
        "extract",
        &args.input,
        work,
        |(input, record, bytes, root)| {
            let sgf = record.to_sgf()?;
            let Some(root) = root else {
                refused += 1;
                let why = format!("there is no game {}", args.game);
                refusals.add(&input.shown(), Refusal::Negative(why));
                return Ok(());
            };
            let from = From {
                input: &input,
                record: &record,
                source: &bytes,
                sgf: &sgf,
                root,
            };
            match from.extract(args, &mut to) {
                Ok(Ok(written)) => games += written,
                Ok(Err(refusal)) => {
                    refused += 1;
                    refusals.add(&input.shown(), refusal);
                }
                Err(error) if error.is::<std::io::Error>() => return Err(error),
                Err(error) => {
                    unwritten += 1;
                    let error = reason(format_args!("{error:#}"));
                    output::message(format_args!("{}: {}", input.shown(), Printable(&error)));
                    if args.input.strict {
                        return Err(Stopped.into());
                    }
                }
            }
            Ok(())
        },
    )?;
    to.finish(args, games > 0)?;
    outcome.read -= refused;
    if to.tells() {
        let verb = if args.dry_run { "to write" } else { "written" };
        let (games, of) = (count(games, "game"), count(outcome.read, "file"));
        output::line(format_args!("{games} of {of} {verb}"));
    }
    refusals.end(outcome.without(unwritten))
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

    fn put(&mut self, part: &PartOf<'_>, mut bytes: Vec<u8>, dry_run: bool) -> anyhow::Result<()> {
        if !bytes.ends_with(b"\n") && bytes.iter().take(2).all(|b| !matches!(b, 0 | 0xFE | 0xFF)) {
            bytes.push(b'\n');
        }
        match self {
            To::Stdout(out) => Ok(out.write_all(&bytes)?),
            To::File(_, kept) => {
                kept.extend_from_slice(&bytes);
                Ok(())
            }
            To::Directory(naming, out) => {
                let path = naming.name(part)?;
                match dry_run {
                    true => Ok(writeln!(out, "{}", file_name(&path))?),
                    false => naming.write(&path, &bytes),
                }
            }
        }
    }

    fn finish(&mut self, args: &ExtractArgs, any: bool) -> anyhow::Result<()> {
        match self {
            To::Stdout(out) | To::Directory(_, out) => out.flush()?,
            To::File(path, _) if any && args.dry_run => {
                let mut out = output::stdout();
                writeln!(out, "{}", file_name(path))?;
                out.flush()?;
            }
            To::File(path, kept) if any => replace::create(path, kept, args.parts.force)
                .map_err(anyhow::Error::msg)
                .with_context(|| format!("cannot write {}", file_name(path)))?,
            To::File(..) => {}
        }
        Ok(())
    }
}

/// A game to take something out of.
struct From<'d> {
    input: &'d Input,
    record: &'d Record,
    source: &'d [u8],
    sgf: &'d Document,
    root: NodeId,
}

impl From<'_> {
    /// Writes what is asked for, and tells how many games that is.
    fn extract(&self, args: &ExtractArgs, to: &mut To<'_>) -> anyhow::Result<Result<u64, Refusal>> {
        if args.each_variation {
            return self.each_line(args, to);
        }
        let bytes = match (args.variation, &args.path, &args.moves) {
            (None, None, None) => {
                let game = game(self.record, self.source, self.root)?;
                game.context("the game has no place in the file")?
            }
            _ => match self.line(args)? {
                Ok(bytes) => bytes,
                Err(refusal) => return Ok(Err(refusal)),
            },
        };
        to.put(&self.part(1, 1), bytes, args.dry_run)?;
        Ok(Ok(1))
    }

    fn each_line(
        &self,
        args: &ExtractArgs,
        to: &mut To<'_>,
    ) -> anyhow::Result<Result<u64, Refusal>> {
        let of = ends(self.sgf, self.root).count();
        let is_sgf = matches!(self.record, Record::Sgf(_)) && self.sgf.utf16().is_none();
        if of > 1 && !is_sgf && !matches!(to, To::Directory(..)) {
            let why = "its games cannot stand one after the other: use -o DIRECTORY/".to_owned();
            return Ok(Err(Refusal::Usage(why)));
        }
        for (number, end) in (1..).zip(ends(self.sgf, self.root)) {
            let line = Line::to(self.sgf, end);
            let bytes = self.in_format(self.sgf.line_to_bytes(line.nodes()))?;
            to.put(&self.part(number, of), bytes, args.dry_run)?;
        }
        Ok(Ok(of as u64))
    }

    /// The line that is asked for, or some moves of it.
    fn line(&self, args: &ExtractArgs) -> anyhow::Result<Result<Vec<u8>, Refusal>> {
        let line = match args.variation {
            None => match show::line(self.sgf, self.root, args.path.as_ref(), None) {
                Ok(line) => line,
                Err(refusal) => return Ok(Err(refusal)),
            },
            Some(number) => match ends(self.sgf, self.root).nth(number.get() - 1) {
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
        self.in_format(bytes).map(Ok)
    }

    fn in_format(&self, sgf: Vec<u8>) -> anyhow::Result<Vec<u8>> {
        if let Record::Sgf(document) = self.record {
            let found = document.charset(self.root);
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

    fn part(&self, number: usize, of: usize) -> PartOf<'_> {
        PartOf {
            input: self.input,
            game: Fields::of(self.sgf, self.root),
            number,
            of,
            extension: extension(self.record),
        }
    }
}
