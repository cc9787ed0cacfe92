//! Copies among many games.

use std::time::Instant;

use kifu_compare::sgf::Document;
use kifu_compare::{Form, Likeness, Moves, clusters};

/// A game of moves that look like any, with others near its end.
fn long(moves: u64, others: &[u64]) -> Option<Form> {
    let mut seed = 1u64;
    let mut point = |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let at = (seed >> 33) + u64::from(others.contains(&(moves - n)));
        [at % 19, at / 19 % 19].map(|line| char::from(b'a' + line as u8))
    };
    let mut source = "(;SZ[19]".to_owned();
    for n in 0..moves {
        let [col, row] = point(n);
        source.push_str(&format!(";{}[{col}{row}]", ["B", "W"][n as usize % 2]));
    }
    let document = Document::parse(source + ")").unwrap();
    let root = document.roots().next().unwrap();
    Moves::of(&document, root).map(|moves| Form::of(&moves))
}

/// However many stretches two games share, they are compared once.
#[test]
fn long_games_that_are_not_near_take_no_time() {
    let likeness = Likeness {
        near: 1,
        ..Likeness::default()
    };
    let games = [&[][..], &[9, 5], &[5]].map(|others| long(40_000, others));
    let start = Instant::now();
    assert_eq!(clusters(&games[..2], [], &likeness), [[0; 0]; 0]);
    let takes = start.elapsed();
    assert!(takes.as_secs() < 10, "{takes:?}");
    assert_eq!(clusters(&games, [], &likeness), [[0, 1, 2]]);
}

#[test]
fn games_with_unreadable_moves_are_copies_only_of_what_has_the_same_ones() {
    let form = |source: &str| {
        let document = Document::parse(source).unwrap();
        let moves = Moves::of(&document, document.roots().next().unwrap());
        moves.map(|moves| Form::of(&moves))
    };
    let games = [
        form("(;B[pd];W[123];B[dd];W[pp])"),
        form("(;B[pd];W[124];B[dd];W[pp])"),
        form("(;B[pd];W[];B[dd];W[pp])"),
        form("(;PB[x];B[pd];W[123];B[dd];W[pp])"),
        // Turned, nobody knows where the second move would be.
        form("(;B[dp];W[123];B[pp];W[dd])"),
        form("(;B[pd];W[123];B[dd];W[pp];B[pq])"),
        form("(;B[pd];W[aa][bb];B[dd];W[pp])"),
        form("(;B[Q16];W[pass];B[D16];W[Q4])"),
        form("(;AB[zz];B[pd];W[];B[dd];W[pp])"),
    ];
    let likeness = Likeness {
        least: 2,
        prefix: true,
        near: 1,
        least_alike: 2,
    };
    assert_eq!(clusters(&games, [], &likeness), [vec![0, 3], vec![2, 7]]);
}
