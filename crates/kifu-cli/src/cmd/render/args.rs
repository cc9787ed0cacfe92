//! The options of `kifu render`.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum, ValueHint};

use super::motion::MotionArgs;
use crate::args::input::InputArgs;
use crate::args::values::{Location, MoveArg, MoveRange};

/// Draw positions and games as SVG, PNG, GIF, APNG, `$$` diagrams or text
///
/// Draws the figures that the game defines (FG), or else the final position, or the first position
/// of a problem without the answers. Options such as --move select other positions. Without -o, a
/// single drawing goes to standard output. `kifu help render` also lists the options of moving pictures.
///
/// GIF and APNG are moving pictures of the whole game, of the moves of --moves, or of a recording. Their speed, their comments and
/// the number of repetitions have options of their own.
#[derive(Debug, Args)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write to a file or, for several files, a directory
    ///
    /// A directory is created if necessary, and drawings in it keep the relative paths of the input
    /// files. For a single input, a PATH that ends in `/` is a directory. If a game has several
    /// figures, the file names are numbered, such as `out-1.svg`.
    #[arg(long, short, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite existing files
    #[arg(long, short, requires = "output")]
    pub(crate) force: bool,

    /// The output format [default: by the extension of -o, or svg]
    ///
    /// The extensions are .svg, .png, .gif, .apng and .txt.
    #[arg(long = "to", short, value_name = "FORMAT")]
    pub(crate) to: Option<PictureFormat>,

    /// Draw the position after move N; 0 is the start
    ///
    /// N can also be an address, as in --path.
    #[arg(long = "move", value_name = "N", conflicts_with_all = ["moves", "per_figure"])]
    pub(crate) number: Option<MoveArg>,

    /// Draw the position at this address, such as `m91:2.3` or `#17`
    ///
    /// `kifu tree` shows the addresses; `#17` is the 17th node of the game in file order. With
    /// --move, --moves or --per-figure, draws the line through the address instead of the main
    /// line.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) path: Option<Location>,

    /// Draw these moves with numbers, such as `1-100`
    ///
    /// `50-` selects the moves from 50 on, and `57` a single move. The moves are drawn on the
    /// position before the first of them.
    #[arg(long, value_name = "RANGE")]
    pub(crate) moves: Option<MoveRange>,

    /// Draw all moves with numbers, N moves per figure
    #[arg(long, value_name = "N")]
    pub(crate) per_figure: Option<NonZeroU32>,

    /// Draw the Nth game of each file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: NonZeroUsize,

    /// The area of the board to draw: `C3:K10`, `auto` or `whole`
    ///
    /// Two points such as `C3:K10` are opposite corners, and `auto` is the area around the stones
    /// and marks. Without this option, kifu draws the area that VW defines, or else the whole
    /// board.
    #[arg(long, value_name = "AREA")]
    pub(crate) view: Option<ViewArg>,

    /// The coordinates at the edges [default: western, unless FG hides them]
    #[arg(long, value_name = "STYLE")]
    pub(crate) coordinates: Option<CoordinateNames>,

    /// The colour theme
    #[arg(long, value_name = "THEME", default_value = "wood")]
    pub(crate) theme: ThemeName,

    /// Write the colours of SVG as CSS variables
    ///
    /// A web page can then set variables such as `--kifu-board`. Programs other than browsers may
    /// draw the board black.
    #[arg(long)]
    pub(crate) css_variables: bool,

    /// The width of drawings in pixels, from 1 to 16384 [default: 30 per point]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=16_384))]
    pub(crate) width: Option<u32>,

    #[command(flatten)]
    pub(crate) motion: MotionArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    Svg,
    Png,
    /// A moving picture
    Gif,
    /// A moving picture in PNG
    Apng,
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
