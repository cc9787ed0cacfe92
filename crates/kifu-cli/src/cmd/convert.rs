//! `kifu convert`: convert games between formats.

pub(crate) mod args;
mod findings;
mod place;
mod writer;

use kifu::collection::Chunk;
use kifu::convert::{ConvertError, Converter, Target};
use kifu::notation::{Notation, Positions};
use kifu::sgf::Document;
use kifu::tree::game::LossSummary;
use kifu::{Record, TooLarge};
use kifu_files::Input;
use kifu_files::OtherKind;
use kifu_files::games::Chunks;

use self::args::{ConvertArgs, ConvertFrom, LossPolicy};
use self::findings::PositionFindings;
use self::place::OutputPaths;
use self::writer::{Converted, OutputDraft, Writer};
use crate::conversion::report_losses;
use crate::exit::{Outcome, Refusal, Refusals, or_refusal};
use crate::locate::{no_such_place, refuse_two_places};
use crate::printable::{InputName, count};
use crate::run::Inputs;
use crate::{output, undecodable};

pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<Outcome> {
    refuse_two_places(args.path.as_ref(), args.number.as_ref())?;
    let format = args.format()?;
    let paths = OutputPaths::of(args, format)?;
    let mut writer = Writer::new(args, format, &paths);
    let (mut skipped, mut partial) = (0, 0);
    let (mut losses, mut lossy) = (0, 0);
    let mut refusals = Refusals::default();
    let work = |input: &Input, chunks: &mut Chunks| {
        let result = convert(input, chunks, args, format, &paths);
        Ok((input.shown(), or_refusal(result)?))
    };
    let input = args.input.without(args.output.as_deref());
    // Only SGF is read in chunks.
    let needs_all = args.from.is_some_and(|from| from != ConvertFrom::Sgf);
    let sink = |(name, result): (String, Result<Conversion, Refusal>)| {
        let conversion = match result {
            Ok(conversion) => conversion,
            Err(refusal) => {
                refusals.add(&name, refusal);
                return Ok(());
            }
        };
        losses += conversion.losses.total();
        lossy += u64::from(conversion.losses.total() > 0);
        conversion.findings.report(&name);
        undecodable::report_notes(&name, &conversion.undecoded);
        partial += u64::from(conversion.findings.is_incomplete);
        if args.loss != LossPolicy::Allow {
            report_losses(&name, &conversion.losses);
        }
        if conversion.is_refused {
            skipped += 1;
            return Ok(());
        }
        writer.put(conversion.converted)
    };
    // The user may specify the format of an input that is not recognized.
    let mut outcome = Inputs::of("convert", &input)
        .whole(needs_all)
        .with_unrecognized(args.from.is_some())
        .each_collection(work, sink)?;
    let (done, unwritten) = writer.finish()?;
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
    // These files were read, but some of their positions were not.
    outcome.failed += partial;
    refusals.end(outcome.without(unwritten + skipped))
}

/// Reads a chunk in the given format, or in the detected one.
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
        Some(ConvertFrom::Gib) => {
            return kifu::gib::Document::parse(bytes).map(Record::Gib);
        }
        Some(ConvertFrom::Ngf) => {
            return kifu::ngf::Document::parse(bytes).map(Record::Ngf);
        }
        Some(ConvertFrom::Ogs) => {
            return kifu::ogs::Document::parse(bytes).map(Record::Ogs);
        }
        Some(ConvertFrom::Ugf) => {
            return kifu::ugf::Document::parse(bytes).map(Record::Ugf);
        }
        Some(ConvertFrom::Sgn) => Notation::Sgn,
        Some(ConvertFrom::Sensei) => Notation::Sensei,
        Some(ConvertFrom::Ascii) => Notation::Ascii,
        Some(ConvertFrom::Fen) => Notation::Fen,
    };
    Ok(Record::Positions(Positions::read(bytes, notation)))
}

/// The result of converting a file.
struct Conversion {
    converted: Vec<Converted>,
    losses: LossSummary,
    findings: PositionFindings,
    /// Messages about replaced text, which could not be decoded.
    undecoded: Vec<String>,
    /// Whether nothing is written because of losses.
    is_refused: bool,
}

