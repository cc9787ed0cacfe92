//! Records of version 1, as in its specification and in ngGo.

use kifu_core::Size;

use crate::member::Version;
use crate::number::Number;
use crate::object::{object, object_impl};
use crate::origin::Origin;
use crate::player::Player;
use crate::raw::Members;
use crate::style::Style;
use crate::tree::Tree;
use crate::{RawJson, Spelling, board};

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
    /// Information about the record itself.
    pub record: Head,
    /// Information about the game.
    pub game: Game,
    /// The size of the board and its part that is not shown.
    pub board: Board,
    /// Settings for viewers: `player`, in ngGo `settings`.
    pub player: View,
    /// The nodes of the game.
    pub tree: Tree,
    /// Members that the specification does not define, in the order of the file.
    pub other: Members,
    /// The spelling of the record in its file.
    pub spelling: Spelling,
    /// The dialect of the record and how it was read.
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
    /// Information about the record itself: `record`.
    pub struct Head {
        /// The program that wrote the file, with its version: `ngGo v1.0.0`.
        pub application: Option<String> = "application" | "creator",
        /// The version of the format.
        pub version: Option<Version> = "version",
        /// The charset of the file.
        pub charset: Option<String> = "charset",
        /// The person who recorded the game.
        pub transcriber: Option<String> = "transcriber",
        /// The person who commented on the game.
        pub annotator: Option<String> = "annotator",
        /// The source of the record.
        pub source: Option<String> = "source",
        /// The holder of the copyright.
        pub copyright: Option<String> = "copyright",
        /// A comment on the record rather than the game.
        pub comment: Option<String> = "comment",
    }
}

object! {
    /// Information about the game: `game`.
    pub struct Game {
        /// The type of the game: `go`.
        pub kind: Option<String> = "type",
        /// The name of the game.
        pub name: Option<String> = "name",
        /// The players; any number of players, of any colours.
        pub players: Vec<Player> = "players" | "black" | "white",
        /// The komi in points.
        pub komi: Option<Number> = "komi",
        /// The handicap, whether its stones are placed freely or not.
        pub handicap: Option<Number> = "handicap",
        /// The result: `W+4.5`, `B+R`, `0`, `?`, or empty for a game without one.
        pub result: Option<String> = "result",
        /// The name of the ruleset.
        pub rules: Option<String> = "rules",
        /// The thinking time of the players.
        pub time: Time = "time",
        /// The dates of the game: `2011-04-22`, `2011-04` or `2011`.
        pub dates: Vec<String> = "dates",
        /// The place where the game was played.
        pub location: Option<String> = "location",
        /// The event at which the game was played.
        pub event: Option<String> = "event",
        /// The round of the event.
        pub round: Option<String> = "round",
        /// The name of the opening.
        pub opening: Option<String> = "opening",
        /// A comment on the game.
        pub comment: Option<String> = "comment",
    }
}

object! {
    /// The thinking time of the players: `game.time`.
    pub struct Time {
        /// The system of overtime: `Byo-yomi`.
        pub kind: Option<String> = "type",
        /// The main time, in seconds.
        pub main: Option<Number> = "main",
        /// The time for each move in overtime, in seconds.
        pub overtime: Option<Number> = "overtime",
    }
}

object! {
    /// The board: `board`.
    pub struct Board {
        /// The number of columns.
        pub width: Option<Number> = "width",
        /// The number of rows.
        pub height: Option<Number> = "height",
        /// Whether to show the coordinates.
        pub coordinates: Option<bool> = "coordinates",
        /// The sides where a part of the board is not shown: `right`, `bottom`.
        pub cutoff: Vec<String> = "cutoff",
    }
}

impl Board {
    /// The size, 19×19 if the board does not state it; `None` if it is not a size up to 52×52.
    pub fn size(&self) -> Option<Size> {
        board::size(None, self.width.as_ref(), self.height.as_ref())
    }
}

object! {
    /// Settings for viewers: `player`, in ngGo `settings`.
    pub struct View {
        /// Whether to mark variations on the board.
        pub variation_markup: Option<bool> = "variation_markup" / "variationMarkup" | "markup",
        /// Whether to show the variations that follow the node.
        pub variation_children: Option<bool> = "variation_children" / "variationChildren" | "children",
        /// Whether to show the variations of the node itself.
        pub variation_siblings: Option<bool> = "variation_siblings" / "variationSiblings" | "siblings",
        /// Whether to show the paths to solutions.
        pub solution_paths: Option<bool> = "solution_paths" / "solutionPaths",
    }
}

impl Record {
    /// The value of a member as it was read, if it is written differently.
    pub fn as_read(&self, name: &str) -> Option<&RawJson> {
        self.spelling.raw(name)
    }
}
