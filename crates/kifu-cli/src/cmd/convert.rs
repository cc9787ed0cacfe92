//! `kifu convert`: games from one format into another.

pub(crate) mod args;
mod made;
mod place;
mod positions;
mod ready;

use kifu::collection::Chunk;
use kifu::notation::{Notation, Positions};
use kifu::sgf::Document;
use kifu::tree::game::LossSummary;
use kifu::{Record, TooLarge};

use self::args::{ConvertArgs, ConvertFrom, ConvertTo, LossPolicy};
use self::made::Made;
use self::place::Places;
use self::positions::Troubles;
use self::ready::{Becoming, Ready, Texts};
use crate::conversion::report_losses;
use crate::exit::{Outcome, Refusal, Refusals, or_refusal};
use crate::games::Chunks;
use crate::input::Input;
use crate::printable::count;
use crate::run::Inputs;
use crate::{output, undecodable};

pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<Outcome> {
    let format = args.format()?;
    let places = Places::of(args, format)?;
    let mut all = Texts::new(args, format, &places);
    let (mut skipped, mut partial) = (0, 0);
    let (mut losses, mut lossy) = (0, 0);
    let mut refusals = Refusals::default();
    let work = |input: &Input, chunks: &mut Chunks| {
        let made = converted(input, chunks, args, format, &places);
        Ok((input.shown(), or_refusal(made)?))
    };
    let in_files = places.is_in_files();
    let input = args.input.without(args.output.as_deref());
    // Only SGF has parts.
    let needs_all = args.from.is_some_and(|from| from != ConvertFrom::Sgf);
    let sink = |(name, made): (String, Result<Done, Refusal>)| {
        let made = match made {
            Ok(made) => made,
            Err(refusal) => {
                refusals.add(&name, refusal);
                return Ok(());
            }
        };
        losses += made.losses.total();
        lossy += u64::from(made.losses.total() > 0);
        made.troubles.tell(&name);
        undecodable::report_notes(&name, &made.told);
        partial += u64::from(made.troubles.left_out);
        if args.loss != LossPolicy::Allow {
            report_losses(&name, &made.losses);
        }
        if made.refused {
            skipped += 1;
            return Ok(());
        }
        all.put(made.ready)
    };
    // The user may say what an input is that looks like nothing.
    let mut outcome = Inputs::of("convert", &input)
        .writing_files(in_files)
        .whole(needs_all)
        .with_or_without_games()
        .each_collection(work, sink)?;
    let (done, unwritten) = all.finish()?;
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
    refusals.end(outcome.without(unwritten + skipped))
}

/// Reads a chunk as what it is said to be.
fn read(chunk: &Chunk, from: Option<ConvertFrom>) -> Result<Record, TooLarge> {
    let bytes = chunk.bytes.as_slice();
    let notation = match from {
        None => return chunk.record(),
        Some(ConvertFrom::Sgf) => {
            return Document::parse(bytes).map(Record::Sgf);
        }
        Some(ConvertFrom::Jgf) => {
            let document = kifu::jgf::Document::parse(bytes);
            return document.map(Record::Jgf);
        }
        Some(ConvertFrom::Sgn) => Notation::Sgn,
        Some(ConvertFrom::Sensei) => Notation::Sensei,
        Some(ConvertFrom::Ascii) => Notation::Ascii,
        Some(ConvertFrom::Fen) => Notation::Fen,
    };
    Ok(Record::Positions(Positions::read(bytes, notation)))
}

/// What became of a file.
struct Done {
    ready: Vec<Ready>,
    losses: LossSummary,
    troubles: Troubles,
    /// Where text was replaced that does not decode.
    told: Vec<String>,
    /// It is not to be written because of its losses.
    refused: bool,
}

