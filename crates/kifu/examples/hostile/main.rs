//! Measures operations on hostile inputs, at one size and at twice that size: prints the time per
//! byte at both sizes, and the peak memory as a multiple of the input.
//!
//! * `cargo run --release -p kifu --example hostile [BYTES] [WORD]`: measures the operations with
//!   WORD in their name, on inputs of BYTES bytes (1,000,000 by default).
//! * `… hostile --list`: lists all names, `FORMAT: SHAPE: OPERATION`.
//! * `… hostile --once BYTES NAME`: runs one operation, and prints nothing.
//! * `… hostile --parts BYTES SHAPE`: runs all operations on a shape, each on an input of BYTES
//!   bytes and on one of twice that size. Calls `mark` before and after each operation; at each
//!   call, `cargo xtask linear` makes callgrind start a new count.
//! * `… hostile --over FORMAT FILE`: runs all operations on an ordinary file, with the same calls,
//!   for `cargo xtask instructions`.

#![allow(clippy::print_stdout)] // It prints its measurements.

mod operations;
mod shapes;

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use operations::Operation;
use peak_alloc::PeakAlloc;
use shapes::Shape;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["--list"] => combinations().for_each(|(name, ..)| println!("{name}")),
        ["--once", bytes, name] => {
            let found = combinations().find(|(known, ..)| known == name);
            let (_, shape, operation) = found.expect("NAME is one of --list");
            (operation.2)(&(shape.1)(bytes.parse().expect("BYTES")));
        }
        ["--parts", bytes, shape] => run_on_shape(bytes.parse().expect("BYTES"), shape),
        ["--over", format, path] => run_on_file(format, &std::fs::read(path).expect("FILE")),
        _ => {
            let bytes = args
                .first()
                .map_or(1_000_000, |n| n.parse().expect("BYTES"));
            print_table(bytes, args.get(1).unwrap_or(&""));
        }
    }
}

/// The formats, with the shapes of their inputs and the operations on them.
const FORMATS: [(&str, &[Shape], &[Operation]); 3] = [
    ("sgf", shapes::SGF, operations::SGF),
    ("jgf", shapes::JGF, operations::JGF),
    ("text", shapes::TEXT, operations::TEXT),
];

/// Returns all combinations of a shape and an operation, with their names.
fn combinations() -> impl Iterator<Item = (String, Shape, Operation)> {
    FORMATS
        .into_iter()
        .flat_map(|(format, shapes, operations)| {
            shapes.iter().flat_map(move |shape| {
                let name =
                    move |operation: &Operation| format!("{format}: {}: {}", shape.0, operation.0);
                let operations = operations.iter();
                operations.map(move |operation| (name(operation), *shape, *operation))
            })
        })
}

fn run_on_shape(bytes: usize, shape: &str) {
    let has_shape = |name: &str| {
        name.rsplit_once(": ")
            .is_some_and(|(start, _)| start == shape)
    };
    for (_, shape, operation) in combinations().filter(|(name, ..)| has_shape(name)) {
        // The first call initializes tables.
        (operation.2)(&(shape.1)(100));
        for bytes in [bytes, 2 * bytes] {
            let source = black_box((shape.1)(bytes));
            mark();
            (operation.2)(&source);
            mark();
        }
    }
}

fn run_on_file(format: &str, source: &[u8]) {
    let found = FORMATS.iter().find(|known| known.0 == format);
    for operation in found.expect("FORMAT is sgf, jgf or text").2 {
        (operation.2)(black_box(source));
        mark();
        (operation.2)(black_box(source));
        mark();
    }
}

#[inline(never)]
fn mark() {
    black_box(());
}

fn print_table(bytes: usize, word: &str) {
    println!(
        "{:<52} {:>8} {:>8} {:>9}",
        "", "ns/byte", "at twice", "peak/byte"
    );
    for (name, shape, operation) in combinations().filter(|(name, ..)| name.contains(word)) {
        measure(&name, shape, operation, bytes);
    }
}

fn measure(name: &str, shape: Shape, operation: Operation, bytes: usize) {
    let source = (shape.1)(bytes);
    let cost = |source: &[u8]| {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let start = ThreadTime::now();
        (operation.2)(black_box(source));
        (start.elapsed(), MEMORY.peak_usage() - before)
    };
    let per_byte = |time: Duration, source: &[u8]| time.as_nanos() as f64 / source.len() as f64;
    let once = cost(&source);
    let double = (shape.1)(2 * bytes);
    let twice = cost(&double);
    let (first, second) = (per_byte(once.0, &source), per_byte(twice.0, &double));
    let peak = twice.1 as f64 / double.len() as f64;
    println!("{name:<52} {first:>8.1} {second:>8.1} {peak:>9.1}");
}
