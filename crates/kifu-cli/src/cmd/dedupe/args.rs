//! The options of `kifu dedupe`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueHint};
use kifu::compare::{CopyCriteria, Preferences, SameBy};

use crate::args::input::InputArgs;

/// Find copies of games among many, and say or do what becomes of them
///
/// Games are copies if their main lines have the same setup and moves, however the boards lie and
/// whichever colour is called Black; whatever else the records say, and in which charset. What has
/// fewer than ten stones and moves is a copy only if it is the same byte for byte. --prefix adds records
/// that break off, --near those with some other moves. Of each cluster one game is kept, by --keep.
///
/// Nothing is done to files unless --move-to, --link or --delete says so. Then a file goes only if all
/// of its games are copies of games in files that stay, and each as near to the one that is kept as
/// --near says: a cluster can hold games that belong to it through others. --delete deletes a file only if the
/// files that are kept have everything it says: every value of every node, in whatever spelling and charset, and
/// the text outside of its games. Otherwise the file stays, and what is missing is reported. --merge adds the
/// values to the kept file first; --lossy deletes the file anyway. With --strict nothing is done to files if any
/// could not be read.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("doing").args(["move_to", "link", "delete"])))]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// What copies have in common: moves; or dyer, final, bytes, or several of them as `dyer+final`
    #[arg(long, value_name = "WHAT", default_value = "moves")]
    pub(crate) by: SameBy,

    /// Records that break off are copies of those that go on
    #[arg(long)]
    pub(crate) prefix: bool,

    /// So many moves may be others, missing, or too many
    #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u8).range(..=16))]
    pub(crate) near: u8,

    /// For --prefix and --near, records with fewer stones and moves are no copies
    #[arg(long, value_name = "N", default_value = "30")]
    pub(crate) least: usize,

    /// Which copy to keep: the first of these that decides: longest, shortest (by moves), nodes (most),
    /// metadata (most), largest, smallest (by bytes), newest, oldest (by time of the file), has(PROP),
    /// in(DIR), first, last
    #[arg(
        long,
        value_name = "RULES",
        default_value = "longest,nodes,metadata,first"
    )]
    pub(crate) keep: Preferences,

    /// Files and folders whose games are always kept, and told only where others are copies of them
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) against: Vec<PathBuf>,

    /// Move copies to the directory DIR, in which they keep their places
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) move_to: Option<PathBuf>,

    /// Make copies that are the same byte for byte links (hard links) to the file that is kept
    #[arg(long)]
    pub(crate) link: bool,

    /// Delete copies that say nothing that is not in the file that is kept
    #[arg(long)]
    pub(crate) delete: bool,

    /// Before deleting a copy, add what only the copy says to the file that is kept, as `kifu merge` does;
    /// the file as it was is kept with the suffix .orig
    #[arg(long, requires = "delete", conflicts_with = "lossy")]
    pub(crate) merge: bool,

    /// Delete copies even if something that only they say is lost
    #[arg(long, requires = "delete")]
    pub(crate) lossy: bool,

    /// Do nothing to files; list what would be done
    #[arg(long, short = 'n', requires = "doing")]
    pub(crate) dry_run: bool,

    /// Write one JSON array with an object for each cluster
    #[arg(long)]
    pub(crate) json: bool,

    /// Write a JSON object on a line for each cluster
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
}

impl DedupeArgs {
    /// How alike games must be.
    pub(crate) fn criteria(&self) -> CopyCriteria {
        CopyCriteria {
            prefix: self.prefix,
            max_distance: usize::from(self.near),
            min_steps_inexact: self.least,
            ..CopyCriteria::default()
        }
    }
}
