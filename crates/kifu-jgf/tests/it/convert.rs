//! Tests of the conversion between JGF and games.

use kifu_core::{Color, Margin, Move, Outcome, Point, Points, Size};
use kifu_jgf::convert::{JsonWriter, Target, from_game, is_in_array, to_game, to_games, to_json};
use kifu_jgf::{Document, Options};
use kifu_tree::game::{
    Application, Carried, CarriedRole, Comment, Cutoff, DisplaySettings, Game, GameInfo, Label,
    LossKind, MarkKind, Marks, Player, PrivateData, Stones, Territory, ValueOrText,
};

use crate::laws::pieces_are_the_whole;

const TARGETS: [Target; 2] = [Target::V1, Target::V2];

/// A game with a value in every field.
fn everything() -> Game {
    let text = |text: &str| Some(text.to_string());
    let mut game = Game::new();
    let info = &mut game.info;
    info.kind = Some(11);
    info.application = Some(Application {
        name: "a v1".into(),
        version: text("beta"),
    });
    info.transcriber = text("tab\tand\nline");
    info.annotator = text("");
    info.source = text("A book");
    info.source_url = text("http://example.org/2");
    info.copyright = text("(c) \"me\"");
    info.record_comment = text("typed from a scan");
    info.name = text("name");
    info.players = [
        ("Ken", ValueOrText::Value(Color::White)),
        ("Sato", ValueOrText::Value(Color::Black)),
        ("Lee", ValueOrText::Text("green".into())),
    ]
    .map(|(name, color)| Player {
        name: text(name),
        color,
        country: text("jp"),
        ..Player::of(Color::Black)
    })
    .into();
    info.komi = Some(ValueOrText::Text("a lot".into()));
    info.handicap = Some(ValueOrText::Value(2));
    info.result = Some(ValueOrText::Value(Outcome::Void));
    info.rules = text("Japanese");
    info.main_time = Some(ValueOrText::Value(0.1));
    info.overtime = text("60 Byo-yomi");
    info.periods = Some(3);
    info.period_time = Some(30.5);
    info.dates = ["1846-09-11", "one fine day"].map(Into::into).into();
    info.event = text("event");
    info.round = text("3");
    info.place = text("here");
    info.opening = text("chinese");
    info.comment = text("good");
    info.size = Some(Size::new(13, 9).unwrap());
    info.cutoff = Cutoff {
        left: 3,
        bottom: 1,
        ..Cutoff::default()
    };
    info.settings = DisplaySettings {
        markup: Some(true),
        children: Some(true),
        siblings: Some(true),
        coordinates: Some(false),
        solutions: Some(false),
    };
    game.carried.push(Carried {
        format: "sgf".into(),
        role: CarriedRole::Raw,
        key: "GW".into(),
        values: ["1".into(), "\u{7}%".into()].into(),
    });
    let root = game.root();
    game.nodes[root].play = Some((Color::White, Move::Pass));
    let first = game.nodes.push_child(root, Default::default());
    let node = &mut game.nodes[first];
    node.play = Some((Color::Black, Move::Play(Point::new(2, 3))));
    node.clock.time_left = Some(12.75);
    node.clock.periods_left = Some(4);
    node.setup = [None, Some(Color::White)]
        .map(|stone| Stones {
            stone,
            points: [Point::new(0, 0)].into(),
        })
        .into();
    node.to_play = Some(Color::White);
    node.name = text("a name");
    node.comments = ["one", "two\r\nlines"].map(Comment::from).into();
    node.comments[0].author = text("Sato");
    node.comments[1].time = text("2014");
    node.marks = [MarkKind::Square, MarkKind::Other("happy".into())]
        .map(|kind| Marks {
            kind,
            points: [Point::new(1, 1), Point::new(2, 1)].into(),
        })
        .into();
    node.labels = [Label {
        point: Point::new(5, 5),
        text: "a\nb".into(),
    }]
    .into();
    node.territory = [Territory {
        color: Color::White,
        points: [].into(),
    }]
    .into();
    node.solution = true;
    let end = game.nodes.push_child(first, Default::default());
    game.nodes[end].is_empty_variation = true;
    game.nodes.push_child(first, Default::default());
    game
}

