//! `kifu convert`: games from one format into another.

pub(super) mod losses;
mod place;
mod positions;

use std::io::{self, Write};

use anyhow::Context;
use kifu::jgf::convert::{self as jgf, Target};
use kifu::notation::{Notation, Positions};
use kifu::sgf::Document;
use kifu::sgf::convert as sgf;
use kifu::tree::game::{Carriage, Converted as Read, Game};
use kifu::{Record, TooLarge};

use self::losses::Losses;
use self::place::Places;
use self::positions::Troubles;
use crate::args::{ConvertArgs, ConvertFrom, ConvertTo, LossPolicy};
use crate::cmd::charset::is_unsure;
use crate::exit::{Outcome, Refusal, Refusals, Stopped};
use crate::input::{Input, reason};
use crate::naming::Part;
use crate::output;
use crate::printable::{Printable, count, file_name};
use crate::replace::{self, Prepared};
use crate::run::each_file_into;

pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<Outcome> {
    let format = args.format()?;
    let places = Places::of(args, format)?;
    let mut all = Texts::new(format, &places);
    let (mut done, mut skipped, mut unwritten, mut partial) = (0, 0, 0, 0);
    let (mut losses, mut lossy) = (0, 0);
    let mut refusals = Refusals::default();
    let work = |input: &Input, bytes: Vec<u8>| {
        let record = read(bytes, args.from)?;
        let troubles = match &record {
            Record::Positions(positions) => Troubles::of(positions)?,
            _ => Troubles::NONE,
        };
        let converted = match Converted::of(&record, args, format, input)? {
            Ok(converted) => converted,
            Err(refusal) => return Ok((input.clone(), Err(refusal))),
        };
        let lossy = converted.losses.total() > 0 || troubles.left_out;
        let refused = args.loss == LossPolicy::Error && lossy;
        let ready = match refused || args.dry_run {
            true => Vec::new(),
            false => prepared(&places, input, converted.files)?,
        };
        let done = Done {
            ready,
            losses: converted.losses,
            troubles,
            refused,
        };
        Ok((input.clone(), Ok(done)))
    };
    let in_files = places.is_in_files();
    let input = args.input.without(args.output.as_deref());
    let mut outcome = each_file_into(in_files, "convert", &input, work, |(input, made)| {
        let made = match made {
            Ok(made) => made,
            Err(refusal) => {
                skipped += 1;
                refusals.add(&input.shown(), refusal);
                return Ok(());
            }
        };
        losses += made.losses.total();
        lossy += u64::from(made.losses.total() > 0);
        made.troubles.tell(&input.shown());
        partial += u64::from(made.troubles.left_out);
        if args.loss != LossPolicy::Allow {
            made.losses.tell(&input.shown());
        }
        if made.refused {
            refusals.negative = true;
            return Ok(());
        }
        match write(&places, made.ready, args.force, &mut all) {
            Ok(()) => done += 1,
            Err(error) if error.is::<NotWritten>() => {
                unwritten += 1;
                let error = reason(format_args!("{error:#}"));
                output::message(format_args!("{}", Printable(&error)));
                if args.input.strict {
                    return Err(Stopped.into());
                }
            }
            Err(error) => return Err(error),
        }
        Ok(())
    })?;
    all.out.flush()?;
    if let Some(path) = places.text().filter(|_| done > 0 && !args.dry_run) {
        replace::create(path, &all.kept, args.force)
            .with_context(|| format!("cannot write {}", file_name(path)))?;
    }
    outcome.read -= skipped;
    let verb = if args.dry_run {
        "to convert"
    } else {
        "converted"
    };
    let of = count(outcome.tried(), "file");
    let lost = match losses {
        0 => String::new(),
        1 => ", with 1 loss".to_owned(),
        losses => format!(", with {losses} losses in {}", count(lossy, "file")),
    };
    output::line(format_args!("{done} of {of} {verb}{lost}"));
    // They were read, but not all that is in them.
    outcome.failed += partial;
    refusals.end(outcome.without(unwritten))
}

/// Reads a file, as what it is said to be.
fn read(bytes: Vec<u8>, from: Option<ConvertFrom>) -> Result<Record, TooLarge> {
    let notation = match from {
        None => return kifu::read(bytes),
        Some(ConvertFrom::Sgf) => {
            return Document::parse(bytes).map(Record::Sgf);
        }
        Some(ConvertFrom::Jgf) => {
            let document = kifu::jgf::Document::parse(&bytes);
            return document.map(Record::Jgf);
        }
        Some(ConvertFrom::Sgn) => Notation::Sgn,
        Some(ConvertFrom::Sensei) => Notation::Sensei,
        Some(ConvertFrom::Ascii) => Notation::Ascii,
        Some(ConvertFrom::Fen) => Notation::Fen,
    };
    Ok(Record::Positions(Positions::read(&bytes, notation)))
}

/// What became of a file.
struct Done {
    ready: Vec<Ready>,
    losses: Losses,
    troubles: Troubles,
    /// It is not to be written because of its losses.
    refused: bool,
}

/// What a file becomes.
struct Converted {
    /// One, or with `--split` one for each game or position.
    files: Vec<File>,
    losses: Losses,
}

/// A file to be.
struct File {
    /// The name that it has of its own, without its ending.
    name: Option<String>,
    bytes: Vec<u8>,
}

