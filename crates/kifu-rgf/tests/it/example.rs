//! Tests with the example of the specification, as printed there: a game, a review of it, and the SGF file that
//! names both.

use std::fs;
use std::path::Path;

use kifu_rgf::{Dialect, Reading, Recording, Settings, Streams};
use kifu_sgf::Document;
use kifu_testkit::{hold_on, repository};
use kifu_timeline::{NodeId, Time};

use crate::laws;

fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_data/example");
    fs::read(folder.join(name)).unwrap()
}

fn main_file() -> Document {
    Document::parse(file("example.sgf")).unwrap()
}

fn recording(number: usize) -> Reading {
    let main = main_file();
    let stream = &Streams::of(&main).streams[number];
    let recording = Recording::parse_in(file(&stream.file), stream.charset(&main)).unwrap();
    recording.read(&stream.settings(&main))
}

#[test]
fn the_only_problem_of_the_example_is_found() {
    let main = main_file();
    let found: Vec<_> = main
        .diagnostics()
        .map(|found| (found.code.name, found.span.start))
        .collect();
    let second_stream = file("example.sgf");
    let at = second_stream
        .windows(4)
        .rposition(|window| window == b";GS[")
        .unwrap();
    assert_eq!(found, [("sgf/node-after-variations", at as u32)]);
    assert_eq!(Streams::of(&main).diagnostics, []);
    for number in [0, 1] {
        assert_eq!(recording(number).diagnostics, []);
        assert_eq!(recording(number).dialect, Dialect::Distinct);
    }
}

#[test]
fn the_example_names_two_recordings() {
    let main = main_file();
    let streams = Streams::of(&main).streams;
    let named: Vec<_> = streams
        .iter()
        .map(|s| (&*s.file, s.duration.unwrap().to_string()))
        .collect();
    assert_eq!(
        named,
        [("actualgame.rgf", "14".into()), ("review.rgf", "56".into())]
    );
    assert!(streams[0].media.is_empty());
    let media = &streams[1].media[0];
    assert_eq!(
        (&*media.source, &*media.kind, media.address()),
        ("review.mp3", "audio", None)
    );
}

#[test]
fn both_end_as_the_main_file_shows() {
    let main = main_file();
    let streams = Streams::of(&main);
    for (number, stream) in streams.streams.iter().enumerate() {
        let read = recording(number);
        assert_eq!(streams.compare(&main, &stream.file, &read.timeline), []);
        assert_eq!(read.timeline.duration(), stream.duration.unwrap());
    }
    assert_eq!(
        recording(0).timeline.last().to_sgf(),
        "(;W[pp];B[dd];W[qf];B[od];W[rd])"
    );
}

#[test]
fn changes_of_the_shown_nodes_are_reported() {
    let shown = String::from_utf8(file("example.sgf")).unwrap();
    for (from, to) in [
        ("W[qi]", "W[qj]"),
        ("B[od]C[", "B[od];C["),
        ("...this", "this"),
    ] {
        assert!(shown.contains(from));
        let changed = Document::parse(shown.replacen(from, to, 2)).unwrap();
        let streams = Streams::of(&changed);
        let found = streams.compare(&changed, "review.rgf", &recording(1).timeline);
        let codes: Vec<_> = found.iter().map(|found| found.code.name).collect();
        assert_eq!(codes, ["rgf/final-differs"], "{from}");
    }
}

#[test]
fn the_dumpling_comes_and_goes() {
    let timeline = recording(1).timeline;
    let dumpling = timeline.nodes().last_root().unwrap();
    let stones = |seconds| {
        let view = timeline.at(Time::from_secs(seconds));
        let points = view
            .property(dumpling, "AB")
            .map(Iterator::collect::<Vec<_>>);
        points.map_or_else(String::new, |points| points.join(" "))
    };
    assert!(!timeline.at(Time::from_secs(40)).has(dumpling));
    assert_eq!(stones(41), "pp");
    assert_eq!(stones(44), "pp qp pq qq");
    assert_eq!(stones(53), "qp pq qq");
    assert_eq!(stones(55), "qq");
    assert_eq!(stones(56), "");
    let child: Vec<NodeId> = timeline.last().children(dumpling).collect();
    let at_51 = timeline.at(Time::from_secs(51));
    assert!(at_51.has(child[0]) && !timeline.before(Time::from_secs(51)).has(child[0]));
    assert_eq!(at_51.cursor(), Some(child[0]));
    assert_eq!(timeline.at(Time::from_secs(52)).cursor(), Some(dumpling));
}

#[test]
fn every_moment_of_the_example() {
    let mut out = String::new();
    for number in [0, 1] {
        let timeline = recording(number).timeline;
        let mut view = timeline.first();
        loop {
            let time = view
                .stamp()
                .map_or("-".to_owned(), |at| at.time.to_string());
            out += &format!("{time:>5} {:>3?} {}\n", view.cursor(), view.to_sgf());
            match view.next() {
                Some(next) => view = next,
                None => break,
            }
        }
        out.push('\n');
    }
    insta::assert_snapshot!(out);
}

#[test]
fn its_files_obey_the_laws() {
    for name in ["actualgame.rgf", "review.rgf", "example.sgf"] {
        laws::all(&file(name));
    }
    // The recording remains valid if its length is unknown.
    let read = Recording::parse(file("review.rgf"))
        .unwrap()
        .read(&Settings::default());
    assert_eq!(read.timeline.duration(), Time::from_secs(56));
}

#[test]
fn bugs_found_by_fuzzing_stay_fixed() {
    hold_on(&repository("fuzz/regressions/rgf"), laws::all);
}
