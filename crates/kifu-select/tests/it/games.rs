//! Tests of games as subjects of expressions.

use std::sync::Arc;

use kifu_select::sgf::Document;
use kifu_select::{
    Aliases, Cell, Code, Diagnostic, Field, FieldKind, Games, Key, Origin, Select, Span, Subject,
    Value,
};
use kifu_span::Severity;

/// The numbers of the games for which an expression is true.
#[track_caller]
fn found(source: &str, expression: &str) -> Vec<usize> {
    let sgf = Document::parse(source).unwrap();
    let games = Games::of(&sgf, &sgf).with_path("some/folder/a.sgf");
    let select = Select::parse(expression).unwrap_or_else(|found| panic!("{expression}: {found}"));
    let numbers = games.iter().filter(|game| select.matches(game));
    numbers.map(|game| game.number()).collect()
}

#[track_caller]
fn holds(source: &str, yes: &[&str], no: &[&str]) {
    for (expressions, expected) in [(yes, true), (no, false)] {
        for expression in expressions {
            assert_eq!(
                !found(source, expression).is_empty(),
                expected,
                "{expression} of {source}"
            );
        }
    }
}

#[test]
fn fields_are_read_from_properties_in_any_spelling() {
    holds(
        "(;PB[Cho Chikun]PW[武宮　正樹]BR[九段]WR[5d]RE[White wins by 3.5]DT[昭和55年5月2日]TM[1h30m]RU[日本]\
         EV[Honinbo]RO[3]PC[東京]GN[Final]HA[让2子]AP[CGoban:3]OT[5x30 byo-yomi])",
        &[
            "player ~ 正樹 and player ~ cho and black ~ cho and white ~ 武宮",
            "rank == 9p or rank == 9d",
            "white.rank == 5d and rank >= 5d",
            "result == W+3.5 and result ~ wins and result.kind == points and result.margin == 3.5",
            "winner == white and winner ~ 武宮 and loser == black and loser ~ cho",
            "date == 1980-05-02 and year == 1980 and date in 1975..1999",
            "time == 5400 and overtime ~ byo",
            "rules == Japanese and rules == 日本",
            "event == honinbo and round == 3 and place ~ 東京 and title == final",
            "handicap == 2 and has(handicap)",
            "program ~ cgoban and dialect ~ kgs and game == go",
            "file == a.sgf and path ~ folder and number == 1 and games == 1",
            "size == 19 and width == 19 and height == 19",
            "format == sgf and charset == utf-8",
        ],
        &[
            "has(komi)",
            "komi < 100",
            "winner == black",
            "rank < 5d",
            "has(HA) and handicap == 0",
        ],
    );
}

#[test]
fn game_info_may_be_in_later_nodes_and_missing_info_is_absent() {
    holds(
        "(;SZ[9];B[aa]PB[Sato](;PW[Lee])(;PW[Kim]))",
        &[
            "PB == sato",
            "PW == lee",
            "handicap == 0",
            "not has(result)",
            "not has(date)",
        ],
        &[
            "PW == kim",
            "has(winner)",
            "result.margin >= 0",
            "year > 0",
            "has(handicap)",
            "rank < 9p",
        ],
    );
    holds(
        "(;PB[]RE[soon]DT[then]KM[x])",
        &["has(PB)", "PB == ''", "result == soon"],
        &[
            "has(black)",
            "has(komi)",
            "has(date)",
            "has(winner)",
            "has(result.kind)",
        ],
    );
}

#[test]
fn properties_of_any_node_are_found() {
    holds(
        "(;GM[1];B[aa]C[on the\nmain line](;W[bb])(;W[cc]C[elsewhere]XM[7]LB[aa:x]))",
        &[
            "C ~ elsewhere",
            "C ~ 'the main'",
            "comment =~ '^else'",
            "XM == 7",
            "comments == 2",
            "markup == 1",
            "variations == 1",
            "nodes == 4 and depth == 3",
            "moves == 2",
            "W == cc",
        ],
        &["C == main", "has(setup)", "has(GC)"],
    );
}

#[test]
fn dialects_have_their_names_and_scales() {
    holds(
        "(;KM[375]RU[chinese]AP[foxwq])",
        &[
            "komi == 7.5",
            "KM == 375",
            "komi == 375",
            "komi < 8 and komi in 7..8",
            "dialect == fox",
        ],
        // The number as written has no order.
        &[
            "komi > 100",
            "komi in 300..400",
            "komi == 37",
            "komi != 375",
        ],
    );
    holds(
        "(;GK[1]TE[Samsung Cup]RD[2010-01-02]KO[6.5])",
        &["event ~ samsung", "year == 2010", "komi == 6.5"],
        &[],
    );
    holds("(;goWriteVersion[1.4e])", &["WV ~ 1.4"], &[]);
}

