//! `kifu rec at` and `kifu rec final`: write the game at a moment of a recording.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};
use kifu::Record;
use kifu::core::{Color, Move};
use kifu::moment;
use kifu::position;
use kifu::replay::Replay;
use kifu::rgf::{SpliceAs, Stream};
use kifu::rules::Rules;
use kifu::sgf::Undecodable;
use kifu::timeline::{Moment, Time, Timeline, View};
use kifu_files::Input;
use serde::Serialize;

use super::args::RecordingArgs;
use super::each::with_one_recording;
use super::save;
use crate::args::values::not_a_time;
use crate::exit::Outcome;
use crate::json::{self, Seconds};
use crate::output;
use crate::printable::{InputName, count};
use crate::recordings::Session;
use crate::{conversion, undecodable};
use kifu::collection::ChunkStart;

/// Write the game at a moment of a recording
///
/// The output is the SGF file of the recording. Instead of the reference to the recording, it
/// contains the nodes that were recorded up to that moment.
#[derive(Debug, Args)]
pub(crate) struct RecAtArgs {
    /// The moment: a time such as 12:30, `start`, `end` or `e57`
    ///
    /// Times are written as 56, 12:30 or 1:02:03.5. `e57` is the moment after event 57 of `kifu rec
    /// events`.
    #[arg(value_name = "TIME", value_parser = parse_moment, allow_negative_numbers = true)]
    moment: Moment,

    #[command(flatten)]
    recording: RecordingArgs,

    /// Select the moment immediately before TIME
    #[arg(long)]
    before: bool,

    #[command(flatten)]
    output: MomentArgs,
}

/// Write the game at the end of a recording
#[derive(Debug, Args)]
pub(crate) struct RecFinalArgs {
    #[command(flatten)]
    recording: RecordingArgs,

    #[command(flatten)]
    output: MomentArgs,
}

/// The options for writing the game at a moment.
#[derive(Clone, Debug, Args)]
pub(crate) struct MomentArgs {
    /// The output format [default: by the extension of -o, or sgf]
    #[arg(long = "to", short, value_name = "FORMAT")]
    to: Option<MomentTo>,

    /// Write to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Overwrite FILE if it exists
    #[arg(long, short, requires = "output")]
    force: bool,

    /// Write only the recorded nodes
    ///
    /// Without this option, these nodes are written as part of the SGF file that the recording
    /// continues.
    #[arg(long)]
    bare: bool,

    /// Write the time, node, comment and position as a JSON object
    #[arg(long, conflicts_with_all = ["to", "bare"])]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MomentTo {
    Sgf,
    Jgf2,
    /// The position, on one line
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
    with_one_recording(verb, recording, |input, session, stream, track| {
        let timeline = track.timeline();
        let view = if before {
            timeline.before_moment(moment)
        } else {
            timeline.moment(moment)
        };
        if let Some(end) = end_before(timeline, moment) {
            output::message(format_args!(
                "{}: {end}; the output is the game at its end",
                input.shown()
            ));
        }
        let bytes = if args.json {
            as_json(input, session, stream, view, moment)?
        } else {
            in_format(input, session, stream, view, args)?
        };
        let path = args
            .output
            .as_deref()
            .filter(|path| path.as_os_str() != "-");
        save::write_bytes(&bytes, path, args.force)?;
        Ok(true)
    })
}

/// Returns a message about the end of the recording, if the recording ends before a moment.
fn end_before(timeline: &Timeline, moment: Moment) -> Option<String> {
    let (end, events) = (timeline.duration(), timeline.len());
    match moment {
        Moment::Time(time) if time > end => Some(format!("the recording ends at {}", end.clock())),
        Moment::Event(number) if number > events => Some(format!(
            "the recording has only {}",
            count(events as u64, "event")
        )),
        _ => None,
    }
}

