//! Tests of kifu-gib in one binary.

mod big;
mod cases;
mod laws;
