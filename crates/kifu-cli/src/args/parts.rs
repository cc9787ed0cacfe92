//! The command line of `kifu split`, `kifu extract` and `kifu strip`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueHint};
use kifu::names::Template;
use kifu::sgf::strip::{Condition, Strip, Test};

use crate::json::Sequence;

use super::{InputArgs, MoveRange, RewriteArgs, SelectArgs, TreePath};

/// Where the parts of files go.
#[derive(Clone, Debug, Args)]
pub(crate) struct PartsArgs {
    /// How to call them, below the output directory: with {PB} and any other property, {DT:%Y-%m},
    /// {PB|slug}, the number {n}, the name {file} of the file, and {ext} [default: the place of
    /// the file, and its number]
    #[arg(long, value_name = "TEMPLATE")]
    pub(crate) name: Option<Template>,

    /// Let files take the place of existing ones
    #[arg(long, short)]
    pub(crate) force: bool,
}

/// What is told of files that are written.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ToldArgs {
    /// Write one JSON array with an object for each file: what became of it, and where it went
    #[arg(long)]
    json: bool,

    /// Write a JSON object on a line for each file
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

impl ToldArgs {
    pub(crate) fn sequence(self) -> Option<Sequence> {
        Sequence::asked(self.json, self.jsonl)
    }
}

/// Write each game of collections into a file of its own, byte for byte
///
/// What stands between games is left out, unless --raw keeps it. Names are such as every system
/// takes, and names that would be the same are numbered.
#[derive(Debug, Args)]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    /// Write to the directory DIR
    #[arg(long, short, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) parts: PartsArgs,

    /// Write N games of a collection into each file, and what is left into the last; {n} is then the
    /// number of the file, and {PB} that of its first game
    #[arg(long, value_name = "N")]
    pub(crate) every: Option<NonZeroUsize>,

    /// Keep the bytes between games: with the game after them, and behind the last one with that
    #[arg(long)]
    pub(crate) raw: bool,

    /// Write no file; list the names
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) told: ToldArgs,
}

/// Write a game of a collection, or a line or some moves of it, byte for byte
///
/// A game alone stays as it is. --var, --path and --moves take one line of it: the nodes from the
/// root to an end, without the variations beside them.
#[derive(Debug, Args)]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    /// The Nth game of each file, from 1
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "select")]
    pub(crate) game: NonZeroUsize,

    /// Its Nth line, from 1, in the order of the file: the first is the main line
    #[arg(long = "var", value_name = "N", conflicts_with = "path")]
    pub(crate) variation: Option<NonZeroUsize>,

    /// The line up to the end of the stretch that `kifu tree` shows with this path, such as `0.2.1`
    #[arg(long, value_name = "PATH")]
    pub(crate) path: Option<TreePath>,

    /// These moves of the line, such as `1-50`, `50-` or `57`, after the position before them
    /// [default line: the main line]
    #[arg(long, value_name = "RANGE")]
    pub(crate) moves: Option<MoveRange>,

    /// Each line as a game of its own; with a directory for output, in a file of its own
    #[arg(long, conflicts_with_all = ["variation", "path", "moves"])]
    pub(crate) each_variation: bool,

    /// Write to PATH: a file, or a directory for several [default: standard output]
    #[arg(long, short, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) parts: PartsArgs,

    /// Write no file; list the names
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) told: ToldArgs,
}

/// Take properties, comments, marks or variations out of files, and nothing else
///
/// Without -o or -i the text of a single file goes to standard output.
#[derive(Debug, Args)]
#[command(group(
    ArgGroup::new("what")
        .args(["props", "comments", "markup", "last_move_marks", "unknown", "obsolete", "empty", "variations"])
        .multiple(true)
        .required(true)
))]
pub(crate) struct StripArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    /// Take these properties out, such as BL,WL
    #[arg(long, value_name = "PROPS", value_delimiter = ',', value_parser = parse_ident)]
    props: Vec<String>,

    /// Take comments out: C and GC
    #[arg(long)]
    comments: bool,

    /// Take marks, labels, lines and arrows out: CR SQ TR MA SL LB LN AR DD, and the older M and L
    #[arg(long)]
    markup: bool,

    /// Take out the marks on the stone that the node plays
    #[arg(long)]
    last_move_marks: bool,

    /// Take out properties that nobody is known to use in that game, such as XX
    #[arg(long)]
    unknown: bool,

    /// Take out properties that only versions before FF[4] have, such as CH
    #[arg(long)]
    obsolete: bool,

    /// Take out nodes without a property, but for roots; what is below them moves up
    #[arg(long)]
    empty: bool,

    /// Take all variations out: the main line stays
    #[arg(long, visible_alias = "mainline")]
    variations: bool,

    /// Properties: only out of nodes where PROP is there (`C`), has TEXT in it (`C~text`) or is
    /// TEXT (`C=text`), whether in capitals or not
    #[arg(long = "if", value_name = "PROP[~TEXT]", value_parser = parse_condition)]
    conditions: Vec<Condition>,

    /// Properties: not out of root nodes
    #[arg(long)]
    keep_head: bool,

    /// Properties: only out of root nodes and the last nodes of main lines
    #[arg(long)]
    keep_middle: bool,

    /// Properties: not out of the last nodes of main lines
    #[arg(long)]
    keep_tail: bool,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,

    #[command(flatten)]
    pub(crate) told: ToldArgs,
}

impl StripArgs {
    pub(crate) fn what(&self) -> Strip {
        Strip {
            properties: self.props.clone(),
            comments: self.comments,
            markup: self.markup,
            last_move_marks: self.last_move_marks,
            unknown: self.unknown,
            obsolete: self.obsolete,
            empty: self.empty,
            variations: self.variations,
            conditions: self.conditions.clone(),
            keep_head: self.keep_head,
            keep_middle: self.keep_middle,
            keep_tail: self.keep_tail,
        }
    }
}

pub(super) fn parse_ident(text: &str) -> Result<String, String> {
    let text = text.to_ascii_uppercase();
    match text.bytes().all(|b| b.is_ascii_alphanumeric())
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
    {
        true => Ok(text),
        false => Err("expected a property such as `BL`".to_owned()),
    }
}

fn parse_condition(text: &str) -> Result<Condition, String> {
    let (ident, test) = match text.find(['~', '=']) {
        None => (text, Test::Present),
        Some(at) => {
            let wanted = text[at + 1..].to_owned();
            let test = match text[at..].starts_with('~') {
                true => Test::Contains(wanted),
                false => Test::Is(wanted),
            };
            (&text[..at], test)
        }
    };
    Ok(Condition {
        ident: parse_ident(ident)?,
        test,
    })
}
