//! The options of `kifu strip`.

use clap::{ArgGroup, Args};
use kifu::sgf::strip::{Condition, StripOptions, ValueTest};

use crate::args::input::InputArgs;
use crate::args::output::{FileReportArgs, RewriteArgs};
use crate::args::select::SelectArgs;
use crate::args::values::parse_ident;

/// Remove properties, comments, marks or variations from files without other changes
///
/// Without -o or -i, the text of a single file goes to standard output.
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

    /// Remove these properties, such as BL,WL
    #[arg(long, value_name = "PROPS", value_delimiter = ',', value_parser = parse_ident)]
    props: Vec<String>,

    /// Remove comments: C and GC
    #[arg(long)]
    comments: bool,

    /// Remove marks, labels, lines and arrows
    ///
    /// These are CR SQ TR MA SL LB LN AR DD, and the older M and L.
    #[arg(long)]
    markup: bool,

    /// Remove marks on the stone that the same node plays
    #[arg(long)]
    last_move_marks: bool,

    /// Remove properties that are unknown for the game, such as XX
    #[arg(long)]
    unknown: bool,

    /// Remove properties that FF[4] dropped, such as CH
    #[arg(long)]
    obsolete: bool,

    /// Remove nodes without properties, except roots
    ///
    /// The children of a removed node take its place.
    #[arg(long)]
    empty: bool,

    /// Keep only the main line
    ///
    /// To write only the main line of one game, use `kifu extract --var 1`.
    #[arg(long, visible_alias = "mainline")]
    variations: bool,

    /// Remove properties only from nodes with PROP, such as `C` or `C~text`
    ///
    /// `C~text` matches a comment that contains the text, and `C=text` a comment that equals the
    /// text; both ignore case.
    #[arg(long = "if", value_name = "PROP[~TEXT]", value_parser = parse_condition)]
    conditions: Vec<Condition>,

    /// Keep the properties of root nodes
    #[arg(long)]
    keep_head: bool,

    /// Keep the properties of all nodes except roots and last nodes
    ///
    /// Properties are removed only from root nodes and the last nodes of main lines.
    #[arg(long)]
    keep_middle: bool,

    /// Keep the properties of the last nodes of main lines
    #[arg(long)]
    keep_tail: bool,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,

    #[command(flatten)]
    pub(crate) report: FileReportArgs,
}

impl StripArgs {
    pub(crate) fn options(&self) -> StripOptions {
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
            let test = if text[at..].starts_with('~') {
                ValueTest::Contains(wanted)
            } else {
                ValueTest::Is(wanted)
            };
            (&text[..at], test)
        }
    };
    Ok(Condition {
        ident: parse_ident(ident)?,
        test,
    })
}
