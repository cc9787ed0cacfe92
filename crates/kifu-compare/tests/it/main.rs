//! Tests of this crate, in one binary.

mod clusters;
mod hash;
mod merge;
