//! The command line.

pub(crate) mod checking;
pub(crate) mod input;
pub(crate) mod judging;
pub(crate) mod output;
pub(crate) mod pattern;
pub(crate) mod select;
pub(crate) mod values;

use clap::{Parser, Subcommand, ValueEnum};

use crate::aliases::AliasArgs;
use crate::args::checking::CheckArgs;
use crate::args::input::SHARED_OPTIONS;
use crate::cmd::cat::CatArgs;
use crate::cmd::charset::args::CharsetArgs;
use crate::cmd::codes::{CodesArgs, ExplainArgs};
use crate::cmd::convert::args::ConvertArgs;
use crate::cmd::dedupe::args::DedupeArgs;
use crate::cmd::diff::args::DiffArgs;
use crate::cmd::extract::args::ExtractArgs;
use crate::cmd::find::args::FindArgs;
use crate::cmd::fix::args::FixArgs;
use crate::cmd::fmt::args::FmtArgs;
use crate::cmd::hash::args::HashArgs;
use crate::cmd::index::args::IndexArgs;
use crate::cmd::info::args::InfoArgs;
use crate::cmd::merge::args::MergeArgs;
use crate::cmd::meta::{CompletionsArgs, ManArgs};
use crate::cmd::moves::MovesArgs;
use crate::cmd::next::args::NextArgs;
use crate::cmd::problem::args::ProblemArgs;
use crate::cmd::rec::RecArgs;
use crate::cmd::rename::args::RenameArgs;
use crate::cmd::render::args::RenderArgs;
use crate::cmd::score::ScoreArgs;
use crate::cmd::set::args::SetArgs;
use crate::cmd::show::ShowArgs;
use crate::cmd::split::args::SplitArgs;
use crate::cmd::stats::StatsArgs;
use crate::cmd::strip::args::StripArgs;
use crate::cmd::transform::args::TransformArgs;
use crate::cmd::tree::TreeArgs;
use crate::exit::Usage;

/// Inspect, check, convert and search Go game records.
///
/// kifu reads any file, reports what is wrong with it, and never changes a file unless you ask.
/// `kifu FILE` shows the games of a file, and `kifu DIR` a summary.
#[derive(Debug, Parser)]
#[command(name = "kifu", version, after_help = after_help(), max_term_width = 100)]
pub(crate) struct Cli {
    /// When to use colours: auto, always or never
    ///
    /// `auto` uses colours on a terminal, unless the environment variable NO_COLOR is set.
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        global = true,
        help_heading = SHARED_OPTIONS,
        display_order = 999
    )]
    pub(crate) color: Color,

    #[command(flatten)]
    pub(crate) names: AliasArgs,

    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// The exit codes and their meanings.
pub(crate) const EXIT_CODES: [(u8, &str); 5] = [
    (0, "success"),
    (1, "negative result, such as no match or a difference"),
    (2, "invalid command line"),
    (3, "some inputs could not be read or written"),
    (4, "no input could be read or written"),
];

fn after_help() -> String {
    let codes = EXIT_CODES.map(|(code, meaning)| format!("{code} {meaning}"));
    format!(
        "kifu FILE is short for `kifu show FILE`, and kifu DIR for `kifu info --summary DIR`. \
         `kifu help select` explains the expressions that select games. For readable changes in git, \
         use `kifu tree --nodes --label game` as textconv. An argument @FILE is replaced by the \
         arguments in FILE, one per line.\n\nExit codes: {}.",
        codes.join(", ")
    )
}

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
    Set(SetArgs),
    Strip(StripArgs),
    Tree(TreeArgs),
    Moves(MovesArgs),
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

impl Verb {
    /// Adds the names of players from `--aliases` to the options of the verb.
    ///
    /// # Errors
    ///
    /// If names are given and the verb does not use any.
    pub(crate) fn apply_aliases(&mut self, before_verb: AliasArgs) -> Result<(), Usage> {
        let games = match self {
            Verb::Find(args) => &mut args.games,
            Verb::Info(args) => &mut args.games,
            Verb::Stats(args) => &mut args.games,
            Verb::Hash(args) => &mut args.games,
            Verb::Split(args) => &mut args.games,
            Verb::Extract(args) => &mut args.games,
            Verb::Set(args) => &mut args.games,
            Verb::Strip(args) => &mut args.games,
            Verb::Rename(args) => {
                let aliases = args.names.aliases.take().or(before_verb.aliases);
                args.names = AliasArgs { aliases };
                return Ok(());
            }
            _ if before_verb.aliases.is_some() => {
                let why = "this verb does not support `--aliases`; use it with find, info, stats, \
                           rename or another verb that has `-e`";
                return Err(Usage(why.to_owned()));
            }
            _ => return Ok(()),
        };
        games.apply_aliases(before_verb);
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    /// Use colours if standard output is a terminal
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
