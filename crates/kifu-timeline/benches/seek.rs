//! Benchmarks with a million events: building a timeline, and looking up random positions.
//!
//! `cargo bench -p kifu-timeline` prints the times, and the number of bytes per event.

#![allow(clippy::print_stdout)] // The benchmark prints its results.

#[path = "shared/lecture.rs"]
mod lecture;

use divan::{Bencher, black_box, counter::ItemsCount};
use kifu_timeline::{Builder, NodeId, Timeline, View};
use peak_alloc::PeakAlloc;

use lecture::{EVENTS, lecture, moments};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    let before = MEMORY.current_usage();
    let timeline = lecture().build().0;
    let bytes = MEMORY.current_usage() - before;
    println!(
        "{} events, {} bytes an event",
        timeline.len(),
        bytes / timeline.len()
    );
    drop(timeline);
    divan::main();
}

#[divan::bench(sample_count = 5)]
fn build(bencher: Bencher) {
    bencher
        .counter(ItemsCount::new(EVENTS))
        .with_inputs(lecture)
        .bench_values(Builder::build);
}

fn seek_with(bencher: Bencher, look: impl Fn(&Timeline, View<'_>) -> usize + Sync) {
    let (timeline, _) = lecture().build();
    let times = moments(&timeline);
    bencher.counter(ItemsCount::new(times.len())).bench(|| {
        let seen = times.iter().map(|time| look(&timeline, timeline.at(*time)));
        black_box(seen.sum::<usize>())
    });
}

/// Looks up a moment and its current node.
#[divan::bench(sample_count = 20)]
fn seek(bencher: Bencher) {
    seek_with(bencher, |_, view| view.cursor().map_or(0, NodeId::index));
}

/// Looks up a moment, its current node, and the properties of that node.
#[divan::bench(sample_count = 20)]
fn seek_and_look(bencher: Bencher) {
    seek_with(bencher, |_, view| match view.cursor() {
        Some(node) => view
            .properties(node)
            .map(|(_, values)| values.count())
            .sum(),
        None => 0,
    });
}

/// Writes the whole tree at the end as SGF.
#[divan::bench(sample_count = 5)]
fn write(bencher: Bencher) {
    let (timeline, _) = lecture().build();
    let bytes = timeline.last().to_sgf().len();
    bencher
        .counter(divan::counter::BytesCount::new(bytes))
        .bench(|| timeline.last().to_sgf());
}

/// Steps forward through all events, with the changes of each step.
#[divan::bench(sample_count = 5)]
fn step(bencher: Bencher) {
    let (timeline, _) = lecture().build();
    bencher.counter(ItemsCount::new(timeline.len())).bench(|| {
        let mut view = timeline.at_rank(0);
        let mut seen = 0;
        while let Some(next) = view.next() {
            seen += view.changes_to(next).len();
            view = next;
        }
        seen
    });
}
