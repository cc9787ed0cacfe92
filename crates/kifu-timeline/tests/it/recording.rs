//! Tests of recording: a recording has exactly the accepted edits.

use std::time::Duration;

use kifu_sgf::Document;
use kifu_timeline::{
    BatchError, Builder, EventKind, Follower, Limits, NodeId, Pace, Recorder, Settings, Stamp,
    Ties, Time, Timeline, View,
};

use crate::laws;
use crate::random::bytes;
use crate::recorder_laws::{self, recorded};

fn delay() -> Settings {
    Settings {
        ties: Ties::Delay,
        ..Settings::default()
    }
}

fn ms(millis: i64) -> Time {
    Time::from_millis(millis)
}

/// The events, one per line.
fn event_lines(timeline: &Timeline) -> Vec<String> {
    let line = |event: kifu_timeline::Event<'_>| {
        let what = match event.kind {
            EventKind::AddNode => "add".to_owned(),
            EventKind::RemoveNode => "drop".to_owned(),
            EventKind::Put { ident, values } => format!("{ident}{:?}", values.collect::<Vec<_>>()),
            EventKind::Remove { ident, values } => {
                format!("-{ident}{:?}", values.collect::<Vec<_>>())
            }
            EventKind::Trigger { name } => format!("!{name}"),
        };
        let at = event
            .at
            .map_or("-".to_owned(), |at| format!("{}:{}", at.time, at.counter));
        format!("{at} {:?} {what}", event.node)
    };
    timeline.events().map(line).collect()
}

#[test]
fn edits_are_recorded_at_their_times() {
    let mut recorder = Recorder::new(Settings::default());
    let a = recorder
        .edit(ms(100), |batch| batch.play(None, "B", "pd"))
        .unwrap();
    let b = recorder
        .edit(ms(2500), |batch| batch.play(Some(a), "W", "dd"))
        .unwrap();
    // The move already exists: no new node.
    let again = recorder
        .edit(ms(3000), |batch| batch.play(Some(a), "W", "dd"))
        .unwrap();
    assert_eq!(again, b);
    recorder
        .edit(ms(4000), |batch| batch.set(a, "TR", ["pd", "dd"]))
        .unwrap();
    recorder
        .edit(ms(5000), |batch| batch.set(a, "TR", ["dd", "pp"]))
        .unwrap();
    recorder
        .edit(ms(6000), |batch| batch.marker(a, "part 2"))
        .unwrap();
    recorder
        .edit(ms(7000), |batch| batch.remove_node(b))
        .unwrap();
    assert_eq!(recorder.cursor(), Some(a));
    let timeline = recorder.finish(ms(9000));
    let expected = [
        "0.1:0 #0 add",
        "0.1:1 #0 B[\"pd\"]",
        "2.5:0 #1 add",
        "2.5:1 #1 W[\"dd\"]",
        "3:0 #1 !N",
        "4:0 #0 TR[\"pd\", \"dd\"]",
        "5:0 #0 -TR[\"pd\"]",
        "5:1 #0 TR[\"pp\"]",
        "6:0 #0 !X-MARK:part 2",
        "7:0 #1 drop",
        "9:0 #0 !ENDED",
    ];
    assert_eq!(event_lines(&timeline), expected);
    assert_eq!(timeline.duration(), ms(9000));
}

#[test]
fn comments_grow_or_are_replaced() {
    let mut recorder = Recorder::new(Settings::default());
    let node = recorder.edit(ms(0), |batch| batch.add_node(None)).unwrap();
    let texts = [
        "A [12k",
        "A [12k]",
        "A [12k]\\",
        "B",
        "B\r\nC",
        "",
        "D",
        "D",
        "De:f",
    ];
    for (n, text) in (1..).zip(texts) {
        recorder
            .edit(ms(n), |batch| batch.comment(node, text))
            .unwrap();
        let raw = recorder.property(node, "C").concat();
        assert_eq!(kifu_sgf::text(&raw), text.replace("\r\n", "\n"));
    }
    let timeline = recorder.finish(ms(20));
    let written: Vec<String> = event_lines(&timeline).split_off(1);
    let expected = [
        "0.001:0 #0 C[\"A \\\\[12k\"]",
        "0.002:0 #0 C[\"\\\\]\"]",
        "0.003:0 #0 C[\"\\\\\\\\\"]",
        "0.004:0 #0 -C[]",
        "0.004:1 #0 C[\"B\"]",
        "0.005:0 #0 C[\"\\nC\"]",
        "0.006:0 #0 -C[]",
        "0.007:0 #0 C[\"D\"]",
        "0.009:0 #0 C[\"e:f\"]",
        "0.02:0 #0 !ENDED",
    ];
    assert_eq!(written, expected);
}

