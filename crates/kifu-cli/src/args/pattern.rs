//! Options of the verbs that search for patterns.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use kifu::search::Anchor;

/// Which pattern, and how it may lie.
#[derive(Clone, Debug, Args)]
pub(crate) struct PatternArgs {
    /// Look for the pattern of FILE: the stones of its first game, with AE for empty points, TR for black
    /// or empty, SQ for white or empty, CR for either stone and MA for anything; VW makes it a part of the
    /// board, without further stones. See `kifu find --help`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) pattern: Option<PathBuf>,

    /// Look for a pattern that is drawn in a file, or here with `/` between the rows: X and O stones, `.`
    /// empty, x and o that or empty, * either stone, ? anything; | and lines of - are edges of the board
    #[arg(
        long,
        value_name = "TEXT",
        conflicts_with = "pattern",
        allow_hyphen_values = true
    )]
    pub(crate) text_pattern: Option<String>,

    /// Also as it is turned and mirrored
    #[arg(long)]
    pub(crate) any_symmetry: bool,

    /// Also with the colours exchanged
    #[arg(long)]
    pub(crate) swap: bool,

    /// Where it may lie on the board
    #[arg(long, value_name = "WHERE", value_enum, default_value_t)]
    pub(crate) anchor: AnchorArg,

    /// Only positions before move N
    #[arg(long, value_name = "N")]
    pub(crate) before: Option<u32>,

    /// Only the first hit of each game
    #[arg(long)]
    pub(crate) first: bool,

    /// Search the games of an index, as `kifu index` makes it, and not files; it is taken as it is, however
    /// the files have changed since
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) index: Option<PathBuf>,
}

impl PatternArgs {
    /// Whether it says something that is about patterns only.
    pub(crate) fn says_how(&self) -> bool {
        self.any_symmetry
            || self.swap
            || self.anchor != AnchorArg::Drawn
            || self.before.is_some()
            || self.first
    }
}

/// Where a pattern may lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum AnchorArg {
    /// On the edges that it is drawn with; stones of SGF without VW in their places
    #[default]
    Drawn,
    /// Anywhere
    Anywhere,
    /// In any corner
    Corner,
    /// On any edge
    Edge,
    /// It is the whole board
    Full,
}

impl AnchorArg {
    /// `None` where the pattern says it itself.
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
