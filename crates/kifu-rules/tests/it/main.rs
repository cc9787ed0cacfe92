//! Tests of the whole crate from outside.

mod cases;
mod counts;
mod engines;
mod interface;
mod laws;
mod laws_on_random_bytes;
mod long_games;
mod memory;
