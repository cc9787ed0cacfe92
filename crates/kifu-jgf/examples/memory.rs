//! Measures peak memory and time for ordinary and extreme shapes, as multiples of the input:
//! `cargo run --release -p kifu-jgf --example memory`.

#![allow(clippy::print_stdout)] // The example prints its measurements.

use std::time::Instant;

use kifu_jgf::{Document, Options};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    let file = std::env::args()
        .nth(1)
        .map(|path| std::fs::read_to_string(path).expect("the file can be read"));
    let play = r#"{"move":{"B":"mm"}}"#;
    let play2 = r#"{"move":{"color":"black","x":12,"y":12}}"#;
    let nested = |n: usize| [&format!("{play},[[").repeat(n), play, &"]]".repeat(n)].concat();
    let tree = |nodes: String| format!(r#"{{"tree":[{nodes}]}}"#);
    let mut shapes = vec![
        ("moves of version 1", tree(vec![play; 500_000].join(","))),
        ("moves of version 2", tree(vec![play2; 500_000].join(","))),
        ("laid out for people", {
            let document = Document::parse(tree(vec![play2; 200_000].join(",")).as_bytes());
            document.expect("it is small").to_json(&Options::PRETTY)
        }),
        ("100,000 variations in one another", tree(nested(100_000))),
        (
            "1,000,000 variations in one another",
            tree(nested(1_000_000)),
        ),
        (
            "nodes without content",
            tree(vec!["{}"; 1_000_000].join(",")),
        ),
        (
            "brackets",
            ["[".repeat(2_000_000), "]".repeat(2_000_000)].concat(),
        ),
        ("braces", "{".repeat(2_000_000)),
        (
            "one text",
            tree(format!(r#"{{"name":"{}"}}"#, "a".repeat(20_000_000))),
        ),
        (
            "one unknown member",
            tree(format!(
                r#"{{"x":[{}]}}"#,
                vec!["1.50"; 2_000_000].join(",")
            )),
        ),
        (
            "unknown members",
            tree(format!(
                "{{{}}}",
                (0..500_000)
                    .map(|n| format!(r#""{n}":1"#))
                    .collect::<Vec<_>>()
                    .join(",")
            )),
        ),
    ];
    shapes.extend(file.map(|text| ("the file given", text)));
    println!(
        "{:<38} {:>9} {:>8} {:>8} {:>7} {:>7}",
        "shape", "bytes", "read ms", "write ms", "peak ×", "kept ×"
    );
    for (name, text) in shapes {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let start = Instant::now();
        let document = Document::parse(text.as_bytes()).expect("it is small");
        let read = start.elapsed();
        let times = |bytes: usize| (bytes - before) as f64 / text.len() as f64;
        let (peak, kept) = (times(MEMORY.peak_usage()), times(MEMORY.current_usage()));
        let start = Instant::now();
        let written = document.to_json(&Options::COMPACT);
        let write = start.elapsed();
        drop((document, written));
        println!(
            "{name:<38} {:>9} {:>8.1} {:>8.1} {peak:>7.1} {kept:>7.1}",
            text.len(),
            read.as_secs_f64() * 1e3,
            write.as_secs_f64() * 1e3,
        );
    }
}
