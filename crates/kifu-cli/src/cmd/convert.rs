//! `kifu convert`: games from one format into another.

pub(super) mod losses;
mod place;

use std::io::Write;

use anyhow::Context;
use kifu::Record;
use kifu::jgf::convert::{self as jgf, Target};
use kifu::sgf::Document;
use kifu::sgf::convert as sgf;
use kifu::tree::game::Carriage;

use self::losses::Losses;
use self::place::Places;
use crate::args::{ConvertArgs, ConvertTo, LossPolicy};
use crate::cmd::charset::is_unsure;
use crate::exit::{Outcome, Stopped};
use crate::input::Input;
use crate::output;
use crate::printable::{Printable, count, file_name};
use crate::replace::{self, Prepared};
use crate::run::each_file;

pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<Outcome> {
    let format = args.format()?;
    let places = Places::of(args, format)?;
    let mut out = output::data();
    let (mut done, mut skipped, mut unwritten) = (0, 0, 0);
    let (mut losses, mut lossy) = (0, 0);
    let mut refused = false;
    let work = |input: &Input, bytes: Vec<u8>| {
        // A folder can lie in the one that is being searched.
        if places.is_output(input) {
            return Ok((input.clone(), None));
        }
        let converted = Converted::of(bytes, args, format)?;
        let refused = args.loss == LossPolicy::Error && converted.losses.total() > 0;
        let ready = match refused || args.dry_run {
            true => Vec::new(),
            false => prepared(&places, input, converted.files)?,
        };
        Ok((input.clone(), Some((ready, converted.losses))))
    };
    let outcome = each_file("convert", &args.input, work, |(input, converted)| {
        let Some((ready, lost)) = converted else {
            skipped += 1;
            return Ok(());
        };
        losses += lost.total();
        lossy += u64::from(lost.total() > 0);
        if args.loss != LossPolicy::Allow {
            lost.tell(&input.shown());
        }
        if args.loss == LossPolicy::Error && lost.total() > 0 {
            refused = true;
            return Ok(());
        }
        match write(&places, ready, args.force, &mut out) {
            Ok(()) => done += 1,
            Err(error) if error.is::<NotWritten>() => {
                unwritten += 1;
                let error = format!("{:#}", error);
                output::message(format_args!("{}", Printable(&error)));
                if args.input.strict {
                    return Err(Stopped.into());
                }
            }
            Err(error) => return Err(error),
        }
        Ok(())
    })?;
    out.flush()?;
    let outcome = Outcome {
        read: outcome.read - skipped,
        negative: refused,
        ..outcome
    };
    let verb = if args.dry_run {
        "to convert"
    } else {
        "converted"
    };
    let of = count(outcome.read, "file");
    let lost = match losses {
        0 => String::new(),
        1 => ", with 1 loss".to_owned(),
        losses => format!(", with {losses} losses in {}", count(lossy, "file")),
    };
    output::line(format_args!("{done} of {of} {verb}{lost}"));
    Ok(outcome.without(unwritten))
}

/// What a file becomes.
struct Converted {
    /// One, or with `--split` one for each game.
    files: Vec<Vec<u8>>,
    losses: Losses,
}

impl Converted {
    fn of(bytes: Vec<u8>, args: &ConvertArgs, format: ConvertTo) -> anyhow::Result<Converted> {
        let record = kifu::read(bytes)?;
        if let Record::Sgf(document) = &record {
            refuse_unsure(document)?;
        }
        let carriage = match args.no_carriage {
            true => Carriage::None,
            false => Carriage::Full,
        };
        let version = match format {
            ConvertTo::Sgf => None,
            ConvertTo::Jgf1 => Some(Target::V1),
            ConvertTo::Jgf2 => Some(Target::V2),
        };
        let (files, losses) = match version {
            None => {
                let (games, losses) = to_sgf(&record, carriage);
                match args.split {
                    true => (games, losses),
                    false => (vec![games.concat()], losses),
                }
            }
            Some(version) => {
                let (document, losses) = to_jgf(&record, version, carriage);
                let lone = |record: &kifu::jgf::Record| line(record.to_json(&args.options()));
                let files = match args.split {
                    true => document.records.iter().map(lone).collect(),
                    false => vec![line(document.to_json(&args.options()))],
                };
                (files, losses)
            }
        };
        if losses.games() == 0 {
            anyhow::bail!("no game found");
        }
        Ok(Converted { files, losses })
    }
}

/// Each game as SGF.
pub(super) fn to_sgf(record: &Record, carriage: Carriage) -> (Vec<Vec<u8>>, Losses) {
    let mut losses = Losses::default();
    let mut games = Vec::new();
    for (number, game) in (1..).zip(record.games()) {
        let written = sgf::from_game(&game.value, carriage);
        losses.add(number, &game.value, &game.losses);
        losses.add(number, &game.value, &written.losses);
        games.push(written.value.into_bytes());
    }
    (games, losses)
}

/// All games as JGF.
pub(super) fn to_jgf(
    record: &Record,
    version: Target,
    carriage: Carriage,
) -> (kifu::jgf::Document, Losses) {
    let mut losses = Losses::default();
    let mut document = kifu::jgf::Document::default();
    document.is_array = matches!(record, Record::Jgf(from) if from.is_array);
    for (number, game) in (1..).zip(record.games()) {
        let written = jgf::from_game(&game.value, version, carriage);
        losses.add(number, &game.value, &game.losses);
        losses.add(number, &game.value, &written.losses);
        document.records.push(written.value);
    }
    (document, losses)
}

/// Text in a wrong charset would be lost for good.
pub(super) fn refuse_unsure(document: &Document) -> anyhow::Result<()> {
    for root in document.roots() {
        let found = document.charset(root);
        if is_unsure(found.source, found.confidence) {
            anyhow::bail!(
                "{} is guessed, {}: too unsure to convert it; first kifu charset --to utf-8 \
                 --from CHARSET",
                found.charset,
                found.confidence
            );
        }
    }
    Ok(())
}

pub(super) fn line(mut json: String) -> Vec<u8> {
    if !json.ends_with('\n') {
        json.push('\n');
    }
    json.into_bytes()
}

/// A file that could not be written; others may.
#[derive(Debug)]
struct NotWritten;

impl std::fmt::Display for NotWritten {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cannot write")
    }
}

/// A file that only needs its name, or what goes to standard output.
enum Ready {
    File(Prepared),
    Stdout(Vec<u8>),
}

/// Writes files beside their places. This takes long, and is done for many at a time.
fn prepared(places: &Places, input: &Input, files: Vec<Vec<u8>>) -> anyhow::Result<Vec<Ready>> {
    let parts = files.len();
    let ready = (1..).zip(files).map(|(number, file)| {
        let part = (parts > 1).then_some((number, parts));
        let Some(path) = places.of_file(input, part)? else {
            return Ok(Ready::Stdout(file));
        };
        let prepared = replace::prepare(&path, &file)
            .with_context(|| format!("cannot write {}", file_name(&path)))?;
        Ok(Ready::File(prepared))
    });
    ready.collect()
}

fn write(
    places: &Places,
    ready: Vec<Ready>,
    force: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    for file in ready {
        match file {
            Ready::Stdout(bytes) => out.write_all(&bytes)?,
            Ready::File(file) => {
                let name = file_name(&file.path);
                places
                    .claim(&file.path)
                    .and_then(|()| Ok(file.put(force)?))
                    .context(name)
                    .context(NotWritten)?;
            }
        }
    }
    Ok(())
}
