//! `kifu convert`: games from one format into another.

pub(super) mod losses;
mod made;
mod place;
mod positions;
mod ready;

use kifu::jgf::Options;
use kifu::jgf::convert::{JsonWriter, Target};
use kifu::notation::{Notation, Positions};
use kifu::sgf::Document;
use kifu::sgf::convert as sgf;
use kifu::tree::game::{Carriage, Converted, Game};
use kifu::{Record, TooLarge};

use self::losses::Losses;
use self::made::Made;
use self::place::Places;
use self::positions::Troubles;
use self::ready::{Becoming, NotWritten, Ready, Texts};
use crate::args::{ConvertArgs, ConvertFrom, ConvertTo, LossPolicy};
use crate::cmd::charset::is_unsure;
use crate::exit::{Outcome, Refusal, Refusals, Stopped};
use crate::input::{Input, reason};
use crate::output;
use crate::parts::Content;
use crate::printable::{Printable, count};
use crate::run::each_content;

pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<Outcome> {
    let format = args.format()?;
    let places = Places::of(args, format)?;
    let mut all = Texts::new(format, &places);
    let (mut done, mut skipped, mut unwritten, mut partial) = (0, 0, 0, 0);
    let (mut losses, mut lossy) = (0, 0);
    let mut refusals = Refusals::default();
    let work = |input: &Input, content: Content| {
        let made = converted(input, content, args, format, &places)?;
        Ok((input.shown(), made))
    };
    let in_files = places.is_in_files();
    let input = args.input.without(args.output.as_deref());
    // Only SGF has parts.
    let needs_all = args.from.is_some_and(|from| from != ConvertFrom::Sgf);
    let sink = |(name, made): (String, Result<Done, Refusal>)| {
        let made = match made {
            Ok(made) => made,
            Err(refusal) => {
                skipped += 1;
                refusals.add(&name, refusal);
                return Ok(());
            }
        };
        losses += made.losses.total();
        lossy += u64::from(made.losses.total() > 0);
        made.troubles.tell(&name);
        partial += u64::from(made.troubles.left_out);
        if args.loss != LossPolicy::Allow {
            made.losses.tell(&name);
        }
        if made.refused {
            refusals.negative = true;
            return Ok(());
        }
        match all.put(made.ready, args.force) {
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
    };
    let mut outcome = each_content(in_files, "convert", &input, needs_all, work, sink)?;
    all.finish(args.force)?;
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

fn converted(
    input: &Input,
    content: Content,
    args: &ConvertArgs,
    format: ConvertTo,
    places: &Places,
) -> anyhow::Result<Result<Done, Refusal>> {
    let is_large = matches!(content, Content::Large(_));
    let from = match is_large {
        true => Some(ConvertFrom::Sgf),
        false => args.from,
    };
    let mut made = Made::new(args, format, input, is_large);
    let mut becoming = Becoming::new(places, input, args.split);
    let mut troubles = Troubles::NONE;
    let (mut refusal, mut refused) = (None, false);
    for part in content.into_parts()? {
        let record = read(part?.bytes, from)?;
        match &record {
            Record::Positions(positions) => troubles = Troubles::of(positions)?,
            Record::Sgf(document) => refuse_unsure(document)?,
            _ => {}
        }
        // What cannot be read at all comes first, wherever in the file.
        if refusal.is_none() {
            refusal = made.add(&record)?.err();
        }
        if made.losses.games() == 0 && refusal.is_none() {
            anyhow::bail!("no game found");
        }
        let is_lossy = made.losses.total() > 0 || troubles.left_out;
        refused = args.loss == LossPolicy::Error && is_lossy;
        let text = made.take_text();
        if !refused && !args.dry_run && refusal.is_none() {
            becoming.write(&text)?;
        }
    }
    if let Some(refusal) = refusal {
        return Ok(Err(refusal));
    }
    let (end, files, losses) = made.end();
    let ready = match refused || args.dry_run {
        true => Vec::new(),
        false => {
            becoming.write(&end)?;
            becoming.ready(files)?
        }
    };
    Ok(Ok(Done {
        ready,
        losses,
        troubles,
        refused,
    }))
}

/// Each game as SGF.
pub(super) fn to_sgf(record: &Record, carriage: Carriage) -> (Vec<Vec<u8>>, Losses) {
    let mut losses = Losses::default();
    let games = (1..).zip(record.games());
    let games = games.map(|(number, game)| as_sgf(number, &game, carriage, &mut losses));
    (games.collect(), losses)
}

/// A game as SGF, by its number from 1.
fn as_sgf(number: u64, game: &Converted<Game>, carriage: Carriage, losses: &mut Losses) -> Vec<u8> {
    let written = sgf::from_game(&game.value, carriage);
    losses.add(number, &game.value, &game.losses);
    losses.add(number, &game.value, &written.losses);
    written.value.into_bytes()
}

/// All games as JGF 2.
pub(super) fn to_jgf(record: &Record) -> (Vec<u8>, Losses) {
    let mut losses = Losses::default();
    let mut json = JsonWriter::new(Target::V2, Carriage::Full, Options::default());
    let games = (1..).zip(record.games());
    let text = games.map(|(number, game)| add_jgf(number, &game, &mut json, &mut losses));
    let text = text.collect::<String>() + &json.finish();
    (line(text), losses)
}

/// Adds a game to a file of JGF, by its number from 1, and gives the next piece of the text.
fn add_jgf(
    number: u64,
    game: &Converted<Game>,
    json: &mut JsonWriter,
    losses: &mut Losses,
) -> String {
    let written = json.add(&game.value);
    losses.add(number, &game.value, &game.losses);
    losses.add(number, &game.value, &written.losses);
    written.value
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
