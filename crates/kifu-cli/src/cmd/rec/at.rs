//! `kifu rec at` and `kifu rec final`: the game as it is at a moment.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum, ValueHint};
use kifu::Record;
use kifu::position;
use kifu::rgf::{As, Stream};
use kifu::sgf::{Document, Undecodable};
use kifu::timeline::{Moment, Time, View};
use serde::Serialize;

use super::args::{RecordingArgs, not_a_time};
use super::seen::{self, Position};
use crate::exit::Outcome;
use crate::input::Input;
use crate::json::{self, SCHEMA, Seconds};
use crate::output;
use crate::printable::file_name;
use crate::recordings::Session;
use crate::replace;
use crate::{conversion, undecodable};
use kifu::collection::Start;

/// Write the game as it is at a moment of a recording
///
/// That is the SGF file with what the recording holds at that moment in the place of the recording.
#[derive(Debug, Args)]
pub(crate) struct RecAtArgs {
    /// The moment: a time such as 56, 12:30 or 1:02:03.5; `start`; `end`; or `e57`, after so many
    /// events, as `kifu rec events` numbers them
    #[arg(value_name = "TIME", value_parser = parse_moment, allow_negative_numbers = true)]
    moment: Moment,

    #[command(flatten)]
    recording: RecordingArgs,

    /// Right before that time or event, not after it
    #[arg(long)]
    before: bool,

    #[command(flatten)]
    output: MomentArgs,
}

/// Write the game as it is at the end of a recording
#[derive(Debug, Args)]
pub(crate) struct RecFinalArgs {
    #[command(flatten)]
    recording: RecordingArgs,

    #[command(flatten)]
    output: MomentArgs,
}

/// How to write a moment, and where to.
#[derive(Clone, Debug, Args)]
pub(crate) struct MomentArgs {
    /// What to write [default: by the name of the output, else sgf]
    #[arg(long = "to", short, value_name = "FORMAT")]
    to: Option<MomentTo>,

    /// Write to FILE, which appears when it is complete
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Let FILE take the place of an existing file
    #[arg(long, short, requires = "output")]
    force: bool,

    /// Only what the recording holds, without the SGF file that it continues
    #[arg(long)]
    bare: bool,

    /// Write what is seen as a JSON object: time, node, comment, position
    #[arg(long, conflicts_with_all = ["to", "bare"])]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MomentTo {
    Sgf,
    Jgf2,
    /// The position that is looked at, in one line
    Sgn,
}

fn parse_moment(text: &str) -> Result<Moment, String> {
    let wrong = |why| format!("{}, `start`, `end` or `e57`", not_a_time(why));
    text.parse().map_err(wrong)
}

pub(crate) fn at(args: &RecAtArgs) -> anyhow::Result<Outcome> {
    let when = (args.moment, args.before);
    run("rec at", &args.recording, when, &args.output)
}

pub(crate) fn last(args: &RecFinalArgs) -> anyhow::Result<Outcome> {
    run(
        "rec final",
        &args.recording,
        (Moment::End, false),
        &args.output,
    )
}

fn run(
    verb: &str,
    recording: &RecordingArgs,
    (moment, before): (Moment, bool),
    args: &MomentArgs,
) -> anyhow::Result<Outcome> {
    super::one(verb, recording, |input, session, stream, track| {
        let timeline = track.timeline();
        let view = if before {
            timeline.before_moment(moment)
        } else {
            timeline.moment(moment)
        };
        let bytes = match args.json {
            true => as_json(input, session, stream, view, moment)?,
            false => written(input, session, stream, view, args)?,
        };
        write(&bytes, args)?;
        Ok(true)
    })
}

fn write(bytes: &[u8], args: &MomentArgs) -> anyhow::Result<()> {
    match args.output.as_deref() {
        Some(path) if path.as_os_str() != "-" => replace::create(path, bytes, args.force)
            .with_context(|| format!("cannot write {}", file_name(path))),
        _ => {
            let mut out = output::data();
            out.write_all(bytes)?;
            Ok(out.flush()?)
        }
    }
}

/// The moment in the format that is asked for.
fn written(
    input: &Input,
    session: &Session,
    stream: &Stream,
    view: View<'_>,
    args: &MomentArgs,
) -> anyhow::Result<Vec<u8>> {
    let format = args.to.unwrap_or_else(|| by_name(args.output.as_deref()));
    if format == MomentTo::Sgn {
        let board = seen::board(&session.main, stream, view)?;
        return Ok(format!("{}\n", position::of(&board.position)).into_bytes());
    }
    let document = match args.bare {
        true => view.to_document(),
        false => game(session, stream, view)?,
    };
    match format {
        MomentTo::Jgf2 => {
            undecodable::readable(&document, Undecodable::Refuse, Start::default())?;
            let (text, losses) = conversion::to_jgf(&Record::Sgf(document));
            losses.tell(&input.shown());
            Ok(text)
        }
        _ => Ok(with_line_break(document.to_bytes())),
    }
}

/// The SGF file with the moment in the place of the recording.
fn game(session: &Session, stream: &Stream, view: View<'_>) -> anyhow::Result<Document> {
    Ok(stream.at(&session.main, view, As::Plain)?)
}

fn by_name(output: Option<&Path>) -> MomentTo {
    let extension = output.and_then(Path::extension);
    let is = |name: &str| extension.is_some_and(|of| of.eq_ignore_ascii_case(name));
    match () {
        () if is("jgf") => MomentTo::Jgf2,
        () if is("sgn") => MomentTo::Sgn,
        () => MomentTo::Sgf,
    }
}

fn with_line_break(mut bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.ends_with(b"\n") {
        bytes.push(b'\n');
    }
    bytes
}

/// A moment for programs.
#[derive(Serialize)]
struct Told<'a> {
    kifu_schema: u32,
    file: String,
    recording: &'a str,
    /// In seconds; null before anything happens.
    time: Option<Seconds>,
    /// How many events have happened.
    events: usize,
    /// The node that is looked at; null for the one that the recording continues.
    place: Option<String>,
    comment: String,
    /// Of that node, as SGF writes them.
    properties: BTreeMap<&'a str, Vec<&'a str>>,
    #[serde(flatten)]
    board: Position,
    /// All that the recording holds.
    sgf: String,
}

fn as_json(
    input: &Input,
    session: &Session,
    stream: &Stream,
    view: View<'_>,
    moment: Moment,
) -> anyhow::Result<Vec<u8>> {
    let asked: Option<Time> = match moment {
        Moment::Time(time) => Some(time),
        _ => view.stamp().map(|stamp| stamp.time),
    };
    let cursor = view.cursor();
    let places = view.timeline().places();
    let place = cursor.and_then(|node| places.of(node));
    let properties = cursor.into_iter().flat_map(|node| view.properties(node));
    let told = Told {
        kifu_schema: SCHEMA,
        file: input.name(),
        recording: &stream.file,
        time: asked.map(Seconds),
        events: view.rank(),
        place: place.map(|place| place.to_string()),
        comment: seen::comment(&session.main, stream, view),
        properties: properties
            .map(|(ident, values)| (ident, values.collect()))
            .collect(),
        board: Position::of(&seen::board(&session.main, stream, view)?),
        sgf: view.to_sgf(),
    };
    Ok(with_line_break(json::line(&told)?))
}
