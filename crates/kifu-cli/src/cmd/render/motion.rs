//! Draws games and recordings as moving pictures.

use std::num::{NonZeroU16, NonZeroU32};
use std::time::Duration;

use clap::Args;

use super::args::RenderArgs;
#[cfg(feature = "motion")]
use super::paint::Painter;
use crate::cmd::rec::args::parse_duration;
use crate::cmd::rec::play::parse_speed;
use crate::exit::Usage;

/// The options of moving pictures.
#[derive(Debug, Args)]
pub(crate) struct MotionArgs {
    /// In GIF and APNG, the time after each move, in seconds [default: 0.6]
    #[arg(long, hide_short_help = true, value_name = "TIME", value_parser = parse_duration)]
    delay: Option<Duration>,

    /// The minimum time for the last picture [default: 3] and for comments [default: 2]
    ///
    /// Long comments are shown page by page, each for at least the time that it takes to read.
    #[arg(long, hide_short_help = true, value_name = "TIME", value_parser = parse_duration)]
    pause: Option<Duration>,

    /// In GIF and APNG, show the comments below the board
    #[arg(long, hide_short_help = true)]
    comments: bool,

    /// Play a GIF or an APNG N times [default: forever]
    #[arg(long, hide_short_help = true, value_name = "N")]
    plays: Option<NonZeroU16>,

    /// The recording to draw if the file has several: its name, or its number from 1
    ///
    /// RGF files and bundles are drawn as recordings, and SGF files as games unless this option is used.
    #[arg(long, hide_short_help = true, value_name = "NAME|N")]
    recording: Option<String>,

    /// The speed of a recording, as a multiple of the recorded speed, from 0.01 to 100 [default: 1]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = parse_speed)]
    speed: Option<NonZeroU32>,

    /// Shorten the pauses of a recording to at most TIME, at the recorded speed
    #[arg(long, hide_short_help = true, value_name = "TIME", value_parser = parse_duration)]
    idle_limit: Option<Duration>,
}

impl MotionArgs {
    /// The first option that was used.
    fn used(&self) -> Option<&'static str> {
        let options = [
            ("--delay", self.delay.is_some()),
            ("--pause", self.pause.is_some()),
            ("--comments", self.comments),
            ("--plays", self.plays.is_some()),
            ("--recording", self.recording.is_some()),
            ("--speed", self.speed.is_some()),
            ("--idle-limit", self.idle_limit.is_some()),
        ];
        let used = options.into_iter().find(|(_, is_used)| *is_used);
        used.map(|(option, _)| option)
    }
}

/// Refuses options that do not apply to a format.
pub(super) fn refuse_options(is_motion: bool, args: &RenderArgs) -> Result<(), Usage> {
    let why = if is_motion {
        let still = [
            ("--move", args.number.is_some()),
            ("--per-figure", args.per_figure.is_some()),
            ("--css-variables", args.css_variables),
        ];
        let used = still.into_iter().find(|(_, is_used)| *is_used);
        used.map(|(option, _)| format!("`{option}` does not apply to GIF and APNG"))
    } else {
        let used = args.motion.used();
        used.map(|option| format!("`{option}` applies only to GIF and APNG, such as `-o game.gif`"))
    };
    why.map_or(Ok(()), |why| Err(Usage(why)))
}

#[cfg(feature = "motion")]
mod drawing {
    use std::cell::RefCell;

    use anyhow::Context;
    use kifu::figure::{Line, Options};
    use kifu::motion::{Animation, Frame, Pauses, recording};
    use kifu::rules::Rules;
    use kifu::sgf::GameContext;
    use kifu::timeline::Pace;
    use kifu_files::Input;
    use kifu_files::games::refuse_other_content;

    use super::*;
    use crate::cmd::render::args::PictureFormat;
    use crate::cmd::render::{Drawing, Drawn, missing_moves, options};
    use crate::exit::Refusal;
    use crate::locate;
    use crate::recordings::{self, Opened, Session};

    /// Draws an input. Returns the number of bytes that were read.
    pub(in crate::cmd::render) fn draw(
        input: &Input,
        args: &RenderArgs,
        painter: &Painter,
    ) -> anyhow::Result<(u64, Drawn)> {
        if args.motion.recording.is_some() {
            let session = recordings::read(input)?;
            let read = session.bytes_read();
            return Ok((read, draw_recording(session, args, painter)?));
        }
        match recordings::open(input, usize::MAX)? {
            Opened::Recordings(session) => {
                let read = session.bytes_read();
                Ok((read, draw_recording(*session, args, painter)?))
            }
            Opened::Games(chunks) => {
                refuse_other_content(input, chunks.content())?;
                let bytes = chunks.read_all()?;
                Ok((bytes.len() as u64, draw_game(bytes, args, painter)?))
            }
        }
    }

