//! The command line.

mod bench;
mod copies;
mod parts;
mod problem;
mod rec;
mod search;
mod select;

use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum, ValueHint};
use kifu::charset::{Charset, Hint};
use kifu::check::{Ruling, Settings};
use kifu::jgf::{Options, Profile};
use kifu::notation::Notation;
use kifu::rules::Rules;
use kifu::sgf::{Undecodable, canonical};
use kifu::span::{Code, Severity};

use crate::archive::Kind;
use crate::exit::Usage;
use crate::input::is_folder_in_archive;

pub(crate) use self::bench::*;
pub(crate) use self::copies::*;
pub(crate) use self::parts::*;
pub(crate) use self::problem::*;
pub(crate) use self::rec::*;
pub(crate) use self::search::*;
pub(crate) use self::select::*;

/// Look at, check and pass on Go game records.
///
/// Whatever the bytes are, they are read; what is wrong with them is reported, and
/// nothing is ever changed by reading.
#[derive(Debug, Parser)]
#[command(name = "kifu", version, after_help = EXIT_CODES, max_term_width = 100)]
pub(crate) struct Cli {
    /// When to use colours; NO_COLOR is honoured
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    pub(crate) color: Color,

    #[command(subcommand)]
    pub(crate) verb: Verb,
}

const EXIT_CODES: &str = "@FILE in place of an argument stands for the arguments that FILE holds, one a line.\n\n\
    Exit codes: 0 all well, 1 the answer is no, 2 bad usage, 3 some inputs could not be read \
    or written, 4 none could be.";

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Info(InfoArgs),
    Check(CheckArgs),
    Charset(CharsetArgs),
    Convert(ConvertArgs),
    Fix(FixArgs),
    Fmt(FmtArgs),
    Transform(TransformArgs),
    Hash(HashArgs),
    Diff(DiffArgs),
    Dedupe(DedupeArgs),
    Merge(MergeArgs),
    Rename(RenameArgs),
    Find(Box<FindArgs>),
    Next(NextArgs),
    Index(IndexArgs),
    Stats(StatsArgs),
    Explain(ExplainArgs),
    Codes(CodesArgs),
    Cat(CatArgs),
    Split(SplitArgs),
    Extract(ExtractArgs),
    Strip(StripArgs),
    Tree(TreeArgs),
    Show(ShowArgs),
    Render(RenderArgs),
    Score(ScoreArgs),
    Problem(ProblemArgs),
    Rec(RecArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
    /// Explain the expressions that select games
    #[command(hide = true, override_help = kifu::select::HELP)]
    Select,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    /// If standard output is a terminal
    Auto,
    Always,
    Never,
}

impl Color {
    pub(crate) fn apply(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// Which files, and how to go through them.
#[derive(Clone, Debug, Args)]
pub(crate) struct InputArgs {
    /// Files, and directories and archives to search; `-` is standard input, as is no PATH
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// Also take the paths that FILE lists, one a line; `-` is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files_from: Option<PathBuf>,

    /// The list of --files-from ends each path with a NUL, as `find -print0` writes it
    #[arg(long, short = '0')]
    pub(crate) null: bool,

    /// -0 also tells how names are written, and needs no list.
    #[arg(skip)]
    pub(crate) null_names: bool,

    /// In directories, take only files that match GLOB (`!GLOB`: do not match)
    #[arg(long, value_name = "GLOB", value_parser = parse_glob)]
    pub(crate) glob: Vec<String>,

    /// Directories are always searched; this is for those who are used to say so
    #[arg(short, hide = true)]
    pub(crate) recursive: bool,

    /// In directories and archives, take backups too: files whose name ends with .orig, and what a run that
    /// was killed left behind (.kifu-*). A file that is named is always read
    #[arg(long)]
    pub(crate) include_backups: bool,

    /// How many files to work on at a time [default: one per core]
    #[arg(long, short, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Stop at the first file that cannot be read or written
    #[arg(long)]
    pub(crate) strict: bool,

    /// Do not show progress on a terminal
    #[arg(long)]
    pub(crate) no_progress: bool,

    /// In directories, leave out the backups that an earlier run made with this suffix.
    #[arg(skip)]
    pub(crate) backups: Option<String>,

    /// In directories, leave out this file or folder, to which the run writes.
    #[arg(skip)]
    pub(crate) output: Option<PathBuf>,
}

impl InputArgs {
    /// Whether there can be more than one file.
    pub(crate) fn are_several(&self) -> bool {
        let is_folder = |path: &PathBuf| match path.exists() {
            true => path.is_dir() || Kind::of(path).is_some_and(Kind::is_folder),
            false => is_folder_in_archive(path),
        };
        self.files_from.is_some() || self.paths.len() > 1 || self.paths.iter().any(is_folder)
    }

    /// What is to be rewritten: not the backups of an earlier time.
    pub(crate) fn for_rewriting(&self, output: &RewriteArgs) -> InputArgs {
        InputArgs {
            backups: output.in_place.clone(),
            ..self.without(output.output.as_deref())
        }
    }

    /// The same, but for what the run itself writes, where that lies in a directory.
    pub(crate) fn without(&self, output: Option<&Path>) -> InputArgs {
        InputArgs {
            output: output.map(Path::to_owned),
            ..self.clone()
        }
    }
}

fn parse_glob(glob: &str) -> Result<String, ignore::Error> {
    let mut builder = ignore::overrides::OverrideBuilder::new("");
    builder.add(glob)?;
    builder.build()?;
    Ok(glob.to_owned())
}

/// Show what files hold: players, result, size and shape, charset
#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write one JSON array with an object for each file
    #[arg(long)]
    pub(crate) json: bool,

    /// Write a JSON object on a line for each file
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,

    /// Write totals over all files only
    #[arg(long, conflicts_with = "select")]
    pub(crate) summary: bool,

    #[command(flatten)]
    pub(crate) games: SelectArgs,
    /// For each game write what these properties say, and nothing else: a line with the file, the
    /// number of the game and the values, with tabs between them
    #[arg(
        long,
        value_name = "PROPS",
        value_delimiter = ',',
        value_parser = parse_ident,
        conflicts_with = "summary"
    )]
    pub(crate) fields: Vec<String>,
}

