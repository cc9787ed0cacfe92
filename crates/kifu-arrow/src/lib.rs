#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod builder;
mod columns;
mod games;
mod import;
mod line;
mod moves;
mod nodes;
mod parse;
mod positions;
mod schema;

pub use arrow_array;
pub use arrow_schema;
pub use kifu;

pub use builder::{Options, Tables, TablesBuilder};
pub use import::{ImportError, ImportedGame, NodeReader, games_to_sgf};
pub use moves::{decode_move, encode_move};
pub use parse::{ParseError, parse, parsed_schema};
pub use positions::{Position, next_move, position_hash, positions_batch};
pub use schema::{Column, SCHEMA_VERSION, Table, description};
