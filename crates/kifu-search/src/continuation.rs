//! How games went on.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use kifu_core::{Color, Point, Size};
use kifu_rules::Symmetry;

use crate::grid;
use crate::history::Time;
use crate::line::Winner;
use crate::plan::{Variant, way};
use crate::searcher::{Found, Query, Stretch};
use crate::{Anchor, Pattern};

/// What happened in a pattern after it stood there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reply {
    /// This colour played on this point of the pattern, before anything else changed it.
    Play(Point, Color),
    /// This colour passed; only of patterns that are the whole board, since elsewhere a pass is
    /// like any move outside of the pattern.
    Pass(Color),
    /// This colour made a move that cannot be read, or to a point off the board. It may have been a
    /// move in the pattern.
    Unreadable(Color),
    /// Stones of it were captured from outside, or put up or taken away.
    Changed,
    /// Nothing, to the end of the game.
    Nothing,
}

/// How often one thing happened after a pattern, and how those games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// What happened, as if the pattern lay as it is drawn. Of points that are the same because
    /// the pattern is symmetric, the uppermost and of those the one most to the left.
    pub reply: Reply,
    /// After how many hits.
    pub count: u64,
    /// After how many of them moves were played elsewhere first.
    pub later: u64,
    /// How many of the games Black won, the colours as they are in the pattern.
    pub black: u64,
    /// How many White won.
    pub white: u64,
    /// How many nobody won.
    pub nobody: u64,
}

impl Row {
    /// Of how many the winner is not known.
    pub fn unknown(&self) -> u64 {
        self.count - self.black - self.white - self.nobody
    }
}

/// Counts how games go on from a pattern.
///
/// ```
/// use kifu_core::{Action, Color, Move, Point, Size};
/// use kifu_search::{Continuations, Line, Pattern, Query, Reply, Searcher, Winner};
///
/// // After a stone at 4-4, White comes to a 6-3 point in one game, and from the other side in another.
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
    /// The ways to see the pattern that make no difference.
    same: Vec<(Symmetry, bool)>,
    rows: BTreeMap<Reply, Row>,
    /// How many games had a hit.
    games: u64,
}

impl Continuations {
    /// Nothing counted yet, for the hits of a query.
    pub fn new(query: &Query) -> Continuations {
        let pattern: &Pattern = &query.pattern;
        let same = |&(symmetry, swapped): &(_, _)| way(pattern, symmetry, swapped) == *pattern;
        Continuations {
            size: pattern.size(),
            is_board: pattern.anchor() == Anchor::FULL,
            same: query.ways().filter(same).collect(),
            rows: BTreeMap::new(),
            games: 0,
        }
    }

    /// Counts how a game went on after each hit.
    pub fn add(&mut self, found: &Found<'_>, winner: Winner) {
        let Some(plan) = found.plan else {
            return;
        };
        self.games += u64::from(!found.is_empty());
        for hit in found.hits {
            let variant = &plan.variants[hit.variant];
            let After {
                reply,
                swapped,
                later,
            } = self.after(hit, variant, &found.history.times);
            let winner = match swapped {
                true => winner.swapped(),
                false => winner,
            };
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

    /// Adds what others counted for the same query.
    pub fn merge(&mut self, other: &Continuations) {
        self.games += other.games;
        for other in other.rows.values() {
            let row = self.row(other.reply);
            row.count += other.count;
            row.later += other.later;
            row.black += other.black;
            row.white += other.white;
            row.nobody += other.nobody;
        }
    }

    fn row(&mut self, reply: Reply) -> &mut Row {
        self.rows.entry(reply).or_insert(Row {
            reply,
            count: 0,
            later: 0,
            black: 0,
            white: 0,
            nobody: 0,
        })
    }

    /// The number of games in which the pattern was found.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of hits in all games.
    pub fn hits(&self) -> u64 {
        self.rows.values().map(|row| row.count).sum()
    }

    /// What happened, the most frequent first.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = self.rows.values().copied().collect();
        rows.sort_by_key(|row| Reverse(row.count));
        rows
    }

    /// What happened, first what was best for this colour: that of the games that somebody won, it won the largest
    /// share.
    pub fn rows_for(&self, color: Color) -> Vec<Row> {
        // Shares in so many parts that no two different ones are taken for the same.
        let share = |row: &Row| {
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

    /// What happened after a hit.
    fn after(&self, hit: &Stretch, variant: &Variant, times: &[Time]) -> After {
        let (from, to) = (hit.from as usize + 1, hit.to as usize + 1);
        let next = times.get(from..=to.min(times.len() - 1));
        let next = next.unwrap_or_default();
        let mut replies = next.iter().map(|time| self.reply(time, hit.at, variant));
        let found = replies.position(|reply| reply.is_some());
        if let Some(n) = found {
            if let Some((reply, swapped)) = self.reply(&next[n], hit.at, variant) {
                let later = n > 0;
                return After {
                    reply,
                    swapped,
                    later,
                };
            }
        }
        let (reply, others) = match to < times.len() {
            true => (Reply::Changed, 1),
            false => (Reply::Nothing, 0),
        };
        After {
            reply,
            swapped: variant.swapped,
            later: next.len() > others,
        }
    }

    /// The reply that the move of a position is, if it is one, and whether colours were exchanged
    /// to make it that.
    fn reply(&self, time: &Time, first: u16, variant: &Variant) -> Option<(Reply, bool)> {
        let step = time.step?;
        let color = step.stone()?;
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
            (point.map(|point| (point.row, point.col)), color as u8)
        })?;
        let reply = match point {
            Some(point) => Reply::Play(point, color),
            None if step.is_pass() => Reply::Pass(color),
            None => Reply::Unreadable(color),
        };
        Some((reply, swapped))
    }
}

/// What happened after a hit.
struct After {
    reply: Reply,
    /// Colours are the other way round in the game.
    swapped: bool,
    /// Something else came in between.
    later: bool,
}