    fn draw_game(bytes: Vec<u8>, args: &RenderArgs, painter: &Painter) -> anyhow::Result<Drawn> {
        if args.motion.speed.is_some() || args.motion.idle_limit.is_some() {
            let why = "`--speed` and `--idle-limit` apply only to recordings";
            return Err(Refusal::Usage(why.to_owned()).into());
        }
        let record = kifu::read(bytes)?;
        let document = record.to_sgf()?;
        let (root, _) = locate::game(&record, &document, args.game.get(), &Rules::LENIENT)?;
        let size = GameContext::of(document.node(root)).size;
        let options = options(args, size).map_err(Refusal::Usage)?;
        let game = (Some(args.game.get() as u64), root);
        let line: Line<'_> = match locate::whole_line(&document, game, args.path.as_ref()) {
            Err(Refusal::Usage(why)) => return Ok(Drawn::TooShort(why)),
            line => line?,
        };
        if let Some(why) = missing_moves(&line, args) {
            return Ok(Drawn::TooShort(why));
        }
        let moves = args
            .moves
            .as_ref()
            .map_or(1..=u32::MAX, |moves| moves.0.clone());
        let pauses = Pauses::default();
        let pauses = Pauses {
            moves: args.motion.delay.unwrap_or(pauses.moves),
            comments: args.motion.pause.unwrap_or(pauses.comments),
            end: args.motion.pause.unwrap_or(pauses.end),
        };
        let comments = args.motion.comments;
        let frames = || kifu::motion::game(&line, moves.clone(), &options, pauses, comments);
        let picture = encode(frames, args, painter)?;
        Ok(drawn(picture))
    }

    fn draw_recording(
        mut session: Session,
        args: &RenderArgs,
        painter: &Painter,
    ) -> anyhow::Result<Drawn> {
        let other = [
            ("--delay", args.motion.delay.is_some()),
            ("--moves", args.moves.is_some()),
            ("--path", args.path.is_some()),
        ];
        if let Some((option, _)) = other.into_iter().find(|(_, is_used)| *is_used) {
            let why = format!("`{option}` does not apply to recordings");
            return Err(Refusal::Usage(why).into());
        }
        recordings::choose(&mut session, args.motion.recording.as_deref())?;
        let (stream, track) = recordings::only(&session)?;
        let root = session.main.forest().root_of(stream.node);
        let size = GameContext::of(session.main.node(root)).size;
        let options: Options = options(args, size).map_err(Refusal::Usage)?;
        let recording = recording::Session {
            main: &session.main,
            stream,
            timeline: track.timeline(),
        };
        let mut pace = Pace {
            idle_limit: args.motion.idle_limit,
            ..Pace::default()
        };
        pace.percent = args.motion.speed.unwrap_or(pace.percent);
        let end = args.motion.pause.unwrap_or(Pauses::default().end);
        let comments = args.motion.comments;
        let failed = RefCell::new(None);
        let frames = || {
            let frames = recording.frames(pace, &options, comments);
            let frames = frames.map_while(|frame| match frame {
                Ok(frame) => Some(frame),
                Err(error) => {
                    *failed.borrow_mut() = Some(error);
                    None
                }
            });
            with_end(frames, end)
        };
        let picture = encode(frames, args, painter)?;
        match failed.into_inner() {
            Some(error) => Err(error.into()),
            None => Ok(drawn(picture)),
        }
    }

    /// Shows the last frame for at least `end`.
    fn with_end(frames: impl Iterator<Item = Frame>, end: Duration) -> impl Iterator<Item = Frame> {
        let mut frames = frames.peekable();
        std::iter::from_fn(move || {
            let mut frame = frames.next()?;
            if frames.peek().is_none() {
                frame.pause = frame.pause.max(end);
            }
            Some(frame)
        })
    }

    fn drawn(picture: Vec<u8>) -> Drawn {
        Drawn::Pictures(Drawing {
            pictures: vec![picture],
            lost: Vec::new(),
        })
    }

    fn encode<I: Iterator<Item = Frame>>(
        frames: impl Fn() -> I,
        args: &RenderArgs,
        painter: &Painter,
    ) -> anyhow::Result<Vec<u8>> {
        let mut animation = Animation {
            svg: painter.svg,
            plays: args.motion.plays,
            ..Animation::new(painter.built_in())
        };
        if !animation.missing(frames()).is_empty() {
            animation.renderer = painter.with_system_fonts();
            painter.add_missing(animation.missing(frames()));
        }
        let encoded = if painter.format == PictureFormat::Gif {
            animation.gif(frames)
        } else {
            animation.apng(frames)
        };
        encoded.context("cannot draw the frames")
    }
}

#[cfg(feature = "motion")]
pub(super) use drawing::draw;
