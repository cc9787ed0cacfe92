//! `kifu rec retime`: a recording at other times.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{ArgGroup, Args, ValueHint};
use kifu::timeline::{Time, TimeMap, Timeline};

use super::args::{RecordingArgs, SaveArgs, parse_duration, parse_time};
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

/// A fraction, exactly as it is written.
fn parse_scale(text: &str) -> Result<TimeMap, String> {
    let fraction = || {
        let (text, below) = match (text.strip_suffix('%'), text.split_once('/')) {
            (Some(percent), _) => (percent, 100),
            (None, Some((above, below))) => (above, below.parse().ok()?),
            (None, None) => (text, 1u64),
        };
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        if !decimals.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let tenths = 10u64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
        let above: u64 = format!("{whole}{decimals}").parse().ok()?;
        let below = below.checked_mul(tenths)?;
        Some(TimeMap::scale(
            NonZeroU64::new(above)?,
            NonZeroU64::new(below)?,
        ))
    };
    fraction().ok_or_else(|| "expected a factor such as `2`, `0.5`, `3/2` or `150%`".to_owned())
}

fn parse_shift(text: &str) -> Result<TimeMap, String> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(text) => (-1, text),
        None => (1, text),
    };
    let time = parse_time(text)?;
    Ok(TimeMap::shift(Time::from_nanos(sign * time.nanos())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_exact() {
        let ten = |text: &str| parse_scale(text).unwrap().of(Time::from_secs(10));
        assert_eq!(ten("1.5"), Time::from_secs(15));
        assert_eq!(ten("3/2"), Time::from_secs(15));
        assert_eq!(ten("150%"), Time::from_secs(15));
        assert_eq!(ten("12.5%"), Time::from_millis(1250));
        assert_eq!(ten("1/3"), Time::from_nanos(3_333_333_333));
        for bad in ["", "0", "-1", "1/0", "x", "1.x", "1e3", "1.5.5", "%"] {
            assert!(parse_scale(bad).is_err(), "{bad}");
        }
        let shifted = parse_shift("-1:30").unwrap();
        assert_eq!(shifted.of(Time::from_secs(100)), Time::from_secs(10));
    }
}
