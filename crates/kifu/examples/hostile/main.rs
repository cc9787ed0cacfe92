//! Reads, judges, mends, converts and draws what nobody means well with, at one size and at
//! twice that: prints the time of a byte at both, and the peak memory as a multiple of the input.
//!
//! * `cargo run --release -p kifu --example hostile [BYTES] [WORD]`: inputs of so many bytes
//!   (1,000,000), only what has the word in its name.
//! * `… hostile --list`: all names, `FORMAT: SHAPE: OPERATION`.
//! * `… hostile --once BYTES NAME`: this alone, and nothing is printed.
//! * `… hostile --parts BYTES SHAPE`: all operations on a shape, each over an input of so many
//!   bytes and one of twice as many, with a call of `mark` before and after each, where
//!   `cargo xtask linear` has callgrind begin to count anew.
//! * `… hostile --over FORMAT FILE`: all operations on a file that somebody meant well with, with such
//!   calls, for `cargo xtask instructions`.

#![allow(clippy::print_stdout)] // It prints what it measures.

mod shapes;
mod works;

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use peak_alloc::PeakAlloc;
use shapes::Shape;
use works::Work;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["--list"] => all().for_each(|(name, ..)| println!("{name}")),
        ["--once", bytes, name] => {
            let found = all().find(|(all, ..)| all == name);
            let (_, shape, work) = found.expect("NAME is one of --list");
            (work.2)(&(shape.1)(bytes.parse().expect("BYTES")));
        }
        ["--parts", bytes, shape] => parts(bytes.parse().expect("BYTES"), shape),
        ["--over", format, path] => over(format, &std::fs::read(path).expect("FILE")),
        _ => {
            let bytes = args
                .first()
                .map_or(1_000_000, |n| n.parse().expect("BYTES"));
            table(bytes, args.get(1).unwrap_or(&""));
        }
    }
}

/// The formats, what hostile inputs of each there are, and what is done with them.
const KINDS: [(&str, &[Shape], &[Work]); 3] = [
    ("sgf", shapes::SGF, works::SGF),
    ("jgf", shapes::JGF, works::JGF),
    ("text", shapes::TEXT, works::TEXT),
];

/// Every shape with everything that is done with it.
fn all() -> impl Iterator<Item = (String, Shape, Work)> {
    KINDS.into_iter().flat_map(|(format, shapes, works)| {
        shapes.iter().flat_map(move |shape| {
            let name = move |work: &Work| format!("{format}: {}: {}", shape.0, work.0);
            works.iter().map(move |work| (name(work), *shape, *work))
        })
    })
}

fn parts(bytes: usize, shape: &str) {
    let of_shape = |name: &str| name.rsplit_once(": ").is_some_and(|(of, _)| of == shape);
    for (_, shape, work) in all().filter(|(name, ..)| of_shape(name)) {
        // What is made when it is first needed.
        (work.2)(&(shape.1)(100));
        for bytes in [bytes, 2 * bytes] {
            let source = black_box((shape.1)(bytes));
            mark();
            (work.2)(&source);
            mark();
        }
    }
}

fn over(format: &str, source: &[u8]) {
    let works = KINDS.iter().find(|kind| kind.0 == format);
    for work in works.expect("FORMAT is sgf, jgf or text").2 {
        (work.2)(black_box(source));
        mark();
        (work.2)(black_box(source));
        mark();
    }
}

#[inline(never)]
fn mark() {
    black_box(());
}

fn table(bytes: usize, word: &str) {
    println!(
        "{:<52} {:>8} {:>8} {:>9}",
        "", "ns/byte", "at twice", "peak/byte"
    );
    for (name, shape, work) in all().filter(|(name, ..)| name.contains(word)) {
        measure(&name, shape, work, bytes);
    }
}

fn measure(name: &str, shape: Shape, work: Work, bytes: usize) {
    // Once to warm up the memory that the process gets.
    let source = (shape.1)(bytes);
    let cost = |source: &[u8]| {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let start = ThreadTime::now();
        (work.2)(black_box(source));
        (start.elapsed(), MEMORY.peak_usage() - before)
    };
    let of_byte = |time: Duration, source: &[u8]| time.as_nanos() as f64 / source.len() as f64;
    let once = cost(&source);
    let double = (shape.1)(2 * bytes);
    let twice = cost(&double);
    let (first, second) = (of_byte(once.0, &source), of_byte(twice.0, &double));
    let peak = twice.1 as f64 / double.len() as f64;
    println!("{name:<52} {first:>8.1} {second:>8.1} {peak:>9.1}");
}
