use alloc::vec;
use alloc::vec::Vec;
use core::ops::Index;

use kifu_core::{ByColor, Color, Point, Size};

use crate::benson::neighbours;
use crate::{Board, PointSet};

/// What a point is at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// A living stone.
    Alive(Color),
    /// A dead stone of this colour, a prisoner of its opponent, and what is under it.
    Dead(Color, Ground),
    /// No stone.
    Empty(Ground),
}

/// Whose a point without a living stone is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ground {
    /// This player's territory.
    Territory(Color),
    /// A point that only this player surrounds but that is no territory under
    /// territory scoring: an eye of a group in seki, or a point that must be filled
    /// when the dame are. Area scoring counts it.
    Surrounded(Color),
    /// Nobody's.
    Dame,
}

impl Status {
    /// Whose point it is under area scoring.
    pub const fn area_of(self) -> Option<Color> {
        match self {
            Status::Alive(color) => Some(color),
            Status::Dead(_, ground) | Status::Empty(ground) => match ground {
                Ground::Territory(color) | Ground::Surrounded(color) => Some(color),
                Ground::Dame => None,
            },
        }
    }

    /// Whose territory it is under territory scoring.
    pub const fn territory_of(self) -> Option<Color> {
        match self {
            Status::Dead(_, Ground::Territory(color)) | Status::Empty(Ground::Territory(color)) => {
                Some(color)
            }
            _ => None,
        }
    }
}

/// What each point of a board is at the end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Territory {
    size: Size,
    points: Vec<Status>,
}

impl Territory {
    /// Finds the territory, given the dead stones: who surrounds what, without the
    /// eyes of groups in seki and without points that must be filled once the dame
    /// are.
    ///
    /// One dead point of a chain makes the whole chain dead. The game should be
    /// finished: nothing is read out, and gaps in borders leak.
    ///
    /// ```
    /// use kifu_core::{Color, Point, Size};
    /// use kifu_rules::{Board, Ground, PointSet, Status, Territory};
    ///
    /// let mut board = Board::new(Size::new(5, 1).unwrap());
    /// board.edit([
    ///     (Point::new(1, 0), Some(Color::Black)),
    ///     (Point::new(3, 0), Some(Color::White)),
    /// ]);
    /// let territory = Territory::of(&board, &PointSet::new(board.size()));
    /// // Each has one eye and a liberty they share: seki.
    /// assert_eq!(territory[Point::new(0, 0)], Status::Empty(Ground::Surrounded(Color::Black)));
    /// assert_eq!(territory[Point::new(2, 0)], Status::Empty(Ground::Dame));
    /// ```
    pub fn of(board: &Board, dead: &PointSet) -> Territory {
        let regions = Regions::find(board, &whole_chains(board, dead));
        let mut groups = Groups::of(board, &regions);
        groups.join_across_dame(board, &regions);
        groups.fill_false_eyes(board, &regions);
        let alive = groups.alive(board, &regions);
        Territory::drawn(board, &regions, |at, region| {
            !groups.filled[at] && alive[region]
        })
    }

    /// Fills the empty regions as far as they reach: one that touches the living
    /// stones of one player is that player's territory, others are dame. Knows no
    /// seki and no false eyes.
    ///
    /// One dead point of a chain makes the whole chain dead.
    pub fn flood(board: &Board, dead: &PointSet) -> Territory {
        let regions = Regions::find(board, &whole_chains(board, dead));
        Territory::drawn(board, &regions, |_, _| true)
    }

    /// The territory by Tromp and Taylor's rules: every stone lives.
    pub fn tromp_taylor(board: &Board) -> Territory {
        Territory::flood(board, &PointSet::new(board.size()))
    }

