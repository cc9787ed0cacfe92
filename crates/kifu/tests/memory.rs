//! Checks with a counting allocator that memory grows linearly with the input, for each operation
//! and each shape of input of the example `hostile`.

#[path = "../examples/hostile/operations.rs"]
mod operations;
#[path = "../examples/hostile/shapes.rs"]
mod shapes;

use kifu::rules::{Move, Point, Position, Rules, Size};
use operations::Operation;
use peak_alloc::PeakAlloc;
use shapes::Shape;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The size of the inputs; small, since tests run without optimization.
const BYTES: usize = 1000;

/// The maximum of memory that does not grow with the input: a few large boards, and tables.
const CONSTANT: usize = 8 << 20;

/// This must be the only test in this file, since the allocator would also count the memory of
/// others.
#[test]
fn memory_is_a_stated_multiple_of_the_input() {
    let mut exceeded = Vec::new();
    for (format, shapes, operations) in [
        ("SGF", shapes::SGF, operations::SGF),
        ("JGF", shapes::JGF, operations::JGF),
        ("text", shapes::TEXT, operations::TEXT),
    ] {
        for operation in operations {
            let (multiple, shape) = worst(operation, shapes);
            // A row of the table in the README.
            let row = format!("| {format}: {} | {} |", operation.0, operation.1);
            let is_stated = include_str!("../README.md").contains(&row);
            if multiple > operation.1 || !is_stated {
                exceeded.push(format!(
                    "{row}: {multiple} for `{shape}`, stated: {is_stated}"
                ));
            }
        }
    }
    assert!(exceeded.is_empty(), "{exceeded:#?}");
    nodes_of_a_long_line_take_little();
}

/// Checks the memory for each node of a long line of legal moves.
fn nodes_of_a_long_line_take_little() {
    const NODES: usize = 100_000;
    let line = long_line(2 * NODES);
    let half = [&line[..line.len() / 2], b")"].concat();
    // Lists that grow count twice, and the source once more.
    for (name, most) in [("read", 40), ("check", 70), ("fix", 70)] {
        let operation = operations::SGF.iter().find(|one| one.0 == name).unwrap();
        let more = peak(operation, &line).saturating_sub(peak(operation, &half));
        let for_each = more / NODES;
        assert!(for_each < most, "{name}: {for_each}");
    }
}

/// Returns a record of moves on a board of 9 by 9, each of two letters.
fn long_line(nodes: usize) -> Vec<u8> {
    let mut game = Position::new(Size::square(9).unwrap(), Rules::JAPANESE);
    let mut random = 1u64;
    let mut source = String::from("(;FF[4]GM[1]SZ[9]");
    while game.plies() < nodes {
        random = random
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let (col, row) = (random >> 33 & 15, random >> 40 & 15);
        let letter = |at: u64| char::from(b'a' + at as u8);
        let color = game.to_play();
        if game
            .play(color, Move::Play(Point::new(col as u8, row as u8)))
            .is_ok()
        {
            source.push_str(&format!(
                ";{}[{}{}]",
                color.letter(),
                letter(col),
                letter(row)
            ));
        } else if random >> 55 == 0 && game.play(color, Move::Pass).is_ok() {
            // There may be no other legal move. Two passes would end the game.
            source.push_str(&format!(";{}[]", color.letter()));
            game.resume();
        }
    }
    source.into_bytes()
}

/// Returns the maximum memory for each further byte of input, and the shape that needs it.
fn worst(operation: &Operation, shapes: &[Shape]) -> (usize, &'static str) {
    // The first call initializes tables.
    peak(operation, &(shapes[0].1)(BYTES));
    let of_shape = |shape: &Shape| {
        let (small, large) = ((shape.1)(BYTES), (shape.1)(2 * BYTES));
        let (first, second) = (peak(operation, &small), peak(operation, &large));
        assert!(
            second <= CONSTANT + operation.1 * large.len(),
            "{}: {second}",
            shape.0
        );
        let more = second.saturating_sub(first);
        (more.div_ceil(large.len() - small.len()), shape.0)
    };
    shapes.iter().map(of_shape).max().expect("there are shapes")
}

/// Returns the peak memory of an operation, in addition to the memory that was allocated before.
fn peak(operation: &Operation, source: &[u8]) -> usize {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    (operation.2)(source);
    MEMORY.peak_usage() - before
}
