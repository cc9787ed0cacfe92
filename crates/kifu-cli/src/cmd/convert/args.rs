//! The options of `kifu convert`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};
use kifu::convert::{Options, PositionOptions, Target};
use kifu::jgf::{self, Profile};
use kifu::notation::Notation;
use kifu::tree::game::PrivateData;
use kifu_files::Input;

use crate::args::input::InputArgs;
use crate::args::output::UndecodableArgs;
use crate::args::values::{Location, MoveArg};
use crate::exit::Usage;
use crate::locate::place;
use crate::pages::refuse_html;

/// Convert games between formats, and positions to games and back
///
/// The formats of games are SGF, JGF and GIB. The formats of positions are sgn, sensei, ascii,
/// showboard and fen; these contain the position at the end of each game, or the positions that
/// --move, --path or --all selects.
///
/// Losses are reported. Content that the output format cannot express is stored in private
/// properties (SGF) or fields (JGF), so that converting back restores it; --no-private-data omits
/// it. GIB cannot store such content. The input format is detected from the content of a file, not
/// from its name. An SGF collection becomes a JGF array, and a JGF array becomes an SGF collection.
///
/// If FG divides a game into figures, sensei shows these figures. All positions are written to one
/// file, unless -o is a directory or --split is given.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The output format [default: by the extension of -o]
    ///
    /// The extensions are .sgf, .jgf (JGF 2), .gib, .sgn and .fen.
    #[arg(long, short, value_name = "FORMAT")]
    to: Option<ConvertTo>,

    /// The input format [default: by the content of each file]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<ConvertFrom>,

    /// Write the position after move N; 0 is the start [default: the last move]
    ///
    /// N can also be an address, as in --path.
    #[arg(long = "move", value_name = "N", conflicts_with = "all")]
    pub(crate) number: Option<MoveArg>,

    /// Write the position at this address, such as `m91:2.3` or `#17`
    ///
    /// `kifu tree` shows the addresses; `#17` is the 17th node of the game in file order. With
    /// --move N, writes the position after move N of the line through the address.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) path: Option<Location>,

    /// Write the position after each node of the line
    ///
    /// The line is the main line, or the line that --path selects.
    #[arg(long)]
    pub(crate) all: bool,

    /// Write to a file or, for several files, a directory
    ///
    /// In a directory, files keep their relative paths. Without -o, the output goes to standard
    /// output.
    #[arg(long, short, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite existing files
    #[arg(long, short)]
    pub(crate) force: bool,

    /// Write no files; report what would be lost
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    /// What to do if the output format cannot express some content
    #[arg(long, value_name = "ACTION", default_value = "report")]
    pub(crate) loss: LossPolicy,

    #[command(flatten)]
    pub(crate) undecodable: UndecodableArgs,

    /// Omit content that the output format cannot express
    ///
    /// By default, this content is stored in private properties or fields, so that converting back
    /// restores it.
    #[arg(long)]
    pub(crate) no_private_data: bool,

    /// Write each game of a file to its own file
    #[arg(long)]
    pub(crate) split: bool,

    /// The dialect of JGF to write: spec, or that of a program
    ///
    /// Without this option, JGF keeps the profile of the input, and other formats become spec.
    #[arg(long, value_name = "PROFILE")]
    profile: Option<ProfileName>,

    /// Write points as numbers in JGF 1; same as --profile nggo
    #[arg(long, conflicts_with = "profile")]
    numeric: bool,

    /// Write JGF with indentation (the default)
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
    /// GIB, the format of the Tygem server, with one game per file
    Gib,
    /// Positions, one per line, with names and comments
    Sgn,
    /// `$$` diagrams, as in Sensei's Library and forums
    Sensei,
    /// Rows of `.`, `X` and `O`
    Ascii,
    /// Boards as GNU Go prints them
    Showboard,
    /// The FEN of PlayStrategy, one position per line
    Fen,
}

