//! Whether two records have the same game, and where they differ; copies among many games.
//!
//! Games are compared by [`Moves`]: what the main line puts on the board, however the board lies and
//! whichever colour is called Black. [`Comparison`] says where two part: single moves, moves in another
//! order, passes that one has, an end that comes sooner. [`clusters`] finds the copies among many
//! games without comparing each with each, and [`Candidates`] says which of them to keep.
//!
//! ```
//! use kifu::compare::{Comparison, Difference, Moves};
//! use kifu::sgf::Document;
//!
//! let moves = |source: &str| {
//!     let document = Document::parse(source).unwrap();
//!     Moves::of(&document, document.roots().next().unwrap()).unwrap()
//! };
//! let one = moves("(;PB[Sato];B[pd];W[dp];B[pp];W[dd];B[qf])");
//! // The same, turned by 180 degrees, with another fourth move and without the last.
//! let other = moves("(;B[dp];W[pd];B[dd];W[oq])");
//! let found = Comparison::of(&one, &other);
//! assert_eq!(found.transform.symmetry, kifu::rules::Symmetry::HALF_TURN);
//! assert_eq!(found.same, 3);
//! assert_eq!(found.differences[0], Difference::Other { first: 3, second: 3 });
//! assert_eq!(found.off(), 1);
//! ```

mod absorb;
mod align;
mod clusters;
mod comparison;
mod copies;
mod merge;
mod missing;
mod moves;
mod records;
mod words;

pub use absorb::{Absorbed, GameTrees, LoneGame, NotAlone, absorb};
pub use clusters::{Form, Likeness, clusters};
pub use comparison::{Comparison, Difference, Side};
pub use copies::{
    Candidate, Candidates, Cluster, CopyCounts, CopyKind, GameCopy, Preference, PreferenceError,
    Preferences, SameBy, Source, UnknownTrait,
};
pub use merge::{Merged, NotMerged, merge};
pub use missing::{Missing, missing};
pub use moves::{Moves, Step, What};
pub use records::{Change, Field, changes, metadata};
pub use words::{Divergence, DivergenceKind, Orientation, Passage, SideBySide};
