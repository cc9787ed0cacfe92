use kifu_core::{Color, Point, Size};

use crate::{Board, StoneChange, Symmetry, zobrist};

/// The hashes of a board in all eight orientations. Applying the changes of a game keeps the hashes up to date.
///
/// Each is the [`Board::hash`] of the turned or mirrored board, so the smallest is the [`Board::canonical_hash`]. A
/// change takes time only for the stones that it puts and removes.
///
/// ```
/// use kifu_rules::{Color, Move, Point, Position, Rules, Size, SymmetricHashes, Symmetry};
///
/// let mut game = Position::new(Size::square(19).unwrap(), Rules::JAPANESE);
/// let mut hashes = SymmetricHashes::of(game.board());
/// game.play(Color::Black, Move::Play(Point::new(15, 3))).unwrap();
/// hashes.apply(game.changes());
/// assert_eq!(hashes.canonical(), game.board().canonical_hash());
/// let turned = game.board().transformed(Symmetry::TURN_LEFT);
/// assert_eq!(hashes.get(Symmetry::TURN_LEFT), turned.hash());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymmetricHashes {
    size: Size,
    // The hashes, in the order of `Symmetry::ALL`.
    hashes: [u128; 8],
}

impl SymmetricHashes {
    /// The hashes of an empty board.
    pub fn new(size: Size) -> SymmetricHashes {
        SymmetricHashes {
            size,
            hashes: Symmetry::ALL.map(|symmetry| zobrist::empty(symmetry.size(size))),
        }
    }

    /// The hashes of a board.
    pub fn of(board: &Board) -> SymmetricHashes {
        let mut hashes = SymmetricHashes::new(board.size());
        for (point, color) in board.stones() {
            hashes.toggle(point, color);
        }
        hashes
    }

    /// Applies changes, for example [`Position::changes`](crate::Position::changes) after a ply. To go back, apply the
    /// same changes again before the ply is undone: applying a change twice cancels it. Points off the board are
    /// skipped.
    #[inline]
    pub fn apply(&mut self, changes: impl IntoIterator<Item = StoneChange>) {
        for change in changes {
            if !self.size.contains(change.point) {
                continue;
            }
            if let Some(color) = change.before {
                self.toggle(change.point, color);
            }
            if let Some(color) = change.after {
                self.toggle(change.point, color);
            }
        }
    }

    /// Adds a stone, or removes it.
    #[inline]
    pub(crate) fn toggle(&mut self, point: Point, color: Color) {
        for (hash, point) in self
            .hashes
            .iter_mut()
            .zip(Symmetry::images(point, self.size))
        {
            *hash ^= zobrist::stone(point, color);
        }
    }

    /// The hash of the board, turned and mirrored by a symmetry.
    #[inline]
    pub fn get(&self, symmetry: Symmetry) -> u128 {
        self.hashes[symmetry.index()]
    }

    /// All eight hashes, in the order of [`Symmetry::ALL`].
    #[inline]
    pub const fn all(&self) -> &[u128; 8] {
        &self.hashes
    }

    /// The smallest of the eight hashes, which is the same for all orientations of the board:
    /// [`Board::canonical_hash`].
    #[inline]
    pub fn canonical(&self) -> u128 {
        self.hashes.into_iter().fold(u128::MAX, u128::min)
    }
}
