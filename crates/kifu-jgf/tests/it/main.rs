//! Integration tests of kifu-jgf, in one binary.

mod big;
mod cases;
mod convert;
mod corpus;
mod laws;
mod reading;
#[cfg(feature = "charset-backend")]
mod values;
