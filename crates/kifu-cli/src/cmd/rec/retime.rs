//! `kifu rec retime`: a recording at other times.

use anyhow::Context;
use kifu::timeline::{TimeMap, Timeline};

use super::save::{Version, read_text, tell_media};
use crate::args::RecRetimeArgs;
use crate::exit::Outcome;
use crate::printable::file_name;

pub(crate) fn run(args: &RecRetimeArgs) -> anyhow::Result<Outcome> {
    super::one(
        "rec retime",
        &args.recording,
        |input, session, stream, track| {
            let map = map(args, track.timeline())?;
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
