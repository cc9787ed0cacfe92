//! **kifu-rules** plays Go: captures, ko, superko, suicide, scoring, on any board
//! from 1×1 to 52×52.
//!
//! ```
//! use kifu_core::{Action, Color, Move, Points, Size, Western};
//! use kifu_rules::{Breach, Illegal, PointSet, Position, Rules, Territory};
//!
//! let size = Size::square(5).unwrap();
//! let at = |name| Move::Play(Western::parse(name, size).unwrap());
//! let mut game = Position::new(size, "Japanese".parse::<Rules>().unwrap());
//!
//! // `play` does what the rules allow, and says why it refuses the rest.
//! for name in ["C3", "D3", "D4", "E4", "D2", "E2", "E3"] {
//!     game.play(game.to_play(), at(name)).unwrap();
//! }
//! assert_eq!(game.prisoners()[Color::Black], 1);
//! assert_eq!(game.play(Color::White, at("D3")), Err(Illegal::Ko));
//!
//! // `force` does what a record says, and reports what that broke.
//! let forced = game.force(Action::Play(Color::White, at("D3")));
//! assert_eq!(forced.breaches[..], [Breach::KoTakenBack]);
//! game.undo();
//!
//! // Scoring needs to be told which stones are dead.
//! let dead = PointSet::of(size, [at("E2"), at("E4")].into_iter().filter_map(Move::point));
//! let territory = Territory::of(game.board(), &dead);
//! let score = game.score(&territory, Points::from_halves(13), 0);
//! assert_eq!(score.to_string(), "B+17.5");
//! ```
//!
//! # From plain to rich
//!
//! | you want | use |
//! | --- | --- |
//! | to keep very many positions | [`Compact`], two bits a point |
//! | stones, chains, captures, a hash | [`Board`] |
//! | a game under rules: turn, ko, superko, prisoners, undo | [`Position`] |
//! | who has which points, and the result | [`Territory`], then [`Score`] |
//! | what lives whatever happens | [`PassAlive`] |
//! | to find the same position or game again | [`Board::hash`], [`Board::canonical_hash`], [`Signature`] |
//!
//! A [`Setup`] is anything that can be drawn; a [`Position`] is what
//! can be played on. [`Position::from_setup`] turns one into the other, and says if
//! chains have no liberty.
//!
//! # Rules
//!
//! [`Rules`] are data. Two are not what their books say, and no program plays them as
//! their books do: Chinese referees judge long cycles case by case, and Ing's rules tell
//! fighting kos from disturbing ones; positional superko stands in for both. Where only
//! simple ko is forbidden, a longer cycle is legal; [`Position::repeats`] finds it, for
//! those who declare such a game void.
//!
//! # What it does not do
//!
//! It reads nothing out: which stones are dead is for the players, or their record's
//! marks ([`dead_by_marks`]), to say. It knows no game trees, no files and no clocks.
//!
//! The crate is `no_std` and needs `alloc`.
//!
//! More tasks are in the [`cookbook`].
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod benson;
mod board;
mod chain;
mod compact;
mod handicap;
mod illegal;
mod perft;
mod point_set;
mod position;
mod repetition;
mod rules;
mod score;
mod signature;
mod symmetry;
mod territory;
mod zobrist;

pub use benson::PassAlive;
pub use board::{Board, Played};
pub use chain::Chain;
pub use compact::Compact;
pub use handicap::{HandicapTable, handicap_points, most_handicap};
pub use illegal::Illegal;
pub use kifu_core::{
    Action, ByColor, Color, Margin, Move, Outcome, Point, Points, Ruleset, Setup, Size, Western,
};
pub use perft::perft;
pub use point_set::PointSet;
pub use position::{Breach, Forced, Position, SetupError};
pub use rules::{HandicapBonus, Repetition, Rules, Scoring, Suicide};
pub use score::{Parts, Score, Terms};
pub use signature::Signature;
pub use symmetry::Symmetry;
pub use territory::{Ground, Status, Territory, dead_by_marks};

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