    /// Takes a record's marks (SGF's `TB` and `TW`) as they are: a chain with a stone
    /// in the opponent's territory is dead, an unmarked empty point is nobody's.
    pub fn from_marks(board: &Board, marks: &ByColor<PointSet>) -> Territory {
        let size = board.size();
        let dead = dead_by_marks(board, marks);
        let status = |point| {
            let owner = Color::ALL.into_iter().find(|&c| marks[c].contains(point));
            let ground = owner.map_or(Ground::Dame, Ground::Territory);
            match board.stone(point) {
                Some(stone) if dead.contains(point) => Status::Dead(stone, ground),
                Some(stone) => Status::Alive(stone),
                None => Status::Empty(ground),
            }
        };
        Territory {
            size,
            points: size.points().map(status).collect(),
        }
    }

    /// The points with what they are, row by row from the top.
    pub fn iter(&self) -> impl Iterator<Item = (Point, Status)> + '_ {
        self.size.points().zip(self.points.iter().copied())
    }

    /// Each point by the region it lies in; `counts` says whether a surrounded empty
    /// point, by its number and its region's, is territory.
    fn drawn(board: &Board, regions: &Regions, counts: impl Fn(usize, usize) -> bool) -> Territory {
        let status = |(at, point)| {
            let Some(region) = regions.of[at] else {
                // Only living stones lie in no region.
                return board
                    .stone(point)
                    .map_or(Status::Empty(Ground::Dame), Status::Alive);
            };
            let ground = match regions.owner[region] {
                Some(owner) if counts(at, region) => Ground::Territory(owner),
                Some(owner) => Ground::Surrounded(owner),
                None => Ground::Dame,
            };
            match board.stone(point) {
                Some(stone) => Status::Dead(stone, ground),
                None => Status::Empty(ground),
            }
        };
        let size = board.size();
        Territory {
            size,
            points: size.points().enumerate().map(status).collect(),
        }
    }
}

/// # Panics
///
/// If the point is off the board.
impl Index<Point> for Territory {
    type Output = Status;

    fn index(&self, point: Point) -> &Status {
        assert!(self.size.contains(point), "{point:?} is off the board");
        let at = usize::from(point.row) * usize::from(self.size.cols()) + usize::from(point.col);
        &self.points[at]
    }
}

/// The dead stones that marks of territory imply: those that lie in the opponent's,
/// with the rest of their chains.
pub fn dead_by_marks(board: &Board, marks: &ByColor<PointSet>) -> PointSet {
    let stones = board.stones();
    let dead = stones.filter(|&(point, color)| marks[!color].contains(point));
    let dead = PointSet::of(board.size(), dead.map(|(point, _)| point));
    whole_chains(board, &dead)
}

/// The set with the whole chain of each of its stones, and without empty points.
fn whole_chains(board: &Board, stones: &PointSet) -> PointSet {
    let chains = stones.iter().filter_map(|point| board.chain(point));
    PointSet::of(board.size(), chains.flat_map(|chain| chain.stones()))
}

/// The number of a point, row by row.
fn number(size: Size, point: Point) -> usize {
    usize::from(point.row) * usize::from(size.cols()) + usize::from(point.col)
}

/// The connected areas without living stones.
struct Regions {
    // By point: the region, or `None` under a living stone.
    of: Vec<Option<usize>>,
    // By region: who alone surrounds it.
    owner: Vec<Option<Color>>,
}

impl Regions {
    fn find(board: &Board, dead: &PointSet) -> Regions {
        let size = board.size();
        let lives = |point| board.stone(point).filter(|_| !dead.contains(point));
        let mut regions = Regions {
            of: vec![None; size.area()],
            owner: Vec::new(),
        };
        let mut left = Vec::new();
        for start in size.points() {
            if lives(start).is_some() || regions.of[number(size, start)].is_some() {
                continue;
            }
            let id = regions.owner.len();
            let mut touched = ByColor::default();
            regions.of[number(size, start)] = Some(id);
            left.push(start);
            while let Some(point) = left.pop() {
                for next in neighbours(board, point) {
                    if let Some(color) = lives(next) {
                        touched[color] = true;
                    } else if regions.of[number(size, next)].is_none() {
                        regions.of[number(size, next)] = Some(id);
                        left.push(next);
                    }
                }
            }
            regions.owner.push(match (touched.black, touched.white) {
                (true, false) => Some(Color::Black),
                (false, true) => Some(Color::White),
                _ => None,
            });
        }
        regions
    }

