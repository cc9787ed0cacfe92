//! Tests of kifu-lex in one binary.

mod cases;
mod charsets;
mod laws;
mod parts;
mod shapes;
