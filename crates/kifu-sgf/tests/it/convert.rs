//! Tests of conversions from games of other formats to SGF and back.

use kifu_core::{Color, Move, Outcome, Point, Points, Size};
use kifu_sgf::Document;
use kifu_sgf::convert::{MAX_POINTS_PER_BYTE, PrivateData, from_game, to_game};
use kifu_tree::game::{
    Application, Carried, CarriedRole, Comment, Cutoff, DisplaySettings, Game, Label, LossKind,
    MarkKind, Marks, Player, Stones, Territory, ValueOrText,
};

fn read(text: &str) -> Game {
    let document = Document::parse(text).unwrap();
    let read = to_game(&document, document.roots().next().unwrap());
    assert_eq!(read.losses, []);
    read.value
}

/// A game with data in every field, as much of it as possible beyond SGF.
fn everything() -> Game {
    let text = |text: &str| Some(text.to_string());
    let mut game = Game::new();
    let info = &mut game.info;
    info.kind = Some(1);
    info.application = Some(Application {
        name: "a:b \\".into(),
        version: text("[1"),
    });
    info.transcriber = text("tab\tand\nline");
    info.source = text("A book, http://example.org/1");
    info.source_url = text("http://example.org/2");
    info.record_comment = text("typed from a scan");
    info.name = text("");
    info.players = [
        ("Ken", ValueOrText::Value(Color::White)),
        ("Sato", ValueOrText::Value(Color::Black)),
        ("Mia", ValueOrText::Value(Color::Black)),
        ("Lee", ValueOrText::Text("green".into())),
    ]
    .map(|(name, color)| Player {
        name: text(name),
        color,
        ..Player::of(Color::Black)
    })
    .into();
    info.komi = Some(ValueOrText::Text("6.5".into()));
    info.handicap = Some(ValueOrText::Value(2));
    info.result = Some(ValueOrText::Value(Outcome::Unknown));
    info.main_time = Some(ValueOrText::Value(0.1));
    info.periods = Some(3);
    info.period_time = Some(30.5);
    info.dates = ["1846-09-11", "1846-09-14", "one fine day, in May"]
        .map(Into::into)
        .into();
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
        coordinates: None,
        solutions: Some(false),
    };
    game.carried.push(Carried {
        format: "other".into(),
        role: CarriedRole::Raw,
        key: "/record/x:y".into(),
        values: ["[1,2]".into(), "\u{7}%".into()].into(),
    });
    let first = game.nodes.push_child(game.root(), Default::default());
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
    node.name = text("a\tname\n");
    node.comments = ["one", "two\r\nlines"].map(Comment::from).into();
    node.comments[0].author = text("Sato");
    node.marks = [
        MarkKind::Square,
        MarkKind::Other("happy:face".into()),
        MarkKind::Circle,
    ]
    .map(|kind| Marks {
        kind,
        points: [Point::new(1, 1), Point::new(2, 1)].into(),
    })
    .into();
    node.labels = [Label {
        point: Point::new(5, 5),
        text: "a\nb:c".into(),
    }]
    .into();
    node.territory = [Territory {
        color: Color::White,
        points: [].into(),
    }]
    .into();
    node.solution = true;
    node.carried.push(Carried {
        format: "other".into(),
        role: CarriedRole::Spelled,
        key: "/n".into(),
        values: [].into(),
    });
    game
}

#[test]
fn the_number_of_a_game_without_parentheses_is_a_loss() {
    let document = Document::parse("7\t;B[aa] !? ;W[bb]\n89\t;B[cc]\n(;B[dd])").unwrap();
    let losses = document.roots().map(|root| {
        let losses = to_game(&document, root).losses;
        losses.iter().map(ToString::to_string).collect::<Vec<_>>()
    });
    let number = Vec::from(["the number of the game is left out".to_owned()]);
    assert_eq!(losses.collect::<Vec<_>>(), [number.clone(), number]);
}

#[test]
fn data_beyond_sgf_is_restored() {
    let game = everything();
    let written = from_game(&game, PrivateData::Write);
    assert_eq!(written.losses, []);
    let document = Document::parse(written.value.as_bytes()).unwrap();
    assert_eq!(document.diagnostics().count(), 0, "{}", written.value);
    let back = read(&written.value);
    assert_eq!(back.info, game.info, "{}", written.value);
    assert_eq!(back, game, "{}", written.value);
}

