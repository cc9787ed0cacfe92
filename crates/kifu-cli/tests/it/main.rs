//! Integration tests that run the command.

mod archives;
#[cfg(feature = "book")]
mod book;
mod cat;
mod charset;
mod charts;
mod check;
mod commands;
mod convert;
mod copies;
mod dedupe;
mod diff;
mod every_verb;
mod export;
mod find;
mod fix;
mod fmt;
mod gib;
mod git;
mod guide;
mod hash;
mod help;
mod info;
mod jgf;
mod kifu;
mod large;
#[cfg(all(feature = "lsp", unix))]
mod lsp;
mod merge;
#[cfg(feature = "motion")]
mod motion;
mod moves;
mod ngf;
mod ogs;
mod parts;
mod positions;
mod problem;
mod rec;
mod rec_make;
mod rename;
mod render;
mod rules;
mod search;
mod set;
mod show;
mod survival;
#[cfg(feature = "tables")]
mod tables;
mod transform;
mod tree;
mod ugf;
#[cfg(all(feature = "terminal", unix))]
mod view;
mod writing;