    /// The region of a point, if the player alone surrounds it.
    fn owned(&self, at: usize, color: Color) -> Option<usize> {
        self.of[at].filter(|&region| self.owner[region] == Some(color))
    }
}

/// The living stones, joined into ever larger groups.
struct Groups {
    // By point: another point of the same group, itself for the group's first.
    parent: Vec<usize>,
    // Empty points that their owner has to fill.
    filled: Vec<bool>,
}

impl Groups {
    fn of(board: &Board, regions: &Regions) -> Groups {
        let size = board.size();
        let mut groups = Groups {
            parent: (0..size.area()).collect(),
            filled: vec![false; size.area()],
        };
        for (point, color) in board.stones() {
            if regions.of[number(size, point)].is_none() {
                for next in neighbours(board, point) {
                    if board.stone(next) == Some(color) {
                        groups.join(number(size, point), number(size, next));
                    }
                }
            }
        }
        groups
    }

    fn first(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        // The lower number leads, so that the outcome is the same however a board
        // was made.
        self.parent[a.max(b)] = a.min(b);
    }

    /// Joins the chains that can connect on a dame.
    fn join_across_dame(&mut self, board: &Board, regions: &Regions) {
        let size = board.size();
        for point in size.points() {
            let at = number(size, point);
            let is_dame = regions.of[at].is_some_and(|region| regions.owner[region].is_none());
            if !is_dame {
                continue;
            }
            for color in Color::ALL {
                let mut other = None;
                for next in neighbours(board, point) {
                    let next_at = number(size, next);
                    if regions.of[next_at].is_none() && board.stone(next) == Some(color) {
                        match other {
                            None => other = Some(next_at),
                            Some(other) => self.join(other, next_at),
                        }
                    }
                }
            }
        }
    }

    /// Fills points where a chain would be in atari once the opponent has played all
    /// the dame, one after another until none is left: there the owner must connect.
    fn fill_false_eyes(&mut self, board: &Board, regions: &Regions) {
        let size = board.size();
        loop {
            // The one breath that a chain keeps, or that it has several.
            let mut breaths: Vec<Breaths> = vec![Breaths::None; size.area()];
            for (point, color) in self.standing(board, regions) {
                let chain = self.first(number(size, point));
                for next in neighbours(board, point) {
                    let at = number(size, next);
                    if regions.owned(at, color).is_some() && !self.filled[at] {
                        breaths[chain] = breaths[chain].and(next);
                    }
                }
            }
            // All at once, so that the order of the chains does not matter.
            let mut due = Vec::new();
            for (chain, breath) in breaths.into_iter().enumerate() {
                let Breaths::One(point) = breath else {
                    continue;
                };
                // Filling its last eye, with nothing to connect to, would not help it.
                if self.leads_on(board, regions, point, chain) {
                    due.push(point);
                }
            }
            if due.is_empty() {
                return;
            }
            for &point in &due {
                self.filled[number(size, point)] = true;
            }
            for point in due {
                for next in neighbours(board, point) {
                    let next = number(size, next);
                    if regions.of[next].is_none() || self.filled[next] {
                        self.join(number(size, point), next);
                    }
                }
            }
        }
    }

    /// Whether a stone on a chain's last breath would give it another or connect it.
    fn leads_on(&mut self, board: &Board, regions: &Regions, point: Point, chain: usize) -> bool {
        let chain = self.first(chain);
        neighbours(board, point).any(|next| {
            let next = number(board.size(), next);
            let is_open = regions.of[next].is_some() && !self.filled[next];
            is_open || self.first(next) != chain
        })
    }

