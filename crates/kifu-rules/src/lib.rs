//! **kifu-rules** implements the rules of Go: captures, ko, superko, suicide and scoring, on any board from 1×1 to
//! 52×52.
//!
//! ```
//! use kifu_core::{Action, Color, Move, Points, Size, Western};
//! use kifu_rules::{Breach, Illegal, PointSet, Position, Rules, Territory};
//!
//! let size = Size::square(5).unwrap();
//! let at = |name| Move::Play(Western::parse(name, size).unwrap());
//! let mut game = Position::new(size, "Japanese".parse::<Rules>().unwrap());
//!
//! // `play` plays legal moves, and reports why it refuses others.
//! for name in ["C3", "D3", "D4", "E4", "D2", "E2", "E3"] {
//!     game.play(game.to_play(), at(name)).unwrap();
//! }
//! assert_eq!(game.prisoners()[Color::Black], 1);
//! assert_eq!(game.play(Color::White, at("D3")), Err(Illegal::Ko));
//!
//! // `force` plays the moves of a record, and reports how they break the rules.
//! let forced = game.force(Action::Play(Color::White, at("D3")));
//! assert_eq!(forced.breaches[..], [Breach::KoTakenBack]);
//! game.undo();
//!
//! // To count a score, state which stones are dead.
//! let dead = PointSet::of(size, [at("E2"), at("E4")].into_iter().filter_map(Move::point));
//! let territory = Territory::of(game.board(), &dead);
//! let score = game.score(&territory, Points::from_halves(13), 0);
//! assert_eq!(score.to_string(), "B+17.5");
//! ```
//!
//! # Types
//!
//! | Item | What it is |
//! | --- | --- |
//! | [`Position`] | a game under a ruleset: turn, ko, superko, prisoners, undo |
//! | [`Board`] | stones, chains and captures, with a hash |
//! | [`Compact`] | a board in two bits per point, to store very many positions |
//! | [`StoneChange`] | the difference between two positions, from [`Position::changes`] |
//! | [`Grid`], [`Planes`], [`SymmetricHashes`] | bytes, planes and hashes that follow a game by its changes |
//! | [`Rules`] | a ruleset as plain data |
//! | [`Territory`], [`Score`] | the owner of each point, and the result |
//! | [`PassAlive`] | unconditionally alive stones |
//! | [`Board::hash`], [`Board::canonical_hash`], [`Signature`] | values to recognize positions and games |
//!
//! A [`Setup`] is any arrangement of stones, and a [`Position`] is a game that can be played on.
//! [`Position::from_setup`] converts one to the other, and returns an error if a chain has no liberty.
//!
//! # Rules
//!
//! [`Rules`] are plain data. Two rulesets differ from their official texts, which no program implements: Chinese
//! referees judge long cycles case by case, and Ing's rules distinguish fighting kos from disturbing kos. Here, both
//! use positional superko. If only simple ko is forbidden, a longer cycle is legal, and [`Position::repeats`] detects
//! it, so that players can declare the game void.
//!
//! # Limits
//!
//! The crate does not decide which stones are dead: the players do, or the marks of their record ([`dead_by_marks`]).
//! It does not have game trees, files or clocks.
//!
//! The crate is `no_std` and needs `alloc`.
//!
//! The [`cookbook`] has more examples.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod benson;
mod board;
mod chain;
mod change;
mod compact;
mod grid;
mod handicap;
mod history;
mod illegal;
mod perft;
mod planes;
mod point_set;
mod position;
mod repetition;
mod rules;
mod score;
mod signature;
mod symmetric_hashes;
mod symmetry;
mod territory;
mod zobrist;

pub use benson::PassAlive;
pub use board::{Board, Played};
pub use chain::Chain;
pub use change::{Changes, StoneChange};
pub use compact::Compact;
pub use grid::Grid;
pub use handicap::{HandicapTable, handicap_points, max_handicap};
pub use illegal::Illegal;
pub use kifu_core::{
    Action, ByColor, Color, Margin, Move, Outcome, Point, Points, Ruleset, Setup, Size, Western,
};
pub use perft::perft;
pub use planes::{PlaneKinds, PlaneLayout, Planes};
pub use point_set::PointSet;
pub use position::{Breach, Forced, Position, SetupError};
pub use rules::{HandicapBonus, Repetition, Rules, Scoring, Suicide};
pub use score::{Score, ScoreParts, ScoreTerms};
pub use signature::Signature;
pub use symmetric_hashes::SymmetricHashes;
pub use symmetry::Symmetry;
pub use territory::{Ground, PointStatus, Territory, dead_by_marks};

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
