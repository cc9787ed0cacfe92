//! The memory use of positions.

use kifu_core::{Color, Point, Size};
use kifu_rules::{Board, Position, Rules};

#[test]
fn a_position_takes_its_board_its_history_and_copies_for_undo() {
    let mut position = Position::new(Size::square(19).unwrap(), Rules::JAPANESE);
    let board = position.board().memory();
    assert!(board > size_of::<Board>() + 361);
    let new = position.memory();
    assert!(new > board);
    // A change that can be undone like a play does not need a copy.
    position.edit([(Point::new(3, 3), Some(Color::Black))]);
    let one_stone = position.memory();
    assert!(one_stone - new < board, "{one_stone}");
    position.edit([(3, 4), (4, 3)].map(|(col, row)| (Point::new(col, row), Some(Color::White))));
    let two_stones = position.memory();
    assert!(two_stones - one_stone >= board, "{two_stones}");
    for _ in 0..1_000 {
        position.set_to_play(Color::White);
    }
    let plies = position.memory() - two_stones;
    assert!((8 * 500..100 * 2_000).contains(&plies), "{plies}");
}

#[test]
fn a_compact_board_has_no_stones_off_the_board() {
    let mut board = Board::new(Size::new(5, 3).unwrap());
    board.edit([(Point::new(4, 2), Some(Color::White))]);
    let compact = board.to_compact();
    assert_eq!(compact.size(), board.size());
    assert_eq!(compact.as_bytes(), [0, 0, 0, 2 << 4]);
    assert!(compact.memory() > 4);
    assert_eq!(compact.stone(Point::new(4, 2)), Some(Color::White));
    for off in [Point::new(5, 0), Point::new(0, 3)] {
        assert_eq!(compact.stone(off), None);
    }
}
