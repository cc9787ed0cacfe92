//! The options of `kifu dedupe`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{ArgGroup, Args, ValueHint};

use crate::args::input::InputArgs;
use crate::args::values::parse_ident;

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
            ("has", Some(ident)) => Rule::Has(parse_ident(ident.trim())?),
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
