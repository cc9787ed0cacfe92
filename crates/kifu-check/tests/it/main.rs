//! Tests of kifu-check in one binary.

mod cases;
mod charsets;
mod faults;
#[cfg(any(
    feature = "gib",
    feature = "jgf",
    feature = "ngf",
    feature = "notation",
    feature = "ogs",
    feature = "ugf"
))]
mod formats;
mod laws;
mod repair;
mod sgfc;
mod time;