#[test]
fn unparsed_text_is_restored() {
    let mut game = Game::new();
    fn unparsed<T>(text: &str) -> ValueOrText<T> {
        ValueOrText::Text(text.into())
    }
    game.info.komi = Some(unparsed("6.5"));
    game.info.handicap = Some(unparsed("2"));
    game.info.result = Some(unparsed("B+R"));
    game.info.main_time = Some(unparsed("60"));
    let written = from_game(&game, PrivateData::Write);
    assert_eq!(written.losses, []);
    assert_eq!(read(&written.value).info, game.info, "{}", written.value);
    // Text that is not a number in SGF needs no private value.
    game.info.handicap = Some(unparsed("two stones and a half"));
    game.info.komi = None;
    game.info.result = None;
    game.info.main_time = None;
    let written = from_game(&game, PrivateData::Write).value;
    assert_eq!(
        written.matches("two stones and a half").count(),
        1,
        "{written}"
    );
    assert_eq!(read(&written).info.handicap, game.info.handicap);
}

/// Another format could read such a text as a number, so it must not become the text of a handicap.
#[test]
fn numbers_in_odd_spellings_keep_their_spelling() {
    for text in [".5", "-.5", "5.", "1.e-5", "1.E-5", "+1.5", "01.5"] {
        let source = format!("(;HA[{text}])\n");
        let game = read(&source);
        assert_eq!(game.info.handicap, None, "{text}");
        assert_eq!(from_game(&game, PrivateData::Omit).value, source);
    }
    let usual = read("(;HA[1.5])").info.handicap;
    assert_eq!(usual, Some(ValueOrText::Text("1.5".into())));
}

#[test]
fn a_style_of_variations_is_three_settings() {
    for (style, siblings, markup) in [
        (0, false, true),
        (1, true, true),
        (2, false, false),
        (3, true, false),
    ] {
        let settings = read(&format!("(;ST[{style}])")).info.settings;
        assert_eq!(settings.siblings, Some(siblings), "{style}");
        assert_eq!(settings.children, Some(!siblings), "{style}");
        assert_eq!(settings.markup, Some(markup), "{style}");
    }
}

#[test]
fn lines_of_moves_are_broken_between_nodes() {
    let mut game = Game::new();
    let mut last = game.root();
    for _ in 0..100 {
        last = game.nodes.push_child(last, Default::default());
        game.nodes[last].play = Some((Color::Black, Move::Play(Point::new(2, 3))));
    }
    let written = from_game(&game, PrivateData::Omit).value;
    let lengths: Vec<usize> = written.lines().skip(1).map(str::len).collect();
    let (last, full) = lengths.split_last().unwrap();
    assert!(
        full.len() > 5 && full.iter().all(|len| (60..72).contains(len)),
        "{written}"
    );
    assert!(*last < 72);
}

#[test]
fn losses_are_reported() {
    let clean = from_game(&everything(), PrivateData::Omit);
    assert!(!clean.value.contains("KX"));
    let losses: Vec<String> = clean.losses.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(format!("{}\n{}", clean.value, losses.join("\n")));
}

#[test]
fn an_edit_wins_over_carried_data() {
    let written = from_game(&everything(), PrivateData::Write).value;
    let edited = written
        .replace("C[Sato: one", "C[Sato: won")
        .replace("PW[Ken]", "PW[Kim]");
    assert_ne!(edited, written);
    let document = Document::parse(edited.as_bytes()).unwrap();
    let read = to_game(&document, document.roots().next().unwrap());
    let losses: Vec<&str> = read.losses.iter().map(|loss| &*loss.what).collect();
    assert_eq!(losses, ["the division of the text into comments"]);
    assert!(
        read.losses
            .iter()
            .all(|loss| loss.kind == LossKind::Outdated)
    );
    // A player who was not edited stays unchanged.
    let mut meant = everything().info.players;
    let ken = meant
        .iter_mut()
        .find(|player| player.name.as_deref() == Some("Ken"));
    ken.unwrap().name = Some("Kim".into());
    assert_eq!(read.value.info.players, meant);
    // One name for several players of a colour makes one player.
    let edited = written.replace("PB[Sato & Mia]", "PB[Sato]");
    let document = Document::parse(edited.as_bytes()).unwrap();
    let read = to_game(&document, document.roots().next().unwrap());
    let losses: Vec<&str> = read.losses.iter().map(|loss| &*loss.what).collect();
    assert_eq!(losses, ["the list of players"]);
    let names = read
        .value
        .info
        .players
        .iter()
        .map(|player| player.name.as_deref());
    assert_eq!(
        Vec::from_iter(names),
        [Some("Ken"), Some("Sato"), Some("Lee")]
    );
}

