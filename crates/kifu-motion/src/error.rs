use std::fmt;

use kifu_diagram::png::PngError;

use crate::animation::MAX_FRAMES;

/// The reasons why frames cannot be made into a moving picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MotionError {
    /// The number of frames is 0.
    Empty,
    /// There are more than 10,000 frames.
    TooManyFrames,
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
