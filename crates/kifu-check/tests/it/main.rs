//! Tests of kifu-check in one binary.

mod cases;
mod charsets;
mod laws;
mod sgfc;
mod time;
