use alloc::vec;
use alloc::vec::Vec;

use kifu_core::{Color, Point};

use crate::{Board, PointSet};

/// The stones of one colour that live even if their owner always passes, by Benson's algorithm for unconditional life.
///
/// ```
/// use kifu_core::{Color, Point, Setup, Size};
/// use kifu_rules::{Board, PassAlive};
///
/// // . X . X .
/// // X X X X X
/// let size = Size::new(5, 2).unwrap();
/// let mut board = Board::new(size);
/// let black = [(1, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1), (4, 1)];
/// board.edit(black.map(|(col, row)| (Point::new(col, row), Some(Color::Black))));
/// let alive = PassAlive::of(&board, Color::Black, false);
/// assert_eq!(alive.stones.len(), 7);
/// assert_eq!(alive.eyes.len(), 3);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassAlive {
    /// The stones that are unconditionally alive.
    pub stones: PointSet,
    /// The regions that make them alive, including the opponent's stones inside.
    pub eyes: PointSet,
}

impl PassAlive {
    /// Finds the unconditionally alive stones of a colour.
    ///
    /// `suicide` is whether the opponent may commit suicide of several stones. If so, every point of an eye must touch
    /// the chain, and not only every empty point, because the opponent's stones inside can be removed by suicide.
    pub fn of(board: &Board, color: Color, suicide: bool) -> PassAlive {
        let chains = chains(board, color);
        let mut regions = regions(board, color, suicide, &chains);
        // A chain needs two vital regions. A region with a chain in its border that is not alive is not vital. Repeat
        // this until nothing changes.
        let mut lives = vec![true; chains.len()];
        loop {
            let mut eyes = vec![0u32; chains.len()];
            for &id in regions.iter().flat_map(|region| &region.vital_to) {
                eyes[id] += 1;
            }
            let changes = lives.iter().zip(&eyes).any(|(&l, &n)| l && n < 2);
            if !changes {
                break;
            }
            for (live, eyes) in lives.iter_mut().zip(eyes) {
                *live &= eyes >= 2;
            }
            regions.retain(|region| region.border.iter().all(|&id| lives[id]));
        }
        let size = board.size();
        let stones = chains.iter().filter(|(id, _)| lives[*id]);
        let eyes = regions
            .into_iter()
            .filter(|region| !region.vital_to.is_empty())
            .flat_map(|region| region.points);
        PassAlive {
            stones: PointSet::of(size, stones.flat_map(|(_, stones)| stones.iter().copied())),
            eyes: PointSet::of(size, eyes),
        }
    }
}

type Numbered = (usize, Vec<Point>);

fn chains(board: &Board, color: Color) -> Vec<Numbered> {
    let mine = board.chains().filter(|chain| chain.color() == color);
    mine.map(|chain| chain.stones().collect())
        .enumerate()
        .collect()
}

/// A region of connected points without a stone of the colour.
struct Region {
    points: Vec<Point>,
    // The indices of the chains around the region, and of the chains that have the region as an
    // eye.
    border: Vec<usize>,
    vital_to: Vec<usize>,
}

fn regions(board: &Board, color: Color, suicide: bool, chains: &[Numbered]) -> Vec<Region> {
    let size = board.size();
    let mut number = vec![usize::MAX; size.area()];
    let place = |p: Point| usize::from(p.row) * usize::from(size.cols()) + usize::from(p.col);
    for (id, stones) in chains {
        for &stone in stones {
            number[place(stone)] = *id;
        }
    }
    let mut seen = PointSet::new(size);
    let mut regions = Vec::new();
    for start in size.points() {
        if board.stone(start) == Some(color) || !seen.insert(start) {
            continue;
        }
        let mut region = Region {
            points: vec![start],
            border: Vec::new(),
            vital_to: Vec::new(),
        };
        let mut vital: Option<Vec<usize>> = None;
        let mut at = 0;
        while let Some(&point) = region.points.get(at) {
            at += 1;
            let mut touched = Vec::new();
            for next in neighbours(board, point) {
                if board.stone(next) == Some(color) {
                    touched.push(number[place(next)]);
                } else if seen.insert(next) {
                    region.points.push(next);
                }
            }
            for &id in &touched {
                if !region.border.contains(&id) {
                    region.border.push(id);
                }
            }
            if suicide || board.stone(point).is_none() {
                match &mut vital {
                    None => vital = Some(touched),
                    Some(vital) => vital.retain(|id| touched.contains(id)),
                }
            }
        }
        let mut vital = vital.unwrap_or_default();
        vital.sort_unstable();
        vital.dedup();
        region.vital_to = vital;
        regions.push(region);
    }
    regions
}

/// An iterator over the neighbours of a point on the board.
pub(crate) fn neighbours(board: &Board, point: Point) -> impl Iterator<Item = Point> {
    let size = board.size();
    let Point { col, row } = point;
    [
        Point::new(col, row.wrapping_sub(1)),
        Point::new(col.wrapping_sub(1), row),
        Point::new(col + 1, row),
        Point::new(col, row + 1),
    ]
    .into_iter()
    .filter(move |&point| size.contains(point))
}
