//! Conversion to the common game and back ([`kifu_tree::game`]).
//!
//! ```
//! use kifu_gib::{Document, convert::{from_game, to_game}};
//! use kifu_tree::game::PrivateData;
//!
//! let source = "\\HS\n\\[GAMEWHITENAME=Ito (9D)\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 15 3\n\\GE\n";
//! let game = to_game(&Document::parse(source)?).value;
//! assert_eq!(game.info.players[0].rank.as_deref(), Some("9d"));
//! // The game is written as it was read, as long as it is not edited.
//! assert_eq!(from_game(&game).value, source);
//! # Ok::<(), kifu_gib::TooLarge>(())
//! ```

mod compare;
mod fields;
mod read;
mod write;

pub use read::{to_game, to_game_with_spans};
pub use write::{from_game, to_bytes_like};

/// The name of the format in [`Carried::format`](kifu_tree::game::Carried::format).
pub const FORMAT: &str = "gib";

/// The keys of carried data that is not a field of the header.
mod key {
    /// The order of the fields of the header.
    pub(super) const ORDER: &str = "order";
    /// The lines between the start of the game and `INI`.
    pub(super) const PREAMBLE: &str = "preamble";
    /// The `INI` line.
    pub(super) const START: &str = "start";
    /// The line breaks and blanks of the file.
    pub(super) const STYLE: &str = "style";
    /// The whole text of a file whose layout is unusual.
    pub(super) const TEXT: &str = "text";
    /// A line of the game that is not a move.
    pub(super) const LINE: &str = "line";
}
