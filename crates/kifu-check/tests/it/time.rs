//! The time of a check is linear in the size of the file, whatever its structure.

use std::time::{Duration, Instant};

use kifu_check::{Settings, check};
use kifu_sgf::Document;

/// Repetitive files: a start, two parts that are each repeated `n` times, and an end.
const SHAPES: [(&str, &str, &str, &str); 12] = [
    ("(;", "C[]", ";PB[x]", ")"),
    ("(;FF[4]", "TL[1]", "PTM[2]", ")"),
    ("(;FF[4]", "N[x]", "L[aa]", ")"),
    ("(;FF[4]B[aa]", "[ab]", "W[aa]", ")"),
    ("(;FF[4];B", "x", "BM[1]TE[1]DO[]", "[aa])"),
    ("(;FF[4];B", "x", "[aa]BM[1]TE[1]", "AB[bb])"),
    ("(;EV", "[]", "[a]", ")"),
    ("(;", "CR[aa]TR[aa][bb]", "LB[aa:x]", ")"),
    ("(;GK[1]", "TE[x]KO[1]", ";TC[x]HD[3]", ")"),
    ("(;PB[x]", "(;PB[y]", ")", ")"),
    ("(;", ";AB[aa:ss]", ";AE[aa]AW[bb]", ")"),
    ("(;KM[", "1", "½", "])"),
];

#[test]
fn time_is_linear() {
    for shape in SHAPES {
        let (few, many) = (check_time(shape, 2_000), check_time(shape, 8_000));
        // Quadratic time would be 16 times as long. The constant allows for delays by other
        // programs.
        let linear = few * 8 + Duration::from_millis(500);
        assert!(many < linear, "{shape:?}: {few:?}, then {many:?}");
    }
}

fn check_time((start, first, second, end): (&str, &str, &str, &str), count: usize) -> Duration {
    let source = [start, &first.repeat(count), &second.repeat(count), end].concat();
    let begin = Instant::now();
    let document = Document::parse(source).unwrap();
    check(&document, &Settings::default());
    begin.elapsed()
}
