//! `kifu rec retime`: change the times of a recording.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{ArgGroup, Args, ValueHint};
use kifu::timeline::{Time, TimeMap, Timeline};

use super::args::{RecordingArgs, SaveArgs};
use super::each::with_one_recording;
use super::save::{NewVersion, read_text, report_media, seconds};
use crate::args::values::{not_a_time, parse_duration};
use crate::exit::{Outcome, Usage};
use crate::output;
use crate::printable::{count, file_name};

/// Change the times of a recording
///
/// Audio and video are not changed: a listener hears them at the old times, while the moves are
/// shown at the new times.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("map").args(["scale", "shift", "idle_limit", "table"]).required(true)))]
pub(crate) struct RecRetimeArgs {
    #[command(flatten)]
    recording: RecordingArgs,

    /// Multiply all times by FACTOR, such as 2, 3/2 or 150%
    #[arg(long, value_name = "FACTOR", value_parser = parse_scale)]
    scale: Option<TimeMap>,

    /// Move all events later by TIME, or earlier if TIME is negative
    #[arg(long, value_name = "TIME", value_parser = parse_shift, allow_negative_numbers = true)]
    shift: Option<TimeMap>,

    /// Shorten pauses between events to at most TIME
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    idle_limit: Option<Duration>,

    /// Change times by a table of old and new times in FILE
    ///
    /// Each line of FILE has an old and a new time. Times between two lines are interpolated.
    #[arg(long = "map", value_name = "FILE", value_hint = ValueHint::FilePath)]
    table: Option<PathBuf>,

    /// Move events with times out of range to the nearest possible time
    ///
    /// Events that would happen before 0 are moved to 0, and events that would happen too late to
    /// the latest possible time. Without this option, kifu refuses a change with such events.
    #[arg(long)]
    clamp: bool,

    #[command(flatten)]
    save: SaveArgs,
}

pub(crate) fn run(args: &RecRetimeArgs) -> anyhow::Result<Outcome> {
    with_one_recording(
        "rec retime",
        &args.recording,
        |input, session, stream, track| {
            let map = time_map(args, track.timeline())?;
            check_limits(args, track.timeline(), &map)?;
            let moved = track.timeline().retime(&map);
            report_media(
                &stream.media,
                "was not changed; its times no longer match the recording",
            );
            let version = NewVersion {
                input,
                session,
                stream,
                track,
                timeline: &moved,
            };
            version.save(&args.save, |time| Some(map.of(time)))
        },
    )
}

/// Checks that no event would happen too early or too late; with `--clamp`, reports how many would.
fn check_limits(args: &RecRetimeArgs, timeline: &Timeline, map: &TimeMap) -> anyhow::Result<()> {
    let misfits = timeline.misfits(map);
    let (early, late) = (misfits.early as u64, misfits.late as u64);
    let end = timeline.duration();
    if args.clamp {
        for (events, to) in [(early, "0"), (late, "the earliest or latest possible time")] {
            if events > 0 {
                let events = count(events, "event");
                output::message(format_args!("{events} moved to {to}"));
            }
        }
        return Ok(());
    }
    let why = if early > 0 {
        format!("{} would happen before 0", count(early, "event"))
    } else if late > 0 {
        format!(
            "{} would happen too late or too early",
            count(late, "event")
        )
    } else if misfits.end {
        format!(
            "the recording is {} long, and its end would be after the latest possible time",
            seconds(end)
        )
    } else {
        return Ok(());
    };
    let first = timeline.times().filter(|time| *time >= Time::ZERO).min();
    let first = first.unwrap_or(end);
    let hint = match &args.shift {
        Some(_) if map.of(end) < end => {
            if first > Time::ZERO {
                format!("use at most `--shift -{first}`, or add `--clamp`")
            } else {
                "the first event is already at 0; add `--clamp` to move these events to 0"
                    .to_owned()
            }
        }
        _ => "add `--clamp` to move these events only as far as possible".to_owned(),
    };
    Err(Usage(format!("{why}; {hint}")).into())
}

fn time_map(args: &RecRetimeArgs, timeline: &Timeline) -> anyhow::Result<TimeMap> {
    if let Some(limit) = args.idle_limit {
        return Ok(timeline.without_idling(limit));
    }
    match (&args.table, &args.scale, &args.shift) {
        (Some(path), ..) => TimeMap::read(&read_text(path)?).with_context(|| file_name(path)),
        (None, Some(map), _) | (None, None, Some(map)) => Ok(map.clone()),
        (None, None, None) => anyhow::bail!("no time change given"),
    }
}

fn parse_scale(text: &str) -> Result<TimeMap, String> {
    TimeMap::read_factor(text)
        .ok_or_else(|| "expected a factor such as `2`, `0.5`, `3/2` or `150%`".to_owned())
}

fn parse_shift(text: &str) -> Result<TimeMap, String> {
    TimeMap::read_shift(text).map_err(not_a_time)
}
