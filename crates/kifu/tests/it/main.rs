//! Tests of the formats together, in one binary.

mod clusters;
mod codes;
mod collection;
mod convert;
mod corpus;
mod fidelity;
mod figures;
mod formats;
mod hash;
mod laws;
mod merge;
mod notation;
mod problem;
mod search;
mod select;
