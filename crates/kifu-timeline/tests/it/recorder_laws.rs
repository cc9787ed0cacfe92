//! Laws that hold for any edits. The tests and the fuzzer include this file.

use kifu_timeline::{Batch, BatchError, Follower, NodeId, Recorder, Settings, Ties, Time, View};

/// Checks all laws on the edits that some bytes encode.
pub(crate) fn all(script: &[u8]) {
    for ties in [Ties::Count, Ties::Delay] {
        let settings = Settings {
            ties,
            ..Settings::default()
        };
        let recorder = recorded(script, settings);
        same(&recorder, recorder.timeline().last());
        let journal = recorder.journal(0);
        let mut follower = Follower::default();
        follower.feed(journal.as_bytes()).unwrap();
        let recovered = follower.finish();
        assert_eq!(recovered.journal(0), journal);
        assert_eq!(recovered.time(), recorder.time());
        same(&recovered, recorder.timeline().last());
        a_cut_journal_gives_all_whole_batches(&journal);
    }
}

/// Checks that all batches before a cut in a journal are recovered, and nothing else.
pub(crate) fn a_cut_journal_gives_all_whole_batches(journal: &str) {
    // A few cuts; a test tries all of them.
    let step = journal.len() / 24 + 1;
    for cut in (0..=journal.len()).step_by(step) {
        let mut follower = Follower::default();
        // Feed the journal in chunks.
        for piece in journal.as_bytes()[..cut].chunks(7) {
            follower.feed(piece).unwrap();
        }
        let has_header = follower.recorder().is_some();
        let recovered = follower.finish().journal(0);
        let whole = journal.as_bytes()[..cut]
            .iter()
            .rposition(|byte| *byte == b'\n');
        let whole = whole.map_or(0, |at| at + 1);
        // A last line can be complete except for its line break.
        if has_header {
            assert!(journal.starts_with(&recovered), "cut at {cut}");
            assert!((whole..=cut + 1).contains(&recovered.len()), "cut at {cut}");
        }
    }
}

const IDENTS: [&str; 14] = [
    "B", "W", "C", "AB", "AW", "AE", "LB", "DD", "CR", "MA", "N", "AR", "XX", "KM",
];
const VALUES: [&str; 14] = [
    "aa", "bb", "aa:bb", "ab:ca", "", "aa:x", "aa:y", "text", " more", "a]b", "[", "\\", "ba:bc",
    "no\nyes",
];

/// Applies the edits of a script, some of which are rejected, and checks each against the timeline.
pub(crate) fn recorded(script: &[u8], settings: Settings) -> Recorder {
    let mut recorder = Recorder::new(settings);
    let mut nodes: Vec<NodeId> = Vec::new();
    for (n, op) in script.chunks_exact(6).enumerate() {
        let before = recorder.journal(0);
        let clock = Time::from_millis(n as i64 * i64::from(op[5] % 3) / 2);
        let result = recorder.edit(clock, |batch| {
            let mut made = Vec::new();
            for op in
                [op, &[op[3], op[1], op[2], op[0], op[4], 0]][..1 + usize::from(op[5] % 2)].iter()
            {
                made.extend(one(batch, op, &nodes)?);
            }
            Ok(made)
        });
        match result {
            Ok(made) => nodes.extend(made),
            Err(_) => assert_eq!(recorder.journal(0), before),
        }
    }
    recorder
}

fn one(batch: &mut Batch<'_>, op: &[u8], nodes: &[NodeId]) -> Result<Option<NodeId>, BatchError> {
    let node = nodes.get(usize::from(op[1]) % nodes.len().max(1)).copied();
    let ident = IDENTS[usize::from(op[2]) % IDENTS.len()];
    let count = 1 + usize::from(op[4] % 3);
    let values = (0..count)
        .map(|n| VALUES[(usize::from(op[3]) + n * usize::from(op[4] / 3)) % VALUES.len()]);
    let Some(node) = node else {
        return batch.add_node(None).map(Some);
    };
    match op[0] % 12 {
        0 => return batch.add_node(Some(node)).map(Some),
        1 => return batch.play(Some(node), "B", "aa").map(Some),
        2..5 => batch.put(node, ident, values)?,
        5..7 => batch.set(node, ident, values)?,
        7 => batch.remove(node, ident, values)?,
        8 => batch.remove(node, ident, [])?,
        9 if op[4] % 4 == 0 => batch.remove_node(node)?,
        10 => batch.comment(node, VALUES[usize::from(op[3]) % VALUES.len()])?,
        _ => batch.go_to(node)?,
    }
    Ok(None)
}

/// The state of a view, by node.
pub(crate) fn same(recorder: &Recorder, view: View<'_>) {
    let mut todo: Vec<NodeId> = view.roots().collect();
    assert!(recorder.children(None).eq(todo.iter().copied()));
    while let Some(node) = todo.pop() {
        assert!(recorder.has(node));
        for (ident, values) in view.properties(node) {
            let values: Vec<String> = values.map(str::to_owned).collect();
            let mut there = recorder.property(node, ident).to_vec();
            let mut values = values;
            if ident != "C" && ident != "LB" {
                // Parts of rectangles are in another order.
                there.sort();
                values.sort();
            }
            assert_eq!(there, values, "{ident}");
        }
        let children: Vec<NodeId> = view.children(node).collect();
        assert!(recorder.children(Some(node)).eq(children.iter().copied()));
        todo.extend(children);
    }
    assert_eq!(recorder.cursor(), view.cursor());
}
