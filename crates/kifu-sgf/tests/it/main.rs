//! Tests of kifu-sgf in one binary.

mod big;
mod canonical;
mod cases;
mod convert;
mod corpus;
mod edits;
mod generated;
mod interface;
mod laws;
mod moves;
mod properties;
mod reading;
mod sgf_parse;
mod soup;
mod strip;
