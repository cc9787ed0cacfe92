//! Tests of kifu-value in one binary.

mod cases;
mod laws;
mod words;
