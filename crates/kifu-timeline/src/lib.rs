// The README links to this page as a file.
#![doc = "[cookbook]: crate::cookbook\n"]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod builder;
mod change;
mod clock;
mod clocks;
pub mod codes;
mod cues;
mod cut;
mod difference;
mod event;
mod fold;
mod history;
mod join;
mod matching;
mod moment;
mod normal;
mod places;
mod play;
mod player;
mod range;
mod record;
mod recorder;
mod retime;
mod rule;
mod splice;
mod stats;
mod strings;
mod time;
mod timeline;
mod tree;
mod view;
mod write;

pub use builder::{Builder, BuiltTimeline};
pub use change::Change;
pub use clock::ClockTime;
pub use clocks::ClockCoverage;
pub use codes::CODES;
pub use cues::{CueError, CueProblem};
pub use event::{Event, EventKind, Stamp};
pub use join::Seam;
pub use kifu_sgf as sgf;
pub use kifu_span::{Code, Diagnostic, ExplainedCode, LimitKind, Limits, Severity, Span, TooLarge};
pub use kifu_tree::{Address, NoAddress, NodeId};
pub use moment::Moment;
pub use places::NodePlaces;
pub use play::{Pace, Playback};
pub use player::{Control, Direction, Player};
pub use range::{TimeRange, TimeRangeError};
pub use recorder::{Batch, BatchError, Recorder, Settings, Ties};
#[cfg(feature = "journal")]
pub use recorder::{Follower, JournalError, JournalProblem};
pub use retime::{Misfits, TimeMap, TimeMapError, TimeMapProblem};
pub use stats::{Marker, Stats};
pub use time::{ParsedTime, Time, TimeError};
pub use timeline::Timeline;
pub use view::{Values, View};

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}
