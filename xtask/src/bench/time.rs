//! A recording of a million events: looked at in random moments.

use kifu_timeline::{Builder, NodeId, Stamp, Time};

use super::table::{Asked, Of, Table};

const EVENTS: usize = 1_000_000;
const SEEKS: usize = 100_000;

pub(super) fn measure(table: &mut Table) {
    let timeline = lecture().build().0;
    let mut random = random();
    let end = timeline.duration().nanos() as usize;
    let mut moment = || Time::from_nanos(((random() << 20) % end) as i64);
    let times: Vec<Time> = (0..SEEKS).map(|_| moment()).collect();
    let asked = [Asked::Rate(1e6)];
    table.measure(
        "moments of a million events",
        Of::Items(SEEKS, "moments"),
        &asked,
        || {
            let look = |time: &Time| timeline.at(*time).cursor().map_or(0, NodeId::index);
            times.iter().map(look).sum::<usize>()
        },
    );
}

/// Lines of moves with variations, comments that grow, and jumps back.
fn lecture() -> Builder {
    let mut builder = Builder::default();
    let mut random = random();
    let mut line: Vec<NodeId> = Vec::new();
    for event in (0..EVENTS as i64).step_by(3) {
        let at = Some(Stamp::at(Time::from_millis(40 * event)));
        if line.len() > 200 || random().is_multiple_of(20) {
            line.truncate(random() % (line.len() + 1));
            if let Some(node) = line.last() {
                builder.trigger(*node, "N", at);
            }
        }
        let node = builder.add_node(line.last().copied(), at);
        line.push(node);
        let letter = |n: usize| char::from(b'a' + (n % 19) as u8);
        let point: String = [letter(random()), letter(random())].iter().collect();
        builder.put(node, ["B", "W"][line.len() % 2], [point.as_str()], at);
        builder.put(node, "C", ["A few words about this move. "], at);
    }
    builder
}

/// Xorshift.
fn random() -> impl FnMut() -> usize {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize
    }
}
