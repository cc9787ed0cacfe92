//! The matching games of a file.

use kifu::search::HitReport;
use kifu_files::Input;

/// A file and its matching games.
pub(super) struct FoundFile {
    pub(super) input: Input,
    /// The number of games in the file.
    pub(super) game_count: usize,
    /// The matching games; with `--save-rest`, also the other games.
    pub(super) games: Vec<FoundGame>,
}

/// A game to report or save.
pub(super) struct FoundGame {
    /// The number of the game in the file, from 1.
    pub(super) number: usize,
    /// `None` if the game does not match.
    pub(super) found: Option<Match>,
    /// The report of the game as JSON, if requested.
    pub(super) json: Vec<u8>,
    /// The game to save as a separate SGF file, or the reason why it cannot be saved.
    pub(super) sgf: Option<Result<Vec<u8>, String>>,
}

/// The match of a game.
pub(super) struct Match {
    /// The hits of the pattern, if there is one and the output needs them.
    pub(super) hits: Option<Vec<HitReport>>,
}
