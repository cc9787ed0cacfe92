//! Version 1, as its specification and ngGo have it.

use kifu_core::Size;

use crate::member::Version;
use crate::number::Number;
use crate::object::{object, object_impl};
use crate::origin::Origin;
use crate::player::Player;
use crate::raw::Members;
use crate::style::Style;
use crate::tree::Tree;
use crate::{Raw, Spelling, board};

/// A record of version 1.
///
/// ```
/// use kifu_jgf::{Number, Options, Player, Record, v1};
///
/// let mut record = v1::Record::default();
/// record.game.komi = Number::parse("6.5");
/// record.game.players.push(Player {
///     color: Some("black".into()),
///     name: Some("Shusaku".into()),
///     ..Player::default()
/// });
/// assert_eq!(
///     Record::from(record).to_json(&Options::COMPACT),
///     r#"{"game":{"players":[{"color":"black","name":"Shusaku"}],"komi":6.5}}"#
/// );
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The record itself.
    pub record: Head,
    /// The game.
    pub game: Game,
    /// The board.
    pub board: Board,
    /// How the record is to be shown: `player`, in ngGo `settings`.
    pub player: View,
    /// The nodes.
    pub tree: Tree,
    /// Members that the specification does not know, in their order.
    pub other: Members,
    /// How the record was spelled.
    pub spelling: Spelling,
    /// What was found out about the record where it was read.
    pub origin: Origin,
}

impl Default for Record {
    fn default() -> Record {
        Record {
            record: Head::default(),
            game: Game::default(),
            board: Board::default(),
            player: View::default(),
            tree: Tree::default(),
            other: Members::default(),
            spelling: Spelling::default(),
            origin: Origin::new(Style::V1),
        }
    }
}

object_impl! {
    Record {
        record: Head = "record",
        game: Game = "game",
        board: Board = "board",
        player: View = "player" / "settings" | "display" | "variations",
        tree: Tree = "tree",
    }
}

object! {
    /// The record itself: `record`.
    pub struct Head {
        /// The program that made the file, with its version: `ngGo v1.0.0`.
        pub application: Option<String> = "application" | "creator",
        /// The version of the format.
        pub version: Option<Version> = "version",
        /// The charset of the file.
        pub charset: Option<String> = "charset",
        /// Who made the record.
        pub transcriber: Option<String> = "transcriber",
        /// Who commented the game.
        pub annotator: Option<String> = "annotator",
        /// Where the record is from.
        pub source: Option<String> = "source",
        /// Whose rights are to be kept.
        pub copyright: Option<String> = "copyright",
        /// A comment on the record, not on the game.
        pub comment: Option<String> = "comment",
    }
}

object! {
    /// The game: `game`.
    pub struct Game {
        /// What is played: `go`.
        pub kind: Option<String> = "type",
        /// The name of the game.
        pub name: Option<String> = "name",
        /// Who plays; any number of players, in any colours.
        pub players: Vec<Player> = "players" | "black" | "white",
        /// The komi.
        pub komi: Option<Number> = "komi",
        /// The handicap, however it is placed.
        pub handicap: Option<Number> = "handicap",
        /// The result: `W+4.5`, `B+R`, `0`, `?`, or empty for a game without one.
        pub result: Option<String> = "result",
        /// The rules.
        pub rules: Option<String> = "rules",
        /// The time that the players have.
        pub time: Time = "time",
        /// The dates of the game: `2011-04-22`, `2011-04` or `2011`.
        pub dates: Vec<String> = "dates",
        /// Where it was played.
        pub location: Option<String> = "location",
        /// The event.
        pub event: Option<String> = "event",
        /// The round of the event.
        pub round: Option<String> = "round",
        /// The opening.
        pub opening: Option<String> = "opening",
        /// A comment on the game.
        pub comment: Option<String> = "comment",
    }
}

object! {
    /// The time that the players have: `game.time`.
    pub struct Time {
        /// The system: `Byo-yomi`.
        pub kind: Option<String> = "type",
        /// Seconds of main time.
        pub main: Option<Number> = "main",
        /// Seconds for each move of the overtime.
        pub overtime: Option<Number> = "overtime",
    }
}

object! {
    /// The board: `board`.
    pub struct Board {
        /// Columns.
        pub width: Option<Number> = "width",
        /// Rows.
        pub height: Option<Number> = "height",
        /// Whether the coordinates are shown.
        pub coordinates: Option<bool> = "coordinates",
        /// The sides at which a part of the board is not shown: `right`, `bottom`.
        pub cutoff: Vec<String> = "cutoff",
    }
}

impl Board {
    /// The size, 19×19 if the board says nothing; `None` if it is no size up to 52×52.
    pub fn size(&self) -> Option<Size> {
        board::size(None, self.width.as_ref(), self.height.as_ref())
    }
}

object! {
    /// How the record is to be shown: `player`, in ngGo `settings`.
    pub struct View {
        /// Mark variations on the board.
        pub variation_markup: Option<bool> = "variation_markup" / "variationMarkup" | "markup",
        /// Show the variations that follow the node.
        pub variation_children: Option<bool> = "variation_children" / "variationChildren" | "children",
        /// Show the variations beside the node.
        pub variation_siblings: Option<bool> = "variation_siblings" / "variationSiblings" | "siblings",
        /// Show the paths to solutions.
        pub solution_paths: Option<bool> = "solution_paths" / "solutionPaths",
    }
}

impl Record {
    /// The value of a member as it was read, where that is not how it is written.
    pub fn as_read(&self, name: &str) -> Option<&Raw> {
        self.spelling.raw(name)
    }
}
