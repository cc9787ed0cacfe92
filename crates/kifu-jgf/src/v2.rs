//! Version 2, as its specification and Seki have it.

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
    /// The record itself.
    pub record: Head,
    /// Where it is from.
    pub source: Source,
    /// The game.
    pub game: Game,
    /// Who plays; any number of players, in any colours.
    pub players: Vec<Player>,
    /// The event.
    pub event: Event,
    /// The rules.
    pub rules: Rules,
    /// The board.
    pub board: Board,
    /// How the record is to be shown.
    pub settings: Settings,
    /// Anything else that is to be kept with the record.
    pub meta: Members,
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
    /// The record itself: `record`.
    pub struct Head {
        /// The format: `JGF`.
        pub format: Option<String> = "format",
        /// The version of the format.
        pub version: Option<Version> = "version",
        /// The charset of the file.
        pub charset: Option<String> = "charset",
        /// The program that made the file, with its version: `Seki v1.0.0`.
        pub generator: Option<String> = "generator",
        /// Who made the record.
        pub transcriber: Option<String> = "transcriber",
    }
}

object! {
    /// Where the record is from: `source`.
    pub struct Source {
        /// The name of the source.
        pub name: Option<String> = "name",
        /// Its address.
        pub url: Option<String> = "url",
        /// Whose rights are to be kept.
        pub copyright: Option<String> = "copyright",
    }
}

object! {
    /// The game: `game`.
    pub struct Game {
        /// What is played: `go`.
        pub kind: Option<String> = "type",
        /// The name of the game.
        pub name: Option<String> = "name",
        /// The result: `W+4.5`, `B+R`, `0`, `?`, or empty for a game without one.
        pub result: Option<String> = "result",
        /// The date of the game.
        pub date: Option<String> = "date",
        /// The dates of the game, if it took more than one.
        pub dates: Vec<String> = "dates",
        /// The opening.
        pub opening: Option<String> = "opening",
        /// Who commented the game.
        pub annotator: Option<String> = "annotator",
        /// A description of the game.
        pub description: Option<String> = "description",
    }
}

object! {
    /// The event: `event`.
    pub struct Event {
        /// Its name.
        pub name: Option<String> = "name",
        /// Where it was held.
        pub location: Option<String> = "location",
        /// The round in which the game was played.
        pub round: Option<String> = "round",
    }
}

object! {
    /// The rules: `rules`.
    pub struct Rules {
        /// The ruleset.
        pub ruleset: Option<String> = "ruleset" | "ruleSet",
        /// Whether suicide is allowed.
        pub allow_suicide: Option<bool> = "allowSuicide",
        /// Whether no position can come again, rather than only after a ko.
        pub disallow_repeats: Option<bool> = "disallowRepeats" | "disallowRepeatPositions",
        /// The komi.
        pub komi: Option<Number> = "komi",
        /// The handicap, however it is placed.
        pub handicap: Option<Number> = "handicap",
        /// Seconds of main time.
        pub time: Option<Number> = "time" | "mainTime",
        /// The overtime: `3x20 byo-yomi`.
        pub overtime: Option<String> = "overtime" | "overTime",
    }
    begin |_: &mut Rules, value: crate::json::Value<'_>, cx: &mut crate::object::Cx<'_>| {
        const DRAFT: [&str; 4] = ["ruleSet", "disallowRepeatPositions", "mainTime", "overTime"];
        cx.met.draft |= value.members().any(|(key, _)| DRAFT.contains(&&*key));
    };
}

object! {
    /// The board: `board`.
    pub struct Board {
        /// Columns and rows of a square board.
        pub size: Option<Number> = "size",
        /// Columns.
        pub width: Option<Number> = "width",
        /// Rows.
        pub height: Option<Number> = "height",
        /// Rows at the top that are not shown.
        pub cut_off_top: Option<Number> = "cutOffTop",
        /// Rows at the bottom that are not shown.
        pub cut_off_bottom: Option<Number> = "cutOffBottom",
        /// Columns on the left that are not shown.
        pub cut_off_left: Option<Number> = "cutOffLeft",
        /// Columns on the right that are not shown.
        pub cut_off_right: Option<Number> = "cutOffRight",
    }
}

impl Board {
    /// The size, 19×19 if the board says nothing; `None` if it is no size up to 52×52. Width
    /// and height go before `size` if they disagree.
    pub fn size(&self) -> Option<Size> {
        board::size(
            self.size.as_ref(),
            self.width.as_ref(),
            self.height.as_ref(),
        )
    }
}

object! {
    /// How the record is to be shown: `settings`.
    pub struct Settings {
        /// Mark the last move.
        pub show_last_move: Option<bool> = "showLastMove",
        /// Mark the next move.
        pub show_next_move: Option<bool> = "showNextMove",
        /// Show the solutions of problems.
        pub show_solutions: Option<bool> = "showSolutions",
        /// Show the variations that follow the node.
        pub show_variations: Option<bool> = "showVariations",
        /// Show the variations beside the node.
        pub show_sibling_variations: Option<bool> = "showSiblingVariations",
        /// Remember which variations were followed.
        pub remember_variation_paths: Option<bool> = "rememberVariationPaths",
    }
}

impl Record {
    /// The value of a member as it was read, where that is not how it is written.
    pub fn as_read(&self, name: &str) -> Option<&Raw> {
        self.spelling.raw(name)
    }
}
