//! Tests of kifu-ogs in one binary.

mod big;
mod cases;
mod laws;
