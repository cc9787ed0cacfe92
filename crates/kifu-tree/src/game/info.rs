use alloc::string::String;
use alloc::vec::Vec;

use kifu_core::{Color, Outcome, Points, Size};

/// What is said of a whole game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Which game it is, by SGF's numbers: 1 is Go.
    pub kind: Option<u16>,
    /// The program that wrote the record.
    pub application: Option<Application>,
    /// Who entered the record.
    pub transcriber: Option<String>,
    /// Who commented the game.
    pub annotator: Option<String>,
    /// Where the record is from: a book, a journal.
    pub source: Option<String>,
    /// The source's address in the web.
    pub source_url: Option<String>,
    /// The copyright of the record.
    pub copyright: Option<String>,
    /// A remark on the record, not on the game.
    pub record_comment: Option<String>,
    /// The game's name.
    pub name: Option<String>,
    /// The players, Black first; several may share a colour.
    pub players: Vec<Player>,
    /// What White gets.
    pub komi: Option<Said<Points>>,
    /// Handicap stones.
    pub handicap: Option<Said<u32>>,
    /// How the game ended.
    pub result: Option<Said<Outcome>>,
    /// The rules, by name.
    pub rules: Option<String>,
    /// The time that each player has, in seconds.
    pub main_time: Option<Said<f64>>,
    /// What happens after that, in words.
    pub overtime: Option<String>,
    /// How many periods of overtime there are.
    pub periods: Option<u32>,
    /// How long each of them is, in seconds.
    pub period_time: Option<f64>,
    /// The days of play: `1846-09-11`, in order, and anything else as it is written.
    pub dates: Vec<String>,
    /// The tournament.
    pub event: Option<String>,
    /// The round in it.
    pub round: Option<String>,
    /// Where the game was played.
    pub place: Option<String>,
    /// The opening.
    pub opening: Option<String>,
    /// A remark on the game.
    pub comment: Option<String>,
    /// The board.
    pub size: Option<Size>,
    /// The part of the board that is not shown.
    pub cutoff: Cutoff,
    /// How the record is to be shown.
    pub settings: Settings,
}

impl Info {
    /// The first player of a colour, put in its place if there is none yet.
    pub fn player(&mut self, color: Color) -> &mut Player {
        let is_it = |player: &Player| player.color == Said::Value(color);
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

/// A value that was understood, or else its text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Said<T> {
    /// What it means.
    Value(T),
    /// What is written, which means nothing to us.
    Text(String),
}

impl<T> Said<T> {
    /// The value, if it was understood.
    pub fn value(&self) -> Option<&T> {
        match self {
            Said::Value(value) => Some(value),
            Said::Text(_) => None,
        }
    }
}

/// The program that wrote a record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Application {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Player {
    /// The colour; some formats have others than two.
    pub color: Said<Color>,
    /// The name.
    pub name: Option<String>,
    /// The rank, as `5d`.
    pub rank: Option<String>,
    /// The team.
    pub team: Option<String>,
    /// The country.
    pub country: Option<String>,
}

impl Player {
    /// A player of this colour, nameless.
    pub const fn of(color: Color) -> Player {
        Player {
            color: Said::Value(color),
            name: None,
            rank: None,
            team: None,
            country: None,
        }
    }
}

/// Lines of the board that are not shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cutoff {
    /// Rows at the top.
    pub top: u8,
    /// Rows at the bottom.
    pub bottom: u8,
    /// Columns at the left.
    pub left: u8,
    /// Columns at the right.
    pub right: u8,
}

/// How a record is to be shown. `None` leaves it to the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Settings {
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
