//! Tests of kifu-lex in one binary.

mod cases;
mod laws;
mod shapes;