/// Find what is wrong with files, and show where
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) judging: JudgingArgs,

    /// How to write findings
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: CheckFormat,

    /// Exit with 1 for findings at or above a level [default: error], or with a code
    #[arg(long, value_name = "LEVEL|CODE", value_delimiter = ',')]
    pub(crate) deny: Vec<Denied>,

    /// Take no notice of findings with these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = parse_code)]
    pub(crate) allow: Vec<&'static Code>,

    /// Show findings from this level up
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub(crate) level: Level,

    /// Write only how often each code was found, and in how many files
    #[arg(long)]
    pub(crate) summary: bool,

    /// Show every finding to humans, not just the first ones of a file
    #[arg(long)]
    pub(crate) all: bool,

    /// Write nothing; the exit code tells
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// The line with the place marked
    Human,
    /// One array with an object for each file
    Json,
    /// An object on a line for each file
    Jsonl,
    /// A SARIF 2.1.0 log, for editors and code hosts
    Sarif,
}

/// By which rules moves are judged.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct JudgingArgs {
    /// Judge moves by these rules; `none` does not [default: those that RU names, else japanese]
    #[arg(long, value_name = "RULES")]
    rules: Option<RulesName>,
}

impl JudgingArgs {
    pub(crate) fn settings(self) -> Settings {
        Settings {
            rules: match self.rules.map(RulesName::rules) {
                None => Ruling::Stated,
                Some(Some(rules)) => Ruling::By(rules),
                Some(None) => Ruling::Off,
            },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    Error,
    Warning,
    Info,
}

impl Level {
    pub(crate) fn severity(self) -> Severity {
        match self {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Info => Severity::Info,
        }
    }
}

/// What must not be found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Denied {
    From(Severity),
    Code(&'static Code),
}

impl FromStr for Denied {
    type Err = String;

    fn from_str(text: &str) -> Result<Denied, String> {
        match Level::from_str(text, false) {
            Ok(level) => Ok(Denied::From(level.severity())),
            Err(_) => parse_code(text)
                .map(Denied::Code)
                .map_err(|why| format!("{why}, or `error`, `warning`, `info`")),
        }
    }
}

/// A code of the catalogue, with or without its group.
fn parse_code(text: &str) -> Result<&'static Code, String> {
    let known = |code: &&Code| {
        code.name == text
            || code
                .name
                .split_once('/')
                .is_some_and(|(_, kind)| kind == text)
    };
    let mut found = kifu::codes().filter(known);
    match (found.next(), found.next()) {
        (Some(code), None) => Ok(code),
        (Some(a), Some(b)) => Err(format!("`{}` or `{}`?", a.name, b.name)),
        (None, _) => Err("expected a code of those that `kifu codes` lists".to_owned()),
    }
}

/// Show which charset files are in, and what told; or convert them
///
/// A guess says how sure it is. Converting decodes each text, encodes it anew, sets CA, and
/// leaves everything else as it is; a file with text that does not decode, or does not fit,
/// is refused.
#[derive(Debug, Args)]
#[command(group(
    ArgGroup::new("converting")
        .args(["in_place", "output", "dry_run", "diff"])
        .multiple(true)
        .requires("to")
))]
pub(crate) struct CharsetArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Where the files come from, for what they leave open: a country (cn, tw, jp, kr, ru, …), a
    /// language or a charset
    #[arg(long, value_name = "PLACE", value_parser = parse_hint)]
    pub(crate) hint: Option<Hint>,

    /// Decide once for each folder, for the files in it that leave it open
    #[arg(long)]
    pub(crate) vote: bool,

    /// The charset that the files are in, whatever they say
    #[arg(long, value_name = "CHARSET", value_parser = parse_charset, conflicts_with_all = ["hint", "vote"])]
    pub(crate) from: Option<Charset>,

    /// Convert to this charset; a single file goes to standard output without -o or -i
    #[arg(long, value_name = "CHARSET", value_parser = parse_charset)]
    pub(crate) to: Option<Charset>,

    #[command(flatten)]
    pub(crate) undecodable: UndecodableArgs,

    /// Write one JSON array with an object for each file
    #[arg(long, conflicts_with = "to")]
    pub(crate) json: bool,

    /// Write a JSON object on a line for each file
    #[arg(long, conflicts_with_all = ["json", "to"])]
    pub(crate) jsonl: bool,

    /// Write only how many files are in each charset, and how sure that is
    #[arg(long, conflicts_with = "to")]
    pub(crate) summary: bool,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,
}

