//! Tests of kifu-ugf in one binary.

mod cases;
mod laws;
