//! Runs the command as people and programs do.

mod cat;
mod charset;
mod check;
mod fix;
mod habits;
mod info;
mod kifu;
mod rules;
mod tree;