#[test]
fn an_edit_of_the_game_wins_over_the_spelling_of_sgf() {
    let source = "(;GW[1]KM[6.50]RE[W+Res]PB[Sato];B[qd]C[a\n])\n";
    let mut game = read(source);
    assert_eq!(
        from_game(&game, PrivateData::Write).value,
        source.replace(";B", "\n;B")
    );
    game.info.komi = Some(ValueOrText::Value(kifu_core::Points::whole(7)));
    let edited = from_game(&game, PrivateData::Write);
    assert!(
        edited.value.starts_with("(;GW[1]KM[7]RE[W+Res]PB[Sato]"),
        "{}",
        edited.value
    );
    assert_eq!(edited.losses.len(), 1);
}

#[test]
fn an_edit_keeps_the_name_that_identifies_a_dialect() {
    // Only the text in KO shows that RD is a date and KO the komi.
    let mut game = read("(;RD[2010-01-02]KO[7.5];W[dd]KO[])");
    game.info.komi = Some(ValueOrText::Value(Points::from_halves(11)));
    let text = from_game(&game, PrivateData::Omit).value;
    assert_eq!(text, "(;RD[2010-01-02]KO[5.5]\n;W[dd]KO[])\n");
    assert_eq!(read(&text).info, game.info);
    // KO[0] would be an annotation of a move.
    game.info.komi = Some(ValueOrText::Value(Points::from_halves(0)));
    let text = from_game(&game, PrivateData::Omit).value;
    assert_eq!(text, "(;RD[2010-01-02]KM[0]\n;W[dd]KO[])\n");
}

#[test]
fn data_carried_for_sgf_cannot_break_out() {
    let mut game = Game::new();
    let root = game.root();
    let carried = |key: &str, value: &str| Carried {
        format: "sgf".into(),
        role: CarriedRole::Raw,
        key: key.into(),
        values: vec![value.to_owned().into()],
    };
    game.nodes[root].carried = vec![
        carried("XY", "a];B[aa]C[b"),
        carried("XZ", "ends with \\"),
        carried("C];B", "aa"),
        carried("", "no name"),
    ];
    let written = from_game(&game, PrivateData::Omit);
    assert_eq!(
        written.value,
        "(;FF[4]CA[UTF-8]XY[a\\];B\\[aa\\]C\\[b]XZ[ends with ])\n"
    );
    assert_eq!(written.losses.len(), 2);
}

#[test]
fn sgf_carries_nothing_for_itself() {
    for text in [
        "(;KX[carried:sgf:raw:C%5D;B%5Baa:x])\n",
        "(;KX[head:sgf:raw:C:x])\n",
    ] {
        assert_eq!(from_game(&read(text), PrivateData::Write).value, text);
    }
}

#[test]
fn rectangles_on_each_other_do_not_add_up() {
    let text = format!("(;SZ[52]AB{})\n", "[aa:ZZ]".repeat(100));
    let game = read(&text);
    assert_eq!(game.nodes[game.root()].setup[0].points.len(), 52 * 52);
    assert_eq!(from_game(&game, PrivateData::Write).value, text);
}

#[test]
fn too_many_rectangles_are_carried_unread() {
    let text = format!("(;SZ[52]{})\n", ";AB[aa:ZZ]".repeat(10_000));
    let document = Document::parse(text.as_str()).unwrap();
    let read = to_game(&document, document.roots().next().unwrap());
    let nodes = &read.value.nodes;
    let line = nodes.main_line(read.value.root());
    let setup = line.flat_map(|id| &nodes[id].setup);
    let points: usize = setup.map(|stones| stones.points.len()).sum();
    assert!(points > 52 * 52 && points < 2 * MAX_POINTS_PER_BYTE * text.len());
    let written = from_game(&read.value, PrivateData::Write);
    assert_eq!(written.value.replace('\n', ""), text.trim_end());
    assert_eq!(
        read.losses.last().unwrap().to_string(),
        "property AB has too many points for the length of the record; its text is kept, but its \
         points are not read"
    );
}
