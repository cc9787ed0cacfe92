use alloc::string::String;
use alloc::vec::Vec;

use kifu_core::{Color, Outcome, Points, Size};

/// Data about a whole game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameInfo {
    /// The kind of game, as a number from SGF's list: 1 is Go.
    pub kind: Option<u16>,
    /// The program that wrote the record.
    pub application: Option<Application>,
    /// The name of the person who entered the record.
    pub transcriber: Option<String>,
    /// The name of the person who commented on the game.
    pub annotator: Option<String>,
    /// The source of the record, such as a book or a journal.
    pub source: Option<String>,
    /// The web address of the source.
    pub source_url: Option<String>,
    /// The copyright of the record.
    pub copyright: Option<String>,
    /// A remark on the record, not on the game.
    pub record_comment: Option<String>,
    /// The name of the game.
    pub name: Option<String>,
    /// The players, Black first; several may share a colour.
    pub players: Vec<Player>,
    /// The points that White receives.
    pub komi: Option<ValueOrText<Points>>,
    /// The number of handicap stones.
    pub handicap: Option<ValueOrText<u32>>,
    /// The result of the game.
    pub result: Option<ValueOrText<Outcome>>,
    /// The rules, by name.
    pub rules: Option<String>,
    /// The main time of each player, in seconds.
    pub main_time: Option<ValueOrText<f64>>,
    /// The overtime system after the main time, as text.
    pub overtime: Option<String>,
    /// The number of overtime periods.
    pub periods: Option<u32>,
    /// The length of each overtime period, in seconds.
    pub period_time: Option<f64>,
    /// The dates of play in order, such as `1846-09-11`; text that is not a date is kept as
    /// written.
    pub dates: Vec<String>,
    /// The tournament or title match.
    pub event: Option<String>,
    /// The round of the tournament.
    pub round: Option<String>,
    /// The place where the game was played.
    pub place: Option<String>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// A remark on the game.
    pub comment: Option<String>,
    /// The size of the board.
    pub size: Option<Size>,
    /// The part of the board that is not shown.
    pub cutoff: Cutoff,
    /// The settings for programs that show the record.
    pub settings: DisplaySettings,
}

impl GameInfo {
    /// Returns the first player of a colour, and adds one if there is none: Black first, White
    /// last.
    pub fn player(&mut self, color: Color) -> &mut Player {
        let is_it = |player: &Player| player.color == ValueOrText::Value(color);
        let at = match self.players.iter().position(is_it) {
            Some(at) => at,
            None => {
                let at = match color {
                    Color::Black => 0,
                    Color::White => self.players.len(),
                };
                self.players.insert(at, Player::of(color));
                at
            }
        };
        &mut self.players[at]
    }
}

/// A parsed value, or its text if it could not be parsed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ValueOrText<T> {
    /// The parsed value.
    Value(T),
    /// The text as written, which could not be parsed.
    Text(String),
}

impl<T> ValueOrText<T> {
    /// Returns the value if it was parsed.
    pub fn value(&self) -> Option<&T> {
        match self {
            ValueOrText::Value(value) => Some(value),
            ValueOrText::Text(_) => None,
        }
    }
}

/// The program that wrote a record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Application {
    /// The name of the program.
    pub name: String,
    /// The version of the program.
    pub version: Option<String>,
}

/// A player of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Player {
    /// The colour of the player; some formats allow more than two.
    pub color: ValueOrText<Color>,
    /// The name of the player.
    pub name: Option<String>,
    /// The rank of the player, such as `5d`.
    pub rank: Option<String>,
    /// The team for which the player plays.
    pub team: Option<String>,
    /// The country of the player.
    pub country: Option<String>,
}

impl Player {
    /// Creates a player of this colour without a name.
    pub const fn of(color: Color) -> Player {
        Player {
            color: ValueOrText::Value(color),
            name: None,
            rank: None,
            team: None,
            country: None,
        }
    }
}

/// The rows and columns of the board that are not shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cutoff {
    /// The number of rows hidden at the top.
    pub top: u8,
    /// The number of rows hidden at the bottom.
    pub bottom: u8,
    /// The number of columns hidden at the left.
    pub left: u8,
    /// The number of columns hidden at the right.
    pub right: u8,
}

/// Settings for programs that show a record. `None` leaves the choice to the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DisplaySettings {
    /// Whether variations are marked on the board.
    pub markup: Option<bool>,
    /// Whether the variations of the next move are shown.
    pub children: Option<bool>,
    /// Whether the variations of the current move are shown.
    pub siblings: Option<bool>,
    /// Whether the board has coordinates.
    pub coordinates: Option<bool>,
    /// Whether the paths to the solution of a problem are shown.
    pub solutions: Option<bool>,
}
