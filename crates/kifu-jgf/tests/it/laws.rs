//! Laws that hold for any bytes. The tests check them on cases and corpus, and the fuzzer includes this file.

use kifu_jgf::convert::{JsonWriter, PrivateData, Target, from_games, to_games};
use kifu_jgf::{
    CODES, Color, Comment, Document, LimitKind, Limits, Move, Node, NodeId, Options, Place, Play,
    Point, PointGroup, Pointers, Profile, RawJson, Record, Tree, charset::Charset, end_of_records,
    read_rest, read_start, text, to_utf8,
};

/// Checks that a file without edits is written as it was read: strict JSON token by token, and any other text
/// as the strict JSON that it was read as.
pub(crate) fn values_survive(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let written = document.to_json(&Options::COMPACT);
    let strict = RawJson::parse(&written).expect("strict JSON is written");
    assert_eq!(strict.json(), written, "there is no white space");
    let laid_out = RawJson::parse(&document.to_json(&Options::PRETTY));
    assert_eq!(laid_out, Some(strict));
    // Of duplicate members, only the value that is used is changed to UTF-8.
    let mut found = document.diagnostics().iter();
    let is_twice = found.any(|found| found.code.name == "jgf/duplicate-member");
    let strict = RawJson::parse(&to_utf8(source)).filter(|raw| raw.json().starts_with(['{', '[']));
    if let Some(raw) = strict.filter(|_| !is_twice || text(source) == to_utf8(source)) {
        assert_eq!(raw.json(), written);
    }
    // A file converted from another charset must not name that charset.
    let again = Document::parse(written.as_bytes()).unwrap();
    if document
        .charset()
        .is_some_and(|found| found.charset != Charset::UTF_8)
    {
        let mut found = again.diagnostics().iter();
        assert!(
            !found.any(|found| found.code.name == "jgf/charset"),
            "{written}"
        );
    }
    // The value that another JSON library reads must stay the same, if it accepts the file.
    let value = serde_json::from_slice::<serde_json::Value>(source).ok();
    if let Some(value) = value.filter(|value| value.is_object() || value.is_array()) {
        let again: serde_json::Value = serde_json::from_str(&written).unwrap();
        assert_eq!(again, value);
    }
    let again = Document::parse(written.as_bytes()).unwrap();
    if !document.records.is_empty() {
        assert_eq!(again.records, document.records);
        assert_eq!(again.to_json(&Options::COMPACT), written);
    }
}

/// Checks that the records before a comma, and the rest after it, are read as in the whole file.
pub(crate) fn parts_are_the_whole(source: &[u8]) {
    let whole = Document::parse(source).unwrap();
    if whole
        .charset()
        .is_none_or(|found| found.charset != Charset::UTF_8)
    {
        return;
    }
    for eighths in 1..=8 {
        let Some(end) = end_of_records(&source[..source.len() * eighths / 8]) else {
            continue;
        };
        let Some(start) = read_start(&source[..end]) else {
            continue;
        };
        let rest = read_rest(&source[end..]).unwrap();
        let records = [&start.records[..], &rest.records].concat();
        assert_eq!(records, whole.records);
        let found = rest.diagnostics().iter();
        let shifted = found.map(|found| (found.span.range().start + end, &found.message));
        // That the collection is never closed is reported at its start, or at the start of the rest.
        let expected = whole.diagnostics().iter();
        let expected = expected.map(|found| (found.span.range().start.max(end), &found.message));
        assert!(shifted.eq(expected));
    }
}

/// Checks that a file which exactly fits the limits reads as without limits. If any limit is lowered by one, the file
/// is rejected, at an offset in the text.
pub(crate) fn limits_are_exact(source: &[u8]) {
    let whole = Document::parse(source).unwrap();
    let twice = |found: &kifu_jgf::Diagnostic| found.code.name == "jgf/duplicate-member";
    if whole.diagnostics().iter().any(twice) {
        return; // Nodes of a tree that another one replaces count too.
    }
    let exact = Limits {
        bytes: source.len(),
        nodes: whole
            .records
            .iter()
            .map(|record| record.tree().id_count())
            .sum(),
        ..Limits::default()
    };
    let read = |limits: Limits| Document::parse_within(source, &limits);
    assert_eq!(read(exact), Ok(whole));
    if let Some(bytes) = exact.bytes.checked_sub(1) {
        assert_eq!(read(Limits { bytes, ..exact }).unwrap_err().at, bytes);
    }
    if let Some(nodes) = exact.nodes.checked_sub(1) {
        let error = read(Limits { nodes, ..exact }).unwrap_err();
        assert_eq!((error.kind, error.limit), (LimitKind::Nodes, nodes));
        assert!(error.at < text(source).len());
    }
}

