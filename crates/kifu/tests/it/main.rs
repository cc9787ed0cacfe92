//! Tests of the formats together, in one binary.

mod codes;
mod collection;
mod convert;
mod corpus;
mod fidelity;
mod formats;
mod laws;
mod notation;
mod search;
mod select;
