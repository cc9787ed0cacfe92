//! `kifu rec cut`: a piece of a recording.

use std::ops::Bound;

use kifu::timeline::Time;

use super::save::{Version, tell_media};
use crate::cmd::rec::args::RecCutArgs;
use crate::exit::{Outcome, Usage};

pub(crate) fn run(args: &RecCutArgs) -> anyhow::Result<Outcome> {
    super::one(
        "rec cut",
        &args.recording,
        |input, session, stream, track| {
            let whole = track.timeline();
            let from = args.range.from.unwrap_or(Time::ZERO);
            let end = whole.duration();
            if from > end {
                return Err(Usage(format!("the recording ends at {end}")).into());
            }
            let to = match args.range.to {
                // What happens at the end is in no other piece.
                Bound::Excluded(to) if to >= end => Bound::Unbounded,
                to => to,
            };
            let start = args.range.from.map_or(Bound::Unbounded, Bound::Included);
            let piece = whole.cut((start, to));
            if from > Time::ZERO {
                let last = match to {
                    Bound::Included(to) | Bound::Excluded(to) => to.min(end),
                    Bound::Unbounded => end,
                };
                let what = format!("is left as it is: cut {from} to {last} out of it as well");
                tell_media(&stream.media, &what);
            }
            let version = Version {
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
