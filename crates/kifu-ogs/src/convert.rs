//! Conversion to the common game ([`kifu_tree::game`]).
//!
//! ```
//! use kifu_ogs::{Document, convert::to_games};
//!
//! let source = r#"{"game_name": "Friendly Match", "outcome": "9.5 points", "winner": 7,
//!     "black_player_id": 7, "white_player_id": 8, "moves": [[15, 3, 900]]}"#;
//! let document = Document::parse(source)?;
//! let game = to_games(&document).next().unwrap().value;
//! assert_eq!(game.info.name.as_deref(), Some("Friendly Match"));
//! assert_eq!(game.info.result.unwrap().value().unwrap().to_string(), "B+9.5");
//! # Ok::<(), kifu_ogs::TooLarge>(())
//! ```

use kifu_tree::game::{Converted, Game};

use crate::document::Document;

/// The name of the format in [`Carried::format`](kifu_tree::game::Carried::format).
pub const FORMAT: &str = "ogs";

/// Returns the games of a file. Data that a game does not express is carried along.
pub fn to_games(document: &Document) -> impl Iterator<Item = Converted<Game>> + '_ {
    document.records().iter().map(|record| record.game.clone())
}
