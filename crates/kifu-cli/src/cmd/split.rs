//! `kifu split`: the games of collections, each in a file of its own.

use kifu::Record;
use kifu::names::Fields;
use kifu::parts::{Between, split};

use crate::args::SplitArgs;
use crate::exit::{Outcome, Stopped, Usage};
use crate::input::{Input, reason};
use crate::naming::{Naming, PartOf};
use crate::output;
use crate::printable::{Printable, count, file_name};
use crate::run::each_file;
use crate::selected::Selected;
use std::io::Write;

pub(crate) fn run(args: &SplitArgs) -> anyhow::Result<Outcome> {
    let Some(directory) = args.output.as_deref() else {
        return Err(Usage("each game gets a file: -o DIRECTORY tells where".to_owned()).into());
    };
    let between = match args.raw {
        true => Between::Keep,
        false => Between::Drop,
    };
    let mut naming = Naming::new(&args.parts, directory, &args.input.paths);
    let mut out = output::stdout();
    let (mut games, mut unwritten) = (0, 0);
    let select = args.games.select.as_ref();
    let work = |input: &Input, bytes: Vec<u8>| {
        let record = kifu::read(bytes.as_slice())?;
        let pieces = split(&record, &bytes, between)?;
        let selected = Selected::of(select, input, &record)?;
        Ok((input.clone(), record, pieces, selected))
    };
    let outcome = each_file("split", &args.input, work, |split| {
        let (input, record, pieces, selected) = split;
        let sgf = record.to_sgf()?;
        let of = pieces.len();
        let mut failed = false;
        let numbered = (1..).zip(&pieces);
        for (number, piece) in numbered.filter(|(_, piece)| selected.has(piece.root)) {
            let part = PartOf {
                input: &input,
                game: Fields::of(&sgf, piece.root),
                number,
                of,
                extension: extension(&record),
            };
            let written = naming.name(&part).and_then(|path| match args.dry_run {
                true => Ok(writeln!(out, "{}", file_name(&path))?),
                false => naming.write(&path, &piece.bytes),
            });
            match written {
                Ok(()) => games += 1,
                Err(error) => {
                    failed = true;
                    let error = reason(format_args!("{error:#}"));
                    output::message(format_args!("{}: {}", input.shown(), Printable(&error)));
                    if args.input.strict {
                        unwritten += 1;
                        return Err(Stopped.into());
                    }
                }
            }
        }
        unwritten += u64::from(failed);
        Ok(())
    })?;
    out.flush()?;
    let verb = if args.dry_run { "to write" } else { "written" };
    let (games, of) = (count(games, "game"), count(outcome.read, "file"));
    output::line(format_args!("{games} of {of} {verb}"));
    Ok(outcome.without(unwritten))
}

/// How names of files of a format end.
pub(super) fn extension(record: &Record) -> &'static str {
    match record {
        Record::Jgf(_) => "jgf",
        _ => "sgf",
    }
}
