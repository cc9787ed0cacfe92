//! Compares counts with published numbers and with the naive engine.

use kifu_core::{Color, Size};
use kifu_rules::{Position, Repetition, Rules, Suicide, perft};

use crate::laws::naive::NaiveGame;

const REPETITIONS: [Repetition; 5] = [
    Repetition::Allowed,
    Repetition::SimpleKo,
    Repetition::Positional,
    Repetition::Situational,
    Repetition::NaturalSituational,
];
const SUICIDES: [Suicide; 3] = [Suicide::Forbidden, Suicide::Multi, Suicide::Any];

/// John Tromp's numbers of legal positions (OEIS A094777 and his table of rectangles).
const LEGAL: [(u8, u8, u64); 20] = [
    (1, 1, 1),
    (1, 2, 5),
    (1, 3, 15),
    (1, 4, 41),
    (2, 1, 5),
    (2, 2, 57),
    (2, 3, 489),
    (2, 4, 4125),
    (3, 1, 15),
    (3, 2, 489),
    (3, 3, 12675),
    (4, 1, 41),
    (4, 2, 4125),
    (2, 5, 35117),
    (2, 6, 299_681),
    (3, 4, 321_689),
    (4, 3, 321_689),
    (2, 7, 2_557_605),
    (3, 5, 8_180_343),
    (2, 8, 21_826_045),
];

#[test]
fn small_boards_have_the_known_number_of_legal_positions() {
    for (cols, rows, count) in LEGAL.into_iter().filter(|l| l.2 < 50_000) {
        assert_eq!(legal_positions(cols, rows), count, "{cols}x{rows}");
    }
}

#[test]
#[ignore = "takes seconds with optimization, minutes without"]
fn larger_boards_have_the_known_number_of_legal_positions() {
    for (cols, rows, count) in LEGAL.into_iter().chain([(4, 4, 24_318_165)]) {
        assert_eq!(legal_positions(cols, rows), count, "{cols}x{rows}");
    }
}

/// Puts all combinations of stones on the board and counts the boards where every chain has a liberty.
fn legal_positions(cols: u8, rows: u8) -> u64 {
    fn count(position: &mut Position, from: usize) -> u64 {
        let size = position.board().size();
        let Some(point) = size.points().nth(from) else {
            let legal = position.board().chains().all(|chain| chain.has_liberty());
            return u64::from(legal);
        };
        let mut sum = count(position, from + 1);
        for color in Color::ALL {
            position.edit([(point, Some(color))]);
            sum += count(position, from + 1);
            position.undo();
        }
        sum
    }
    let size = Size::new(cols, rows).unwrap();
    count(&mut Position::new(size, Rules::LENIENT), 0)
}

#[test]
fn the_engine_and_the_naive_rules_count_the_same_games() {
    for (cols, rows, depth) in [
        (1, 1, 5),
        (1, 2, 9),
        (2, 1, 9),
        (1, 3, 8),
        (1, 4, 6),
        (5, 1, 5),
        (2, 2, 8),
        (2, 3, 5),
        (3, 2, 5),
        (3, 3, 4),
        (4, 2, 4),
    ] {
        compare(cols, rows, depth);
    }
}

#[test]
#[ignore = "takes a minute with optimization"]
fn the_engine_and_the_naive_rules_count_the_same_longer_games() {
    for (cols, rows, depth) in [(1, 3, 12), (2, 2, 11), (2, 3, 8), (3, 3, 6), (1, 5, 9)] {
        compare(cols, rows, depth);
    }
}

fn compare(cols: u8, rows: u8, depth: u32) {
    let size = Size::new(cols, rows).unwrap();
    for repetition in REPETITIONS {
        for suicide in SUICIDES {
            let rules = Rules {
                repetition,
                suicide,
                ..Rules::JAPANESE
            };
            let mut position = Position::new(size, rules);
            let naive = NaiveGame::new(size, repetition, suicide);
            for depth in 1..=depth {
                assert_eq!(
                    perft(&mut position, depth),
                    naive.perft(depth),
                    "{size} depth {depth} {repetition:?} {suicide:?}"
                );
            }
        }
    }
}
