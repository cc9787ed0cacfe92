//! Tests of this crate, in one binary.

mod corpus;
mod cost;
mod games;
mod layouts;
mod recordings;
mod screens;
