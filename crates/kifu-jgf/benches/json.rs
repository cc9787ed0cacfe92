//! Benchmarks of reading and writing JGF in memory, on one thread, compared with `serde_json::Value`, which
//! does not interpret the JSON.
//!
//! `cargo bench -p kifu-jgf` generates its records: games of 250 moves, some of which have a comment, marks or
//! a variation.

#![allow(clippy::print_stdout)] // The benchmark prints its measurements.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::BytesCount;
use kifu_jgf::{Document, Options, Record};

fn main() {
    for source in [&*LETTERS, &*OBJECTS, &*LAID_OUT] {
        let document = Document::parse(source.as_bytes()).unwrap();
        let nodes: usize = document
            .records
            .iter()
            .map(|record| record.tree().id_count())
            .sum();
        println!("{} bytes, {nodes} nodes", source.len());
    }
    divan::main();
}

const GAMES: usize = 300;
const MOVES: usize = 250;

/// Version 1 without white space.
static LETTERS: LazyLock<String> = LazyLock::new(|| {
    collection(
        r#"{"record":{"version":1},"game":{"players":[{"color":"black","name":"A"}],"komi":6.5},"board":{"width":19,"height":19},"tree":[{"root":true}"#,
        |out, number| {
            let letter = |n: usize| char::from(b'a' + (n % 19) as u8);
            let color = if number % 2 == 0 { 'B' } else { 'W' };
            write!(
                out,
                r#"{{"move":{{"{color}":"{}{}"}}"#,
                letter(number * 7),
                letter(number * 5)
            )
        },
    )
});

/// Version 2 without white space.
static OBJECTS: LazyLock<String> = LazyLock::new(|| {
    collection(
        r#"{"record":{"format":"JGF","version":2},"players":[{"color":"black","name":"A"}],"rules":{"komi":6.5},"board":{"size":19},"tree":[{}"#,
        |out, number| {
            let color = if number % 2 == 0 { "black" } else { "white" };
            write!(
                out,
                r#"{{"move":{{"color":"{color}","x":{},"y":{}}}"#,
                number * 7 % 19,
                number * 5 % 19
            )
        },
    )
});

/// Version 2 with line breaks.
static LAID_OUT: LazyLock<String> = LazyLock::new(|| {
    Document::parse(OBJECTS.as_bytes())
        .unwrap()
        .to_json(&Options::PRETTY)
});

fn collection(head: &str, play: impl Fn(&mut String, usize) -> std::fmt::Result) -> String {
    let games: Vec<String> = (0..GAMES)
        .map(|game| {
            let mut out = head.to_owned();
            for number in 0..MOVES {
                out.push(',');
                play(&mut out, number * (game + 1)).unwrap();
                if number % 20 == 0 {
                    out.push_str(r#","comments":["White should have played at the upper side, \"tenuki\" is worse."]"#);
                }
                out.push('}');
            }
            out + "]}"
        })
        .collect();
    format!("[{}]", games.join(","))
}

macro_rules! measured {
    ($($read:ident $write:ident $serde_read:ident $serde_write:ident $source:expr;)*) => {
        $(
            #[divan::bench]
            fn $read(bencher: Bencher) {
                let bytes = $source.len();
                bencher.counter(BytesCount::new(bytes)).bench(|| Document::parse(black_box($source.as_bytes())).unwrap());
            }

            #[divan::bench]
            fn $serde_read(bencher: Bencher) {
                let bytes = $source.len();
                bencher.counter(BytesCount::new(bytes)).bench(|| serde_json::from_str::<serde_json::Value>(black_box(&$source)).unwrap());
            }

            #[divan::bench]
            fn $write(bencher: Bencher) {
                let document = Document::parse($source.as_bytes()).unwrap();
                let bytes = document.to_json(&Options::COMPACT).len();
                bencher.counter(BytesCount::new(bytes)).bench(|| black_box(&document).to_json(&Options::COMPACT));
            }

            #[divan::bench]
            fn $serde_write(bencher: Bencher) {
                let value: serde_json::Value = serde_json::from_str(&$source).unwrap();
                let bytes = value.to_string().len();
                bencher.counter(BytesCount::new(bytes)).bench(|| black_box(&value).to_string());
            }
        )*
    };
}

measured! {
    a_letters_read a_letters_write a_letters_serde_read a_letters_serde_write LETTERS;
    b_objects_read b_objects_write b_objects_serde_read b_objects_serde_write OBJECTS;
    c_laid_out_read c_laid_out_write c_laid_out_serde_read c_laid_out_serde_write LAID_OUT;
}

#[divan::bench]
fn d_laid_out_pretty(bencher: Bencher) {
    let document = Document::parse(LAID_OUT.as_bytes()).unwrap();
    bencher
        .counter(BytesCount::new(LAID_OUT.len()))
        .bench(|| black_box(&document).to_json(&Options::PRETTY));
}

#[divan::bench]
fn e_games_apart(bencher: Bencher) {
    let document = Document::parse(LETTERS.as_bytes()).unwrap();
    let games: Vec<String> = document
        .records
        .iter()
        .map(|record: &Record| record.to_json(&Options::COMPACT))
        .collect();
    let bytes: usize = games.iter().map(String::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        for game in &games {
            black_box(Document::parse(game.as_bytes()).unwrap());
        }
    });
}
