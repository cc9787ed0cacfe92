//! A million events: made into a timeline, then looked at in random places.
//!
//! `cargo bench -p kifu-timeline` prints, beside the times, how many bytes an event takes.

#![allow(clippy::print_stdout)] // It prints what it measures.

use divan::{Bencher, black_box, counter::ItemsCount};
use kifu_timeline::{Builder, NodeId, Stamp, Time, Timeline, View};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const EVENTS: usize = 1_000_000;
const SEEKS: usize = 100_000;

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

/// A lecture that never ends: lines of moves with variations, comments that grow, marks
/// that come and go, jumps back.
fn lecture() -> Builder {
    let mut builder = Builder::default();
    let mut random = random();
    let mut line: Vec<NodeId> = Vec::new();
    let mut events = 0;
    while events < EVENTS {
        let at = Some(Stamp::at(Time::from_millis(40 * events as i64)));
        if line.len() > 200 || random() % 20 == 0 {
            line.truncate(random() % (line.len() + 1));
            if let Some(node) = line.last() {
                builder.trigger(*node, "N", at);
            }
        }
        let node = builder.add_node(line.last().copied(), at);
        line.push(node);
        let point = point(random());
        let color = ["B", "W"][line.len() % 2];
        builder.put(node, color, [point.as_str()], at);
        events += 2;
        if random() % 8 == 0 {
            let about = line[random() % line.len()];
            builder.put(about, "C", ["A few more words about this move. "], at);
            builder.put(about, "TR", [point.as_str()], at);
            builder.remove(about, "TR", [point.as_str()], at);
            events += 3;
        }
    }
    builder
}

fn point(number: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 19) as u8);
    [letter(number), letter(number / 19)].iter().collect()
}

fn random() -> impl FnMut() -> usize {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize
    }
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
    let mut random = random();
    let end = timeline.duration().nanos() as usize;
    let times: Vec<Time> = (0..SEEKS)
        .map(|_| Time::from_nanos((random() << 20 | random() & 0xF_FFFF) as i64 % end as i64))
        .collect();
    bencher.counter(ItemsCount::new(SEEKS)).bench(|| {
        let seen = times.iter().map(|time| look(&timeline, timeline.at(*time)));
        black_box(seen.sum::<usize>())
    });
}

/// The moment alone, and the node looked at.
#[divan::bench(sample_count = 20)]
fn seek(bencher: Bencher) {
    seek_with(bencher, |_, view| view.cursor().map_or(0, NodeId::index));
}

/// And the properties of that node.
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

/// The whole tree as SGF, at the end.
#[divan::bench(sample_count = 5)]
fn write(bencher: Bencher) {
    let (timeline, _) = lecture().build();
    let bytes = timeline.last().to_sgf().len();
    bencher
        .counter(divan::counter::BytesCount::new(bytes))
        .bench(|| timeline.last().to_sgf());
}

/// A step forward with what changed, through all events.
#[divan::bench(sample_count = 5)]
fn step(bencher: Bencher) {
    let (timeline, _) = lecture().build();
    bencher.counter(ItemsCount::new(timeline.len())).bench(|| {
        let mut view = timeline.rank(0);
        let mut seen = 0;
        while let Some(next) = view.next() {
            seen += view.changes_to(next).len();
            view = next;
        }
        seen
    });
}
