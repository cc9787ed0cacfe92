//! Parses, traverses, edits, writes and drops the largest inputs that a file can contain, and
//! prints the time in seconds, and the peak memory as a multiple of the input. Each input is also
//! parsed at half its size, to show that time is linear.
//!
//! Finally prints the memory of documents of ordinary games, read from files.
//!
//! `cargo run --release -p kifu-sgf --example stress -- corpus/sgf/games/*/*.sgf`

#![allow(clippy::print_stdout)] // The example prints its measurements.

use std::time::Instant;

use kifu_sgf::{Document, Place};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    println!(
        "{:<34} {:>11} {:>8} {:>8} {:>7} {:>7}",
        "shape", "bytes", "parse s", "all s", "half s", "peak/in"
    );
    for (name, size, make) in shapes() {
        // One run warms up the memory of the process.
        run(&make(size / 2));
        let half = run(&make(size / 2));
        let source = make(size);
        let whole = run(&source);
        let peak = whole.peak as f64 / source.len() as f64;
        println!(
            "{name:<34} {:>11} {:>8.3} {:>8.3} {:>7.3} {peak:>7.2}",
            source.len(),
            whole.parse,
            whole.all,
            half.all
        );
    }
    let files: Vec<String> = std::env::args().skip(1).collect();
    if !files.is_empty() {
        ordinary_games(&files);
    }
}

/// Returns the number of bytes per node in documents that are all in memory at once.
fn ordinary_games(files: &[String]) {
    let sources: Vec<Vec<u8>> = files
        .iter()
        .map(|path| std::fs::read(path).expect("the files can be read"))
        .collect();
    let before = MEMORY.current_usage();
    let documents: Vec<Document> = sources
        .iter()
        .map(|source| Document::parse(source.as_slice()).unwrap())
        .collect();
    let memory = MEMORY.current_usage() - before;
    let nodes: usize = documents
        .iter()
        .map(|document| document.forest().id_count())
        .sum();
    let bytes: usize = sources.iter().map(Vec::len).sum();
    println!(
        "{} files: {nodes} nodes, {:.1} bytes per node, {:.1} of them the source",
        documents.len(),
        memory as f64 / nodes as f64,
        bytes as f64 / nodes as f64
    );
}

type Shape = (&'static str, usize, fn(usize) -> Vec<u8>);

fn shapes() -> Vec<Shape> {
    vec![
        ("1,000,000 nested variations", 1_000_000, |n| {
            [b"(;B[aa]".repeat(n), b")".repeat(n)].concat()
        }),
        ("1,000,000 nested, never closed", 1_000_000, |n| {
            b"(;B[aa]".repeat(n)
        }),
        ("main line of 5,000,000 nodes", 5_000_000, |n| {
            [&b"("[..], &b";B[aa]".repeat(n), b")"].concat()
        }),
        ("1,000,000 variations of one node", 1_000_000, |n| {
            [&b"(;GM[1]"[..], &b"(;B[aa])".repeat(n), b")"].concat()
        }),
        ("one value of 500 MB", 500_000_000, |n| {
            [&b"(;C["[..], &b"x".repeat(n), b"];B[aa])"].concat()
        }),
        ("one value of 100 MB of escapes", 50_000_000, |n| {
            [&b"(;C["[..], &b"\\]".repeat(n), b"];B[aa])"].concat()
        }),
        ("1,000,000 values in one property", 1_000_000, |n| {
            [&b"(;AB"[..], &b"[aa]".repeat(n), b";W[bb])"].concat()
        }),
        ("1,000,000 properties in one node", 1_000_000, |n| {
            [&b"(;"[..], &b"C[x]".repeat(n), b";W[bb])"].concat()
        }),
        ("100,000 games", 100_000, |n| {
            b"(;GM[1]PB[a];B[aa];W[bb])\n".repeat(n)
        }),
        ("100,000 games in GBK, no CA", 100_000, |n| {
            b"(;PB[\xB9\xC5\xC1\xA6];B[aa];W[bb])\n".repeat(n)
        }),
        ("10,000,000 `(`", 10_000_000, |n| b"(".repeat(n)),
        ("10,000,000 `]` after a game", 10_000_000, |n| {
            [&b"(;C[a"[..], &b"]".repeat(n), b")"].concat()
        }),
        ("10,000,000 empty nodes", 10_000_000, |n| {
            [&b"("[..], &b";".repeat(n), b")"].concat()
        }),
        ("5,000,000 bare letters", 5_000_000, |n| {
            [&b"(;"[..], &b"A ".repeat(n), b")"].concat()
        }),
        ("5,000,000 empty variations", 5_000_000, |n| {
            [&b"(;"[..], &b"()".repeat(n), b")"].concat()
        }),
    ]
}

struct Figures {
    parse: f64,
    all: f64,
    peak: usize,
}

fn run(source: &[u8]) -> Figures {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let start = Instant::now();
    let mut document = Document::parse(source).expect("the inputs are below 4 GiB");
    let parse = start.elapsed().as_secs_f64();
    let peak = MEMORY.peak_usage() - before;

    let nodes: Vec<_> = document
        .roots()
        .flat_map(|root| document.forest().preorder(root))
        .collect();
    let values: usize = nodes
        .iter()
        .flat_map(|id| document.node(*id).properties())
        .map(|property| property.values().count())
        .sum();
    std::hint::black_box(values);
    if let (Some(first), Some(last)) = (nodes.first(), nodes.last()) {
        // There is an edit at each end, and one of them is structural, so that the whole document
        // is rewritten.
        document
            .node_mut(*first)
            .set("KM", ["6.5"])
            .expect("the value is ASCII");
        document
            .node_mut(*last)
            .add("C", ["the end"])
            .expect("the value is ASCII");
        let child = document
            .add_node(Place::LastChild(*last))
            .expect("the node is in the tree");
        document
            .node_mut(child)
            .set("B", ["bb"])
            .expect("the value is ASCII");
        document.promote(child);
    }
    let mut written = 0;
    document
        .write_to(Count(&mut written))
        .expect("counting does not fail");
    assert!(written >= source.len());
    drop(document);
    Figures {
        parse,
        all: start.elapsed().as_secs_f64(),
        peak,
    }
}

/// A writer that only counts.
struct Count<'c>(&'c mut usize);

impl std::io::Write for Count<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        *self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
