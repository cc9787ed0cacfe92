//! Options for pattern searches.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use kifu::search::Anchor;

/// The pattern, and where it may match.
#[derive(Clone, Debug, Args)]
pub(crate) struct PatternArgs {
    /// Find the stones of the first game in FILE
    ///
    /// AE marks empty points, TR points that are black or empty, SQ white or empty, CR either stone
    /// and MA anything; VW limits the pattern to a part of the board, where all other points are
    /// empty.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) pattern: Option<PathBuf>,

    /// Find a pattern in letters, such as `XO/OX`
    ///
    /// `/` separates the rows: X and O are stones, `.` is empty, x and o are that stone or empty, *
    /// is either stone and ? is anything; | and lines of - are edges of the board. TEXT can also be
    /// the name of a file with a pattern.
    #[arg(
        long,
        value_name = "TEXT",
        conflicts_with = "pattern",
        allow_hyphen_values = true
    )]
    pub(crate) text_pattern: Option<String>,

    /// Also match the pattern rotated and mirrored
    ///
    /// `kifu next --moves` always matches all orientations.
    #[arg(long)]
    pub(crate) any_symmetry: bool,

    /// Also match with the colours swapped
    #[arg(long)]
    pub(crate) swap: bool,

    /// Place of the pattern: anywhere, corner, edge, full
    ///
    /// drawn, the default: edges of the board that the pattern shows must be at the same edges of a
    /// game. A text pattern shows the edges that are drawn, and a pattern in SGF with VW those that
    /// the view touches; SGF without VW matches only at its own points. anywhere: at any place.
    /// corner: in any corner. edge: at any edge. full: the pattern is the whole board.
    #[arg(
        long,
        value_name = "WHERE",
        value_enum,
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) anchor: AnchorArg,

    /// Search only positions before move N
    #[arg(long, value_name = "N")]
    pub(crate) before: Option<u32>,

    /// Report only the first hit in each game
    #[arg(long)]
    pub(crate) first: bool,

    /// Search an index of `kifu index` instead of files
    ///
    /// Later changes to the files are not noticed.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) index: Option<PathBuf>,
}

impl PatternArgs {
    /// Returns whether an option is set that only applies to patterns.
    pub(crate) fn has_search_options(&self) -> bool {
        self.any_symmetry
            || self.swap
            || self.anchor != AnchorArg::Drawn
            || self.before.is_some()
            || self.first
    }
}

/// Where a pattern may be on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum AnchorArg {
    /// At the edges of the drawing; for SGF without VW, at the original points
    #[default]
    Drawn,
    /// Anywhere
    Anywhere,
    /// In any corner
    Corner,
    /// On any edge
    Edge,
    /// The pattern is the whole board
    Full,
}

impl AnchorArg {
    /// Returns the requested anchor, or `None` to use that of the pattern.
    pub(crate) fn anchor(self) -> Option<Anchor> {
        match self {
            AnchorArg::Drawn => None,
            AnchorArg::Anywhere => Some(Anchor::ANYWHERE),
            AnchorArg::Corner => Some(Anchor::Corner),
            AnchorArg::Edge => Some(Anchor::Edge),
            AnchorArg::Full => Some(Anchor::FULL),
        }
    }
}
