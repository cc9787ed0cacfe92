// In the README it is a file.
#![cfg_attr(
    all(feature = "check", feature = "diagram", feature = "rgf"),
    doc = "[cookbook]: crate::cookbook\n"
)]
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub use kifu_charset as charset;
#[cfg(feature = "check")]
pub use kifu_check as check;
pub use kifu_core as core;
#[cfg(feature = "diagram")]
pub use kifu_diagram as diagram;
#[cfg(feature = "jgf")]
pub use kifu_jgf as jgf;
pub use kifu_lex as lex;
#[cfg(feature = "replay")]
pub use kifu_replay as replay;
#[cfg(feature = "rgf")]
pub use kifu_rgf as rgf;
#[cfg(feature = "rules")]
pub use kifu_rules as rules;
#[cfg(feature = "sgf")]
pub use kifu_sgf as sgf;
#[cfg(feature = "sgn")]
pub use kifu_sgn as sgn;
pub use kifu_span as span;
#[cfg(feature = "stats")]
pub use kifu_stats as stats;
#[cfg(feature = "rgf")]
pub use kifu_timeline as timeline;
pub use kifu_tree as tree;
pub use kifu_value as value;

#[cfg(feature = "check")]
mod codes;
#[cfg(all(feature = "sgf", feature = "std"))]
pub mod collection;
#[cfg(feature = "compare")]
pub mod compare;
#[cfg(feature = "diagram")]
pub mod figure;
#[cfg(feature = "hash")]
pub mod hash;
#[cfg(feature = "sgf")]
pub mod info;
#[cfg(all(
    feature = "check",
    any(feature = "jgf", all(feature = "diagram", feature = "sgn"))
))]
mod judge;
#[cfg(feature = "rgf")]
pub mod moment;
#[cfg(feature = "sgf")]
pub mod names;
#[cfg(all(feature = "diagram", feature = "sgn"))]
pub mod notation;
#[cfg(feature = "sgf")]
pub mod parts;
#[cfg(any(feature = "compare", feature = "hash"))]
mod played;
#[cfg(feature = "sgn")]
pub mod position;
#[cfg(feature = "sgf")]
pub mod problem;
#[cfg(feature = "sgf")]
mod record;
#[cfg(feature = "search")]
pub mod search;
#[cfg(feature = "select")]
pub mod select;
#[cfg(all(feature = "rules", feature = "sgf"))]
pub mod transform;

#[cfg(feature = "check")]
pub use codes::codes;
#[cfg(all(feature = "check", feature = "jgf"))]
pub use judge::check_jgf;
#[cfg(all(feature = "check", feature = "diagram", feature = "sgn"))]
pub use judge::check_positions;
pub use kifu_span::{Amount, Limits, TooLarge};
#[cfg(feature = "sgf")]
pub use record::{AsSgf, Capabilities, Format, Record, Syntax, read, read_within};

/// The programs of the guides.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../guide/programs.md")]
    mod programs {}
    #[doc = include_str!("../guide/learning.md")]
    mod learning {}
    #[doc = include_str!("../guide/archives.md")]
    mod archives {}
    #[doc = include_str!("../guide/lectures.md")]
    mod lectures {}
    #[doc = include_str!("../guide/problems.md")]
    mod problems {}
}

#[cfg(all(doc, feature = "check", feature = "diagram", feature = "rgf"))]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}
