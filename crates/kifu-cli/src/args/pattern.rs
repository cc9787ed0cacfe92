//! Options for pattern searches.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use kifu::search::Anchor;

/// The options that define a pattern and its possible matches.
#[derive(Clone, Debug, Args)]
pub(crate) struct PatternArgs {
    /// Find the pattern that the first game in FILE shows
    ///
    /// The stones of the game must match. AE marks points that must be empty, TR points that are
    /// black or empty, SQ points that are white or empty, CR points with a stone of either colour,
    /// and MA points that match anything. Without VW, all other points match anything. VW limits
    /// the pattern to a part of the board, in which all other points must be empty.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) pattern: Option<PathBuf>,

    /// Find a pattern drawn with letters, such as `XO/OX`
    ///
    /// `/` separates rows. X is a black stone, O a white stone, and `.` an empty point; x is black
    /// or empty, o is white or empty, * is a stone of either colour, and ? matches anything. | and
    /// lines of - are edges of the board. TEXT can also be the name of a file with such a drawing.
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

    /// Also match the pattern with the colours swapped
    #[arg(long)]
    pub(crate) swap: bool,

    /// Where to match: drawn, anywhere, corner, edge or full [default: drawn]
    ///
    /// drawn: if the pattern shows edges of the board, they match only the same edges of a game. A
    /// text pattern shows the edges that are drawn. An SGF pattern with VW shows the edges that the
    /// view touches; without VW, it matches only at its own points. anywhere: the pattern matches
    /// anywhere on the board. corner: in any corner. edge: at any edge. full: the pattern is the
    /// whole board.
    #[arg(
        long,
        value_name = "POSITION",
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
    /// The search does not see changes to the files after the last `kifu index`.
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

/// The positions on the board where a pattern may match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum AnchorArg {
    /// At the edges that the pattern shows; for SGF without VW, at the original points
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
