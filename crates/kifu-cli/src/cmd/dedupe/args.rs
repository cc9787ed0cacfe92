//! The options of `kifu dedupe`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueHint};
use kifu::compare::{CopyCriteria, Preferences, SameBy};

use crate::args::input::InputArgs;

/// Find copies of games, and move, link or delete their files
///
/// Games are copies if their main lines have the same setup and moves in any orientation, with the
/// same or swapped colours. Without --move-to, --link or --delete, no file is changed.
///
/// Charsets and other content are ignored. One game of each cluster is kept; --keep decides which.
/// Games with fewer than ten stones and moves are copies only if their bytes are identical. With
/// --prefix, records that end early are copies, too; with --near, so are records with a few
/// different moves.
///
/// --move-to, --link and --delete act on a file only if all of its games are copies of games in
/// files that stay. Each copy must also be within the --near distance of the kept game; in a
/// cluster, games can be further apart if other games connect them. With --strict, no file is
/// changed if any file could not be read.
///
/// --delete deletes a file only if the kept files contain all of its content: every value of every
/// node, in any spelling and charset, and the text outside of games. Otherwise the file stays, and
/// the missing content is reported. --merge first adds the missing values to the kept file; --lossy
/// deletes the file anyway.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("doing").args(["move_to", "link", "delete"])))]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// What copies have in common: moves, dyer, final, bytes or `dyer+final`
    ///
    /// dyer compares the points of six moves, and final the last position; see `kifu help hash`.
    /// bytes finds only games with identical bytes.
    #[arg(long, value_name = "CRITERION", default_value = "moves")]
    pub(crate) by: SameBy,

    /// Also find copies that end early
    #[arg(long)]
    pub(crate) prefix: bool,

    /// Also find copies in which up to N moves differ; N is at most 16
    #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u8).range(..=16))]
    pub(crate) near: u8,

    /// The minimum number of stones and moves in a game for --prefix and --near
    #[arg(long, value_name = "N", default_value = "30")]
    pub(crate) min_length: usize,

    /// The rules that choose the game to keep; the first rule that decides applies
    ///
    /// The rules are longest and shortest (by moves), nodes and metadata (the game with the most),
    /// largest and smallest (by bytes), newest and oldest (by modification time), has(PROP),
    /// in(DIR), first and last.
    #[arg(
        long,
        value_name = "RULES",
        default_value = "longest,nodes,metadata,first"
    )]
    pub(crate) keep: Preferences,

    /// Always keep the games of this file or directory
    ///
    /// These games are reported only if they have copies.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) against: Vec<PathBuf>,

    /// Move copies to the directory DIR
    ///
    /// Files keep their relative paths in DIR.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) move_to: Option<PathBuf>,

    /// Replace copies with the same bytes by hard links
    #[arg(long)]
    pub(crate) link: bool,

    /// Delete copies if the kept files contain all of their content
    #[arg(long)]
    pub(crate) delete: bool,

    /// Before deleting a copy, add its missing content to the kept file
    ///
    /// Content is added as by `kifu merge`. The previous version of the kept file gets the suffix
    /// .orig.
    #[arg(long, requires = "delete", conflicts_with = "lossy")]
    pub(crate) merge: bool,

    /// Delete copies even if some of their content is lost
    #[arg(long, requires = "delete")]
    pub(crate) lossy: bool,

    /// Change no files; list what would be done
    #[arg(long, short = 'n', requires = "doing")]
    pub(crate) dry_run: bool,

    /// Print one JSON array with an object for each cluster
    #[arg(long)]
    pub(crate) json: bool,

    /// Print one JSON object for each cluster, one per line
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
}

impl DedupeArgs {
    /// Returns the criteria for counting games as copies.
    pub(crate) fn criteria(&self) -> CopyCriteria {
        CopyCriteria {
            prefix: self.prefix,
            max_distance: usize::from(self.near),
            min_steps_inexact: self.min_length,
            ..CopyCriteria::default()
        }
    }
}
