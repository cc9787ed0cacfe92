//! Searches games for a pattern, one after another.

use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use kifu_core::{Point, Size};
use kifu_rules::Symmetry;

use crate::Pattern;
use crate::grid::{self, Ever};
use crate::history::{Captures, History, Player, Run};
use crate::line::{Line, Step};
use crate::plan::{Placed, Plan};

/// A pattern to search for, and the hits that count.
///
/// ```
/// use kifu_search::{Pattern, Query};
///
/// let (pattern, _) = Pattern::parse("X O\n. X\n");
/// let query = Query { any_symmetry: true, moves: 0..=50, ..Query::new(pattern.unwrap()) };
/// assert!(!query.swap_colors && !query.first_only);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query {
    /// The pattern to search for.
    pub pattern: Pattern,
    /// Whether to search for the pattern in all eight symmetries.
    pub any_symmetry: bool,
    /// Whether to search for the pattern with exchanged colours too.
    pub swap_colors: bool,
    /// The move numbers whose positions count: 0 is the position before the first move.
    pub moves: RangeInclusive<u32>,
    /// Whether only the first hit of each game counts.
    pub first_only: bool,
}

impl Query {
    /// Creates a query for every occurrence of the pattern as drawn, at any move.
    pub fn new(pattern: Pattern) -> Query {
        Query {
            pattern,
            any_symmetry: false,
            swap_colors: false,
            moves: 0..=u32::MAX,
            first_only: false,
        }
    }

    /// The orientations and colours to search for, beginning with those of the drawing.
    pub(crate) fn orientations(&self) -> impl Iterator<Item = (Symmetry, bool)> + use<> {
        let symmetries = if self.any_symmetry { 8 } else { 1 };
        let swaps = if self.swap_colors { 2 } else { 1 };
        let symmetries = Symmetry::ALL.into_iter().take(symmetries);
        symmetries.flat_map(move |symmetry| {
            let swaps = [false, true].into_iter().take(swaps);
            swaps.map(move |swapped| (symmetry, swapped))
        })
    }
}

/// An occurrence of a pattern: its place on the board, and the consecutive positions that have the pattern there.
/// At least one of these positions counts. If the pattern disappears and appears again, there are two hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    /// The number of moves after which the pattern first appears, among the positions that count.
    pub first: u32,
    /// The number of moves after which the pattern is last present, whether that position counts or not.
    pub last: u32,
    /// The symmetry that was applied to the pattern. If several symmetries have the same result,
    /// this is the first of them in [`Symmetry::ALL`].
    pub symmetry: Symmetry,
    /// Whether the colours of the pattern were exchanged.
    pub swapped: bool,
    /// The point of the board at the upper left corner of the transformed pattern.
    pub at: Point,
    /// The size of the transformed pattern.
    pub size: Size,
}

/// The hits in one game.
pub struct GameHits<'s> {
    pub(crate) hits: &'s [TimedHit],
    pub(crate) plan: Option<&'s Plan>,
    pub(crate) history: &'s History,
}

/// A hit, in times of the history.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TimedHit {
    pub(crate) from: u32,
    pub(crate) variant: usize,
    pub(crate) at: u16,
    pub(crate) to: u32,
}

impl GameHits<'_> {
    /// Whether there are no hits.
    pub fn is_empty(&self) -> bool {
        self.hits.is_empty()
    }

    /// The number of hits.
    pub fn len(&self) -> usize {
        self.hits.len()
    }

    /// Returns an iterator over the hits, ordered by the move at which they start, then by symmetry, then by place,
    /// row by row.
    pub fn hits(&self) -> impl Iterator<Item = Hit> + '_ {
        let number = |time| self.history.number(time);
        let variants = self.plan.map_or(&[][..], |plan| &plan.variants);
        self.hits.iter().map(move |hit| {
            let variant = &variants[hit.variant];
            Hit {
                first: number(hit.from),
                last: number(hit.to),
                symmetry: variant.symmetry,
                swapped: variant.swapped,
                at: grid::point(hit.at),
                size: variant.size,
            }
        })
    }
}

/// Searches games for a pattern, one after another. The time is linear in the length of a game.
///
/// ```
/// use kifu_core::{Action, Color, Move, Point, Size};
/// use kifu_search::{Line, Pattern, Query, Searcher};
///
/// let moves = [(Color::Black, Point::new(2, 2)), (Color::White, Point::new(6, 6))];
/// let moves = moves.map(|(color, point)| Action::Play(color, Move::Play(point)));
/// let game = Line::new(Size::square(9).unwrap(), moves);
///
/// // A white stone on the 3-3 point of an empty corner.
/// let (pattern, _) = Pattern::parse("+-----\n|. . .\n|. . .\n|. . O\n");
/// let query = Query { any_symmetry: true, ..Query::new(pattern.unwrap()) };
/// let mut searcher = Searcher::new(query);
/// let hit = searcher.search(&game).hits().next().unwrap();
/// assert_eq!((hit.first, hit.last, hit.at), (2, 2, Point::new(6, 6)));
/// ```
pub struct Searcher {
    query: Query,
    plans: Vec<Plan>,
    ever: Ever,
    player: Player,
    work: Scratch,
}

