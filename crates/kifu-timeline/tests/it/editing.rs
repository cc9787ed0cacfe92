//! Tests of cut, joined and retimed recordings.

use std::time::Duration;

use kifu_testkit::{hold_on, repository};
use kifu_timeline::{Builder, Misfits, NodeId, Stamp, Time, TimeError, TimeMap, Timeline};

use crate::edit_laws;
use crate::random::bytes;

#[test]
fn laws_hold_for_random_recordings() {
    for seed in 0..80 {
        edit_laws::all(&bytes(seed, 6 * (seed as usize % 40)));
    }
}

#[test]
fn bugs_found_by_fuzzing_stay_fixed() {
    hold_on(
        &repository("fuzz/regressions/timeline_edit"),
        edit_laws::all,
    );
}

fn second(n: i64) -> Option<Stamp> {
    Some(Stamp::at(Time::from_secs(n)))
}

/// A recording of moves, each with a comment and a temporary mark, and of its end.
fn talk(moves: &[(&str, &str)]) -> Timeline {
    let mut builder = Builder::default();
    let mut parent = None;
    for (n, (color, point)) in (0..).zip(moves) {
        let node = builder.add_node(parent, second(10 * n));
        builder.put(node, color, [*point], second(10 * n));
        builder.put(node, "C", ["a word"], second(10 * n + 2));
        builder.put(node, "TR", [*point], second(10 * n + 4));
        builder.remove(node, "TR", [], second(10 * n + 6));
        builder.trigger(node, &format!("X-MARK:{n}"), second(10 * n));
        parent = Some(node);
    }
    if let Some(node) = parent {
        builder.trigger(node, "ENDED", second(10 * moves.len() as i64));
    }
    builder.build().0
}

fn triggers(timeline: &Timeline) -> Vec<String> {
    let all = timeline.last().triggers();
    all.map(|event| format!("{} {:?}", event.at.unwrap().time, event.kind))
        .collect()
}

#[test]
fn a_chapter_is_cut_with_its_mark_and_an_end() {
    let whole = talk(&[("B", "aa"), ("W", "bb"), ("B", "cc")]);
    let chapter = whole.cut(Time::from_secs(10)..Time::from_secs(20));
    assert_eq!(
        triggers(&chapter),
        [
            r#"0 Trigger { name: "X-MARK:1" }"#,
            r#"10 Trigger { name: "ENDED" }"#
        ]
    );
    assert_eq!(chapter.first().to_sgf(), "(;B[aa]C[a word])");
    assert_eq!(chapter.last().to_sgf(), "(;B[aa]C[a word];W[bb]C[a word])");
    let rest = whole.cut(Time::from_secs(20)..);
    assert_eq!(triggers(&rest).len(), 2);
    // After the end, the last state remains.
    let none = whole.cut(Time::from_secs(99)..Time::from_secs(100));
    assert_eq!(none.duration(), Time::ZERO);
    assert_eq!(none.first().to_sgf(), whole.last().to_sgf());
}

#[test]
fn only_events_that_state_a_length_are_left_out_at_the_end() {
    // The number of events at the end of a part, after three at 0 to 5 seconds.
    let last = |change: &dyn Fn(&mut Builder, NodeId)| {
        let mut builder = Builder::default();
        let node = builder.add_node(None, second(0));
        builder.put(node, "B", ["aa"], second(0));
        builder.trigger(node, "X-MARK:a", second(5));
        change(&mut builder, node);
        let (whole, found) = builder.build();
        assert_eq!((found, whole.duration()), (vec![], Time::from_secs(9)));
        let part = whole.cut(..);
        assert_eq!(part.duration(), whole.duration());
        part.events()
            .filter(|event| event.at.is_some_and(|at| at.time == whole.duration()))
            .count()
    };
    // The node is already shown.
    assert_eq!(
        last(&|builder, node| builder.trigger(node, "N", second(9))),
        0
    );
    // Other events at the end already state the length, or the trigger has an effect of its own.
    let twice = |builder: &mut Builder, node| {
        builder.put(node, "C", ["x"], second(9));
        builder.trigger(node, "N", second(9));
    };
    assert_eq!(last(&twice), 2);
    assert_eq!(
        last(&|builder, node| builder.trigger(node, "X-MARK:b", second(9))),
        1
    );
    let other = |builder: &mut Builder, node| {
        let child = builder.add_node(Some(node), second(6));
        builder.trigger(node, "N", second(9));
        builder.put(child, "W", ["bb"], second(6));
    };
    assert_eq!(last(&other), 1);
    // A node appears and disappears while another is shown.
    let passing = |builder: &mut Builder, _| {
        let node = builder.add_node(None, second(9));
        builder.remove_node(node, second(9));
    };
    assert_eq!(last(&passing), 2);
    // None is shown.
    let after_removal = |builder: &mut Builder, node| {
        builder.remove_node(node, second(6));
        passing(builder, node);
    };
    assert_eq!(last(&after_removal), 0);
    // No node is shown, but one exists: its new child moves the cursor, and so does a node that stays.
    let child_of_another = |builder: &mut Builder, node| {
        let other = builder.add_node(None, second(5));
        builder.remove_node(node, second(6));
        let child = builder.add_node(Some(other), second(9));
        builder.remove_node(child, second(9));
    };
    assert_eq!(last(&child_of_another), 2);
    let another_is_removed = |builder: &mut Builder, node| {
        let other = builder.add_node(None, second(5));
        builder.remove_node(node, second(6));
        builder.add_node(None, second(9));
        builder.remove_node(other, second(9));
    };
    assert_eq!(last(&another_is_removed), 2);
    let after_removal_at_the_end = |builder: &mut Builder, node| {
        builder.remove_node(node, second(9));
        passing(builder, node);
    };
    assert_eq!(last(&after_removal_at_the_end), 3);
}

