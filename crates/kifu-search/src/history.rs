//! The contents of each point over the course of a game.

use kifu_core::{Color, Size};
use kifu_rules::Board;

use crate::Cell;
use crate::grid::{self, Ever};
use crate::line::{Line, Start, Step};

/// For each point of a game, the times at which its contents change.
///
/// A time is the index of a position of the game. Most points change once or never, so the interval during which
/// some stones are together follows from the changes of these points alone, without a board.
///
/// A history is reused for one game after another, and keeps its allocated memory.
pub(crate) struct History {
    size: Size,
    // Indexed by point number: 0 if the point never changed, or else the index of its first change,
    // plus one.
    first: Box<[u32; NUMBERS]>,
    last: Box<[u32; NUMBERS]>,
    now: Box<[Cell; NUMBERS]>,
    changes: Vec<Change>,
    // Indexed by time.
    pub(crate) times: Vec<Time>,
    number: u32,
    stones: u16,
    pending: Vec<u16>,
    // Whether the game is a variation, whose first position belongs to the line from which it branches.
    pub(crate) is_branch: bool,
}

/// All point numbers are less than this limit, so indexing needs no bounds check.
const NUMBERS: usize = 1 << 12;

#[inline]
const fn index(at: u16) -> usize {
    at as usize % NUMBERS
}

#[derive(Clone, Copy)]
struct Change {
    time: u32,
    next: u32,
    cell: Cell,
}

/// A position of the game.
#[derive(Clone, Copy)]
pub(crate) struct Time {
    /// The number of moves that led to the position.
    pub(crate) number: u32,
    /// The last move, if it led to this position.
    pub(crate) step: Option<Step>,
    /// The number of stones on the board.
    pub(crate) stones: u16,
}

/// The chains that a move captures.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Captures {
    /// One bit for each neighbour whose chain is captured, in the order of [`grid::around`].
    pub(crate) chains: u8,
    /// Whether the chain of the played stone is captured.
    pub(crate) own: bool,
}

/// A range of times, both ends included.
pub(crate) type Run = (u32, u32);

impl History {
    pub(crate) fn new() -> History {
        History {
            size: Size::default(),
            first: Box::new([0; NUMBERS]),
            last: Box::new([0; NUMBERS]),
            now: Box::new([Cell::EMPTY; NUMBERS]),
            changes: Vec::new(),
            times: Vec::new(),
            number: 0,
            stones: 0,
            pending: Vec::new(),
            is_branch: false,
        }
    }

    /// Starts a game with an empty board at time 0.
    pub(crate) fn begin(&mut self, size: Size) {
        self.size = size;
        let numbers = grid::numbers(size);
        self.first[..numbers].fill(0);
        self.now[..numbers].fill(Cell::EMPTY);
        self.changes.clear();
        self.times.clear();
        self.number = 0;
        self.stones = 0;
        self.is_branch = false;
        self.times.push(Time {
            number: 0,
            step: None,
            stones: 0,
        });
    }

    /// Appends the position after a move.
    #[inline]
    pub(crate) fn play(&mut self, step: Step, taken: Captures) {
        let time = self.times.len() as u32;
        if let (Some(at), Some(color)) = (step.at(), step.stone()) {
            self.set(time, at, Cell::of(Some(color)));
            if taken != Captures::default() {
                self.take(time, at, color, taken);
            }
        }
        self.number += 1;
        self.times.push(Time {
            number: self.number,
            step: Some(step),
            stones: self.stones,
        });
    }

    /// Makes the position at a branching the first position. Later setup does not change this
    /// position, but adds another one.
    fn branch(&mut self, start: &Start) {
        self.number = start.number;
        self.set_up(start.stones.iter().copied());
        self.is_branch = true;
    }

    /// Sets or clears stones: in the first position, or else in an additional position.
    pub(crate) fn set_up(&mut self, steps: impl IntoIterator<Item = Step>) {
        if self.times.len() == 1 && !self.is_branch {
            self.times.clear();
        }
        let time = self.times.len() as u32;
        for step in steps {
            if let Some(at) = step.at() {
                self.set(time, at, Cell::of(step.stone()));
            }
        }
        self.times.push(Time {
            number: self.number,
            step: None,
            stones: self.stones,
        });
    }

    #[inline]
    fn set(&mut self, time: u32, at: u16, cell: Cell) {
        let point = index(at);
        let before = std::mem::replace(&mut self.now[point], cell);
        if before == cell {
            return;
        }
        self.stones += u16::from(before == Cell::EMPTY);
        self.stones -= u16::from(cell == Cell::EMPTY);
        self.changes.push(Change {
            time,
            next: 0,
            cell,
        });
        let this = self.changes.len() as u32;
        match self.first[point] {
            0 => self.first[point] = this,
            _ => self.changes[self.last[point] as usize - 1].next = this,
        }
        self.last[point] = this;
    }

    #[cold]
    fn take(&mut self, time: u32, at: u16, color: Color, taken: Captures) {
        let theirs = Cell::of(Some(!color));
        for (k, near) in grid::around(at, self.size).into_iter().enumerate() {
            if let Some(near) = near.filter(|_| taken.chains >> k & 1 != 0) {
                self.take_chain(time, near, theirs);
            }
        }
        if taken.own {
            self.take_chain(time, at, Cell::of(Some(color)));
        }
    }

