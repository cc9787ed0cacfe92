//! The simplest possible implementation of Go, to compare the engine with: points in a list, chains found by flood
//! fill, and positions compared point by point.

use std::collections::BTreeSet;
use std::rc::Rc;

use kifu_core::{Color, Point, Size};
use kifu_rules::{Repetition, Suicide};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Naive {
    cols: usize,
    rows: usize,
    pub(crate) points: Vec<Option<bool>>,
}

/// Whether the colour is White, as boards store stones.
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

    /// The connected points with the same content, and the points around them.
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

    /// Puts a stone, even on an occupied point. Returns the captured stones, and the player's own stones that were
    /// removed.
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

/// A game under the five definitions of repetition and the three of suicide, which keeps all earlier boards.
#[derive(Clone)]
pub(crate) struct NaiveGame {
    pub(crate) board: Naive,
    pub(crate) to_play: Color,
    passes: u32,
    ko: Option<usize>,
    /// The starting position and the position after each ply; the last one is the current position.
    moments: Vec<Moment>,
    /// The first position that can be repeated: the start, or the position after the latest edit.
    since: usize,
    repetition: Repetition,
    suicide: Suicide,
}

#[derive(Clone)]
struct Moment {
    board: Rc<Naive>,
    to_play: Color,
    /// The player whose play led to the position, if it was a play.
    player: Option<Color>,
    /// Whether the turn was set, so that nobody played from here.
    replaced: bool,
}

/// The effects of a play and the rules that it breaks.
pub(crate) struct Judged {
    pub(crate) board: Naive,
    color: Color,
    ko: Option<usize>,
    /// The stone that the play replaces.
    pub(crate) occupied: Option<Color>,
    /// The number of the player's own stones that the play removes, if the rules forbid that.
    pub(crate) suicide: Option<usize>,
    /// Whether the play retakes a ko immediately or repeats an earlier position, and the rules forbid that.
    pub(crate) repeats: bool,
}

impl Judged {
    pub(crate) fn is_legal(&self) -> bool {
        self.occupied.is_none() && self.suicide.is_none() && !self.repeats
    }
}

impl NaiveGame {
    pub(crate) fn new(size: Size, repetition: Repetition, suicide: Suicide) -> NaiveGame {
        let board = Naive::new(size);
        NaiveGame {
            moments: vec![Moment {
                board: Rc::new(board.clone()),
                to_play: Color::Black,
                player: None,
                replaced: false,
            }],
            board,
            to_play: Color::Black,
            passes: 0,
            ko: None,
            since: 0,
            repetition,
            suicide,
        }
    }

    /// The game after a play or a pass of the side to move, if it is legal.
    pub(crate) fn after(&self, at: Option<usize>) -> Option<NaiveGame> {
        if self.passes == 2 {
            return None;
        }
        let Some(at) = at else {
            return Some(self.passed(self.to_play));
        };
        let judged = self.judge(at, self.to_play);
        judged.is_legal().then(|| self.played(judged))
    }

    /// The effects of a play by either side on any point, and the rules that it breaks.
    pub(crate) fn judge(&self, at: usize, color: Color) -> Judged {
        let mut board = self.board.clone();
        let (captured, own) = board.play(at, color);
        let suicide_allowed = match self.suicide {
            Suicide::Forbidden => own.is_empty(),
            Suicide::Multi => own.len() != 1,
            Suicide::Any => true,
        };
        let mut earlier = self.moments[self.since..].iter();
        let is_there = |moment: &Moment| *moment.board == board;
        let repeats = match self.repetition {
            Repetition::Allowed => false,
            Repetition::SimpleKo => self.ko == Some(at) && color == self.to_play,
            Repetition::Positional => earlier.any(is_there),
            Repetition::Situational => {
                earlier.any(|m| !m.replaced && m.to_play != color && is_there(m))
            }
            Repetition::NaturalSituational => {
                earlier.any(|m| m.player == Some(color) && is_there(m))
            }
        };
        let alone =
            captured.len() == 1 && board.chain(at).len() == 1 && board.liberties(at).len() == 1;
        Judged {
            occupied: self.board.stone(at),
            suicide: (!suicide_allowed).then_some(own.len()),
            repeats,
            ko: captured.first().copied().filter(|_| alone),
            color,
            board,
        }
    }

    /// The game after a play, even an illegal one.
    pub(crate) fn played(&self, judged: Judged) -> NaiveGame {
        let mut next = self.clone();
        next.board = judged.board;
        next.passes = 0;
        next.ko = judged.ko;
        next.to_play = !judged.color;
        next.remember(Some(judged.color));
        next
    }

    pub(crate) fn passed(&self, color: Color) -> NaiveGame {
        let mut next = self.clone();
        next.passes += 1;
        next.ko = None;
        next.to_play = !color;
        next.remember(None);
        next
    }

    /// The game after stones were put and removed. Earlier positions can no longer be repeated.
    pub(crate) fn edited(&self, edits: &[(usize, Option<Color>)]) -> NaiveGame {
        let mut next = self.clone();
        for &(at, stone) in edits {
            next.board.put(at, stone);
        }
        next.passes = 0;
        next.ko = None;
        next.remember(None);
        next.since = next.plies();
        next
    }

    /// The game after the turn was set.
    pub(crate) fn turned(&self, color: Color) -> NaiveGame {
        let mut next = self.clone();
        if color != self.to_play {
            next.ko = None;
        }
        next.to_play = color;
        next.moments.last_mut().unwrap().replaced = true;
        next.remember(None);
        next
    }

    fn remember(&mut self, player: Option<Color>) {
        self.moments.push(Moment {
            board: Rc::new(self.board.clone()),
            to_play: self.to_play,
            player,
            replaced: false,
        });
    }

    pub(crate) fn plies(&self) -> usize {
        self.moments.len() - 1
    }

    /// The board after this number of plies.
    pub(crate) fn board_after(&self, plies: usize) -> &Naive {
        &self.moments[plies].board
    }

    /// The latest earlier ply after which the position was the same with the same side to move.
    pub(crate) fn repeats(&self) -> Option<usize> {
        let (now, earlier) = self.moments.split_last().unwrap();
        let is_same = |m: &Moment| m.to_play == now.to_play && m.board == now.board;
        (self.since..earlier.len())
            .rev()
            .find(|&ply| is_same(&earlier[ply]))
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
