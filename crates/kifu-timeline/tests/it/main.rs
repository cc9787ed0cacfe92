//! Integration tests of kifu-timeline, in one binary.

mod big;
mod cases;
mod edit_laws;
mod editing;
mod laws;
mod random;
#[cfg(feature = "journal")]
mod recorder_laws;
#[cfg(feature = "journal")]
mod recording;
