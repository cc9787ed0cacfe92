//! Moves that the reader tries, which are played by the rules and never become part of the record.

use kifu_core::{Color, Move, Point};
use kifu_rules::{Illegal, Position};

use crate::scene::{Scene, move_name};

/// A line of moves that the reader tries, from a position of the record.
#[derive(Debug)]
pub(crate) struct Tries {
    position: Position,
    moves: Vec<(Color, Move)>,
    /// The number of moves that are on the board.
    played: usize,
    /// The number of the line among those that are kept at its place; `None` for a new line.
    pub(crate) line: Option<usize>,
}

impl Tries {
    /// Starts from a position of the record.
    pub(crate) fn new(position: &Position) -> Tries {
        let mut position = position.clone();
        position.resume();
        Tries {
            position,
            moves: Vec::new(),
            played: 0,
            line: None,
        }
    }

    /// Plays a kept line again.
    pub(crate) fn again(position: &Position, moves: &[(Color, Move)], line: usize) -> Tries {
        let mut tries = Tries::new(position);
        tries.line = Some(line);
        for &(_, action) in moves {
            if tries.play(action).is_err() {
                break;
            }
        }
        tries
    }

    pub(crate) fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    pub(crate) fn played(&self) -> usize {
        self.played
    }

    pub(crate) fn to_play(&self) -> Color {
        self.position.to_play()
    }

    /// Plays a move of the player to move, after the moves on the board. Returns the number of stones that it captures.
    pub(crate) fn play(&mut self, action: Move) -> Result<u16, Illegal> {
        // The reader may go on after two passes.
        self.position.resume();
        let color = self.position.to_play();
        let played = self.position.play(color, action)?;
        if self.moves.get(self.played) != Some(&(color, action)) {
            self.moves.truncate(self.played);
            self.moves.push((color, action));
        }
        self.played += 1;
        Ok(played.captured)
    }

    /// Whether playing a move would replace moves that were taken back.
    pub(crate) fn replaces(&self, action: Move) -> bool {
        let next = self.moves.get(self.played);
        next.is_some_and(|&(_, of)| of != action)
    }

    /// Takes the last move back. Returns false if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        if self.played == 0 || !self.position.undo() {
            return false;
        }
        self.played -= 1;
        true
    }

    /// Plays the move that was taken back last.
    pub(crate) fn redo(&mut self) -> bool {
        let Some(&(color, action)) = self.moves.get(self.played) else {
            return false;
        };
        self.position.resume();
        if self.position.play(color, action).is_err() {
            return false;
        }
        self.played += 1;
        true
    }

    /// The board with the tried moves, numbered from 1. The prisoners are added to those of the record.
    pub(crate) fn scene(&self, record: &Scene, at_start: &Position) -> Scene {
        let before = at_start.prisoners();
        let now = self.position.prisoners();
        let mut prisoners = record.prisoners;
        for color in [Color::Black, Color::White] {
            prisoners[color] += now[color].saturating_sub(before[color]);
        }
        let mut scene = Scene::of(&self.position, prisoners);
        scene.clocks = record.clocks.clone();
        scene.number = record.number.saturating_add(self.played as u32);
        let played = &self.moves[..self.played];
        scene.set_last(played.last().copied().or(record.last));
        for (&(color, action), number) in played.iter().zip(1..) {
            let cell = action.point().and_then(|point| scene.figure.get_mut(point));
            if let Some(cell) = cell.filter(|cell| cell.stone == Some(color)) {
                cell.number = Some(number);
            }
        }
        let size = scene.figure.size();
        let names = self
            .moves
            .iter()
            .zip(1..)
            .map(|(&(color, action), number)| {
                let mark = if number == self.played { "*" } else { "" };
                format!(
                    "{number}{mark} {} {}",
                    color.letter(),
                    move_name(action, size)
                )
            });
        scene.comment = names.collect::<Vec<_>>().join("  ");
        scene
    }

    /// The point of the last move on the board.
    pub(crate) fn last_point(&self) -> Option<Point> {
        let last = self.moves[..self.played].last()?;
        last.1.point()
    }
}
