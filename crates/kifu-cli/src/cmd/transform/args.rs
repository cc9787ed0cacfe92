//! The options of `kifu transform`.

use clap::{Args, ValueEnum};
use kifu::rules::Symmetry;
use kifu::transform::Transform;

use crate::args::input::InputArgs;
use crate::args::output::{FileReportArgs, RewriteArgs};

/// Turn and mirror games, and exchange the colours
///
/// Every point of every property that has points is moved, and nothing else is touched: given back by
/// the inverse, a file has the bytes that it had. A board that is not square changes its sides. Texts
/// stay as they are, whatever points or colours they speak of; what should have been changed and could
/// not is told. With --swap-colors all that is said of Black is said of White, the komi and other amounts
/// get the other sign, and HA stays. Other games than Go are left alone. JGF is written anew, as kifu
/// convert does. Without -o or -i the text of a single file goes to standard output.
#[derive(Debug, Args)]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Turn the board clockwise by so many degrees
    #[arg(long, value_name = "DEGREES")]
    rot: Option<Turn>,

    /// Mirror the board, after --rot
    #[arg(long, value_name = "HOW")]
    flip: Option<Flip>,

    /// Exchange Black and White
    #[arg(long)]
    pub(crate) swap_colors: bool,

    /// Bring each game to the one form that all eight ways to see it have in common, or with
    /// --swap-colors all sixteen: the first move lies in the upper right corner, as far to the right as
    /// can be and then as far up, and so on with the moves behind it
    #[arg(long, conflicts_with_all = ["rot", "flip"])]
    pub(crate) canonical: bool,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,

    #[command(flatten)]
    pub(crate) told: FileReportArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Turn {
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
    /// Along the diagonal from the top left
    D,
    /// Along the diagonal from the top right
    A,
}

impl TransformArgs {
    /// What to do with every game, if that is not --canonical.
    pub(crate) fn transform(&self) -> Transform {
        let turn = match self.rot {
            None => Symmetry::IDENTITY,
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

    /// Whether it says to do anything.
    pub(crate) fn says_what(&self) -> bool {
        self.canonical || self.swap_colors || self.rot.is_some() || self.flip.is_some()
    }
}
