//! Runs the command as people and programs do.

mod archives;
mod cat;
mod charset;
mod check;
mod convert;
mod fix;
mod fmt;
mod habits;
mod hash;
mod info;
mod jgf;
mod kifu;
mod parts;
mod positions;
mod rec;
mod rec_make;
mod render;
mod rules;
mod survival;
mod transform;
mod tree;
