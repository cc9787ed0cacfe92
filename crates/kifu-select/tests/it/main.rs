//! Tests of kifu-select in one binary.

mod cases;
mod laws;
mod meaning;
