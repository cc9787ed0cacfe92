// The README links to the cookbook as a file; the documentation has it as a module.
#![doc = "[cookbook]: crate::cookbook\n"]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod codes;
mod continuation;
mod grid;
mod history;
pub mod index;
mod line;
mod pattern;
mod plan;
#[cfg(feature = "sgf")]
mod records;
mod searcher;
mod text;
mod words;

pub use codes::CODES;
pub use continuation::{ContinuationRow, Continuations, Reply};
pub use kifu_core::{Action, Color, Move, Outcome, Point, Size, Western};
pub use kifu_rules::{Board, Symmetry};
#[cfg(feature = "sgf")]
pub use kifu_sgf as sgf;
pub use kifu_span::{Code, Diagnostic, ExplainedCode, Severity, Span};
pub use line::{Line, Winner};
pub use pattern::{Anchor, Cell, Pattern, PatternError, Sides};
#[cfg(feature = "sgf")]
pub use records::{Game, NoPattern, TreeLine, games, line, lines, pattern, winner};
pub use searcher::{GameHits, Hit, Query, Searcher, Searchers};
pub use words::{ContinuationReport, HitReport};

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}
