//! Measures parsing alone, and parsing with checks, of SGF files in memory on one core and on two.
//!
//! `cargo bench -p kifu-check` uses the corpus of this repository; set `KIFU_BENCH_CORPUS` to a directory of
//! SGF files to use that instead.

#![allow(clippy::print_stdout)] // Prints the results.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use kifu_check::{Settings, check_each};
use kifu_sgf::Document;

/// The numbers of threads that share the files.
const CORES: [usize; 2] = [1, 2];

fn main() {
    println!("{} files, {} bytes", CORPUS.len(), bytes());
    divan::main();
    print_ratios();
}

static CORPUS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(kifu_testkit::bench_corpus);

fn bytes() -> usize {
    CORPUS.iter().map(Vec::len).sum()
}

#[divan::bench(args = CORES, max_time = 20)]
fn a_parse(bencher: Bencher, cores: usize) {
    each(bencher, Work::Parse, cores, |file| {
        black_box(Document::parse(file).unwrap());
    });
}

#[divan::bench(args = CORES, max_time = 20)]
fn b_parse_and_check(bencher: Bencher, cores: usize) {
    let settings = Settings::default();
    each(bencher, Work::Check, cores, |file| {
        let document = Document::parse(file).unwrap();
        check_each(&document, &settings, |finding| {
            black_box(finding);
        });
    });
}

fn each(bencher: Bencher, work: Work, cores: usize, read: impl Fn(&[u8]) + Sync) {
    bencher
        .counter(ItemsCount::new(CORPUS.len()))
        .counter(BytesCount::new(bytes()))
        .bench(|| {
            let start = Instant::now();
            let next = AtomicUsize::new(0);
            let take = || {
                while let Some(file) = CORPUS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    read(file);
                }
            };
            std::thread::scope(|scope| {
                for _ in 1..cores {
                    scope.spawn(take);
                }
                take();
            });
            note(work, cores, start.elapsed());
        });
}

#[derive(Clone, Copy, PartialEq)]
enum Work {
    Parse,
    Check,
}

/// The shortest time of each kind of work and number of cores.
static BEST: Mutex<Vec<(Work, usize, Duration)>> = Mutex::new(Vec::new());

fn note(work: Work, cores: usize, time: Duration) {
    let mut best = BEST.lock().unwrap();
    match best.iter_mut().find(|(w, c, _)| (*w, *c) == (work, cores)) {
        Some((.., shortest)) => *shortest = time.min(*shortest),
        None => best.push((work, cores, time)),
    }
}

fn print_ratios() {
    let best = BEST.lock().unwrap();
    let of = |work: Work, cores: usize| {
        let found = best.iter().find(|(w, c, _)| (*w, *c) == (work, cores));
        found.map(|(.., time)| time.as_secs_f64())
    };
    for cores in CORES {
        let (Some(parse), Some(check)) = (of(Work::Parse, cores), of(Work::Check, cores)) else {
            continue;
        };
        let files = CORPUS.len() as f64;
        println!(
            "{cores} cores: {:.0} files/s checked, {:.0} files/s only parsed, {:.1} times as long",
            files / check,
            files / parse,
            check / parse,
        );
    }
}