    /// Removes the chain of this colour at a point, if there is one.
    fn take_chain(&mut self, time: u32, at: u16, cell: Cell) {
        if self.now[index(at)] != cell {
            return;
        }
        self.set(time, at, Cell::EMPTY);
        self.pending.push(at);
        while let Some(at) = self.pending.pop() {
            for near in grid::around(at, self.size).into_iter().flatten() {
                if self.now[index(near)] == cell {
                    self.set(time, near, Cell::EMPTY);
                    self.pending.push(near);
                }
            }
        }
    }

    /// Intersects the runs with the times at which the point matches the cell.
    #[inline]
    pub(crate) fn narrow(&self, runs: &mut Vec<Run>, spare: &mut Vec<Run>, at: u16, cell: Cell) {
        let mut change = self.first[index(at)];
        if change == 0 {
            if !cell.allows(None) {
                runs.clear();
            }
            return;
        }
        spare.clear();
        let mut from = 0;
        let mut state = Cell::EMPTY;
        let mut next = 0;
        loop {
            let ended = change == 0;
            let to = if ended {
                u32::MAX
            } else {
                // This wraps for a change at time 0, before which there is no time.
                self.changes[change as usize - 1].time.wrapping_sub(1)
            };
            let lasts = ended || to.wrapping_add(1) > from;
            if lasts && cell.allows_all(state) {
                // Intersect all runs that start in this interval or before. A run that ends after
                // it continues with the next interval.
                while let Some(&(begin, end)) = runs.get(next).filter(|run| run.0 <= to) {
                    let (begin, stop) = (begin.max(from), end.min(to));
                    if begin <= stop {
                        match spare.last_mut() {
                            Some(last) if last.1 + 1 == begin => last.1 = stop,
                            _ => spare.push((begin, stop)),
                        }
                    }
                    if end > to {
                        break;
                    }
                    next += 1;
                }
            }
            if ended || next == runs.len() {
                break;
            }
            let here = self.changes[change as usize - 1];
            (from, state, change) = (here.time, here.cell, here.next);
        }
        std::mem::swap(runs, spare);
    }

    /// The times of the positions after `first` to `last` moves.
    pub(crate) fn between(&self, first: u32, last: u32) -> Option<Run> {
        let from = self.times.partition_point(|time| time.number < first);
        let to = self.times.partition_point(|time| time.number <= last);
        (from < to).then(|| (from as u32, to as u32 - 1))
    }

    /// Collects the points where each colour ever has a stone.
    pub(crate) fn ever(&self, ever: &mut Ever) {
        ever.clear(self.size);
        let first = &self.first[..grid::numbers(self.size)];
        for (at, &first) in first.iter().enumerate() {
            let mut change = first;
            while change != 0 {
                let here = self.changes[change as usize - 1];
                if let Some(color) = here.cell.stone() {
                    ever.add(color, at as u16);
                }
                change = here.next;
            }
        }
    }

    /// The contents of a point at the last time.
    pub(crate) fn now(&self, at: u16) -> Cell {
        self.now[index(at)]
    }
}

/// Plays games and determines the captures of each move.
pub(crate) struct Player {
    board: Board,
    empty: Board,
}

impl Player {
    pub(crate) fn new() -> Player {
        let empty = Board::new(Size::default());
        Player {
            board: empty.clone(),
            empty,
        }
    }

    /// Plays a game into a history, and passes each step and its captures to a closure. Stones that are set up
    /// together are passed together.
    pub(crate) fn play(
        &mut self,
        line: &Line,
        history: &mut History,
        mut each: impl FnMut(&[Step], Captures),
    ) {
        let size = line.size();
        if self.empty.size() != size {
            self.empty = Board::new(size);
        }
        self.board.clone_from(&self.empty);
        history.begin(size);
        if let Some(start) = line.start() {
            let stones = start.stones.iter();
            let stones = stones.filter_map(|step| Some((grid::point(step.at()?), step.stone())));
            self.board.edit(stones);
            history.branch(start);
            if !start.stones.is_empty() {
                each(&start.stones, Captures::default());
            }
        }
        let together = |a: &Step, b: &Step| !a.is_move() && !b.is_move();
        for steps in line.steps().chunk_by(together) {
            let taken = match steps {
                [step] if step.is_move() => {
                    let taken = self.taken(*step, history);
                    history.play(*step, taken);
                    taken
                }
                _ => {
                    let puts = steps
                        .iter()
                        .filter_map(|step| Some((step.at()?, step.stone())));
                    let puts = puts.map(|(at, stone)| (grid::point(at), stone));
                    self.board.edit(puts);
                    history.set_up(steps.iter().copied());
                    Captures::default()
                }
            };
            each(steps, taken);
        }
    }

    #[inline]
    fn taken(&mut self, step: Step, history: &History) -> Captures {
        let (Some(at), Some(color)) = (step.at(), step.stone()) else {
            return Captures::default();
        };
        match self.board.force(color, grid::point(at)) {
            Some(played) if played.captured == 0 && played.suicide == 0 => Captures::default(),
            Some(played) => {
                let mut taken = Captures {
                    chains: 0,
                    own: played.suicide > 0,
                };
                let theirs = Cell::of(Some(!color));
                for (k, near) in grid::around(at, self.board.size()).into_iter().enumerate() {
                    let is_gone = |&near: &u16| {
                        history.now(near) == theirs && self.board.stone(grid::point(near)).is_none()
                    };
                    taken.chains |= u8::from(near.as_ref().is_some_and(is_gone)) << k;
                }
                taken
            }
            // Unreachable: the point is on the board.
            None => Captures::default(),
        }
    }
}
