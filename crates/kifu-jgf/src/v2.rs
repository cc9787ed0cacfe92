//! Records of version 2, as in its specification and in Seki.

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

/// A record of version 2.
///
/// ```
/// use kifu_jgf::{Number, Options, Record, v2};
///
/// let mut record = v2::Record::default();
/// record.record.format = Some("JGF".into());
/// record.rules.komi = Number::parse("6.5");
/// record.board.size = Some(Number::from(9));
/// assert_eq!(
///     Record::from(record).to_json(&Options::COMPACT),
///     r#"{"record":{"format":"JGF"},"rules":{"komi":6.5},"board":{"size":9}}"#
/// );
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Information about the record itself.
    pub record: Head,
    /// The source of the record.
    pub source: Source,
    /// Information about the game.
    pub game: Game,
    /// The players; any number of players, of any colours.
    pub players: Vec<Player>,
    /// The event at which the game was played.
    pub event: Event,
    /// The rules, the handicap and the time limits of the game.
    pub rules: Rules,
    /// The size of the board, and the numbers of rows and columns that are not shown.
    pub board: Board,
    /// Settings for viewers.
    pub settings: Settings,
    /// Any other data of the record.
    pub meta: Members,
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
            source: Source::default(),
            game: Game::default(),
            players: Vec::new(),
            event: Event::default(),
            rules: Rules::default(),
            board: Board::default(),
            settings: Settings::default(),
            meta: Members::default(),
            tree: Tree::default(),
            other: Members::default(),
            spelling: Spelling::default(),
            origin: Origin::new(Style::V2),
        }
    }
}

object_impl! {
    Record {
        record: Head = "record",
        source: Source = "source",
        game: Game = "game",
        players: Vec<Player> = "players",
        event: Event = "event",
        rules: Rules = "rules",
        board: Board = "board",
        settings: Settings = "settings",
        meta: Members = "meta",
        tree: Tree = "tree",
    }
}

object! {
    /// Information about the record itself: `record`.
    pub struct Head {
        /// The name of the format: `JGF`.
        pub format: Option<String> = "format",
        /// The version of the format.
        pub version: Option<Version> = "version",
        /// The charset of the file.
        pub charset: Option<String> = "charset",
        /// The program that wrote the file, with its version: `Seki v1.0.0`.
        pub generator: Option<String> = "generator",
        /// The person who recorded the game.
        pub transcriber: Option<String> = "transcriber",
    }
}

object! {
    /// The source of the record: `source`.
    pub struct Source {
        /// The name of the source.
        pub name: Option<String> = "name",
        /// The address of the source.
        pub url: Option<String> = "url",
        /// The holder of the copyright.
        pub copyright: Option<String> = "copyright",
    }
}

object! {
    /// Information about the game: `game`.
    pub struct Game {
        /// The type of the game: `go`.
        pub kind: Option<String> = "type",
        /// The name of the game.
        pub name: Option<String> = "name",
        /// The result: `W+4.5`, `B+R`, `0`, `?`, or empty for a game without one.
        pub result: Option<String> = "result",
        /// The date of the game.
        pub date: Option<String> = "date",
        /// The dates of the game, if it took more than one day.
        pub dates: Vec<String> = "dates",
        /// The name of the opening.
        pub opening: Option<String> = "opening",
        /// The person who commented on the game.
        pub annotator: Option<String> = "annotator",
        /// A description of the game.
        pub description: Option<String> = "description",
    }
}

object! {
    /// The event at which a game was played: `event`.
    pub struct Event {
        /// The name of the event.
        pub name: Option<String> = "name",
        /// The place of the event.
        pub location: Option<String> = "location",
        /// The round in which the game was played.
        pub round: Option<String> = "round",
    }
}

object! {
    /// The rules, the handicap and the time limits of a game: `rules`.
    pub struct Rules {
        /// The name of the ruleset.
        pub ruleset: Option<String> = "ruleset" | "ruleSet",
        /// Whether suicide is allowed.
        pub allow_suicide: Option<bool> = "allowSuicide",
        /// Whether no position may be repeated; otherwise, only the ko is forbidden.
        pub disallow_repeats: Option<bool> = "disallowRepeats" | "disallowRepeatPositions",
        /// The komi in points.
        pub komi: Option<Number> = "komi",
        /// The handicap, whether its stones are placed freely or not.
        pub handicap: Option<Number> = "handicap",
        /// The main time, in seconds.
        pub time: Option<Number> = "time" | "mainTime",
        /// The overtime: `3x20 byo-yomi`.
        pub overtime: Option<String> = "overtime" | "overTime",
    }
    begin |_: &mut Rules, value: crate::json::Value<'_>, cx: &mut crate::object::ReadContext<'_>| {
        const DRAFT: [&str; 4] = ["ruleSet", "disallowRepeatPositions", "mainTime", "overTime"];
        cx.evidence.draft |= value.members().any(|(key, _)| DRAFT.contains(&&*key));
    };
}

object! {
    /// The board: `board`.
    pub struct Board {
        /// The number of columns and rows of a square board.
        pub size: Option<Number> = "size",
        /// The number of columns.
        pub width: Option<Number> = "width",
        /// The number of rows.
        pub height: Option<Number> = "height",
        /// The number of rows at the top that are not shown.
        pub cut_off_top: Option<Number> = "cutOffTop",
        /// The number of rows at the bottom that are not shown.
        pub cut_off_bottom: Option<Number> = "cutOffBottom",
        /// The number of columns on the left that are not shown.
        pub cut_off_left: Option<Number> = "cutOffLeft",
        /// The number of columns on the right that are not shown.
        pub cut_off_right: Option<Number> = "cutOffRight",
    }
}

impl Board {
    /// The size, 19×19 if the board does not state it; `None` if it is not a size up to 52×52. Width and height
    /// take precedence over `size`.
    pub fn size(&self) -> Option<Size> {
        board::size(
            self.size.as_ref(),
            self.width.as_ref(),
            self.height.as_ref(),
        )
    }
}

object! {
    /// Settings for viewers: `settings`.
    pub struct Settings {
        /// Whether to mark the last move.
        pub show_last_move: Option<bool> = "showLastMove",
        /// Whether to mark the next move.
        pub show_next_move: Option<bool> = "showNextMove",
        /// Whether to show the solutions of problems.
        pub show_solutions: Option<bool> = "showSolutions",
        /// Whether to show the variations that follow the node.
        pub show_variations: Option<bool> = "showVariations",
        /// Whether to show the variations of the node itself.
        pub show_sibling_variations: Option<bool> = "showSiblingVariations",
        /// Whether to remember which variations were followed.
        pub remember_variation_paths: Option<bool> = "rememberVariationPaths",
    }
}

impl Record {
    /// The value of a member as it was read, if it is written differently.
    pub fn as_read(&self, name: &str) -> Option<&RawJson> {
        self.spelling.raw(name)
    }
}
