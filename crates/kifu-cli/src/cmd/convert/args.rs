//! The options of `kifu convert`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};
use kifu::jgf::{Options, Profile};
use kifu::notation::Notation;

use crate::args::input::InputArgs;
use crate::args::output::UndecodableArgs;
use crate::args::values::TreePath;
use crate::exit::Usage;

/// Convert games from one format into another, and positions into games and back
///
/// Nothing is lost on the way back: what the other format has no words for is carried along in
/// private ones, unless --no-carriage leaves it out. What is lost is told. The format of files is
/// told by what is in them, whatever they are called. A collection of SGF becomes an array of
/// records, and an array several game trees.
///
/// For notations of positions (sgn, sensei, ascii, showboard, fen) each game gives the position at
/// its end, unless --move, --path or --all say otherwise; for sensei the figures that FG divides it
/// into, if it does. All of them go into one text, unless -o is a directory or --split is given.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The format to write [default: by the name of the output: .sgf, .jgf (2), .sgn, .fen]
    #[arg(long, short, value_name = "FORMAT")]
    to: Option<ConvertTo>,

    /// The format to read [default: told by what is in the file]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<ConvertFrom>,

    /// Positions: after the Nth move of each game; 0 is the start [default: its end]
    #[arg(long = "move", value_name = "N", conflicts_with = "all")]
    pub(crate) number: Option<u32>,

    /// Positions: go along the variation that `kifu tree` shows with this path, such as `0.2.1`, to
    /// the end of its stretch [default: the main line]
    #[arg(long, value_name = "PATH")]
    pub(crate) path: Option<TreePath>,

    /// Positions: after each node of the main line, or of the way along --path
    #[arg(long)]
    pub(crate) all: bool,

    /// Write to PATH: a file, or a directory for several, in which they keep their places [default:
    /// standard output]
    #[arg(long, short, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Let files take the place of existing ones
    #[arg(long, short)]
    pub(crate) force: bool,

    /// Write no file; tell what would be lost
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    /// What to do where something is lost
    #[arg(long, value_name = "WHAT", default_value = "report")]
    pub(crate) loss: LossPolicy,

    #[command(flatten)]
    pub(crate) undecodable: UndecodableArgs,

    /// Leave out what only the way back needs, for clean files
    #[arg(long)]
    pub(crate) no_carriage: bool,

    /// Write each game of a file into a file of its own
    #[arg(long)]
    pub(crate) split: bool,

    /// For which programs to spell JGF [default: as it was, else as specified]
    #[arg(long, value_name = "PROFILE")]
    profile: Option<ProfileName>,

    /// Points as numbers in JGF 1: the same as --profile nggo
    #[arg(long, conflicts_with = "profile")]
    numeric: bool,

    /// Lay JGF out in lines, as is usual
    #[arg(long)]
    pretty: bool,

    /// Write JGF without white space
    #[arg(long, conflicts_with = "pretty")]
    compact: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConvertTo {
    Sgf,
    Jgf1,
    Jgf2,
    /// Positions, one a line, with names and comments
    Sgn,
    /// `$$` diagrams, as in Sensei's Library and forums
    Sensei,
    /// Rows of `.`, `X` and `O`
    Ascii,
    /// Boards as GNU Go prints them
    Showboard,
    /// The FEN of PlayStrategy, one position a line
    Fen,
}

impl ConvertTo {
    /// The notation, if it is one of positions.
    pub(crate) const fn notation(self) -> Option<Notation> {
        Some(match self {
            ConvertTo::Sgf | ConvertTo::Jgf1 | ConvertTo::Jgf2 => return None,
            ConvertTo::Sgn => Notation::Sgn,
            ConvertTo::Sensei => Notation::Sensei,
            ConvertTo::Ascii => Notation::Ascii,
            ConvertTo::Showboard => Notation::Showboard,
            ConvertTo::Fen => Notation::Fen,
        })
    }

    /// How names of files end.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            ConvertTo::Sgf => "sgf",
            ConvertTo::Jgf1 | ConvertTo::Jgf2 => "jgf",
            ConvertTo::Sgn => "sgn",
            ConvertTo::Sensei | ConvertTo::Ascii | ConvertTo::Showboard => "txt",
            ConvertTo::Fen => "fen",
        }
    }
}

/// What files are to be read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConvertFrom {
    Sgf,
    Jgf,
    Sgn,
    /// `$$` diagrams
    Sensei,
    /// Boards of text, of any kind
    #[value(alias = "showboard")]
    Ascii,
    Fen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LossPolicy {
    /// Tell it
    Report,
    /// Do not write that file, and exit with 1
    Error,
    /// Say nothing
    Allow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProfileName {
    /// Any that keep to the specification
    Spec,
    /// JGF 1 for ngGo: points as numbers
    Nggo,
    /// JGF 2 for Seki: players under their colours
    Seki,
}

impl ConvertArgs {
    /// The format to write.
    ///
    /// # Errors
    ///
    /// If the command line does not tell, or asks for what that format does not have.
    pub(crate) fn format(&self) -> Result<ConvertTo, Usage> {
        let extension = self.output.as_deref().and_then(Path::extension);
        let is = |name: &str| extension.is_some_and(|of| of.eq_ignore_ascii_case(name));
        let format = match self.to {
            Some(format) => format,
            None if is("sgf") => ConvertTo::Sgf,
            None if is("jgf") => ConvertTo::Jgf2,
            None if is("sgn") => ConvertTo::Sgn,
            None if is("fen") => ConvertTo::Fen,
            None => {
                let why = "which format is to be written? -t sgf, jgf1, jgf2, sgn, sensei, ascii, \
                           showboard or fen";
                return Err(Usage(why.to_owned()));
            }
        };
        let is_jgf = matches!(format, ConvertTo::Jgf1 | ConvertTo::Jgf2);
        let is_position = self.number.is_some() || self.path.is_some() || self.all;
        let why = match (format, self.profile()) {
            (_, profile) if !is_jgf && (profile.is_some() || self.pretty || self.compact) => {
                "--profile, --numeric, --pretty and --compact are for JGF"
            }
            _ if is_position && format.notation().is_none() => {
                "--move, --path and --all are for positions: -t sgn, sensei, ascii, showboard or fen"
            }
            (ConvertTo::Jgf2, Some(Profile::NgGo)) => "ngGo reads JGF 1: use -t jgf1",
            (ConvertTo::Jgf1, Some(Profile::Seki)) => "Seki reads JGF 2: use -t jgf2",
            _ => return Ok(format),
        };
        Err(Usage(why.to_owned()))
    }

    fn profile(&self) -> Option<Profile> {
        match self.profile {
            _ if self.numeric => Some(Profile::NgGo),
            None => None,
            Some(ProfileName::Spec) => Some(Profile::Spec),
            Some(ProfileName::Nggo) => Some(Profile::NgGo),
            Some(ProfileName::Seki) => Some(Profile::Seki),
        }
    }

    /// How JGF is written.
    pub(crate) fn options(&self) -> Options {
        Options {
            pretty: !self.compact,
            profile: self.profile(),
        }
    }
}
