//! Tests of kifu-ngf in one binary.

mod big;
mod cases;
mod laws;