/// Returns the game at a moment in the requested format.
fn in_format(
    input: &Input,
    session: &Session,
    stream: &Stream,
    view: View<'_>,
    args: &MomentArgs,
) -> anyhow::Result<Vec<u8>> {
    let format = args
        .to
        .unwrap_or_else(|| format_of_name(args.output.as_deref()));
    if format == MomentTo::Sgn {
        let board = moment::board(&session.main, stream, view, &Rules::LENIENT)?;
        return Ok(format!("{}\n", position::of(&board.position)).into_bytes());
    }
    if format == MomentTo::Sgf {
        return Ok(with_line_break(if args.bare {
            view.to_sgf().into_bytes()
        } else {
            stream.bytes_at(&session.main, view, SpliceAs::Plain)?
        }));
    }
    let document = if args.bare {
        view.to_document()
    } else {
        stream.at(&session.main, view, SpliceAs::Plain)?
    };
    undecodable::readable(&document, Undecodable::Refuse, ChunkStart::default())?;
    let (text, losses) = conversion::to_jgf(&Record::Sgf(document));
    conversion::report_losses(&input.shown(), &losses);
    Ok(text)
}

fn format_of_name(output: Option<&Path>) -> MomentTo {
    let extension = output.and_then(Path::extension);
    let is = |name: &str| extension.is_some_and(|of| of.eq_ignore_ascii_case(name));
    if is("jgf") {
        MomentTo::Jgf2
    } else if is("sgn") {
        MomentTo::Sgn
    } else {
        MomentTo::Sgf
    }
}

fn with_line_break(mut bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.ends_with(b"\n") {
        bytes.push(b'\n');
    }
    bytes
}

/// A moment as JSON.
#[derive(Serialize)]
struct MomentLine<'a> {
    recording: &'a str,
    /// The time in seconds; null at a moment before the first event.
    time: Option<Seconds>,
    /// The number of events up to this moment.
    events: usize,
    /// The current node; null for the node that the recording continues.
    place: Option<String>,
    comment: String,
    /// The properties of that node, with values as in SGF.
    properties: BTreeMap<&'a str, Vec<&'a str>>,
    #[serde(flatten)]
    board: Position,
    /// All nodes of the recording.
    sgf: String,
}

fn as_json(
    input: &Input,
    session: &Session,
    stream: &Stream,
    view: View<'_>,
    moment: Moment,
) -> anyhow::Result<Vec<u8>> {
    let time: Option<Time> = match moment {
        Moment::Time(time) => Some(time),
        _ => view.stamp().map(|stamp| stamp.time),
    };
    let cursor = view.cursor();
    let places = view.timeline().places();
    let place = cursor.and_then(|node| places.of(node));
    let properties = cursor.into_iter().flat_map(|node| view.properties(node));
    let line = MomentLine {
        recording: &stream.file,
        time: time.map(Seconds),
        events: view.rank(),
        place: place.map(|place| place.to_string()),
        comment: stream.comment(&session.main, view),
        properties: properties
            .map(|(ident, values)| (ident, values.collect()))
            .collect(),
        board: Position::of(&moment::board(
            &session.main,
            stream,
            view,
            &Rules::LENIENT,
        )?),
        sgf: view.to_sgf(),
    };
    Ok(with_line_break(json::file_line(input.name(), &line)?))
}

/// A position as JSON.
#[derive(Serialize)]
struct Position {
    /// The position in SGN.
    position: String,
    to_play: &'static str,
    move_number: u32,
    last_move: Option<LastMove>,
    captures: Captures,
}

#[derive(Serialize)]
struct LastMove {
    color: &'static str,
    /// The point in SGF coordinates; null for a pass.
    point: Option<String>,
}

#[derive(Serialize)]
struct Captures {
    black: u32,
    white: u32,
}

impl Position {
    fn of(board: &Replay) -> Position {
        let letter = |color| if color == Color::Black { "B" } else { "W" };
        let point = |action: Move| {
            let point = action.point()?.to_sgf()?;
            Some(point.map(char::from).iter().collect())
        };
        Position {
            position: position::of(&board.position).to_string(),
            to_play: letter(board.position.to_play()),
            move_number: board.number,
            last_move: board.last.map(|(color, action)| LastMove {
                color: letter(color),
                point: point(action),
            }),
            captures: Captures {
                black: board.prisoners.black,
                white: board.prisoners.white,
            },
        }
    }
}
