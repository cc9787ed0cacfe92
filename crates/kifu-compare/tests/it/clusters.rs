//! Tests of finding copies among many games.

use std::time::Instant;

use kifu_compare::sgf::Document;
use kifu_compare::{CanonicalMoves, CopyCriteria, Moves, clusters};

/// A game of pseudorandom moves, with different moves at some distances from its end.
fn long(moves: u64, others: &[u64]) -> Option<CanonicalMoves> {
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
    Moves::of(&document, root).map(|moves| CanonicalMoves::of(&moves))
}

/// Two games are compared only once, however many stretches they share.
#[test]
fn long_games_that_are_not_copies_are_fast() {
    let criteria = CopyCriteria {
        max_distance: 1,
        ..CopyCriteria::default()
    };
    let games = [&[][..], &[9, 5], &[5]].map(|others| long(40_000, others));
    let start = Instant::now();
    assert_eq!(clusters(&games[..2], [], &criteria), [[0; 0]; 0]);
    let takes = start.elapsed();
    assert!(takes.as_secs() < 10, "{takes:?}");
    assert_eq!(clusters(&games, [], &criteria), [[0, 1, 2]]);
}

#[test]
fn games_with_unreadable_moves_are_copies_only_of_games_with_the_same_ones() {
    let form = |source: &str| {
        let document = Document::parse(source).unwrap();
        let moves = Moves::of(&document, document.roots().next().unwrap());
        moves.map(|moves| CanonicalMoves::of(&moves))
    };
    let games = [
        form("(;B[pd];W[123];B[dd];W[pp])"),
        form("(;B[pd];W[124];B[dd];W[pp])"),
        form("(;B[pd];W[];B[dd];W[pp])"),
        form("(;PB[x];B[pd];W[123];B[dd];W[pp])"),
        // The transform of the unreadable second move is unknown.
        form("(;B[dp];W[123];B[pp];W[dd])"),
        form("(;B[pd];W[123];B[dd];W[pp];B[pq])"),
        form("(;B[pd];W[aa][bb];B[dd];W[pp])"),
        form("(;B[Q16];W[pass];B[D16];W[Q4])"),
        form("(;AB[zz];B[pd];W[];B[dd];W[pp])"),
    ];
    let criteria = CopyCriteria {
        min_steps: 2,
        prefix: true,
        max_distance: 1,
        min_steps_inexact: 2,
    };
    assert_eq!(clusters(&games, [], &criteria), [vec![0, 3], vec![2, 7]]);
}