#[test]
fn captures_and_hashes_play_the_game() {
    holds(
        "(;SZ[3];B[ba];W[aa];B[ab];W[];B[tt];W[cc])",
        &[
            "moves == 6 and passes == 2 and has(passes)",
            "captures == 1 and black.captures == 1 and white.captures == 0",
            "move[pass] within 4 and B[tt] within 5",
            "W[C1] within 6.. and W[A3] and B[ba] within 1",
            "hash == 424715264b2efc468849bbbc8acb65a8",
        ],
        &["B[C1]", "has(white.captures)", "W[A3] within 3.."],
    );
}

#[test]
fn blunders_follow_from_the_analysis_in_the_record() {
    holds(
        "(;SBKV[50];B[aa]SBKV[45];W[bb]SBKV[75];B[cc])",
        &[
            "blunder > 0.29 and blunder < 0.31",
            "white.blunder > 0.29 and black.blunder < 0.06",
            "analyzed == 2",
        ],
        &["black.blunder > 0.06"],
    );
    // A player without a loss has no blunder, and one without analysed moves has no value.
    holds(
        "(;SBKV[50];B[aa]SBKV[55])",
        &[
            "black.blunder == 0 and blunder == 0",
            "not has(white.blunder)",
        ],
        &["white.blunder >= 0"],
    );
    holds(
        "(;B[aa];W[bb])",
        &["analyzed == 0"],
        &["blunder >= 0", "has(analyzed)"],
    );
}

#[test]
fn findings_are_those_of_each_game() {
    let source = "mail (;SZ[3];B[aa];W[aa])(;SZ[9];B[aa])";
    assert_eq!(found(source, "codes == rules/occupied"), [1]);
    assert_eq!(found(source, "errors > 0"), [1]);
    let unclosed = "(;C[a])(;C[b";
    assert_eq!(
        found(unclosed, "codes == sgf/unclosed-value and errors > 0"),
        [2]
    );
    assert!(found(unclosed, "warnings < 0").is_empty());
}

#[test]
fn findings_outside_of_games_count_for_each_game() {
    let source = "(;SZ[9];B[aa];W[aa])\none\n(;SZ[9];B[aa])\ntwo\n(;SZ[9])";
    assert_eq!(found(source, "codes == sgf/text-between"), [1, 2, 3]);
    assert_eq!(found(source, "findings == 2"), [2, 3]);
    assert_eq!(found(source, "findings == 3"), [1]);
    assert_eq!(cells(source, "codes"), ["rules/occupied; sgf/text-between"]);
}

#[test]
fn games_of_one_file_can_be_of_different_formats() {
    let sgf = "(;FF[3];B[aa])(;FF[4];B[aa])(;B[aa])";
    assert_eq!(found(sgf, "format == 'SGF FF[4]'"), [2]);
    assert_eq!(found(sgf, "format == sgf"), [1, 2, 3]);
}

#[test]
fn numbers_continue_after_other_games() {
    let sgf = Document::parse("(;B[aa])(;W[bb])").unwrap();
    let games = Games::of(&sgf, &sgf).numbered_after(40);
    let numbers: Vec<usize> = games.iter().map(|game| game.number()).collect();
    assert_eq!(numbers, [41, 42]);
    let select = Select::parse("number == 42").unwrap();
    assert_eq!(games.iter().filter(|game| select.matches(game)).count(), 1);
}

/// Checks that every value of every field has the kind of the field.
#[test]
fn values_are_of_the_kind_of_their_field() {
    let sources = [
        "(;PB[a]PW[b]BR[5k]WR[9p]RE[B+1.5]DT[1990-05-06,07]KM[6]TM[60];B[aa]C[x];W[](;B[bb])(;B[cc]))",
        "(;)",
        "no game",
    ];
    for source in sources {
        let sgf = Document::parse(source).unwrap();
        for game in Games::of(&sgf, &sgf).iter() {
            for field in Field::ALL {
                let mut seen = 0;
                game.any(&Key::Field(*field), &mut |value| {
                    seen += 1;
                    let right = match (field.kind(), value) {
                        (FieldKind::Word(words), Value::Text(word)) => words.contains(&word),
                        (FieldKind::Text, Value::Text(text)) => !text.is_empty(),
                        (FieldKind::Count, Value::Number(count)) => {
                            count >= 0.0 && count.fract() == 0.0
                        }
                        (FieldKind::Number, Value::Number(number)) => number.is_finite(),
                        (FieldKind::Date, Value::Date(_))
                        | (FieldKind::Rank, Value::Rank(_))
                        | (FieldKind::Size, Value::Size(_)) => true,
                        _ => false,
                    };
                    assert!(right, "{field}: {value:?}");
                    false
                });
                if matches!(field.kind(), FieldKind::Count | FieldKind::Size) {
                    assert_eq!(seen, 1, "{field}");
                }
            }
        }
    }
}