fn back(json: &str) -> Game {
    let document = Document::parse(json.as_bytes()).unwrap();
    to_game(&document.records[0]).value
}

#[test]
fn every_field_of_a_game_is_restored() {
    let game = everything();
    for target in TARGETS {
        let written = from_game(&game, target, PrivateData::Write);
        assert_eq!(written.losses, [], "{target:?}");
        let json = written.value.to_json(&Options::PRETTY);
        let again = back(&json);
        assert_eq!(again.info, game.info, "{json}");
        assert_eq!(again, game, "{json}");
    }
}

#[test]
fn only_version_1_marks_the_root() {
    let roots = |target| {
        let json = from_game(&everything(), target, PrivateData::Omit).value;
        json.to_json(&Options::COMPACT)
            .matches(r#""root":true"#)
            .count()
    };
    assert_eq!((roots(Target::V1), roots(Target::V2)), (1, 0));
}

#[test]
fn dropped_data_is_reported() {
    for target in TARGETS {
        let written = from_game(&everything(), target, PrivateData::Omit);
        let at_once = to_json(&everything(), target, PrivateData::Omit, &Options::PRETTY);
        assert_eq!(at_once.value, written.value.to_json(&Options::PRETTY));
        assert_eq!(at_once.losses, written.losses);
        let reported: Vec<String> = written.losses.iter().map(ToString::to_string).collect();
        assert_eq!(reported, ["GW of sgf is left out"]);
        assert!(!written.value.to_json(&Options::COMPACT).contains("\"sgf\""));
    }
}

/// Texts that would be read as numbers, results or colours, and numbers that JSON does not have.
#[test]
fn changed_meanings_are_reported_by_both_writers() {
    type Edit = fn(&mut GameInfo);
    let edits: [(Edit, &[&str]); 14] = [
        (
            |info| info.komi = Some(ValueOrText::Text("6.5".into())),
            &["the komi"],
        ),
        (
            |info| info.komi = Some(ValueOrText::Text("six".into())),
            &[],
        ),
        (
            |info| info.komi = Some(ValueOrText::Value(Points::from_halves(-1))),
            &[],
        ),
        (
            |info| info.handicap = Some(ValueOrText::Text(" 2".into())),
            &["the handicap"],
        ),
        (
            |info| info.handicap = Some(ValueOrText::Text("2 stones".into())),
            &[],
        ),
        (
            |info| info.main_time = Some(ValueOrText::Value(f64::INFINITY)),
            &["the main time"],
        ),
        (
            |info| info.main_time = Some(ValueOrText::Text("1e3".into())),
            &["the main time"],
        ),
        (
            |info| info.period_time = Some(f64::NAN),
            &["the length of the overtime periods"],
        ),
        (
            |info| info.result = Some(ValueOrText::Text("B+R".into())),
            &["the result"],
        ),
        (
            |info| info.result = Some(ValueOrText::Text(String::new())),
            &["the result"],
        ),
        (
            |info| info.result = Some(ValueOrText::Text("Black, perhaps".into())),
            &[],
        ),
        (
            |info| {
                let by = Margin::Points(Points::from_halves(-1));
                let winner = Color::Black;
                info.result = Some(ValueOrText::Value(Outcome::Win { winner, by }));
            },
            &["the result"],
        ),
        (
            |info| info.players[0].color = ValueOrText::Text("white".into()),
            &["the players"],
        ),
        (
            |info| info.players[0].color = ValueOrText::Text("green".into()),
            &[],
        ),
    ];
    for (at, (edit, losses)) in edits.into_iter().enumerate() {
        let mut game = Game::new();
        game.info.players = vec![Player::of(Color::Black)];
        edit(&mut game.info);
        for target in TARGETS {
            let text = to_json(&game, target, PrivateData::Write, &Options::COMPACT);
            let record = from_game(&game, target, PrivateData::Write);
            let reported: Vec<&str> = text.losses.iter().map(|loss| &*loss.what).collect();
            assert_eq!(reported, losses, "{at} {target:?} {}", text.value);
            assert_eq!(text.losses, record.losses);
            assert_eq!(text.value, record.value.to_json(&Options::COMPACT));
        }
    }
}

#[test]
fn fields_that_cannot_be_expressed_are_reported() {
    let mut game = Game::new();
    game.info.komi = Some(ValueOrText::Text("6.5".into()));
    game.info.result = Some(ValueOrText::Text("B+3".into()));
    for target in TARGETS {
        let written = from_game(&game, target, PrivateData::Write);
        let reported: Vec<&str> = written.losses.iter().map(|loss| &*loss.what).collect();
        assert_eq!(reported, ["the komi", "the result"]);
        assert!(
            written
                .losses
                .iter()
                .all(|loss| matches!(loss.kind, LossKind::Changed(_)))
        );
    }
}

/// The edit takes precedence, and nothing else changes.
#[test]
fn an_edit_of_the_game_changes_only_its_member() {
    let source = r#"{"record":{"version":"2.0.0","format":"JGF","mood":1e1},"rules":{"handicap":2.0,"komi":6.50},"tree":[{"x":1,"comments":["a",{"comment":"b","name":"c"}]},{"move":{"y":3,"color":"Black","x":3}}]}"#;
    let mut game = back(source);
    let same = from_game(&game, Target::V2, PrivateData::Write);
    let same: serde_json::Value =
        serde_json::from_str(&same.value.to_json(&Options::COMPACT)).unwrap();
    assert_eq!(
        same,
        serde_json::from_str::<serde_json::Value>(source).unwrap()
    );
    game.info.komi = Some(ValueOrText::Value(Points::whole(7)));
    let root = game.root();
    game.nodes[root].comments[0].text = "new".into();
    let edited = from_game(&game, Target::V2, PrivateData::Write);
    let reported: Vec<&str> = edited.losses.iter().map(|loss| &*loss.what).collect();
    assert_eq!(reported, ["rules/komi", "comments"]);
    let mut expected = same;
    expected["rules"]["komi"] = 7.into();
    expected["tree"][0]["comments"][0] = "new".into();
    let edited: serde_json::Value =
        serde_json::from_str(&edited.value.to_json(&Options::COMPACT)).unwrap();
    assert_eq!(edited, expected);
}

/// An edit of a player's name keeps the other members of that player, and the other players.
#[test]
fn an_edit_of_a_player_changes_only_its_member() {
    let v1 = r#"{"game":{"players":[{"name":"B","color":"Black","pro":true},{"color":"white","rank":5},{"color":"green","age":{"a":1}}],"komi":1},"tree":[]}"#;
    let v2 = r#"{"record":{"format":"JGF"},"players":[{"name":"B","color":"Black","pro":true},{"color":"white","rank":5},{"color":"green","age":{"a":1}}],"tree":[]}"#;
    for (source, target) in [(v1, Target::V1), (v2, Target::V2)] {
        let mut game = back(source);
        game.info.player(Color::Black).name = Some("Sato".into());
        let edited = from_game(&game, target, PrivateData::Write);
        let reported: Vec<String> = edited.losses.iter().map(ToString::to_string).collect();
        assert_eq!(reported, [""; 0]);
        let json = edited.value.to_json(&Options::COMPACT);
        let value = |json: &str| serde_json::from_str::<serde_json::Value>(json).unwrap();
        assert_eq!(
            value(&json),
            value(&source.replace(r#""B","#, r#""Sato","#))
        );
        // With one player less, the members cannot be attributed.
        game.info.players.remove(0);
        let edited = from_game(&game, target, PrivateData::Write);
        assert!(!edited.losses.is_empty());
        let json = edited.value.to_json(&Options::COMPACT);
        assert!(!json.contains("pro") && json.contains("green"), "{json}");
    }
}

#[test]
fn only_a_variation_without_nodes_is_an_empty_one() {
    let empty = |tree: &str| {
        let source = format!(r#"{{"record":{{"format":"JGF","version":2}},"tree":{tree}}}"#);
        let document = Document::parse(source.as_bytes()).unwrap();
        let nodes = to_game(&document.records[0]).value.nodes;
        let all = nodes.roots().flat_map(|root| nodes.preorder(root));
        all.filter(|id| nodes[*id].is_empty_variation).count()
    };
    assert_eq!(empty(r#"[{"name":"a"},[[],[{"name":"b"}],[]]]"#), 2);
    // An empty list of variations, variations without a node before them, and a value that is not a node.
    for tree in [
        r#"[{"name":"a"},[]]"#,
        r#"[[[{"name":"a"}],[{"name":"b"}]]]"#,
        r#"[{"name":"a"},5,"b"]"#,
    ] {
        assert_eq!(empty(tree), 0, "{tree}");
    }
}

#[test]
fn a_game_remembers_that_it_was_in_an_array() {
    let arrays = |source: &str| -> Vec<bool> {
        let document = Document::parse(source.as_bytes()).unwrap();
        to_games(&document)
            .map(|game| is_in_array(&game.value))
            .collect()
    };
    assert_eq!(arrays(r#"[{"tree":[]}]"#), [true]);
    assert_eq!(arrays(r#"{"tree":[],"x":1}"#), [false]);
    assert_eq!(arrays(r#"[{"tree":[]},{"tree":[]}]"#), [false, false]);
}

/// The texts of the arrays grow from less than a line to more than a line can hold.
#[test]
fn short_records_are_the_same_in_pieces() {
    for record in [
        r#"{"tree":[]}"#,
        r#"{"name":"死活死活死活死活","tree":[]}"#,
        r#"{"name":"🀀🀀🀀🀀🀀🀀🀀🀀🀀🀀🀀🀀","tree":[]}"#,
    ] {
        for count in 0..40 {
            let records = vec![record; count].join(",");
            pieces_are_the_whole(format!("[{records}]").as_bytes());
        }
    }
    let in_an_array = r#"[{"tree":[]}]"#;
    let document = Document::parse(in_an_array.as_bytes()).unwrap();
    let game = to_games(&document).next().expect("there is one").value;
    let mut writer = JsonWriter::new(Target::V1, PrivateData::Write, Options::COMPACT);
    assert_eq!(writer.add(&game).value, "");
    assert_eq!(writer.finish(), in_an_array);
    let none = JsonWriter::new(Target::V1, PrivateData::Write, Options::PRETTY);
    assert_eq!(none.finish(), "[]\n");
}

/// The amount of text held back does not grow with the number of games.
#[test]
fn long_records_are_written_at_once() {
    let mut writer = JsonWriter::new(Target::V2, PrivateData::Write, Options::PRETTY);
    let mut piece = || writer.add(&everything()).value.len();
    let pieces = [piece(), piece(), piece(), piece()];
    assert_eq!(pieces, [0, 2 * pieces[2], pieces[2], pieces[2]]);
    assert!(pieces[2] > 0);
    assert_eq!(writer.finish(), "\n]\n");
}

#[test]
fn only_texts_in_place_of_numbers_are_kept() {
    let cases: [fn(&mut GameInfo); 4] = [
        |info| info.komi = Some(ValueOrText::Text("abc".into())),
        |info| info.handicap = Some(ValueOrText::Text("x".into())),
        |info| info.main_time = Some(ValueOrText::Text("an hour".into())),
        |info| info.result = Some(ValueOrText::Text("who knows".into())),
    ];
    for (case, target) in (0..cases.len()).flat_map(|case| TARGETS.map(|target| (case, target))) {
        let mut game = Game::new();
        cases[case](&mut game.info);
        for private_data in [PrivateData::Write, PrivateData::Omit] {
            let record = from_game(&game, target, private_data);
            assert_eq!(record.losses, [], "{case}, {target:?}");
            let json = record.value.to_json(&Options::COMPACT);
            let document = Document::parse(json.as_bytes()).unwrap();
            let again = to_game(&document.records[0]).value;
            assert_eq!(again.info, game.info, "{json}");
            let same = from_game(&again, target, private_data);
            assert_eq!(same.value.to_json(&Options::COMPACT), json);
            assert_eq!(same.losses, []);
        }
    }
}

#[test]
fn losses_at_an_empty_variation_are_reported_by_both_writers() {
    let json = r#"{"record":{"version":1},"tree":[{"root":true},{"move":{"B":"dd"}},
        [[],[{"move":{"W":"pp"},"variations":[[{"move":{"B":"qq"}}]]}]]]}"#;
    let game = to_game(&Document::parse(json.as_bytes()).unwrap().records[0]).value;
    for (target, private_data) in TARGETS.into_iter().flat_map(|target| {
        [PrivateData::Write, PrivateData::Omit].map(|private_data| (target, private_data))
    }) {
        let record = from_game(&game, target, private_data);
        let at_once = to_json(&game, target, private_data, &Options::COMPACT);
        assert_eq!(at_once.value, record.value.to_json(&Options::COMPACT));
        assert_eq!(at_once.losses, record.losses);
        let is_bare = (target, private_data) == (Target::V2, PrivateData::Omit);
        assert_eq!(record.losses.len(), if is_bare { 6 } else { 0 });
    }
}

/// The members and elements that the other version of JGF cannot express, without private data.
fn lost_in_the_other_version(source: &str) -> Vec<String> {
    let document = Document::parse(source.as_bytes()).unwrap();
    let record = &document.records[0];
    let target = match record.version() {
        1 => Target::V2,
        _ => Target::V1,
    };
    let game = to_game(record);
    let written = to_json(&game.value, target, PrivateData::Omit, &Options::COMPACT);
    let losses = game.losses.iter().chain(&written.losses);
    let losses = losses.map(ToString::to_string);
    losses.filter(|loss| loss.starts_with('/')).collect()
}

#[test]
fn lost_members_and_elements_are_named() {
    for (source, losses) in [
        (
            r#"{"tree":[{"markup":{"circle":[[1]]}}]}"#,
            &["/markup/circle [1] of jgf1 is left out"][..],
        ),
        (
            r#"{"tree":[{"markup":{"label":[["aa","x"],"?"]}}]}"#,
            &[r#"/markup/label "?" of jgf1 is left out"#],
        ),
        (
            r#"{"record":{"version":2,"format":"JGF"},"tree":[{"markup":[{"type":"circle","coords":[{"x":1,"y":1}],"size":9}]}]}"#,
            &["/markup/circle/size of jgf2 is left out"],
        ),
        (
            r#"{"record":{"version":2,"format":"JGF"},"tree":[{"setup":[{"type":"black","coords":[{"x":1,"y":1,"z":2}]}]}]}"#,
            &["/setup/black/-/(1, 1)/z of jgf2 is left out"],
        ),
        (
            r#"{"record":{"version":2,"format":"JGF"},"tree":[{"markup":[{"type":"circle","coords":[{"x":1,"y":1}]}]}]}"#,
            &[],
        ),
    ] {
        assert_eq!(lost_in_the_other_version(source), losses, "{source}");
    }
}

#[test]
fn overtime_is_a_number_and_a_kind() {
    let time = |overtime: &str| {
        let mut game = Game::new();
        game.info.overtime = Some(overtime.to_string());
        let json = to_json(&game, Target::V1, PrivateData::Write, &Options::COMPACT);
        let value: serde_json::Value = serde_json::from_str(&json.value).unwrap();
        assert_eq!(
            back(&json.value).info.overtime.as_deref(),
            Some(overtime),
            "{overtime}"
        );
        value["game"]["time"].to_string()
    };
    assert_eq!(time("60 Byo-yomi"), r#"{"overtime":60,"type":"Byo-yomi"}"#);
    assert_eq!(time("30"), r#"{"overtime":30}"#);
    assert_eq!(time("30 "), r#"{"type":"30 "}"#);
    assert_eq!(time("030 s"), r#"{"type":"030 s"}"#);
    assert_eq!(time("Canadian"), r#"{"type":"Canadian"}"#);
}

#[test]
fn a_value_in_place_of_a_record_is_kept_until_the_game_is_edited() {
    let document = Document::parse(br#"[{"tree":[{}]},7]"#).unwrap();
    let mut game = to_games(&document).nth(1).unwrap().value;
    let json = |game: &Game| {
        from_game(game, Target::V1, PrivateData::Write)
            .value
            .to_json(&Options::COMPACT)
    };
    assert_eq!(json(&game), "7");
    game.info.name = Some("a name".into());
    assert!(json(&game).contains("a name"), "{}", json(&game));
}
