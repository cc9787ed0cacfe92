use kifu_core::{Color, Point};

use crate::Board;
use crate::history::{Kept, Ply};

/// The stone on a point before and after a change. The two always differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StoneChange {
    /// The point.
    pub point: Point,
    /// The stone before the change.
    pub before: Option<Color>,
    /// The stone after the change.
    pub after: Option<Color>,
}

impl StoneChange {
    /// The change in the opposite direction.
    #[must_use]
    pub const fn reversed(self) -> StoneChange {
        StoneChange {
            before: self.after,
            after: self.before,
            ..self
        }
    }
}

/// An iterator over the points that a ply changed: see [`Position::changes`](crate::Position::changes).
#[derive(Clone, Debug)]
pub struct Changes<'p> {
    board: &'p Board,
    placed: Option<StoneChange>,
    // The heads of the removed chains that remain, and the next stone of the first of them, or 0.
    heads: [u16; 4],
    first: u8,
    end: u8,
    next: usize,
    // The colour of the removed stones, and the index of the placed stone, which is not one of them.
    removed: Color,
    at: usize,
    // The board before an edit of several points, and the number of points that were compared.
    before: Option<&'p Board>,
    compared: usize,
}

impl<'p> Changes<'p> {
    #[inline]
    pub(crate) fn none(board: &'p Board) -> Changes<'p> {
        Changes {
            board,
            placed: None,
            heads: [0; 4],
            first: 0,
            end: 0,
            next: 0,
            removed: Color::Black,
            at: 0,
            before: None,
            compared: 0,
        }
    }

    /// The changes of the latest ply, which is a play or an edit. `snapshot` is the latest copy of the board.
    #[inline]
    pub(crate) fn of(board: &'p Board, ply: &Ply, snapshot: Option<&'p Board>) -> Changes<'p> {
        let before = match ply.kept {
            Kept::Nothing | Kept::Same => None,
            Kept::Chain(color) => Some(color),
            Kept::Board => {
                return Changes {
                    before: snapshot,
                    ..Changes::none(board)
                };
            }
        };
        let change = &ply.change;
        let after = (!change.is_suicide).then_some(change.color());
        let (heads, chains) = change.removed_chains();
        Changes {
            placed: (before != after).then_some(StoneChange {
                point: board.point(change.at()),
                before,
                after,
            }),
            heads,
            first: chains.start,
            end: chains.end,
            removed: if change.is_suicide {
                change.color()
            } else {
                !change.color()
            },
            at: change.at(),
            ..Changes::none(board)
        }
    }

    /// The next removed stone.
    fn next_removed(&mut self) -> Option<StoneChange> {
        while self.first < self.end {
            let head = usize::from(self.heads[usize::from(self.first)]);
            let at = if self.next == 0 { head } else { self.next };
            self.next = self.board.next(at);
            if self.next == head {
                self.first += 1;
                self.next = 0;
            }
            if at != self.at {
                return Some(StoneChange {
                    point: self.board.point(at),
                    before: Some(self.removed),
                    after: None,
                });
            }
        }
        None
    }

    /// The next point that an edit changed.
    #[cold]
    fn next_difference(&mut self, old: &Board) -> Option<StoneChange> {
        let size = self.board.size();
        while self.compared < size.area() {
            let (row, col) = (
                self.compared / usize::from(size.cols()),
                self.compared % usize::from(size.cols()),
            );
            self.compared += 1;
            let point = Point::new(col as u8, row as u8);
            let (before, after) = (old.stone(point), self.board.stone(point));
            if before != after {
                return Some(StoneChange {
                    point,
                    before,
                    after,
                });
            }
        }
        None
    }
}

impl Iterator for Changes<'_> {
    type Item = StoneChange;

    #[inline]
    fn next(&mut self) -> Option<StoneChange> {
        if let Some(placed) = self.placed.take() {
            return Some(placed);
        }
        if self.first < self.end {
            if let Some(removed) = self.next_removed() {
                return Some(removed);
            }
        }
        self.before.and_then(|old| self.next_difference(old))
    }
}
