use kifu_core::Move;

use crate::Position;

/// Counts the legal move sequences of length `depth` from a position, to compare rules engines.
///
/// A pass is a move. Sequences do not continue after the game is over. The function plays on the position and restores
/// it.
///
/// ```
/// use kifu_core::Size;
/// use kifu_rules::{Position, Rules, perft};
///
/// let mut position = Position::new(Size::new(2, 1).unwrap(), Rules::TROMP_TAYLOR);
/// // Black has two points and a pass. After a point, White can capture or pass; after a pass, White has three moves.
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
