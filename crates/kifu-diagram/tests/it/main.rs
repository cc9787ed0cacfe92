//! Tests of kifu-diagram in one binary.

mod cases;
mod drawn;
mod laws;
#[cfg(feature = "png")]
mod png;
mod regressions;
#[path = "../../examples/gallery/samples.rs"]
mod samples;
mod valid;
