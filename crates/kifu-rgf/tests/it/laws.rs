//! Laws that hold for any bytes. The tests check them on cases, `cargo xtask test-corpus` on directories, and
//! the fuzzer includes this file.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::Duration;

use kifu_rgf::bundle::Bundle;
use kifu_rgf::{
    Dialect, Directory, Recording, Session, Settings, SpliceAs, Streams, parse_stamp, write,
};
use kifu_sgf::charset::{Charset, CharsetSource};
use kifu_sgf::{Document, EditError, NewValue, Place, Size, Value, value};
use kifu_timeline::{EventKind, NodeId, Time, Timeline, View};

/// Checks all laws on an RGF file.
pub(crate) fn all(source: &[u8]) {
    bytes_survive_and_places_are_in_the_text(source);
    a_recording_is_known_by_its_nodes(source);
    every_moment_is_valid(source);
    what_is_written_reads_back(source);
    what_is_edited_reads_back(source);
    what_is_spliced_is_what_was_recorded(source);
    what_is_spliced_is_what_edits_give(source);
    pieces_in_files_are_the_whole(source);
    a_session_is_the_same_from_a_bundle_and_a_folder(source);
}

fn timeline(source: &[u8]) -> Timeline {
    let recording = Recording::parse(source).unwrap();
    recording.read(&Settings::default()).timeline
}

/// Checks that a file which is not edited is written unchanged, whatever its findings.
pub(crate) fn bytes_survive_and_places_are_in_the_text(source: &[u8]) {
    let recording = Recording::parse(source).unwrap();
    let read = recording.read(&Settings::default());
    assert_eq!(recording.document().to_bytes(), source);
    let len = recording.document().text().len();
    assert!(read.diagnostics.is_sorted_by_key(|found| found.span));
    assert!(
        read.diagnostics
            .iter()
            .all(|found| found.span.range().end <= len)
    );
    let events = read.timeline.events();
    assert!(
        events
            .map(|event| event.place)
            .all(|place| place.range().end <= len)
    );
}

/// Checks that a recording is recognized as if all nodes of its document were visited.
pub(crate) fn a_recording_is_known_by_its_nodes(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let is_time = |value: Value<'_>| {
        let text = std::str::from_utf8(value.raw());
        text.is_ok_and(|text| parse_stamp(text).is_ok())
    };
    let is_game = |root| {
        let root = document.node(root);
        root.get("GM").or(root.get("FF")).is_some()
    };
    let is_timed = |id| {
        let times = document.node(id).get("TS");
        times.is_some_and(|times| times.values().any(is_time))
    };
    let mut all = document
        .roots()
        .flat_map(|root| document.forest().preorder(root));
    let is_likely = !document.roots().any(is_game) && all.any(is_timed);
    if document.utf16().is_none() {
        assert_eq!(Recording::is_likely(source), is_likely);
    }
}

/// Longer recordings would take long, and show nothing that shorter ones do not.
const LONG: usize = 300;

/// Some moments of a timeline; all of them if it is short.
fn moments(timeline: &Timeline) -> impl Iterator<Item = View<'_>> {
    let step = timeline.len() / LONG + 1;
    (0..=timeline.len())
        .step_by(step)
        .map(|rank| timeline.at_rank(rank))
}

/// Checks that every moment can be read as SGF without findings.
pub(crate) fn every_moment_is_valid(source: &[u8]) {
    let timeline = timeline(source);
    for view in moments(&timeline).filter(|view| view.roots().next().is_some()) {
        let sgf = view.to_sgf();
        let document = Document::parse_in(sgf.as_str(), Charset::UTF_8).unwrap();
        let found = kifu_sgf::check(&document);
        assert!(found.is_empty(), "{sgf}: {found:?}");
        assert_eq!(tree(&document, document.roots().collect()), held(view));
    }
}

/// The nodes in order, with their depth and properties.
type Held = Vec<(usize, BTreeMap<String, Vec<String>>)>;