/// The cells of a game in these columns, with `–` for absent ones.
#[track_caller]
fn cells(source: &str, columns: &str) -> Vec<String> {
    let sgf = Document::parse(source).unwrap();
    let games = Games::of(&sgf, &sgf).with_path("some/folder/a.sgf");
    let game = games.iter().next().unwrap();
    let keys = columns.split(' ').map(|name| name.parse::<Key>().unwrap());
    keys.map(|key| Cell::of(&key, &game).map_or("–".to_owned(), |cell| cell.to_string()))
        .collect()
}

#[test]
fn cells_have_the_standard_form() {
    assert_eq!(
        cells(
            "(;PB[Cho Chikun]PW[武宮　正樹]BR[九段]WR[Honinbo]RE[White wins by 3.5]DT[昭和55年5月2日]RU[日本]KM[375]\
             AP[foxwq];B[aa]C[one];W[bb]C[two])",
            "player black.rank white.rank rank result winner result.margin date year rules komi KM comment C",
        ),
        [
            "Cho Chikun; 武宮　正樹",
            "9d",
            "Honinbo",
            "9d; Honinbo",
            "W+3.5",
            "white",
            "3.5",
            "1980-05-02",
            "1980",
            "Japanese",
            "7.5",
            "375",
            "one; two",
            "one",
        ]
    );
    assert_eq!(
        cells(
            "(;SZ[13:9]DT[1990-05-06,07,09]XX[1 ][2]YY;B[zz])",
            "size date year XX YY ZZ moves handicap black file path number margin",
        ),
        [
            "13x9",
            "1990-05-06; 1990-05-07; 1990-05-09",
            "1990",
            "1 ",
            "",
            "–",
            "0",
            "0",
            "–",
            "a.sgf",
            "some/folder/a.sgf",
            "1",
            "–",
        ]
    );
    assert_eq!(cells("(;DT[spring]RE[?])", "date result"), ["spring", "?"]);
    let ranks = cells("(;BR[Honinbo]WR[ ])", "black.rank white.rank rank");
    assert_eq!(ranks, ["Honinbo", "–", "Honinbo"]);
    // The first year; the days as ranges; each code only once, but each comment.
    assert_eq!(
        cells(
            "(;SZ[9]DT[1990-12-31,1991-01-02];B[aa]C[x];W[aa]C[x];B[aa])",
            "year date codes comment"
        ),
        ["1990", "1990-12-31; 1991-01-02", "rules/occupied", "x; x"]
    );
}

#[test]
fn the_hash_of_a_table_is_the_same_for_mirrored_games() {
    let of = |source| cells(source, "hash").remove(0);
    let hash = of("(;B[dd];W[qc])");
    assert_eq!(hash, of("(;B[pd];W[cc])"));
    assert_ne!(hash, of("(;B[pd];W[cd])"));
}

#[test]
fn columns_with_numbers_have_no_other_cells() {
    let source = "(;PB[a]BR[5k]RE[B+1.5]DT[1990,1991]KM[x]TM[60]HA[2];B[aa])";
    let sgf = Document::parse(source).unwrap();
    for game in Games::of(&sgf, &sgf).iter() {
        for field in Field::ALL {
            let key = Key::Field(*field);
            if key.has_numbers() {
                let cell = Cell::of(&key, &game);
                assert!(
                    matches!(cell, None | Some(Cell::Number(_))),
                    "{field}: {cell:?}"
                );
            }
        }
    }
}

#[test]
fn unknown_columns_have_suggestions() {
    let error = |name: &str| name.parse::<Key>().unwrap_err().to_string();
    assert_eq!(
        error("movez"),
        "unknown field `movez`: did you mean `moves`?"
    );
    assert_eq!(
        error("White"),
        "unknown field `White`: did you mean `white`?"
    );
    assert_eq!(
        error("pb"),
        "unknown field `pb`: did you mean the property `PB`?"
    );
    assert!(error("qqqqq").contains("expected a field such as `black`"));
    assert_eq!("white_rank".parse(), Ok(Key::Field(Field::WhiteRank)));
}

