//! Recordings as moving pictures: the board at each moment, for the time until the next.
//!
//! ```
//! use kifu_motion::figure::rgf::{Recording, Streams};
//! use kifu_motion::figure::sgf::Document;
//! use kifu_motion::figure::timeline::{Pace, Time};
//! use kifu_motion::figure::Options;
//! use kifu_motion::recording;
//!
//! let main = Document::parse("(;GM[1]SZ[9]AB[cc];GS[talk.rgf])").unwrap();
//! let stream = &Streams::of(&main).streams[0];
//! let talk = Recording::parse("(;TS[1]W[gg]TS[1];TS[4]B[ee]TS[4])").unwrap();
//! let timeline = talk.read(&stream.settings(&main)).timeline;
//! let recording = recording::Session { main: &main, stream, timeline: &timeline };
//! let frames = recording.frames(Pace::default(), &Options::default(), true);
//! let pauses: Vec<u64> = frames.map(|frame| frame.unwrap().pause.as_secs()).collect();
//! assert_eq!(pauses, [1, 3, 0]);
//! ```

use std::time::Duration;

use kifu_figure::rgf::Stream;
use kifu_figure::sgf::Document;
use kifu_figure::timeline::{NodeId, Pace, Time, Timeline, View};
use kifu_figure::{Options, moment};

use crate::{Caption, Frame, MotionError};

/// The minimum time of a frame. Events that follow sooner appear in the same frame.
const SHORTEST: Duration = Duration::from_millis(50);

/// The maximum number of nodes on the lines of all moments.
const MAX_NODES: usize = if cfg!(test) { 1000 } else { 2_000_000 };

/// A recording of a document.
#[derive(Clone, Copy, Debug)]
pub struct Session<'t> {
    /// The document that the recording continues.
    pub main: &'t Document,
    /// The reference to the recording in the document.
    pub stream: &'t Stream,
    /// The recording.
    pub timeline: &'t Timeline,
}

/// A part of playback: the state, and the time for which it is shown.
type Stretch<'t> = (View<'t>, Duration);

impl<'t> Session<'t> {
    /// Returns the frames of a recording: the board of each moment, with the marks and labels of the visible node. A change that
    /// cannot be seen has no frame. With `comments`, the last lines of the comment of the node are a caption.
    ///
    /// # Errors
    ///
    /// Items are [`MotionError::TooLarge`] if the line to the visible node takes more than 4 GiB to write. The only item is
    /// [`MotionError::LongRecording`] if the lines to the visible nodes of all moments together have more than 2 million nodes: each
    /// line is replayed from its start.
    pub fn frames(
        self,
        pace: Pace,
        options: &Options,
        comments: bool,
    ) -> impl Iterator<Item = Result<Frame, MotionError>> + use<'t> {
        let options = *options;
        let above = self.main.forest().ancestors(self.stream.node).count();
        let mut nodes = 0;
        let is_long = stretches(self.timeline, pace).any(|(view, _)| {
            let up = |node: &NodeId| view.parent(*node);
            nodes += 1 + above + std::iter::successors(view.cursor(), up).count();
            nodes > MAX_NODES
        });
        let mut stretches = stretches(self.timeline, pace);
        let mut next: Option<Frame> = None;
        let mut ended = false;
        std::iter::from_fn(move || {
            if ended {
                return None;
            }
            if is_long {
                ended = true;
                return Some(Err(MotionError::LongRecording));
            }
            for (view, pause) in stretches.by_ref() {
                let figure = match moment::figure(self.main, self.stream, view, &options) {
                    Ok(figure) => figure,
                    Err(error) => {
                        ended = true;
                        return Some(Err(error.into()));
                    }
                };
                let text = if comments {
                    self.stream.comment(self.main, view)
                } else {
                    String::new()
                };
                let caption = if text.trim().is_empty() {
                    Caption::None
                } else {
                    Caption::End(text)
                };
                match &mut next {
                    Some(before) if before.figure == figure && before.caption == caption => {
                        before.pause = before.pause.saturating_add(pause);
                    }
                    _ => {
                        let frame = Frame {
                            figure,
                            pause,
                            caption,
                        };
                        if let Some(before) = next.replace(frame) {
                            return Some(Ok(before));
                        }
                    }
                }
            }
            ended = true;
            next.take().map(Ok)
        })
    }
}

