//! Tests of kifu-ugf in one binary.

mod big;
mod cases;
mod laws;
