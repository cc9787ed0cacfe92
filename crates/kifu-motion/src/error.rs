use std::fmt;

use kifu_diagram::png::PngError;
use kifu_figure::sgf::TooLarge;

use crate::animation::{MAX_FRAMES, MAX_WIDTH};

/// The reasons why frames cannot be made into a moving picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MotionError {
    /// The number of frames is 0.
    Empty,
    /// There are more than 10,000 frames.
    TooManyFrames,
    /// The pictures are wider than 4,096 pixels.
    TooWide,
    /// The function returned other frames when it was called again.
    OtherFrames,
    /// The lines to all moments of a recording together have more than 2 million nodes.
    LongRecording,
    /// A line of a recording takes more than 4 GiB to write.
    TooLarge(TooLarge),
    /// The frames have boards of different sizes, or titles of different heights, so their points are not at the same
    /// positions.
    DifferentLayouts,
    /// The pictures would be empty or too large.
    Size(PngError),
}

impl fmt::Display for MotionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MotionError::Empty => f.write_str("a moving picture needs at least one frame"),
            MotionError::TooManyFrames => {
                write!(f, "a moving picture can have at most {MAX_FRAMES} frames")
            }
            MotionError::TooWide => {
                write!(f, "a moving picture can be at most {MAX_WIDTH} pixels wide")
            }
            MotionError::OtherFrames => f.write_str("the frames changed while they were drawn"),
            MotionError::LongRecording => {
                f.write_str("the recording has too many moments on long lines for a moving picture")
            }
            MotionError::TooLarge(error) => error.fmt(f),
            MotionError::DifferentLayouts => f.write_str(
                "the frames have boards of different sizes or titles of different heights",
            ),
            MotionError::Size(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MotionError {}

impl From<PngError> for MotionError {
    fn from(error: PngError) -> MotionError {
        MotionError::Size(error)
    }
}

impl From<TooLarge> for MotionError {
    fn from(error: TooLarge) -> MotionError {
        MotionError::TooLarge(error)
    }
}