/// Divides playback at its events.
fn stretches(timeline: &Timeline, pace: Pace) -> impl Iterator<Item = Stretch<'_>> {
    let first = timeline.first();
    let start = first.next().and_then(|view| view.stamp());
    let start = start.map_or(Time::ZERO, |stamp| stamp.time.min(Time::ZERO));
    let mut events = timeline.play(start, pace);
    let (mut shown, mut since, mut ended) = (first, Duration::ZERO, false);
    std::iter::from_fn(move || {
        for (due, view) in events.by_ref() {
            let pause = due.saturating_sub(since);
            let before = std::mem::replace(&mut shown, view);
            if pause >= SHORTEST {
                since = due;
                return Some((before, pause));
            }
        }
        if std::mem::replace(&mut ended, true) {
            return None;
        }
        let silence = shown.stamp().map_or(start, |stamp| stamp.time);
        let silence = timeline.duration().max(silence).since(silence);
        let silence = pace.idle_limit.map_or(silence, |limit| silence.min(limit));
        let rest = silence.as_nanos().saturating_mul(100) / u128::from(pace.percent.get());
        let rest = Duration::from_nanos(u64::try_from(rest).unwrap_or(u64::MAX));
        Some((shown, rest))
    })
}

#[cfg(test)]
mod tests {
    use kifu_figure::rgf::{Recording, Streams};

    use super::*;

    /// The pauses in milliseconds and the captions of a recording.
    fn frames(recording: &str, pace: Pace) -> Vec<(u128, Caption)> {
        let main = Document::parse("(;GM[1]SZ[9];GS[talk.rgf])").unwrap();
        let stream = &Streams::of(&main).streams[0];
        let talk = Recording::parse(recording).unwrap();
        let timeline = talk.read(&stream.settings(&main)).timeline;
        let session = Session {
            main: &main,
            stream,
            timeline: &timeline,
        };
        let frames = session.frames(pace, &Options::default(), true);
        let frames = frames.map(|frame| frame.unwrap());
        frames
            .map(|frame| (frame.pause.as_millis(), frame.caption))
            .collect()
    }

    #[test]
    fn quick_events_share_a_frame() {
        let of = |recording: &str| -> Vec<u128> {
            let frames = frames(recording, Pace::default());
            frames.into_iter().map(|(pause, _)| pause).collect()
        };
        assert_eq!(
            of("(;TS[1]B[aa]TS[1];TS[1.02]W[bb]TS[1.02];TS[3]B[cc]TS[3])"),
            [1000, 2000, 0]
        );
        // A change of the name of a node is not visible.
        assert_eq!(
            of("(;TS[1]B[aa]TS[1]N[x]TS[2];TS[3]W[cc]TS[3])"),
            [1000, 2000, 0]
        );
        assert_eq!(of("()").len(), 1);
    }

    #[test]
    fn long_lines_are_limited() {
        let main = Document::parse("(;GM[1]SZ[9];GS[talk.rgf])").unwrap();
        let stream = &Streams::of(&main).streams[0];
        let talk: String = (1..=60).map(|n| format!(";TS[{n}]B[]TS[{n}]")).collect();
        let talk = Recording::parse(format!("({talk})")).unwrap();
        let timeline = talk.read(&stream.settings(&main)).timeline;
        let session = Session {
            main: &main,
            stream,
            timeline: &timeline,
        };
        let frames = session.frames(Pace::default(), &Options::default(), true);
        let all: Vec<_> = frames.collect();
        assert_eq!(all, [Err(MotionError::LongRecording)]);
    }

    #[test]
    fn pauses_are_shortened() {
        let pace = Pace {
            percent: 200.try_into().unwrap(),
            idle_limit: Some(Duration::from_secs(4)),
        };
        let frames = frames("(;TS[1]B[aa]TS[1]C[late]TS[3600])", pace);
        let late = Caption::End("late".into());
        assert_eq!(
            frames,
            [(500, Caption::None), (2000, Caption::None), (0, late)]
        );
    }
}
