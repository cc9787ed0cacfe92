//! The command line of the verbs of the archivist's bench.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use kifu::hash::Kind;
use kifu::rules::Symmetry;
use kifu::transform::Transform;

use super::{InputArgs, RewriteArgs, SelectArgs, ToldArgs};

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
    pub(crate) told: ToldArgs,
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

/// Show hashes of games, by which copies are found
///
/// A line for each game: its hashes in the order of --kind, the file, and of several games the number.
/// They go by the main line. dyer: where moves 20, 40, 60, 31, 51 and 71 were played. moves: MD5 of the
/// moves, two letters each as in SGF, tt for a pass, and a line feed at the end. final: MD5 of
/// the last position, rows of X, O and . with a line feed behind each. With -sym: the least of the
/// eight that there are when the board is turned and mirrored.
#[derive(Debug, Args)]
pub(crate) struct HashArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    /// Which hashes: dyer, moves, final, and each with -sym; `all` for all of them
    #[arg(
        long,
        value_name = "KIND",
        value_delimiter = ',',
        default_value = "moves"
    )]
    kind: Vec<Kinds>,

    /// Leave out what comes after the Nth move of each game
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<NonZeroUsize>,

    /// Write one JSON array with an object for each file
    #[arg(long)]
    pub(crate) json: bool,

    /// Write a JSON object on a line for each file
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
}

#[derive(Clone, Copy, Debug)]
enum Kinds {
    All,
    One(Kind),
}

impl std::str::FromStr for Kinds {
    type Err = String;

    fn from_str(text: &str) -> Result<Kinds, String> {
        match text {
            "all" => Ok(Kinds::All),
            name => match name.parse() {
                Ok(kind) => Ok(Kinds::One(kind)),
                Err(unknown) => Err(format!("{unknown}, or `all`")),
            },
        }
    }
}

impl HashArgs {
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        let each = |kinds: &Kinds| match kinds {
            Kinds::All => Kind::ALL.to_vec(),
            Kinds::One(kind) => vec![*kind],
        };
        let mut kinds: Vec<Kind> = Vec::new();
        for kind in self.kind.iter().flat_map(each) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }
}