#[test]
fn aliases_are_names_of_the_same_player() {
    let mut aliases = Aliases::default();
    aliases
        .add("Fujisawa Shuko", ["Fujisawa Hideyuki", "藤沢秀行"])
        .unwrap();
    aliases.add("Cho Chikun", ["趙治勲"]).unwrap();
    let sgf = Document::parse(
        "(;PB[fujisawa HIDEYUKI]PW[趙治勲]RE[B+R])(;PB[Fujisawa Hosai]PW[Fujisawa Shuko]RE[B+R])",
    )
    .unwrap();
    let games = Games::of(&sgf, &sgf);
    let aliases = Arc::new(aliases);
    let found = |expression: &str| -> Vec<usize> {
        let select = Select::parse(expression).unwrap();
        let select = select.with_aliases(Arc::clone(&aliases));
        let numbers = games.iter().filter(|game| select.matches(game));
        numbers.map(|game| game.number()).collect()
    };
    assert_eq!(found("player == 藤沢秀行"), [1, 2]);
    assert_eq!(found("PB ~ shuko"), [1]);
    assert_eq!(found("white == 'cho chikun' or loser == 'Cho Chikun'"), [1]);
    assert_eq!(found("winner == black and black != 'Fujisawa Shuko'"), [2]);
    assert!(found("event ~ shuko").is_empty());

    let game = games.iter().next().unwrap();
    let cell = |name: &str| Cell::of(&name.parse().unwrap(), &aliases.in_game(&game)).unwrap();
    assert_eq!(cell("player").to_string(), "Fujisawa Shuko; Cho Chikun");
    assert_eq!(cell("winner").to_string(), "black");
    assert_eq!(cell("PB").to_string(), "fujisawa HIDEYUKI");

    let mut aliases = Aliases::clone(&aliases);
    let error = aliases
        .add("Fujisawa Hosai", ["FUJISAWA SHUKO"])
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "`FUJISAWA SHUKO` is a name of both `Fujisawa Shuko` and `Fujisawa Hosai`; keep it for only one of them"
    );
}

#[test]
fn lines_end_at_nodes_and_not_at_empty_variations() {
    for (source, nodes, depth, variations) in [
        ("(;B[aa]()(;W[bb]))", 2, 2, 0),
        ("(;B[aa](;W[bb])())", 2, 2, 0),
        ("(;B[aa]()())", 1, 1, 0),
        ("(;B[aa]()(;W[bb])()(;W[cc];B[dd]))", 4, 3, 1),
        (
            "(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee];B[ff];W[gg];B[hh]))",
            8,
            5,
            2,
        ),
    ] {
        let shape = format!("nodes == {nodes} and depth == {depth} and variations == {variations}");
        holds(source, &[&shape], &[]);
    }
}

#[test]
fn nodes_with_comments_setup_and_markup_are_counted_once() {
    let nodes = "(;C[a]AB[aa]TR[aa]SQ[bb];C[b]AW[bb]AE[aa]LB[aa:x];B[cc]C[c];W[dd]CR[ee]";
    for source in [
        format!("{nodes})"),
        format!("{nodes}(;B[ee]C[d])(;AE[aa]AB[bb]MA[cc]))"),
    ] {
        let variations = usize::from(source.contains("(;B"));
        holds(
            &source,
            &[&format!(
                "comments == {} and setup == {} and markup == {}",
                3 + variations,
                2 + variations,
                3 + variations
            )],
            &[],
        );
    }
}

#[test]
fn the_point_tt_is_a_pass_on_boards_up_to_19x19() {
    holds("(;B[tt])", &["B[tt] and B[pass] and passes == 1"], &[]);
    for size in ["21", "19:21", "21:19"] {
        let source = format!("(;SZ[{size}];B[tt];W[])");
        let is_on = size == "21";
        assert_eq!(!found(&source, "B[tt]").is_empty(), is_on, "{size}");
        holds(&source, &["W[pass]"], &["B[pass]", "W[tt]"]);
    }
}

#[test]
fn points_are_counted_from_the_bottom_of_the_board_with_aliases_too() {
    let sgf = Document::parse("(;SZ[9]PB[Cho];B[ai])").unwrap();
    let games = Games::of(&sgf, &sgf);
    let game = games.iter().next().unwrap();
    let mut aliases = Aliases::default();
    aliases.add("Cho Chikun", ["Cho"]).unwrap();
    let select = Select::parse("B[A1] and black == 'Cho Chikun' and size == 9").unwrap();
    assert!(!select.matches(&game));
    assert!(select.with_aliases(Arc::new(aliases)).matches(&game));
}

