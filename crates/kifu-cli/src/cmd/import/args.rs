//! The options of `kifu import`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

/// Write game records from the data of other programs: SGF from tables
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    #[command(subcommand)]
    pub(crate) verb: ImportVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ImportVerb {
    Tables(ImportTablesArgs),
}

/// Write SGF from tables in Parquet, Arrow or JSON Lines
///
/// TABLE is a directory that `kifu export tables` wrote, or a file with the columns of its tables
/// `games` or `nodes`, which can be the result of a query. The table of nodes gives complete games;
/// the table of games gives their information, setup and main lines.
#[derive(Debug, Args)]
pub(crate) struct ImportTablesArgs {
    /// Directories and files with tables
    #[arg(value_name = "TABLE", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) tables: Vec<PathBuf>,

    /// Write all games to a file, or each game to a directory [default: standard output]
    ///
    /// PATH is a directory if it exists as one or ends in `/`. Files are named by the number of the
    /// game, such as `17.sgf`; `kifu rename` names them by their content.
    #[arg(long, short, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite existing files
    #[arg(long, short, requires = "output")]
    pub(crate) force: bool,

    /// Write only main lines, even if a directory has a table of nodes
    #[arg(long)]
    pub(crate) main_lines: bool,
}