fn parse_hint(text: &str) -> Result<Hint, String> {
    Hint::for_label(text).ok_or_else(|| {
        "expected a country such as `cn`, a language such as `ja`, or a charset".to_owned()
    })
}

fn parse_charset(text: &str) -> Result<Charset, String> {
    Charset::for_label(text.as_bytes())
        .ok_or_else(|| "expected a charset such as `utf-8`, `gbk` or `shift-jis`".to_owned())
}

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

/// What becomes of text that does not decode.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct UndecodableArgs {
    /// What to do with text that its charset does not decode, or whose charset is too unsure a guess
    #[arg(long = "undecodable", value_name = "WHAT", default_value = "refuse")]
    what: OnUndecodable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OnUndecodable {
    /// Refuse the file
    Refuse,
    /// Write U+FFFD for each sequence of bytes that does not decode
    Replace,
    /// Keep the bytes of that value
    Keep,
}

impl UndecodableArgs {
    pub(crate) fn policy(self) -> Undecodable {
        match self.what {
            OnUndecodable::Refuse => Undecodable::Refuse,
            OnUndecodable::Replace => Undecodable::Replace,
            OnUndecodable::Keep => Undecodable::Keep,
        }
    }
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

/// Mend files: only the bytes at fault are changed
///
/// Without -o or -i the mended text of a single file goes to standard output. Nothing is
/// mended unless it is named: --all-safe, --only or --unsafe.
#[derive(Debug, Args)]
pub(crate) struct FixArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) judging: JudgingArgs,

    /// Make every repair of which there is no doubt
    #[arg(long, conflicts_with = "only")]
    pub(crate) all_safe: bool,

    /// Make the safe repairs of these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = parse_code)]
    pub(crate) only: Vec<&'static Code>,

    /// Make the doubtful repairs of these codes too; `all` for those of every code
    #[arg(long = "unsafe", value_name = "CODE", value_delimiter = ',')]
    pub(crate) doubtful: Vec<Doubtful>,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,
}

/// Doubtful repairs to make.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Doubtful {
    All,
    Of(&'static Code),
}

impl FromStr for Doubtful {
    type Err = String;

    fn from_str(text: &str) -> Result<Doubtful, String> {
        match text {
            "all" => Ok(Doubtful::All),
            text => parse_code(text).map(Doubtful::Of),
        }
    }
}

