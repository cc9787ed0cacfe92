//! Tests that involve several formats, in one binary.

mod codes;
mod collection;
mod conformance;
mod convert;
mod converter;
mod corpus;
mod fidelity;
mod formats;
mod infos;
mod laws;
mod notation;
mod parts;
mod records;
#[cfg(feature = "report")]
mod reports;
mod search;
mod select;
