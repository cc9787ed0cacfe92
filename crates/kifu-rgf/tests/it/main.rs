//! Tests of kifu-rgf in one binary.

mod cases;
mod example;
mod laws;
mod streams;