/// Checks that findings are in the text, in order, and have listed codes.
pub(crate) fn findings_are_sound(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let text = text(source);
    let mut pointers = Pointers::new(&text);
    let mut last = 0;
    for found in document.diagnostics() {
        assert!(text.get(found.span.range()).is_some(), "{found}");
        assert!(found.span.start >= last);
        last = found.span.start;
        assert!(CODES.iter().any(|code| code.name == found.code.name));
        let pointer = pointers.at(found.span.start);
        assert!(pointer.is_empty() || pointer.starts_with('/'));
        if text.len() < 1 << 10 {
            assert_eq!(Pointers::new(&text).at(found.span.start), pointer);
        }
    }
}

/// Checks that each node has a span inside of its record, in ascending order.
pub(crate) fn nodes_have_their_places(source: &[u8]) {
    let (document, places) = Document::parse_with_spans(source).unwrap();
    assert_eq!(document, Document::parse(source).unwrap());
    assert_eq!(places.len(), document.records.len());
    for (record, places) in document.records.iter().zip(&places) {
        let tree = record.tree();
        let nodes = tree.roots().flat_map(|root| tree.preorder(root)).count();
        assert_eq!(places.nodes.len(), nodes);
        let in_order = |pair: &[kifu_jgf::Span]| pair[0].start <= pair[1].start;
        assert!(places.nodes.windows(2).all(in_order));
        for node in &places.nodes {
            assert!(places.record.start <= node.start && node.end <= places.record.end);
        }
    }
}

/// Checks that a record keeps its meaning when it is written for any profile.
pub(crate) fn profiles_say_the_same(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    for profile in [Profile::Spec, Profile::NgGo, Profile::Seki] {
        let options = Options {
            profile: Some(profile),
            ..Options::COMPACT
        };
        let written = document.to_json(&options);
        assert!(RawJson::parse(&written).is_some());
        for record in &document.records {
            let written = record.to_json(&options);
            if !written.starts_with(['{', '[']) {
                // In an array, any value can be in place of a record, but a file cannot consist of
                // such a value.
                continue;
            }
            let again = Document::parse(written.as_bytes()).unwrap();
            let [again] = &again.records[..] else {
                panic!("one record is written: {written}");
            };
            say_the_same(record.tree(), again.tree());
        }
    }
}

fn say_the_same(before: &Tree, after: &Tree) {
    let (mut before, mut after) = (said(before), said(after));
    // A value that is not a point in one form can be a point in another.
    for ((_, before), (_, after)) in before.iter_mut().zip(&mut after) {
        let (before, after) = (&mut *before.more, &mut *after.more);
        for (before, after) in [
            (&mut before.setup, &mut after.setup),
            (&mut before.markup, &mut after.markup),
            (&mut before.score, &mut after.score),
        ] {
            if before.iter().any(|group| !group.unread.is_empty()) {
                before.clear();
                after.clear();
            }
        }
    }
    for (after, before) in after.iter().zip(&before) {
        assert_eq!(after, before);
    }
    assert_eq!(after.len(), before.len());
}

