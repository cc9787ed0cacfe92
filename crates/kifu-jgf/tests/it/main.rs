//! Tests of kifu-jgf in one binary.

mod big;
mod cases;
mod corpus;
mod laws;
mod reading;