/// The nodes of some siblings and their descendants.
fn tree(document: &Document, top: Vec<NodeId>) -> Held {
    let forest = document.forest();
    let all = top.iter().flat_map(|top| forest.preorder(*top));
    let above = top.first().map_or(0, |top| forest.depth(*top));
    all.map(|id| {
        let properties = document.node(id).properties().map(|property| {
            let raw = property
                .values()
                .map(|value| String::from_utf8(value.raw().to_vec()).unwrap());
            (property.ident().as_str().to_owned(), raw.collect())
        });
        (forest.depth(id) - above, properties.collect())
    })
    .collect()
}

fn held(view: View<'_>) -> Held {
    let mut held = Vec::new();
    let mut todo: Vec<(usize, NodeId)> = view.roots().map(|root| (0, root)).collect();
    todo.reverse();
    while let Some((depth, node)) = todo.pop() {
        let properties = view.properties(node);
        let properties = properties
            .map(|(ident, values)| (ident.to_owned(), values.map(str::to_owned).collect()));
        held.push((depth, properties.collect()));
        let children: Vec<NodeId> = view.children(node).collect();
        todo.extend(children.into_iter().rev().map(|child| (depth + 1, child)));
    }
    held
}

/// Checks that a written timeline reads back the same: the tree at every moment, the cursor, and the triggers.
pub(crate) fn what_is_written_reads_back(source: &[u8]) {
    reads_back(&timeline(source));
}

/// Checks the same after cutting, joining and changing times.
pub(crate) fn what_is_edited_reads_back(source: &[u8]) {
    let whole = timeline(source);
    if whole.len() > LONG {
        return;
    }
    let half = Time::from_nanos(whole.duration().nanos() / 2);
    let (first, second) = (whole.cut(..half), whole.cut(half..));
    let (joined, _) = Timeline::join(&[&second, &first, &first]);
    let brisk = whole.retime(&whole.without_idling(Duration::from_millis(1)));
    for edited in [first, second, joined, brisk] {
        reads_back(&edited);
    }
}

fn reads_back(first: &Timeline) {
    for dialect in [Dialect::Distinct, Dialect::Counted] {
        let written = write(first, dialect);
        let recording = Recording::parse_in(written.as_str(), Charset::UTF_8).unwrap();
        let settings = Settings {
            duration: Some(first.duration()),
            ..Settings::default()
        };
        let read = recording.read(&settings);
        let errors = read
            .diagnostics
            .iter()
            .filter(|found| !found.code.name.starts_with("timeline/"));
        let expected = ["rgf/last-time", "rgf/sibling-inserted"];
        let errors: Vec<_> = errors
            .filter(|found| !expected.contains(&found.code.name))
            .collect();
        assert!(errors.is_empty(), "{written}: {errors:?}");
        // The event that states the length of the file is not an error.
        let last = first.events().rev().find(|event| !event.ignored);
        let last = last
            .and_then(|event| event.at)
            .map_or(Time::ZERO, |at| at.time);
        if last < first.duration() {
            let faults = || {
                read.diagnostics
                    .iter()
                    .filter(|found| found.code.name == "rgf/last-time")
            };
            assert_eq!(faults().count(), 0, "{written}");
        }
        assert_eq!(read.timeline.duration(), first.duration(), "{written}");
        let times = |timeline: &Timeline| -> Vec<Time> {
            let effective = timeline.events().filter(|event| !event.ignored);
            effective.filter_map(|event| Some(event.at?.time)).collect()
        };
        // The event that states the length of the file follows all others.
        let (before, mut after) = (times(first), times(&read.timeline));
        let closing = after.split_off(before.len().min(after.len()));
        assert_eq!(before, after);
        assert!(closing.len() <= 2 && closing.iter().all(|at| *at == first.duration()));
        let closed = read.timeline.len() - closing.len();
        let mut after = read.timeline.first();
        same(first.first(), after);
        let mut before = first.first();
        while let Some(next) = before.next() {
            before = next;
            let ignored = first
                .event(before.rank() - 1)
                .is_none_or(|event| event.ignored);
            if ignored {
                continue;
            }
            after = after.next().unwrap();
            if first.len() < LONG || before.rank() % (first.len() / 64) == 0 {
                same(before, after);
            }
        }
        assert_eq!(after.rank(), closed);
        let last = read.timeline.last();
        assert_eq!((held(after), path(after)), (held(last), path(last)));
    }
}

