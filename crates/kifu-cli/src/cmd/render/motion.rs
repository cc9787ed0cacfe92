//! Draws games and recordings as moving pictures.

use std::cell::RefCell;
use std::time::Duration;

use anyhow::Context;
use kifu::diagram::Figure;
use kifu::figure::Line;
use kifu::motion::{Animation, Frame, LONGEST_GIF_PAUSE, Pauses, recording};
use kifu::rules::Rules;
use kifu::sgf::GameContext;
use kifu::timeline::Pace;
use kifu_files::Input;
use kifu_files::games::refuse_other_content;

use super::args::{PictureFormat, RenderArgs};
use super::paint::Painter;
use super::select::{missing_moves, options};
use crate::exit::Refusal;
use crate::locate;
use crate::output;
use crate::recordings::{self, Opened, Session};

/// A picture, or the reason why the game does not have the requested moves.
pub(super) type Moving = Result<Vec<u8>, String>;

/// Draws an input. Returns the number of bytes that were read.
pub(super) fn draw(
    input: &Input,
    args: &RenderArgs,
    painter: &Painter,
) -> anyhow::Result<(u64, Moving)> {
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

fn draw_game(bytes: Vec<u8>, args: &RenderArgs, painter: &Painter) -> anyhow::Result<Moving> {
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
        Err(Refusal::Usage(why)) => return Ok(Err(why)),
        line => line?,
    };
    if let Some(why) = missing_moves(&line, args) {
        return Ok(Err(why));
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
    Ok(Ok(picture))
}

fn draw_recording(
    mut session: Session,
    args: &RenderArgs,
    painter: &Painter,
) -> anyhow::Result<Moving> {
    let other = [
        ("--delay", args.motion.delay.is_some()),
        ("--moves", args.moves.is_some()),
        ("--path", args.path.is_some()),
        ("--game", args.game.get() != 1),
    ];
    if let Some((option, _)) = other.into_iter().find(|(_, is_used)| *is_used) {
        let why = format!("`{option}` does not apply to recordings");
        return Err(Refusal::Usage(why).into());
    }
    recordings::choose(&mut session, args.motion.recording.as_deref())?;
    let (stream, track) = recordings::only(&session)?;
    let root = session.main.forest().root_of(stream.node);
    let size = GameContext::of(session.main.node(root)).size;
    let options = options(args, size).map_err(Refusal::Usage)?;
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
    let picture = encode(frames, args, painter);
    match failed.into_inner() {
        Some(error) => Err(error.into()),
        None => Ok(Ok(picture?)),
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

fn encode<I: Iterator<Item = Frame>>(
    frames: impl Fn() -> I,
    args: &RenderArgs,
    painter: &Painter,
) -> anyhow::Result<Vec<u8>> {
    let mut animation = Animation {
        svg: painter.svg,
        plays: args.motion.plays,
        ..Animation::new(painter.renderers.built_in())
    };
    let is_gif = painter.format == PictureFormat::Gif;
    let mut shortened = 0;
    let missing = animation.missing(frames().inspect(|frame| {
        shortened += u64::from(is_gif && frame.pause > LONGEST_GIF_PAUSE);
    }));
    if shortened > 0 {
        output::message(format_args!(
            "{} shortened to {} seconds, which is the most that GIF can express",
            if shortened == 1 {
                "1 pause is".to_owned()
            } else {
                format!("{shortened} pauses are")
            },
            LONGEST_GIF_PAUSE.as_secs()
        ));
    }
    if !missing.is_empty() {
        animation.renderer = painter.renderers.with_system_fonts();
        let mut figure = Figure::empty(Default::default());
        figure.captions.push(missing.into_iter().collect());
        painter
            .renderers
            .add_missing(animation.renderer.missing(&figure));
    }
    let encoded = if is_gif {
        animation.gif(frames)
    } else {
        animation.apng(frames)
    };
    encoded.context("cannot draw the frames")
}
