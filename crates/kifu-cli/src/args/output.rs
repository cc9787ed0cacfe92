//! Options that select the output of a verb and its destination.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use kifu::names::Template;
use kifu::sgf::Undecodable;

use crate::json::Sequence;

/// The policy for text that cannot be decoded.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct UndecodableArgs {
    /// What to do with text that cannot be decoded
    ///
    /// This also applies to text whose charset is an uncertain guess.
    #[arg(long = "undecodable", value_name = "ACTION", default_value = "refuse")]
    what: OnUndecodable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OnUndecodable {
    /// Refuse the file
    Refuse,
    /// Write U+FFFD for each byte sequence that cannot be decoded
    Replace,
    /// Keep the original bytes of the value
    Keep,
}

impl UndecodableArgs {
    pub(crate) fn policy(self) -> Undecodable {
        match self.what {
            OnUndecodable::Refuse => Undecodable::Refuse,
            OnUndecodable::Replace => Undecodable::Replace,
            OnUndecodable::Keep => Undecodable::Keep,
        }
    }
}

/// The options for writing changed files.
#[derive(Clone, Debug, Args)]
pub(crate) struct RewriteArgs {
    /// Replace each file; keep the original as FILE.orig
    ///
    /// With SUFFIX, the original gets this suffix in place of .orig. Files in directories whose
    /// names end with this suffix are skipped as backups.
    #[arg(
        long,
        short,
        value_name = "SUFFIX",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = ".orig",
        conflicts_with = "output"
    )]
    pub(crate) in_place: Option<String>,

    /// With --in-place, keep the modification time
    ///
    /// Programs that detect changes by the modification time then do not notice the change.
    #[arg(long, requires = "in_place")]
    pub(crate) keep_mtime: bool,

    /// Write to a file or, for several files, a directory
    ///
    /// In a directory, files keep their paths relative to the deepest directory that contains all
    /// inputs.
    #[arg(long, short, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Write no files; report what would be done
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    /// Show the changes as a unified diff
    #[arg(long)]
    pub(crate) diff: bool,
}

/// The names of the new files that are made from one input.
#[derive(Clone, Debug, Args)]
pub(crate) struct NewFileArgs {
    /// A template for file names, such as '{PB} {n}.{ext}'
    ///
    /// The template can contain {PB} or any other property of the game, {DT:%Y-%m} for parts of a
    /// date, {PB|slug} for a name in lower-case ASCII, {n} for the number of the game, {file} for
    /// the name of the input file without extension, and {ext} for its extension. Without this
    /// option, a file is named after the path of the input and the number of the game.
    #[arg(long, value_name = "TEMPLATE")]
    pub(crate) name: Option<Template>,

    /// Overwrite existing files
    #[arg(long, short)]
    pub(crate) force: bool,
}

/// Options for reports in JSON about files that the verb writes.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct FileReportArgs {
    /// Print one JSON array with an object for each file
    ///
    /// Each object contains the result and the path of the file that was written.
    #[arg(long)]
    json: bool,

    /// Print one JSON object for each file, one per line
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

/// Options for reports in JSON about files that the verb reads.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct JsonArgs {
    /// Print one JSON array with an object for each file
    #[arg(long)]
    json: bool,

    /// Print one JSON object for each file, one per line
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

impl JsonArgs {
    /// Returns the writer of the objects, if they were requested.
    pub(crate) fn sequence(self) -> Option<Sequence> {
        Sequence::from_flags(self.json, self.jsonl)
    }
}

impl FileReportArgs {
    /// Returns the writer of the objects, if they were requested.
    pub(crate) fn sequence(self) -> Option<Sequence> {
        Sequence::from_flags(self.json, self.jsonl)
    }
}
