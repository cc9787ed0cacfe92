//! Collections that are read a few megabytes at a time.

use std::fmt::Write;

use crate::kifu::Kifu;

const GAMES: usize = 120_000;

/// Each game has its number as its name.
fn collection() -> Kifu {
    let mut text = String::new();
    for number in 1..=GAMES {
        let moves = ";B[aa];W[bb]".repeat(number % 5);
        writeln!(text, "(;GM[1]FF[4]GN[{number}]{moves})").unwrap();
    }
    assert!(text.len() > 5 << 20);
    Kifu::with([("all.sgf", text)])
}

#[test]
fn games_are_numbered_through_all_parts() {
    let kifu = collection();
    let found = |expression: &str| {
        let ran = kifu.run(&["find", "all.sgf", "-e", expression]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{expression}");
        ran.text().to_owned()
    };
    for number in [1, 7, 99_999, GAMES] {
        let line = format!("all.sgf  game {number}\n");
        assert_eq!(found(&format!("GN == '{number}'")), line);
        assert_eq!(found(&format!("number == {number}")), line);
        assert_eq!(
            found(&format!("number == {number} and games == {GAMES}")),
            line
        );
    }
    let counted = kifu.run(&["find", "all.sgf", "-e", "moves == 8", "--count"]);
    assert_eq!(counted.text(), format!("{}\n", GAMES / 5));
    let files = kifu.run(&["find", "all.sgf", "-e", "moves == 8", "--files"]);
    assert_eq!(files.text(), "all.sgf\n");
}

#[test]
fn a_file_in_parts_counts_once() {
    let kifu = collection();
    let bytes = std::fs::metadata(kifu.path("all.sgf")).unwrap().len();
    let stats = &kifu.run(&["stats", "all.sgf", "--json"]).json();
    assert_eq!(stats["files"], 1);
    assert_eq!(stats["games"], GAMES);
    assert_eq!(stats["bytes"], bytes);
    assert_eq!(stats["games_of_files"]["most"], GAMES);
    let text = std::fs::read(kifu.path("all.sgf")).unwrap();
    assert_eq!(&kifu.feed(&["stats", "--json"], &text).json(), stats);
    let summary = &kifu.run(&["info", "--summary", "--json", "all.sgf"]).json();
    assert_eq!(
        (&summary["files"], &summary["games"]),
        (&1.into(), &GAMES.into())
    );
    assert_eq!(summary["bytes"], bytes);
}

/// Few games, with long texts; the last but one has as many moves as are worth comparing.
fn long_texts() -> Kifu {
    let moves = ";B[aa];W[bb];B[cc];W[dd];B[ee];W[ff];B[gg];W[hh];B[ii];W[jj]";
    let text = "said ".repeat(20_000);
    let games = (1..=60).map(|number| match number {
        59 => format!("(;GM[1]FF[4]C[{text}]{moves})\n"),
        _ => format!("(;GM[1]FF[4]GN[{number}]C[{text}];B[qq];W[pp])\n"),
    });
    let one = format!("(;GM[1]FF[4]{moves})");
    Kifu::with([("all.sgf", games.collect::<String>()), ("one.sgf", one)])
}

#[test]
fn other_verbs_number_games_through_all_parts() {
    let kifu = long_texts();
    let ran = |args: &[&str]| {
        let ran = kifu.run(args);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args:?}");
        ran
    };
    let hashed = ran(&["hash", "all.sgf", "--json"]).json();
    let hashed = hashed[0]["games"].as_array().unwrap().clone();
    let numbers: Vec<_> = hashed
        .iter()
        .map(|game| game["game"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, (1..=60).collect::<Vec<_>>());
    assert_eq!(hashed[58]["moves"], 10);
    let select = ["hash", "all.sgf", "-e", "number == 59 or GN == '60'"];
    assert_eq!(ran(&select).text().lines().count(), 2);
    let select = ["hash", "all.sgf", "-e", "number == 59 and games == 60"];
    let of_last = ran(&select).text().to_owned();
    let of_one = ran(&["hash", "one.sgf"]).text().to_owned();
    assert_eq!(of_last, of_one.replace("one.sgf", "all.sgf  game 59"));

    let next = |place: &[&str]| {
        let ran = ran(&[&["next", "--moves", "R3", "--json"], place].concat());
        ran.json()
    };
    let found = next(&["all.sgf", "one.sgf"]);
    assert_eq!((&found["games"], &found["hits"]), (&59.into(), &59.into()));
    for changed in ["2 new, 0 changed", "0 new, 0 changed"] {
        let indexed = ran(&["index", "all.sgf", "one.sgf", "-o", "all.idx"]);
        let told = format!("all.idx: 2 files, 61 games; {changed}, 0 gone\n");
        assert_eq!(indexed.text(), told);
        assert_eq!(next(&["--index", "all.idx"]), found);
    }
    let pattern = "X........./.O......../..X......./...O....../....X...../.....O..../......X.../\
                   .......O../........X./.........O";
    let find = |place: &[&str]| {
        let find = ["find", "--text-pattern", pattern, "--any-symmetry"];
        let ran = ran(&[&find[..], place].concat());
        ran.text().to_owned()
    };
    let found = find(&["--index", "all.idx"]);
    assert!(found.starts_with("all.sgf  game 59"), "{found}");
    assert_eq!(found, find(&["all.sgf", "one.sgf"]));

    let deduped = kifu.run(&["dedupe", "all.sgf", "one.sgf"]);
    assert_eq!(
        deduped.text(),
        "all.sgf  game 59\n  one.sgf  the same moves\n"
    );
    assert!(
        deduped.stderr.starts_with("61 games, "),
        "{}",
        deduped.stderr
    );
}

#[test]
fn a_large_file_is_checked_as_from_a_pipe() {
    let kifu = long_texts();
    let text = std::fs::read_to_string(kifu.path("all.sgf")).unwrap();
    let text = text.replace("(;GM[1]FF[4]GN[5", "(;GM[1]FF[3]GN[5");
    let text = text.replace("pp])", "qq]KM[6,5])");
    std::fs::write(kifu.path("all.sgf"), &text).unwrap();
    for more in [&["--format=json"][..], &["--format=sarif"], &[]] {
        let checked = kifu.run(&[&["check", "all.sgf"], more].concat());
        // They cannot be read twice, and are looked at as a whole.
        let pipes = [
            ("-", "<stdin>"),
            #[cfg(unix)]
            ("/dev/stdin", "/dev/stdin"),
        ];
        for (pipe, shown) in pipes {
            let piped = kifu.feed(&[&["check", pipe], more].concat(), text.as_bytes());
            let told = match more {
                [] => piped.text().replace(shown, "all.sgf"),
                _ => piped.text().replace(&format!("\"{pipe}\""), "\"all.sgf\""),
            };
            assert!(told == checked.text(), "{more:?} {pipe}");
            assert_eq!(
                (piped.code, piped.stderr),
                (checked.code, checked.stderr.clone())
            );
        }
        assert!(!checked.text().is_empty());
    }
}

#[test]
fn a_large_file_is_converted_as_from_a_pipe() {
    let kifu = long_texts();
    let text = std::fs::read_to_string(kifu.path("all.sgf")).unwrap();
    // The last two games have names, and lose something.
    let text = text.replace("FF[4]C[", "FF[4]GN[59]C[");
    let text = text.replace("ff];B[gg]", "ff]XX[lost];B[gg]");
    std::fs::write(kifu.path("all.sgf"), &text).unwrap();
    let run = |args: &[&str]| {
        let ran = kifu.run(&[&["convert", "all.sgf"], args].concat());
        (ran.code, ran.stdout, ran.stderr)
    };
    for (more, code) in [
        ("-t sgf", 0),
        ("-t jgf2 --compact --no-carriage", 0),
        ("-t jgf2 --no-carriage --loss error", 1),
        ("-t sgn --from sgf", 0),
        ("-t ascii --move 3", 2),
    ] {
        let more: Vec<&str> = more.split(' ').collect();
        let whole = kifu.feed(&[&["convert"], &more[..]].concat(), text.as_bytes());
        let told = whole.stderr.replace("<stdin>", "all.sgf");
        assert_eq!(whole.code, code, "{more:?}");
        let into_file = run(&[&more[..], &["-o", "out"]].concat());
        assert_eq!(into_file, (code, Vec::new(), told.clone()));
        let written = std::fs::read(kifu.path("out"));
        assert!(written.unwrap_or_default() == whole.stdout, "{more:?}");
        assert_eq!(kifu.path("out").exists(), code == 0, "{more:?}");
        if code == 0 {
            std::fs::remove_file(kifu.path("out")).unwrap();
        } else {
            assert_eq!(run(&more), (code, Vec::new(), told));
        }
    }
    let whole = kifu.feed(&["convert", "-t", "fen"], text.as_bytes());
    assert!(run(&["-t", "fen"]).1 == whole.stdout);
    assert_eq!(std::fs::read_dir(kifu.path("")).unwrap().count(), 2);
}

#[test]
fn the_games_of_a_large_file_are_written_each() {
    let kifu = long_texts();
    let text = std::fs::read_to_string(kifu.path("all.sgf")).unwrap();
    let ran = kifu.run(&["convert", "all.sgf", "-t", "sgf", "--split", "-o", "out"]);
    assert_eq!((ran.code, &*ran.stderr), (0, "1 of 1 file converted\n"));
    let files = kifu.files("out");
    let names = (1..=60).map(|number| format!("out/all-{number:02}.sgf"));
    assert!(files.iter().map(|(name, _)| name.clone()).eq(names));
    let games: String = files.into_iter().map(|(_, text)| text).collect();
    let whole = kifu.feed(&["convert", "-t", "sgf"], text.as_bytes());
    assert!(games == whole.text());
    let again = ["convert", "all.sgf", "-t", "sgf", "--split", "-o", "out"];
    let ran = kifu.run(&again);
    assert_eq!(ran.code, 4);
    let first = std::path::Path::new("out").join("all-01.sgf");
    let told = format!("{}: cannot write: ", first.display());
    assert!(
        ran.stderr.contains("exists already"),
        "{told} {}",
        ran.stderr
    );
    assert_eq!(kifu.files("out").len(), 60);
}
