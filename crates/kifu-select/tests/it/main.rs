//! Tests of kifu-select in one binary.

mod cases;
#[cfg(feature = "sgf")]
mod games;
mod laws;
mod meaning;
mod names;
mod random;