#[test]
fn changes_at_a_seam_are_made_and_reported() {
    let one = talk(&[("B", "aa"), ("W", "bb")]);
    let two = talk(&[("B", "aa"), ("W", "dd")]);
    // The second recording starts from an empty tree, so everything must be removed.
    let (joined, seams) = Timeline::join(&[&one, &two]);
    assert_eq!(
        (seams[0].added, seams[0].removed, seams[0].changed),
        (0, 1, 0)
    );
    assert_eq!(joined.duration(), Time::from_secs(40));
    assert_eq!(joined.last().to_sgf(), two.last().to_sgf());
    let is_end = |trigger: &&String| trigger.contains("ENDED");
    assert_eq!(triggers(&joined).iter().filter(is_end).count(), 1);
    // The second recording starts with one node that is the same except for its comment.
    let two = two.cut(Time::from_secs(1)..);
    let (joined, seams) = Timeline::join(&[&one, &two]);
    assert_eq!(
        (seams[0].added, seams[0].removed, seams[0].changed),
        (0, 1, 1)
    );
    assert_eq!(joined.at(Time::from_secs(20)).to_sgf(), "(;B[aa])");
    assert_eq!(joined.last().to_sgf(), two.last().to_sgf());
    assert_eq!(Timeline::join(&[]).0.len(), 0);
    assert!(Timeline::join(&[&one]).1.is_empty());
}

#[test]
fn tables_of_times() {
    let said = |table: &str| TimeMap::read(table).unwrap_err().to_string();
    assert_eq!(
        said("0 0\n5"),
        "line 2: expected two times such as `12:30 11:00`"
    );
    assert_eq!(
        said("soon 0"),
        "line 1: expected a number of seconds such as `13.6`"
    );
    assert_eq!(
        said("5 5\n5 6"),
        "line 2: expected both times to be in order: the old one later than in the previous line, \
         the new one not earlier"
    );
    assert_eq!(
        said("5 5\n6 4"),
        "line 2: expected both times to be in order: the old one later than in the previous line, \
         the new one not earlier"
    );
    let map = TimeMap::read("# from to\n1:00 0:30\n\n2:00 0:30\n").unwrap();
    for (from, to) in [(20, 0), (40, 10), (60, 30), (90, 30), (120, 30), (121, 31)] {
        assert_eq!(map.of(Time::from_secs(from)), Time::from_secs(to));
    }
    assert_eq!(TimeMap::read("").unwrap().of(Time::MAX), Time::MAX);
}

#[test]
fn times_are_exact_to_the_last_nanosecond() {
    let number = |n: u64| n.try_into().unwrap();
    let map = TimeMap::scale(number(1_000_000_007), number(1_000_000_009));
    let time = Time::from_nanos(9_000_000_000_000_000_011);
    assert_eq!(map.of(time).nanos(), 8_999_999_982_000_000_172);
    assert_eq!(
        TimeMap::scale(number(u64::MAX), number(1)).of(time),
        Time::MAX
    );
    assert_eq!(
        TimeMap::scale(number(1), number(2))
            .of(Time::from_nanos(-3))
            .nanos(),
        -2
    );
    assert_eq!(TimeMap::shift(Time::MIN).of(time), Time::ZERO);
    assert_eq!(TimeMap::shift(Time::MIN).of(Time::MIN), Time::MIN);
}

