//! Go as plainly as it can be written, to hold the engine against: points in a row,
//! everything found by flood fill, positions compared point by point.

use std::collections::BTreeSet;

use kifu_core::{Color, Point, Size};
use kifu_rules::{Repetition, Suicide};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Naive {
    cols: usize,
    rows: usize,
    pub(crate) points: Vec<Option<bool>>,
}

/// `true` is White.
fn white(color: Color) -> bool {
    color == Color::White
}

impl Naive {
    pub(crate) fn new(size: Size) -> Naive {
        Naive {
            cols: size.cols().into(),
            rows: size.rows().into(),
            points: vec![None; size.area()],
        }
    }

    pub(crate) fn at(&self, point: Point) -> usize {
        usize::from(point.row) * self.cols + usize::from(point.col)
    }

    pub(crate) fn point(&self, at: usize) -> Point {
        Point::new((at % self.cols) as u8, (at / self.cols) as u8)
    }

    pub(crate) fn stone(&self, at: usize) -> Option<Color> {
        self.points[at].map(|white| if white { Color::White } else { Color::Black })
    }

    pub(crate) fn put(&mut self, at: usize, stone: Option<Color>) {
        self.points[at] = stone.map(white);
    }

    fn neighbours(&self, at: usize) -> Vec<usize> {
        let (col, row) = (at % self.cols, at / self.cols);
        let mut all = Vec::new();
        if col > 0 {
            all.push(at - 1);
        }
        if col + 1 < self.cols {
            all.push(at + 1);
        }
        if row > 0 {
            all.push(at - self.cols);
        }
        if row + 1 < self.rows {
            all.push(at + self.cols);
        }
        all
    }

    /// The connected points that hold the same, and the points around them.
    pub(crate) fn flood(&self, at: usize) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let (mut inside, mut border) = (BTreeSet::from([at]), BTreeSet::new());
        let mut left = vec![at];
        while let Some(next) = left.pop() {
            for n in self.neighbours(next) {
                if self.points[n] != self.points[at] {
                    border.insert(n);
                } else if inside.insert(n) {
                    left.push(n);
                }
            }
        }
        (inside, border)
    }

    pub(crate) fn chain(&self, at: usize) -> BTreeSet<usize> {
        self.flood(at).0
    }

    pub(crate) fn liberties(&self, at: usize) -> BTreeSet<usize> {
        let border = self.flood(at).1;
        border
            .into_iter()
            .filter(|&n| self.points[n].is_none())
            .collect()
    }

    /// Puts the stone whatever stands there; returns the captured stones and the
    /// player's own that went.
    pub(crate) fn play(&mut self, at: usize, color: Color) -> (BTreeSet<usize>, BTreeSet<usize>) {
        self.points[at] = Some(white(color));
        let mut captured = BTreeSet::new();
        for n in self.neighbours(at) {
            if self.points[n] == Some(!white(color)) && self.liberties(n).is_empty() {
                captured.extend(self.chain(n));
            }
        }
        for &stone in &captured {
            self.points[stone] = None;
        }
        let mut own = BTreeSet::new();
        if self.liberties(at).is_empty() {
            own = self.chain(at);
        }
        for &stone in &own {
            self.points[stone] = None;
        }
        (captured, own)
    }
}

/// A game under the five definitions of repetition and three of suicide, all of its
/// past kept as boards.
#[derive(Clone)]
pub(crate) struct NaiveGame {
    pub(crate) board: Naive,
    pub(crate) to_play: Color,
    passes: u32,
    ko: Option<usize>,
    /// Every earlier and the present colouring, with the side to move.
    situations: Vec<(Naive, Color)>,
    /// What plays made, with the player.
    made: Vec<(Naive, Color)>,
    repetition: Repetition,
    suicide: Suicide,
}

impl NaiveGame {
    pub(crate) fn new(size: Size, repetition: Repetition, suicide: Suicide) -> NaiveGame {
        let board = Naive::new(size);
        NaiveGame {
            situations: vec![(board.clone(), Color::Black)],
            board,
            to_play: Color::Black,
            passes: 0,
            ko: None,
            made: Vec::new(),
            repetition,
            suicide,
        }
    }

    /// The game after a play (or a pass), if it is legal.
    pub(crate) fn after(&self, at: Option<usize>) -> Option<NaiveGame> {
        if self.passes == 2 {
            return None;
        }
        let mut next = self.clone();
        next.ko = None;
        next.to_play = !self.to_play;
        let Some(at) = at else {
            next.passes += 1;
            next.situations.push((next.board.clone(), next.to_play));
            return Some(next);
        };
        if self.board.points[at].is_some() {
            return None;
        }
        next.passes = 0;
        let (captured, own) = next.board.play(at, self.to_play);
        let suicide_allowed = match self.suicide {
            Suicide::Forbidden => own.is_empty(),
            Suicide::Multi => own.len() != 1,
            Suicide::Any => true,
        };
        if !suicide_allowed {
            return None;
        }
        let forbidden = match self.repetition {
            Repetition::Allowed => false,
            Repetition::SimpleKo => self.ko == Some(at),
            Repetition::Positional => self.situations.iter().any(|s| s.0 == next.board),
            Repetition::Situational => {
                let situation = (next.board.clone(), next.to_play);
                self.situations.contains(&situation)
            }
            Repetition::NaturalSituational => {
                self.made.contains(&(next.board.clone(), self.to_play))
            }
        };
        if forbidden {
            return None;
        }
        if captured.len() == 1
            && next.board.chain(at).len() == 1
            && next.board.liberties(at).len() == 1
        {
            next.ko = captured.first().copied();
        }
        next.made.push((next.board.clone(), self.to_play));
        next.situations.push((next.board.clone(), next.to_play));
        Some(next)
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        (0..self.board.points.len())
            .map(Some)
            .chain([None])
            .filter_map(|action| self.after(action))
            .map(|next| next.perft(depth - 1))
            .sum()
    }
}
