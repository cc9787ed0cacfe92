//! Tests of this crate, in one binary.

mod files;
mod lines;
mod notation;
mod position;
