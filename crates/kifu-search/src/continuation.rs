//! Statistics of how games continue after a pattern.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use kifu_core::{Color, Point, Size};
use kifu_rules::Symmetry;

use crate::grid;
use crate::line::{Step, Winner};
use crate::plan::{Variant, oriented};
use crate::searcher::{GameHits, Query, TimedHit};
use crate::{Anchor, Pattern};

/// The next event in a pattern after it appeared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reply {
    /// A move of this colour on this point of the pattern, before any other change in the pattern.
    Play(Point, Color),
    /// A pass by this colour. Passes count only for patterns that cover the whole board. For other
    /// patterns, a pass is like any move outside of the pattern.
    Pass(Color),
    /// A move of this colour that cannot be read or is off the board. Such a move may have been meant for a point of
    /// the pattern.
    Unreadable(Color),
    /// Stones in the pattern were captured from outside, set up or removed.
    Changed,
    /// No change until the end of the game.
    Nothing,
}

/// One reply to a pattern: how often it followed, and who won those games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContinuationRow {
    /// The reply, in the orientation in which the pattern is drawn. If several points are equivalent by a symmetry of
    /// the pattern, the rightmost of the uppermost points is used.
    pub reply: Reply,
    /// The number of hits that the reply followed.
    pub count: u64,
    /// The number of these hits in which moves elsewhere came first.
    pub later: u64,
    /// The number of these hits in games that Black won, in the colours of the pattern.
    pub black: u64,
    /// The number of these hits in games that White won, in the colours of the pattern.
    pub white: u64,
    /// The number of these hits in games that ended in a draw.
    pub nobody: u64,
}

impl ContinuationRow {
    /// The number of these hits in games whose winner is unknown.
    pub fn unknown(&self) -> u64 {
        self.count - self.black - self.white - self.nobody
    }
}

/// Counts the replies to a pattern in many games.
///
/// ```
/// use kifu_core::{Action, Color, Move, Point, Size};
/// use kifu_search::{Continuations, Line, Pattern, Query, Reply, Searcher, Winner};
///
/// // White approaches a stone at 4-4 from one side in one game, and from the other side in another.
/// let (pattern, _) = Pattern::parse("+-------\n|. . . . . .\n|. . . . . .\n|. . . . . .\n|. . . X . .\n|. . . . . .\n|. . . . . .\n");
/// let query = Query { any_symmetry: true, ..Query::new(pattern.unwrap()) };
/// let mut searcher = Searcher::new(query);
/// let mut continuations = Continuations::new(searcher.query());
/// for (col, row) in [(2, 5), (5, 2)] {
///     let moves = [(Color::Black, Point::new(3, 3)), (Color::White, Point::new(col, row))];
///     let moves = moves.map(|(color, point)| Action::Play(color, Move::Play(point)));
///     let game = Line::new(Size::default(), moves);
///     continuations.add(&searcher.search(&game), Winner::White);
/// }
/// let rows = continuations.rows();
/// assert_eq!(rows[0].reply, Reply::Play(Point::new(5, 2), Color::White));
/// assert_eq!((rows.len(), rows[0].count, rows[0].white), (1, 2, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Continuations {
    size: Size,
    is_board: bool,
    /// The symmetries, with or without exchanged colours, that leave the pattern unchanged.
    same: Vec<(Symmetry, bool)>,
    rows: BTreeMap<Reply, ContinuationRow>,
    /// The number of games with a hit.
    games: u64,
    /// The number of these games for each board size, given as columns and rows.
    boards: BTreeMap<(u8, u8), u64>,
}

impl Continuations {
    /// Creates empty statistics for the hits of a query.
    pub fn new(query: &Query) -> Continuations {
        let pattern: &Pattern = &query.pattern;
        let same = |&(symmetry, swapped): &(_, _)| oriented(pattern, symmetry, swapped) == *pattern;
        Continuations {
            size: pattern.size(),
            is_board: pattern.anchor() == Anchor::FULL,
            same: query.orientations().filter(same).collect(),
            rows: BTreeMap::new(),
            games: 0,
            boards: BTreeMap::new(),
        }
    }

    /// Counts the reply to each hit in a game.
    pub fn add(&mut self, found: &GameHits<'_>, winner: Winner) {
        let Some(plan) = found.plan else {
            return;
        };
        if !found.is_empty() {
            self.games += 1;
            let sides = (plan.size.cols(), plan.size.rows());
            *self.boards.entry(sides).or_default() += 1;
        }
        for hit in found.hits {
            let variant = &plan.variants[hit.variant];
            let Continuation {
                reply,
                swapped,
                later,
            } = self.after(hit, variant, &found.history.steps);
            let winner = if swapped { winner.swapped() } else { winner };
            let row = self.row(reply);
            row.count += 1;
            row.later += u64::from(later);
            match winner {
                Winner::Black => row.black += 1,
                Winner::White => row.white += 1,
                Winner::Nobody => row.nobody += 1,
                Winner::Unknown => {}
            }
        }
    }

