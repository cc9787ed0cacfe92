//! Tests of this crate, in one binary.

mod files;
mod notation;
mod position;
