#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod board;
mod codes;
pub mod convert;
mod document;
mod findings;
mod json;
mod limits;
mod list;
mod member;
mod node;
mod number;
mod object;
mod origin;
mod player;
mod point;
mod raw;
mod record;
mod style;
mod text;
mod tree;
pub mod v1;
pub mod v2;

pub use codes::CODES;
pub use document::{Document, is_jgf};
pub use json::Pointers;
pub use kifu_core::{Color, Move, Point, Size};
pub use kifu_span::{Code, Diagnostic, Severity, Span};
pub use kifu_tree::{Forest, NodeId, Place};
pub use limits::{Limits, TooLarge};
pub use list::List;
pub use member::Version;
pub use node::{Clock, Comment, Group, Node, Play, Signed};
pub use number::Number;
pub use object::Spelling;
pub use origin::Origin;
pub use player::Player;
pub use point::Mark;
pub use raw::{Members, Raw};
pub use record::{Options, Places, Record};
pub use style::{Dialect, Profile};
pub use text::text;
pub use tree::{Shape, Tree};

#[doc = include_str!("../FORMAT.md")]
pub mod format {}
