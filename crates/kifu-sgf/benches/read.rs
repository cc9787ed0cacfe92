//! Benchmarks of reading SGF from memory on one thread: document, events and lexer, compared with
//! `sgf-parse` (lenient) and a pass that stops at each `]`.
//!
//! `cargo bench -p kifu-sgf` reads the corpus of this repository; set
//! `KIFU_BENCH_CORPUS` to a directory of SGF files to read that instead.

#![allow(clippy::print_stdout)] // The benchmark prints its results.

#[path = "shared/typed_values.rs"]
mod typed_values;

use std::hint::black_box;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::BytesCount;
use kifu_lex::Lexer;
use kifu_sgf::convert::{PrivateData, from_game, to_game};
use kifu_sgf::event::{Event, Reader};
use kifu_sgf::{Document, games};

use typed_values::typed_values;

fn main() {
    let bytes: usize = CORPUS.iter().map(Vec::len).sum();
    let nodes: usize = CORPUS.iter().map(|file| nodes(file)).sum();
    println!("{} files, {bytes} bytes, {nodes} nodes", CORPUS.len());
    divan::main();
}

/// The files that `sgf-parse` can read too: those in UTF-8.
static CORPUS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mut files = kifu_testkit::bench_corpus();
    files.retain(|file| std::str::from_utf8(file).is_ok());
    files
});

/// The corpus as one collection.
static COLLECTION: LazyLock<Vec<u8>> = LazyLock::new(|| CORPUS.concat());

fn nodes(file: &[u8]) -> usize {
    Reader::new(file)
        .filter(|event| matches!(event, Event::Node))
        .count()
}

fn each<T>(bencher: Bencher, read: impl Fn(&[u8]) -> T + Sync) {
    let bytes: usize = CORPUS.iter().map(Vec::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        for file in CORPUS.iter() {
            black_box(read(file));
        }
    });
}

#[divan::bench]
fn a_memchr_pass(bencher: Bencher) {
    each(bencher, |file| {
        memchr::memchr_iter(b']', file).map(black_box).count()
    });
}

#[divan::bench]
fn b_sgf_parse_lenient(bencher: Bencher) {
    let options = sgf_parse::ParseOptions {
        lenient: true,
        ..Default::default()
    };
    each(bencher, |file| {
        sgf_parse::parse_with_options(std::str::from_utf8(file).unwrap(), &options)
    });
}

#[divan::bench]
fn c_lexer(bencher: Bencher) {
    each(bencher, |file| Lexer::new(file).count());
}

#[divan::bench]
fn d_document(bencher: Bencher) {
    each(bencher, |file| Document::parse(file).unwrap());
}

#[divan::bench]
fn e_document_every_value(bencher: Bencher) {
    each(bencher, |file| {
        let document = Document::parse(file).unwrap();
        let nodes = document
            .roots()
            .flat_map(|root| document.forest().preorder(root));
        let values = nodes
            .flat_map(|id| document.node(id).properties())
            .flat_map(|property| property.values());
        values.map(|value| value.raw().len()).sum::<usize>()
    });
}

#[divan::bench]
fn f_events(bencher: Bencher) {
    each(bencher, nodes);
}

#[divan::bench]
fn g_events_every_value(bencher: Bencher) {
    each(bencher, |file| {
        let mut bytes = 0;
        for event in Reader::new(file) {
            if let Event::Property(property) = event {
                bytes += property
                    .values()
                    .map(|value| value.raw().len())
                    .sum::<usize>();
            }
        }
        bytes
    });
}

#[divan::bench]
fn h_one_file_of_all_games(bencher: Bencher) {
    bencher
        .counter(BytesCount::new(COLLECTION.len()))
        .bench(|| Document::parse(COLLECTION.as_slice()).unwrap());
}

#[divan::bench]
fn i_one_file_game_by_game(bencher: Bencher) {
    bencher
        .counter(BytesCount::new(COLLECTION.len()))
        .bench(|| games(&COLLECTION).count());
}

/// Does the same as `e`, and looks up each property, and parses points, moves and numbers.
#[divan::bench]
fn j_document_typed_values(bencher: Bencher) {
    each(bencher, |file| {
        typed_values(&Document::parse(file).unwrap())
    });
}

/// Parses a document and converts its games.
#[divan::bench]
fn k_document_to_games(bencher: Bencher) {
    each(bencher, |file| {
        let document = Document::parse(file).unwrap();
        let games = document.roots().map(|root| to_game(&document, root));
        games.collect::<Vec<_>>()
    });
}

/// Converts the games back to SGF.
#[divan::bench]
fn l_document_to_games_and_back(bencher: Bencher) {
    each(bencher, |file| {
        let document = Document::parse(file).unwrap();
        let games = document.roots().map(|root| to_game(&document, root));
        games
            .map(|game| from_game(&game.value, PrivateData::Write).value)
            .collect::<Vec<_>>()
    });
}