/// Write whole files anew, in one form for all: FF[4] in UTF-8
///
/// Every node, move, mark and text is kept; what they are called, how they are spelled, and
/// their order and lines are as the specification has them. Formatted twice is formatted
/// once. A file with text that does not decode is refused; what means nothing, such as text
/// between games, is left out and told. Without -o or -i the text of a single file goes to
/// standard output.
#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write nothing but the names of files that would change; exit with 1 if there are any
    #[arg(long, conflicts_with_all = ["in_place", "output"])]
    pub(crate) check: bool,

    /// The version of SGF to write
    #[arg(long, value_name = "VERSION", default_value = "4", value_parser = ["4"])]
    ff: String,

    /// Break lines before they get longer than N characters, between properties and values only
    #[arg(long, value_name = "N|none", default_value = "72")]
    wrap: Wrap,

    /// Start a line at each node
    #[arg(long)]
    one_move_per_line: bool,

    /// Start a line at each game only
    #[arg(long, conflicts_with = "one_move_per_line")]
    compact: bool,

    /// How to write lists of points
    #[arg(long, value_name = "HOW", default_value = "compress")]
    points: Points,

    /// The same as --points expand
    #[arg(long, conflicts_with = "points")]
    expand_points: bool,

    /// How to write a pass
    #[arg(long, value_name = "HOW", default_value = "empty")]
    pass: Pass,

    /// How to end lines
    #[arg(long, value_name = "HOW", default_value = "lf")]
    linebreaks: LineBreaks,

    /// What to do with text before the first game
    #[arg(long, value_name = "WHAT", default_value = "drop")]
    header: Header,

    #[command(flatten)]
    undecodable: UndecodableArgs,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,
}

impl FmtArgs {
    /// Whether there is no line for each node, and in JGF no white space.
    pub(crate) fn is_compact(&self) -> bool {
        self.compact
    }

    pub(crate) fn style(&self) -> canonical::Style {
        canonical::Style {
            wrap: self.wrap.0,
            layout: match (self.one_move_per_line, self.compact) {
                (true, _) => canonical::Layout::OneMovePerLine,
                (false, true) => canonical::Layout::Compact,
                (false, false) => canonical::Layout::Flowing,
            },
            points: match self.points {
                _ if self.expand_points => canonical::Points::Expand,
                Points::Compress => canonical::Points::Compress,
                Points::Expand => canonical::Points::Expand,
                Points::Keep => canonical::Points::Keep,
            },
            pass: match self.pass {
                Pass::Empty => canonical::Pass::Empty,
                Pass::Tt => canonical::Pass::Tt,
            },
            line_break: match self.linebreaks {
                LineBreaks::Lf => canonical::LineBreak::Lf,
                LineBreaks::Crlf => canonical::LineBreak::CrLf,
            },
            header: match self.header {
                Header::Keep => canonical::Header::Keep,
                Header::Drop => canonical::Header::Drop,
            },
            undecodable: self.undecodable.policy(),
        }
    }
}

/// How long lines may be; `None` for as long as they get.
#[derive(Clone, Copy, Debug)]
struct Wrap(Option<usize>);

impl FromStr for Wrap {
    type Err = String;

    fn from_str(text: &str) -> Result<Wrap, String> {
        match text {
            "none" => Ok(Wrap(None)),
            text => text
                .parse()
                .map(|most| Wrap(Some(most)))
                .map_err(|_| "expected a number of characters, or `none`".to_owned()),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Points {
    /// Sorted, as rectangles where that is shorter
    Compress,
    /// Sorted, point by point
    Expand,
    /// In the order and the rectangles that they have
    Keep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pass {
    /// `B[]`
    Empty,
    /// `B[tt]` on boards up to 19x19
    Tt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LineBreaks {
    Lf,
    Crlf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Header {
    Keep,
    Drop,
}

/// Where to write what became of files.
#[derive(Clone, Debug, Args)]
pub(crate) struct RewriteArgs {
    /// Write each file in its own place, and keep the old one as FILE with SUFFIX; in
    /// directories, old ones that were kept before are passed over
    #[arg(
        long,
        short,
        value_name = "SUFFIX",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = ".orig",
        conflicts_with = "output"
    )]
    pub(crate) in_place: Option<String>,

    /// With --in-place, keep the time of modification: programs that go by it do not notice the
    /// change then
    #[arg(long, requires = "in_place")]
    pub(crate) keep_mtime: bool,

    /// Write to PATH: a file, or a directory for several. In a directory, files keep their places
    /// below the deepest folder that holds all that is given
    #[arg(long, short, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Write no file; say what would be done
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    /// Show what is changed, as a unified diff
    #[arg(long)]
    pub(crate) diff: bool,
}

/// Say what a finding means, why it matters and what mends it
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// Codes, such as `sgf/unclosed-value`
    #[arg(value_name = "CODE", required = true, value_parser = parse_code)]
    pub(crate) codes: Vec<&'static Code>,
}

/// List every kind of finding
#[derive(Debug, Args)]
pub(crate) struct CodesArgs {
    /// Write one JSON array
    #[arg(long)]
    pub(crate) json: bool,
}

/// Write documents one after the other: SGF as it is, other formats converted to it
#[derive(Debug, Args)]
pub(crate) struct CatArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Byte for byte: convert nothing, and put no line break between files
    #[arg(long)]
    pub(crate) raw: bool,

    /// Write to FILE, which appears when it is complete
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Let FILE take the place of an existing file
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}

/// Show the variations of games, a line for each stretch without branching
#[derive(Debug, Args)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write one JSON array with an object for each file
    #[arg(long)]
    pub(crate) json: bool,

    /// Write a JSON object on a line for each file
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,

    /// Follow variations of variations N deep; 0 is the stretch up to the first branching
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<usize>,

    /// Only the Nth game of each file, from 1
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<NonZeroUsize>,
}

/// Draw the board of a game
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// After the Nth move of the main line; 0 is the start [default: its end]
    #[arg(long = "move", value_name = "N", conflicts_with = "path")]
    pub(crate) number: Option<u32>,