#[test]
fn edits_that_would_be_invalid_sgf_are_rejected_and_change_nothing() {
    let mut recorder = Recorder::new(Settings::default());
    let node = recorder
        .edit(ms(0), |batch| batch.play(None, "B", "pd"))
        .unwrap();
    recorder
        .edit(ms(1), |batch| batch.put(node, "AB", ["aa:cc"]))
        .unwrap();
    let before = recorder.journal(0);
    let conflict = |ident: &str, with: &str| BatchError::Conflict {
        ident: ident.into(),
        with: with.into(),
    };
    let mut refuse = |ident: &str, values: &[&str], why: BatchError| {
        let values = values.iter().copied();
        let refused = recorder.edit(ms(5), |batch| batch.put(node, ident, values));
        assert_eq!(refused, Err(why));
        assert_eq!(recorder.journal(0), before);
    };
    refuse("W", &["dd"], conflict("W", "B"));
    refuse("AW", &["dd", "bb"], conflict("AW", "AB"));
    refuse("B", &["dd", "ee"], BatchError::SeveralValues("B".into()));
    refuse(
        "LB",
        &["aa:1", "aa:2"],
        BatchError::SeveralValues("LB".into()),
    );
    refuse("KM", &["6.5"], BatchError::Header("KM".into()));
    for ident in ["TS", "RP", "VT", "tr", "Tr", "", "1A", "A B", "\u{C4}"] {
        refuse(ident, &["aa"], BatchError::Identifier(ident.into()));
    }
    refuse("C", &["\u{1B}$B"], BatchError::CharsetSwitch);
    refuse("CR", &[], BatchError::NoValues("CR".into()));
    let nowhere = NodeId::from_index(7).unwrap();
    let refused = recorder.edit(ms(5), |batch| batch.put(nowhere, "N", ["x"]));
    assert_eq!(refused, Err(BatchError::NoNode));
    for values in [&["dd"][..], &["aa:dd"], &["aa", "aa"]] {
        let refused = recorder.edit(ms(5), |batch| {
            batch.remove(node, "AB", values.iter().copied())
        });
        assert_eq!(
            refused,
            Err(BatchError::NotThere("AB".into())),
            "{values:?}"
        );
    }
    let refused = recorder.edit(ms(5), |batch| batch.remove(node, "AW", []));
    assert_eq!(refused, Err(BatchError::NotThere("AW".into())));
    assert_eq!(recorder.journal(0), before);
    assert_eq!(recorder.time(), ms(1));
}

#[test]
fn a_batch_is_applied_completely_or_not_at_all() {
    let mut recorder = Recorder::new(Settings::default());
    let a = recorder
        .edit(ms(0), |batch| batch.play(None, "B", "pd"))
        .unwrap();
    let b = recorder
        .edit(ms(1), |batch| batch.play(Some(a), "W", "dd"))
        .unwrap();
    let before = recorder.journal(0);
    let refused = recorder.edit(ms(2), |batch| {
        batch.comment(a, "new")?;
        let c = batch.play(Some(b), "B", "pp")?;
        batch.play(Some(c), "W", "qq")?;
        batch.remove_node(b)?;
        assert_eq!(batch.children(Some(a)).count(), 0);
        batch.add_node(None)?;
        batch.put(b, "N", ["gone"])
    });
    assert_eq!(refused, Err(BatchError::NoNode));
    assert_eq!(recorder.journal(0), before);
    assert_eq!(recorder.timeline().last().to_sgf(), "(;B[pd];W[dd])");
    assert_eq!(recorder.children(None).collect::<Vec<_>>(), [a]);
    assert_eq!(recorder.children(Some(b)).count(), 0);
    assert_eq!(recorder.cursor(), Some(b));
    recorder
        .edit(ms(3), |batch| {
            batch.remove(b, "W", [])?;
            batch.put(b, "B", ["dd"])
        })
        .unwrap();
    assert_eq!(recorder.timeline().last().to_sgf(), "(;B[pd];B[dd])");
    let own: Result<(), BatchError> = recorder.edit(ms(4), |batch| {
        batch.add_node(None)?;
        Err(BatchError::NoNode)
    });
    assert!(own.is_err());
    assert_eq!(recorder.children(None).count(), 1);
}

