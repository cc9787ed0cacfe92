use std::fs;
use std::time::{Duration, SystemTime};

use kifu::core::{Action, Color, Move, Point, Size};
use kifu::search::index::{Builder, File};
use kifu::search::{Line, Winner};
use serde_json::json;

use crate::kifu::Kifu;

/// Games with an approach in one corner, with the same approach in another corner and the colours swapped, and without one.
fn games() -> Kifu {
    let kifu = Kifu::with([
        ("g/a.sgf", "(;SZ[9]PB[Sato]RE[B+R];B[cc];W[ec];B[ce];W[gg])"),
        (
            "g/b.sgf",
            "(;GM[2];B[aa])(;SZ[9]PB[Lee]RE[W+1.5];B[tt];W[gg];B[eg];W[ge])",
        ),
        ("g/c.sgf", "(;SZ[9];B[ee];W[cc])"),
        ("corner.txt", "+-----\n|. . . . .\n|. . . . .\n|. . X . O\n"),
        ("corner.sgf", "(;SZ[9]AB[cc]AW[ec]VW[aa:ec])"),
    ]);
    // Set an old time, because an index does not trust recent times.
    for name in ["g/a.sgf", "g/b.sgf", "g/c.sgf"] {
        age(&kifu, name, 1000);
    }
    kifu
}

fn age(kifu: &Kifu, name: &str, seconds: u64) {
    let file = fs::File::options()
        .write(true)
        .open(kifu.path(name))
        .unwrap();
    let time = SystemTime::now() - Duration::from_secs(seconds);
    file.set_modified(time).unwrap();
}

const TWO: &str = "g/a.sgf  moves 2 to 4, A9 to E7\n\
    g/b.sgf  game 2  moves 3 to 4, E3 to J1, rotated by 180 degrees, colours swapped\n";

#[test]
fn patterns_are_found_in_files_and_in_an_index() {
    let kifu = games();
    let all = ["--any-symmetry", "--swap"];
    let found = |args: &[&str]| {
        let ran = kifu.run(&[&["find"], args].concat());
        assert!(ran.code < 2, "{}", ran.stderr);
        ran.text().to_owned()
    };
    let ran = kifu.run(&["index", "g"]);
    assert_eq!(
        ran.text(),
        ".kifu: 3 files, 3 games; 3 new, 0 changed, 0 removed\n"
    );
    for place in [&["g"][..], &["--index", ".kifu"]] {
        for pattern in [
            ["--text-pattern", "corner.txt"],
            ["--pattern", "corner.sgf"],
        ] {
            let find = |more: &[&str]| found(&[place, &pattern, more].concat());
            assert_eq!(find(&all), TWO);
            assert_eq!(find(&[]), TWO.lines().next().unwrap().to_owned() + "\n");
            assert_eq!(find(&["--before", "2"]), "");
            assert_eq!(
                find(&["--any-symmetry", "--swap", "--moves", "3-", "-c"]),
                "2\n"
            );
            assert_eq!(
                find(&["--any-symmetry", "--swap", "-l"]),
                "g/a.sgf\ng/b.sgf\n"
            );
            assert_eq!(
                find(&[&all[..], &["-e", "PB ~ lee"]].concat()),
                TWO.lines().nth(1).unwrap().to_owned() + "\n"
            );
        }
    }
    // Without edges, the pattern may be anywhere.
    assert_eq!(found(&["g", "--text-pattern", "X ? O", "-c"]), "2\n");
    assert_eq!(
        found(&[
            "g",
            "--text-pattern",
            "O?X",
            "--swap",
            "--any-symmetry",
            "-l"
        ]),
        "g/a.sgf\ng/b.sgf\n"
    );
    assert_eq!(
        found(&["g", "--text-pattern", "X", "--anchor", "edge", "-c"]),
        "0\n"
    );
    assert_eq!(
        found(&["g/a.sgf", "--text-pattern", "X", "--first"]),
        "g/a.sgf  moves 1 to 4, C7\n"
    );
}

#[test]
fn json_has_the_hits() {
    let kifu = games();
    let ran = kifu.run(&[
        "find",
        "g",
        "--pattern",
        "corner.sgf",
        "--any-symmetry",
        "--swap",
        "--json",
    ]);
    let found = ran.json();
    assert_eq!(found[1]["game"], 2);
    assert_eq!(
        found[1]["hits"],
        json!([{ "first": 3, "last": 4, "symmetry": "half-turn", "swapped": true, "from": "E3", "to": "J1" }])
    );
}

