//! `kifu rec cut`: extract a time range of a recording.

use std::ops::Bound;

use clap::Args;
use kifu::timeline::{Time, TimeRange, TimeRangeError};

use super::args::{RecordingArgs, SaveArgs};
use super::each::with_one_recording;
use super::save::{NewVersion, report_media};
use crate::args::values::not_a_time;
use crate::exit::{Outcome, Usage};

/// Extract a time range of a recording
///
/// The new recording begins with the state at A, and contains the events from A to B. Events at B
/// itself are not included, unless B is the end of the recording; write A..=B to include them.
#[derive(Debug, Args)]
pub(crate) struct RecCutArgs {
    /// The time range: 10..20, 1:30..12:30, 10.. or ..12:30
    #[arg(value_name = "A..B", value_parser = parse_range)]
    range: TimeRange,

    #[command(flatten)]
    recording: RecordingArgs,

    #[command(flatten)]
    save: SaveArgs,
}

fn parse_range(text: &str) -> Result<TimeRange, String> {
    text.parse().map_err(|why| match why {
        TimeRangeError::Time(why) => not_a_time(why),
        why => why.to_string(),
    })
}

pub(crate) fn run(args: &RecCutArgs) -> anyhow::Result<Outcome> {
    with_one_recording(
        "rec cut",
        &args.recording,
        |input, session, stream, track| {
            let whole = track.timeline();
            let end = whole.duration();
            let range = args.range.of(end);
            let from = range.start.unwrap_or(Time::ZERO);
            if from > end {
                return Err(Usage(format!("the recording ends at {end}")).into());
            }
            let piece = whole.cut(range);
            if from > Time::ZERO {
                let last = match range.end {
                    Bound::Included(to) | Bound::Excluded(to) => to.min(end),
                    Bound::Unbounded => end,
                };
                let what = format!("was not cut; extract {from} to {last} from it as well");
                report_media(&stream.media, &what);
            }
            let version = NewVersion {
                input,
                session,
                stream,
                track,
                timeline: &piece,
            };
            version.save(&args.save, |time| {
                let moved = Time::from_nanos(time.nanos().checked_sub(from.nanos())?);
                (Time::ZERO..=piece.duration())
                    .contains(&moved)
                    .then_some(moved)
            })
        },
    )
}
