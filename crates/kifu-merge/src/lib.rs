#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod file;
mod game;
mod lines;
mod matching;
mod order;
mod properties;
mod text;
mod tree;

use std::fmt;

use kifu_sgf::Address;

pub use file::merge;
pub use kifu_compare as compare;
pub use kifu_sgf as sgf;
pub use lines::merge_lines;
pub use text::{game_text, text_of};

/// The names of the versions in conflicts, and the length of the markers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Labels<'l> {
    /// The name of our version, after `<<<<<<<`.
    pub ours: &'l str,
    /// The name of their version, after `>>>>>>>`.
    pub theirs: &'l str,
    /// The number of characters in a marker: 7, unless git asks for more.
    pub marker_size: usize,
}

impl Default for Labels<'_> {
    fn default() -> Self {
        Labels {
            ours: "ours",
            theirs: "theirs",
            marker_size: 7,
        }
    }
}

/// The result of [`merge`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Merged {
    /// The merged file.
    pub bytes: Vec<u8>,
    /// The conflicts, if the nodes were merged. The file shows both versions of each.
    pub conflicts: Vec<Conflict>,
    /// How the file was merged.
    pub method: Method,
}

impl Merged {
    /// Whether the file has no conflicts.
    pub fn is_clean(&self) -> bool {
        let is_clean = matches!(self.method, Method::Nodes | Method::Lines { conflicts: 0 });
        is_clean && self.conflicts.is_empty()
    }
}

/// The way in which a file was merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Method {
    /// Node by node; or only one version changed the file, and the result is that version.
    Nodes,
    /// By lines, because a version is damaged, or its nodes could not be merged.
    Lines {
        /// The number of conflicts, whose two versions are between markers.
        conflicts: usize,
    },
    /// Not at all, because a version is not text. The result is our version.
    Ours,
}

/// A conflict between two versions.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Conflict {
    /// The index of the game in the merged file, from 0.
    pub game: usize,
    /// The address of the node in the merged game.
    pub node: Option<Address>,
    /// The parts that conflict.
    pub kind: ConflictKind,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.game + 1)?;
        if let Some(node) = &self.node {
            write!(f, ", {node}")?;
        }
        match &self.kind {
            ConflictKind::Properties(idents) => write!(f, ": both changed {}", idents.join(", ")),
            ConflictKind::Removed(Version::Ours) => f.write_str(": we removed what they changed"),
            ConflictKind::Removed(Version::Theirs) => f.write_str(": they removed what we changed"),
            ConflictKind::Moved => f.write_str(": both moved the variation"),
            ConflictKind::Order => f.write_str(": both changed the order of the variations"),
        }
    }
}

/// The kind of a [`Conflict`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConflictKind {
    /// Both changed these properties of the node differently.
    Properties(Vec<String>),
    /// This version removed the node, and the other one changed it, or nodes below it.
    Removed(Version),
    /// Both moved the node to different places. It is in our place.
    Moved,
    /// Both changed the order of the variations after the node. They are in our order.
    Order,
}

/// One of the two versions that are merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Our version, whose bytes stay.
    Ours,
    /// Their version.
    Theirs,
}

/// The nodes of a game cannot be merged.
#[derive(Debug)]
struct Unmergeable;
