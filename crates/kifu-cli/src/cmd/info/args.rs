//! The options of `kifu info`.

use clap::{Args, ValueEnum};
use kifu::select::Field;

use crate::args::input::InputArgs;
use crate::args::output::JsonArgs;
use crate::args::select::SelectArgs;
use crate::args::values::{ColumnArg, column};

/// Show what files contain: players, result, board size, moves, variations, charset
///
/// On a terminal, several files are shown as a table with a row for each game.
#[derive(Debug, Args)]
#[command(after_help = fields())]
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

    /// Print a row for each game in this format
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["json", "jsonl", "summary"])]
    pub(crate) format: Option<RowFormat>,

    /// The columns: fields such as file,date,black,white,result,moves, and SGF properties in
    /// capitals, such as PB or EV. Without --format, the file and the number of the game come first
    #[arg(
        long,
        value_name = "FIELDS",
        value_delimiter = ',',
        value_parser = column(),
        hide_possible_values = true,
        conflicts_with = "summary"
    )]
    pub(crate) fields: Vec<ColumnArg>,

    /// Do not print the line with the names of the columns
    #[arg(long, conflicts_with_all = ["json", "jsonl", "summary"])]
    pub(crate) no_header: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RowFormat {
    /// Aligned columns that fit the terminal
    Table,
    /// Comma-separated values
    Csv,
    /// Tab-separated values
    Tsv,
    /// One JSON object for each game, one per line
    Jsonl,
}

/// Returns the names of the fields, for the end of the help.
fn fields() -> String {
    let names = Field::ALL.iter().map(|field| field.name());
    let names: Vec<&str> = names.collect();
    let fields = textwrap::fill(&names.join(" "), 78).replace('\n', "\n  ");
    format!("Fields:\n  {fields}")
}
