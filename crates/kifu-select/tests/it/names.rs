//! Tests of the names of fields and players, and of similar words.

use kifu_select::{Aliases, Field, FieldKind, Key, Select, fold, nearest};

#[test]
fn texts_are_folded_for_comparison() {
    for (text, folded) in [
        ("cho", "cho"),
        (" Cho CHIKUN ", "cho chikun"),
        ("ＡｌｐｈａＧｏ", "alphago"),
        ("\u{3000}ＡＢＣ\u{3000}", "abc"),
        ("ｶﾞ", "ガ"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        // The NFKC form of this macron starts with a space.
        ("\u{AF}a", "\u{304}a"),
        ("", ""),
    ] {
        assert_eq!(fold(text), folded, "{text}");
        assert_eq!(fold(&fold(text)), folded, "{text}");
    }
}

#[test]
fn a_similar_word_has_one_wrong_letter_for_every_five() {
    let words = [("view", 1), ("validate", 2), ("transform", 3)];
    for (written, found) in [
        ("view", Some(1)),
        ("VIEW", Some(1)),
        ("veiw", Some(1)),
        ("vie", Some(1)),
        ("vi", None),
        ("valiadte", Some(2)),
        ("valxdxte", Some(2)),
        ("vxlxdxte", None),
        ("", None),
    ] {
        assert_eq!(nearest(written, words), found, "{written}");
    }
    // The most similar word is chosen, and the first of several.
    assert_eq!(
        nearest("bat", [("cat", 1), ("bat", 2), ("bad", 3)]),
        Some(2)
    );
    assert_eq!(nearest("hat", [("cat", 1), ("bat", 2)]), Some(1));
    let long = "a".repeat(64);
    assert_eq!(nearest(&long, [(long.as_str(), 1)]), Some(1));
    let longer = "a".repeat(65);
    assert_eq!(nearest(&longer, [(longer.as_str(), 1)]), None);
}

#[test]
fn fields_have_names_in_several_spellings() {
    for name in ["black.rank", "black_rank", "black-rank"] {
        assert_eq!(Field::named(name), Some(Field::BlackRank));
    }
    assert_eq!(Field::named("margin"), Some(Field::ResultMargin));
    for unknown in ["", "Black", "black rank", "blackrank", "margins", "PB"] {
        assert_eq!(Field::named(unknown), None, "{unknown}");
    }
    for field in Field::ALL {
        assert_eq!(Field::named(field.name()), Some(*field));
        assert_eq!(format!("{field:>16}"), format!("{:>16}", field.name()));
        assert!(field.about().ends_with('.'));
    }
}

#[test]
fn a_name_in_capitals_is_a_property() {
    for name in ["PB", "C", "KGSDE", "X1"] {
        let key = Key::parse(name).unwrap();
        assert_eq!(key, Key::Property(name.to_owned()));
        assert_eq!(
            (key.kind(), key.to_string()),
            (FieldKind::Property, name.to_owned())
        );
        assert!(!key.has_numbers() && !key.needs_all_games());
    }
    for name in ["", "1", "1X", "Pb", "P-B", "É"] {
        assert_eq!(Key::parse(name), None, "{name}");
    }
    let field = Key::parse("black_rank").unwrap();
    assert_eq!(
        (field.kind(), field.to_string()),
        (FieldKind::Rank, "black.rank".to_owned())
    );
    assert!(Key::Field(Field::Moves).has_numbers() && Key::Field(Field::Komi).has_numbers());
    assert!(!Key::Field(Field::Date).has_numbers());
}

#[test]
fn some_fields_are_the_value_of_one_property() {
    let named = Field::ALL
        .iter()
        .filter_map(|field| Some((field.name(), field.property()?)));
    let named: Vec<_> = named.collect();
    assert_eq!(
        named,
        [
            ("black", "PB"),
            ("white", "PW"),
            ("black.rank", "BR"),
            ("white.rank", "WR"),
            ("result", "RE"),
            ("date", "DT"),
            ("event", "EV"),
            ("round", "RO"),
            ("place", "PC"),
            ("title", "GN"),
            ("rules", "RU"),
            ("komi", "KM"),
            ("handicap", "HA"),
            ("time", "TM"),
            ("overtime", "OT"),
        ]
    );
}

#[test]
fn an_expression_depends_on_the_fields_in_it() {
    let select = |text: &str| text.parse::<Select>().unwrap();
    let all = select(
        "result ~ resign or not (games > 1 and (has(black) or moves > 20)) or B[Q16] or PW ~ x",
    );
    for field in Field::ALL {
        let is_in = matches!(
            field,
            Field::Result | Field::Games | Field::Black | Field::Moves
        );
        assert_eq!(all.depends_on(*field), is_in, "{field}");
    }
    for field in Field::ALL {
        let needs_all = matches!(
            field.name(),
            "games" | "codes" | "errors" | "warnings" | "findings"
        );
        assert_eq!(field.needs_all_games(), needs_all);
        assert_eq!(Key::Field(*field).needs_all_games(), needs_all);
        assert_eq!(
            select(&format!("moves > 20 and has({field})")).needs_all_games(),
            needs_all
        );
    }
}

#[test]
fn a_player_has_a_canonical_name_and_others() {
    let mut aliases = Aliases::default();
    aliases
        .add("Fujisawa Shuko", ["Fujisawa Hideyuki"])
        .unwrap();
    aliases.add("Cho Chikun", []).unwrap();
    // More names for a known player.
    aliases.add(" fujisawa hideyuki ", ["藤沢秀行"]).unwrap();
    for name in [
        "Fujisawa Shuko",
        "ＦＵＪＩＳＡＷＡ　ＨＩＤＥＹＵＫＩ",
        "藤沢秀行",
    ] {
        assert_eq!(aliases.canonical(name), Some("fujisawa hideyuki"), "{name}");
    }
    assert_eq!(aliases.canonical("cho chikun "), Some("Cho Chikun"));
    assert_eq!(aliases.canonical("Cho"), None);

    // The names before one that another player has are added.
    let error = aliases
        .add("Cho U", ["張栩", "cho chikun", "Zhang Xu"])
        .unwrap_err();
    assert_eq!(
        (&*error.name, error.players),
        ("cho chikun", ["Cho Chikun".into(), "Cho U".into()])
    );
    assert!(aliases.canonical("張栩").is_some());
    assert_eq!(
        (aliases.canonical("Zhang Xu"), aliases.canonical("Cho U")),
        (None, None)
    );
}
