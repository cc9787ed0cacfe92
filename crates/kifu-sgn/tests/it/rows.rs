//! Tests of every row on small boards, and of random large boards.

use kifu_core::{Color, Point, Setup, Size};
use kifu_sgn::{Problem, Reader, Sgn};

use crate::laws::{self, Random};

/// Covers all 3^n rows of each width n, 265,719 in total.
#[test]
fn every_row_up_to_width_11_reads_back() {
    for cols in 1..=11 {
        let size = Size::new(cols, 1).unwrap();
        for number in 0..3u32.pow(u32::from(cols)) {
            let mut setup = Setup::empty(size);
            setup.to_play = Some(Color::Black);
            let mut rest = number;
            for col in 0..cols {
                let stone = [None, Some(Color::Black), Some(Color::White)][rest as usize % 3];
                setup.put(Point::new(col, 0), stone);
                rest /= 3;
            }
            let position = Sgn::new(setup).unwrap();
            let text = position.to_string();
            assert_eq!(text.parse().as_ref(), Ok(&position), "{text}");
        }
    }
}

/// Covers every row of one run with empty points around it, including all of them that are ambiguous as the
/// notation defines them.
#[test]
fn every_single_run_reads_back_on_wider_boards() {
    for cols in 12..=52 {
        let size = Size::new(cols, 2).unwrap();
        for start in 0..cols {
            for end in start + 1..=cols {
                let mut setup = Setup::empty(size);
                setup.to_play = Some(Color::White);
                for col in start..end {
                    setup.put(Point::new(col, 1), Some(Color::White));
                }
                laws::written_reads_back(&Sgn::new(setup).unwrap());
            }
        }
    }
}

#[test]
fn random_boards_read_back() {
    random_boards(1_000);
}

#[test]
fn random_small_boards_read_back_as_defined() {
    for seed in 0..2_000 {
        laws::written_reads_back(&laws::random_position(&mut Random(seed), 1..=22));
    }
}

/// Run this test with `cargo test --release -p kifu-sgn --test it -- --ignored`.
#[test]
#[ignore = "takes a minute without optimization"]
fn a_million_random_boards_read_back() {
    random_boards(1_000_000);
}

fn random_boards(count: u64) {
    let (mut rewritten, mut tall) = (0, 0);
    for seed in 0..count {
        let position = laws::random_position(&mut Random(seed), 12..=52);
        let text = laws::written_reads_back(&position);
        let size = position.setup().size();
        tall += u64::from(size.cols() != size.rows());
        rewritten += u64::from(text.contains("b1") || text.contains("w1"));
    }
    // Boards with rewritten rows and boards that are not square must be among them.
    assert!(rewritten > count / 100 && tall > count / 4);
}

#[test]
fn up_to_width_22_no_row_is_ambiguous_and_beyond_some_are() {
    for (width, row, first) in [
        (23, "B221", Some((22, 1))),
        (24, "B222", Some((22, 2))),
        (25, "B223", Some((22, 3))),
        (22, "B211", None),
        (21, "B21", None),
        (24, "B21B21", Some((21, 0))),
    ] {
        let reading = Reader::STRICT.width(width).read(&format!("{row}-B"));
        match (reading, first) {
            (Ok(_), None) => {}
            (Err(found), Some(expected)) => {
                assert!(
                    matches!(found.problem, Problem::AmbiguousRow { first, .. } if first == expected)
                );
            }
            (reading, _) => panic!("{row} in {width}: {reading:?}"),
        }
    }
}

#[test]
fn ambiguous_rows_are_written_with_an_early_end() {
    for (width, stones, text) in [(23, 22, "B21b1"), (23, 2, "bb21"), (24, 22, "B21b2")] {
        let mut setup = Setup::empty(Size::new(width, width).unwrap());
        setup.to_play = Some(Color::Black);
        for col in 0..stones {
            setup.put(Point::new(col, 0), Some(Color::Black));
        }
        let written = laws::written_reads_back(&Sgn::new(setup).unwrap());
        assert!(written.starts_with(&format!("{text}/")), "{written}");
    }
    // A run ends early only before empty points, and only where needed.
    for (width, runs, text) in [
        (
            24,
            &[(0..2, Color::Black), (3..24, Color::White)][..],
            "bb1W21",
        ),
        (23, &[(0..3, Color::Black)], "B320"),
        (23, &[(0..20, Color::Black)], "B203"),
    ] {
        let mut setup = Setup::empty(Size::new(width, width).unwrap());
        setup.to_play = Some(Color::Black);
        for (cols, color) in runs.iter().cloned() {
            for col in cols {
                setup.put(Point::new(col, 0), Some(color));
            }
        }
        let written = laws::written_reads_back(&Sgn::new(setup).unwrap());
        assert!(written.starts_with(&format!("{text}/")), "{written}");
    }
}
