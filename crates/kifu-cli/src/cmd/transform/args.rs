//! The options of `kifu transform`.

use clap::{Args, ValueEnum};
use kifu::rules::Symmetry;
use kifu::transform::Transform;

use crate::args::input::InputArgs;
use crate::args::output::{FileReportArgs, RewriteArgs};

/// Rotate or mirror games, or swap the colours
///
/// Transforms the points in every property and changes nothing else. Without -o or -i, the text of a
/// single file goes to standard output.
///
/// The inverse transformation restores the original bytes. The sides of a rectangular board are
/// swapped where necessary. Texts stay unchanged, even if they mention points or colours. Values
/// that cannot be transformed are reported. --swap-colors swaps all properties of Black and White,
/// and changes the sign of the komi and of scores; HA and games other than Go stay unchanged. JGF
/// is rewritten, as with `kifu convert`.
#[derive(Debug, Args)]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Rotate the board clockwise by this many degrees
    #[arg(long, value_name = "DEGREES")]
    rot: Option<Turn>,

    /// Mirror after --rot: h left-right, v top-bottom, d and a across a diagonal
    #[arg(long, value_name = "AXIS")]
    flip: Option<Flip>,

    /// Swap Black and White
    #[arg(long)]
    pub(crate) swap_colors: bool,

    /// Give each game the canonical orientation, with its first move at the upper right
    ///
    /// In this orientation, the first move is as far right and then as far up as possible; if
    /// several orientations remain, later moves decide. The result is the same for all eight
    /// orientations of a game (with --swap-colors, all sixteen).
    #[arg(long, conflicts_with_all = ["rot", "flip"])]
    pub(crate) canonical: bool,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,

    #[command(flatten)]
    pub(crate) report: FileReportArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Turn {
    #[value(name = "0")]
    None,
    #[value(name = "90")]
    Quarter,
    #[value(name = "180")]
    Half,
    #[value(name = "270")]
    ThreeQuarters,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Flip {
    /// Left and right
    H,
    /// Top and bottom
    V,
    /// Across the diagonal from the top left
    D,
    /// Across the diagonal from the top right
    A,
}

impl TransformArgs {
    /// Returns the transformation of every game without --canonical.
    pub(crate) fn transform(&self) -> Transform {
        let turn = match self.rot {
            None | Some(Turn::None) => Symmetry::IDENTITY,
            Some(Turn::Quarter) => Symmetry::TURN_RIGHT,
            Some(Turn::Half) => Symmetry::HALF_TURN,
            Some(Turn::ThreeQuarters) => Symmetry::TURN_LEFT,
        };
        let flip = match self.flip {
            None => Symmetry::IDENTITY,
            Some(Flip::H) => Symmetry::MIRROR_COLUMNS,
            Some(Flip::V) => Symmetry::MIRROR_ROWS,
            Some(Flip::D) => Symmetry::TRANSPOSE,
            Some(Flip::A) => Symmetry::ANTI_TRANSPOSE,
        };
        Transform {
            symmetry: turn.then(flip),
            swaps_colors: self.swap_colors,
        }
    }

    /// Returns whether any option requests a transformation.
    pub(crate) fn has_transformation(&self) -> bool {
        self.canonical || self.swap_colors || self.rot.is_some() || self.flip.is_some()
    }
}
