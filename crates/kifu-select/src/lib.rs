// The README links to the cookbook as a file; the documentation has it as a module.
#![doc = "[cookbook]: crate::cookbook\n"]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod aliases;
mod cell;
pub mod codes;
mod eval;
mod expr;
mod field;
mod fold;
#[cfg(feature = "sgf")]
mod games;
mod lex;
mod nearest;
mod parse;
mod place;
mod show;
mod subject;

pub use aliases::{AliasedGame, Aliases, SharedName};
pub use cell::Cell;
pub use codes::CODES;
pub use expr::Select;
pub use field::{Field, FieldKind, Key, UnknownField};
pub use fold::fold;
#[cfg(feature = "sgf")]
pub use games::{Game, Games, Origin};
pub use kifu_core::{Color, Move, Point, Size};
#[cfg(feature = "sgf")]
pub use kifu_sgf as sgf;
pub use kifu_span::{Code, Diagnostic, ExplainedCode, Span};
pub use kifu_value::{Date, Rank};
pub use nearest::nearest;
pub use subject::{Days, PlayedMove, Subject, Value};

/// A help text that describes the language on one screen.
pub const HELP: &str = include_str!("help.txt");

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}
