//! Reads, judges, mends, converts and draws what nobody means well with, at one size and at
//! twice that: prints the time of a byte at both, and the peak memory as a multiple of the input.
//!
//! `cargo run --release -p kifu --example hostile [BYTES] [WORD]`: inputs of so many bytes
//! (1,000,000), only what has the word in it.

#![allow(clippy::print_stdout)] // It prints what it measures.

mod shapes;

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use kifu::check::Settings;
use kifu::diagram::{Svg, board, fen::Fen, sensei};
use kifu::figure::{Division, Line, Options as Drawing};
use kifu::jgf::Options;
use kifu::jgf::convert::Target;
use kifu::rules::{Repetition, Rules};
use kifu::sgf::canonical::Style;
use kifu::sgf::{Document, convert};
use kifu::sgn::{Collection, Reader};
use kifu::tree::game::Carriage;
use peak_alloc::PeakAlloc;
use shapes::Shape;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

type Work = (&'static str, fn(&[u8]));

fn main() {
    let mut args = std::env::args().skip(1);
    let bytes = args.next().map_or(1_000_000, |n| n.parse().expect("BYTES"));
    let word = args.next().unwrap_or_default();
    println!(
        "{:<52} {:>8} {:>8} {:>9}",
        "", "ns/byte", "at twice", "peak/byte"
    );
    for (format, shapes, works) in [
        ("sgf", shapes::SGF, SGF),
        ("jgf", shapes::JGF, JGF),
        ("text", shapes::TEXT, TEXT),
    ] {
        for shape in shapes {
            for work in works {
                let name = format!("{format}: {}: {}", shape.0, work.0);
                if name.contains(&word) {
                    measure(&name, *shape, *work, bytes);
                }
            }
        }
    }
}

fn measure(name: &str, shape: Shape, work: Work, bytes: usize) {
    // Once to warm up the memory that the process gets.
    let source = (shape.1)(bytes);
    let cost = |source: &[u8]| {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let start = ThreadTime::now();
        (work.1)(black_box(source));
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

const SGF: &[Work] = &[
    ("read", |source| {
        black_box(Document::parse(source)).unwrap();
    }),
    ("count", |source| {
        black_box(kifu::info::Totals::of(source)).unwrap();
    }),
    ("info", |source| {
        let document = Document::parse(source).unwrap();
        black_box(kifu::info::FileInfo::of(&document));
    }),
    ("check", |source| {
        let document = Document::parse(source).unwrap();
        black_box(kifu::check::check(&document, &Settings::default()));
    }),
    ("check by superko", |source| {
        let document = Document::parse(source).unwrap();
        let rules = Rules {
            repetition: Repetition::Positional,
            ..Rules::LENIENT
        };
        let settings = Settings {
            rules: kifu::check::Ruling::By(rules),
            ..Settings::default()
        };
        black_box(kifu::check::check(&document, &settings));
    }),
    ("fix", |source| {
        let document = Document::parse(source).unwrap();
        black_box(kifu::check::fix(&document, &Settings::default(), |_| true)).unwrap();
    }),
    ("fmt", |source| {
        let document = Document::parse(source).unwrap();
        let _ = black_box(kifu::sgf::canonical::write(&document, &Style::default()));
    }),
    ("to games", |source| {
        let document = Document::parse(source).unwrap();
        for root in document.roots() {
            black_box(convert::to_game(&document, root));
        }
    }),
    ("to SGF", |source| {
        to(source, |game| {
            black_box(convert::from_game(game, Carriage::Full));
            black_box(convert::from_game(game, Carriage::None));
        })
    }),
    ("to JGF 1", |source| {
        to(source, |game| through(game, Target::V1))
    }),
    ("to JGF 2", |source| {
        to(source, |game| through(game, Target::V2))
    }),
    ("positions", |source| {
        let document = Document::parse(source).unwrap();
        for root in document.roots() {
            for position in kifu::position::main_line(&document, root) {
                black_box(position);
            }
        }
    }),
    ("figures", |source| {
        let document = Document::parse(source).unwrap();
        for root in document.roots() {
            let line = Line::main(&document, root);
            let every = Division::Every(100.try_into().unwrap());
            for figure in line.figures(1..=u32::MAX, every, &Drawing::default()) {
                black_box(Svg::default().draw(&figure));
            }
        }
    }),
    ("recording", |source| {
        let recording = kifu::rgf::Recording::parse(source).unwrap();
        let read = recording.read(&kifu::rgf::Settings::default());
        let timeline = black_box(read.timeline);
        black_box(timeline.last());
        black_box(kifu::rgf::write(&timeline, read.dialect));
    }),
];

fn to(source: &[u8], work: impl Fn(&kifu::tree::game::Game)) {
    let document = Document::parse(source).unwrap();
    for root in document.roots() {
        work(&convert::to_game(&document, root).value);
    }
}

/// There and back.
fn through(game: &kifu::tree::game::Game, target: Target) {
    let record = kifu::jgf::convert::from_game(game, target, Carriage::Full).value;
    let json = record.to_json(&Options::COMPACT);
    let document = kifu::jgf::Document::parse(json.as_bytes()).unwrap();
    for record in &document.records {
        let game = kifu::jgf::convert::to_game(record).value;
        black_box(convert::from_game(&game, Carriage::Full));
    }
}

const JGF: &[Work] = &[
    ("read", |source| {
        black_box(kifu::jgf::Document::parse(source)).unwrap();
    }),
    ("check", |source| {
        black_box(kifu::check_jgf(source, &Settings::default())).unwrap();
    }),
    ("write", |source| {
        let document = kifu::jgf::Document::parse(source).unwrap();
        black_box(document.to_json(&Options::COMPACT));
    }),
    ("to SGF and back", |source| {
        let document = kifu::jgf::Document::parse(source).unwrap();
        for record in &document.records {
            let game = kifu::jgf::convert::to_game(record).value;
            let text = convert::from_game(&game, Carriage::Full).value;
            let sgf = Document::parse(text).unwrap();
            let game = convert::to_game(&sgf, sgf.roots().next().unwrap()).value;
            black_box(kifu::jgf::convert::from_game(
                &game,
                Target::V2,
                Carriage::Full,
            ));
        }
    }),
];

const TEXT: &[Work] = &[
    ("diagrams", |source| {
        let text = String::from_utf8_lossy(source);
        for range in sensei::diagrams(&text) {
            if let Ok(read) = black_box(sensei::read(&text[range])) {
                black_box(sensei::write(&read.figure));
            }
        }
    }),
    ("board", |source| {
        let _ = black_box(board::read(&String::from_utf8_lossy(source)));
    }),
    ("FEN", |source| {
        let _ = black_box(String::from_utf8_lossy(source).parse::<Fen>());
    }),
    ("SGN", |source| {
        let text = String::from_utf8_lossy(source);
        black_box(Collection::read(&text, Reader::LENIENT));
        black_box(Collection::read(&text, Reader::STRICT));
    }),
];
