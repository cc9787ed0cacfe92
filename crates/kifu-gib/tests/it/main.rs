//! Tests of kifu-gib in one binary.

mod cases;
mod laws;
