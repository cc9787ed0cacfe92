//! The options of `kifu info`.

use clap::Args;

use crate::args::input::InputArgs;
use crate::args::output::JsonArgs;
use crate::args::select::SelectArgs;
use crate::args::values::parse_ident;

/// Show what files contain: players, result, board size, moves, variations, charset
#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,

    /// Print only the totals of all files
    #[arg(long, conflicts_with = "select")]
    pub(crate) summary: bool,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    /// Print only the values of these properties: for each game, a line with the file, the number
    /// of the game and the values, separated by tabs
    #[arg(
        long,
        value_name = "PROPS",
        value_delimiter = ',',
        value_parser = parse_ident,
        conflicts_with = "summary"
    )]
    pub(crate) fields: Vec<String>,
}
