// The README links to this page as a file.
#![doc = "[cookbook]: crate::cookbook\n"]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod board;
pub mod codes;
mod comment;
pub mod convert;
mod document;
mod findings;
mod group;
mod json;
mod list;
mod member;
mod node;
mod number;
mod object;
mod origin;
mod out;
mod play;
mod player;
mod point;
mod raw;
mod record;
mod rewriting;
mod spelling;
mod split;
mod style;
mod text;
mod tree;
pub mod v1;
pub mod v2;

pub use codes::CODES;
pub use comment::{Comment, SignedComment};
pub use document::{Document, is_jgf};
pub use group::PointGroup;
pub use json::Pointers;
pub use kifu_core::{Color, Move, Point, Size};
pub use kifu_span::{Code, Diagnostic, ExplainedCode, Severity, Span};
pub use kifu_span::{LimitKind, Limits, TooLarge};
pub use kifu_tree::{Forest, NodeId, Place, Rare};
pub use list::List;
pub use member::Version;
pub use node::{Details, Node};
pub use number::Number;
pub use origin::Origin;
pub use play::{Clock, Play};
pub use player::Player;
pub use point::Mark;
pub use raw::{Members, RawJson};
pub use record::{Options, Record, RecordSpans};
pub use spelling::Spelling;
pub use split::{end_of_records, read_rest, read_start, split_records};
pub use style::{Dialect, Profile};
#[cfg(feature = "charset-backend")]
pub use text::{Recoded, recoded};
pub use text::{declare_utf8, text, to_utf8};

#[cfg(feature = "charset-backend")]
pub use kifu_charset as charset;
pub use tree::{Shape, Tree};

#[doc = include_str!("../FORMAT.md")]
pub mod format {}

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}
