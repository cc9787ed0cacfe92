//! Collections that are read in chunks.

use std::fmt::Write;

use crate::kifu::Kifu;

const GAMES: usize = 120_000;

/// Creates a collection whose games are named by their numbers.
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
fn games_are_numbered_across_chunks() {
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
fn a_file_in_chunks_counts_once() {
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

/// Creates a collection with long texts. Game 59 has enough moves for `dedupe` to compare.
fn long_texts() -> Kifu {
    let moves = ";B[aa];W[bb];B[cc];W[dd];B[ee];W[ff];B[gg];W[hh];B[ii];W[jj]";
    let text = "text ".repeat(20_000);
    let games = (1..=60).map(|number| match number {
        59 => format!("(;GM[1]FF[4]C[{text}]{moves})\n"),
        _ => format!("(;GM[1]FF[4]GN[{number}]C[{text}];B[qq];W[pp])\n"),
    });
    let one = format!("(;GM[1]FF[4]{moves})");
    Kifu::with([("all.sgf", games.collect::<String>()), ("one.sgf", one)])
}

#[test]
fn other_verbs_number_games_across_chunks() {
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
        let summary = format!("all.idx: 2 files, 61 games; {changed}, 0 removed\n");
        assert_eq!(indexed.text(), summary);
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
fn large_files_are_checked_like_piped_input() {
    let kifu = long_texts();
    let text = std::fs::read_to_string(kifu.path("all.sgf")).unwrap();
    let text = text.replace("(;GM[1]FF[4]GN[5", "(;GM[1]FF[3]GN[5");
    let text = text.replace("pp])", "qq]KM[6,5])");
    std::fs::write(kifu.path("all.sgf"), &text).unwrap();
    for more in [&["--format=json"][..], &["--format=sarif"], &[]] {
        let checked = kifu.run(&[&["check", "all.sgf"], more].concat());
        // A pipe cannot be read twice, so its input is checked as a whole.
        let pipes = [
            ("-", "<stdin>"),
            #[cfg(unix)]
            ("/dev/stdin", "/dev/stdin"),
        ];
        for (pipe, shown) in pipes {
            let piped = kifu.feed(&[&["check", pipe], more].concat(), text.as_bytes());
            let report = match more {
                [] => piped.text().replace(shown, "all.sgf"),
                _ => piped.text().replace(&format!("\"{pipe}\""), "\"all.sgf\""),
            };
            assert!(report == checked.text(), "{more:?} {pipe}");
            assert_eq!(
                (piped.code, piped.stderr),
                (checked.code, checked.stderr.clone())
            );
        }
        assert!(!checked.text().is_empty());
    }
}

/// Games with long texts; every rewriting verb changes some of them. Game 44 has a defect.
fn lessons() -> String {
    let text = "text ".repeat(20_000);
    let games = (1..=45).map(|number| {
        let komi = if number % 7 == 0 { "KM[6,5]" } else { "" };
        let defect = if number == 44 { "Ma[qq]" } else { "" };
        let right = if number % 2 == 0 { "TE[1]" } else { "" };
        let head = format!("(;GM[1]FF[4]GN[{number}]{komi}C[{text}[1\\]]");
        format!("{head}\n;AB[dd][ee]AW[ff]{defect}(;B[qq]HA[2])(;B[cc]{right}))\n")
    });
    games.collect()
}

#[test]
fn large_files_are_rewritten_like_piped_input() {
    let text = lessons();
    let kifu = Kifu::with([("all.sgf", &text)]);
    for verb in [
        &["fmt"][..],
        &["fix", "--all-safe"],
        &["strip", "--props", "TE", "-e", "number > 40"],
        &["strip", "--comments", "-e", "number == games"],
        &["transform", "--rot", "90", "--swap-colors"],
        &["problem", "convert", "--from", "te", "--to", "mainline"],
    ] {
        // A pipe cannot be read twice, so its input is rewritten as a whole.
        let piped = kifu.feed(verb, text.as_bytes());
        let ran = kifu.run(&[verb, &["all.sgf"]].concat());
        assert!(ran.stdout == piped.stdout, "{verb:?}");
        let messages = piped.stderr.replace("<stdin>", "all.sgf");
        assert_eq!((ran.stderr, ran.code), (messages, piped.code), "{verb:?}");
        assert!(ran.stdout != text.as_bytes(), "{verb:?}");
    }
}

#[test]
fn formatted_files_stay_unchanged() {
    let kifu = Kifu::with([("all.sgf", lessons())]);
    assert_eq!(kifu.run(&["fmt", "all.sgf", "-o", "new.sgf"]).code, 0);
    assert_eq!(kifu.run(&["fmt", "--check", "all.sgf"]).code, 1);
    let check = kifu.run(&["fmt", "--check", "new.sgf"]);
    assert_eq!((check.code, check.text()), (0, ""), "{}", check.stderr);
    assert_eq!(kifu.run(&["fmt", "--in-place", "new.sgf"]).code, 0);
    assert!(!kifu.path("new.sgf.orig").exists());
}

#[test]
fn write_errors_do_not_depend_on_the_file_size() {
    let one = format!("(;{})", ";TE[1]".repeat(22));
    let kifu = Kifu::with([("all.sgf", lessons()), ("one.sgf", one)]);
    let strip = |name: &str, more: &[&str]| {
        let ran = kifu.run(&[&["strip", "--props", "TE", name], more].concat());
        let output = [ran.text(), ran.stderr.as_str()].map(|text| text.replace(name, "FILE"));
        (ran.code, output)
    };
    for more in [
        &["-o", "there.sgf"][..],
        &["-o", "there.sgf", "--jsonl"],
        &["-o", "no/such/folder.sgf"],
        #[cfg(unix)]
        &["-o", "/dev/null", "--json"],
    ] {
        std::fs::write(kifu.path("there.sgf"), "(;)").unwrap();
        assert_eq!(strip("all.sgf", more), strip("one.sgf", more), "{more:?}");
        let there = std::fs::read_to_string(kifu.path("there.sgf")).unwrap();
        assert_eq!(there, "(;)");
    }
}

#[test]
fn large_files_are_written_where_the_options_say() {
    let text = lessons();
    let kifu = Kifu::with([("all.sgf", &text)]);
    let read = |name: &str| std::fs::read_to_string(kifu.path(name)).unwrap();
    let strip = |more: &[&str]| {
        let verb = ["strip", "--props", "TE", "-e", "number > 40", "all.sgf"];
        let ran = kifu.run(&[&verb, more].concat());
        (ran.code, ran.stdout, ran.stderr)
    };
    let (code, stdout, _) = strip(&[]);
    let stripped = String::from_utf8(stdout).unwrap();
    assert_eq!((code, stripped.len()), (0, text.len() - 2 * "TE[1]".len()));
    let summary = "1 of 1 file stripped: 2 properties\n".to_owned();
    let done = (0, Vec::new(), summary.clone());
    assert_eq!(strip(&["-o", "new.sgf"]), done);
    assert!(read("new.sgf") == stripped);
    assert_eq!(strip(&["-o", "new/"]).0, 4);
    std::fs::create_dir(kifu.path("new")).unwrap();
    assert_eq!(strip(&["-o", "new"]), done);
    assert!(read("new/all.sgf") == stripped);
    // Existing files are not replaced.
    let (code, _, stderr) = strip(&["-o", "new.sgf"]);
    assert_eq!(code, 4);
    assert!(stderr.contains("new.sgf already exists"), "{stderr}");
    let (code, diff, _) = strip(&["--diff"]);
    let diff = String::from_utf8(diff).unwrap();
    assert_eq!((code, diff.matches("\n-").count()), (0, 2));
    assert_eq!(strip(&["-n"]).2, summary.replace("stripped", "to strip"));
    assert_eq!(strip(&["--in-place"]), done);
    assert!(read("all.sgf") == stripped && read("all.sgf.orig") == text);
    // No temporary file is left.
    assert_eq!(std::fs::read_dir(kifu.path("")).unwrap().count(), 4);
}

/// Returns a collection of several chunks with unusual content: game trees with several games, text
/// between games, variations, and a last game that is never closed.
fn unusual() -> String {
    let text = "text ".repeat(20_000);
    let game = |number: usize| {
        let own = format!("FF[4]SZ[9]GN[{number}]C[{text}]");
        match number {
            60 => format!("(;{own};B[aa](;W[bb])(;W[cc]"),
            _ if number % 7 == 3 => format!("((;{own};B[ab])\n(;PB[second];W[bc]))\n"),
            _ if number % 7 == 5 => format!("(;{own};B[aa];W[bb](;B[cc])(;B[dd]TR[dd])) and\n"),
            _ => format!("(;{own}RE[B+1];B[aa];W[bb]TB[cc])\n\n"),
        }
    };
    (1..=60).map(game).collect()
}

/// Asserts that a file, which is read in chunks, and standard input, which is read whole, give the
/// same results except for the name. `OUT` stands for the output path.
fn assert_same_as_piped(kifu: &Kifu, text: &str, args: &[&str]) {
    let place = |out: &str| -> Vec<String> {
        let place = |word: &&str| word.replace("OUT", out);
        args.iter().map(place).collect()
    };
    let (mut file_args, piped_args) = (place("of_file"), place("of_pipe"));
    file_args.push("all.sgf".to_owned());
    let ran = kifu.run(&file_args.iter().map(String::as_str).collect::<Vec<_>>());
    let piped = kifu.feed(
        &piped_args.iter().map(String::as_str).collect::<Vec<_>>(),
        text.as_bytes(),
    );
    let renamed = |output: &str| {
        let output = output.replace("of_pipe", "of_file");
        let output = output.replace("\"file\":\"-\"", "\"file\":\"all.sgf\"");
        output.replace("<stdin>", "all.sgf")
    };
    assert_eq!(renamed(&piped.stderr), ran.stderr, "{args:?}");
    assert_eq!(piped.code, ran.code, "{args:?}: {}", ran.stderr);
    assert!(renamed(piped.text()) == ran.text(), "{args:?}");
    let files = |out: &str| -> Vec<String> {
        if kifu.path(out).is_dir() {
            let files = kifu.files(out).into_iter();
            let files = files.map(|(name, text)| format!("{}: {text}", renamed(&name)));
            files.collect()
        } else {
            let text = std::fs::read_to_string(kifu.path(out));
            text.ok().into_iter().collect()
        }
    };
    let (of_file, of_pipe) = (files("of_file"), files("of_pipe"));
    assert_eq!(of_file.len(), of_pipe.len(), "{args:?}");
    assert!(of_file == of_pipe, "{args:?}");
    for out in ["of_file", "of_pipe"] {
        let _ = std::fs::remove_file(kifu.path(out));
        let _ = std::fs::remove_dir_all(kifu.path(out));
    }
}

#[test]
fn large_files_are_split_like_piped_input() {
    let text = unusual();
    let kifu = Kifu::with([("all.sgf", &text)]);
    let some = "GN == 2 or number > 40 and PB == second or number == 69";
    for more in [
        &[][..],
        &["--raw"],
        &["--every=25", "--json"],
        &["--every=25", "--raw", "--jsonl"],
        &["--every=1"],
        &["--every=59"],
        &["--every=100"],
        &["-e", some, "--json"],
        &["-e", some, "--every=2", "--jsonl"],
        &["-e", "GN == 60 and games == 69", "--every=2"],
        &["-e", "GN == never"],
        &["-n"],
        &["-n", "--every=30"],
    ] {
        let args = ["split", "-o", "OUT", "--name", "{n}_{GN}.{ext}"];
        assert_same_as_piped(&kifu, &text, &[&args, more].concat());
    }
    // A file name is the name of the input and a number with as many digits as the last number.
    let ran = kifu.run(&["split", "all.sgf", "-o", "out", "--every=25", "--strict"]);
    assert_eq!(ran.stderr, "69 games of 1 file written, into 3 files\n");
    let names = kifu.files("out").into_iter().map(|(name, _)| name);
    let names: Vec<String> = names.collect();
    assert_eq!(names, ["out/all-1.sgf", "out/all-2.sgf", "out/all-3.sgf"]);
    // The second file exists, so an error is reported. The other files are written, except with
    // --strict.
    for (more, written) in [(&[][..], "41 games"), (&["--strict"], "29 games")] {
        let second = std::fs::read(kifu.path("out/all-2.sgf")).unwrap();
        for gone in ["out/all-1.sgf", "out/all-3.sgf"] {
            let _ = std::fs::remove_file(kifu.path(gone));
        }
        let ran = kifu.run(&[&["split", "all.sgf", "-o", "out", "--every=25"], more].concat());
        assert_eq!(ran.code, 3, "{}", ran.stderr);
        let (why, summary) = ran.stderr.split_once('\n').unwrap();
        assert!(why.starts_with("kifu: all.sgf: cannot write"), "{why}");
        assert!(summary.starts_with(written), "{summary}");
        assert_eq!(kifu.path("out/all-3.sgf").exists(), more.is_empty());
        assert_eq!(std::fs::read(kifu.path("out/all-2.sgf")).unwrap(), second);
    }
}

#[test]
fn games_of_large_files_are_extracted_like_piped_input() {
    let text = unusual();
    let kifu = Kifu::with([("all.sgf", &text)]);
    let named = ["-o", "OUT/", "--name", "{n}_{GN}.{ext}"];
    let some = "GN == 2 or number > 40 and PB == second or number == 69";
    for args in [
        &["--game=1"][..],
        &["--game=4"],
        &["--game=68", "--moves=2-"],
        &["--game=69", "--each-variation"],
        &["--game=69", "--var=2", "-o", "OUT", "--json"],
        &["--game=70"],
        &["--game=70", "-o", "OUT"],
        &["-e", some],
        &["-e", some, "--path=0"],
        &["-e", some, "--each-variation", "-o", "OUT.sgf", "--json"],
        &["-e", "number > 60 and games == 69", "-o", "OUT"],
        &["-e", "moves > 2", "--moves=3-", "-o", "OUT", "-n"],
        &["-e", "GN == never", "-o", "OUT"],
    ] {
        assert_same_as_piped(&kifu, &text, &[&["extract"], args].concat());
    }
    for args in [
        &["--game=5", "--json"][..],
        &["-e", some, "--json"],
        &["-e", some, "--each-variation"],
        &["-e", some, "-n"],
    ] {
        assert_same_as_piped(&kifu, &text, &[&["extract"], args, &named].concat());
    }
    // The number has as many digits as that of the last game.
    let ran = kifu.run(&["extract", "all.sgf", "-e", "number == 3", "-o", "out/"]);
    assert_eq!(ran.stderr, "1 game of 1 file written\n");
    assert_eq!(kifu.files("out")[0].0, "out/all-03.sgf");
}

#[test]
fn large_files_are_concatenated_byte_for_byte() {
    let text = unusual();
    let kifu = Kifu::with([("all.sgf", text.as_str()), ("a.sgf", "(;A[])")]);
    let files = ["all.sgf", "a.sgf", "all.sgf"];
    let cat = |args: &[&str]| kifu.run(&[&["cat"], args, &files[..]].concat());
    let on_lines = [text.as_str(), "(;A[])", text.as_str()].join("\n");
    assert!(cat(&[]).text() == on_lines);
    assert!(cat(&["--raw"]).text() == on_lines.replace("\n(;A[])\n", "(;A[])"));
    assert_eq!(cat(&["-o", "to.sgf"]).code, 0);
    assert!(std::fs::read_to_string(kifu.path("to.sgf")).unwrap() == on_lines);
}

#[test]
fn games_of_large_files_are_shown_like_piped_input() {
    let text = unusual();
    let kifu = Kifu::with([("all.sgf", &text)]);
    for args in [
        &["info", "--json"][..],
        &["info", "-e", "number > 60 and PB != second", "--jsonl"],
        &["info", "-e", "games == 69 and number == 3", "--json"],
        &["info", "-e", "number == 70"],
        &["info", "--fields=GN,PB"],
        &[
            "info",
            "--fields=GN",
            "--jsonl",
            "-e",
            "number > 60 and PB != second",
        ],
        &["info", "--fields=GN", "-e", "games == 69 and moves == 3"],
        &["show", "--game=4"],
        &["show", "--game=69"],
        &["show", "--game=70"],
        &["score", "--game=68", "--json"],
        &["score", "--game=70"],
        &["tree"],
        &["tree", "--json"],
        &["tree", "--game=69"],
        &["tree", "--game=70"],
        &["problem", "list"],
        &["problem", "list", "--json"],
    ] {
        assert_same_as_piped(&kifu, &text, args);
    }
}

#[test]
fn large_files_are_converted_like_piped_input() {
    let kifu = long_texts();
    let text = std::fs::read_to_string(kifu.path("all.sgf")).unwrap();
    // The last two games have names, and the conversion loses a property.
    let text = text.replace("FF[4]C[", "FF[4]GN[59]C[");
    let text = text.replace("ff];B[gg]", "ff]XX[lost];B[gg]");
    std::fs::write(kifu.path("all.sgf"), &text).unwrap();
    let run = |args: &[&str]| {
        let ran = kifu.run(&[&["convert", "all.sgf"], args].concat());
        (ran.code, ran.stdout, ran.stderr)
    };
    for (more, code) in [
        ("-t sgf", 0),
        ("-t jgf2 --compact --no-private-data", 0),
        ("-t jgf2 --no-private-data --loss error", 4),
        ("-t sgn --from sgf", 0),
        ("-t ascii --move 3", 2),
    ] {
        let more: Vec<&str> = more.split(' ').collect();
        let whole = kifu.feed(&[&["convert"], &more[..]].concat(), text.as_bytes());
        let messages = whole.stderr.replace("<stdin>", "all.sgf");
        assert_eq!(whole.code, code, "{more:?}");
        let into_file = run(&[&more[..], &["-o", "out"]].concat());
        assert_eq!(into_file, (code, Vec::new(), messages.clone()));
        let written = std::fs::read(kifu.path("out"));
        assert!(written.unwrap_or_default() == whole.stdout, "{more:?}");
        assert_eq!(kifu.path("out").exists(), code == 0, "{more:?}");
        if code == 0 {
            std::fs::remove_file(kifu.path("out")).unwrap();
        } else {
            assert_eq!(run(&more), (code, Vec::new(), messages));
        }
    }
    let whole = kifu.feed(&["convert", "-t", "fen"], text.as_bytes());
    assert!(run(&["-t", "fen"]).1 == whole.stdout);
    assert_eq!(std::fs::read_dir(kifu.path("")).unwrap().count(), 2);
}

#[test]
fn games_of_large_files_are_converted_separately() {
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
    assert!(ran.stderr.contains("already exists"), "{}", ran.stderr);
    assert_eq!(kifu.files("out").len(), 60);
}

#[test]
fn a_collection_in_jgf_has_the_games_of_the_same_collection_in_sgf() {
    const GAMES: usize = 5_000;
    let (mut sgf, mut jgf) = (String::new(), String::from("["));
    let long = "x".repeat(1000);
    for number in 1..=GAMES {
        let count = number % 4;
        let moves = ";B[ba];W[ca]".repeat(count);
        writeln!(sgf, "(;GM[1]FF[4]SZ[19]GN[{number}]CP[{long}]{moves})").unwrap();
        let moves =
            r#",{"move":{"color":"black","x":1,"y":0}},{"move":{"color":"white","x":2,"y":0}}"#;
        let tree = moves.repeat(count);
        let comma = if number > 1 { "," } else { "" };
        let head = r#""record":{"format":"JGF","version":2},"board":{"size":19}"#;
        let name = format!(r#""name":"{number}","copyright":"{long}""#);
        let game = format!(r#"{head},"game":{{"type":"go",{name}}},"tree":[{{}}{tree}]"#);
        write!(jgf, "{comma}\n{{{game}}}").unwrap();
    }
    assert!(jgf.len() > 5 << 20);
    // The last game is followed by a finding, so the rest of the file is read as a whole.
    let odd = format!("{jgf}, // the end\n]\n");
    let jgf = format!("{jgf}\n]\n");
    let kifu = Kifu::with([("all.sgf", sgf), ("all.jgf", jgf), ("odd.jgf", odd)]);
    for args in [
        ["find", "-e", "moves == 6 and number > 4900"].as_slice(),
        &["hash"],
        &["next", "--moves", "B19", "--any-symmetry"],
        &["stats", "--all", "--by", "moves,number"],
    ] {
        let run = |file: &str| {
            let ran = kifu.run(&[args, &[file]].concat());
            (ran.code, ran.text().replace(file, "FILE"), ran.stderr)
        };
        let expected = run("all.sgf");
        assert_eq!((expected.0, expected.2.as_str()), (0, ""), "{args:?}");
        for file in ["all.jgf", "odd.jgf"] {
            assert!(run(file) == expected, "{args:?} {file}");
        }
    }
}
