//! Laws of cut, joined and retimed recordings. The tests and the fuzzer include this file.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use kifu_timeline::{EventKind, NodeId, Time, TimeMap, Timeline, View};

use crate::laws::{events, points};

/// Checks all laws on the events that some bytes encode: two recordings, half each.
pub(crate) fn all(script: &[u8]) {
    let half = script.len() / 12 * 6;
    let (one, _) = events(&script[..half]).build();
    let (two, _) = events(&script[half..]).build();
    hold(&one, &two);
}

pub(crate) fn hold(one: &Timeline, two: &Timeline) {
    a_piece_shows_what_the_whole_does(one);
    two_pieces_are_the_whole(one);
    a_join_shows_each_part_in_turn(one, two);
    other_times_keep_the_order(one);
}

// ---- comparison ----

/// Some times: those of events, right before and after them, the start and the end.
fn times(timeline: &Timeline) -> BTreeSet<Time> {
    const MANY: usize = 12;
    let step = timeline.len() / MANY + 1;
    let stamps = timeline.events().step_by(step);
    let stamps = stamps.filter_map(|event| Some(event.at?.time.nanos()));
    stamps
        .chain([0, timeline.duration().nanos()])
        .flat_map(|nanos| [nanos - 1, nanos, nanos + 1])
        .map(Time::from_nanos)
        .collect()
}

fn plus(time: Time, by: Time) -> Time {
    Time::from_nanos(time.nanos() + by.nanos())
}

fn minus(time: Time, by: Time) -> Time {
    Time::from_nanos(time.nanos() - by.nanos())
}

/// The nodes in order, with their depth, and whether each is the current one.
type Shown = Vec<(usize, BTreeMap<String, Vec<String>>, bool)>;

/// The state of a view, without the order of properties and values, and without the division of points into
/// rectangles.
fn shown(view: View<'_>) -> Shown {
    let mut shown = Shown::new();
    let mut todo: Vec<(usize, NodeId)> = view.roots().map(|node| (0, node)).collect();
    todo.reverse();
    while let Some((depth, node)) = todo.pop() {
        let held = view.properties(node).map(|(ident, values)| {
            let mut values: Vec<String> = values.flat_map(points).collect();
            values.sort();
            (ident.to_owned(), values)
        });
        shown.push((depth, held.collect(), view.cursor() == Some(node)));
        let start = todo.len();
        todo.extend(view.children(node).map(|child| (depth + 1, child)));
        todo[start..].reverse();
    }
    shown
}

/// The triggers in a range of time, except those that the seams of a recording need.
fn triggers(timeline: &Timeline, from: Time, to: Time) -> Vec<(Time, String)> {
    let all = timeline
        .last()
        .triggers()
        .filter_map(|event| match event.kind {
            EventKind::Trigger { name } if name != "N" && name != "ENDED" => {
                Some((event.at?.time, name.to_owned()))
            }
            _ => None,
        });
    all.filter(|(time, _)| from <= *time && *time < to)
        .collect()
}

// ---- the laws ----

/// Checks that a part shows at each time what the whole shows later by the start of the part.
pub(crate) fn a_piece_shows_what_the_whole_does(whole: &Timeline) {
    let all = times(whole);
    let some: Vec<Time> = all.iter().copied().step_by(5).collect();
    for &from in &some {
        for &to in some.iter().filter(|to| **to >= from) {
            let piece = whole.cut(from..to);
            let up_to = minus(to.min(whole.duration()), from).max(Time::ZERO);
            assert_eq!(piece.duration(), up_to);
            for time in all.range(from..to) {
                let there = shown(whole.at(*time));
                assert_eq!(shown(piece.at(minus(*time, from))), there);
            }
            let closed = whole.cut(from..=to);
            assert_eq!(shown(closed.last()), shown(whole.at(to)));
            let moved = triggers(&piece, Time::ZERO, Time::MAX).into_iter();
            let moved: Vec<_> = moved.map(|(time, name)| (plus(time, from), name)).collect();
            assert_eq!(moved, triggers(whole, from, to));
        }
    }
    let copy = whole.cut(..);
    assert_eq!(copy.duration(), whole.duration());
    for time in all {
        assert_eq!(shown(copy.at(time)), shown(whole.at(time)));
    }
}