fn same(a: View<'_>, b: View<'_>) {
    assert_eq!(held(a), held(b));
    assert_eq!(path(a), path(b));
    let triggers = |view: View<'_>| {
        view.triggers()
            .map(|event| format!("{:?}", event.kind))
            .collect::<Vec<_>>()
    };
    assert_eq!(triggers(a), triggers(b));
}

/// Checks that a recording which is cut in two at any time and joined again is the same, even if the parts were
/// written to files in between. Its length is kept too.
pub(crate) fn pieces_in_files_are_the_whole(source: &[u8]) {
    let recording = Recording::parse(source).unwrap();
    let whole = recording.read(&Settings::default()).timeline;
    if whole.len() > LONG {
        return;
    }
    let end = whole.duration().nanos();
    let longer = Settings {
        duration: Some(Time::from_nanos(end.saturating_add(2_000_000_000))),
        ..Settings::default()
    };
    let longer = recording.read(&longer).timeline;
    for (whole, dialect) in [(whole, Dialect::Distinct), (longer, Dialect::Counted)] {
        let stamps = whole.events().filter_map(|event| Some(event.at?.time));
        let step = whole.len() / 4 + 1;
        let some = stamps.step_by(step).map(Time::nanos);
        let times = some
            .chain([0, end / 2, end, whole.duration().nanos()])
            .flat_map(|nanos| [nanos, nanos.saturating_add(1)])
            .map(Time::from_nanos)
            .collect::<std::collections::BTreeSet<_>>();
        let inside = |time: &&Time| (Time::ZERO..=whole.duration()).contains(time);
        for &at in times.iter().filter(inside) {
            let pieces = [whole.cut(..at), whole.cut(at..)].map(|piece| {
                let written = write(&piece, dialect);
                assert!(!written.is_empty());
                let recording = Recording::parse_in(written, Charset::UTF_8).unwrap();
                let read = recording.read(&Settings::default()).timeline;
                assert_eq!(read.duration(), piece.duration());
                read
            });
            let (joined, seams) = Timeline::join(&[&pieces[0], &pieces[1]]);
            assert!(seams[0].is_smooth(), "{seams:?} at {at}");
            assert_eq!(joined.duration(), whole.duration());
            let sorted = |view: View<'_>| {
                let mut all = held(view);
                for values in all.iter_mut().flat_map(|(_, held)| held.values_mut()) {
                    *values = values.iter().flat_map(|value| points(value)).collect();
                    values.sort();
                }
                all
            };
            for &time in &times {
                let (joined, whole) = (joined.at(time), whole.at(time));
                assert_eq!(sorted(joined), sorted(whole), "cut at {at}, {time}");
                assert_eq!(path(joined), path(whole), "cut at {at}, {time}");
                assert_eq!(triggers(joined), triggers(whole), "cut at {at}, {time}");
            }
        }
    }
}

/// The points of a rectangle; any other value as it is.
fn points(written: &str) -> Vec<String> {
    match value::area(written.as_bytes(), Size::new(52, 52).unwrap()) {
        Ok(read) => {
            let letters = |point| value::PointLetters::of_point(point).unwrap().to_string();
            read.value.points().map(letters).collect()
        }
        Err(_) => vec![written.to_owned()],
    }
}

/// The path to the node that is shown.
fn path(view: View<'_>) -> Option<Vec<usize>> {
    let mut path = Vec::new();
    let mut at = view.cursor()?;
    loop {
        let parent = view.parent(at);
        let mut row: Box<dyn Iterator<Item = NodeId>> = match parent {
            Some(parent) => Box::new(view.children(parent)),
            None => Box::new(view.roots()),
        };
        path.push(row.position(|other| other == at).unwrap());
        match parent {
            Some(parent) => at = parent,
            None => return Some(path),
        }
    }
}