impl From<Vec<u8>> for File {
    fn from(bytes: Vec<u8>) -> File {
        File { name: None, bytes }
    }
}

impl Converted {
    fn of(
        record: &Record,
        args: &ConvertArgs,
        format: ConvertTo,
        input: &Input,
    ) -> anyhow::Result<Result<Converted, Refusal>> {
        if let Record::Sgf(document) = record {
            refuse_unsure(document)?;
        }
        let carriage = match args.no_carriage {
            true => Carriage::None,
            false => Carriage::Full,
        };
        let (mut files, losses): (Vec<File>, Losses) = match format {
            ConvertTo::Sgf => {
                let (games, losses) = to_sgf(record, carriage);
                match args.split {
                    true => (games.into_iter().map(File::from).collect(), losses),
                    false => (vec![games.concat().into()], losses),
                }
            }
            ConvertTo::Jgf1 => to_jgf_files(record, Target::V1, carriage, args),
            ConvertTo::Jgf2 => to_jgf_files(record, Target::V2, carriage, args),
            ConvertTo::Sgn
            | ConvertTo::Sensei
            | ConvertTo::Ascii
            | ConvertTo::Showboard
            | ConvertTo::Fen => {
                let notation = format.notation().context("this is a notation")?;
                match positions::of(record, args, notation, input)? {
                    Ok(converted) => (converted.files, converted.losses),
                    Err(refusal) => return Ok(Err(refusal)),
                }
            }
        };
        if losses.games() == 0 {
            anyhow::bail!("no game found");
        }
        let own_names = args.split && format.notation().is_none();
        if let (Record::Positions(positions), true) = (record, own_names) {
            let entries = positions.entries();
            let titles: Vec<String> = entries.map(|entry| entry.figure.title).collect();
            let names = positions::names(titles.iter().map(String::as_str));
            let both = files.iter_mut().zip(names);
            both.for_each(|(file, name)| file.name = name);
        }
        Ok(Ok(Converted { files, losses }))
    }
}

/// All games as JGF, one file for each of them with `--split`.
fn to_jgf_files(
    record: &Record,
    version: Target,
    carriage: Carriage,
    args: &ConvertArgs,
) -> (Vec<File>, Losses) {
    let mut games = record.games();
    let (first, second) = (games.next(), games.next());
    let in_array = |game: &Read<Game>| jgf::is_in_array(&game.value);
    let is_lone = second.is_none() && first.as_ref().is_some_and(|game| !in_array(game));
    let games = first.into_iter().chain(second).chain(games);
    if !args.split && !is_lone {
        let (document, losses) = to_jgf(games, version, carriage);
        let text = line(document.to_json(&args.options()));
        return (vec![text.into()], losses);
    }
    let mut losses = Losses::default();
    let mut files = Vec::new();
    for (number, game) in (1..).zip(games) {
        let written = jgf::to_json(&game.value, version, carriage, &args.options());
        losses.add(number, &game.value, &game.losses);
        losses.add(number, &game.value, &written.losses);
        files.push(line(written.value).into());
    }
    (files, losses)
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
    games: impl Iterator<Item = Read<Game>>,
    version: Target,
    carriage: Carriage,
) -> (kifu::jgf::Document, Losses) {
    let mut losses = Losses::default();
    let mut document = kifu::jgf::Document::default();
    for (number, game) in (1..).zip(games) {
        document.is_array |= jgf::is_in_array(&game.value);
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

/// A file that only needs its name, or what goes into the text of all.
enum Ready {
    File(Prepared),
    Text(Vec<u8>),
}

/// What goes to standard output, or is kept for one file.
struct Texts {
    out: output::Data,
    is_kept: bool,
    kept: Vec<u8>,
    /// What stands between two of them.
    separator: &'static str,
    is_first: bool,
}

impl Texts {
    fn new(format: ConvertTo, places: &Places) -> Texts {
        Texts {
            out: output::data(),
            is_kept: places.text().is_some(),
            kept: Vec::new(),
            separator: format.notation().map_or("", Notation::separator),
            is_first: true,
        }
    }

    fn add(&mut self, text: &[u8]) -> io::Result<()> {
        let out: &mut dyn Write = match self.is_kept {
            true => &mut self.kept,
            false => &mut self.out,
        };
        if !std::mem::take(&mut self.is_first) {
            out.write_all(self.separator.as_bytes())?;
        }
        out.write_all(text)
    }
}

/// Writes files beside their places. This takes long, and is done for many at a time.
fn prepared(places: &Places, input: &Input, files: Vec<File>) -> anyhow::Result<Vec<Ready>> {
    let parts = files.len();
    let ready = (1..).zip(files).map(|(number, file)| {
        let part = match &file.name {
            Some(name) => Some(Part::Named(name)),
            None => (parts > 1).then_some(Part::Numbered(number, parts)),
        };
        let Some(path) = places.of_file(input, part)? else {
            return Ok(Ready::Text(file.bytes));
        };
        let prepared = replace::prepare(&path, &file.bytes)
            .with_context(|| format!("cannot write {}", file_name(&path)))?;
        Ok(Ready::File(prepared))
    });
    ready.collect()
}

fn write(places: &Places, ready: Vec<Ready>, force: bool, all: &mut Texts) -> anyhow::Result<()> {
    for file in ready {
        match file {
            Ready::Text(bytes) => all.add(&bytes)?,
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
