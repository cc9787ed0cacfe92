//! The options of `kifu problem`.

use clap::{Args, Subcommand};
use kifu::problem::Convention;

use crate::args::input::InputArgs;
use crate::args::output::JsonArgs;
use crate::args::output::RewriteArgs;

/// List problems and their right lines, or convert the marks of right lines
///
/// Programs mark right lines in different ways, called conventions. kifu supports these: right
/// (RIGHT in comments), te (TE and BM), gb (GB and GW), ch (CH), jgf (the JGF flag, which is
/// KX[solution] in SGF), uligo (WV), and mainline (the main line is right).
#[derive(Debug, Args)]
pub(crate) struct ProblemArgs {
    #[command(subcommand)]
    pub(crate) verb: ProblemVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ProblemVerb {
    List(ProblemListArgs),
    Convert(ProblemConvertArgs),
}

/// List problems: the player to move, the marks that were found, and the right lines
///
/// Other games are skipped. Exits with 1 if no problem is found.
///
/// A game is a problem if it has the JGF flag, RIGHT or WRONG. A game that starts with setup stones
/// is a problem if it has CH or WV.
///
/// A game that starts with setup stones is also a problem if it has TE, BM, GB or GW, or if it does
/// not look like a played game. A played game has a result, a handicap, or names of both players
/// (other than “Black” and “White”). This rule does not apply if there are only black stones and
/// White plays first, because those stones are a handicap.
///
/// With --from, every game with moves is a problem.
#[derive(Debug, Args)]
pub(crate) struct ProblemListArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) from: FromArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Convert the marks of right lines to another convention
///
/// Removes the marks of the old convention, adds those of the new convention, and keeps every other
/// byte, including existing marks of the new convention. Reports the information that the new
/// convention cannot express, and the number of lines that change between right and wrong. Games
/// that are not problems stay unchanged.
#[derive(Debug, Args)]
pub(crate) struct ProblemConvertArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) from: FromArgs,

    /// The convention to write: right, te, gb, ch, jgf, uligo or mainline
    #[arg(long, value_name = "CONVENTION")]
    pub(crate) to: Convention,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,
}

/// The convention to read.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct FromArgs {
    /// The convention to read: right, te, gb, ch, jgf, uligo, mainline or `auto`
    ///
    /// `auto` detects the convention of each problem by its marks.
    #[arg(long, value_name = "CONVENTION", default_value = "auto", value_parser = parse_from)]
    from: From,
}

#[derive(Clone, Copy, Debug)]
struct From(Option<Convention>);

fn parse_from(text: &str) -> Result<From, String> {
    match text {
        "auto" => Ok(From(None)),
        name => match name.parse() {
            Ok(convention) => Ok(From(Some(convention))),
            Err(unknown) => Err(format!("{unknown}, or `auto` to detect the convention")),
        },
    }
}

impl FromArgs {
    pub(crate) fn convention(self) -> Option<Convention> {
        self.from.0
    }
}
