use serde_json::json;

use crate::kifu::Kifu;

fn games() -> Kifu {
    Kifu::with([
        (
            "a.sgf",
            "(;PB[Cho Chikun]PW[Takemiya]DT[1980-05-02]KM[5.5]RE[B+0.5];B[pd];W[dd]C[?])",
        ),
        (
            "b.sgf",
            "mail\n(;PB[Lee];B[dd])\n(;PW[ＣＨＯ]RE[W+R];B[qq](;W[dd])(;W[dp]))(;SZ[9])",
        ),
        (
            "d/c.jgf",
            r#"{"game":{"dates":["1999-03"]},"players":[{"color":"B","name":"Cho U"}],"tree":[{},{"move":{"B":"pd"}}]}"#,
        ),
    ])
}

#[test]
fn expressions_find_games() {
    let kifu = games();
    let found = |expression: &str| {
        let ran = kifu.run(&["find", ".", "-e", expression]);
        (ran.code, ran.text().replace('\\', "/"))
    };
    let nothing = (1, String::new());
    assert_eq!(
        found("player ~ cho"),
        (0, "./a.sgf\n./b.sgf  game 2\n./d/c.jgf\n".into())
    );
    assert_eq!(found("PB ~ cho and year < 1990"), (0, "./a.sgf\n".into()));
    assert_eq!(
        found("B[Q16] within 1..8 and date >= 1999"),
        (0, "./d/c.jgf\n".into())
    );
    assert_eq!(
        found("has-variations or size == 9"),
        (0, "./b.sgf  game 2\n./b.sgf  game 3\n".into())
    );
    assert_eq!(
        found("file == a.sgf and winner ~ chikun"),
        (0, "./a.sgf\n".into())
    );
    assert_eq!(
        found("games > 1 and not number <= 2"),
        (0, "./b.sgf  game 3\n".into())
    );
    assert_eq!(found("format == jgf"), (0, "./d/c.jgf\n".into()));
    assert_eq!(found("komi > 6"), nothing);
}

#[test]
fn options_choose_what_find_prints() {
    let kifu = games();
    let run = |args: &[&str]| {
        let ran = kifu.run(&[&["find", ".", "-e", "moves > 0"], args].concat());
        (ran.code, ran.text().replace('\\', "/"))
    };
    assert_eq!(run(&["-l"]), (0, "./a.sgf\n./b.sgf\n./d/c.jgf\n".into()));
    assert_eq!(run(&["-l0"]), (0, "./a.sgf\0./b.sgf\0./d/c.jgf\0".into()));
    assert_eq!(run(&["-c"]), (0, "4\n".into()));
    assert_eq!(run(&["-lc"]), (0, "3\n".into()));
    assert_eq!(run(&["-q"]), (0, String::new()));
    assert_eq!(
        run(&["--skip", "1", "--limit", "2"]),
        (0, "./b.sgf  game 1\n./b.sgf  game 2\n".into())
    );
    assert_eq!(run(&["-l", "--skip", "3"]), (0, "./d/c.jgf\n".into()));
    assert_eq!(run(&["--skip", "9", "-c"]), (1, "0\n".into()));
    assert_eq!(run(&["--expect", "4", "-q"]), (0, String::new()));
    assert_eq!(run(&["--expect", "3", "-q"]), (1, String::new()));
    assert_eq!(kifu.run(&["find", ".", "-0", "-e", "moves > 0"]).code, 2);
    assert_eq!(kifu.run(&["find", "."]).code, 2);
    assert_eq!(kifu.run(&["find", "gone", "-e", "moves > 0"]).code, 4);
}

#[test]
fn json_has_an_object_for_each_game() {
    let ran = games().run(&["find", "b.sgf", "--json", "-e", "winner == white"]);
    assert_eq!(
        ran.json(),
        json!([{
            "kifu_schema": 1, "file": "b.sgf", "game": 2, "size": [19, 19], "nodes": 4, "moves": 2, "leaves": 2,
            "depth": 3, "black": null, "white": "ＣＨＯ", "result": "W+R", "date": null, "komi": null, "komi_points": null,
        }])
    );
}