    /// At the end of the stretch that `kifu tree` shows with this path, such as `0.2.1`: the
    /// variation to take at each branching, from 0
    #[arg(long, value_name = "PATH")]
    pub(crate) path: Option<TreePath>,

    /// The Nth game of each file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: NonZeroUsize,

    /// How to draw
    #[arg(long, value_name = "STYLE", default_value = "unicode")]
    pub(crate) style: Style,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// Round stones
    Unicode,
    /// X for Black, O for White
    Ascii,
    /// A line of `.`, `X` and `O` for each row, and nothing else
    Plain,
}

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

/// Moves by their numbers, both included.
#[derive(Clone, Debug)]
pub(crate) struct MoveRange(pub(crate) RangeInclusive<u32>);

impl FromStr for MoveRange {
    type Err = String;

    fn from_str(text: &str) -> Result<MoveRange, String> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|&number| number > 0);
        let range = match text.split_once('-') {
            None => number(text).map(|number| number..=number),
            Some((from, "")) => number(from).map(|from| from..=u32::MAX),
            Some((from, to)) => number(from).zip(number(to)).map(|(from, to)| from..=to),
        };
        let range = range.filter(|range| !range.is_empty());
        range.map(MoveRange).ok_or_else(|| {
            "expected numbers from 1, the smaller first, such as `1-100`, `50-` or `57`".to_owned()
        })
    }
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

/// The variation to take at each branching.
#[derive(Clone, Debug)]
pub(crate) struct TreePath(pub(crate) Vec<usize>);

impl FromStr for TreePath {
    type Err = String;

    fn from_str(text: &str) -> Result<TreePath, String> {
        if text == "main" {
            return Ok(TreePath(Vec::new()));
        }
        let steps = text.split('.').map(str::parse);
        steps.collect::<Result<_, _>>().map(TreePath).map_err(|_| {
            "expected numbers from 0 with full stops between them, such as `0.2.1`, or `main`"
                .to_owned()
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RulesName {
    #[value(alias = "jp")]
    Japanese,
    #[value(alias = "cn")]
    Chinese,
    #[value(alias = "kr")]
    Korean,
    Aga,
    #[value(alias = "new-zealand")]
    Nz,
    Ing,
    #[value(alias = "tt")]
    TrompTaylor,
    None,
}

impl RulesName {
    pub(crate) fn rules(self) -> Option<Rules> {
        Some(match self {
            RulesName::Japanese => Rules::JAPANESE,
            RulesName::Chinese => Rules::CHINESE,
            RulesName::Korean => Rules::KOREAN,
            RulesName::Aga => Rules::AGA,
            RulesName::Nz => Rules::NEW_ZEALAND,
            RulesName::Ing => Rules::ING,
            RulesName::TrompTaylor => Rules::TROMP_TAYLOR,
            RulesName::None => return None,
        })
    }
}

/// Count a game, and compare with the result that it records
#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Count by these rules [default: those that RU names, else japanese]
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<RulesName>,

    /// Points of dead stones, such as `D4,Q3`, one for each chain; without, the marks TB and TW
    /// tell
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub(crate) dead: Option<Vec<String>>,

    /// Write a JSON object on a line for each file
    #[arg(long)]
    pub(crate) json: bool,

    /// The Nth game of each file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: NonZeroUsize,
}

/// Write the completions of a shell
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    pub(crate) shell: clap_complete::Shell,
}

/// Write a manual page, in roff
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Of this verb rather than of the whole command, such as `check` or `rec at`
    pub(crate) verb: Vec<String>,
}
