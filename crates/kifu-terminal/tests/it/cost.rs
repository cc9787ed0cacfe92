//! Large games: opening one is linear, and a key costs what it moves, not the size of the game.

use std::fmt::Write;
use std::time::{Duration, Instant};

use kifu_terminal::{Key, Viewer};

use crate::screens::*;

/// A game of many nodes: a long line, each node of it with a short variation.
fn branched(moves: usize) -> String {
    let mut source = String::from("(;GM[1]FF[4]SZ[19]");
    for number in 0..moves {
        let (col, row) = (number % 19, number / 19 % 19);
        let point = |col: usize, row: usize| {
            format!(
                "{}{}",
                (b'a' + col as u8) as char,
                (b'a' + row as u8) as char
            )
        };
        let color = if number.is_multiple_of(2) { 'B' } else { 'W' };
        write!(source, "(;{color}[{}]C[move {number}]", point(col, row)).unwrap();
    }
    for number in (0..moves).rev() {
        let color = if number.is_multiple_of(2) { 'B' } else { 'W' };
        write!(source, ")(;{color}[tt];C[variation {number}])").unwrap();
    }
    source + ")"
}

/// The shortest time of several runs.
fn fastest(mut run: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..5).map(time).min().unwrap()
}

#[test]
fn keys_do_not_walk_the_tree() {
    let time_of_keys = |moves: usize| {
        let document = document(&branched(moves));
        let mut viewer = Viewer::new(games(&document), plain());
        press(&mut viewer, [Key::PageDown, Key::PageDown]);
        fastest(|| {
            for key in [
                Key::Right,
                Key::Down,
                Key::Up,
                Key::Left,
                Key::Char('c'),
                Key::Char('C'),
                Key::Char('['),
                Key::Char(']'),
            ] {
                press(&mut viewer, [key]);
                let _ = buffer(&mut viewer, 80, 24);
            }
        })
    };
    let (small, large) = (time_of_keys(300), time_of_keys(15_000));
    assert!(
        large < 10 * small + Duration::from_millis(20),
        "{small:?} {large:?}"
    );
}

#[test]
fn deep_and_wide_games_are_shown() {
    let deep = format!("(;GM[1]SZ[19]{})", ";B[aa];W[bb]".repeat(10_000));
    let nested = format!(
        "(;GM[1]SZ[19]{}{})",
        "(;B[aa]".repeat(10_000),
        ")".repeat(10_000)
    );
    let wide = format!("(;GM[1]SZ[19]{})", "(;B[aa];W[bb])".repeat(10_000));
    for source in [deep, nested, wide, branched(10_000)] {
        let document = document(&source);
        let start = Instant::now();
        let mut viewer = Viewer::new(games(&document), plain());
        press(
            &mut viewer,
            [
                Key::End,
                Key::Home,
                Key::Right,
                Key::Down,
                Key::End,
                Key::Char('c'),
            ],
        );
        let screen = screen(&mut viewer, 80, 24);
        assert!(screen.contains("Move "), "{screen}");
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{:?}",
            start.elapsed()
        );
    }
}