    /// Living stones and filled points, with their colour.
    fn standing(&self, board: &Board, regions: &Regions) -> Vec<(Point, Color)> {
        let size = board.size();
        let color = |point| {
            let at = number(size, point);
            match regions.of[at] {
                None => board.stone(point),
                Some(region) => regions.owner[region].filter(|_| self.filled[at]),
            }
        };
        size.points()
            .filter_map(|point| Some((point, color(point)?)))
            .collect()
    }

    /// For each region that somebody surrounds, whether it belongs to a group that is
    /// not in seki: one with two eyes, or one that touches no dame.
    fn alive(&mut self, board: &Board, regions: &Regions) -> Vec<bool> {
        let size = board.size();
        let count = regions.owner.len();
        // What can still be connected is one group: chains around one region, also
        // around one dame.
        let mut entry = vec![
            ByColor {
                black: None,
                white: None
            };
            count
        ];
        for (point, color) in self.standing(board, regions) {
            for next in neighbours(board, point) {
                let next = number(size, next);
                let Some(region) = regions.of[next].filter(|_| !self.filled[next]) else {
                    continue;
                };
                let at = number(size, point);
                match entry[region][color] {
                    Some(other) => self.join(at, other),
                    None => entry[region][color] = Some(at),
                }
            }
        }
        let mut eyes = vec![0; size.area()];
        let mut touches_dame = vec![false; size.area()];
        for (region, entry) in entry.iter().enumerate() {
            for color in Color::ALL {
                let Some(at) = entry[color] else { continue };
                let group = self.first(at);
                match regions.owner[region] {
                    None => touches_dame[group] = true,
                    Some(_) => eyes[group] += self.eyes_in(board, regions, region),
                }
            }
        }
        let mut alive = vec![false; count];
        for (region, entry) in entry.iter().enumerate() {
            if let Some(at) = regions.owner[region].and_then(|color| entry[color]) {
                let group = self.first(at);
                alive[region] = eyes[group] >= 2 || !touches_dame[group];
            }
        }
        alive
    }

    /// How many eyes a surrounded region is good for: two if it is large, or if a
    /// stone on one of its empty points parts it.
    fn eyes_in(&self, board: &Board, regions: &Regions, region: usize) -> u32 {
        let size = board.size();
        let inside = |point| {
            let at = number(size, point);
            regions.of[at] == Some(region) && !self.filled[at]
        };
        let points: Vec<Point> = size.points().filter(|&point| inside(point)).collect();
        match points.len() {
            0 => 0,
            1 | 2 => 1,
            3..=5 => {
                let parts = |&cut: &Point| board.stone(cut).is_none() && cuts(cut, &points);
                1 + u32::from(points.iter().any(parts))
            }
            _ => 2,
        }
    }
}

/// Whether connected points fall apart without one of them.
fn cuts(cut: Point, points: &[Point]) -> bool {
    let mut left: Vec<Point> = points.iter().copied().filter(|&p| p != cut).collect();
    let mut reached: Vec<Point> = left.pop().into_iter().collect();
    let mut at = 0;
    while let Some(&from) = reached.get(at) {
        at += 1;
        let near = |p: &Point| from.col.abs_diff(p.col) + from.row.abs_diff(p.row) == 1;
        reached.extend(left.iter().copied().filter(near));
        left.retain(|p| !near(p));
    }
    !left.is_empty()
}

/// Where a chain breathes when the dame are taken.
#[derive(Clone, Copy)]
enum Breaths {
    None,
    One(Point),
    Several,
}

impl Breaths {
    fn and(self, point: Point) -> Breaths {
        match self {
            Breaths::None => Breaths::One(point),
            Breaths::One(other) if other == point => self,
            _ => Breaths::Several,
        }
    }
}
