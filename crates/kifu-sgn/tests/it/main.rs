//! Integration tests of kifu-sgn, in one binary.

mod cases;
mod laws;
mod rows;
