//! The command line of the verbs that compare games.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{ArgGroup, Args, ValueEnum, ValueHint};
use kifu::names::Template;

use super::{InputArgs, UndecodableArgs};

/// Find copies of games among many, and say or do what becomes of them
///
/// Games are copies if their main lines have the same setup and moves, however the boards lie and
/// whichever colour is called Black; whatever else the records say, and in which charset. What has
/// fewer than ten stones and moves is a copy only if it is the same byte for byte. --prefix adds records
/// that break off, --near those with some other moves. Of each cluster one game is kept, by --keep.
///
/// Nothing is done to files unless --move-to, --link or --delete says so. Then a file goes only if all
/// of its games are copies of games in files that stay, and each as near to the one that is kept as
/// --near says: a cluster can hold games that belong to it through others. --delete deletes a file only if the
/// files that are kept have everything it says: every value of every node, in whatever spelling and charset. Otherwise
/// the file stays, and what is missing is reported. --merge adds that to the kept file first; --lossy deletes
/// the file anyway. With --strict nothing is done to files if any could not be read.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("doing").args(["move_to", "link", "delete"])))]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// What copies have in common: moves; or dyer, final, bytes, or several of them as `dyer+final`
    #[arg(long, value_name = "WHAT", default_value = "moves")]
    pub(crate) by: SameBy,

    /// Records that break off are copies of those that go on
    #[arg(long)]
    pub(crate) prefix: bool,

    /// So many moves may be others, missing, or too many
    #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u8).range(..=16))]
    pub(crate) near: u8,

    /// For --prefix and --near, records with fewer stones and moves are no copies
    #[arg(long, value_name = "N", default_value = "30")]
    pub(crate) least: usize,

    /// Which copy to keep: the first of these that decides: longest, shortest (by moves), nodes (most),
    /// metadata (most), largest, smallest (by bytes), newest, oldest (by time of the file), has(PROP),
    /// in(DIR), first, last
    #[arg(
        long,
        value_name = "RULES",
        value_parser = parse_rules,
        default_value = "longest,nodes,metadata,first"
    )]
    keep: Rules,

    /// Files and folders whose games are always kept, and told only where others are copies of them
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) against: Vec<PathBuf>,

    /// Move copies to the directory DIR, in which they keep their places
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) move_to: Option<PathBuf>,

    /// Make copies that are the same byte for byte links (hard links) to the file that is kept
    #[arg(long)]
    pub(crate) link: bool,

    /// Delete copies that say nothing that is not in the file that is kept
    #[arg(long)]
    pub(crate) delete: bool,

    /// Before deleting a copy, add what only the copy says to the file that is kept, as `kifu merge` does;
    /// the file as it was is kept with the suffix .orig
    #[arg(long, requires = "delete", conflicts_with = "lossy")]
    pub(crate) merge: bool,

    /// Delete copies even if something that only they say is lost
    #[arg(long, requires = "delete")]
    pub(crate) lossy: bool,

    /// Do nothing to files; list what would be done
    #[arg(long, short = 'n', requires = "doing")]
    pub(crate) dry_run: bool,

    /// Write one JSON array with an object for each cluster
    #[arg(long)]
    pub(crate) json: bool,

    /// Write a JSON object on a line for each cluster
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
}

impl DedupeArgs {
    pub(crate) fn rules(&self) -> &[Rule] {
        &self.keep.0
    }
}

/// What copies have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SameBy {
    pub(crate) moves: bool,
    pub(crate) dyer: bool,
    pub(crate) last: bool,
    pub(crate) bytes: bool,
}

impl FromStr for SameBy {
    type Err = String;

    fn from_str(text: &str) -> Result<SameBy, String> {
        let mut by = SameBy::default();
        for part in text.split('+') {
            match part {
                "moves" => by.moves = true,
                "dyer" => by.dyer = true,
                "final" => by.last = true,
                "bytes" => by.bytes = true,
                _ => {
                    let why =
                        "expected moves, dyer, final, bytes, or several with `+` between them";
                    return Err(why.to_owned());
                }
            }
        }
        Ok(by)
    }
}

/// Which of several copies is better.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    Longest,
    Shortest,
    Nodes,
    Metadata,
    Largest,
    Smallest,
    Newest,
    Oldest,
    Has(String),
    In(PathBuf),
    First,
    Last,
}

#[derive(Clone, Debug)]
struct Rules(Vec<Rule>);

