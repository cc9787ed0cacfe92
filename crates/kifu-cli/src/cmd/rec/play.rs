//! `kifu rec play`: play a recording in the terminal.

mod screen;
mod terminal;

use std::io::{self, IsTerminal};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use clap::Args;
use kifu::rgf::Stream;
use kifu::timeline::{Pace, Player, Time, Timeline};

use self::screen::{Scene, status};
use self::terminal::{Input, Terminal};
use super::args::RecordingArgs;
use super::each::with_one_recording;
use crate::args::values::{parse_duration, parse_speed, parse_time};
use crate::exit::{Interrupted, Outcome, Usage};
use crate::output::Palette;
use crate::recordings::Session;

/// Play a recording in the terminal
///
/// Keys: space pauses; left and right skip 5 seconds, down and up a minute, `,` and `.` an event,
/// `b` and `n` a node, `[` and `]` a chapter; Home and End go to the start and the end; `-` and `+`
/// change the speed; `q` quits.
#[derive(Debug, Args)]
pub(crate) struct RecPlayArgs {
    #[command(flatten)]
    recording: RecordingArgs,

    /// The speed, as a multiple of the recorded speed, from 0.01 to 100
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_speed)]
    speed: NonZeroU32,

    /// Shorten pauses between events to at most TIME, at the recorded speed
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    idle_limit: Option<Duration>,

    /// Start at TIME instead of the start of the recording
    #[arg(long, value_name = "TIME", value_parser = parse_time, allow_negative_numbers = true)]
    from: Option<Time>,

    /// Start in the paused state
    #[arg(long)]
    paused: bool,
}

pub(crate) fn run(args: &RecPlayArgs) -> anyhow::Result<Outcome> {
    if !io::stdout().is_terminal() {
        let why = "standard output is not a terminal; use `kifu rec at` or `kifu rec events`";
        return Err(Usage(why.to_owned()).into());
    }
    with_one_recording("rec play", &args.recording, |_, session, stream, track| {
        play(session, stream, track.timeline(), args)?;
        Ok(true)
    })
}

/// The maximum time between two updates. The status shows tenths of a second.
const FRAME: Duration = Duration::from_millis(100);

fn play(
    session: &Session,
    stream: &Stream,
    timeline: &Timeline,
    args: &RecPlayArgs,
) -> anyhow::Result<()> {
    let pace = Pace {
        percent: args.speed,
        idle_limit: args.idle_limit,
    };
    let mut player = Player::new(timeline, pace);
    if let Some(from) = args.from {
        player.seek(from);
    }
    if args.paused {
        player.pause();
    }
    let color = Palette::of_stdout().colored;
    let scene = |player: &Player<'_>| Scene::of(&session.main, stream, player.view(), color);
    let mut shown = player.view();
    let mut drawn = scene(&player)?;
    let mut terminal = Terminal::take()?;
    let mut before = Instant::now();
    loop {
        if player.view() != shown {
            shown = player.view();
            drawn = scene(&player)?;
        }
        let status = status(&player, timeline.duration());
        terminal.show(drawn.lines(&status, terminal.size()))?;
        let wait = player.due().map_or(FRAME, |due| due.min(FRAME));
        let input = terminal.wait(wait)?;
        let now = Instant::now();
        player.pass(now - before);
        before = now;
        match input {
            None => {}
            Some(Input::Control(control)) => player.apply(control),
            Some(Input::Quit) => return Ok(()),
            Some(Input::Signal(signal)) => return Err(Interrupted(signal).into()),
        }
    }
}