    /// Adds the counts of other statistics for the same query.
    pub fn merge(&mut self, other: &Continuations) {
        self.games += other.games;
        for (&sides, games) in &other.boards {
            *self.boards.entry(sides).or_default() += games;
        }
        for other in other.rows.values() {
            let row = self.row(other.reply);
            row.count += other.count;
            row.later += other.later;
            row.black += other.black;
            row.white += other.white;
            row.nobody += other.nobody;
        }
    }

    fn row(&mut self, reply: Reply) -> &mut ContinuationRow {
        self.rows.entry(reply).or_insert(ContinuationRow {
            reply,
            count: 0,
            later: 0,
            black: 0,
            white: 0,
            nobody: 0,
        })
    }

    /// Returns the reply to each hit in a game, in the order of the hits.
    pub fn replies<'c>(&'c self, found: &'c GameHits<'_>) -> impl Iterator<Item = Reply> + 'c {
        let plan = found.plan.into_iter();
        plan.flat_map(move |plan| {
            let hits = found.hits.iter();
            hits.map(move |hit| {
                let variant = &plan.variants[hit.variant];
                self.after(hit, variant, &found.history.steps).reply
            })
        })
    }

    /// The most frequent board size among the games in which the pattern was found; of equally
    /// frequent sizes, the largest. If there are no games, the size of the pattern.
    pub fn board(&self) -> Size {
        let boards = self
            .boards
            .iter()
            .max_by_key(|&(sides, games)| (games, sides));
        let size = boards.and_then(|(&(cols, rows), _)| Size::new(cols, rows).ok());
        size.unwrap_or(self.size)
    }

    /// The number of games in which the pattern was found.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of hits in all games.
    pub fn hits(&self) -> u64 {
        self.rows.values().map(|row| row.count).sum()
    }

    /// The replies, the most frequent first.
    pub fn rows(&self) -> Vec<ContinuationRow> {
        let mut rows: Vec<ContinuationRow> = self.rows.values().copied().collect();
        rows.sort_by_key(|row| Reverse(row.count));
        rows
    }

    /// The replies, ordered by the share of hits in games that this colour won, among the hits in
    /// games with a winner. The best reply for this colour comes first.
    pub fn rows_for(&self, color: Color) -> Vec<ContinuationRow> {
        // The scale is fine enough that different shares never compare as equal.
        let share = |row: &ContinuationRow| {
            let won = match color {
                Color::Black => row.black,
                Color::White => row.white,
            };
            u128::from(won) * (1 << 64) / u128::from(row.black + row.white).max(1)
        };
        let mut rows = self.rows();
        rows.sort_by_key(|row| Reverse(share(row)));
        rows
    }

    /// The continuation after a hit.
    fn after(&self, hit: &TimedHit, variant: &Variant, steps: &[Step]) -> Continuation {
        let (from, to) = (hit.from as usize + 1, hit.to as usize + 1);
        let next = steps.get(from..=to.min(steps.len() - 1));
        let next = next.unwrap_or_default();
        let mut replies = next.iter().map(|&step| self.reply(step, hit.at, variant));
        let found = replies.position(|reply| reply.is_some());
        if let Some(n) = found {
            if let Some((reply, swapped)) = self.reply(next[n], hit.at, variant) {
                let later = n > 0;
                return Continuation {
                    reply,
                    swapped,
                    later,
                };
            }
        }
        let (reply, others) = if to < steps.len() {
            (Reply::Changed, 1)
        } else {
            (Reply::Nothing, 0)
        };
        Continuation {
            reply,
            swapped: variant.swapped,
            later: next.len() > others,
        }
    }

    /// Returns a move as a reply to the pattern, and whether the colours were swapped to express it.
    /// `None` if the move is not a reply.
    fn reply(&self, step: Step, first: u16, variant: &Variant) -> Option<(Reply, bool)> {
        let color = step.stone().filter(|_| step.is_move())?;
        let drawn = match step.at() {
            Some(at) => Some(variant.drawn(grid::point(at), grid::point(first))?),
            None if step.is_pass() && !self.is_board => return None,
            None => None,
        };
        let each = self.same.iter().map(|&(symmetry, again)| {
            let swapped = variant.swapped != again;
            let point = drawn.map(|point| symmetry.point(point, self.size));
            (point, if swapped { !color } else { color }, swapped)
        });
        let (point, color, swapped) = each.min_by_key(|&(point, color, _)| {
            let at = point.map(|point| (point.row, Reverse(point.col)));
            (at, color as u8)
        })?;
        let reply = match point {
            Some(point) => Reply::Play(point, color),
            None if step.is_pass() => Reply::Pass(color),
            None => Reply::Unreadable(color),
        };
        Some((reply, swapped))
    }
}

/// The continuation after a hit.
struct Continuation {
    reply: Reply,
    /// Whether the colours of the game are exchanged in the reply.
    swapped: bool,
    /// Whether other moves came first.
    later: bool,
}