#[test]
fn large_recordings_are_edited_in_linear_time() {
    const N: usize = 50_000;
    let mut builder = Builder::default();
    let mut node = None;
    for n in 0..N {
        // A long line, and many siblings.
        let at = Some(Stamp::at(Time::from_millis(n as i64)));
        let made = builder.add_node(node.filter(|_| n % 2 == 0), at);
        builder.put(made, "C", ["x"], at);
        node = if n % 2 == 0 { Some(made) } else { node };
    }
    let (whole, _) = builder.build();
    let half = Time::from_millis(N as i64 / 2);
    let (joined, seams) = Timeline::join(&[&whole.cut(..half), &whole.cut(half..)]);
    assert!(seams[0].is_smooth());
    assert_eq!(joined.last().to_sgf(), whole.last().to_sgf());
    let brisk = whole.retime(&whole.without_idling(Duration::from_micros(1)));
    assert_eq!(brisk.last().to_sgf(), whole.last().to_sgf());
}

#[test]
fn misfits_are_events_beyond_the_limits() {
    let mut builder = Builder::default();
    let node = builder.add_node(None, None);
    for seconds in [0, 4, 5, 6, 1_000_000_000] {
        builder.put(node, "C", ["x"], second(seconds));
    }
    let (timeline, _) = builder.build();
    let misfits = |map: TimeMap| timeline.misfits(&map);
    let shifted = |seconds| misfits(TimeMap::shift(Time::from_secs(seconds)));
    assert_eq!(shifted(1), Misfits::default());
    let early = |early| Misfits {
        early,
        ..Misfits::default()
    };
    assert_eq!(
        [shifted(-4), shifted(-5), shifted(-6)],
        [early(1), early(2), early(3)]
    );
    let all = Misfits {
        early: 5,
        late: 0,
        end: true,
    };
    assert_eq!(shifted(-1_000_000_001), all);
    // A year has 31.6 million seconds.
    let number = |n: u64| n.try_into().unwrap();
    let last = Misfits {
        early: 0,
        late: 1,
        end: true,
    };
    assert_eq!(misfits(TimeMap::scale(number(10), number(1))), last);
}

#[test]
fn shifts_are_parsed_with_a_sign() {
    let of = |text: &str| TimeMap::read_shift(text).map(|map| map.of(Time::from_secs(100)));
    assert_eq!(of("5"), Ok(Time::from_secs(105)));
    assert_eq!(of("-1:30"), Ok(Time::from_secs(10)));
    assert_eq!(of("-0.5"), Ok(Time::from_millis(99_500)));
    assert_eq!(of("soon"), Err(TimeError::NotANumber));
    assert_eq!(of("99999999999999"), Err(TimeError::TooLarge));
    assert_eq!(
        TimeError::TooLarge.to_string(),
        "expected at most 292 years"
    );
}

#[test]
fn moments_and_those_before_them() {
    let timeline = talk(&[("B", "aa"), ("W", "bb")]);
    let last = timeline.len();
    for (moment, at, before) in [
        ("start", 0, 0),
        ("end", last, last - 1),
        // A node, a move and a trigger.
        ("0", 3, 0),
        ("1", 3, 3),
        ("e0", 0, 0),
        ("e3", 3, 2),
    ] {
        let moment = moment.parse().unwrap();
        assert_eq!(timeline.moment(moment).rank(), at, "{moment:?}");
        assert_eq!(timeline.before_moment(moment).rank(), before, "{moment:?}");
    }
}

#[test]
fn moves_are_counted_for_the_board_and_the_game() {
    let count = |root: &[(&str, &str)]| {
        let mut builder = Builder::default();
        let top = builder.add_node(None, None);
        for (ident, value) in root {
            builder.put(top, ident, [*value], None);
        }
        for (ident, value) in [
            ("B", "aa"),
            ("W", "jj"),
            ("B", ""),
            ("W", "zz"),
            ("C", "aa"),
        ] {
            let node = builder.add_node(Some(top), None);
            builder.put(node, ident, [value], None);
        }
        builder.build().0.last().move_count()
    };
    assert_eq!(count(&[]), 3);
    assert_eq!(count(&[("B", "dd")]), 4);
}
