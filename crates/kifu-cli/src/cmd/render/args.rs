//! The options of `kifu render`.

use std::num::{NonZeroU16, NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};

use super::theme::{ThemeArg, ThemeParser};
use crate::args::input::InputArgs;
use crate::args::values::{Location, MoveArg, MoveRange, parse_duration, parse_speed};
use crate::exit::Usage;
#[cfg(feature = "png")]
use crate::graphics::Graphics;

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
    /// position before the first of them. In GIF and APNG, they are played without numbers.
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

    /// The coordinates: western, sgf or none [default: western, or as FG]
    ///
    /// `western` is A to T without I, and numbers from the bottom; `sgf` is the letters of SGF,
    /// from the top left. Without this option, figures have Western coordinates, unless FG hides
    /// them.
    #[arg(long, value_name = "STYLE", hide_possible_values = true)]
    pub(crate) coordinates: Option<CoordinateNames>,

    /// Show the name, the players and the result of the game above the board
    ///
    /// With --sheet, they are above each sheet.
    #[arg(long)]
    pub(crate) caption: bool,

    /// Show this text as the name of the game; implies --caption
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Draw several figures on each sheet, such as `2x3`
    ///
    /// `2x3` is 2 columns and 3 rows. Use it with --per-figure, or with games that define figures. Several sheets are numbered
    /// like several figures.
    #[arg(long, value_name = "SIZE")]
    pub(crate) sheet: Option<SheetArg>,

    /// Draw only the board, with lines that stay visible in a small picture
    ///
    /// Numbers, labels, coordinates and captions are left out. The default width is 10 pixels per
    /// point; 5 pixels are enough.
    #[arg(long, conflicts_with_all = ["caption", "title", "coordinates"])]
    pub(crate) thumbnail: bool,

    /// The theme: wood, shaded, print, night or FILE.toml [default: wood]
    ///
    /// A file sets colours (`board = "#e4ba6e"`), widths in thousandths of the distance between
    /// points (`line-width = 38`), and `shading` and `grain` in percent. All other values are those
    /// of the theme in `base`. The gallery in the documentation lists all keys.
    #[arg(long, value_name = "THEME", value_parser = ThemeParser, hide_possible_values = true)]
    pub(crate) theme: Option<ThemeArg>,

    /// The protocol for pictures in the terminal
    ///
    /// `auto` shows the picture if standard output is a terminal that is known to have a protocol,
    /// and neither -o nor --to is used. `kitty`, `iterm2` and `sixel` write the picture even if
    /// standard output is not a terminal, and `none` never does.
    #[cfg(feature = "png")]
    #[arg(
        long,
        value_name = "PROTOCOL",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) graphics: Graphics,

    /// Write the colours of SVG as CSS variables
    ///
    /// A web page can then set variables such as `--kifu-board`. Programs other than browsers may
    /// draw the board black. The drawing has no shading and no grain.
    #[arg(long)]
    pub(crate) css_variables: bool,

    /// The width in pixels, from 1 to 16384 [default: 30 per point]
    ///
    /// The default of --thumbnail is 10 per point. GIF and APNG can have at most 4096 pixels.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=16_384))]
    pub(crate) width: Option<u32>,

    #[command(flatten)]
    pub(crate) motion: MotionArgs,
}

impl RenderArgs {
    /// Refuses options that do not apply to a format.
    pub(crate) fn refuse_options(&self, format: PictureFormat) -> Result<(), Usage> {
        let is_text = matches!(format, PictureFormat::Text | PictureFormat::Sensei);
        let of_pictures = [
            ("--thumbnail", self.thumbnail),
            ("--theme", self.theme.is_some()),
            ("--width", self.width.is_some()),
            ("--css-variables", self.css_variables),
        ];
        let used = of_pictures.into_iter().find(|(_, is_used)| *is_used);
        if let Some((option, _)) = used.filter(|_| is_text) {
            let why = format!("`{option}` applies only to pictures, such as `-o game.svg`");
            return Err(Usage(why));
        }
        if self.css_variables && format == PictureFormat::Png {
            let why = "`--css-variables` applies only to SVG";
            return Err(Usage(why.to_owned()));
        }
        let why = if matches!(format, PictureFormat::Gif | PictureFormat::Apng) {
            let still = [
                ("--move", self.number.is_some()),
                ("--per-figure", self.per_figure.is_some()),
                ("--css-variables", self.css_variables),
                ("--sheet", self.sheet.is_some()),
                ("--thumbnail", self.thumbnail),
                ("--caption", self.caption),
                ("--title", self.title.is_some()),
            ];
            let used = still.into_iter().find(|(_, is_used)| *is_used);
            used.map(|(option, _)| format!("`{option}` does not apply to GIF and APNG"))
        } else {
            let used = self.motion.used();
            used.map(|option| {
                format!("`{option}` applies only to GIF and APNG, such as `-o game.gif`")
            })
        };
        why.map_or(Ok(()), |why| Err(Usage(why)))
    }
}

/// The options of moving pictures.
#[derive(Debug, Args)]
pub(crate) struct MotionArgs {
    /// In GIF and APNG, the time after each move, in seconds [default: 0.6]
    #[arg(long, hide_short_help = true, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) delay: Option<Duration>,

    /// The minimum time for the last picture [default: 3] and for comments [default: 2]
    ///
    /// Long comments are shown page by page, each for at least the time that it takes to read.
    #[arg(long, hide_short_help = true, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) pause: Option<Duration>,

    /// In GIF and APNG, show the comments below the board
    #[arg(long, hide_short_help = true)]
    pub(crate) comments: bool,

    /// Play a GIF or an APNG N times [default: forever]
    #[arg(long, hide_short_help = true, value_name = "N")]
    pub(crate) plays: Option<NonZeroU16>,

    /// The recording to draw if the file has several: its name, or its number from 1
    ///
    /// RGF files and bundles are drawn as recordings, and SGF files as games unless this option is used.
    #[arg(long, hide_short_help = true, value_name = "NAME|N")]
    pub(crate) recording: Option<String>,

    /// The speed of a recording, as a multiple of the recorded speed, from 0.01 to 100 [default: 1]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = parse_speed)]
    pub(crate) speed: Option<NonZeroU32>,

    /// Shorten the pauses of a recording to at most TIME, at the recorded speed
    #[arg(long, hide_short_help = true, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) idle_limit: Option<Duration>,
}

impl MotionArgs {
    /// The first option that was used.
    pub(crate) fn used(&self) -> Option<&'static str> {
        let options = [
            ("--delay", self.delay.is_some()),
            ("--pause", self.pause.is_some()),
            ("--comments", self.comments),
            ("--plays", self.plays.is_some()),
            ("--recording", self.recording.is_some()),
            ("--speed", self.speed.is_some()),
            ("--idle-limit", self.idle_limit.is_some()),
        ];
        let used = options.into_iter().find(|(_, is_used)| *is_used);
        used.map(|(option, _)| option)
    }
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

/// The columns and rows of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SheetArg {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

impl FromStr for SheetArg {
    type Err = String;

    fn from_str(text: &str) -> Result<SheetArg, String> {
        let sides = text
            .split_once('x')
            .map(|(columns, rows)| (columns.parse(), rows.parse()));
        match sides {
            Some((Ok(columns @ 1..=20), Ok(rows @ 1..=20))) => Ok(SheetArg { columns, rows }),
            _ => Err("expected two numbers from 1 to 20, such as `2x3`".to_owned()),
        }
    }
}
