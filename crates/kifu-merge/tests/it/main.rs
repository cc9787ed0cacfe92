//! Tests of this crate, in one binary.

mod merge;
