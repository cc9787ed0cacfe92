//! The memory use of positions.

use kifu_core::{Action, Color, Move, Point, Size};
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
fn a_small_game_takes_at_least_its_parts() {
    let position = Position::new(Size::square(1).unwrap(), Rules::JAPANESE);
    let parts = size_of::<Position>() - size_of::<Board>() + position.board().memory();
    assert!(position.memory() > parts);
    assert!(position.memory() < parts + 1_000);
}

#[test]
fn only_edits_and_moves_onto_stones_keep_copies() {
    let mut game = Position::new(Size::square(9).unwrap(), Rules::JAPANESE);
    let point = Point::new(2, 6);
    game.play(Color::Black, Move::Play(point)).unwrap();
    assert_eq!(game.copies_memory(), 0);
    game.force(Action::Play(Color::White, Move::Play(point)));
    let chain = game.copies_memory();
    assert!((1..100).contains(&chain), "{chain}");
    game.edit([(point, None)]);
    assert_eq!(game.copies_memory(), chain + game.board().memory());
    game.edit([(point, Some(Color::Black)), (Point::new(0, 0), None)]);
    assert_eq!(game.copies_memory(), chain + 2 * game.board().memory());
    game.undo_to(1);
    assert_eq!(game.copies_memory(), 0);
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
