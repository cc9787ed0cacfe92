//! `kifu rec join`: join recordings into one.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use kifu::timeline::{Time, Timeline};
use kifu_files::Input;

use super::args::SaveArgs;
use super::save::{NewVersion, report_media};
use crate::exit::{Outcome, Refusals};
use crate::output;
use crate::printable::{InputName, count};
use crate::recordings;

/// Join recordings into one
///
/// Each recording starts at the end of the previous recording. If the states of the game differ
/// there, the joined recording changes the state at that time, and kifu reports the change.
///
/// The output uses the SGF file of the first recording.
#[derive(Debug, Args)]
pub(crate) struct RecJoinArgs {
    /// The files with the recordings to join, in order
    #[arg(value_name = "FILE", required = true, num_args = 2.., value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,

    /// The recording to read if a file has several: its name, or its number from 1
    #[arg(long, value_name = "NAME|N")]
    recording: Option<String>,

    #[command(flatten)]
    save: SaveArgs,
}

pub(crate) fn run(args: &RecJoinArgs) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let mut refusals = Refusals::default();
    let mut read = Vec::new();
    for path in &args.files {
        let input = Input::of(path.clone());
        match recordings::read(&input) {
            Ok(mut session) => {
                let several = session.streams.streams.len() > 1;
                let name = args.recording.as_deref().filter(|_| several);
                match recordings::choose(&mut session, name) {
                    Ok(()) => read.push((input, session)),
                    Err(refusal) => refusals.add(&input.shown(), refusal),
                }
            }
            Err(error) => {
                output::message(format_args!("{}: {error:#}", input.shown()));
                outcome.failed += 1;
            }
        }
    }
    outcome.read = read.len() as u64;
    let mut parts = Vec::new();
    for (input, session) in &read {
        match recordings::only(session) {
            Ok((stream, track)) => parts.push((input, session, stream, track)),
            Err(refusal) => refusals.add(&input.shown(), refusal),
        }
    }
    let is_whole = parts.len() == args.files.len();
    let [(input, session, stream, track), others @ ..] = &*parts else {
        return refusals.end(outcome);
    };
    if !is_whole {
        // A recording without the refused files would have a gap.
        outcome.failed += outcome.read;
        outcome.read = 0;
        return refusals.end(outcome);
    }
    let timelines: Vec<&Timeline> = parts.iter().map(|(.., track)| track.timeline()).collect();
    let mut nanos = timelines.iter().map(|timeline| timeline.duration().nanos());
    let all = nanos.try_fold(0i64, i64::checked_add);
    anyhow::ensure!(
        all.is_some(),
        "the joined recording would be longer than 292 years, the maximum"
    );
    for ((input, ..), timeline) in parts.iter().zip(&timelines).skip(1) {
        report_early(input, timeline);
    }
    let (whole, seams) = Timeline::join(&timelines);
    report_media(&stream.media, "ends before the recording does");
    for ((input, _, stream, _), seam) in others.iter().zip(seams) {
        if !seam.is_smooth() {
            let (name, time) = (input.shown(), seam.time);
            output::message(format_args!(
                "{name}: the start differs from the end of the previous recording, at {time}: {seam}"
            ));
        }
        report_media(
            &stream.media,
            "is omitted, because kifu does not join media",
        );
    }
    let version = NewVersion {
        input,
        session,
        stream,
        track,
        timeline: &whole,
    };
    if !version.save(&args.save, Some)? {
        outcome.failed += 1;
    }
    refusals.end(outcome)
}

/// Reports events before 0, which would happen before the previous recording has ended.
fn report_early(input: &Input, timeline: &Timeline) {
    let early = timeline.times().filter(|time| *time < Time::ZERO);
    let early = early.count() as u64;
    if early > 0 {
        let events = count(early, "event");
        output::message(format_args!(
            "{}: {events} before time 0 moved to the start of the recording",
            input.shown()
        ));
    }
}
