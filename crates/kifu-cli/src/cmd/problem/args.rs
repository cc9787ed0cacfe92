//! The command line of `kifu problem`.

use clap::{Args, Subcommand};
use kifu::problem::Convention;

use crate::args::input::InputArgs;
use crate::args::output::JsonArgs;
use crate::args::output::RewriteArgs;

/// Problems: which lines are right, by whatever convention says so
///
/// Known are RIGHT in comments (right), TE and BM (te), GB and GW (gb), CH (ch), the flag of JGF, which is
/// KX[solution] in SGF (jgf), WV (uligo), and that the main line is right (mainline).
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

/// Show problems: who moves, the marks that were found, and the lines that are right
///
/// A game is a problem if it has the flag of JGF, RIGHT or WRONG, or begins with stones set up and has CH or
/// WV. So it is if these stones are no handicap, Black's alone with White to move, and it has TE, BM, GB or GW, or
/// does not look played: it has no result, no handicap, and no two players, of whom those called Black and
/// White do not count. With --from every game with moves is one. Exits with 1 if there is none.
#[derive(Debug, Args)]
pub(crate) struct ProblemListArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) from: FromArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Mark right lines by another convention
///
/// The marks of the old one go, new ones come, and every other byte stays, marks of the new one among
/// them. What the new one cannot say is told, and how many lines count otherwise by it. Games that are no problems stay as they are.
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

/// What tells right lines from wrong ones.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct FromArgs {
    /// The convention to read: right, te, gb, ch, jgf, uligo, mainline, or `auto` for the one whose
    /// marks are there
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
            Err(unknown) => Err(format!("{unknown}, or auto")),
        },
    }
}

impl FromArgs {
    pub(crate) fn convention(self) -> Option<Convention> {
        self.from.0
    }
}
