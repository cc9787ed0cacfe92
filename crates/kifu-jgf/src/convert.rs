//! Conversion between JGF records and [`kifu_tree::game::Game`], the model that all formats share.
//!
//! Everything that JGF can express is read and written as such. Data that is carried for other formats is
//! stored in members that JGF does not define, named after the format: data of a record in `meta` (version 1:
//! `record`), and data of a node in the node.
//!
//! ```
//! use kifu_jgf::{Document, Options, convert::{Target, from_game, to_game}};
//! use kifu_tree::game::PrivateData;
//!
//! let json = br#"{"record": {"version": 1}, "game": {"komi": 6.50}, "tree": [{"root": true}]}"#;
//! let document = Document::parse(json).unwrap();
//! let game = to_game(&document.records[0]).value;
//! // Converting back to the same version restores everything …
//! let same = from_game(&game, Target::V1, PrivateData::Write).value;
//! assert_eq!(
//!     same.to_json(&Options::COMPACT),
//!     r#"{"record":{"version":1},"game":{"komi":6.50},"tree":[{"root":true}]}"#
//! );
//! // … and converting to the other version restores the meaning.
//! let other = from_game(&game, Target::V2, PrivateData::Omit).value;
//! assert_eq!(
//!     other.to_json(&Options::COMPACT),
//!     r#"{"record":{"format":"JGF","version":2},"rules":{"komi":6.5},"tree":[{}]}"#
//! );
//! ```

mod carried;
mod head;
mod json_writer;
mod like;
mod members;
mod node;
mod read;
mod text;
mod uncaptured;
mod write;

pub use json_writer::JsonWriter;
pub use kifu_tree::game::{Converted, Loss, PrivateData};
pub use like::to_json_like;
pub use read::{is_in_array, node_count, to_game, to_games};
pub use text::to_json;
pub use write::{from_game, from_games};

/// Whether SGF has a number for a game of this name.
pub(crate) fn is_known_game(name: &str) -> bool {
    head::kind(name).is_some()
}

/// The version of JGF to write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// Version 1.
    V1,
    /// Version 2.
    V2,
}

impl Target {
    /// The name of the format, as in [`Carried::format`](kifu_tree::game::Carried::format).
    pub const fn format(self) -> &'static str {
        match self {
            Target::V1 => "jgf1",
            Target::V2 => "jgf2",
        }
    }

    const fn style(self) -> crate::style::Style {
        match self {
            Target::V1 => crate::style::Style::V1,
            Target::V2 => crate::style::Style::V2,
        }
    }

    /// The style of the specification, for writing a record without regard to its original spelling.
    fn respelled(self) -> crate::style::Style {
        let version = match self {
            Target::V1 => 1,
            Target::V2 => 2,
        };
        crate::style::Style::respelled(version, crate::Profile::Spec)
    }

    fn of(record: &crate::Record) -> Target {
        match record.version() {
            1 => Target::V1,
            _ => Target::V2,
        }
    }
}
