//! `kifu rec retime`: a recording at other times.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{ArgGroup, Args, ValueHint};
use kifu::timeline::{Time, TimeMap, Timeline};

use super::args::{RecordingArgs, SaveArgs, not_a_time, parse_duration};
use super::each::one;
use super::save::{Version, read_text, report_media, seconds};
use crate::exit::{Outcome, Usage};
use crate::output;
use crate::printable::{count, file_name};

/// Change the times of a recording
///
/// Media keep their own.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("map").args(["scale", "shift", "idle_limit", "table"]).required(true)))]
pub(crate) struct RecRetimeArgs {
    #[command(flatten)]
    recording: RecordingArgs,

    /// Make all times so many times as long: 2, 0.5, 3/2 or 150%
    #[arg(long, value_name = "FACTOR", value_parser = parse_scale)]
    scale: Option<TimeMap>,

    /// Make everything so much later, or earlier if it is negative
    #[arg(long, value_name = "TIME", value_parser = parse_shift, allow_negative_numbers = true)]
    shift: Option<TimeMap>,

    /// Cut silences down to so long
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    idle_limit: Option<Duration>,

    /// Move times as FILE says: a line for each, from what and to what; those between in proportion
    #[arg(long = "map", value_name = "FILE", value_hint = ValueHint::FilePath)]
    table: Option<PathBuf>,

    /// Move events to 0 that would happen before it, and to the latest possible time those that would
    /// happen after it; without this option that is an error
    #[arg(long)]
    clamp: bool,

    #[command(flatten)]
    save: SaveArgs,
}

pub(crate) fn run(args: &RecRetimeArgs) -> anyhow::Result<Outcome> {
    one(
        "rec retime",
        &args.recording,
        |input, session, stream, track| {
            let map = map(args, track.timeline())?;
            clamp(args, track.timeline(), &map)?;
            let moved = track.timeline().retime(&map);
            report_media(&stream.media, "keeps its own times");
            let version = Version {
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

/// Refuses a map by which events would happen too early or too late, or with `--clamp` reports how
/// many there are.
fn clamp(args: &RecRetimeArgs, timeline: &Timeline, map: &TimeMap) -> anyhow::Result<()> {
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
            "{} would happen too late, or too early",
            count(late, "event")
        )
    } else if misfits.end {
        format!(
            "the recording is {} long, and its end would not be possible",
            seconds(end)
        )
    } else {
        return Ok(());
    };
    let first = timeline.times().filter(|time| *time >= Time::ZERO).min();
    let first = first.unwrap_or(end);
    let hint = match &args.shift {
        Some(_) if map.of(end) < end => match first > Time::ZERO {
            true => format!("shift by at most -{first}: `--shift -{first}`, or use `--clamp`"),
            false => "the first event is at 0 already; use `--clamp` to move them to 0".to_owned(),
        },
        _ => "use `--clamp` to move them as far as is possible".to_owned(),
    };
    Err(Usage(format!("{why}; {hint}")).into())
}

fn map(args: &RecRetimeArgs, timeline: &Timeline) -> anyhow::Result<TimeMap> {
    if let Some(limit) = args.idle_limit {
        return Ok(timeline.without_idling(limit));
    }
    match (&args.table, &args.scale, &args.shift) {
        (Some(path), ..) => TimeMap::read(&read_text(path)?).with_context(|| file_name(path)),
        (None, Some(map), _) | (None, None, Some(map)) => Ok(map.clone()),
        (None, None, None) => anyhow::bail!("no times to move to"),
    }
}

fn parse_scale(text: &str) -> Result<TimeMap, String> {
    TimeMap::read_factor(text)
        .ok_or_else(|| "expected a factor such as `2`, `0.5`, `3/2` or `150%`".to_owned())
}

fn parse_shift(text: &str) -> Result<TimeMap, String> {
    TimeMap::read_shift(text).map_err(not_a_time)
}