impl ConvertTo {
    fn target(self) -> Target {
        match self {
            ConvertTo::Sgf => Target::Sgf,
            ConvertTo::Jgf1 => Target::Jgf1,
            ConvertTo::Jgf2 => Target::Jgf2,
            ConvertTo::Gib => Target::Gib,
            ConvertTo::Sgn => Target::Positions(Notation::Sgn),
            ConvertTo::Sensei => Target::Positions(Notation::Sensei),
            ConvertTo::Ascii => Target::Positions(Notation::Ascii),
            ConvertTo::Showboard => Target::Positions(Notation::Showboard),
            ConvertTo::Fen => Target::Positions(Notation::Fen),
        }
    }
}

/// The format that the input files are read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConvertFrom {
    Sgf,
    Jgf,
    Gib,
    Ngf,
    /// JSON of the API of OGS
    Ogs,
    Ugf,
    Sgn,
    /// `$$` diagrams
    Sensei,
    /// Text diagrams in any style
    #[value(alias = "showboard")]
    Ascii,
    Fen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LossPolicy {
    /// Write the file, and report the loss
    Report,
    /// Do not write the file, and count it as failed
    Error,
    /// Write the file, and do not report the loss
    Allow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProfileName {
    /// JGF as specified
    Spec,
    /// JGF 1 for ngGo: points as numbers
    Nggo,
    /// JGF 2 for Seki: players keyed by colour
    Seki,
}

impl ConvertArgs {
    /// Returns the format to write.
    ///
    /// # Errors
    ///
    /// If the command line determines no format, or has options that the format does not support.
    pub(crate) fn format(&self) -> Result<Target, Usage> {
        refuse_html(self.output.as_deref())?;
        let extension = self.output.as_deref().and_then(Path::extension);
        let is = |name: &str| extension.is_some_and(|of| of.eq_ignore_ascii_case(name));
        let format = match self.to {
            Some(format) => format.target(),
            None if is("sgf") => Target::Sgf,
            None if is("jgf") => Target::Jgf2,
            None if is("gib") => Target::Gib,
            None if is("sgn") => Target::Positions(Notation::Sgn),
            None if is("fen") => Target::Positions(Notation::Fen),
            None => {
                let why = "no output format given; use `-t` with sgf, jgf1, jgf2, gib, sgn, sensei, \
                           ascii, showboard or fen";
                return Err(Usage(why.to_owned()));
            }
        };
        let is_jgf = matches!(format, Target::Jgf1 | Target::Jgf2);
        let is_position = self.number.is_some() || self.path.is_some() || self.all;
        let why = match (format, self.profile()) {
            (_, profile) if !is_jgf && (profile.is_some() || self.pretty || self.compact) => {
                "`--profile`, `--numeric`, `--pretty` and `--compact` need JGF output; use `-t jgf1` or \
                 `-t jgf2`"
            }
            _ if is_position && format.notation().is_none() => {
                "`--move`, `--path` and `--all` need a position notation; use `-t` with sgn, \
                 sensei, ascii, showboard or fen"
            }
            (Target::Jgf2, Some(Profile::NgGo)) => "ngGo reads JGF 1; use `-t jgf1`",
            (Target::Jgf1, Some(Profile::Seki)) => "Seki reads JGF 2; use `-t jgf2`",
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

    /// Returns the options of the conversion of an input.
    pub(crate) fn options(&self, format: Target, input: &Input) -> Options {
        let private_data = if self.no_private_data {
            PrivateData::Omit
        } else {
            PrivateData::Write
        };
        let stem = match (format, input.place()) {
            (Target::Positions(Notation::Sgn), Some(path)) => path.file_stem(),
            _ => None,
        };
        let (location, number) = place(self.path.as_ref(), self.number.as_ref());
        Options {
            private_data,
            jgf: jgf::Options {
                pretty: !self.compact,
                profile: self.profile(),
            },
            split: self.split,
            positions: PositionOptions {
                location,
                number,
                all: self.all,
                name: stem.unwrap_or_default().to_string_lossy().into_owned(),
            },
        }
    }
}
