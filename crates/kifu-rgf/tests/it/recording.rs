//! Tests from a recorder to files and back.

use kifu_rgf::bundle::{Bundle, Limits, Writer};
use kifu_rgf::{Dialect, Media, Recording, Stream, Streams, write};
use kifu_sgf::Document;
use kifu_timeline::{Builder, Recorder, Settings, Ties, Time, Timeline, View};

use crate::laws;

fn secs(n: i64) -> Time {
    Time::from_secs(n)
}

/// A lesson about a game.
fn lesson(main: &Document, ties: Ties) -> Timeline {
    let root = main.roots().next().unwrap();
    let mut builder = Builder::default();
    builder.add_tree(main, root, None);
    let (game, _) = builder.build();
    let settings = Settings {
        ties,
        ..Settings::default()
    };
    let mut recorder = Recorder::from_view(game.first(), settings);
    let first = recorder.children(None).next().unwrap();
    let at = |recorder: &mut Recorder, n| {
        recorder.edit(secs(n), |batch| batch.go_to(first)).unwrap();
    };
    at(&mut recorder, 0);
    recorder
        .edit(secs(1), |batch| batch.comment(first, "Here: [A], 1, 2"))
        .unwrap();
    recorder
        .edit(secs(2), |batch| batch.put(first, "LB", ["dd:A, B", "pp:x"]))
        .unwrap();
    let line = recorder.edit(secs(3), |batch| {
        let a = batch.play(Some(first), "W", "dp")?;
        batch.play(Some(a), "B", "pp")
    });
    recorder
        .edit(secs(4), |batch| batch.remove(first, "LB", ["dd:A, B"]))
        .unwrap();
    recorder
        .edit(secs(5), |batch| {
            batch.comment(first, "Here: [A], 1, 2 \\ 3")
        })
        .unwrap();
    recorder
        .edit(secs(6), |batch| batch.remove_node(line?))
        .unwrap();
    recorder
        .edit(secs(7), |batch| batch.marker(first, "the end: 名局"))
        .unwrap();
    recorder.finish(secs(8))
}

/// The visible state at each moment.
fn seen(view: View<'_>) -> (String, Option<String>) {
    let shown = view.cursor().map(|node| {
        let depth = std::iter::successors(Some(node), |at| view.parent(*at)).count();
        format!(
            "{depth} {:?}",
            view.property(node, "W").map(Iterator::collect::<Vec<_>>)
        )
    });
    (view.to_sgf(), shown)
}

#[test]
fn recordings_are_restored_from_the_bundle() {
    let main = Document::parse("(;GM[1]SZ[19]CA[UTF-8]PB[Sato];B[pd](;W[dd])(;W[pp]))\n").unwrap();
    let root = main.roots().next().unwrap();
    for (ties, dialect) in [
        (Ties::Count, Dialect::Counted),
        (Ties::Delay, Dialect::Distinct),
    ] {
        let timeline = lesson(&main, ties);
        let media = [Media {
            source: "lesson.mp3".into(),
            kind: "audio/mpeg".into(),
        }];
        let rgf = write(&timeline, dialect);
        let sgf = Stream::add(&main, root, "lesson.rgf", &timeline, &media).unwrap();
        let mut writer = Writer::new_rgz(Vec::new());
        writer.add_bytes("lesson.sgf", &sgf.to_bytes()).unwrap();
        writer.add_bytes("lesson.rgf", rgf.as_bytes()).unwrap();
        writer.add("lesson.mp3", 5, &mut &b"sound"[..]).unwrap();
        let packed = writer.finish().unwrap();

        let bundle = Bundle::read(packed.as_slice(), None, &Limits::default()).unwrap();
        let main = Document::parse(bundle.main.clone()).unwrap();
        let streams = Streams::of(&main);
        assert_eq!(streams.diagnostics, []);
        assert_eq!(bundle.references(&streams), []);
        let stream = &streams.streams[0];
        assert_eq!(stream.media, media);
        let bytes = bundle.recording(&stream.file).unwrap();
        let recording = Recording::parse_in(bytes, stream.charset(&main)).unwrap();
        let read = recording.read(&stream.settings(&main));
        assert_eq!(read.diagnostics, [], "{rgf}");
        assert_eq!(read.dialect, dialect);
        assert_eq!(streams.compare(&main, &stream.file, &read.timeline), []);
        assert_eq!(read.timeline.duration(), timeline.duration());
        let moments = |timeline: &Timeline| -> Vec<_> {
            let start = timeline.first().rank();
            (start..=timeline.len())
                .map(|rank| seen(timeline.at_rank(rank)))
                .collect()
        };
        let (mut read, made) = (moments(&read.timeline), moments(&timeline));
        if dialect == Dialect::Distinct {
            // A jump to the current node states the length of the recording.
            assert_eq!(read.pop(), made.last().cloned());
        }
        assert_eq!(read, made);
    }
}

