use alloc::vec;
use alloc::vec::Vec;
use core::ops::Index;

use kifu_core::{ByColor, Color, Point, Size};

use crate::benson::neighbours;
use crate::{Board, PointSet};

/// The status of a point at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PointStatus {
    /// A living stone of this colour.
    Alive(Color),
    /// A dead stone of this colour, which is a prisoner of the opponent, and the owner of its point.
    Dead(Color, Ground),
    /// An empty point and its owner.
    Empty(Ground),
}

/// The owner of a point without a living stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ground {
    /// Territory of this player.
    Territory(Color),
    /// A point that only this player surrounds, but that is not territory under territory scoring: an eye of a group in
    /// seki, or a point that must be filled when the dame are filled. It counts under area scoring.
    Surrounded(Color),
    /// A point of neither player.
    Dame,
}

impl PointStatus {
    /// The player who gets the point under area scoring, if any.
    pub const fn area_of(self) -> Option<Color> {
        match self {
            PointStatus::Alive(color) => Some(color),
            PointStatus::Dead(_, ground) | PointStatus::Empty(ground) => match ground {
                Ground::Territory(color) | Ground::Surrounded(color) => Some(color),
                Ground::Dame => None,
            },
        }
    }

    /// The player whose territory the point is under territory scoring, if any.
    pub const fn territory_of(self) -> Option<Color> {
        match self {
            PointStatus::Dead(_, Ground::Territory(color))
            | PointStatus::Empty(Ground::Territory(color)) => Some(color),
            _ => None,
        }
    }
}

/// The status of each point of a board at the end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Territory {
    size: Size,
    points: Vec<PointStatus>,
}

impl Territory {
    /// Finds the territory for the given dead stones. Eyes of groups in seki, and points that must be filled when the
    /// dame are filled, are only [surrounded](Ground::Surrounded).
    ///
    /// If one stone of a chain is dead, the whole chain is. The game should be finished: open borders are not closed.
    ///
    /// ```
    /// use kifu_core::{Color, Point, Size};
    /// use kifu_rules::{Board, Ground, PointSet, PointStatus, Territory};
    ///
    /// let mut board = Board::new(Size::new(5, 1).unwrap());
    /// board.edit([
    ///     (Point::new(1, 0), Some(Color::Black)),
    ///     (Point::new(3, 0), Some(Color::White)),
    /// ]);
    /// let territory = Territory::of(&board, &PointSet::new(board.size()));
    /// // Seki: each player has one eye, and they share a liberty.
    /// assert_eq!(territory[Point::new(0, 0)], PointStatus::Empty(Ground::Surrounded(Color::Black)));
    /// assert_eq!(territory[Point::new(2, 0)], PointStatus::Empty(Ground::Dame));
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

    /// Assigns each connected region of points without living stones: if it touches living stones of only one player,
    /// it is that player's territory; otherwise it is dame. Seki and false eyes are not detected.
    ///
    /// If one stone of a chain is dead, the whole chain is.
    pub fn flood(board: &Board, dead: &PointSet) -> Territory {
        let regions = Regions::find(board, &whole_chains(board, dead));
        Territory::drawn(board, &regions, |_, _| true)
    }

    /// Finds the territory by Tromp-Taylor rules, under which all stones are alive.
    pub fn tromp_taylor(board: &Board) -> Territory {
        Territory::flood(board, &PointSet::new(board.size()))
    }

    /// Uses the marks of a record (`TB` and `TW` in SGF). A chain with a stone in the opponent's territory is dead, and
    /// an unmarked empty point is dame.
    pub fn from_marks(board: &Board, marks: &ByColor<PointSet>) -> Territory {
        let size = board.size();
        let dead = dead_by_marks(board, marks);
        let status = |point| {
            let owner = Color::ALL.into_iter().find(|&c| marks[c].contains(point));
            let ground = owner.map_or(Ground::Dame, Ground::Territory);
            match board.stone(point) {
                Some(stone) if dead.contains(point) => PointStatus::Dead(stone, ground),
                Some(stone) => PointStatus::Alive(stone),
                None => PointStatus::Empty(ground),
            }
        };
        Territory {
            size,
            points: size.points().map(status).collect(),
        }
    }

