//! Tests with shapes that make careless programs slow, or overflow their stack.

use kifu_timeline::{Builder, Stamp, Time};

fn at(n: usize) -> Option<Stamp> {
    Some(Stamp::at(Time::from_millis(n as i64)))
}

#[test]
fn deep_trees_use_no_stack() {
    const N: usize = 100_000;
    let mut builder = Builder::default();
    let mut node = None;
    for n in 0..N {
        node = Some(builder.add_node(node, at(n)));
    }
    let (timeline, found) = builder.build();
    assert!(found.is_empty());
    assert_eq!(timeline.last().to_sgf().len(), N + 2);
    let top = timeline.nodes().roots().next().unwrap();
    let mut builder = Builder::default();
    let mut node = None;
    for n in 0..N {
        node = Some(builder.add_node(node, at(n)));
    }
    builder.remove_node(top, at(N));
    let (timeline, _) = builder.build();
    assert_eq!(timeline.last().to_sgf(), "");
    assert_eq!(
        timeline
            .before(Time::MAX)
            .changes_to(timeline.first())
            .len(),
        0
    );
    assert_eq!(
        timeline
            .at(Time::from_millis(N as i64 - 1))
            .changes_to(timeline.last())
            .len(),
        1
    );
}

#[test]
fn a_list_that_is_filled_and_emptied_is_linear() {
    const N: usize = 30_000;
    let labels: Vec<String> = (0..N).map(|n| format!("{n}:x")).collect();
    let mut builder = Builder::default();
    let node = builder.add_node(None, at(0));
    for (n, label) in labels.iter().enumerate() {
        builder.put(node, "LB", [label.as_str()], at(n));
    }
    for (n, label) in labels.iter().enumerate() {
        builder.remove(node, "LB", [label.as_str()], at(N + n));
    }
    for n in 0..N {
        builder.put(node, "LB", [format!("aa:{n}").as_str()], at(2 * N + n));
    }
    let (timeline, _) = builder.build();
    let labels_at = |rank| {
        timeline
            .at_rank(rank)
            .property(node, "LB")
            .map_or(0, Iterator::count)
    };
    assert_eq!(labels_at(N + 1), N);
    assert_eq!(labels_at(N + N / 2 + 1), N / 2);
    assert_eq!(labels_at(2 * N + 1), 0);
    assert_eq!(timeline.last().to_sgf(), format!("(;LB[aa:{}])", N - 1));
    for rank in 2 * N + 2..timeline.len() {
        assert_eq!(labels_at(rank), 1);
    }
}

#[test]
fn a_comment_that_grows_is_linear() {
    const N: usize = 100_000;
    let mut builder = Builder::default();
    let node = builder.add_node(None, at(0));
    for n in 0..N {
        builder.put(node, "C", ["x"], at(n));
    }
    let (timeline, _) = builder.build();
    for rank in [2, N / 2, N] {
        let comment = timeline
            .at_rank(rank)
            .property(node, "C")
            .unwrap()
            .next()
            .unwrap();
        assert_eq!(comment.len(), rank - 1);
    }
}

#[test]
fn many_properties_in_a_node_and_many_nodes_after_a_large_one() {
    const N: usize = 3_000;
    let mut builder = Builder::default();
    let node = builder.add_node(None, at(0));
    for n in 0..N {
        builder.put(node, &format!("X{n}"), ["1"], at(n));
    }
    for n in 0..N {
        let node = builder.add_node(None, at(N + n));
        builder.put(node, "LB", ["aa:x", "bb:y"], at(N + n));
    }
    let (timeline, found) = builder.build();
    assert!(found.is_empty());
    assert_eq!(timeline.last().properties(node).count(), N);
}
