//! Tests that involve several formats, in one binary.

mod codes;
mod collection;
mod conformance;
mod convert;
mod corpus;
mod fidelity;
mod formats;
mod laws;
mod notation;
mod search;
mod select;