#[test]
fn a_pause_stops_the_clock() {
    let mut recorder = Recorder::new(Settings::default());
    let node = recorder
        .edit(ms(1000), |batch| batch.add_node(None))
        .unwrap();
    recorder.pause(ms(2000));
    recorder
        .edit(ms(5000), |batch| batch.comment(node, "paused"))
        .unwrap();
    assert_eq!(recorder.time(), ms(2000));
    recorder.resume(ms(10_000));
    recorder
        .edit(ms(10_500), |batch| batch.comment(node, "on"))
        .unwrap();
    assert_eq!(recorder.time(), ms(2500));
    // A clock that goes backward does not move the recording backward.
    recorder
        .edit(ms(9000), |batch| batch.comment(node, "back"))
        .unwrap();
    assert_eq!(recorder.time(), ms(2500));
}

#[test]
fn times_are_cut_and_ties_are_broken() {
    for (ties, expected) in [
        (
            Ties::Count,
            ["0.5:0", "0.5:1", "0.5:2", "0.5:3", "0.5:4", "0.5:5"],
        ),
        (
            Ties::Delay,
            ["0.5:0", "0.5:0", "0.6:0", "0.6:0", "0.7:0", "0.7:0"],
        ),
    ] {
        let settings = Settings {
            ties,
            quantum: Duration::from_millis(100),
            ..Settings::default()
        };
        let mut recorder = Recorder::new(settings);
        for n in 0..3 {
            recorder
                .edit(ms(580 + n), |batch| batch.play(batch.cursor(), "B", "aa"))
                .unwrap();
        }
        let lines = event_lines(&recorder.timeline());
        let stamps: Vec<&str> = lines
            .iter()
            .map(|line| line.split(' ').next().unwrap())
            .collect();
        assert_eq!(stamps, expected);
    }
}

#[test]
fn recording_continues_from_a_game() {
    let game = Document::parse("(;GM[1];B[pd]LB[aa:1](;W[dd])(;W[pp]C[a]))").unwrap();
    let mut builder = Builder::default();
    builder.add_tree(&game, game.roots().next().unwrap(), None);
    let (start, _) = builder.build();
    let mut recorder = Recorder::from_view(start.first(), Settings::default());
    let first = recorder.children(None).next().unwrap();
    let second: Vec<NodeId> = recorder.children(Some(first)).collect();
    recorder
        .edit(ms(1000), |batch| batch.comment(second[1], "ab"))
        .unwrap();
    recorder
        .edit(ms(2000), |batch| batch.set(first, "LB", ["aa:2", "bb:3"]))
        .unwrap();
    let timeline = recorder.finish(ms(3000));
    assert_eq!(timeline.first().to_sgf(), start.first().to_sgf());
    assert_eq!(
        timeline.last().to_sgf(),
        "(;B[pd]LB[aa:2][bb:3](;W[dd])(;W[pp]C[ab]))"
    );
    laws::hold(&timeline);
}

// ---- laws for any edits ----

#[test]
fn recordings_have_exactly_the_accepted_edits() {
    for seed in 0..60 {
        let script = bytes(seed, 6 * (seed as usize % 50));
        for settings in [Settings::default(), delay()] {
            laws::hold(&recorded(&script, settings).timeline());
        }
        recorder_laws::all(&script);
    }
}

#[test]
fn a_journal_that_is_cut_gives_all_whole_batches() {
    for (seed, settings) in [
        (3, Settings::default()),
        (4, delay()),
        (5, Settings::default()),
    ] {
        let recorder = recorded(&bytes(seed, 6 * 16), settings);
        let journal = recorder.journal(0);
        let lines: Vec<&str> = journal.split_inclusive('\n').collect();
        assert_eq!(lines.len(), recorder.batches() + 1);
        let parts: String = (0..recorder.batches())
            .map(|n| recorder.journal(n))
            .enumerate()
            .map(|(n, part)| {
                part.split_inclusive('\n')
                    .take(if n == 0 { 2 } else { 1 })
                    .collect::<String>()
            })
            .collect();
        assert_eq!(parts, journal);
        for cut in 0..=journal.len() {
            let mut follower = Follower::default();
            // Feed the journal in chunks.
            for piece in journal.as_bytes()[..cut].chunks(7) {
                follower.feed(piece).unwrap();
            }
            let recovered = follower.finish();
            let whole: usize = lines
                .iter()
                .scan(0, |end, line| {
                    *end += line.len();
                    // A line is complete without its line break.
                    Some(*end - 1)
                })
                .filter(|end| *end <= cut)
                .count();
            assert_eq!(recovered.batches(), whole.saturating_sub(1));
            if whole > 0 {
                assert_eq!(recovered.journal(0), lines[..whole].concat());
            }
            if whole == lines.len() {
                assert_eq!(
                    event_lines(&recovered.timeline()),
                    event_lines(&recorder.timeline())
                );
                assert_eq!(recovered.time(), recorder.time());
            }
        }
    }
}