/// The triggers so far with their times, except those that cutting and joining change.
fn triggers(view: View<'_>) -> Vec<(Option<Time>, String)> {
    let all = view.triggers().filter_map(|event| match event.kind {
        EventKind::Trigger { name } if name != "N" && name != "ENDED" => {
            Some((event.at.map(|at| at.time), name.to_owned()))
        }
        _ => None,
    });
    all.collect()
}

/// Checks that the SGF file of a moment has the recorded tree below its node, and compares as equal.
pub(crate) fn what_is_spliced_is_what_was_recorded(source: &[u8]) {
    let main =
        Document::parse("(;GM[1]FF[4]CA[UTF-8](;GS[a.rgf]N[here];B[aa])(;N[other]))").unwrap();
    let streams = Streams::of(&main);
    let timeline = timeline(source);
    let step = (timeline.len() / 4).max(1);
    for rank in (0..=timeline.len()).step_by(step) {
        let view = timeline.at_rank(rank);
        let spliced = streams.streams[0]
            .at(&main, view, SpliceAs::Stream)
            .unwrap();
        let read = Document::parse(spliced.to_bytes()).unwrap();
        let root = read.roots().next().unwrap();
        let node = read.forest().first_child(root).unwrap();
        let below: Vec<NodeId> = read.forest().children(node).collect();
        if !below.is_empty() {
            assert_eq!(tree(&read, below), held(view));
        }
    }
    let spliced = streams.streams[0]
        .at(&main, timeline.last(), SpliceAs::Stream)
        .unwrap();
    let read = Document::parse(spliced.to_bytes()).unwrap();
    let found = Streams::of(&read).compare(&read, "a.rgf", &timeline);
    // A recording can contain nodes that look like game streams.
    let is_plain = Streams::of(&read).streams.len() == 1 && Streams::of(&read).snapshots.is_empty();
    assert!(found.is_empty() || !is_plain, "{found:?}");
}

/// SGF files of different forms, each with a game stream node.
const MAINS: [&[u8]; 9] = [
    b"(;GM[1];GS[a.rgf])",
    b"(;GM[1]FF[4]CA[UTF-8](;GS[a.rgf]N[here];B[aa])(;N[other]))\n",
    b"(;GM[1]\n(;GS[a.rgf]\n(;B[aa];W[bb])\n(;GD[a.rgf:1];B[cc])\n(;W[dd]))\n(;N[other]))\n(;GM[1];B[aa])\n",
    b"(;GM[1]CA[GB18030]PB[\xC4\xF4\xCE\xC0\xC6\xBD];GS[a.rgf];B[aa])",
    b"(;GM[1]CA[ISO-2022-JP];GS[a.rgf])",
    // Characters whose second byte is a backslash.
    b"(;GM[1]CA[Shift_JIS]PB[\x95\x5C\x94\x5C];GS[a.rgf]C[\x95\x5C])",
    // A guessed charset.
    b"(;GM[1]PB[\xC4\xF4\xCE\xC0\xC6\xBD];GS[a.rgf])",
    // Damaged files.
    b"(;GM[1](;GS[a.rgf];B[aa])(;N[other]",
    b"(;GM[1];GS[a.rgf](;B[aa",
];

/// Checks that recorded nodes in an SGF file are written as if they were added one by one.
pub(crate) fn what_is_spliced_is_what_edits_give(source: &[u8]) {
    is_spliced_like_edits(&timeline(source));
}

pub(crate) fn is_spliced_like_edits(timeline: &Timeline) {
    let wide: Vec<u8> = MAINS[1].iter().flat_map(|byte| [*byte, 0]).collect();
    let step = (timeline.len() / 4).max(1);
    for main in MAINS.into_iter().chain([&*wide]) {
        let main = Document::parse(main).unwrap();
        for rank in (0..=timeline.len()).step_by(step) {
            let view = timeline.at_rank(rank);
            let stream = &Streams::of(&main).streams[0];
            let spliced = stream.at(&main, view, SpliceAs::Stream);
            let spliced = spliced.map(|spliced| spliced.to_bytes());
            assert_eq!(stream.bytes_at(&main, view, SpliceAs::Stream), spliced);
            match spliced {
                Ok(bytes) => assert_eq!(Ok(bytes), with_added_nodes(&main, view), "{main:?}"),
                // The guess of the charset can change only once the file is complete.
                Err(EditError::Charset)
                    if main.charset(stream.node).source == CharsetSource::Guess => {}
                Err(error) => assert_eq!(with_added_nodes(&main, view), Err(error), "{main:?}"),
            }
        }
    }
}

