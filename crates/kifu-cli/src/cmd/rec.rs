//! `kifu rec`: verbs for recordings of games and lectures, with a module for each verb.

mod args;
mod at;
mod check;
mod cut;
mod each;
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

use clap::{Args, Subcommand};

use self::each::report_recordings;
use crate::exit::Outcome;

/// Inspect, play, make and edit recordings of games and lectures
///
/// A recording is an RGF file, an SGF file that refers to RGF files in its directory, or a bundle
/// of both and their media (.rgt, .rgz). Times are written as 56, 12:30 or 1:02:03.5.
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
        RecVerb::Info(args) => report_recordings("rec info", &args.recordings, &info::INFO),
        RecVerb::Check(args) => check::recordings(&args.check),
        RecVerb::Events(args) => report_recordings("rec events", &args.recordings, &events::EVENTS),
        RecVerb::Markers(args) => {
            report_recordings("rec markers", &args.recordings, &markers::MARKERS)
        }
        RecVerb::Stats(args) => report_recordings("rec stats", &args.recordings, &stats::STATS),
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
