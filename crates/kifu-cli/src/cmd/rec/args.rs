//! The command line of `kifu rec`.

mod making;

use std::num::NonZeroU16;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use kifu::timeline::{Time, TimeError};

use crate::args::checking::CheckArgs;
use crate::args::input::InputArgs;

pub(crate) use making::{
    MediaArg, RecCutArgs, RecJoinArgs, RecPackArgs, RecRecordArgs, RecRetimeArgs, RecUnpackArgs,
    SaveArgs, SizeArgs,
};

/// Recordings of games and lectures: what they hold, and what there is at any moment of them
///
/// A recording is an RGF file, an SGF file that names some beside it, or a bundle of both and
/// their media (.rgt, .rgz). Times are written as 56, 12:30 or 1:02:03.5.
#[derive(Debug, Args)]
pub(crate) struct RecArgs {
    #[command(subcommand)]
    pub(crate) verb: RecVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RecVerb {
    Info(RecInfoArgs),
    Check(RecCheckArgs),
    Events(RecEventsArgs),
    Markers(RecMarkersArgs),
    Stats(RecStatsArgs),
    At(RecAtArgs),
    Final(RecFinalArgs),
    Play(RecPlayArgs),
    Record(RecRecordArgs),
    Pack(RecPackArgs),
    Unpack(RecUnpackArgs),
    Cut(RecCutArgs),
    Join(RecJoinArgs),
    Retime(RecRetimeArgs),
}

/// Which recordings to report on, and how.
#[derive(Debug, Args)]
pub(crate) struct RecordingsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Only this recording of each file: its name, or its number from 1
    #[arg(long, value_name = "NAME|N")]
    pub(crate) recording: Option<String>,

    /// Write one JSON array
    #[arg(long)]
    pub(crate) json: bool,

    /// Write JSON objects, each on a line
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
}

/// Show what recordings hold: how long they are, how much happens, chapters, media
#[derive(Debug, Args)]
pub(crate) struct RecInfoArgs {
    #[command(flatten)]
    pub(crate) recordings: RecordingsArgs,
}

/// Find what is wrong with recordings, their SGF file and their bundle, and show where
#[derive(Debug, Args)]
pub(crate) struct RecCheckArgs {
    #[command(flatten)]
    pub(crate) check: CheckArgs,
}

/// List all that happens, in order: when, where, what
///
/// The places are those of cues: the variation to take at each branching, from 0, and the number
/// of the node, from 1, as 0.2:12; `-` is the node that the recording continues.
#[derive(Debug, Args)]
pub(crate) struct RecEventsArgs {
    #[command(flatten)]
    pub(crate) recordings: RecordingsArgs,
}

/// List the chapters
#[derive(Debug, Args)]
pub(crate) struct RecMarkersArgs {
    #[command(flatten)]
    pub(crate) recordings: RecordingsArgs,
}

/// Count what happens: by kind, by property, by minute; the longest pause
#[derive(Debug, Args)]
pub(crate) struct RecStatsArgs {
    #[command(flatten)]
    pub(crate) recordings: RecordingsArgs,
}

/// One recording.
#[derive(Clone, Debug, Args)]
pub(crate) struct RecordingArgs {
    /// The file; `-` is standard input, as is no FILE
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,

    /// Which recording, if there are several: its name, or its number from 1
    #[arg(long, value_name = "NAME|N")]
    pub(crate) recording: Option<String>,
}

/// Write the game as it is at a moment of a recording
///
/// That is the SGF file with what the recording holds at that moment in the place of the recording.
#[derive(Debug, Args)]
pub(crate) struct RecAtArgs {
    /// The moment: a time such as 56, 12:30 or 1:02:03.5; `start`; `end`; or `e57`, after so many
    /// events, as `kifu rec events` numbers them
    #[arg(value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) moment: Moment,

    #[command(flatten)]
    pub(crate) recording: RecordingArgs,