/// The SGF file with the recorded nodes added one by one.
fn with_added_nodes(main: &Document, view: View<'_>) -> Result<Vec<u8>, EditError> {
    let streams = Streams::of(main);
    let stream = streams.streams[0].node;
    let is_shown = |child: &NodeId| {
        let snapshots = streams.snapshots.iter().map(|snapshot| snapshot.node);
        let mut others = streams
            .streams
            .iter()
            .map(|stream| stream.node)
            .chain(snapshots);
        !others.any(|other| other == *child)
    };
    let shown: Vec<NodeId> = main.forest().children(stream).filter(is_shown).collect();
    let first = shown.first();
    let place = first.map_or(Place::LastChild(stream), |first| Place::Before(*first));
    let found = main.charset(stream);
    let mut edited = main.with_text(main.text().to_vec()).unwrap();
    let mut todo: Vec<(NodeId, Place)> = view.roots().map(|root| (root, place)).collect();
    todo.reverse();
    while let Some((node, place)) = todo.pop() {
        let copy = edited.add_node(place)?;
        for (ident, values) in view.properties(node) {
            for value in values {
                if !value.is_ascii() && !found.is_sure() {
                    return Err(EditError::Charset);
                }
                let encoded = found.charset.encode(value);
                let encoded = encoded.map_err(|error| EditError::Unencodable(error.character))?;
                let mut copy = edited.node_mut(copy);
                match copy.add_value(ident, NewValue::Raw(&encoded)) {
                    Err(EditError::NotAValue) => copy.add_value(ident, &*kifu_sgf::text(value))?,
                    added => added?,
                }
            }
        }
        let children: Vec<NodeId> = view.children(node).collect();
        let children = children.into_iter().rev();
        todo.extend(children.map(|child| (child, Place::LastChild(copy))));
    }
    for child in shown {
        edited.remove_node(child);
    }
    Ok(edited.to_bytes())
}

/// A directory with one file.
struct OneFile<'a>(&'a str, &'a [u8]);

impl Directory for OneFile<'_> {
    type Error = Infallible;

    fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, Infallible> {
        Ok((name == self.0).then(|| self.1.to_vec()))
    }

    fn size(&mut self, name: &str) -> Option<u64> {
        (name == self.0).then_some(self.1.len() as u64)
    }
}

/// Checks that an SGF file and its recording are the same session from a bundle and from a directory.
pub(crate) fn a_session_is_the_same_from_a_bundle_and_a_folder(source: &[u8]) {
    const MAIN: &str = "(;GM[1]CA[UTF-8];GS[talk.rgf])";
    let bundled = Session::of_bundle(Bundle {
        main_name: "talk.sgf".to_owned(),
        main: MAIN.into(),
        recordings: vec![("talk.rgf".to_owned(), source.to_vec())],
        others: Vec::new(),
        warnings: Vec::new(),
    });
    let main = Document::parse(MAIN).unwrap();
    let in_folder = Session::of_sgf("talk.sgf", main, &mut OneFile("talk.rgf", source));
    let shown = |session: Session| {
        let findings = session.findings(Vec::new());
        let mut found = session.loaded();
        let (_, track) = found.next().unwrap();
        assert!(found.next().is_none());
        let (recording, diagnostics) = track.check();
        assert_eq!(track.source, source);
        assert_eq!(recording.document().to_bytes(), source);
        let text = write(track.timeline(), Dialect::Counted);
        (text, diagnostics, findings)
    };
    assert_eq!(shown(bundled.unwrap()), shown(in_folder.unwrap()));
}
