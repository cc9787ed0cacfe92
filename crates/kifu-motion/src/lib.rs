#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod animation;
mod apng;
mod caption;
mod error;
mod game;
mod gif;
mod palette;
mod patches;
#[cfg(feature = "rgf")]
pub mod recording;

pub use animation::{Animation, Frame};
pub use caption::Caption;
pub use error::MotionError;
pub use game::{Pauses, game};
pub use gif::LONGEST_GIF_PAUSE;
pub use kifu_diagram as diagram;
pub use kifu_figure as figure;
