//! The options of `kifu render`.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum, ValueHint};

use crate::args::input::InputArgs;
use crate::args::values::{MoveRange, TreePath};

/// Draw positions and figures of games: SVG, PNG, `$$` diagrams, text
///
/// Without options for moves, the figures that the game is divided into (FG), else the position
/// at its end. A single drawing goes to standard output without -o.
#[derive(Debug, Args)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write to PATH: a file, or a directory for several files; several figures of a file are
    /// numbered, as `out-1.svg`
    #[arg(long, short, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Let files take the place of existing ones
    #[arg(long, requires = "output")]
    pub(crate) force: bool,

    /// What to draw [default: by the name of the output, else svg]
    #[arg(long = "to", short, value_name = "FORMAT")]
    pub(crate) to: Option<Picture>,

    /// The position after the Nth move; 0 is the start
    #[arg(long = "move", value_name = "N", conflicts_with_all = ["moves", "per_figure"])]
    pub(crate) number: Option<u32>,

    /// Go along the variation that `kifu tree` shows with this path, such as `0.2.1`, to the
    /// end of its stretch [default: the main line]
    #[arg(long, value_name = "PATH")]
    pub(crate) path: Option<TreePath>,

    /// Number these moves, such as `1-100`, `50-` or `57`, on the position before them
    #[arg(long, value_name = "RANGE")]
    pub(crate) moves: Option<MoveRange>,

    /// Number all moves, so many in each figure
    #[arg(long, value_name = "N")]
    pub(crate) per_figure: Option<NonZeroU32>,

    /// The Nth game of each file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: NonZeroUsize,

    /// The part to show: two opposite corners as `C3:K10`, `auto` for what lies around the
    /// stones and marks, `whole` [default: as VW says, else the whole board]
    #[arg(long, value_name = "PART")]
    pub(crate) view: Option<Part>,

    /// The names at the sides [default: western, unless FG has none]
    #[arg(long, value_name = "NAMES")]
    pub(crate) coordinates: Option<Names>,

    /// The colours
    #[arg(long, value_name = "THEME", default_value = "wood")]
    pub(crate) theme: ThemeName,

    /// How wide, in pixels
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=16_384))]
    pub(crate) width: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Picture {
    Svg,
    Png,
    /// A `$$` diagram, as in Sensei's Library and forums
    Sensei,
    /// Round stones of Unicode
    Text,
}

/// A part of the board.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Auto,
    Whole,
    /// Two points by their Western names: what they are depends on the board.
    Between(String, String),
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        match text {
            "auto" => Ok(Part::Auto),
            "whole" => Ok(Part::Whole),
            _ => match text.split_once(':') {
                Some((one, other)) => Ok(Part::Between(one.to_owned(), other.to_owned())),
                None => Err("expected two points such as `C3:K10`, `auto` or `whole`".to_owned()),
            },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Names {
    /// A to T without I, and numbers from the bottom
    Western,
    /// The letters of SGF, from the top left
    Sgf,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeName {
    Wood,
    /// Black on white
    Print,
    /// For dark pages
    Night,
}