fn convert(
    input: &Input,
    chunks: &mut Chunks,
    args: &ConvertArgs,
    format: Target,
    paths: &OutputPaths,
) -> anyhow::Result<Conversion> {
    let mut converter = Converter::new(format, args.options(format, input));
    let mut draft = OutputDraft::new(paths, input, args, !chunks.is_whole());
    let mut losses = LossSummary::default();
    let mut findings = PositionFindings::NONE;
    let mut undecoded = Vec::new();
    let mut is_refused = false;
    for chunk in chunks {
        let chunk = chunk?;
        let record = read(&chunk, args.from)?;
        if let Record::Positions(positions) = &record {
            findings = PositionFindings::of(positions)?;
        }
        let policy = args.undecodable.policy();
        let (record, notes) =
            undecodable::decoded_record(record, &chunk.bytes, policy, chunk.start)?;
        undecoded.extend(notes);
        converter
            .add(&record, &mut |lost| lost.add_to(&mut losses))
            .map_err(refusal)?;
        if converter.game_count() == 0 {
            anyhow::bail!(OtherKind::Unknown);
        }
        let is_lossy = losses.total() > 0 || findings.is_incomplete;
        is_refused = args.loss == LossPolicy::Error && is_lossy;
        let text = converter.take_text();
        if !is_refused {
            draft.write(&text)?;
        }
    }
    let (end, pieces) = converter.finish();
    let mut converted = Vec::new();
    if !is_refused {
        draft.write(&end)?;
        converted = draft.finish(&pieces)?;
    }
    Ok(Conversion {
        converted,
        losses,
        findings,
        undecoded,
        is_refused,
    })
}