    /// Right before that time or event, not after it
    #[arg(long)]
    pub(crate) before: bool,

    #[command(flatten)]
    pub(crate) output: MomentArgs,
}

/// Write the game as it is at the end of a recording
#[derive(Debug, Args)]
pub(crate) struct RecFinalArgs {
    #[command(flatten)]
    pub(crate) recording: RecordingArgs,

    #[command(flatten)]
    pub(crate) output: MomentArgs,
}

/// How to write a moment, and where to.
#[derive(Clone, Debug, Args)]
pub(crate) struct MomentArgs {
    /// What to write [default: by the name of the output, else sgf]
    #[arg(long = "to", short, value_name = "FORMAT")]
    pub(crate) to: Option<MomentTo>,

    /// Write to FILE, which appears when it is complete
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Let FILE take the place of an existing file
    #[arg(long, short, requires = "output")]
    pub(crate) force: bool,

    /// Only what the recording holds, without the SGF file that it continues
    #[arg(long)]
    pub(crate) bare: bool,

    /// Write what is seen as a JSON object: time, node, comment, position
    #[arg(long, conflicts_with_all = ["to", "bare"])]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MomentTo {
    Sgf,
    Jgf2,
    /// The position that is looked at, in one line
    Sgn,
}

/// A moment of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    Start,
    End,
    Time(Time),
    /// After so many events.
    Event(usize),
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Moment, String> {
        let event = text.strip_prefix('e').map(str::parse);
        match (text, event) {
            ("start", _) => Ok(Moment::Start),
            ("end", _) => Ok(Moment::End),
            (_, Some(Ok(number))) => Ok(Moment::Event(number)),
            _ => match text.parse() {
                Ok(time) => Ok(Moment::Time(time)),
                Err(why) => Err(format!("{}, `start`, `end` or `e57`", not_a_time(why))),
            },
        }
    }
}

/// What to say to somebody who wrote something else than a time.
fn not_a_time(why: TimeError) -> String {
    match why {
        TimeError::TooLarge => why.to_string(),
        _ => "expected a time such as `56`, `12:30` or `1:02:03.5`".to_owned(),
    }
}

fn parse_time(text: &str) -> Result<Time, String> {
    text.parse().map_err(not_a_time)
}

fn parse_duration(text: &str) -> Result<Duration, String> {
    let time = parse_time(text)?;
    match time > Time::ZERO {
        true => Ok(time.since(Time::ZERO)),
        false => Err("expected a time above 0".to_owned()),
    }
}

/// Play a recording in the terminal, in its own time
///
/// Keys: space pauses; left and right go 5 seconds, down and up a minute; `,` and `.` an event,
/// `b` and `n` a node, `[` and `]` a chapter; Home and End; `-` and `+` change the speed; `q` ends.
#[derive(Debug, Args)]
pub(crate) struct RecPlayArgs {
    #[command(flatten)]
    pub(crate) recording: RecordingArgs,

    /// How fast, in times the speed of the recording, such as 2 or 0.5
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) speed: Speed,

    /// Cut silences down to so long, in the time of the recording
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) idle_limit: Option<Duration>,

    /// Start at a time
    #[arg(long, value_name = "TIME", value_parser = parse_time, allow_negative_numbers = true)]
    pub(crate) from: Option<Time>,

    /// Start without moving on
    #[arg(long)]
    pub(crate) paused: bool,
}

/// A speed in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Speed(pub(crate) NonZeroU16);

impl FromStr for Speed {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Speed, &'static str> {
        let times: f64 = text.parse().unwrap_or(0.0);
        let percent = (times * 100.0).round();
        let is_fit = (1.0..=10_000.0).contains(&percent);
        let percent = NonZeroU16::new(percent as u16).filter(|_| is_fit);
        percent
            .map(Speed)
            .ok_or("expected a number from 0.01 to 100")
    }
}