/// Checks that a recording which is cut in two and joined is the same.
pub(crate) fn two_pieces_are_the_whole(whole: &Timeline) {
    let all = times(whole);
    let at = all.iter().filter(|time| **time >= Time::ZERO);
    for &at in at.step_by(2) {
        let pieces = [whole.cut(..at), whole.cut(at..)];
        let (joined, seams) = Timeline::join(&[&pieces[0], &pieces[1]]);
        assert!(seams.len() == 1 && seams[0].is_smooth(), "{seams:?}");
        assert_eq!(joined.duration(), whole.duration());
        for &time in &all {
            assert_eq!(shown(joined.at(time)), shown(whole.at(time)), "at {time}");
        }
        let of = |timeline| triggers(timeline, Time::MIN, Time::MAX);
        assert_eq!(of(&joined), of(whole));
    }
}

/// Checks that joined recordings show in sequence what each shows by itself.
pub(crate) fn a_join_shows_each_part_in_turn(one: &Timeline, two: &Timeline) {
    let (joined, seams) = Timeline::join(&[one, two, one]);
    let starts = [
        Time::ZERO,
        one.duration(),
        plus(one.duration(), two.duration()),
    ];
    assert_eq!(
        seams.iter().map(|seam| seam.time).collect::<Vec<_>>(),
        starts[1..]
    );
    assert_eq!(joined.duration(), plus(starts[2], one.duration()));
    for (number, part) in [one, two, one].into_iter().enumerate() {
        let (start, is_last) = (starts[number], number == 2);
        let inside = |time: &Time| *time >= Time::ZERO && (*time < part.duration() || is_last);
        for time in times(part).into_iter().filter(inside) {
            let (mut here, mut alone) = (joined.at(plus(start, time)), part.at(time));
            // No event can move a viewer back to the node at which the recording starts.
            let strip = |shown: Shown| shown.into_iter().map(|(depth, held, _)| (depth, held));
            if alone.cursor().is_some() {
                assert_eq!(shown(here), shown(alone), "at {time} after {start}");
            } else {
                assert!(strip(shown(here)).eq(strip(shown(alone))));
            }
            (here, alone) = (joined.before(plus(start, time)), part.before(time));
            if time > Time::ZERO {
                assert!(strip(shown(here)).eq(strip(shown(alone))));
            }
        }
    }
}

/// Checks that the order of events stays the same at other times.
pub(crate) fn other_times_keep_the_order(whole: &Timeline) {
    let number = |n: u64| n.try_into().unwrap();
    let (a, b) = (
        whole.duration().nanos() / 3,
        whole.duration().nanos() / 2 + 2,
    );
    // If a recording is too short, such a table cannot be made.
    let table = [(0, 0), (a, 7), (a + 1, 8), (b, b.max(8))];
    let table = table.map(|(from, to)| (Time::from_nanos(from), Time::from_nanos(to)));
    let table = table.map(|(from, to)| format!("{from} {to}\n")).concat();
    let maps = [
        Some(TimeMap::scale(number(3), number(2))),
        Some(TimeMap::scale(number(1), number(7_000_000))),
        Some(TimeMap::scale(number(u64::MAX), number(u64::MAX))),
        Some(TimeMap::shift(Time::from_millis(3))),
        Some(TimeMap::shift(Time::from_millis(-5))),
        Some(whole.without_idling(Duration::from_millis(2))),
        Some(whole.without_idling(Duration::ZERO)),
        TimeMap::read(&table).ok(),
    ];
    for map in maps.into_iter().flatten() {
        let moved = whole.retime(&map);
        assert!(
            times(whole)
                .into_iter()
                .map(|time| map.of(time))
                .is_sorted()
        );
        assert_eq!(moved.duration(), map.of(whole.duration()));
        for time in times(whole) {
            let is_at_limit = [Time::MIN, Time::ZERO, Time::MAX].contains(&map.of(time));
            assert!(map.exact(time) == Some(map.of(time)) || is_at_limit);
        }
        for time in times(whole) {
            // Other events can be moved to the same time.
            let at = map.of(time);
            let until = |event: &kifu_timeline::Event<'_>| {
                event.at.is_none_or(|stamp| map.of(stamp.time) <= at)
            };
            let rank = whole.events().take_while(until).count();
            assert_eq!(
                shown(moved.at(at)),
                shown(whole.at_rank(rank)),
                "{time} at {at}"
            );
        }
        let silence = |limit: Duration| {
            let stamps = moved.events().filter_map(|event| Some(event.at?.time));
            let mut before = Time::ZERO;
            stamps.chain([moved.duration()]).all(|time| {
                let since = time.since(before);
                before = before.max(time);
                since <= limit
            })
        };
        if map == whole.without_idling(Duration::from_millis(2)) {
            assert!(silence(Duration::from_millis(2)));
        }
    }
}
