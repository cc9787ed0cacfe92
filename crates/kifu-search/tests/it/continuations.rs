//! Tests of continuations.

use kifu_core::{Action, Color, Move, Point, Size};
use kifu_search::{
    Anchor, ContinuationRow, Continuations, Line, Pattern, Query, Reply, Searcher, Winner,
};

use Color::{Black, White};

fn size() -> Size {
    Size::square(9).unwrap()
}

pub(crate) fn game(moves: &[(Color, Option<(u8, u8)>)]) -> Line {
    let moves = moves.iter().map(|&(color, at)| {
        let action = at.map_or(Move::Pass, |(col, row)| Move::Play(Point::new(col, row)));
        Action::Play(color, action)
    });
    Line::new(size(), moves)
}

pub(crate) fn pattern(text: &str) -> Pattern {
    Pattern::parse(text).0.unwrap()
}

fn rows(query: &Query, games: &[(Line, Winner)]) -> Vec<ContinuationRow> {
    let mut searcher = Searcher::new(query.clone());
    let mut one = Continuations::new(query);
    let mut parts = Continuations::new(query);
    for (line, winner) in games {
        let found = searcher.search(line);
        one.add(&found, *winner);
        let mut part = Continuations::new(query);
        part.add(&found, *winner);
        parts.merge(&part);
    }
    assert_eq!(one.rows(), parts.rows());
    one.rows()
}

fn row(reply: Reply, count: u64, later: u64, won: [u64; 3]) -> ContinuationRow {
    let [black, white, nobody] = won;
    ContinuationRow {
        reply,
        count,
        later,
        black,
        white,
        nobody,
    }
}

#[test]
fn moves_are_reported_in_the_orientation_of_the_drawing() {
    let corner = pattern("+----\n|. . .\n|. X .\n|. . .\n");
    let query = Query {
        any_symmetry: true,
        swap_colors: true,
        ..Query::new(corner)
    };
    let here = game(&[(Black, Some((1, 1))), (White, Some((2, 1)))]);
    // The same moves, mirrored along a diagonal, in another corner, and with exchanged colours.
    let there = game(&[(White, Some((7, 7))), (Black, Some((7, 6)))]);
    let found = rows(&query, &[(here, Winner::Black), (there, Winner::Black)]);
    let reply = Reply::Play(Point::new(2, 1), White);
    let mirrored = Reply::Play(Point::new(1, 2), White);
    // Of the points that the symmetry makes equivalent, the upper one is reported.
    assert!(reply != mirrored);
    assert_eq!(found, [row(reply, 2, 0, [1, 1, 0])]);
}

#[test]
fn replies_other_than_moves_in_the_pattern_are_counted() {
    let query = Query::new(pattern("--\n|X.\n"));
    let stone = (Black, Some((0, 0)));
    let elsewhere = game(&[
        stone,
        (White, Some((5, 5))),
        (Black, None),
        (White, Some((1, 0))),
    ]);
    let taken = game(&[
        (White, Some((1, 1))),
        (White, Some((1, 0))),
        stone,
        (White, Some((5, 5))),
        (White, Some((0, 1))),
    ]);
    let found = rows(&query, &[(elsewhere, Winner::Nobody)]);
    let reply = Reply::Play(Point::new(1, 0), White);
    assert_eq!(found, [row(reply, 1, 1, [0, 0, 1])]);

    let beside = Query::new(pattern("--\n|XO\n"));
    let found = rows(&beside, &[(taken, Winner::Unknown)]);
    assert_eq!(found, [row(Reply::Changed, 1, 1, [0; 3])]);
    assert_eq!(found[0].unknown(), 1);

    let found = rows(&query, &[(game(&[stone]), Winner::White)]);
    assert_eq!(found, [row(Reply::Nothing, 1, 0, [0, 1, 0])]);
}

#[test]
fn on_a_whole_board_a_pass_is_a_move() {
    let line = game(&[(Black, None), (White, Some((4, 4))), (Black, None)]);
    let empty = Line::new(size(), []);
    let mut query = Query::new(pattern("......... \n".repeat(9).as_str()).anchored(Anchor::FULL));
    query.any_symmetry = true;
    let found = rows(&query, &[(line, Winner::Black), (empty, Winner::Black)]);
    let expected = [
        row(Reply::Pass(Black), 1, 0, [1, 0, 0]),
        row(Reply::Nothing, 1, 0, [1, 0, 0]),
    ];
    assert_eq!(found, expected);
    // Only the position after move 2 counts, but the moves after it are still replies.
    query.moves = 2..=2;
    query.pattern = pattern(&format!("{0}....O....\n{0}", ".........\n".repeat(4)));
    query.pattern = query.pattern.anchored(Anchor::FULL);
    let line = game(&[
        (Black, None),
        (White, Some((4, 4))),
        (Black, None),
        (White, Some((8, 2))),
    ]);
    let found = rows(&query, &[(line, Winner::Unknown)]);
    assert_eq!(found, [row(Reply::Pass(Black), 1, 0, [0; 3])]);
}

#[test]
fn a_move_that_cannot_be_read_is_not_a_pass() {
    let lines = || {
        let mut line = game(&[(Black, Some((4, 4)))]);
        line.push_unreadable(White);
        line.extend([Action::Play(Black, Move::Pass)]);
        let off_board = game(&[(Black, Some((4, 4))), (White, Some((9, 0)))]);
        [(line, Winner::Black), (off_board, Winner::White)]
    };
    assert_eq!(lines()[0].0.moves(), 3);
    // The unreadable move may have been in the pattern.
    let part = Query::new(pattern("...\n.X.\n...\n"));
    let board = pattern(&format!("{0}....X....\n{0}", ".........\n".repeat(4)));
    for query in [part, Query::new(board.anchored(Anchor::FULL))] {
        let found = rows(&query, &lines());
        assert_eq!(found, [row(Reply::Unreadable(White), 2, 0, [1, 1, 0])]);
    }
}
