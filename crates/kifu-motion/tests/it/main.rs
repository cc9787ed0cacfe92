//! Tests of this crate, in one binary.

mod encoded;
mod laws;