#[test]
fn a_journal_line_over_the_limits_is_reported_and_skipped() {
    let journal = "{\"rgfj\":1,\"game\":1,\"quantum\":0.001,\"ties\":\"count\"}\n\
        [1,[\"add\",null]]\n\
        [1,[\"put\",0,\"C\",\"a comment that is longer than the lines before\"]]\n\
        [2,[\"add\",0]]\n\
        [1,[\"add\",1]]\n";
    let limits = Limits {
        bytes: 60,
        nodes: 2,
        ..Limits::default()
    };
    for size in [1, 7, journal.len()] {
        let mut follower = Follower::within(&limits);
        let mut messages = Vec::new();
        for piece in journal.as_bytes().chunks(size) {
            let mut rest = piece;
            // The rest of the chunk after a skipped line is lost as well.
            while let Err(error) = follower.feed(rest) {
                messages.push(error.to_string());
                let at = journal.match_indices('\n').nth(error.line - 1).unwrap().0 + 1;
                rest = if size == journal.len() {
                    &journal.as_bytes()[at..]
                } else {
                    &[]
                };
            }
        }
        let expected = [
            "line 3: more than 60 bytes (at byte 60)",
            "line 5: more than 2 nodes (at byte 0)",
        ];
        assert_eq!(messages, expected);
        assert_eq!(follower.recorder().unwrap().batches(), 2);
    }
}

#[test]
fn an_invalid_journal_line_is_reported() {
    let header = "{\"rgfj\":1,\"game\":1,\"quantum\":0.001,\"ties\":\"count\"}\n";
    let said = |journal: &str| {
        let mut follower = Follower::default();
        follower.feed(journal.as_bytes()).unwrap_err().to_string()
    };
    assert_eq!(
        said("{}\n"),
        "line 1: expected the first line of a journal (version 1)"
    );
    assert_eq!(
        said("[1]\n"),
        "line 1: expected the first line of a journal (version 1)"
    );
    for bad in [
        "x",
        "[]",
        "[-,[]]",
        "[1,2]",
        "[1,[\"add\"]]",
        "[1,[\"put\",0,\"B\",5]]",
        "[\"1\"]",
        "[1,[\"add\",-1]]",
    ] {
        assert_eq!(
            said(&format!("{header}\n{bad}\n")),
            "line 3: expected a JSON array with a time and edits",
            "{bad}"
        );
    }
    assert_eq!(
        said(&format!("{header}[1,[\"drop\",0]]\n")),
        "line 2: the node does not exist"
    );
    assert_eq!(
        said(&format!("{header}[1,[\"jump\",0]]\n")),
        "line 2: the node does not exist"
    );
    let deep = format!("{header}[1,{}]\n", "[".repeat(100_000));
    assert_eq!(
        said(&deep),
        "line 2: expected a JSON array with a time and edits"
    );
}

#[test]
fn events_are_described_in_the_syntax_of_rgf() {
    let mut builder = Builder::default();
    let node = builder.add_node(None, None);
    builder.put(node, "LB", ["aa:1", "bb:two"], None);
    builder.remove(node, "LB", ["aa", "bb"], None);
    builder.remove(node, "C", [], None);
    builder.trigger(node, "N", None);
    builder.remove_node(node, None);
    let (timeline, _) = builder.build();
    let described = |most| -> Vec<String> {
        let events = timeline.events();
        events.map(|event| event.kind.describe(most)).collect()
    };
    let [added, removed] = ["a node appears", "the node is removed"];
    let whole = ["LB[aa:1][bb:two]", "RP[LB:aa,bb]", "RP[C:]", "VT[N]"];
    assert_eq!(described(16), [&[added], &whole[..], &[removed]].concat());
    let cut = ["LB[aa:1][bb:two…", "RP[LB:aa,bb]", "RP[C:]", "VT[N]"];
    assert_eq!(described(15), [&[added], &cut[..], &[removed]].concat());
    let cut = ["LB[aa…", "RP[LB…", "RP[C:…", "VT[N]"];
    assert_eq!(described(5), [&[added], &cut[..], &[removed]].concat());
}

