use kifu_core::Move;

use crate::Position;

/// Counts the legal move sequences of a length that start in a position: a check of
/// a rules engine against others.
///
/// A pass is a move. A game that passes ended is not extended. The position is used
/// for playing and comes back as it was.
///
/// ```
/// use kifu_core::Size;
/// use kifu_rules::{Position, Rules, perft};
///
/// let mut position = Position::new(Size::new(2, 1).unwrap(), Rules::TROMP_TAYLOR);
/// // One of two points or a pass; then White may capture or pass, or has the choice of
/// // three, the last of which ends the game.
/// assert_eq!(perft(&mut position, 1), 3);
/// assert_eq!(perft(&mut position, 2), 2 + 2 + 3);
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.is_over() {
        return 0;
    }
    if depth == 1 {
        return position.legal_points().count() as u64 + 1;
    }
    let color = position.to_play();
    let moves = position.board().size().points().map(Move::Play);
    let mut count = 0;
    for action in moves.chain([Move::Pass]) {
        if position.play(color, action).is_ok() {
            count += perft(position, depth - 1);
            position.undo();
        }
    }
    count
}