    /// An iterator over the points with their status, row by row from the top.
    pub fn iter(&self) -> impl Iterator<Item = (Point, PointStatus)> + '_ {
        self.size.points().zip(self.points.iter().copied())
    }

    /// Derives the status of each point from its region. `counts` decides if a surrounded point, given by its index and
    /// the index of its region, is territory.
    fn drawn(board: &Board, regions: &Regions, counts: impl Fn(usize, usize) -> bool) -> Territory {
        let status = |(at, point)| {
            let Some(region) = regions.of[at] else {
                // Only living stones are not in a region.
                return board
                    .stone(point)
                    .map_or(PointStatus::Empty(Ground::Dame), PointStatus::Alive);
            };
            let ground = match regions.owner[region] {
                Some(owner) if counts(at, region) => Ground::Territory(owner),
                Some(owner) => Ground::Surrounded(owner),
                None => Ground::Dame,
            };
            match board.stone(point) {
                Some(stone) => PointStatus::Dead(stone, ground),
                None => PointStatus::Empty(ground),
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
/// Panics if the point is off the board.
impl Index<Point> for Territory {
    type Output = PointStatus;

    fn index(&self, point: Point) -> &PointStatus {
        assert!(self.size.contains(point), "{point:?} is off the board");
        let at = usize::from(point.row) * usize::from(self.size.cols()) + usize::from(point.col);
        &self.points[at]
    }
}

/// The dead stones that marks of territory imply: stones in the opponent's territory, and the rest of their chains.
pub fn dead_by_marks(board: &Board, marks: &ByColor<PointSet>) -> PointSet {
    let stones = board.stones();
    let dead = stones.filter(|&(point, color)| marks[!color].contains(point));
    let dead = PointSet::of(board.size(), dead.map(|(point, _)| point));
    whole_chains(board, &dead)
}

/// The whole chains of the stones in a set. Empty points are dropped.
fn whole_chains(board: &Board, stones: &PointSet) -> PointSet {
    let chains = stones.iter().filter_map(|point| board.chain(point));
    PointSet::of(board.size(), chains.flat_map(|chain| chain.stones()))
}

/// The index of a point, row by row.
fn number(size: Size, point: Point) -> usize {
    usize::from(point.row) * usize::from(size.cols()) + usize::from(point.col)
}

/// The connected regions without living stones.
struct Regions {
    // For each point, its region; `None` for a living stone.
    of: Vec<Option<usize>>,
    // For each region, the only player who surrounds it, if there is one.
    owner: Vec<Option<Color>>,
    // The points of all regions, region by region.
    points: Vec<Point>,
    // For each region, where its points end in `points`.
    ends: Vec<usize>,
}

impl Regions {
    fn find(board: &Board, dead: &PointSet) -> Regions {
        let size = board.size();
        let lives = |point| board.stone(point).filter(|_| !dead.contains(point));
        let mut regions = Regions {
            of: vec![None; size.area()],
            owner: Vec::new(),
            points: Vec::new(),
            ends: Vec::new(),
        };
        let mut visited = 0;
        for start in size.points() {
            if lives(start).is_some() || regions.of[number(size, start)].is_some() {
                continue;
            }
            let id = regions.owner.len();
            let mut touched = ByColor::default();
            regions.of[number(size, start)] = Some(id);
            regions.points.push(start);
            while let Some(&point) = regions.points.get(visited) {
                visited += 1;
                for next in neighbours(board, point) {
                    if let Some(color) = lives(next) {
                        touched[color] = true;
                    } else if regions.of[number(size, next)].is_none() {
                        regions.of[number(size, next)] = Some(id);
                        regions.points.push(next);
                    }
                }
            }
            regions.ends.push(visited);
            regions.owner.push(match (touched.black, touched.white) {
                (true, false) => Some(Color::Black),
                (false, true) => Some(Color::White),
                _ => None,
            });
        }
        regions
    }

    /// The points of a region.
    fn points(&self, region: usize) -> &[Point] {
        let start = region.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.points[start..self.ends[region]]
    }

    /// The region of a point, if only this player surrounds it.
    fn owned(&self, at: usize, color: Color) -> Option<usize> {
        self.of[at].filter(|&region| self.owner[region] == Some(color))
    }
}

/// The groups of living stones, as disjoint sets that are joined step by step.
struct Groups {
    // For each point, another point of its group, or itself for the first point of the group.
    parent: Vec<usize>,
    // The empty points that their owner must fill.
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
        // The lower index becomes the first, so that the result does not depend on how the board was created.
        self.parent[a.max(b)] = a.min(b);
    }

    /// Joins the chains that can be connected at a dame.
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

    /// Fills the points where the owner must connect, because a chain would be in atari after the opponent has played
    /// all dame. Repeats this until there are no such points.
    fn fill_false_eyes(&mut self, board: &Board, regions: &Regions) {
        let size = board.size();
        loop {
            // The liberties that each chain keeps: none, one or several.
            let mut liberties: Vec<Liberties> = vec![Liberties::None; size.area()];
            for (point, color) in self.standing(board, regions) {
                let chain = self.first(number(size, point));
                for next in neighbours(board, point) {
                    let at = number(size, next);
                    if regions.owned(at, color).is_some() && !self.filled[at] {
                        liberties[chain] = liberties[chain].and(next);
                    }
                }
            }
            // Fills all points at once, so that the order of the chains does not matter.
            let mut due = Vec::new();
            for (chain, liberty) in liberties.into_iter().enumerate() {
                let Liberties::One(point) = liberty else {
                    continue;
                };
                // Filling the last eye does not help a chain that has nothing to connect to.
                if self.extends(board, regions, point, chain) {
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

    /// Whether a stone on the last liberty of a chain would give it another liberty or connect it to another chain.
    fn extends(&mut self, board: &Board, regions: &Regions, point: Point, chain: usize) -> bool {
        let chain = self.first(chain);
        neighbours(board, point).any(|next| {
            let next = number(board.size(), next);
            let is_open = regions.of[next].is_some() && !self.filled[next];
            is_open || self.first(next) != chain
        })
    }

    /// The living stones and the filled points, with their colours.
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

    /// For each surrounded region, whether it belongs to a group that is not in seki: a group that has two eyes or does
    /// not touch a dame.
    fn alive(&mut self, board: &Board, regions: &Regions) -> Vec<bool> {
        let size = board.size();
        let count = regions.owner.len();
        // Chains around the same region, or around the same dame, can still be connected, so they are one group.
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

    /// The number of eyes in a surrounded region: two if it is large, or if a stone on one of its empty points splits
    /// it.
    fn eyes_in(&self, board: &Board, regions: &Regions, region: usize) -> u32 {
        let open = |point: &Point| !self.filled[number(board.size(), *point)];
        let points = regions.points(region).iter().copied();
        let points: Vec<Point> = points.filter(open).collect();
        match points.len() {
            0 => 0,
            1 | 2 => 1,
            3..=5 => {
                let splits = |&cut: &Point| board.stone(cut).is_none() && is_cut(cut, &points);
                1 + u32::from(points.iter().any(splits))
            }
            _ => 2,
        }
    }
}

/// Whether connected points are no longer connected without one of them.
fn is_cut(cut: Point, points: &[Point]) -> bool {
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

/// The liberties of a chain after the dame are filled.
#[derive(Clone, Copy)]
enum Liberties {
    None,
    One(Point),
    Several,
}

impl Liberties {
    fn and(self, point: Point) -> Liberties {
        match self {
            Liberties::None => Liberties::One(point),
            Liberties::One(other) if other == point => self,
            _ => Liberties::Several,
        }
    }
}