#[test]
fn playback_counts_the_time_since_its_start() {
    let mut builder = Builder::default();
    for millis in [1000, 1000, 4000, 14_000] {
        builder.add_node(None, Some(Stamp::at(ms(millis))));
    }
    let (timeline, _) = builder.build();
    let due = |from, pace: Pace| -> Vec<(u128, usize)> {
        let events = timeline.play(ms(from), pace);
        let due = events.map(|(due, view)| (due.as_millis(), view.nodes().count()));
        due.collect()
    };
    let pace = Pace::default();
    assert_eq!(due(0, pace), [(1000, 1), (1000, 2), (4000, 3), (14_000, 4)]);
    // The events at the start are included.
    assert_eq!(due(1000, pace), [(0, 1), (0, 2), (3000, 3), (13_000, 4)]);
    assert_eq!(due(1001, pace), [(2999, 3), (12_999, 4)]);
    assert_eq!(due(15_000, pace), []);
    let pace = Pace {
        percent: 400.try_into().unwrap(),
        idle_limit: Some(Duration::from_secs(2)),
    };
    assert_eq!(due(0, pace), [(250, 1), (250, 2), (750, 3), (1250, 4)]);
}

// ---- recordings from other sources ----

fn game(sgf: &str) -> (Document, NodeId) {
    let document = Document::parse(sgf).unwrap();
    let root = document.roots().next().unwrap();
    (document, root)
}

#[test]
fn clocks_of_every_kind() {
    let times = |sgf: &str| {
        let (document, root) = game(sgf);
        let (timeline, found) =
            Builder::from_clocks(&document, root, Duration::from_secs(5)).build();
        assert_eq!(found, []);
        laws::hold(&timeline);
        let nodes = timeline
            .events()
            .filter(|event| matches!(event.kind, EventKind::AddNode));
        let times = nodes.map(|event| event.at.unwrap().time.to_string());
        times.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        times("(;TM[60];B[aa]BL[50];W[bb]WL[58.5];B[cc]BL[49];W[dd]WL[30])"),
        "10 11.5 12.5 41"
    );
    assert_eq!(
        times("(;TM[60];B[aa];W[bb];C[no move];B[cc]BL[49])"),
        "5 10 10 21"
    );
    let byo_yomi = "(;TM[60]OT[5x30 byo-yomi];B[aa]BL[10];W[bb]WL[50];B[cc]BL[30]OB[5];W[dd]WL[45];B[ee]BL[30]OB[5];W[ff]WL[40];B[gg]BL[22]OB[5])";
    assert_eq!(times(byo_yomi), "50 60 70 75 80 85 93");
    // Main time left is not a reset, and neither is the time of a move that took none.
    let byo_yomi = "(;TM[60]OT[5x30 byo-yomi];B[aa]BL[30];W[bb]WL[50];B[cc]BL[25];W[dd]WL[50])";
    assert_eq!(times(byo_yomi), "30 40 45 45");
    let fischer = "(;TM[60]OT[10 fischer];B[aa]BL[65];W[bb]WL[70];B[cc]BL[75])";
    assert_eq!(times(fischer), "5 5 5");
    let canadian = "(;TM[10]OT[25/600 Canadian];B[aa]BL[595]OB[24];W[bb]WL[4];B[cc]BL[590]OB[23])";
    assert_eq!(times(canadian), "15 21 26");
    assert_eq!(times("(;TM[60];B[aa](;W[bb]WL[50])(;W[cc]WL[10]))"), "5 15");
    assert_eq!(times("(;GM[1])"), "");
}