/// A file of another format with the same games.
#[derive(Debug)]
struct Other(Vec<Diagnostic>);

impl Origin for Other {
    fn is_sgf(&self) -> bool {
        false
    }

    fn format(&self, index: usize) -> Option<(&'static str, String)> {
        (index == 0).then(|| ("jgf", "JGF 2".to_owned()))
    }

    fn dialect(&self, index: usize) -> Option<String> {
        (index == 0).then(|| "ogs".to_owned())
    }

    fn charset(&self) -> Option<&'static str> {
        Some("utf-16")
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        &self.0
    }
}

#[test]
fn a_file_of_another_format_has_its_own_facts_and_findings() {
    const GUESS: &Code = &Code::new("jgf/guess", Severity::Warning, "a guess");
    let sgf =
        Document::parse("(;FF[4]GM[1]SZ[9];B[aa]XX;W[bb];B[aa])(;FF[4]AP[foxwq]SZ[9];B[bb]XX)")
            .unwrap();
    let other = Other(vec![GUESS.at(Span::at(0), "a guess")]);
    let found = |origin: &dyn Origin, expression: &str| -> Vec<usize> {
        let select = Select::parse(expression).unwrap();
        let games = Games::of(origin, &sgf);
        games
            .iter()
            .filter(|game| select.matches(game))
            .map(|game| game.number())
            .collect()
    };
    assert_eq!(
        found(
            &other,
            "format == jgf and format == 'JGF 2' and dialect == ogs"
        ),
        [1]
    );
    assert_eq!(
        found(&other, "format == 'SGF FF[4]' and dialect == fox"),
        [2]
    );
    assert_eq!(found(&other, "charset == utf-16"), [1, 2]);
    // Findings about the SGF are not about the file, but those about the game are.
    assert_eq!(found(&sgf, "codes == sgf/missing-value"), [1, 2]);
    assert!(found(&other, "codes ~ sgf/").is_empty());
    assert_eq!(
        found(&other, "codes == rules/occupied and errors == 1"),
        [1]
    );
    assert_eq!(
        found(&other, "codes == jgf/guess and warnings == 1"),
        [1, 2]
    );
    assert_eq!(found(&other, "findings == 1"), [2]);
    // SGF states its own facts.
    assert_eq!(
        found(
            &sgf,
            "format == sgf and charset == utf-8 and not codes ~ jgf"
        ),
        [1, 2]
    );
}

#[test]
fn the_codes_within_a_game_are_its_own() {
    let sgf = Document::parse("(;SZ[9];B[aa];W[aa];B[aa])\ntext\n(;SZ[9];B[aa])").unwrap();
    let games = Games::of(&sgf, &sgf);
    let codes: Vec<Vec<&str>> = games
        .iter()
        .map(|game| game.codes_within().collect())
        .collect();
    assert_eq!(codes, [vec!["rules/occupied"; 2], vec![]]);
    assert!(games.iter().all(|game| std::ptr::eq(game.document(), &sgf)));
    assert!(games.iter().map(|game| game.root()).eq(sgf.roots()));
}

#[test]
fn a_draw_has_a_margin_of_0_and_other_ends_have_none() {
    for draw in ["0", "Draw", "Jigo"] {
        holds(
            &format!("(;RE[{draw}])"),
            &["result.margin == 0 and result.kind == draw"],
            &["has(winner)"],
        );
    }
    for other in ["B+R", "W+T", "B+F", "W+", "Void", "?"] {
        holds(
            &format!("(;RE[{other}])"),
            &["has(result)"],
            &["has(result.margin)"],
        );
    }
    holds(
        "(;RE[B+0])",
        &["result.margin == 0 and winner == black"],
        &[],
    );
}

#[test]
fn captures_of_both_players_are_added() {
    holds(
        "(;SZ[5]AB[aa][ce][dd]AW[ba][de][ee];W[ab];B[ed])",
        &["captures == 3 and black.captures == 2 and white.captures == 1"],
        &[],
    );
}

#[test]
fn a_finding_directly_after_a_game_is_outside_of_it() {
    let source = "(;SZ[9])text(;SZ[9])";
    assert_eq!(
        found(source, "codes == sgf/text-between and findings == 1"),
        [1, 2]
    );
}
