//! Integration tests of kifu-rgf, in one binary.

#[cfg(feature = "bundle")]
mod bundle;
#[cfg(feature = "bundle")]
mod bundle_laws;
mod cases;
mod example;
mod laws;
#[cfg(all(feature = "bundle", unix))]
mod programs;
#[cfg(feature = "bundle")]
mod recording;
mod streams;