/// The contents of the nodes of a tree without their spelling, each with its depth.
fn said(tree: &Tree) -> Vec<(usize, Node)> {
    let groups = |groups: &mut kifu_jgf::List<PointGroup>, colors: bool| {
        for group in groups.iter_mut() {
            group.kind = match (&*group.kind, group.color()) {
                (_, Some(color)) if colors => color.letter().to_string().into(),
                (_, _) if colors && group.is_clear() => "E".into(),
                ("select", _) => "selected".into(),
                (kind, _) => kind.into(),
            };
        }
        // In version 1, all groups of one kind are in one list.
        let mut merged: Vec<PointGroup> = Vec::new();
        for group in groups.drain(..) {
            match merged.iter_mut().find(|known| known.kind == group.kind) {
                Some(known) => {
                    known.points.extend(group.points.iter().cloned());
                    known.unread.extend(group.unread.iter().cloned());
                }
                None => merged.push(group),
            }
        }
        *groups = merged.into();
    };
    let mut nodes = Vec::new();
    let mut depth = 0;
    for step in tree.roots().flat_map(|root| tree.traverse(root)) {
        match step {
            kifu_tree::Step::Leave(_) => depth -= 1,
            kifu_tree::Step::Enter(id) => {
                let mut node = tree[id].clone();
                let holds = tree.first_child(id).is_some();
                if node.is_placeholder() && holds {
                    // The placeholder becomes a node without content.
                    nodes.push((depth, Node::default()));
                } else if !node.is_placeholder() {
                    groups(&mut node.setup, true);
                    groups(&mut node.score, true);
                    groups(&mut node.markup, false);
                    nodes.push((depth, node));
                }
                depth += 1;
            }
        }
    }
    nodes
}

/// Checks that games written one at a time result in the same file as games written together.
pub(crate) fn pieces_are_the_whole(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    let games: Vec<_> = to_games(&document).map(|game| game.value).collect();
    // A single game and several games are laid out differently.
    let twice = match &games[..] {
        [one] => vec![one.clone(), one.clone()],
        _ => Vec::new(),
    };
    for games in [games, twice] {
        for (target, profile) in [
            (Target::V1, None),
            (Target::V1, Some(Profile::NgGo)),
            (Target::V2, None),
            (Target::V2, Some(Profile::Seki)),
        ] {
            let all = from_games(&games, target, PrivateData::Write);
            for pretty in [true, false] {
                let options = Options { pretty, profile };
                let mut writer = JsonWriter::new(target, PrivateData::Write, options);
                let (mut text, mut losses) = (String::new(), Vec::new());
                for game in &games {
                    let piece = writer.add(game);
                    text.push_str(&piece.value);
                    losses.extend(piece.losses);
                }
                text.push_str(&writer.finish());
                assert_eq!(text, all.value.to_json(&options), "{target:?} {options:?}");
                assert_eq!(losses, all.losses);
            }
        }
    }
}

/// Checks that setting a member changes no other member.
pub(crate) fn set_changes_only_its_member(source: &[u8]) {
    let document = Document::parse(source).unwrap();
    for record in &document.records {
        let name = "a new name";
        let mut edited = record.clone();
        match &mut edited {
            Record::V1(record) => record.game.name = Some(name.into()),
            Record::V2(record) => record.game.name = Some(name.into()),
        }
        let (Some(before), Some(after)) = (value(record), value(&edited)) else {
            continue;
        };
        let expected = if before.is_array() {
            serde_json::json!({ "game": { "name": name }, "tree": before })
        } else if !before.is_object()
            || !before.get("game").is_none_or(serde_json::Value::is_object)
        {
            continue;
        } else {
            let mut expected = before.clone();
            expected["game"]["name"] = name.into();
            expected
        };
        assert_eq!(after, expected);

        let mut edited = record.clone();
        let Some(root) = edited
            .tree()
            .first_root()
            .filter(|root| !edited.tree()[*root].is_placeholder())
        else {
            continue;
        };
        edited.tree_mut()[root].name = Some(name.into());
        let mut expected = before;
        let nodes = if expected.is_array() {
            &mut expected
        } else {
            &mut expected["tree"]
        };
        if nodes.is_array() {
            nodes[0]["name"] = name.into();
            assert_eq!(value(&edited), Some(expected));
        }
    }
}

/// A record as another JSON library reads it; `None` if it is nested too deeply.
fn value(record: &Record) -> Option<serde_json::Value> {
    serde_json::from_str(&record.to_json(&Options::COMPACT)).ok()
}

