//! Tests of kifu-diagram in one binary.

mod boards;
mod cases;
mod drawn;
mod gallery;
mod laws;
#[cfg(feature = "png")]
mod png;
mod regressions;
#[cfg(feature = "png")]
mod renderers;
#[path = "../../examples/gallery/samples.rs"]
mod samples;
mod valid;
