//! `kifu split`: the games of collections, each in a file of its own.

use std::io::Write;

use kifu::Record;
use kifu::names::Fields;

use crate::args::SplitArgs;
use crate::exit::{Outcome, Stopped, Usage};
use crate::input::{Input, reason};
use crate::json;
use crate::naming::{Naming, PartOf};
use crate::output;
use crate::printable::{Printable, count, file_name};
use crate::run::each_file;
use crate::selected::Selected;
use crate::told::{Fate, Parts};

mod every;

pub(crate) fn run(args: &SplitArgs) -> anyhow::Result<Outcome> {
    let Some(directory) = args.output.as_deref() else {
        return Err(Usage("each game gets a file: -o DIRECTORY tells where".to_owned()).into());
    };
    let mut naming = Naming::new(&args.parts, directory, &args.input.paths);
    let mut told = args.told.sequence();
    let mut out = output::stdout();
    let (mut games, mut files) = (0, 0);
    let (mut unwritten, mut in_part) = (0, 0);
    let select = args.games.select.as_ref();
    let work = |input: &Input, bytes: Vec<u8>| {
        let record = kifu::read(bytes.as_slice())?;
        let selected = Selected::of(select, input, &record)?;
        let (parts, of) = every::parts(&record, &bytes, args, &selected)?;
        Ok((input.clone(), record, parts, of))
    };
    let input = args.input.without(Some(directory));
    let mut outcome = each_file("split", &input, work, |(input, record, parts, of)| {
        let sgf = record.to_sgf()?;
        let mut report = Parts::of(&input);
        let mut failed = false;
        let before = files;
        for part in parts {
            let named = naming.name(&PartOf {
                input: &input,
                game: Fields::of(&sgf, part.root),
                number: part.number,
                of,
                extension: extension(&record),
            });
            let path = named.as_deref().ok();
            let put = |path, bytes| match args.dry_run {
                true => naming.plan(path).map(|()| Fate::Planned),
                false => naming.write(path, bytes).map(|()| Fate::Written),
            };
            let written = match (&named, &part.bytes) {
                (Err(why), _) => Err(format!("{why:#}")),
                (_, Err(why)) => Err(why.to_string()),
                (Ok(path), Ok(bytes)) => put(path, bytes).map_err(|why| format!("{why:#}")),
            };
            if let (Ok(Fate::Planned), Some(path), None) = (&written, path, &told) {
                writeln!(out, "{}", file_name(path))?;
            }
            if let Err(why) = &written {
                failed = true;
                let why = reason(why);
                output::message(format_args!("{}: {}", input.shown(), Printable(&why)));
            } else {
                games += part.games.len() as u64;
                files += 1;
            }
            report.add(path, part.games, written.unwrap_or(Fate::Failed));
            if failed && args.input.strict {
                break;
            }
        }
        match failed && files > before {
            true => in_part += 1,
            false => unwritten += u64::from(failed),
        }
        if let Some(told) = &mut told {
            told.write(&mut out, &json::line(&report)?)?;
        }
        match failed && args.input.strict {
            true => Err(Stopped.into()),
            false => Ok(()),
        }
    })?;
    outcome.failed += in_part;
    if let Some(told) = told {
        told.finish(&mut out)?;
    }
    out.flush()?;
    let verb = if args.dry_run { "to write" } else { "written" };
    let (games, of) = (count(games, "game"), count(outcome.read, "file"));
    let into = match args.every {
        Some(_) => format!(", into {}", count(files, "file")),
        None => String::new(),
    };
    output::line(format_args!("{games} of {of} {verb}{into}"));
    Ok(outcome.without(unwritten))
}

/// How names of files of a format end.
pub(super) fn extension(record: &Record) -> &'static str {
    match record {
        Record::Jgf(_) => "jgf",
        _ => "sgf",
    }
}
