//! Tests of reading by example, where a case file would show less.

use kifu_core::{Color, Move, Point};
use kifu_jgf::convert::{Target, from_game, to_game};
use kifu_jgf::{
    Comment, Details, Dialect, Document, Node, NodeId, Number, Options, Place, Play, PointGroup,
    Pointers, Profile, Record, end_of_records, read_start, v1, v2,
};
use kifu_tree::game::PrivateData;

fn one(source: &str) -> Record {
    let mut document = Document::parse(source.as_bytes()).unwrap();
    assert_eq!(document.records.len(), 1);
    document.records.remove(0)
}

fn v1(source: &str) -> v1::Record {
    match one(source) {
        Record::V1(record) => record,
        Record::V2(_) => panic!("version 2: {source}"),
    }
}

fn v2(source: &str) -> v2::Record {
    match one(source) {
        Record::V2(record) => record,
        Record::V1(_) => panic!("version 1: {source}"),
    }
}

#[test]
fn the_layout_decides_the_version() {
    // The version number is ignored.
    for source in [
        r#"{"record":{"version":2},"game":{"komi":5.5},"tree":[]}"#,
        r#"{"record":{"version":2,"application":"x"},"tree":[]}"#,
        r#"{"player":{},"tree":[]}"#,
        r#"{"tree":[{"move":{"B":"dd"}}]}"#,
        r#"[{"root":true}]"#,
        "{}",
    ] {
        v1(source);
    }
    for source in [
        r#"{"record":{"format":"JGF","version":1},"game":{"komi":5.5}}"#,
        r#"{"record":{"version":1},"players":[]}"#,
        r#"{"rules":{},"tree":[]}"#,
        r#"{"record":{"version":1,"generator":"x"},"tree":[]}"#,
        r#"{"board":{"size":9},"tree":[]}"#,
        r#"{"tree":[{"comments":[]},{"move":{"color":"black","x":1,"y":1}}]}"#,
    ] {
        v2(source);
    }
}