/// Checks that after any edits of a tree, the written text reads back as the edited tree. The first bytes are
/// the edits, and the rest is the file.
pub(crate) fn edits_read_back(data: &[u8]) {
    let Some((count, rest)) = data.split_first() else {
        return;
    };
    let length = (usize::from(*count % 16) * 4).min(rest.len());
    let (script, source) = rest.split_at(length);
    let mut document = Document::parse(source).unwrap();
    for record in &mut document.records {
        for edit in script.chunks_exact(4) {
            let [kind, a, b, c] = [edit[0], edit[1], edit[2], edit[3]];
            edit_tree(record.tree_mut(), kind, a, b, c);
        }
        for profile in [None, Some(Profile::Spec), Some(Profile::Seki)] {
            let written = record.to_json(&Options {
                profile,
                ..Options::COMPACT
            });
            let again = Document::parse(written.as_bytes()).unwrap();
            let [again] = &again.records[..] else {
                panic!("one record is written: {written}");
            };
            say_the_same(&meant(record.tree()), again.tree());
        }
    }
}

/// Checks [`edits_read_back`] with a few edits.
pub(crate) fn some_edits_read_back(source: &[u8]) {
    /// Each edit is an operation, two nodes, and a number.
    const SCRIPTS: [&[[u8; 4]]; 3] = [
        // Set values.
        &[
            [7, 0, 0, 0],
            [8, 1, 3, 3],
            [9, 2, 5, 5],
            [7, 3, 0, 0],
            [9, 1, 55, 3],
        ],
        // Add nodes.
        &[
            [0, 0, 1, 2],
            [0, 0, 3, 4],
            [0, 1, 5, 6],
            [2, 0, 7, 8],
            [1, 2, 9, 10],
            [1, 0, 1, 1],
        ],
        // Move and remove nodes.
        &[
            [3, 4, 1, 0],
            [4, 3, 0, 0],
            [5, 9, 0, 0],
            [6, 2, 0, 0],
            [3, 2, 0, 0],
            [0, 1, 1, 1],
        ],
    ];
    for script in SCRIPTS {
        let count = [script.len() as u8];
        edits_read_back(&[&count, script.as_flattened(), source].concat());
    }
}

/// The tree that must be read back: several roots are children of an implied root, and a placeholder becomes a
/// node once a node follows it.
fn meant(tree: &Tree) -> Tree {
    let mut meant = tree.clone();
    let roots: Vec<NodeId> = meant.roots().collect();
    if roots.len() > 1 {
        let top = meant.push_root(Node::default());
        for root in roots {
            meant.move_to(root, Place::LastChild(top)).unwrap();
        }
        // The placeholder has no content.
        meant[top] = placeholder();
    }
    meant
}

/// A node that is not written.
fn placeholder() -> Node {
    let document = Document::parse(br#"{"tree": [[]]}"#).unwrap();
    let tree = document.records[0].tree();
    tree[tree.first_root().unwrap()].clone()
}

fn edit_tree(tree: &mut Tree, kind: u8, a: u8, b: u8, c: u8) {
    let nodes: Vec<NodeId> = tree.roots().flat_map(|root| tree.preorder(root)).collect();
    let real = |number: u8| {
        let real: Vec<_> = nodes
            .iter()
            .filter(|id| !tree[**id].is_placeholder())
            .collect();
        (!real.is_empty()).then(|| *real[usize::from(number) % real.len()])
    };
    let point = Point::new(b % 60, c % 19);
    let play = Play::new(
        if c & 1 == 0 {
            Color::Black
        } else {
            Color::White
        },
        Move::Play(point),
    );
    let new = Node {
        play: Some(play),
        ..Node::default()
    };
    let Some(id) = real(a) else {
        tree.push_root(new);
        return;
    };
    let other = real(b).unwrap_or(id);
    match kind % 9 {
        0 => drop(tree.push_child(id, new)),
        1 => drop(tree.insert(Place::Before(id), new)),
        2 => drop(tree.insert(Place::FirstChild(id), new)),
        3 => drop(tree.move_to(id, Place::LastChild(other))),
        4 => drop(tree.promote(id)),
        5 => tree.make_main_line(id),
        6 if tree.parent(id).is_some() => tree.remove(id),
        7 => tree[id].comments.push(Comment::from("so")),
        8 => tree[id].markup.push(PointGroup::new("circle", [point])),
        _ => tree[id].play = new.play,
    }
}
