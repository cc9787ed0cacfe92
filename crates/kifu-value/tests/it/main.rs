//! Tests of kifu-value in one binary.

mod laws;
mod words;
