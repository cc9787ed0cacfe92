// In the README this link refers to a file.
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

#[cfg(feature = "analysis")]
pub use kifu_analysis as analysis;
#[cfg(feature = "book")]
pub use kifu_book as book;
pub use kifu_charset as charset;
#[cfg(feature = "check")]
pub use kifu_check as check;
#[cfg(feature = "compare")]
pub use kifu_compare as compare;
#[cfg(feature = "hash")]
pub use kifu_compare::hash;
pub use kifu_core as core;
#[cfg(feature = "diagram")]
pub use kifu_diagram as diagram;
#[cfg(feature = "diagram")]
pub use kifu_figure as figure;
#[cfg(feature = "rgf")]
pub use kifu_figure::moment;
#[cfg(feature = "gib")]
pub use kifu_gib as gib;
#[cfg(feature = "jgf")]
pub use kifu_jgf as jgf;
pub use kifu_lex as lex;
#[cfg(feature = "merge")]
pub use kifu_merge as merge;
#[cfg(feature = "motion")]
pub use kifu_motion as motion;
#[cfg(feature = "sgf")]
pub use kifu_names as names;
#[cfg(feature = "ngf")]
pub use kifu_ngf as ngf;
#[cfg(all(feature = "diagram", feature = "sgn"))]
pub use kifu_notation as notation;
#[cfg(feature = "sgn")]
pub use kifu_notation::position;
#[cfg(feature = "ogs")]
pub use kifu_ogs as ogs;
#[cfg(feature = "page")]
pub use kifu_page as page;
#[cfg(feature = "sgf")]
pub use kifu_problem as problem;
#[cfg(feature = "replay")]
pub use kifu_replay as replay;
#[cfg(feature = "rgf")]
pub use kifu_rgf as rgf;
#[cfg(feature = "rules")]
pub use kifu_rules as rules;
#[cfg(feature = "search")]
pub use kifu_search as search;
#[cfg(feature = "select")]
pub use kifu_select as select;
#[cfg(feature = "sgf")]
pub use kifu_sgf as sgf;
#[cfg(feature = "sgn")]
pub use kifu_sgn as sgn;
pub use kifu_span as span;
#[cfg(feature = "stats")]
pub use kifu_stats as stats;
#[cfg(feature = "rgf")]
pub use kifu_timeline as timeline;
#[cfg(feature = "replay")]
pub use kifu_transform as transform;
pub use kifu_tree as tree;
#[cfg(feature = "ugf")]
pub use kifu_ugf as ugf;
pub use kifu_value as value;

#[cfg(feature = "check")]
mod codes;
#[cfg(all(feature = "sgf", feature = "std"))]
pub mod collection;
#[cfg(feature = "convert")]
pub mod convert;
#[cfg(feature = "sgf")]
pub mod info;
#[cfg(feature = "select")]
mod origin;
#[cfg(feature = "sgf")]
pub mod parts;
#[cfg(feature = "sgf")]
mod record;
#[cfg(feature = "report")]
pub mod report;

#[cfg(feature = "check")]
pub use codes::codes;
#[cfg(all(feature = "check", feature = "gib"))]
pub use kifu_check::check_gib;
#[cfg(all(feature = "check", feature = "ngf"))]
pub use kifu_check::check_ngf;
#[cfg(all(feature = "check", feature = "ogs"))]
pub use kifu_check::check_ogs;
#[cfg(all(feature = "check", feature = "diagram", feature = "sgn"))]
pub use kifu_check::check_positions;
#[cfg(all(feature = "check", feature = "ugf"))]
pub use kifu_check::check_ugf;
#[cfg(all(feature = "check", feature = "jgf"))]
pub use kifu_check::{check_jgf, check_jgf_document};
pub use kifu_span::{LimitKind, Limits, TooLarge};
#[cfg(feature = "sgf")]
pub use record::{AsSgf, Capabilities, Format, Record, Syntax, read, read_within};

/// The example programs of the guides.
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
