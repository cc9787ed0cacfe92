//! The options of `kifu render`.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum, ValueHint};

use crate::args::input::InputArgs;
use crate::args::values::{Location, MoveArg, MoveRange};

/// Draw positions and figures of games as SVG, PNG, `$$` diagrams or text
///
/// Without options that choose moves, draws the figures of the game (FG) or, if there are none, the
/// position at its end. Without -o, a single drawing goes to standard output.
#[derive(Debug, Args)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write to PATH: a file, or a directory for several files
    ///
    /// If there are several figures, their file names are numbered, such as `out-1.svg`.
    #[arg(long, short, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite existing files
    #[arg(long, short, requires = "output")]
    pub(crate) force: bool,

    /// The format to write [default: from the extension of the output (.svg, .png or .txt),
    /// otherwise svg]
    #[arg(long = "to", short, value_name = "FORMAT")]
    pub(crate) to: Option<PictureFormat>,

    /// Draw the position after move N, or at a place such as `m91:2.3`; 0 is the start
    #[arg(long = "move", value_name = "N", conflicts_with_all = ["moves", "per_figure"])]
    pub(crate) number: Option<MoveArg>,

    /// Draw the position at this place, such as `m91:2.3`, as `kifu tree` shows it
    ///
    /// With --move, --moves or --per-figure, use the line through it [default: the main line].
    #[arg(long, value_name = "PLACE")]
    pub(crate) path: Option<Location>,

    /// Draw these moves with their numbers, such as `1-100`, `50-` or `57`, on the position before
    /// them
    #[arg(long, value_name = "RANGE")]
    pub(crate) moves: Option<MoveRange>,

    /// Draw all moves in figures of N moves each, and number them
    #[arg(long, value_name = "N")]
    pub(crate) per_figure: Option<NonZeroU32>,

    /// The Nth game of each file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: NonZeroUsize,

    /// The part of the board to show: two opposite corners such as `C3:K10`, `auto` for the area
    /// around the stones and marks, or `whole`
    ///
    /// The default is the view in VW, or the whole board.
    #[arg(long, value_name = "PART")]
    pub(crate) view: Option<ViewArg>,

    /// The coordinates at the sides [default: western, unless FG turns them off]
    #[arg(long, value_name = "NAMES")]
    pub(crate) coordinates: Option<CoordinateNames>,

    /// The colour theme
    #[arg(long, value_name = "THEME", default_value = "wood")]
    pub(crate) theme: ThemeName,

    /// Write the colours of SVG as CSS variables such as `--kifu-board`, for web pages
    ///
    /// A page can set them. Programs other than browsers may draw them black.
    #[arg(long)]
    pub(crate) css_variables: bool,

    /// The width in pixels, from 1 to 16384
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=16_384))]
    pub(crate) width: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    Svg,
    Png,
    /// A `$$` diagram, as in Sensei's Library and forums
    Sensei,
    /// Text with round stones in Unicode
    Text,
}

/// The part of the board to draw.
#[derive(Clone, Debug)]
pub(crate) enum ViewArg {
    Auto,
    Whole,
    /// The Western names of two corners; their points depend on the size of the board.
    Between(String, String),
}

impl FromStr for ViewArg {
    type Err = String;

    fn from_str(text: &str) -> Result<ViewArg, String> {
        match text {
            "auto" => Ok(ViewArg::Auto),
            "whole" => Ok(ViewArg::Whole),
            _ => match text.split_once(':') {
                Some((one, other)) => Ok(ViewArg::Between(one.to_owned(), other.to_owned())),
                None => Err("expected two points such as `C3:K10`, `auto` or `whole`".to_owned()),
            },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoordinateNames {
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