#[test]
fn cues() {
    let (document, root) = game("(;GM[1];B[aa];W[bb](;B[cc];W[dd])(;B[ee](;W[ff])(;W[gg];B[hh])))");
    let read =
        |cues: &str| Builder::from_cues(&document, root, cues).map(|builder| builder.build());
    let (timeline, found) =
        read("0 m1\n\n 2.5 m4 \n# nothing\n1:00 m3:1\n1:30 m3:1.2:1.2 The end\n1:30 #3").unwrap();
    assert_eq!(found, []);
    laws::hold(&timeline);
    let lines: Vec<String> = event_lines(&timeline)
        .into_iter()
        .filter(|line| line.contains('!'))
        .collect();
    let expected = [
        "0:0 #0 !N",
        "2.5:0 #3 !N",
        "60:0 #4 !N",
        "90:0 #7 !N",
        "90:0 #7 !X-MARK:The end",
        "90:0 #1 !N",
    ];
    assert_eq!(lines, expected);
    assert_eq!(timeline.first().to_sgf(), timeline.last().to_sgf());
    let said = |cues: &str| read(cues).unwrap_err().to_string();
    assert_eq!(
        said("0 m1\nsoon m2"),
        "line 2: expected a number of seconds such as `13.6`"
    );
    assert_eq!(
        said("5 m1\n4 m1"),
        "line 2: the time is earlier than that of the previous cue"
    );
    for place in ["", "12", "0.2:12", "x", "m1:", ":1", "#0", "-1"] {
        assert_eq!(
            said(&format!("5 {place}")),
            "line 1: expected an address such as `m12`, `m12:1.3` or `#17`"
        );
    }
    let missing = "line 1: the game has no move 5 on its main line; it ends with move 4";
    assert_eq!(said("5 m5"), missing);
    let missing = "line 1: the game has no variation at m2; the nearest are at m3";
    assert_eq!(said("5 m2:1"), missing);
    let root = "line 1: the recording starts after the root; use a later node, such as `#2`";
    assert_eq!((said("5 m0"), said("5 #1")), (root.into(), root.into()));
}

#[test]
fn differences() {
    let cases = [
        ("(;GM[1];B[aa])", "(;GM[1];B[aa])"),
        ("(;GM[1];B[aa];W[bb])", "(;GM[1];B[aa];W[cc])"),
        (
            "(;GM[1](;B[aa])(;B[bb];W[xx])(;B[cc]))",
            "(;GM[1](;B[bb];W[xx];B[dd])(;B[aa]))",
        ),
        (
            "(;GM[1];B[aa]C[one]N[x])",
            "(;GM[1];B[aa]C[one two]LB[aa:1])",
        ),
        ("(;GM[1];B[aa]C[one])", "(;GM[1];B[aa]C[another])"),
        (
            "(;GM[1];AB[aa][bb]TR[cc][dd];W[ee])",
            "(;GM[1];AB[aa][bb]TR[dd][ee:ff];W[ee]TE[1])",
        ),
        ("(;GM[1](;C[a])(;C[b]))", "(;GM[1];C[c];C[b])"),
        ("(;GM[1])", "(;GM[1](;B[aa](;W[bb])(;W[cc]))(;B[dd]))"),
        ("(;GM[1](;B[aa](;W[bb])(;W[cc]))(;B[dd]))", "(;GM[1])"),
        ("(;GM[1];B[aa]XX[1][2])", "(;GM[1];B[aa]XX[2][3])"),
        ("(;GM[1];B[aa](;W[bb]))", "(;GM[1];B[aa](;W[cc])(;W[bb]))"),
        (
            "(;GM[1](;B[aa];W[cc])(;B[bb])(;B[aa]))",
            "(;GM[1](;B[bb])(;B[aa]))",
        ),
    ];
    for (old, new) in cases {
        let ((a, a_root), (b, b_root)) = (game(old), game(new));
        let builder = Builder::from_difference((&a, a_root), (&b, b_root), Time::from_secs(9));
        let (timeline, found) = builder.build();
        assert_eq!(found, [], "{old} {new}");
        laws::hold(&timeline);
        let tree = |sgf: &str| {
            let (document, root) = game(sgf);
            let mut builder = Builder::default();
            builder.add_tree(&document, root, None);
            sorted(builder.build().0.first())
        };
        assert_eq!(sorted(timeline.first()), tree(old));
        assert_eq!(sorted(timeline.last()), tree(new));
        assert!(old != new || timeline.first().rank() == timeline.len());
    }
}

type Properties = Vec<(String, Vec<String>)>;

/// The nodes with their depth, and sorted properties and values.
fn sorted(view: View<'_>) -> Vec<(usize, Properties)> {
    let mut all = Vec::new();
    let mut todo: Vec<(usize, NodeId)> = view.roots().map(|node| (0, node)).collect();
    todo.reverse();
    while let Some((depth, node)) = todo.pop() {
        let properties = view.properties(node).map(|(ident, values)| {
            let mut values: Vec<String> = values.map(str::to_owned).collect();
            values.sort();
            (ident.to_owned(), values)
        });
        let mut properties: Vec<_> = properties.collect();
        properties.sort();
        all.push((depth, properties));
        let children: Vec<NodeId> = view.children(node).collect();
        todo.extend(children.into_iter().rev().map(|child| (depth + 1, child)));
    }
    all
}
