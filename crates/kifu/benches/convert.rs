//! Benchmarks of conversions between formats, in memory, with one thread, from bytes to bytes. The
//! baseline is reading and writing without conversion.
//!
//! `cargo bench -p kifu` converts the corpus of this repository; set `KIFU_BENCH_CORPUS` to a
//! directory to convert its SGF files instead.

#![allow(clippy::print_stdout)] // It prints its measurements.

use std::hint::black_box;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use kifu::jgf::Options;
use kifu::jgf::convert::{Target, to_game, to_json};
use kifu::sgf::Document;
use kifu::sgf::convert as sgf;
use kifu::tree::game::PrivateData;

#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

fn main() {
    let bytes: usize = SGF.iter().map(Vec::len).sum();
    let records: usize = JGF.iter().map(Vec::len).sum();
    println!(
        "{} games, {bytes} bytes of SGF, {records} of JGF 2",
        JGF.len()
    );
    let largest = SGF.iter().max_by_key(|file| file.len()).expect("a corpus");
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let written: usize = to_jgf(largest).iter().map(String::len).sum();
    let peak = MEMORY.peak_usage() - before;
    println!(
        "the largest file, {} bytes, becomes {written}: peak {:.1} bytes for each byte in and out",
        largest.len(),
        peak as f64 / (largest.len() + written) as f64
    );
    divan::main();
}

static SGF: LazyLock<Vec<Vec<u8>>> = LazyLock::new(kifu_testkit::bench_corpus);

static JGF: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let records = SGF.iter().flat_map(|file| to_jgf(file));
    records.map(String::into_bytes).collect()
});

fn to_jgf(file: &[u8]) -> Vec<String> {
    let document = Document::parse(file).unwrap();
    let game = |root| sgf::to_game(&document, root).value;
    let games = document.roots().map(game);
    games
        .map(|game| to_json(&game, Target::V2, PrivateData::Write, &Options::COMPACT).value)
        .collect()
}

fn to_sgf(file: &[u8]) -> Vec<String> {
    let document = kifu::jgf::Document::parse(file).unwrap();
    let games = document.records.iter().map(|record| to_game(record).value);
    games
        .map(|game| sgf::from_game(&game, PrivateData::Write).value)
        .collect()
}

fn each<T>(bencher: Bencher, files: &'static [Vec<u8>], work: impl Fn(&[u8]) -> T + Sync) {
    let bytes: usize = files.iter().map(Vec::len).sum();
    bencher
        .counter(BytesCount::new(bytes))
        .counter(ItemsCount::new(JGF.len()))
        .bench(|| {
            for file in files {
                black_box(work(file));
            }
        });
}

#[divan::bench]
fn a_sgf_read_and_written(bencher: Bencher) {
    each(bencher, &SGF, |file| {
        Document::parse(file).unwrap().to_bytes()
    });
}

#[divan::bench]
fn b_sgf_to_jgf2(bencher: Bencher) {
    each(bencher, &SGF, to_jgf);
}

#[divan::bench]
fn c_jgf2_read_and_written(bencher: Bencher) {
    each(bencher, &JGF, |file| {
        kifu::jgf::Document::parse(file)
            .unwrap()
            .to_json(&Options::COMPACT)
    });
}

#[divan::bench]
fn d_jgf2_to_sgf(bencher: Bencher) {
    each(bencher, &JGF, to_sgf);
}
