//! `kifu rec play`: a recording in the terminal, in its own time.

mod player;
mod screen;
mod terminal;

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use kifu::rgf::Stream;
use kifu::timeline::Timeline;

use self::player::Player;
use self::screen::{Scene, status};
use self::terminal::{Input, Terminal};
use crate::cmd::rec::args::RecPlayArgs;
use crate::exit::{Interrupted, Outcome, Usage};
use crate::output::Palette;
use crate::recordings::Session;

pub(crate) fn run(args: &RecPlayArgs) -> anyhow::Result<Outcome> {
    if !io::stdout().is_terminal() {
        let why = "standard output is no terminal to play in; see kifu rec at, kifu rec events";
        return Err(Usage(why.to_owned()).into());
    }
    super::one("rec play", &args.recording, |_, session, stream, track| {
        play(session, stream, track.timeline(), args)?;
        Ok(true)
    })
}

/// The status shows tenths of a second.
const FRAME: Duration = Duration::from_millis(100);

fn play(
    session: &Session,
    stream: &Stream,
    timeline: &Timeline,
    args: &RecPlayArgs,
) -> anyhow::Result<()> {
    let mut player = Player::new(timeline, args.from, args.speed.0, args.idle_limit);
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
            Some(Input::Key(key)) => player.press(key),
            Some(Input::Quit) => return Ok(()),
            Some(Input::Ended(signal)) => return Err(Interrupted(signal).into()),
        }
    }
}