#[test]
fn matching_and_other_games_are_saved() {
    let kifu = games();
    let args = [
        "find",
        ".",
        "-e",
        "player ~ cho",
        "--save",
        "x.sgf",
        "--save-rest",
        "y.sgf",
    ];
    assert_eq!(kifu.run(&[&args[..], &["-n"]].concat()).code, 0);
    assert!(!kifu.path("x.sgf").exists());
    assert_eq!(kifu.run(&args).code, 0);
    let read = |name: &str| String::from_utf8(std::fs::read(kifu.path(name)).unwrap()).unwrap();
    let found = read("x.sgf");
    assert!(found.starts_with("(;PB[Cho Chikun]PW[Takemiya]"), "{found}");
    assert!(
        found.contains("\n(;PW[ＣＨＯ]RE[W+R];B[qq](;W[dd])(;W[dp]))\n(;"),
        "{found}"
    );
    assert!(found.contains("PB[Cho U]"), "{found}");
    assert_eq!(read("y.sgf"), "(;PB[Lee];B[dd])\n(;SZ[9])\n");
    let ran = kifu.run(&args);
    assert_eq!(
        ran.code, 4,
        "nothing is overwritten without --force: {}",
        ran.stderr
    );
}

#[test]
fn saved_games_are_closed_and_separated() {
    let kifu = Kifu::with([
        ("a.sgf", b"(;PB[x];B[dd](;W[pp]C[never closed".as_slice()),
        ("b.sgf", b"((;PB[x])(;PB[y]))(;PB[x];B[aa]"),
        ("c.sgf", b"(;PB[x]CA[GBK]PW[\xB9\xC5\xC1\xA6])"),
    ]);
    let ran = kifu.run(&["find", ".", "-e", "PB == x", "--save", "all.sgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let saved = std::fs::read(kifu.path("all.sgf")).unwrap();
    assert_eq!(
        saved.escape_ascii().to_string(),
        r"(;PB[x];B[dd](;W[pp]C[never closed]))\n(;PB[x])\n(;PB[x];B[aa])\n(;PB[x]CA[GBK]PW[\xb9\xc5\xc1\xa6])\n"
    );
}

#[test]
fn errors_in_expressions_are_shown_at_their_place() {
    let ran = Kifu::new().run(&["find", "-e", "player ~ 古力 and playr == x"]);
    assert_eq!(ran.code, 2);
    let shown =
        "\n    player ~ 古力 and playr == x\n                      ^^^^^ did you mean `player`?\n";
    assert!(ran.stderr.contains(shown), "{}", ran.stderr);
    let ran = Kifu::new().run(&["explain", "select/unknown-field"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn help_select_describes_expressions() {
    let kifu = Kifu::new();
    let help = kifu.run(&["help", "select"]);
    assert_eq!(help.code, 0);
    assert!(help.text().contains("black.captures"), "{}", help.text());
    assert_eq!(kifu.run(&["select"]).text(), help.text());
    assert!(
        kifu.run(&["find", "--help"])
            .text()
            .contains("kifu help select")
    );
}

#[test]
fn other_verbs_accept_expressions() {
    let kifu = games();
    let ran = kifu.run(&["strip", "b.sgf", "--variations", "-e", "winner == black"]);
    assert!(ran.text().contains("(;W[dd])(;W[dp])"), "{}", ran.text());
    let ran = kifu.run(&["strip", "b.sgf", "--variations", "-e", "winner == white"]);
    assert!(
        ran.text().contains(";B[qq](;W[dd]))(;SZ[9])"),
        "{}",
        ran.text()
    );
    let ran = kifu.run(&["split", "b.sgf", "-o", "out", "-e", "moves > 0", "-n"]);
    assert_eq!(ran.text(), "out/b-1.sgf\nout/b-2.sgf\n");
    let ran = kifu.run(&[
        "hash",
        "b.sgf",
        "a.sgf",
        "-e",
        "size == 9 or moves == 1",
        "--jsonl",
    ]);
    assert_eq!(ran.text().lines().count(), 1);
    assert!(ran.text().contains(r#""game":3"#) && !ran.text().contains(r#""game":2"#));
}

#[test]
fn stats_counts_games_and_properties() {
    let kifu = games();
    let ran = kifu.run(&["stats", ".", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let stats = ran.json();
    let stats = if stats.is_array() {
        stats[0].clone()
    } else {
        stats
    };
    assert_eq!((&stats["files"], &stats["games"]), (&json!(3), &json!(5)));
    assert_eq!(
        stats["tables"]["result"],
        json!([{ "value": null, "games": 3 }, { "value": "points", "games": 1 }, { "value": "resign", "games": 1 }])
    );
    assert_eq!(stats["moves"]["most"], json!(2));
    let row = stats["properties"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["property"] == "B");
    assert_eq!(
        row.unwrap(),
        &json!({ "property": "B", "name": "Black", "roots": 0, "below": 4, "games": 4, "files": 3 })
    );
    let ran = kifu.run(&["stats", ".", "-e", "player ~ cho", "--props", "-j", "1"]);
    assert_eq!(
        ran.text(),
        kifu.run(&["stats", ".", "-e", "player ~ cho", "--props", "-j", "3"])
            .text()
    );
    assert!(ran.text().contains("PB"), "{}", ran.text());
    assert_eq!(kifu.run(&["stats", ".", "-e", "moves > 9"]).code, 1);
}

#[test]
fn analysis_of_engines_selects_games_and_counts_losses() {
    let kifu = Kifu::with([
        (
            "a.sgf",
            "(;PB[Sato]PW[Ito]SBKV[50];B[aa]SBKV[45];W[bb]SBKV[75])",
        ),
        (
            "b.sgf",
            "(;PB[Ito];B[aa]C[0.50 0.50 0.00 0.0];W[bb]C[0.60 0.40 0.00 2.0])",
        ),
        ("c.sgf", "(;PB[Ito];B[aa])"),
    ]);
    for expression in ["blunder > 0.2", "black.blunder <= 0.05"] {
        let ran = kifu.run(&["find", ".", "-e", expression]);
        assert_eq!(ran.text(), "./a.sgf\n", "{expression}");
    }
    let ran = kifu.run(&[
        "info",
        "--format",
        "csv",
        "--fields",
        "file,blunder,analyzed",
        ".",
    ]);
    assert_eq!(
        ran.text(),
        "file,blunder,analyzed\na.sgf,0.3,2\nb.sgf,0.1,1\nc.sgf,,0\n"
    );
    let ran = kifu.run(&["stats", "--analysis", "--json", "."]);
    let stats = ran.json();
    let stats = if stats.is_array() { &stats[0] } else { &stats };
    assert_eq!(
        stats["analysis"],
        json!({
            "games": 2, "moves": 3, "win_rate_loss": 0.15, "over_5_percent": 2, "over_20_percent": 1, "points_loss": 2.0,
            "players": [
                { "player": "Ito", "games": 2, "moves": 2, "win_rate_loss": 0.2, "over_5_percent": 2,
                  "over_20_percent": 1, "points_loss": 2.0 },
                { "player": "Sato", "games": 1, "moves": 1, "win_rate_loss": 0.05, "over_5_percent": 0,
                  "over_20_percent": 0, "points_loss": null },
            ],
            "by_number": [
                { "from": 1, "to": 20, "games": 2, "moves": 3, "win_rate_loss": 0.15, "over_5_percent": 2,
                  "over_20_percent": 1, "points_loss": 2.0 },
            ],
        })
    );
    let ran = kifu.run(&["stats", "--analysis", "--json", "a.sgf"]);
    let stats = ran.json();
    let stats = if stats.is_array() { &stats[0] } else { &stats };
    assert_eq!(
        stats["analysis"]["win_rates"],
        json!([[1, 0.45], [2, 0.75]])
    );
    assert!(
        kifu.run(&["stats", "--analysis", "."])
            .text()
            .contains("analysed games")
    );
    assert_eq!(kifu.run(&["stats", "--analysis", "--props", "."]).code, 2);
}

/// Runs `find` for the games by `a`, and returns the exit code.
fn find_code(kifu: &Kifu, args: &[&str]) -> i32 {
    let ran = kifu.run(&[&["find", "-e", "PB == a"], args].concat());
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    ran.code
}

#[test]
fn save_and_save_rest_must_be_different_files() {
    let kifu = Kifu::with([("a.sgf", "(;PB[a])(;PB[b])"), ("d/x.sgf", "(;PB[old])")]);
    let same = [
        ["y.sgf", "./y.sgf"],
        ["d/x.sgf", "d/../d/x.sgf"],
        ["d/new.sgf", "./d/new.sgf"],
    ];
    for [one, other] in same {
        let args = ["a.sgf", "--force", "--save", one, "--save-rest", other];
        assert_eq!(find_code(&kifu, &args), 2, "{one}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("d/x.sgf", kifu.path("link")).unwrap();
        let args = ["a.sgf", "-f", "--save", "link", "--save-rest", "d/x.sgf"];
        assert_eq!(find_code(&kifu, &args), 2);
        std::fs::remove_file(kifu.path("link")).unwrap();
    }
    // Missing directories are not created.
    let args = ["a.sgf", "--save", "no/a.sgf", "--save-rest", "none/b.sgf"];
    assert_eq!(find_code(&kifu, &args), 4);
    assert_eq!(kifu.files("").len(), 2);
    assert_eq!(kifu.files("d")[0].1, "(;PB[old])");
    // --save-rest would not save the games that these options skip.
    for passing in ["--skip=1", "--limit=1", "--index=x"] {
        let args = ["--save-rest", "rest.sgf", "--text-pattern", "X", passing];
        assert_eq!(find_code(&kifu, &args), 2, "{passing}");
    }
}

#[cfg(unix)]
#[test]
fn collections_replace_only_regular_files() {
    let kifu = Kifu::with([("a.sgf", "(;PB[a])"), ("d/b.sgf", "(;PB[b])")]);
    let socket = std::os::unix::net::UnixListener::bind(kifu.path("socket")).unwrap();
    for place in ["socket", "d"] {
        assert_eq!(find_code(&kifu, &["a.sgf", "--force", "--save", place]), 4);
        let there = std::fs::symlink_metadata(kifu.path(place)).unwrap();
        assert!(!there.is_file(), "{place}");
    }
    drop(socket);
}

#[test]
fn output_files_are_not_searched() {
    let kifu = Kifu::with([("g/a.sgf", "(;PB[a])"), ("g/z.sgf", "(;PB[a]C[old])")]);
    let out = || kifu.files("g")[1].1.clone();
    for _ in 0..2 {
        assert_eq!(find_code(&kifu, &["g", "--force", "--save", "g/z.sgf"]), 0);
        assert_eq!(out(), "(;PB[a])\n");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("g/z.sgf", kifu.path("link")).unwrap();
        assert_eq!(find_code(&kifu, &["g", "--force", "--save", "link"]), 0);
        assert_eq!(out(), "(;PB[a])\n");
    }
    let ran = kifu.run(&["find", "g", "-ePB == a", "-f", "--save=g/z.sgf", "-l"]);
    assert_eq!(ran.text().replace('\\', "/"), "g/a.sgf\n");
    assert!(ran.stderr.contains("z.sgf: not searched"), "{}", ran.stderr);
}

#[test]
fn games_that_cannot_be_saved_are_counted() {
    // Only the byte order mark determines the charset of the second game.
    let odd = b"\xEF\xBB\xBF(;PB[a];B[aa])\n(;PB[a]C[\xE9t\xE9 \xE8\xFF])";
    let kifu = Kifu::with([
        ("b/a.sgf", odd.as_slice()),
        ("b/b.sgf", b"(;PB[a]C[b])"),
        ("c.sgf", b"\xEF\xBB\xBF(;PB[a]C[\xE9t\xE9 \xE8\xFF])"),
        ("old.sgf", b"(;PB[old])"),
    ]);
    let read = |name: &str| std::fs::read_to_string(kifu.path(name)).unwrap();
    // Some games were saved.
    assert_eq!(find_code(&kifu, &["b/a.sgf", "--save", "x.sgf"]), 3);
    assert_eq!(read("x.sgf"), "(;PB[a];B[aa])\n");
    assert_eq!(find_code(&kifu, &["c.sgf", "--save", "none.sgf"]), 4);
    assert_eq!(find_code(&kifu, &["b", "--save", "y.sgf"]), 3);
    assert_eq!(read("y.sgf"), "(;PB[a];B[aa])\n(;PB[a]C[b])\n");
    // With --strict, either all games are saved or the file stays unchanged.
    let ran = kifu.run(&["find", "b", "-ePB == a", "--strict", "-f", "--save=old.sgf"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(!ran.text().contains("b.sgf"), "{}", ran.text());
    assert!(
        ran.stderr.contains("old.sgf was not written"),
        "{}",
        ran.stderr
    );
    assert_eq!(read("old.sgf"), "(;PB[old])");
}

#[test]
fn overlong_expressions_are_refused() {
    let expression = "a".to_owned() + &"é".repeat(40_000);
    let ran = Kifu::new().run(&["find", "-e", &expression]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("longer than"), "{}", ran.stderr);
}
