//! `kifu rec cut`: a piece of a recording.

use std::ops::Bound;
use std::str::FromStr;

use clap::Args;
use kifu::timeline::Time;

use super::args::{RecordingArgs, SaveArgs, not_a_time};
use super::each::one;
use super::save::{Version, report_media};
use crate::exit::{Outcome, Usage};

/// Cut a piece out of a recording
///
/// What is there at the start of the piece is there at first. What happens at A is in the piece; what
/// happens at B is in the next one, unless that is the end, or it is written A..=B.
#[derive(Debug, Args)]
pub(crate) struct RecCutArgs {
    /// From when to when: 10..20, 1:30..12:30, 10.. or ..12:30
    #[arg(value_name = "A..B")]
    range: TimeRange,

    #[command(flatten)]
    recording: RecordingArgs,

    #[command(flatten)]
    save: SaveArgs,
}

/// A stretch of a recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeRange {
    from: Option<Time>,
    to: Bound<Time>,
}

impl FromStr for TimeRange {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeRange, String> {
        let Some((from, to)) = text.split_once("..") else {
            return Err(
                "expected two times with `..` between them, such as `10..12:30`".to_owned(),
            );
        };
        let time = |text: &str| -> Result<Option<Time>, String> {
            match text {
                "" => Ok(None),
                text => text.parse().map(Some).map_err(not_a_time),
            }
        };
        let from = time(from)?;
        let (to, end): (_, fn(Time) -> Bound<Time>) = match to.strip_prefix('=') {
            Some(to) => (time(to)?, Bound::Included),
            None => (time(to)?, Bound::Excluded),
        };
        if from.zip(to).is_some_and(|(from, to)| to < from) {
            return Err("it ends before it starts".to_owned());
        }
        Ok(TimeRange {
            from,
            to: to.map_or(Bound::Unbounded, end),
        })
    }
}

pub(crate) fn run(args: &RecCutArgs) -> anyhow::Result<Outcome> {
    one(
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
                report_media(&stream.media, &what);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let range = |text: &str| text.parse::<TimeRange>();
        let second = Time::from_secs;
        let read = range("1:30..12:30").unwrap();
        assert_eq!(read.from, Some(second(90)));
        assert_eq!(read.to, Bound::Excluded(second(750)));
        assert_eq!(
            range("5..=6.5").unwrap().to,
            Bound::Included(Time::from_millis(6500))
        );
        assert_eq!(
            range("..").unwrap(),
            TimeRange {
                from: None,
                to: Bound::Unbounded
            }
        );
        assert_eq!(range("5..").unwrap().to, Bound::Unbounded);
        for bad in ["5", "5-6", "6..5", "a..", "..b"] {
            assert!(range(bad).is_err(), "{bad}");
        }
    }
}