fn parse_rules(text: &str) -> Result<Rules, String> {
    let mut rules = Vec::new();
    let mut rest = text;
    while !rest.trim().is_empty() {
        // A path in brackets can have commas.
        let start = rest.find(['(', ',']).unwrap_or(rest.len());
        let end = match rest[start..].starts_with('(') {
            true => rest.find(')').map_or(rest.len(), |at| at + 1),
            false => start,
        };
        rules.push(rest[..end].trim().parse()?);
        let behind = rest[end..].trim_start();
        rest = match (behind.strip_prefix(','), behind) {
            (Some(behind), _) => behind,
            (None, "") => "",
            _ => return Err(format!("expected a comma before `{behind}`")),
        };
    }
    match rules.is_empty() {
        true => Err("expected a rule such as `longest`".to_owned()),
        false => Ok(Rules(rules)),
    }
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Rule, String> {
        let (name, of) = match text.split_once('(') {
            None => (text, None),
            Some((name, of)) => (name, of.strip_suffix(')')),
        };
        Ok(match (name, of) {
            ("longest", None) => Rule::Longest,
            ("shortest", None) => Rule::Shortest,
            ("nodes", None) => Rule::Nodes,
            ("metadata", None) => Rule::Metadata,
            ("largest", None) => Rule::Largest,
            ("smallest", None) => Rule::Smallest,
            ("newest", None) => Rule::Newest,
            ("oldest", None) => Rule::Oldest,
            ("first", None) => Rule::First,
            ("last", None) => Rule::Last,
            ("has", Some(ident)) => Rule::Has(super::parse_ident(ident.trim())?),
            ("in", Some(path)) => Rule::In(PathBuf::from(path.trim())),
            _ => {
                return Err(format!(
                    "`{}` is no rule: expected longest, shortest, nodes, metadata, largest, \
                     smallest, newest, oldest, has(PROP), in(DIR), first or last",
                    text.escape_debug()
                ));
            }
        })
    }
}

/// Compare two games, and show where they differ
///
/// Moves are compared, and stones set up, however the boards lie and whichever colour is called Black:
/// the first game is turned until it lies as the second does, which is told. Shown are moves that
/// are others, moves in another order, passes and moves that only one has, and an end that comes sooner.
/// Exits with 0 if there is nothing to show, and with 1 else.
#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// A game; `-` is standard input
    #[arg(value_name = "A", value_hint = ValueHint::FilePath)]
    pub(crate) first: PathBuf,

    /// The game to compare it with
    #[arg(value_name = "B", value_hint = ValueHint::FilePath)]
    pub(crate) second: PathBuf,

    /// The Nth game of A, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: NonZeroUsize,

    /// The Nth game of B, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) with_game: NonZeroUsize,

    /// Compare also what is said of the game as a whole and of the file: players, result, charset
    #[arg(long)]
    pub(crate) meta: bool,

    /// Compare everything as it stands: bytes, and if they differ all nodes and properties; a game that
    /// is turned is another one
    #[arg(long)]
    pub(crate) exact: bool,

    /// Write nothing; the exit code tells
    #[arg(long, short, conflicts_with_all = ["json", "jsonl"])]
    pub(crate) quiet: bool,

    /// Write a JSON object
    #[arg(long)]
    pub(crate) json: bool,

    /// Write it on a line
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
}

/// Put what several records of one game have into one of them
///
/// The record that is preferred keeps its bytes. What only the others say is added: moves as variations,
/// comments after those that are there, values of lists such as TR and LB, names and results where there are none. Where
/// they say something different, that is noted: of the game as a whole in GC, of a node in C, a line for each
/// value, such as `KM in b.sgf: 5.5`. Boards that lie differently are turned first. One record may end sooner.
///
/// If something can neither be added nor be noted (setup that differs in one node, bytes that cannot be decoded), it is
/// listed, nothing is written, and the exit code is 1; --lossy writes the rest. If the records are not copies of
/// one game, nothing is written either, and the exit code is 1.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("free").args(["output", "dry_run"]).multiple(true)))]
pub(crate) struct MergeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The record that keeps its bytes [default: the first]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) prefer: Option<PathBuf>,

    /// So many moves may differ between two records
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) tolerance: usize,

    #[command(flatten)]
    pub(crate) undecodable: UndecodableArgs,

    /// Write the result even if something of a record is missing from it, which is listed
    #[arg(long)]
    pub(crate) lossy: bool,

    /// Write to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Let it take the place of an existing file
    #[arg(long, short)]
    pub(crate) force: bool,

    /// Write no record; tell what would come together
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    /// Write a JSON object that says what came from where; needs -o or -n
    #[arg(long, requires = "free")]
    pub(crate) json: bool,

    /// Write it on a line
    #[arg(long, requires = "free", conflicts_with = "json")]
    pub(crate) jsonl: bool,
}

/// Give files new names, made of what their games say
///
/// The plan is made for all files before the first of them moves, and nothing moves if it does not
/// hold, or with --strict if a file cannot be read. No file is overwritten. Names are below the folder that was given, or of a file alone below its own;
/// with -o below that one. Folders in the template are made. Of several games in a file the first one
/// gives the name.
#[derive(Debug, Args)]
pub(crate) struct RenameArgs {
    /// How to call them: with {PB} and any other property, {DT:%Y-%m}, {PB|slug}, the name {file} that
    /// they have, and {ext}; `/` makes folders
    #[arg(value_name = "TEMPLATE", required_unless_present = "undo")]
    pub(crate) template: Option<Template>,

    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Move the files below the directory DIR
    #[arg(long, short, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,

    /// Only give the files of a run that was interrupted in DIR, or in a folder above it, their old names;
    /// files that went elsewhere need --output as well. Another run does the same before it begins
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) undo: Option<PathBuf>,

    /// What to do where a name is taken, by a file that is there or by another one of the plan
    #[arg(long, value_name = "WHAT", default_value = "refuse")]
    pub(crate) collision: Collision,

    /// Move nothing; list the plan
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    /// Write one JSON array with an object for each file
    #[arg(long)]
    pub(crate) json: bool,

    /// Write a JSON object on a line for each file
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Collision {
    /// Move nothing at all
    Refuse,
    /// Add a number to the name
    Number,
    /// Leave the file where it is
    Skip,
}
