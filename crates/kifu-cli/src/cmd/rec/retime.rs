//! `kifu rec retime`: a recording at other times.

use anyhow::Context;
use kifu::timeline::{Time, TimeMap, Timeline};

use super::save::{Version, read_text, seconds, tell_media};
use crate::cmd::rec::args::RecRetimeArgs;
use crate::exit::{Outcome, Usage};
use crate::output;
use crate::printable::{count, file_name};

pub(crate) fn run(args: &RecRetimeArgs) -> anyhow::Result<Outcome> {
    super::one(
        "rec retime",
        &args.recording,
        |input, session, stream, track| {
            let map = map(args, track.timeline())?;
            clamp(args, track.timeline(), &map)?;
            let moved = track.timeline().retime(&map);
            tell_media(&stream.media, "keeps its own times");
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
    let events = timeline.events().filter(|event| !event.ignored);
    let times: Vec<Time> = events.filter_map(|event| Some(event.at?.time)).collect();
    let count_at = |limit: Time| {
        let is_there = |time: &&Time| map.exact(**time).is_none() && map.of(**time) == limit;
        times.iter().filter(is_there).count() as u64
    };
    let early = count_at(Time::ZERO);
    let late = count_at(Time::MAX) + count_at(Time::MIN);
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
    } else if map.exact(end).is_none() {
        format!(
            "the recording is {} long, and its end would not be possible",
            seconds(end)
        )
    } else {
        return Ok(());
    };
    let first = times
        .iter()
        .copied()
        .filter(|time| *time >= Time::ZERO)
        .min();
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
