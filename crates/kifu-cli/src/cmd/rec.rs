//! `kifu rec`: recordings of games and lectures. A verb is a module.

mod args;
mod at;
mod check;
mod cut;
mod events;
mod info;
mod join;
mod markers;
mod pack;
mod play;
mod record;
mod retime;
mod save;
mod stats;
mod unpack;

use std::fmt::{self, Write as _};
use std::io::{self, IsTerminal};

use clap::{Args, Subcommand};
use kifu::rgf::Stream;

use self::args::{RecordingArgs, RecordingsArgs};
use crate::exit::{NoPath, Outcome, Refusals};
use crate::input::Input;
use crate::json::Sequence;
use crate::output::{self, Palette, Styled};
use crate::printable::Printable;
use crate::recordings::{Kind, Session, Track};
use crate::reports::Reports;
use crate::run::Inputs;

/// Recordings of games and lectures: what they hold, and what there is at any moment of them
///
/// A recording is an RGF file, an SGF file that names some beside it, or a bundle of both and
/// their media (.rgt, .rgz). Times are written as 56, 12:30 or 1:02:03.5.
#[derive(Debug, Args)]
pub(crate) struct RecArgs {
    #[command(subcommand)]
    verb: RecVerb,
}

#[derive(Debug, Subcommand)]
enum RecVerb {
    Info(info::RecInfoArgs),
    Check(check::RecCheckArgs),
    Events(events::RecEventsArgs),
    Markers(markers::RecMarkersArgs),
    Stats(stats::RecStatsArgs),
    At(at::RecAtArgs),
    Final(at::RecFinalArgs),
    Play(play::RecPlayArgs),
    Record(record::RecRecordArgs),
    Pack(pack::RecPackArgs),
    Unpack(unpack::RecUnpackArgs),
    Cut(cut::RecCutArgs),
    Join(join::RecJoinArgs),
    Retime(retime::RecRetimeArgs),
}

pub(crate) fn run(args: &RecArgs) -> anyhow::Result<Outcome> {
    match &args.verb {
        RecVerb::Info(args) => report("rec info", &args.recordings, &info::INFO),
        RecVerb::Check(args) => check::recordings(&args.check),
        RecVerb::Events(args) => report("rec events", &args.recordings, &events::EVENTS),
        RecVerb::Markers(args) => report("rec markers", &args.recordings, &markers::MARKERS),
        RecVerb::Stats(args) => report("rec stats", &args.recordings, &stats::STATS),
        RecVerb::At(args) => at::at(args),
        RecVerb::Final(args) => at::last(args),
        RecVerb::Play(args) => play::run(args),
        RecVerb::Record(args) => record::run(args),
        RecVerb::Pack(args) => pack::run(args),
        RecVerb::Unpack(args) => unpack::run(args),
        RecVerb::Cut(args) => cut::run(args),
        RecVerb::Join(args) => join::run(args),
        RecVerb::Retime(args) => retime::run(args),
    }
}

/// What a verb says about a file.
pub(crate) struct Report {
    /// To people.
    pub(crate) people: fn(&Input, &Session, Palette) -> anyhow::Result<String>,
    /// To programs: JSON objects, with line breaks between them.
    pub(crate) programs: fn(&Input, &Session) -> anyhow::Result<Vec<u8>>,
}

/// Reports on the recordings of all inputs, in order.
fn report(verb: &str, args: &RecordingsArgs, report: &Report) -> anyhow::Result<Outcome> {
    let palette = Palette::of_stdout();
    let mut reports = Reports::new(Sequence::asked(args.json, args.jsonl));
    let as_json = reports.are_json();
    let work = |input: &Input| {
        let mut session = Session::read(input)?;
        let bytes = session.bytes;
        if let Err(refusal) = session.choose(args.recording.as_deref()) {
            return Ok((bytes, Err((input.shown(), refusal))));
        }
        let text = match as_json {
            true => (report.programs)(input, &session)?,
            false => (report.people)(input, &session, palette)?.into_bytes(),
        };
        Ok((bytes, Ok(text)))
    };
    let mut refusals = Refusals::default();
    let outcome = Inputs::of(verb, &args.input).each(work, |made| {
        match made {
            Err((name, refusal)) => refusals.add(&name, refusal),
            Ok(text) => reports.write(&text)?,
        }
        Ok(())
    })?;
    reports.finish()?;
    refusals.end(outcome)
}

/// Does `work` with the only recording of a file, or the one that was asked for; it returns whether
/// what it wrote is complete.
fn one(
    verb: &str,
    args: &RecordingArgs,
    work: impl FnOnce(&Input, &Session, &Stream, &Track) -> anyhow::Result<bool>,
) -> anyhow::Result<Outcome> {
    let input = match &args.file {
        None if io::stdin().is_terminal() => return Err(NoPath(verb.to_owned()).into()),
        None => Input::Stdin,
        Some(path) => Input::of(path.clone()),
    };
    let mut outcome = Outcome {
        read: 1,
        ..Outcome::default()
    };
    let mut session = match Session::read(&input) {
        Ok(session) => session,
        Err(error) => {
            output::message(format_args!("{}: {error:#}", input.shown()));
            return Ok(outcome.without(1));
        }
    };
    let chosen = session.choose(args.recording.as_deref());
    let mut refusals = Refusals::default();
    match chosen.and_then(|()| session.only()) {
        Ok((stream, track)) => {
            let is_complete = work(&input, &session, stream, track)?;
            outcome.failed += u64::from(!is_complete);
        }
        Err(refusal) => refusals.add(&input.shown(), refusal),
    }
    refusals.end(outcome)
}

/// The line above what is said about a recording.
fn heading(
    input: &Input,
    session: &Session,
    stream: &Stream,
    palette: Palette,
    out: &mut String,
) -> fmt::Result {
    let name = match session.kind {
        Kind::Rgf => input.shown(),
        _ => format!("{}: {}", input.shown(), Printable(&stream.file)),
    };
    writeln!(out, "{}", Styled(palette.name, name))
}