#[test]
fn dialects_are_distinguished() {
    for (dialect, source) in [
        (
            Dialect::V1Pre,
            r#"{"record":{"creator":"x"},"game":{"black":{"name":"A"}},"tree":[]}"#,
        ),
        (
            Dialect::V1Letters,
            r#"{"game":{"komi":1},"tree":[{},{"move":{"B":"dd"}}]}"#,
        ),
        (
            Dialect::V1Numeric,
            r#"{"game":{"komi":1},"tree":[{},{"move":{"B":[3,3]}}]}"#,
        ),
        (
            Dialect::V2Draft,
            r#"{"game":{"players":[]},"tree":[{"setup":[]}]}"#,
        ),
        (Dialect::V2Draft, r#"{"rules":{"mainTime":60},"tree":[]}"#),
        (
            Dialect::V2,
            r#"{"rules":{"time":60},"tree":[{"move":{"color":"black","x":1,"y":1}}]}"#,
        ),
        (Dialect::V2Seki, r#"{"players":{"black":{}},"tree":[]}"#),
        (
            Dialect::V2Seki,
            r#"{"record":{"format":"JGF","version":"2.0.0"},"tree":[]}"#,
        ),
        (
            Dialect::Mixed,
            r#"{"game":{"komi":1},"tree":[{"setup":[]},{"move":{"B":"dd"}}]}"#,
        ),
        (
            Dialect::Mixed,
            r#"{"rules":{},"tree":[{"move":{"B":[1,1]}}]}"#,
        ),
    ] {
        assert_eq!(one(source).dialect(), dialect, "{source}");
    }
    assert_eq!(Record::from(v2::Record::default()).dialect(), Dialect::V2);
}

fn plays(source: &str) -> Vec<Option<(Color, Move)>> {
    let record = one(&format!(r#"{{"tree":[{{}},{source}]}}"#));
    let tree = record.tree();
    let nodes = tree.preorder(tree.first_root().unwrap()).skip(1);
    nodes
        .map(|id| tree[id].play.as_ref().map(|play| (play.color, play.at)))
        .collect()
}

#[test]
fn moves_in_every_spelling() {
    let at = |col, row| Some((Color::Black, Move::Play(Point::new(col, row))));
    for (source, play) in [
        (r#"{"move":{"B":"dc"}}"#, at(3, 2)),
        (r#"{"move":{"B":"Aa"}}"#, at(26, 0)),
        (r#"{"move":{"b":"dc"}}"#, at(3, 2)),
        (r#"{"move":{"Black":[3,2]}}"#, at(3, 2)),
        (r#"{"move":{"B":["3","2"]}}"#, at(3, 2)),
        (r#"{"move":{"B":{"x":3,"y":2}}}"#, at(3, 2)),
        (r#"{"move":{"color":"black","x":3,"y":2}}"#, at(3, 2)),
        (r#"{"move":{"color":"B","x":"3","y":2.0}}"#, at(3, 2)),
        (r#"{"move":{"color":"BLACK","coords":[3,2]}}"#, at(3, 2)),
        (r#"{"move":{"x":99,"y":200,"color":"black"}}"#, at(99, 200)),
        (r#"{"move":{"B":"dc","W":"dd"}}"#, at(3, 2)),
        (r#"{"move":{"B":"ddd"}}"#, None),
        (r#"{"move":{"color":"black","x":-1,"y":2}}"#, None),
        (r#"{"move":{"color":"black","x":1.5,"y":2}}"#, None),
        (r#"{"move":{"color":"red","x":1,"y":2}}"#, None),
        (r#"{"move":{"R":"aa"}}"#, None),
        (r#"{"move":"B"}"#, None),
    ] {
        assert_eq!(plays(source), [play], "{source}");
    }
}

#[test]
fn passes_in_every_spelling() {
    for source in [
        r#"{"W":"pass"}"#,
        r#"{"W":"Pass"}"#,
        r#"{"W":""}"#,
        r#"{"W":null}"#,
        r#"{"W":"\u0000\u0000"}"#,
        r#"{"color":"white","pass":true}"#,
        r#"{"color":"white","pass":true,"x":3,"y":3}"#,
        r#"{"color":"white"}"#,
        r#"{"color":"white","x":null,"y":null}"#,
        r#"{"color":"white","x":3}"#,
        r#"{"color":"white","pass":false}"#,
    ] {
        let node = format!(r#"{{"move":{source}}}"#);
        assert_eq!(plays(&node), [Some((Color::White, Move::Pass))], "{source}");
    }
    let played = plays(r#"{"move":{"color":"white","pass":false,"x":3,"y":4}}"#);
    assert_eq!(played, [Some((Color::White, Move::Play(Point::new(3, 4))))]);
}

#[test]
fn groups_in_every_spelling() {
    for source in [
        r#"{"label":[["dc","A"],"ee"]}"#,
        r#"{"label":["dc:A","ee"]}"#,
        r#"{"label":[[3,2,"A"],[4,4]]}"#,
        r#"[{"type":"label","coords":[{"x":3,"y":2,"text":"A"},{"x":4,"y":4}]}]"#,
        r#"[{"coordinates":[[3,2,"A"],"ee"],"type":"label"}]"#,
    ] {
        let record = one(&format!(r#"{{"tree":[{{"markup":{source}}}]}}"#));
        let node = &record.tree()[record.tree().first_root().unwrap()];
        let [group] = &node.markup[..] else {
            panic!("one group: {source}");
        };
        assert_eq!(&*group.kind, "label");
        let points: Vec<_> = group
            .points
            .iter()
            .map(|mark| (mark.at, mark.text.as_deref()))
            .collect();
        assert_eq!(
            points,
            [(Point::new(3, 2), Some("A")), (Point::new(4, 4), None)],
            "{source}"
        );
    }
    let record = v1(r#"{"tree":[{"setup":{"B":"aa","white":[[1,1]],"E":[2,2]}}]}"#);
    let setup = &record.tree[record.tree.first_root().unwrap()].setup;
    let points: Vec<_> = setup
        .iter()
        .map(|group| (group.color(), group.is_clear(), group.points[0].at.col))
        .collect();
    assert_eq!(
        points,
        [
            (Some(Color::Black), false, 0),
            (Some(Color::White), false, 1),
            (None, true, 2)
        ]
    );
}

/// The parent and name of each node; placeholders are `-`.
fn shape(source: &str) -> String {
    let record = one(&format!(r#"{{"tree":{source}}}"#));
    let tree = record.tree();
    let name = |id: NodeId| match (tree[id].is_placeholder(), &tree[id].name) {
        (true, _) => "-".to_owned(),
        (false, name) => name.as_deref().unwrap_or("?").to_owned(),
    };
    let nodes = tree.roots().flat_map(|root| tree.preorder(root));
    let nodes = nodes.map(|id| tree.parent(id).map(name).unwrap_or_default() + &name(id));
    nodes.collect::<Vec<_>>().join(" ")
}

#[test]
fn trees_in_every_shape() {
    let n = |name: &str| format!(r#"{{"name":"{name}"}}"#);
    let [a, b, c, d] = ["a", "b", "c", "d"].map(n);
    for (source, expected) in [
        (format!("[{a},{b},{c}]"), "a ab bc"),
        (format!("[{a},[[{b},{c}],[{d}]]]"), "a ab bc ad"),
        (
            format!("[{a},{{\"variations\":[[{b},{c}],[{d}]]}}]"),
            "a ab bc ad",
        ),
        // Nodes after variations.
        (format!("[{a},[[{b}]],{c},{d}]"), "a ab ac cd"),
        (format!("[{a},[[{b}]],[[{c}]],{d}]"), "a ab ac ad"),
        // Variations without a node before them.
        (format!("[[[{a}],[{b}]]]"), "- -a -b"),
        (format!("[{a},[[[[{b}],[{c}]]]]]"), "a a- -b -c"),
        // Empty lists.
        ("[]".to_owned(), ""),
        (format!("[{a},[]]"), "a a-"),
        (format!("[{a},[[],[{b}]]]"), "a a- ab"),
        // Variations without arrays, and variations inside a node.
        (format!("[{a},{{\"variations\":[{b},{c}]}}]"), "a ab ac"),
        (
            format!("[{a},{{\"variations\":[{b},{{\"variations\":[{c}]}}]}}]"),
            "a ab a- -c",
        ),
        (
            format!("[{{\"name\":\"a\",\"variations\":[[{b}],[{c}]]}},{d}]"),
            "a ab ac ad",
        ),
        // Values that are not nodes.
        (format!("[{a},5,{b}]"), "a a- ab"),
        (format!("[{a},[[{b}],null,[{c}]]]"), "a ab a- ac"),
        (
            format!(
                "\"[{},[[{}]]]\"",
                a.replace('"', "\\\""),
                b.replace('"', "\\\"")
            ),
            "a ab",
        ),
    ] {
        assert_eq!(shape(&source), expected, "{source}");
        // Each shape is written as it was read, also by way of a game and if the nodes are moves.
        let (mut letters, mut numbers) = (source.clone(), source.clone());
        for (at, name) in ["a", "b", "c", "d"].iter().enumerate() {
            let letter = format!(r#"{{"move":{{"B":"{name}{name}"}}}}"#);
            letters = letters.replace(&n(name), &letter);
            let number = format!(r#"{{"move":{{"color":"black","x":{at},"y":{at}}}}}"#);
            numbers = numbers.replace(&n(name), &number);
        }
        for (head, tree, target) in [
            ("", &source, Target::V1),
            ("", &letters, Target::V1),
            (r#""rules":{},"#, &numbers, Target::V2),
        ] {
            let whole = format!("{{{head}\"tree\":{tree}}}");
            assert_eq!(one(&whole).to_json(&Options::COMPACT), whole);
            let game = to_game(&one(&whole)).value;
            let again = from_game(&game, target, PrivateData::Write).value;
            assert_eq!(again.to_json(&Options::COMPACT), whole);
        }
    }
}

#[test]
fn an_edit_changes_only_its_member() {
    let source = concat!(
        r#"{"tree":[{"x":1e2,"comments":["a"],"move":{"y":"3","color":"Black","x":3.0}}],"#,
        r#""rules":{"komi":"6.50","x":[1.0,{}],"time":7200,"ruleset":null},"#,
        r#""players":{"white":{"rank":"9p"},"black":{"name":"B"}},"odd":{"k":0.10}}"#,
    );
    let mut record = v2(source);
    assert_eq!(
        Record::from(record.clone()).to_json(&Options::COMPACT),
        source
    );
    record.rules.komi = Some(Number::from(7));
    record.rules.ruleset = Some("Chinese".into());
    record.players[1].name = Some("C".into());
    let root = record.tree.first_root().unwrap();
    record.tree[root].comments.push(Comment::from("b"));
    let edited = source
        .replace(r#""6.50""#, "7")
        .replace("null", r#""Chinese""#)
        .replace(r#""name":"B""#, r#""name":"C""#)
        .replace(r#"["a"]"#, r#"["a","b"]"#);
    assert_eq!(
        Record::from(record.clone()).to_json(&Options::COMPACT),
        edited
    );
    record.tree[root].play.as_mut().unwrap().color = Color::White;
    let edited = edited.replace(
        r#"{"y":"3","color":"Black","x":3.0}"#,
        r#"{"color":"white","x":3,"y":3}"#,
    );
    assert_eq!(Record::from(record).to_json(&Options::COMPACT), edited);
}

#[test]
fn additions_are_spelled_like_the_rest() {
    for (source, expected) in [
        (
            r#"{"settings":{"solutionPaths":true},"tree":[{},{"move":{"B":[3,3]}}]}"#,
            r#"{"settings":{"variationMarkup":true,"solutionPaths":true},"tree":[{},{"move":{"B":[3,3]}},{"move":{"W":[2,2]}}]}"#,
        ),
        (
            r#"{"player":{"solution_paths":true},"tree":[{},{"move":{"B":"dd"}}]}"#,
            r#"{"player":{"variation_markup":true,"solution_paths":true},"tree":[{},{"move":{"B":"dd"}},{"move":{"W":"cc"}}]}"#,
        ),
    ] {
        let mut record = v1(source);
        record.player.variation_markup = Some(true);
        let last = record
            .tree
            .main_line(record.tree.first_root().unwrap())
            .last()
            .unwrap();
        let play = Some(Play::new(Color::White, Move::Play(Point::new(2, 2))));
        record.tree.push_child(
            last,
            Node {
                play,
                ..Node::default()
            },
        );
        // The members keep the order of the specification, in which they were read.
        assert_eq!(Record::from(record).to_json(&Options::COMPACT), expected);
    }
}

#[test]
fn new_variations_are_placed_like_the_others() {
    let source = r#"{"rules":{},"tree":[{},{"name":"a"}]}"#;
    let mut record = v2(source);
    let root = record.tree.first_root().unwrap();
    let new = |name: &str| Node {
        more: Details {
            name: Some(name.into()),
            ..Details::default()
        }
        .into(),
        ..Node::default()
    };
    let b = record.tree.push_child(root, new("b"));
    record.tree.insert(Place::FirstChild(b), new("c")).unwrap();
    let expected =
        r#"{"rules":{},"tree":[{},{"variations":[[{"name":"a"}],[{"name":"b"},{"name":"c"}]]}]}"#;
    assert_eq!(
        Record::from(record.clone()).to_json(&Options::COMPACT),
        expected
    );
    record.tree.remove(b);
    assert_eq!(Record::from(record).to_json(&Options::COMPACT), source);
}

#[test]
fn profiles_rewrite_all_spellings() {
    let seki = concat!(
        r#"{"record":{"version":"2.0.0","format":"JGF"},"players":{"black":{"name":"A"}},"#,
        r#""tree":[{"markup":[{"type":"select","coords":[{"x":1,"y":2}]}],"q":1e1},"#,
        r#"{"variations":[{"move":{"y":1,"color":"BLACK","x":"1"}}]}]}"#,
    );
    let spec = concat!(
        r#"{"record":{"format":"JGF","version":2},"players":[{"color":"black","name":"A"}],"#,
        r#""tree":[{"markup":[{"type":"selected","coords":[{"x":1,"y":2}]}],"q":1e1},"#,
        r#"{"move":{"color":"black","x":1,"y":1}}]}"#,
    );
    let written = |source: &str, profile| {
        one(source).to_json(&Options {
            profile: Some(profile),
            pretty: false,
        })
    };
    assert_eq!(written(seki, Profile::Spec), spec);
    let again = written(spec, Profile::Seki);
    assert_eq!(
        again,
        concat!(
            r#"{"record":{"format":"JGF","version":"2.0.0"},"players":{"black":{"name":"A"}},"#,
            r#""tree":[{"markup":[{"type":"select","coords":[{"x":1,"y":2}]}],"q":1e1},"#,
            r#"{"move":{"color":"black","x":1,"y":1}}]}"#,
        )
    );
    let numeric =
        r#"{"settings":{"variationMarkup":true},"tree":[{"setup":{"B":[[1,2]]},"turn":"W"}]}"#;
    let letters =
        r#"{"player":{"variation_markup":true},"tree":[{"setup":{"B":["bc"]},"turn":"W"}]}"#;
    assert_eq!(written(numeric, Profile::Spec), letters);
    assert_eq!(written(letters, Profile::NgGo), numeric);
    // A value that was not understood is kept under the name that the profile uses.
    let numeric = r#"{"game":{"komi":{"much":1}},"settings":{"variationMarkup":"so"},"tree":[]}"#;
    let letters = r#"{"game":{"komi":{"much":1}},"player":{"variation_markup":"so"},"tree":[]}"#;
    assert_eq!(written(numeric, Profile::Spec), letters);
    assert_eq!(written(letters, Profile::NgGo), numeric);
}

#[test]
fn points_beyond_the_letters_are_numbers() {
    let mut record = v1::Record::default();
    let setup = vec![
        PointGroup::new("black", [Point::new(51, 0), Point::new(52, 0)]),
        PointGroup::new("B", [Point::new(0, 0)]),
    ];
    let root = record.tree.push_root(Node::default());
    record.tree[root].setup = setup.into();
    let expected = r#"{"tree":[{"setup":{"B":["Za",[52,0],"aa"]}}]}"#;
    assert_eq!(Record::from(record).to_json(&Options::COMPACT), expected);
}

#[test]
fn other_encodings_are_read() {
    let source = r#"{"game":{"name":"囲碁"},"tree":[]}"#;
    for (mark, bytes) in [
        (
            [0xFF, 0xFE],
            source
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<Vec<_>>(),
        ),
        (
            [0xFE, 0xFF],
            source.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        ),
    ] {
        let document = Document::parse(&[&mark[..], &bytes].concat()).unwrap();
        assert_eq!(document.to_json(&Options::COMPACT), source);
        assert_eq!(document.diagnostics()[0].code.name, "jgf/utf-16");
    }
}

#[test]
fn a_member_of_another_type_is_kept_as_it_was_read() {
    let record = v2(r#"{"players":7,"rules":{"komi":1},"board":{"size":9},"tree":[]}"#);
    assert_eq!(record.as_read("players").map(|raw| raw.json()), Some("7"));
    assert!(record.as_read("rules").is_none() && record.as_read("nothing").is_none());
}

#[test]
fn an_only_child_follows_in_the_line_for_every_program() {
    let record = one(r#"{"rules":{},"tree":[{"name":"a"},[[{"name":"b"}]]]}"#);
    let spelled = |profile| {
        record.to_json(&Options {
            profile,
            ..Options::COMPACT
        })
    };
    assert!(spelled(None).ends_with(r#""tree":[{"name":"a"},[[{"name":"b"}]]]}"#));
    let line = r#""tree":[{"name":"a"},{"name":"b"}]}"#;
    assert!(
        spelled(Some(Profile::Spec)).ends_with(line),
        "{}",
        spelled(Some(Profile::Spec))
    );
}

#[test]
fn jgf_is_distinguished_from_other_files() {
    for source in [
        &br#"{"tree": []}"#[..],
        br#"// a game
JGF = {record: {version: 1}, tree: []};"#,
        br#"[{"tree": []}, {"tree": []}]"#,
        br#"[{"root": true}]"#,
        // Incomplete files.
        br#"{"tree": "#,
        br#"[{}, {"move": {"B": "dd"}}]"#,
        br#"[{"move": {"color": "white", "pass": true}}]"#,
        br#"[{"move": {"color": "white", "x": 1, "y": 2}}]"#,
    ] {
        assert!(kifu_jgf::is_jgf(source), "{}", source.escape_ascii());
    }
    for source in [
        &b""[..],
        b"[]",
        b"[[]]",
        br#"{"graph": {"nodes": []}}"#,
        br#"[{"move": "dd"}]"#,
        br#"[{"move": {"color": "white"}}]"#,
        br#"[{"root": false}]"#,
        b"(;GM[1])",
        br#"(;GM[1]C[{"tree": []}])"#,
    ] {
        assert!(!kifu_jgf::is_jgf(source), "{}", source.escape_ascii());
    }
}

#[test]
fn the_array_of_a_document_has_its_own_lines() {
    for text in [
        "[{}, {}]",
        "notes:\n[{}, {}]",
        "see [1]\n  [{}, {}]",
        "let game = [{}, {}]",
        "f([{}, {}])",
    ] {
        let record = one(text);
        let tree = record.tree();
        let count: usize = tree.roots().map(|root| tree.preorder(root).count()).sum();
        assert_eq!(count, 2, "{text:?}");
    }
}

#[test]
fn members_are_found_by_their_pointers() {
    let source = concat!(
        r#"[{"tree":[],"x":{}},"#,
        r#"{"game":{"komi":5,"players":[{"name":"A"},{"name":"B"}],"komi":6,"a/b":{"c":{"d":{"e":1}}}},"#,
        r#""tree":[{"name":"root"}]}]"#,
    );
    let (_, places) = Document::parse_with_spans(source.as_bytes()).unwrap();
    let member = |pointer: &str| {
        let span = places[1].member(pointer)?;
        Some(&source[span.range()])
    };
    assert_eq!(&source[places[0].record.range()], r#"{"tree":[],"x":{}}"#);
    assert_eq!(member("/game/players/1/name"), Some(r#""B""#));
    assert_eq!(member("/game/players/1"), Some(r#"{"name":"B"}"#));
    assert_eq!(member("/game/komi"), Some("6"), "the last one counts");
    assert_eq!(places[0].member("/x").map(|span| span.len()), Some(2));
    assert_eq!(places[0].member("/game"), None);
    for none in ["", "/tree", "/tree/0/name", "/game/players/2", "/komi"] {
        assert_eq!(member(none), None, "{none}");
    }
}

#[test]
fn pointers_lead_to_the_innermost_value() {
    let source = r#"{"a": [1, {"b~/": null}], 'c': 2} {"d": [3]}"#;
    let mut pointers = Pointers::new(source);
    for (value, pointer) in [
        ("1,", "/0/a/0"),
        ("null", "/0/a/1/b~0~1"),
        ("2}", "/0/c"),
        ("3", "/1/d/0"),
        // Offsets can also go backward.
        ("{\"b", "/0/a/1"),
    ] {
        let at = source.find(value).unwrap() as u32;
        assert_eq!(pointers.at(at), pointer);
        let steps = pointer.split('/').count() - 1;
        assert_eq!(pointers.at_within(at, steps).as_deref(), Some(pointer));
        assert_eq!(pointers.at_within(at, steps - 1), None);
    }
    let mut alone = Pointers::new(r#"{"a": [1]}"#);
    assert_eq!(alone.at(7), "/a/0");
    assert_eq!(alone.at_within(0, 1).as_deref(), Some(""));
}

#[test]
fn collections_can_be_read_in_parts() {
    let game = r#"{"tree": [{}, {"move": {"B": "dd"}}]}"#;
    for end in [
        "]", ", ]", ",]\n", ", 5]", "", ",", ", {}]", "]\n[]", "// \n]",
    ] {
        let source = format!("[{game},\n{game},\n{game}{end}");
        let first = end_of_records(source.as_bytes()).unwrap();
        assert!(read_start(&source.as_bytes()[..first]).is_some(), "{end}");
        crate::laws::parts_are_the_whole(source.as_bytes());
    }
    // An array of nodes is one record.
    let nodes = br#"[{}, {"move": {"B": "dd"}}, {"move": {"W": "pp"}}]"#;
    let end = end_of_records(nodes).unwrap();
    assert_eq!(read_start(&nodes[..end]), None);
}

#[test]
fn a_node_can_be_spelled_in_another_way_than_its_neighbours() {
    for tree in [
        r#"[{},{"move":{"B":"dd"}},{"move":{"color":"white","x":3,"y":2}},{"move":{"B":"aa"}}]"#,
        r#"[{},{"move":{"W":"dd"}},{"move":{"B":[3,2]}},{"move":{"W":"aa"}}]"#,
        r#"[{},{"move":{"B":"dd"},"variations":[[{"move":{"W":"aa"}},{"move":{"B":"bb"}}]]}]"#,
        r#"[{},{"move":{"color":"black","x":3,"y":2}},{"move":{"W":"dd"}},{"move":{"color":"black","x":1,"y":1}}]"#,
        r#"[{},{"move":{"color":"black","x":3,"y":2},"variations":[[{"move":{"color":"white","x":1,"y":1}}]]}]"#,
    ] {
        let head = if tree.contains(r#"{},{"move":{"color""#) {
            r#""rules":{},"#
        } else {
            ""
        };
        let whole = format!("{{{head}\"tree\":{tree}}}");
        assert_eq!(one(&whole).to_json(&Options::COMPACT), whole);
    }
}

#[test]
fn findings_of_one_kind_are_listed_up_to_a_limit() {
    let found = |count: usize| -> Vec<String> {
        let nodes = vec![r#"{"name":5}"#; count].join(",");
        let document = Document::parse(format!("{{\"tree\":[{nodes}]}}").as_bytes()).unwrap();
        let found = document.diagnostics().iter();
        found.map(|found| found.message.to_string()).collect()
    };
    let hundred = found(100);
    assert_eq!(hundred.len(), 100);
    assert!(hundred[99].contains("it is read as the string"));
    for (count, end) in [
        (101, "(1 more times from here on)"),
        (150, "(50 more times from here on)"),
    ] {
        let all = found(count);
        assert_eq!(all[..100], hundred);
        assert_eq!(all.len(), 101);
        assert!(all[100].ends_with(end), "{}", all[100]);
    }
}

#[test]
fn comments_have_a_text() {
    let record = v1(r#"{"tree":[{"comments":["a",{"comment":"b","name":"c"},{"name":"d"},7]}]}"#);
    let comments = &record.tree[record.tree.first_root().unwrap()].comments;
    let texts: Vec<Option<&str>> = comments.iter().map(Comment::text).collect();
    assert_eq!(texts, [Some("a"), Some("b"), None, None]);
}
