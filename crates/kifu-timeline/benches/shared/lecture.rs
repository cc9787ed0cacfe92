//! A lecture of a million events, and random moments of it. `cargo xtask bench` includes this file too.

use kifu_timeline::{Builder, NodeId, Stamp, Time, Timeline};

/// The approximate number of events.
pub(crate) const EVENTS: usize = 1_000_000;

/// A long lecture: lines of moves with variations, growing comments, temporary marks, and jumps back.
pub(crate) fn lecture() -> Builder {
    let mut builder = Builder::default();
    let mut random = random();
    let mut line: Vec<NodeId> = Vec::new();
    let mut events = 0;
    while events < EVENTS {
        let at = Some(Stamp::at(Time::from_millis(40 * events as i64)));
        if line.len() > 200 || random() % 20 == 1 {
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
        if random() % 8 == 1 {
            let about = line[random() % line.len()];
            builder.put(about, "C", ["A few more words about this move. "], at);
            builder.put(about, "TR", [point.as_str()], at);
            builder.remove(about, "TR", [point.as_str()], at);
            events += 3;
        }
    }
    builder
}

/// Random moments of the lecture.
pub(crate) fn moments(timeline: &Timeline) -> Vec<Time> {
    const MOMENTS: usize = 100_000;
    let mut random = random();
    let end = timeline.duration().nanos();
    let mut moment = || (random() << 20 | random() & 0xF_FFFF) as i64 % end;
    (0..MOMENTS).map(|_| Time::from_nanos(moment())).collect()
}

fn point(number: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 19) as u8);
    [letter(number), letter(number / 19)].iter().collect()
}

/// A xorshift generator of 31-bit numbers.
fn random() -> impl FnMut() -> usize {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize
    }
}
