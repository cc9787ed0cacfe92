//! The contents of each point over the course of a game.

use kifu_core::{Color, Size};
use kifu_rules::Board;

use crate::Cell;
use crate::grid::{self, Ever, NO_ROWS, Rows};
use crate::line::{Line, Start, Step};

/// For each watched point of a game, the times at which its contents change.
///
/// A time is the index of a position of the game. Most points change once or never, so the interval during which
/// some stones are together follows from the changes of these points alone, without a board.
///
/// A history is reused for one game after another, and keeps its allocated memory.
pub(crate) struct History {
    size: Size,
    /// The points whose changes are recorded.
    watched: Rows,
    // Indexed by point number: 0 if no change was recorded, or else the index of the first change,
    // plus one.
    first: Box<[u32; NUMBERS]>,
    last: Box<[u32; NUMBERS]>,
    now: Box<[Cell; NUMBERS]>,
    /// Ordered by time.
    changes: Vec<Change>,
    /// For each time, the move that led to the position; [`Step::SETUP`] for setup, and at time 0.
    pub(crate) steps: Vec<Step>,
    /// The positions after setup, other than the first position.
    setups: Vec<Setup>,
    /// The number of moves before the first position.
    before: u32,
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
    at: u16,
    before: Cell,
    cell: Cell,
}

/// A position after setup.
#[derive(Clone, Copy)]
struct Setup {
    time: u32,
    /// The number of moves that led to the position.
    number: u32,
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
    /// Creates a history that watches no points.
    pub(crate) fn new() -> History {
        History {
            size: Size::default(),
            watched: NO_ROWS,
            first: Box::new([0; NUMBERS]),
            last: Box::new([0; NUMBERS]),
            now: Box::new([Cell::EMPTY; NUMBERS]),
            changes: Vec::new(),
            steps: Vec::new(),
            setups: Vec::new(),
            before: 0,
            pending: Vec::new(),
            is_branch: false,
        }
    }

    /// Chooses the points whose changes are recorded from the next game on.
    pub(crate) fn watch(&mut self, points: &Rows) {
        self.watched = *points;
    }

    /// Starts a game with an empty board at time 0.
    pub(crate) fn begin(&mut self, size: Size) {
        self.size = size;
        self.now[..grid::numbers(size)].fill(Cell::EMPTY);
        for change in self.changes.drain(..) {
            self.first[index(change.at)] = 0;
        }
        self.steps.clear();
        self.steps.push(Step::SETUP);
        self.setups.clear();
        self.before = 0;
        self.is_branch = false;
    }

    /// Appends the position after a move.
    #[inline]
    pub(crate) fn play(&mut self, step: Step, taken: Captures) {
        let time = self.steps.len() as u32;
        if let (Some(at), Some(color)) = (step.at(), step.stone()) {
            self.set(time, at, Cell::of(Some(color)));
            if taken != Captures::default() {
                self.take(time, at, color, taken);
            }
        }
        self.steps.push(step);
    }

    /// Makes the position at a branching the first position. Later setup does not change this
    /// position, but adds another one.
    fn branch(&mut self, start: &Start) {
        self.before = start.number;
        self.set_up(start.stones.iter().copied());
        self.is_branch = true;
    }

    /// Sets or clears stones: in the first position, or else in an additional position.
    pub(crate) fn set_up(&mut self, steps: impl IntoIterator<Item = Step>) {
        let mut time = 0;
        if self.steps.len() > 1 || self.is_branch {
            time = self.steps.len() as u32;
            let number = self.number(time - 1);
            self.setups.push(Setup { time, number });
            self.steps.push(Step::SETUP);
        }
        for step in steps {
            if let Some(at) = step.at() {
                self.set(time, at, Cell::of(step.stone()));
            }
        }
    }

    #[inline]
    fn set(&mut self, time: u32, at: u16, cell: Cell) {
        let before = std::mem::replace(&mut self.now[index(at)], cell);
        let (row, col) = (at / grid::STRIDE, at % grid::STRIDE);
        if self.watched[usize::from(row)] >> col & 1 != 0 && before != cell {
            self.record(Change {
                time,
                next: 0,
                at,
                before,
                cell,
            });
        }
    }

    fn record(&mut self, change: Change) {
        let point = index(change.at);
        self.changes.push(change);
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

    /// The number of moves that led to the position at a time.
    pub(crate) fn number(&self, time: u32) -> u32 {
        let setups = self.setups.partition_point(|setup| setup.time <= time);
        self.before + time - setups as u32
    }

    /// The first time at which at least `number` moves were made, even if the game is shorter.
    fn time(&self, number: u32) -> u32 {
        let setups = self.setups.partition_point(|setup| setup.number < number);
        let moves = number.saturating_sub(self.before);
        moves.saturating_add(setups as u32)
    }

    /// The times of the positions after `first` to `last` moves.
    pub(crate) fn between(&self, first: u32, last: u32) -> Option<Run> {
        let end = self.steps.len() as u32;
        let from = self.time(first);
        let until = last.checked_add(1).map_or(end, |after| self.time(after));
        let to = until.min(end);
        (from < to).then(|| (from, to - 1))
    }

    /// Collects the times within `between` at which this number of stones is on the board. All points must be watched.
    pub(crate) fn times_with(&self, stones: u32, between: Run, runs: &mut Vec<Run>) {
        let mut count = 0;
        let mut from = 0;
        let mut add = |begin: u32, end: u32| {
            let (begin, end) = (begin.max(between.0), end.min(between.1));
            if begin <= end {
                match runs.last_mut() {
                    Some(last) if last.1 + 1 == begin => last.1 = end,
                    _ => runs.push((begin, end)),
                }
            }
        };
        for change in &self.changes {
            if count == stones && change.time > from {
                add(from, change.time - 1);
            }
            from = change.time;
            count += u32::from(change.before == Cell::EMPTY);
            count -= u32::from(change.cell == Cell::EMPTY);
        }
        if count == stones {
            add(from, between.1);
        }
    }

    /// Collects the points where each colour ever has a stone, among those watched.
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
