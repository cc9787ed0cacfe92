//! Tests of kifu-check in one binary.

mod cases;
mod charsets;
mod faults;
mod formats;
mod laws;
mod repair;
mod sgfc;
mod time;
