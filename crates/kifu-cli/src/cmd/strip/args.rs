//! The options of `kifu strip`.

use clap::{ArgGroup, Args};
use kifu::sgf::strip::{Condition, StripOptions, ValueTest};

use crate::args::input::InputArgs;
use crate::args::output::{FileReportArgs, RewriteArgs};
use crate::args::select::SelectArgs;
use crate::args::values::parse_ident;

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
    pub(crate) told: FileReportArgs,
}

impl StripArgs {
    pub(crate) fn what(&self) -> StripOptions {
        StripOptions {
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

fn parse_condition(text: &str) -> Result<Condition, String> {
    let (ident, test) = match text.find(['~', '=']) {
        None => (text, ValueTest::Present),
        Some(at) => {
            let wanted = text[at + 1..].to_owned();
            let test = match text[at..].starts_with('~') {
                true => ValueTest::Contains(wanted),
                false => ValueTest::Is(wanted),
            };
            (&text[..at], test)
        }
    };
    Ok(Condition {
        ident: parse_ident(ident)?,
        test,
    })
}
