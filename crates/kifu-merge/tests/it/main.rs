//! Tests of this crate, in one binary.

mod corpus;
mod laws;
mod merge;
mod speed;
mod text;