/// Returns the error for a file with a game that cannot be converted.
fn refusal(why: ConvertError) -> anyhow::Error {
    match why {
        ConvertError::NoSuchPlace { game, why } => no_such_place(Some(game), &why).into(),
        ConvertError::NotShown { .. } | ConvertError::OversizedBoard { .. } => {
            Refusal::Negative(why.to_string()).into()
        }
        ConvertError::SeveralGames => anyhow::anyhow!("{why}; use `--split`"),
        why => why.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::fs;
    use std::io::Read;

    use super::*;
    use crate::args::Verb;
    use crate::chunk_testing::{assert_same, collections, has_chunks, input, verb};
    use kifu_files::games::open;

    fn args(more: &[&str]) -> ConvertArgs {
        match verb(&[&["convert"], more].concat()) {
            Verb::Convert(args) => args,
            _ => unreachable!("the command is `convert`"),
        }
    }

    /// Converts a file that is read in chunks of at most `max_len` bytes. Returns the losses, and
    /// the names and texts of the new files.
    fn result(bytes: &[u8], max_len: usize, args: &ConvertArgs) -> Result<String, String> {
        let input = input(bytes);
        let format = args.format().expect("the format is given");
        let paths = OutputPaths::of(args, format).expect("the options are consistent");
        let conversion = open(&input, max_len)
            .map_err(anyhow::Error::from)
            .and_then(|chunks| convert(&input, &mut chunks.split_at_lines(), args, format, &paths));
        let conversion = match or_refusal(conversion) {
            Ok(Ok(conversion)) => conversion,
            Ok(Err(Refusal::Negative(why))) => return Err(format!("negative: {why}")),
            Ok(Err(Refusal::Usage(why))) => return Err(format!("usage: {why}")),
            Err(error) => return Err(format!("{error:#}")),
        };
        let mut result = format!("{:?} {}\n", conversion.losses, conversion.is_refused);
        for converted in conversion.converted {
            let (name, text) = match converted {
                Converted::File(file) => {
                    let name = file.path.file_name().expect("a file name").to_owned();
                    let mut text = Vec::new();
                    file.copy_to(&mut text).expect("the file exists");
                    (name, text)
                }
                Converted::New { path, text } => {
                    (path.file_name().expect("a file name").to_owned(), text)
                }
                Converted::Planned(path) => (
                    path.file_name().expect("a file name").to_owned(),
                    Vec::new(),
                ),
                Converted::Text(mut file) => {
                    let mut text = Vec::new();
                    file.read_to_end(&mut text).expect("the file exists");
                    (Default::default(), text)
                }
            };
            let text = String::from_utf8(text).expect("UTF-8 output");
            writeln!(result, "{}\n{text}", name.display()).expect("writing to a string");
        }
        Ok(result)
    }

    /// Asserts that reading a file in chunks does not change the result. Returns whether the file
    /// has several chunks.
    fn assert_same_in_chunks(bytes: &[u8], max_len: usize, more: &[&str]) -> bool {
        let args = args(more);
        let whole = result(bytes, usize::MAX, &args);
        match (result(bytes, max_len, &args), whole) {
            (Ok(chunked), Ok(whole)) => assert_same(&chunked, &whole, bytes),
            // If there are several errors, the first one can depend on the chunks.
            (chunked, whole) => {
                assert_eq!(chunked.is_err(), whole.is_err(), "{chunked:?} {whole:?}");
            }
        }
        has_chunks(bytes, max_len)
    }

    #[test]
    fn chunks_are_converted_like_whole_file() {
        let options = [
            "-t sgf",
            "-t sgf --no-private-data --from sgf",
            "-t jgf1 --profile nggo",
            "-t jgf2 --no-private-data",
            "-t jgf2 --compact --profile seki",
            "-t sgn",
            "-t sensei",
            "-t ascii --move 3",
            "-t showboard",
            "-t fen --loss allow",
        ];
        for (nth, (file, max_len)) in collections().iter().enumerate() {
            for more in options.iter().skip(nth % 2).step_by(2) {
                let more: Vec<&str> = more.split(' ').collect();
                assert_same_in_chunks(file, *max_len, &more);
            }
        }
    }

    #[test]
    fn chunks_give_same_file_names_as_whole_file() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let to = folder.path().to_str().expect("a UTF-8 path");
        let games = collections().into_iter().map(|(file, _)| file);
        let games = games.filter(|file| has_chunks(file, 500));
        let formats = ["sgf", "jgf2", "sgn"].into_iter().cycle();
        for (file, format) in games.step_by(3).zip(formats).take(6) {
            let split = ["-t", format, "--split", "-o", to];
            assert!(assert_same_in_chunks(&file, 500, &split));
            let one = &*folder.path().join("one").to_string_lossy().into_owned();
            let single = ["-t", format, "-o", one];
            assert!(assert_same_in_chunks(&file, 500, &single));
        }
        assert!(
            fs::read_dir(to)
                .expect("the directory exists")
                .next()
                .is_none()
        );
    }

    #[test]
    fn reports_on_late_chunks_are_those_of_whole_file() {
        let games = "(;GM[1]FF[4];B[aa];W[bb]C[one])\n".repeat(300);
        let check = |last: &str, more: &str, expected: &str| {
            let text = games.clone() + last;
            let more: Vec<&str> = more.split(' ').collect();
            assert!(assert_same_in_chunks(text.as_bytes(), 500, &more));
            let result = result(text.as_bytes(), 500, &args(&more)).unwrap_or_else(|why| why);
            assert!(result.contains(expected), "{result}");
        };
        let other = "(;GM[2];B[aa];W[bb])";
        check(other, "-t sgn", "negative: game 301 is not Go");
        // This game is the only one in its chunk.
        let short = format!("(;GM[1];B[aa]C[{}])", "long".repeat(200));
        let expected = "usage: game 301 has no move 2 on its main line; it ends with move 1";
        check(&short, "-t fen --move 2", expected);
        let expected = "negative: game 1 has no path 3; for move 3, write `m3`";
        check(&short, "-t fen --path 3", expected);
        let lossy = "(;GM[1];B[aa]XX[x])";
        for more in [
            "-t jgf1 --no-private-data",
            "-t jgf2 --no-private-data --loss error",
            "-t jgf2 --no-private-data --loss error -n",
        ] {
            check(lossy, more, "game: 301, place: \"move 1\", count: 1");
        }
        let refused = result(
            (games + lossy).as_bytes(),
            500,
            &args(&["-t", "jgf2", "--no-private-data", "--loss", "error"]),
        );
        let refused = refused.expect("the conversion succeeds");
        assert!(refused.ends_with("true\n"), "{refused}");
    }
}