fn converted(
    input: &Input,
    chunks: &mut Chunks,
    args: &ConvertArgs,
    format: ConvertTo,
    places: &Places,
) -> anyhow::Result<Done> {
    let is_large = !chunks.is_whole();
    let mut made = Made::new(args, format, input, is_large);
    let mut becoming = Becoming::new(places, input, args, is_large);
    let mut troubles = Troubles::NONE;
    let mut told = Vec::new();
    let mut refused = false;
    for chunk in chunks {
        let chunk = chunk?;
        let mut record = read(&chunk, args.from)?;
        // Only text that is not UTF-8 can fail to decode.
        let source = Some(chunk.bytes).filter(|bytes| std::str::from_utf8(bytes).is_err());
        let start = chunk.start;
        let policy = args.undecodable.policy();
        match &record {
            Record::Positions(positions) => troubles = Troubles::of(positions)?,
            Record::Sgf(document) => {
                let (readable, replaced) = undecodable::readable(document, policy, start)?;
                told.extend(replaced);
                record = readable.map_or(record, Record::Sgf);
            }
            Record::Jgf(document) => {
                if let Some(source) = source {
                    told.extend(undecodable::readable_json(document, &source, policy)?);
                }
            }
        }
        made.add(&record)?;
        if made.losses.games() == 0 {
            anyhow::bail!("no game found");
        }
        let is_lossy = made.losses.total() > 0 || troubles.left_out;
        refused = args.loss == LossPolicy::Error && is_lossy;
        let text = made.take_text();
        if !refused {
            becoming.write(&text)?;
        }
    }
    let (end, files, losses) = made.end();
    let ready = match refused {
        true => Vec::new(),
        false => {
            becoming.write(&end)?;
            becoming.ready(files)?
        }
    };
    Ok(Done {
        ready,
        losses,
        troubles,
        told,
        refused,
    })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::fs;
    use std::io::Read;

    use super::*;
    use crate::args::Verb;
    use crate::chunk_testing::{assert_same, collections, has_chunks, input, verb};
    use crate::games::open;

    fn args(more: &[&str]) -> ConvertArgs {
        match verb(&[&["convert"], more].concat()) {
            Verb::Convert(args) => args,
            _ => unreachable!("it was asked for"),
        }
    }

    /// All that comes of a file that is read in parts of so many bytes.
    fn made(bytes: &[u8], most: usize, args: &ConvertArgs) -> Result<String, String> {
        let input = input(bytes);
        let format = args.format().expect("it has one");
        let places = Places::of(args, format).expect("it makes sense");
        let done = open(&input, most)
            .and_then(|chunks| converted(&input, &mut chunks.on_lines(), args, format, &places));
        let done = match or_refusal(done) {
            Ok(Ok(done)) => done,
            Ok(Err(Refusal::Negative(why))) => return Err(format!("the answer is no: {why}")),
            Ok(Err(Refusal::Usage(why))) => return Err(format!("it makes no sense: {why}")),
            Err(error) => return Err(format!("{error:#}")),
        };
        let mut made = format!("{:?} {}\n", done.losses, done.refused);
        for ready in done.ready {
            let (name, text) = match ready {
                Ready::File(file) => {
                    let name = file.path.file_name().expect("it has one").to_owned();
                    let mut text = Vec::new();
                    file.copy_to(&mut text).expect("it is there");
                    (name, text)
                }
                Ready::New { path, text } => {
                    (path.file_name().expect("it has one").to_owned(), text)
                }
                Ready::Planned(path) => {
                    (path.file_name().expect("it has one").to_owned(), Vec::new())
                }
                Ready::Text(mut file) => {
                    let mut text = Vec::new();
                    file.read_to_end(&mut text).expect("it is there");
                    (Default::default(), text)
                }
            };
            let text = String::from_utf8(text).expect("it was UTF-8");
            writeln!(made, "{}\n{text}", name.display()).expect("it fits");
        }
        Ok(made)
    }

    /// Whether a file is read in several parts, of which comes what comes of the whole.
    fn is_same(bytes: &[u8], most: usize, more: &[&str]) -> bool {
        let args = args(more);
        match (made(bytes, most, &args), made(bytes, usize::MAX, &args)) {
            (Ok(parts), Ok(whole)) => assert_same(&parts, &whole, bytes),
            // Which of several reasons comes first can differ.
            (parts, whole) => assert_eq!(parts.is_err(), whole.is_err(), "{parts:?} {whole:?}"),
        }
        has_chunks(bytes, most)
    }

    #[test]
    fn parts_become_what_the_whole_does() {
        let asked = [
            "-t sgf",
            "-t sgf --no-carriage --from sgf",
            "-t jgf1 --profile nggo",
            "-t jgf2 --no-carriage",
            "-t jgf2 --compact --profile seki",
            "-t sgn",
            "-t sensei",
            "-t ascii --move 3",
            "-t showboard",
            "-t fen --loss allow",
        ];
        for (nth, (file, most)) in collections().iter().enumerate() {
            for more in asked.iter().skip(nth % 2).step_by(2) {
                let more: Vec<&str> = more.split(' ').collect();
                is_same(file, *most, &more);
            }
        }
    }

    #[test]
    fn files_of_parts_are_called_as_those_of_the_whole() {
        let folder = tempfile::tempdir().expect("there is room");
        let to = folder.path().to_str().expect("it is text");
        let games = collections().into_iter().map(|(file, _)| file);
        let games = games.filter(|file| has_chunks(file, 500));
        let formats = ["sgf", "jgf2", "sgn"].into_iter().cycle();
        for (file, format) in games.step_by(3).zip(formats).take(6) {
            let split = ["-t", format, "--split", "-o", to];
            assert!(is_same(&file, 500, &split));
            let one = &*folder.path().join("one").to_string_lossy().into_owned();
            assert!(is_same(&file, 500, &["-t", format, "-o", one]));
        }
        assert!(fs::read_dir(to).expect("it is there").next().is_none());
    }

    #[test]
    fn what_a_late_part_has_is_told_as_of_the_whole() {
        let games = "(;GM[1]FF[4];B[aa];W[bb]C[one])\n".repeat(300);
        let of = |last: &str, more: &str, told: &str| {
            let text = games.clone() + last;
            let more: Vec<&str> = more.split(' ').collect();
            assert!(is_same(text.as_bytes(), 500, &more));
            let made = made(text.as_bytes(), 500, &args(&more)).unwrap_or_else(|why| why);
            assert!(made.contains(told), "{made}");
        };
        let other = "(;GM[2];B[aa];W[bb])";
        of(other, "-t sgn", "the answer is no: game 301 is not Go");
        // The only game of its part.
        let short = format!("(;GM[1];B[aa]C[{}])", "long".repeat(200));
        let told = "it makes no sense: game 301: there is no move 2: the last is move 1";
        of(&short, "-t fen --move 2", told);
        of(
            &short,
            "-t fen --path 3",
            "the answer is no: game 1: there is no path 3",
        );
        let lossy = "(;GM[1];B[aa]XX[x])";
        for more in [
            "-t jgf1 --no-carriage",
            "-t jgf2 --no-carriage --loss error",
            "-t jgf2 --no-carriage --loss error -n",
        ] {
            of(lossy, more, "game: 301, place: \"move 1\", count: 1");
        }
        let refused = made(
            (games + lossy).as_bytes(),
            500,
            &args(&["-t", "jgf2", "--no-carriage", "--loss", "error"]),
        );
        let refused = refused.expect("it can be converted");
        assert!(refused.ends_with("true\n"), "{refused}");
    }
}
