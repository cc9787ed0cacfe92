//! Checks with a counting allocator that memory grows linearly with the input, for each operation
//! and each shape of input of the example `hostile`.

#[path = "../examples/hostile/operations.rs"]
mod operations;
#[path = "../examples/hostile/shapes.rs"]
mod shapes;

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
