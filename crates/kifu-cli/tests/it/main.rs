//! Runs the command as people and programs do.

mod cat;
mod charset;
mod check;
mod convert;
mod dedupe;
mod diff;
mod fix;
mod fmt;
mod habits;
mod hash;
mod info;
mod jgf;
mod kifu;
mod merge;
mod parts;
mod positions;
mod problem;
mod rec;
mod rec_make;
mod rename;
mod render;
mod rules;
mod search;
mod survival;
mod transform;
mod tree;
