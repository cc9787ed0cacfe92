//! Tests of kifu-check in one binary.

mod cases;
mod laws;
mod sgfc;
mod time;
