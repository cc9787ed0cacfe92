//! Options for pattern searches.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use kifu::search::Anchor;

/// The pattern, and where it may match.
#[derive(Clone, Debug, Args)]
pub(crate) struct PatternArgs {
    /// Search for the stones of the first game in FILE; see `kifu help find`
    ///
    /// AE marks empty points, TR points that are black or empty, SQ white or empty, CR either stone
    /// and MA anything; VW limits the pattern to a part of the board, where all other points are
    /// empty.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) pattern: Option<PathBuf>,

    /// Search for a drawn pattern, such as `XO/OX`, or for one in a file
    ///
    /// `/` separates the rows: X and O are stones, `.` is empty, x and o are that stone or empty, *
    /// is either stone and ? is anything; | and lines of - are edges of the board.
    #[arg(
        long,
        value_name = "TEXT",
        conflicts_with = "pattern",
        allow_hyphen_values = true
    )]
    pub(crate) text_pattern: Option<String>,

    /// Also match rotated and mirrored positions
    #[arg(long)]
    pub(crate) any_symmetry: bool,

    /// Also match positions with the colours swapped
    #[arg(long)]
    pub(crate) swap: bool,

    /// Where the pattern may be: drawn, anywhere, corner, edge or full
    #[arg(
        long,
        value_name = "WHERE",
        value_enum,
        default_value_t,
        hide_possible_values = true
    )]
    pub(crate) anchor: AnchorArg,

    /// Search only positions before move N
    #[arg(long, value_name = "N")]
    pub(crate) before: Option<u32>,

    /// Report only the first hit in each game
    #[arg(long)]
    pub(crate) first: bool,

    /// Search an index made by `kifu index` instead of files
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