#[test]
fn a_piece_keeps_its_length_in_a_file() {
    let text = "(;TS[0]B[aa]TS[1];TS[2]W[bb]TS[9])";
    let read = |text: &str| {
        let recording = Recording::parse(text).unwrap();
        recording.read(&kifu_rgf::Settings::default()).timeline
    };
    let (whole, second) = (read(text), Time::from_secs);
    let first = write(&whole.cut(..second(5)), Dialect::Distinct);
    assert_eq!(first, "(\n    ;TS[0]B[aa]TS[1]\n    ;TS[2]VT[N]TS[5]\n)\n");
    let rest = write(&whole.cut(second(5)..), Dialect::Distinct);
    let (joined, _) = Timeline::join(&[&read(&first), &read(&rest)]);
    assert!(write(&joined, Dialect::Distinct).contains("W[bb]TS[9]"));
    // Before anything happens, no node is shown.
    let nothing = read("(;TS[2]B[aa]TS[2])").cut(..second(1));
    let written = write(&nothing, Dialect::Counted);
    assert_eq!(written, "(\n    ;TS[1]RP[:]TS[1:1]\n)\n");
    let read = read(&written);
    assert_eq!(
        (read.duration(), read.last().to_sgf()),
        (second(1), String::new())
    );
}

#[test]
fn written_recordings_are_readable() {
    let main = Document::parse("(;GM[1];B[pd](;W[dd])(;W[pp]))").unwrap();
    let both = [
        (Ties::Count, Dialect::Counted),
        (Ties::Delay, Dialect::Distinct),
    ];
    let written = both.map(|(ties, dialect)| write(&lesson(&main, ties), dialect));
    insta::assert_snapshot!(written.join("\n"));
}

#[test]
fn a_length_without_a_shown_node_is_written_without_a_finding() {
    // The SGF file states the length of the recording.
    let settings = kifu_rgf::Settings {
        duration: Some(secs(5)),
        ..kifu_rgf::Settings::default()
    };
    let mut builder = Builder::default();
    builder.duration(secs(5));
    let (timeline, _) = builder.build();
    for (dialect, text) in [
        (Dialect::Counted, "(\n    ;TS[5]RP[:]TS[5:1]\n)\n"),
        (Dialect::Distinct, "(\n    ;TS[5]RP[:]TS[5]\n)\n"),
    ] {
        let written = write(&timeline, dialect);
        assert_eq!(written, text);
        let read = Recording::parse(written).unwrap().read(&settings);
        assert_eq!(read.timeline.duration(), secs(5));
        let codes: Vec<&str> = read
            .diagnostics
            .iter()
            .map(|found| found.code.name)
            .collect();
        assert!(!codes.contains(&"rgf/last-time"), "{codes:?}");
    }
    // Other events at the last time are reported.
    let read = Recording::parse("(;TS[0];TS[5]B[pd]TS[5:1])").unwrap();
    let read = read.read(&settings);
    assert!(
        read.diagnostics
            .iter()
            .any(|found| found.code.name == "rgf/last-time")
    );
}

/// Values that could end early in another context are written as if the nodes were added one by one.
#[test]
fn difficult_values_are_spliced_like_edits() {
    const PIECES: [&str; 15] = [
        "[", "]", "\\", "\\]", ";B[aa]", "(;W[bb", ")", ":", "\n", "x", "é", "囲", "表", "~{",
        "\u{1B}$B",
    ];
    let mut state = 1u32;
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize
    };
    for _ in 0..300 {
        let mut builder = Builder::default();
        let mut nodes = vec![None];
        for _ in 0..next() % 6 {
            let node = builder.add_node(nodes[next() % nodes.len()], None);
            nodes.push(Some(node));
            for ident in ["C", "LB", "XX"] {
                let most = if next() % 2 == 0 { 10 } else { 14 };
                let value: String = (0..next() % 7).map(|_| PIECES[next() % most]).collect();
                builder.put(node, ident, [&*value], None);
            }
        }
        laws::is_spliced_like_edits(&builder.build().0);
    }
}
