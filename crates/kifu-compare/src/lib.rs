#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod absorb;
mod align;
mod clusters;
mod comparison;
mod copies;
pub mod hash;
mod merge;
mod missing;
mod moves;
mod records;
mod report;
mod words;

pub use absorb::{Absorbed, GameTrees, LoneGame, NotAlone, absorb};
pub use clusters::{Form, Likeness, clusters};
pub use comparison::{Comparison, Difference, Side};
pub use copies::{
    Candidate, Candidates, Cluster, CopyCounts, CopyKind, GameCopy, Preference, PreferenceError,
    Preferences, SameBy, Source, UnknownTrait,
};
pub use kifu_rules as rules;
pub use kifu_sgf as sgf;
pub use kifu_transform as transform;
pub use merge::{Merged, NotMerged, merge};
pub use missing::{Missing, missing};
pub use moves::{Moves, Step, What};
pub use records::{Change, Field, changes, metadata};
pub use report::{RecordComparison, RecordComparisonReport};
pub use words::{Divergence, DivergenceKind, Orientation, Passage, SideBySide};
