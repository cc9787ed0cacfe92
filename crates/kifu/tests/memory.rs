//! Memory in proportion to the input, whatever the input is: each operation of the example
//! `hostile` over each of its shapes, with an allocator that counts.

#[path = "../examples/hostile/shapes.rs"]
mod shapes;
#[path = "../examples/hostile/works.rs"]
mod works;

use peak_alloc::PeakAlloc;
use shapes::Shape;
use works::Work;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Small, for this runs without optimization.
const BYTES: usize = 1000;

/// What does not grow with the input: a few large boards, and tables.
const CONSTANT: usize = 8 << 20;

/// The one test of this file: another would be counted with it.
#[test]
fn memory_is_a_stated_multiple_of_the_input() {
    let mut beyond = Vec::new();
    for (format, shapes, works) in [
        ("SGF", shapes::SGF, works::SGF),
        ("JGF", shapes::JGF, works::JGF),
        ("text", shapes::TEXT, works::TEXT),
    ] {
        for work in works {
            let (multiple, shape) = worst(work, shapes);
            // A row of the table in the README.
            let row = format!("| {format}: {} | {} |", work.0, work.1);
            let is_stated = include_str!("../README.md").contains(&row);
            if multiple > work.1 || !is_stated {
                beyond.push(format!(
                    "{row}: {multiple} for `{shape}`, stated: {is_stated}"
                ));
            }
        }
    }
    assert!(beyond.is_empty(), "{beyond:#?}");
}

/// The most memory that a byte more takes, and the shape that takes it.
fn worst(work: &Work, shapes: &[Shape]) -> (usize, &'static str) {
    // Once for what is made when it is first needed.
    peak(work, &(shapes[0].1)(BYTES));
    let of_shape = |shape: &Shape| {
        let (small, large) = ((shape.1)(BYTES), (shape.1)(2 * BYTES));
        let (first, second) = (peak(work, &small), peak(work, &large));
        assert!(
            second <= CONSTANT + work.1 * large.len(),
            "{}: {second}",
            shape.0
        );
        let more = second.saturating_sub(first);
        (more.div_ceil(large.len() - small.len()), shape.0)
    };
    shapes.iter().map(of_shape).max().expect("there are shapes")
}

/// The most bytes that are allocated at once on top of what there is.
fn peak(work: &Work, source: &[u8]) -> usize {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    (work.2)(source);
    MEMORY.peak_usage() - before
}
