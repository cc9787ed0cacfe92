//! The command line.

pub(crate) mod checking;
pub(crate) mod input;
pub(crate) mod judging;
pub(crate) mod output;
pub(crate) mod page;
pub(crate) mod pattern;
pub(crate) mod select;
pub(crate) mod values;

use clap::error::{Error, ErrorKind};
use clap::{
    ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
};

use crate::aliases::AliasArgs;
use crate::args::checking::CheckArgs;
use crate::args::input::SHARED_OPTIONS;
use crate::cmd::book::args::BookArgs;
use crate::cmd::cat::CatArgs;
use crate::cmd::charset::args::CharsetArgs;
use crate::cmd::codes::{CodesArgs, ExplainArgs};
use crate::cmd::convert::args::ConvertArgs;
use crate::cmd::dedupe::args::DedupeArgs;
use crate::cmd::diff::args::DiffArgs;
use crate::cmd::export::args::{ExportArgs, ExportVerb};
use crate::cmd::extract::args::ExtractArgs;
use crate::cmd::find::args::FindArgs;
use crate::cmd::fix::args::FixArgs;
use crate::cmd::fmt::args::FmtArgs;
use crate::cmd::git::args::GitArgs;
use crate::cmd::hash::args::HashArgs;
use crate::cmd::import::args::ImportArgs;
use crate::cmd::index::args::IndexArgs;
use crate::cmd::info::args::InfoArgs;
use crate::cmd::lsp::args::LspArgs;
use crate::cmd::merge::args::MergeArgs;
use crate::cmd::meta::{CompletionsArgs, ManArgs, SelectArgs};
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
use crate::cmd::view::ViewArgs;
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
         `kifu help select` explains the expressions that select games. An argument @FILE is replaced \
         by the arguments in FILE, one per line.\n\nExit codes: {}.",
        codes.join(", ")
    )
}

/// Defines the verbs from their names and arguments.
///
/// This does what `#[derive(Subcommand)]` does, except that it creates the arguments of a verb only
/// when the verb is parsed. Creating those of all verbs takes as long as reading a file.
macro_rules! verbs {
    ($($name:literal => $Verb:ident($Args:ty),)*) => {
        #[derive(Debug)]
        pub(crate) enum Verb {
            $($Verb($Args),)*
        }

        /// The verbs with the functions that add their arguments.
        const VERBS: &[(&str, fn(Command) -> Command)] =
            &[$(($name, <$Args as Args>::augment_args),)*];

        impl FromArgMatches for Verb {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Verb, Error> {
                Verb::from_arg_matches_mut(&mut matches.clone())
            }

            fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Verb, Error> {
                match matches.remove_subcommand() {
                    $(Some((name, mut given)) if name == $name => {
                        Ok(Verb::$Verb(<$Args>::from_arg_matches_mut(&mut given)?))
                    })*
                    _ => Err(Error::new(ErrorKind::MissingSubcommand)),
                }
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
                *self = Verb::from_arg_matches(matches)?;
                Ok(())
            }
        }
    };
}

verbs! {
    "info" => Info(InfoArgs),
    "check" => Check(CheckArgs),
    "charset" => Charset(CharsetArgs),
    "convert" => Convert(ConvertArgs),
    "fix" => Fix(FixArgs),
    "fmt" => Fmt(FmtArgs),
    "transform" => Transform(TransformArgs),
    "hash" => Hash(HashArgs),
    "diff" => Diff(DiffArgs),
    "dedupe" => Dedupe(DedupeArgs),
    "merge" => Merge(MergeArgs),
    "git" => Git(GitArgs),
    "rename" => Rename(RenameArgs),
    "find" => Find(Box<FindArgs>),
    "next" => Next(NextArgs),
    "index" => Index(IndexArgs),
    "stats" => Stats(StatsArgs),
    "lsp" => Lsp(LspArgs),
    "explain" => Explain(ExplainArgs),
    "codes" => Codes(CodesArgs),
    "cat" => Cat(CatArgs),
    "split" => Split(SplitArgs),
    "extract" => Extract(ExtractArgs),
    "set" => Set(SetArgs),
    "strip" => Strip(StripArgs),
    "tree" => Tree(TreeArgs),
    "moves" => Moves(MovesArgs),
    "show" => Show(ShowArgs),
    "render" => Render(RenderArgs),
    "export" => Export(ExportArgs),
    "book" => Book(BookArgs),
    "import" => Import(ImportArgs),
    "view" => View(ViewArgs),
    "score" => Score(ScoreArgs),
    "problem" => Problem(ProblemArgs),
    "rec" => Rec(RecArgs),
    "completions" => Completions(CompletionsArgs),
    "man" => Man(ManArgs),
    "select" => Select(SelectArgs),
}

impl Subcommand for Verb {
    fn augment_subcommands(command: Command) -> Command {
        let verbs = VERBS.iter();
        command.subcommands(verbs.map(|(name, augment)| Command::new(*name).defer(*augment)))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Verb::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        VERBS.iter().any(|(verb, _)| *verb == name)
    }
}

/// Returns the command with the arguments of all verbs.
pub(crate) fn whole_command() -> Command {
    VERBS
        .iter()
        .fold(Cli::command(), |command, (name, augment)| {
            command.mut_subcommand(name, |_| augment(Command::new(*name)))
        })
}

impl Verb {
    /// Adds the names of players from `--aliases` to the options of the verb.
    ///
    /// # Errors
    ///
    /// If `--aliases` is given and the verb does not use names of players.
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
            Verb::Export(ExportArgs {
                verb: ExportVerb::Tables(args),
            }) => &mut args.games,
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
