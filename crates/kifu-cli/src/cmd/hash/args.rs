//! The options of `kifu hash`.

use std::num::NonZeroUsize;

use clap::Args;
use kifu::hash::HashKind;

use crate::args::input::InputArgs;
use crate::args::output::JsonArgs;
use crate::args::select::SelectArgs;

/// Show hashes of games, to find copies
///
/// Prints one line per game: its hashes in the order of --kind, the file, and the number of the
/// game if the file has several. Only the main line counts.
///
/// The kinds of hashes:
///
/// dyer: the points of moves 20, 40, 60, 31, 51 and 71.
///
/// moves: the MD5 hash of the moves, with two letters for each move as in SGF, tt for a pass, and a
/// line feed at the end.
///
/// final: the MD5 hash of the last position, as rows of X, O and . with a line feed after each row.
///
/// dyer-sym, moves-sym, final-sym: the smallest of the eight hashes of the rotated and mirrored
/// game.
#[derive(Debug, Args)]
pub(crate) struct HashArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    /// The kinds of hashes: dyer, moves, final or `all`
    ///
    /// Each kind also exists with -sym, such as moves-sym.
    #[arg(
        long,
        value_name = "KIND",
        value_delimiter = ',',
        default_value = "moves"
    )]
    kind: Vec<Kinds>,

    /// Ignore everything after the Nth move of each game
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Clone, Copy, Debug)]
enum Kinds {
    All,
    One(HashKind),
}

impl std::str::FromStr for Kinds {
    type Err = String;

    fn from_str(text: &str) -> Result<Kinds, String> {
        match text {
            "all" => Ok(Kinds::All),
            name => match name.parse() {
                Ok(kind) => Ok(Kinds::One(kind)),
                Err(unknown) => Err(format!("{unknown}, or `all` for all kinds")),
            },
        }
    }
}

impl HashArgs {
    pub(crate) fn kinds(&self) -> Vec<HashKind> {
        let each = |kinds: &Kinds| match kinds {
            Kinds::All => HashKind::ALL.to_vec(),
            Kinds::One(kind) => vec![*kind],
        };
        let mut kinds: Vec<HashKind> = Vec::new();
        for kind in self.kind.iter().flat_map(each) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }
}
