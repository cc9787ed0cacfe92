//! Tests of patterns, of the search and of the index.

mod cases;
mod continuations;
mod index;
mod laws;
#[cfg(feature = "sgf")]
mod records;
mod words;
