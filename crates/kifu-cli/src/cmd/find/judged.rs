//! What is found in a file.

use kifu::search::HitReport;

use crate::input::Input;

/// A file, and which of its games match.
pub(super) struct Judged {
    pub(super) input: Input,
    /// How many games it has.
    pub(super) of: usize,
    /// Those that are found, and those that are to be saved because they are not.
    pub(super) games: Vec<JudgedGame>,
}

/// A game that is reported or saved.
pub(super) struct JudgedGame {
    /// Its place in the file, from 1.
    pub(super) number: usize,
    pub(super) hit: Option<Hit>,
    /// For programs.
    pub(super) json: Vec<u8>,
    /// By itself, for a collection, or why it cannot be.
    pub(super) sgf: Option<Result<Vec<u8>, String>>,
}

/// That a game was found, and where in it, if it was looked for in positions and somebody asks.
pub(super) struct Hit {
    pub(super) places: Option<Vec<HitReport>>,
}