/// Buffers that are reused for every game.
pub(crate) struct Scratch {
    pub(crate) history: History,
    pub(crate) candidates: Vec<Placed>,
    times: Vec<Run>,
    runs: Vec<Run>,
    spare: Vec<Run>,
    pub(crate) hits: Vec<TimedHit>,
}

/// The maximum number of board sizes whose plans are kept.
const PLANS: usize = 4;

impl Searcher {
    /// Creates a searcher for this query.
    pub fn new(query: Query) -> Searcher {
        Searcher {
            query,
            plans: Vec::new(),
            ever: Ever::NOWHERE,
            player: Player::new(),
            work: Scratch::new(),
        }
    }

    /// The query that this searcher answers.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Searches a game.
    pub fn search(&mut self, line: &Line) -> GameHits<'_> {
        let plan = plan(&mut self.plans, &self.query, line.size());
        line.ever(*self.query.moves.end(), &mut self.ever);
        let work = &mut self.work;
        work.hits.clear();
        plan.candidates(&self.ever, &mut work.candidates);
        if !work.candidates.is_empty() {
            work.history.watch(&plan.watched);
            let nobody = |_: &[Step], _: Captures| {};
            self.player.play(line, &mut work.history, nobody);
            work.find(plan, &self.query);
        }
        work.found(plan)
    }
}

/// A [`Searcher`] for several threads: each search uses one that is idle, or a new one.
///
/// ```
/// use kifu_search::{Line, Pattern, Query, Searchers, Size};
///
/// let (pattern, _) = Pattern::parse("X O\n. X\n");
/// let searchers = Searchers::new(Query::new(pattern.unwrap()));
/// let game = Line::new(Size::default(), []);
/// std::thread::scope(|threads| {
///     for _ in 0..2 {
///         threads.spawn(|| assert!(searchers.search(&game, |found| found.is_empty())));
///     }
/// });
/// ```
pub struct Searchers {
    query: Query,
    idle: Mutex<Vec<Searcher>>,
}

impl Searchers {
    /// Creates searchers for this query.
    pub fn new(query: Query) -> Searchers {
        let idle = Mutex::default();
        Searchers { query, idle }
    }

    /// The query that the searchers answer.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Searches a game and passes the hits to a closure.
    pub fn search<T>(&self, line: &Line, work: impl FnOnce(&GameHits<'_>) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut searcher = taken.unwrap_or_else(|| Searcher::new(self.query.clone()));
        let done = work(&searcher.search(line));
        idle().push(searcher);
        done
    }
}

/// The plan for a board size, created if it is missing.
pub(crate) fn plan<'p>(plans: &'p mut Vec<Plan>, query: &Query, size: Size) -> &'p Plan {
    let at = match plans.iter().position(|plan| plan.size == size) {
        Some(at) => at,
        None => {
            if plans.len() == PLANS {
                plans.remove(0);
            }
            plans.push(Plan::new(query, size));
            plans.len() - 1
        }
    };
    &plans[at]
}

impl Scratch {
    pub(crate) fn new() -> Scratch {
        Scratch {
            history: History::new(),
            candidates: Vec::new(),
            times: Vec::new(),
            runs: Vec::new(),
            spare: Vec::new(),
            hits: Vec::new(),
        }
    }

    /// Checks the candidates against the history.
    pub(crate) fn find(&mut self, plan: &Plan, query: &Query) {
        self.hits.clear();
        let (first, last) = (*query.moves.start(), *query.moves.end());
        let Some((from, until)) = self.history.between(first, last) else {
            return;
        };
        let end = self.history.steps.len() as u32 - 1;
        plan.times(&self.history, (from, end), &mut self.times);
        if self.times.is_empty() {
            return;
        }
        for &placed in &self.candidates {
            self.runs.clone_from(&self.times);
            plan.narrow(placed, &self.history, &mut self.runs, &mut self.spare);
            let is_old = |run: &Run| self.history.is_branch && run.0 == 0;
            let counts = self
                .runs
                .iter()
                .filter(|run| run.0 <= until && !is_old(run));
            self.hits.extend(counts.map(|&(from, to)| TimedHit {
                from,
                variant: placed.variant,
                at: placed.at,
                to,
            }));
            if query.first_only {
                let first = self.hits.iter().min().copied();
                self.hits.clear();
                self.hits.extend(first);
            }
        }
        self.hits.sort_unstable();
    }

    pub(crate) fn found<'s>(&'s self, plan: &'s Plan) -> GameHits<'s> {
        GameHits {
            hits: &self.hits,
            plan: Some(plan),
            history: &self.history,
        }
    }
}
