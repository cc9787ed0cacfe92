//! Options that say what a verb writes, and where.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use kifu::names::Template;
use kifu::sgf::Undecodable;

use crate::json::Sequence;

/// What becomes of text that does not decode.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct UndecodableArgs {
    /// What to do with text that its charset does not decode, or whose charset is only an uncertain guess
    #[arg(long = "undecodable", value_name = "WHAT", default_value = "refuse")]
    what: OnUndecodable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OnUndecodable {
    /// Refuse the file
    Refuse,
    /// Write U+FFFD for each sequence of bytes that does not decode
    Replace,
    /// Keep the bytes of that value
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

/// Where to write what became of files.
#[derive(Clone, Debug, Args)]
pub(crate) struct RewriteArgs {
    /// Write each file in its own place, and keep the old one as FILE with SUFFIX; in
    /// directories, old ones that were kept before are passed over
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

    /// With --in-place, keep the time of modification: programs that go by it do not notice the
    /// change then
    #[arg(long, requires = "in_place")]
    pub(crate) keep_mtime: bool,

    /// Write to PATH: a file, or a directory for several. In a directory, files keep their places
    /// below the deepest folder that holds all that is given
    #[arg(long, short, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Write no file; say what would be done
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    /// Show what is changed, as a unified diff
    #[arg(long)]
    pub(crate) diff: bool,
}

/// Where the parts of files go.
#[derive(Clone, Debug, Args)]
pub(crate) struct PartsArgs {
    /// How to call them, below the output directory: with {PB} and any other property, {DT:%Y-%m},
    /// {PB|slug}, the number {n}, the name {file} of the file, and {ext} [default: the place of
    /// the file, and its number]
    #[arg(long, value_name = "TEMPLATE")]
    pub(crate) name: Option<Template>,

    /// Let files take the place of existing ones
    #[arg(long, short)]
    pub(crate) force: bool,
}

/// What is told of files that are written.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ToldArgs {
    /// Write one JSON array with an object for each file: what became of it, and where it went
    #[arg(long)]
    json: bool,

    /// Write a JSON object on a line for each file
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

/// Reports for programs, an object for each file.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct JsonArgs {
    /// Write one JSON array with an object for each file
    #[arg(long)]
    json: bool,

    /// Write a JSON object on a line for each file
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

impl JsonArgs {
    /// The objects to write, if they were requested.
    pub(crate) fn sequence(self) -> Option<Sequence> {
        Sequence::asked(self.json, self.jsonl)
    }
}

impl ToldArgs {
    pub(crate) fn sequence(self) -> Option<Sequence> {
        Sequence::asked(self.json, self.jsonl)
    }
}
