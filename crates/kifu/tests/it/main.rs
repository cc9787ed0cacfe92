//! Tests of the formats together, in one binary.

mod corpus;
mod figures;
mod laws;
mod notation;
