//! What was on each point, and when.

use kifu_core::{Color, Size};
use kifu_rules::{Board, Suicide};

use crate::Cell;
use crate::grid::{self, Ever};
use crate::line::{Line, Step};

/// For each point of a game the times at which what is on it changed.
///
/// Times count the positions of the game from 0. Most points change once or never, so whether
/// some stones stood together, and from when to when, is found by looking at the changes
/// of these points alone, without a board.
///
/// It is filled for one game after the other and keeps its memory.
pub(crate) struct History {
    size: Size,
    // By number of the point; 0 where nothing changed, else one more than the index of a change.
    first: Box<[u32; NUMBERS]>,
    last: Box<[u32; NUMBERS]>,
    now: Box<[Cell; NUMBERS]>,
    changes: Vec<Change>,
    // By time.
    pub(crate) times: Vec<Time>,
    number: u32,
    stones: u16,
    pending: Vec<u16>,
}

/// Numbers of points are below this, so that no look at them need be checked.
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
    /// How many moves led to it.
    pub(crate) number: u32,
    /// The last of them, if it made this position.
    pub(crate) step: Option<Step>,
    /// How many stones are on the board.
    pub(crate) stones: u16,
}

/// What a move takes off the board.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Taken {
    /// A bit for each neighbour, in the order of [`grid::around`], whose chain is captured.
    pub(crate) chains: u8,
    /// The chain of the stone itself is.
    pub(crate) own: bool,
}

/// A stretch of times: from one to another, both in it.
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
        }
    }

    /// Begins a game: an empty board at time 0.
    pub(crate) fn begin(&mut self, size: Size) {
        self.size = size;
        let numbers = grid::numbers(size);
        self.first[..numbers].fill(0);
        self.now[..numbers].fill(Cell::EMPTY);
        self.changes.clear();
        self.times.clear();
        self.number = 0;
        self.stones = 0;
        self.times.push(Time {
            number: 0,
            step: None,
            stones: 0,
        });
    }

    /// Begins the position after a move.
    #[inline]
    pub(crate) fn play(&mut self, step: Step, taken: Taken) {
        let time = self.times.len() as u32;
        if let (Some(at), Some(color)) = (step.at(), step.stone()) {
            self.set(time, at, Cell::of(Some(color)));
            if taken != Taken::default() {
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

    /// Puts stones up or takes them away; in the first position, or else in one of their own.
    pub(crate) fn set_up(&mut self, steps: impl IntoIterator<Item = Step>) {
        if self.times.len() == 1 {
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
    fn take(&mut self, time: u32, at: u16, color: Color, taken: Taken) {
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

    /// Takes off a chain of this colour, if there is one.
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

    /// Leaves of the runs those times at which the point is as the cell says.
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
            let to = match ended {
                true => u32::MAX,
                // Changes at time 0 leave no time before them.
                false => self.changes[change as usize - 1].time.wrapping_sub(1),
            };
            let lasts = ended || to.wrapping_add(1) > from;
            if lasts && cell.allows_all(state) {
                // Runs that end before this stretch does are done with.
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

    /// The times of these numbers of moves.
    pub(crate) fn between(&self, first: u32, last: u32) -> Option<Run> {
        let from = self.times.partition_point(|time| time.number < first);
        let to = self.times.partition_point(|time| time.number <= last);
        (from < to).then(|| (from as u32, to as u32 - 1))
    }

    /// Where each colour ever has a stone.
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

    /// What is on a point at the last time.
    pub(crate) fn now(&self, at: u16) -> Cell {
        self.now[index(at)]
    }
}

/// Plays games and tells what each move takes.
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

    /// Plays a game into a history, and tells each step and what it takes. Stones that are put
    /// up at once are told together.
    pub(crate) fn play(
        &mut self,
        line: &Line,
        history: &mut History,
        mut told: impl FnMut(&[Step], Taken),
    ) {
        let size = line.size();
        if self.empty.size() != size {
            self.empty = Board::new(size);
        }
        self.board.clone_from(&self.empty);
        history.begin(size);
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
                    Taken::default()
                }
            };
            told(steps, taken);
        }
    }

    #[inline]
    fn taken(&mut self, step: Step, history: &History) -> Taken {
        let (Some(at), Some(color)) = (step.at(), step.stone()) else {
            return Taken::default();
        };
        let point = grid::point(at);
        if history.now(at) != Cell::EMPTY {
            self.board.edit([(point, None)]);
        }
        match self.board.play(color, point, Suicide::Any) {
            Ok(played) if played.captured == 0 && played.suicide == 0 => Taken::default(),
            Ok(played) => {
                let mut taken = Taken {
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
            // The point is on the board and empty, and any suicide is allowed.
            Err(_) => Taken::default(),
        }
    }
}