#[test]
fn invalid_patterns_are_refused() {
    let kifu = games();
    let ran = kifu.run(&["find", "g", "--text-pattern", "X Z/O"]);
    assert_eq!(ran.code, 2);
    assert_eq!(
        ran.stderr,
        "kifu: --text-pattern:1:3: unknown letter 'Z': expected a point such as `X`, `O`, `.` or `?` [search/unknown-letter]\n"
    );
    let ran = kifu.run(&["find", "g", "--pattern", "none.sgf"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    let ran = kifu.run(&["find", "g", "-e", "moves > 2", "--swap"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let ran = kifu.run(&["find", "g", "--index", ".kifu", "--text-pattern", "X"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let ran = kifu.run(&["find", "--index", "g/a.sgf", "--text-pattern", "X"]);
    assert_eq!(ran.code, 4);
    assert_eq!(
        ran.stderr,
        "kifu: cannot search g/a.sgf: this is not a search index\n"
    );
}

#[test]
fn continuations_are_counted() {
    let kifu = games();
    kifu.run(&["index", "g"]);
    for place in ["g", "--index=.kifu"] {
        let ran = kifu.run(&["next", place, "--moves", "C7", "--size", "9"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let text = ran.text();
        assert!(
            text.starts_with(
                "1 hit in 1 game\n\n     A B C D E F G H J\n   +-------------------+\n 9 |"
            ),
            "{text}"
        );
        let words: Vec<&str> = text.lines().last().unwrap().split_whitespace().collect();
        let expected = "A W E7 1 100.0 % ▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪ 100.0 % 0.0 %";
        assert_eq!(words.join(" "), expected);

        let ran = kifu.run(&[
            "next",
            place,
            "--text-pattern",
            "corner.txt",
            "--any-symmetry",
            "--swap",
            "--json",
        ]);
        let report = ran.json();
        assert_eq!((&report["games"], &report["hits"]), (&json!(2), &json!(2)));
        let one = |n: usize| report["continuations"][n].clone();
        assert_eq!(one(0)["what"], "nothing");
        // Both games were won by the player who is Black in the pattern.
        assert_eq!((&one(0)["count"], &one(0)["black"]), (&json!(2), &json!(2)));

        // No game has this position.
        assert_eq!(
            kifu.run(&["next", place, "--moves", "A1 B1", "--size", "9"])
                .code,
            1
        );
    }
    let ran = kifu.run(&["next", "g", "--moves", "Q16", "--size", "9"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert_eq!(
        ran.stderr,
        "kifu: `--moves`: `Q16` is not a point on a 9x9 board; expected a point such as `C3`\n"
    );
}

#[test]
fn continuations_of_the_empty_board_are_shown_with_games() {
    let kifu = Kifu::with([
        ("g/a.sgf", "(;SZ[9]PB[Ann]PW[Bob]RE[B+2];B[cc];W[gg])"),
        (
            "g/b.sgf",
            "(;SZ[13];B[gg])(;SZ[9]PB[Cid]RE[W+R];B[gg];W[cc])(;SZ[9]PB[Dan];B[gc])",
        ),
    ]);
    let ran = kifu.run(&["next", "g"]);
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.stderr,
        "kifu: no game is on a 19x19 board; use `--size 9x9` for the most frequent size\n"
    );
    let ran = kifu.run(&["next", "g", "--size", "9", "--games=2"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let text = ran.text();
    assert!(text.starts_with("3 hits in 3 games\n"), "{text}");
    assert!(text.contains("\n 7 | . . . . . . A . . |\n"), "{text}");
    let games =
        "\nB G7\n  Ann (B) – Bob (W)  B+2  g/a.sgf\n  Cid (B) – ? (W)  W+R  g/b.sgf  game 2\n";
    assert!(text.ends_with(games), "{text}");
    let json = kifu
        .run(&["next", "g", "--size=9", "--games", "--json"])
        .json();
    let first = &json["continuations"][0];
    assert_eq!(first["point"], "G7");
    let listed = first["found_in"].as_array().unwrap();
    assert_eq!(listed.len(), 3);
    assert_eq!(
        (&listed[2]["file"], &listed[2]["game"]),
        (&json!("g/b.sgf"), &json!(3))
    );
    assert_eq!(listed[2]["black"], "Dan");
    let other = kifu.run(&["next", "g", "--size=9", "--json"]).json();
    assert!(other["continuations"][0].get("found_in").is_none());
    assert_eq!(kifu.run(&["next", "--games", "--index", "x"]).code, 2);
}

/// Points have the names of the board if the pattern has a fixed position. Otherwise they are
/// counted from the corner of the pattern.
#[test]
fn points_of_patterns_are_named() {
    let kifu = Kifu::with([("a.sgf", "(;SZ[9];B[hc];W[hb];B[gb];W[ee])")]);
    let next = |pattern: &str| {
        let ran = kifu.run(&["next", "a.sgf", "--first", "--text-pattern", pattern]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.text().to_owned()
    };
    let corner = next("----+/. . . |/. . . |/. X . |");
    assert!(corner.contains("\n     G H J\n"), "{corner}");
    assert!(corner.contains("\nA  W H8 "), "{corner}");
    let anywhere = next(". ./X .");
    assert!(
        anywhere.contains("\n 2   A .\n 1   X .\n     A B\n"),
        "{anywhere}"
    );
    assert!(anywhere.contains("\nA  W A2 "), "{anywhere}");
}

#[test]
fn variations_are_searched_on_request() {
    let cross = "(;GM[1]FF[4]SZ[9];B[ee];W[de](;B[gd];W[gg])(;B[dd];W[ed];B[dc]))";
    let none = "(;GM[1]FF[4]SZ[9];B[ee];W[gc](;B[gd];W[gg])(;B[dc];W[fh]))";
    let kifu = Kifu::with([("cuts/1.sgf", cross), ("cuts/2.sgf", none)]);
    let find = |args: &[&str]| {
        let ran = kifu.run(
            &[
                &["find", "cuts", "--text-pattern=XO/OX", "--any-symmetry"],
                args,
            ]
            .concat(),
        );
        (ran.code, ran.text().to_owned())
    };
    let hit = "cuts/1.sgf  at m3:1.2, moves 4 to 5, D6 to E5\n";
    assert_eq!(find(&["--variations"]), (0, hit.to_owned()));
    assert_eq!(
        find(&["--variations", "-l"]),
        (0, "cuts/1.sgf\n".to_owned())
    );
    assert_eq!(find(&[]), (1, String::new()));
    assert_eq!(find(&["--variations", "--moves", "6-"]), (1, String::new()));
    let ran = kifu.run(&["find", "cuts", "-e", "moves > 1", "--variations"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
}

#[test]
fn an_index_is_refreshed() {
    let kifu = games();
    let index = |args: &[&str]| {
        let ran = kifu.run(&[&["index", "g", "-o", "x.idx"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.text().trim_start_matches("x.idx: ").to_owned()
    };
    assert_eq!(
        index(&["-n"]),
        "3 files, 3 games; 3 new, 0 changed, 0 removed\n"
    );
    assert!(!kifu.path("x.idx").exists());
    index(&[]);
    let first = fs::read(kifu.path("x.idx")).unwrap();
    assert_eq!(
        index(&[]),
        "3 files, 3 games; 0 new, 0 changed, 0 removed\n"
    );
    assert!(fs::read(kifu.path("x.idx")).unwrap() == first);

    fs::write(kifu.path("g/d.sgf"), "(;SZ[9];B[cc];W[ec])").unwrap();
    fs::write(kifu.path("g/a.sgf"), "(;SZ[9];B[aa])").unwrap();
    fs::remove_file(kifu.path("g/c.sgf")).unwrap();
    assert_eq!(
        index(&[]),
        "3 files, 3 games; 1 new, 1 changed, 1 removed\n"
    );
    // The same bytes with another modification time.
    age(&kifu, "g/a.sgf", 500);
    age(&kifu, "g/d.sgf", 500);
    assert_eq!(
        index(&[]),
        "3 files, 3 games; 0 new, 0 changed, 0 removed\n"
    );
    let refreshed = fs::read(kifu.path("x.idx")).unwrap();
    fs::remove_file(kifu.path("x.idx")).unwrap();
    index(&[]);
    assert!(fs::read(kifu.path("x.idx")).unwrap() == refreshed);

    let ran = kifu.run(&["index", "g", "-o", "x.idx", "--json"]);
    let report = ran.json();
    assert_eq!(report["bytes"], refreshed.len() as u64);

    // Other files are not replaced, and a damaged index is rebuilt.
    let ran = kifu.run(&["index", "g", "-o", "g/a.sgf"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let mut damaged = refreshed.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(kifu.path("x.idx"), damaged).unwrap();
    let ran = kifu.run(&["find", "--index", "x.idx", "--text-pattern", "X"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert_eq!(
        index(&[]),
        "3 files, 3 games; 3 new, 0 changed, 0 removed\n"
    );
    assert!(fs::read(kifu.path("x.idx")).unwrap() == refreshed);
}

#[test]
fn an_index_can_be_in_an_indexed_directory() {
    let kifu = games();
    let whole = kifu.path("g/x.idx");
    for output in ["g/x.idx", "./g/../g/x.idx", whole.to_str().unwrap()] {
        let index = || {
            let ran = kifu.run(&["index", "g", "-o", output]);
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{output}");
            let (_, counts) = ran.text().rsplit_once(": ").unwrap();
            counts.to_owned()
        };
        let new = "3 files, 3 games; 3 new, 0 changed, 0 removed\n";
        assert_eq!(index(), new, "{output}");
        fs::write(kifu.path("g/d.sgf"), "(;SZ[9];B[cc])").unwrap();
        let changed = "4 files, 4 games; 1 new, 0 changed, 0 removed\n";
        assert_eq!(index(), changed, "{output}");
        fs::remove_file(kifu.path("g/d.sgf")).unwrap();
        fs::remove_file(&whole).unwrap();
    }
}

#[test]
fn game_counts_in_an_index_allocate_no_memory() {
    let kifu = games();
    let mut builder = Builder::new();
    builder.start_file(&File {
        name: b"g/a.sgf".to_vec(),
        games: u32::MAX,
        ..File::default()
    });
    let point = Point::new(2, 2);
    let play = Action::Play(Color::Black, Move::Play(point));
    let line = Line::new(Size::square(9).unwrap(), [play]);
    builder.add_game(u32::MAX, &line, Winner::Black);
    fs::write(kifu.path("x.idx"), builder.finish()).unwrap();
    let ran = kifu.run(&["find", "--index", "x.idx", "--text-pattern", "X"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.text(), "g/a.sgf  game 4294967295  move 1, C7\n");
}

#[test]
fn an_incomplete_index_is_not_written() {
    let kifu = games();
    fs::write(kifu.path("g/aa.txt"), "no game").unwrap();
    assert_eq!(kifu.run(&["index", "g", "--glob", "*.sgf"]).code, 0);
    let before = fs::read(kifu.path(".kifu")).unwrap();
    let ran = kifu.run(&["index", "g/a.sgf", "none.sgf", "g/b.sgf", "--strict"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(fs::read(kifu.path(".kifu")).unwrap() == before);

    // An index of a future version.
    let mut newer = before.clone();
    newer[8] = 3;
    fs::write(kifu.path(".kifu"), &newer).unwrap();
    let ran = kifu.run(&["index", "g"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("version 3"), "{}", ran.stderr);
    assert!(fs::read(kifu.path(".kifu")).unwrap() == newer);
}

#[test]
fn options_without_effect_are_refused() {
    let kifu = games();
    kifu.run(&["index", "g"]);
    let refused: [&[&str]; 10] = [
        &["find", "--index=.kifu", "--text-pattern=X", "--glob=a*"],
        &["find", "--index=.kifu", "--text-pattern=X", "-j2"],
        &["find", "--index=.kifu", "--text-pattern=X", "--strict"],
        &["next", "--index=.kifu", "--text-pattern=X", "-j2"],
        &["next", "--index=.kifu", "--text-pattern=X", "--strict"],
        &["next", "--index=.kifu", "--text-pattern=X", "--glob=a*"],
        &["find", "--index=.kifu", "--text-pattern=X", "g"],
        &["next", "g", "--moves=C7", "--size=9", "--anchor=corner"],
        &["next", "g", "--text-pattern=X", "--size=9"],
        &["next", "g", "--pattern=corner.sgf", "--size=9"],
    ];
    for args in refused {
        let ran = kifu.run(args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.stderr);
    }
    // The files in an index are inputs, so a missing one is a failure.
    std::fs::remove_file(kifu.path("g/a.sgf")).unwrap();
    let find = |strict: &[&str]| {
        let args = [
            "find",
            "--index=.kifu",
            "--text-pattern=X",
            "-j1",
            "--jsonl",
        ];
        kifu.run(&[&args, strict].concat())
    };
    assert_eq!((find(&[]).code, find(&["--strict"]).code), (3, 4));
}

#[test]
fn next_counts_unreadable_moves_separately() {
    let games = "(;SZ[5];B[cc];W[zz])(;SZ[5];B[cc];W[what])(;SZ[5];B[cc];W[])";
    let kifu = Kifu::with([("g.sgf", games)]);
    assert_eq!(kifu.run(&["index", "-o", "g.idx", "g.sgf"]).code, 0);
    for from in [&["g.sgf"][..], &["--index", "g.idx"]] {
        let next = ["next", "--moves", "C3", "--size", "5", "--json"];
        let found = kifu.run(&[&next[..], from].concat()).json();
        let rows = found["continuations"].as_array().unwrap();
        let rows: Vec<_> = rows
            .iter()
            .map(|row| (&row["what"], &row["count"]))
            .collect();
        let expected = [
            (&json!("unreadable"), &json!(2)),
            (&json!("pass"), &json!(1)),
        ];
        assert_eq!(rows, expected);
    }
}
