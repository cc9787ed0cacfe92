//! Tests that `kifu dedupe` and `kifu merge` lose no content unless requested.

use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;

use kifu::sgf::Document;

use crate::dedupe::{GAME, long, planted, records};
use crate::kifu::Kifu;

/// Returns a game of 60 moves that is different for each number, with coordinates formatted by
/// `write`.
fn game(number: usize, write: impl Fn(usize, usize) -> String) -> String {
    let mut text = format!("(;SZ[19]PB[{number}]");
    for n in 0..60 {
        let at = (n * 97 + number * 31 + n * n * number) % 361;
        let color = ["B", "W"][n % 2];
        text += &format!(";{color}[{}]", write(at % 19, at / 19));
    }
    text + ")"
}

#[test]
fn games_with_unreadable_moves_are_not_copies() {
    const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRST";
    let western = |col: usize, row: usize| format!("{}{}", char::from(LETTERS[col]), row + 1);
    let number = |col: usize, row: usize| (100 + 19 * row + col).to_string();
    let three = |col: usize, row: usize| {
        let [a, b] = [col, row].map(|at| char::from(b'a' + at as u8));
        format!("{a}d{b}")
    };
    let off = |col: usize, row: usize| {
        let [a, b] = [col, row].map(|at| char::from(b'a' + at as u8));
        format!("{}{b}", a.to_ascii_uppercase())
    };
    let spellings: [&dyn Fn(usize, usize) -> String; 4] = [&western, &number, &three, &off];
    for write in spellings {
        let kifu = Kifu::new();
        fs::create_dir(kifu.path("in")).unwrap();
        for n in 0..30 {
            fs::write(kifu.path(format!("in/{n}.sgf")), game(n, write)).unwrap();
        }
        for criteria in [
            &[][..],
            &["--prefix"],
            &["--near", "2"],
            &["--by", "moves+dyer"],
        ] {
            let args = [&["dedupe", "--delete", "--lossy", "in"], criteria].concat();
            let ran = kifu.run(&args);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            assert_eq!(kifu.files("in").len(), 30, "{criteria:?} {}", ran.stderr);
        }
        let ran = kifu.run(&["hash", "--kind", "moves,moves-sym,final,final-sym", "in"]);
        for column in 0..4 {
            let hashes = ran.text().lines().map(|line| line.split("  ").nth(column));
            let hashes: BTreeSet<_> = hashes.collect();
            assert!(hashes.len() == 30, "column {column}: {}", hashes.len());
        }
        assert_eq!(kifu.run(&["diff", "in/1.sgf", "in/2.sgf"]).code, 1);
        assert_eq!(kifu.run(&["diff", "in/1.sgf", "in/1.sgf"]).code, 0);
        let merged = kifu.run(&["merge", "in/1.sgf", "in/2.sgf"]);
        assert_eq!(merged.code, 1, "{}", merged.text());
        // A file with the same bytes is a copy.
        fs::copy(kifu.path("in/1.sgf"), kifu.path("in/x.sgf")).unwrap();
        assert_eq!(kifu.run(&["dedupe", "--delete", "in"]).code, 0);
        assert_eq!(kifu.files("in").len(), 30);
    }
}

#[test]
fn western_coordinates_equal_sgf_coordinates() {
    let kifu = Kifu::with([
        ("a.sgf", "(;SZ[19];B[D4];W[q16];B[Q4])"),
        ("b.sgf", "(;SZ[19];B[dp];W[pd];B[pp])"),
    ]);
    assert_eq!(kifu.run(&["diff", "a.sgf", "b.sgf"]).code, 0);
    let kinds = "moves,final";
    let hash = |file| {
        let ran = kifu.run(&["hash", "--kind", kinds, file]);
        ran.text().replace(file, "")
    };
    assert_eq!(hash("a.sgf"), hash("b.sgf"));
    let ran = kifu.run(&["diff", "a.sgf", "b.sgf", "--jsonl"]);
    assert_eq!(ran.json()["same"], true);
}

#[test]
fn unreadable_moves_are_shown_as_written() {
    let kifu = Kifu::with([
        ("a.sgf", "(;SZ[19];B[123];W[pd];B[pp])"),
        ("b.sgf", "(;SZ[19];B[124];W[pd];B[pp])"),
    ]);
    let ran = kifu.run(&["diff", "a.sgf", "b.sgf"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.text()
            .contains("move 1: B[123] in the first, B[124] in the second"),
        "{}",
        ran.text()
    );
}

/// Returns the names of the files below a directory with their [`values`].
fn values_of_files(kifu: &Kifu, folder: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut found = Vec::new();
    let mut folders = vec![kifu.path(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            found.push((name, values(&fs::read(path).unwrap())));
        }
    }
    found
}

/// Returns all texts and numbers of a file, each on one line, without points and without properties
/// that depend on the orientation, the colours or the format of the file.
fn values(bytes: &[u8]) -> BTreeSet<String> {
    const POINTS: [&str; 18] = [
        "B", "W", "AB", "AW", "AE", "TR", "SQ", "CR", "MA", "SL", "TB", "TW", "LB", "AR", "LN",
        "DD", "VW", "L",
    ];
    let document = Document::parse(bytes).unwrap();
    let mut found = BTreeSet::new();
    for root in document.roots() {
        let charset = document.charset(root).charset;
        for id in document.forest().preorder(root) {
            for property in document.node(id).properties() {
                let ident: String = property.ident().significant().map(char::from).collect();
                if POINTS.contains(&&*ident)
                    || ["CA", "FF", "RE", "KM", "SZ", "GM"].contains(&&*ident)
                {
                    continue;
                }
                for value in property.values() {
                    let text = value.text(charset).text;
                    let words: Vec<&str> = text.split_whitespace().collect();
                    found.insert(words.join(" "));
                }
            }
        }
    }
    found
}

/// Panics if a value of a file is missing from all remaining copies of its game.
fn assert_no_loss(before: &[(String, BTreeSet<String>)], kifu: &Kifu, what: &[&str]) {
    let after = values_of_files(kifu, "");
    for (name, values) in before {
        let family = after.iter().filter(|(file, _)| file[..3] == name[..3]);
        let texts: Vec<&String> = family.flat_map(|(_, values)| values).collect();
        assert!(!texts.is_empty(), "{what:?}: nothing is left of {name}");
        for value in values {
            let is_there = texts.iter().any(|text| text.contains(value.as_str()));
            assert!(is_there, "{what:?}: {name}: {value:?}");
        }
    }
}

/// Adds a round, comments, a node name, marks and an unknown property that are unique to the file.
fn annotated(bytes: &[u8], name: &str) -> Vec<u8> {
    let mut document = Document::parse(bytes).unwrap();
    let root = document.roots().next().unwrap();
    let nodes: Vec<_> = document.main_line(root).map(|node| node.id()).collect();
    let middle = nodes[nodes.len() / 2];
    let mut node = document.node_mut(root);
    node.set("RO", [format!("round of {name}").as_str()])
        .unwrap();
    node.set("GC", [format!("game of {name}\nin two lines").as_str()])
        .unwrap();
    let mut node = document.node_mut(middle);
    node.set("C", [format!("comment of {name}").as_str()])
        .unwrap();
    node.set("N", [format!("name of {name}").as_str()]).unwrap();
    node.set("XQ", [format!("value of {name}").as_str()])
        .unwrap();
    node.set("TR", ["aa"]).unwrap();
    document.to_bytes()
}

#[test]
fn no_action_on_copies_loses_content() {
    const KINDS: [&str; 9] = [
        "turned",
        "mirrored",
        "swapped",
        "truncated",
        "wrong",
        "charset",
        "metadata",
        "all",
        "annotated",
    ];
    const GAMES: usize = 12;
    let all = records();
    let mut step = all.iter().step_by(all.len() / GAMES);
    let games: Vec<&Vec<u8>> = step.by_ref().take(GAMES).collect();
    let make = || {
        let kifu = Kifu::new();
        for (n, record) in games.iter().enumerate() {
            for (at, kind) in ["", ""].iter().chain(&KINDS).enumerate() {
                let name = format!("{n:03}-{at}{kind}.sgf");
                let copy = match *kind {
                    "" => record.to_vec(),
                    "annotated" => annotated(record, &name),
                    // Annotate half of the copies.
                    kind if (n + at) % 2 == 0 => annotated(&planted(kind, record, n), &name),
                    kind => planted(kind, record, n),
                };
                fs::write(kifu.path(name), copy).unwrap();
            }
        }
        kifu
    };
    let like = ["--prefix", "--near", "2"];
    let mut deleted = 0;
    for doing in [
        &["--delete"][..],
        &["--delete", "--prefix", "--near", "2"],
        &["--delete", "--keep", "shortest", "--prefix", "--near", "2"],
        &["--delete", "--by", "final"],
        &["--delete", "--merge"],
        &["--delete", "--merge", "--prefix", "--near", "2"],
        &["--link"],
    ] {
        let kifu = make();
        let before = values_of_files(&kifu, "");
        let ran = kifu.run(&[&["dedupe"], doing, &["."]].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_no_loss(&before, &kifu, doing);
        deleted += before.len() - values_of_files(&kifu, "").len().min(before.len());
    }
    assert!(deleted > 4 * GAMES, "{deleted}");
    let kifu = make();
    let before = values_of_files(&kifu, "");
    let files = before.len();
    let ran = kifu.run(&[&["dedupe", "--delete", "--lossy"], &like[..], &["."]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(values_of_files(&kifu, "").len() < files / 4);

    // Merge each copy with the original of its game.
    let kifu = make();
    for (n, _) in games.iter().enumerate() {
        for (at, kind) in KINDS.iter().enumerate() {
            let files = [
                format!("{n:03}-0.sgf"),
                format!("{n:03}-{}{kind}.sgf", at + 2),
            ];
            let inputs = files
                .each_ref()
                .map(|file| values(&fs::read(kifu.path(file)).unwrap()));
            let args = ["merge", "--tolerance", "3", "-o", "out.sgf", "-f"];
            let ran = kifu.run(&[&args[..], &[&files[0], &files[1]]].concat());
            assert_eq!(ran.code, 0, "{files:?} {}", ran.stderr);
            let out = values(&fs::read(kifu.path("out.sgf")).unwrap());
            for value in inputs.iter().flatten() {
                let is_there = out.iter().any(|text| text.contains(value.as_str()));
                assert!(is_there, "{files:?}: {value:?}");
            }
        }
    }
}

#[test]
fn copy_with_more_content_is_kept_merged_or_deleted() {
    let plain = long(40, &[]);
    let more = plain
        .replacen("SZ[19]", "SZ[19]RE[B+R]HA[2]", 1)
        .replacen("]", "]C[only here]", 3);
    let make = || Kifu::with([("a.sgf", plain.clone()), ("b.sgf", more.clone())]);
    let args = ["dedupe", "--keep", "first", "--delete", "."];
    let kifu = make();
    for dry in [&["-n"][..], &[]] {
        let ran = kifu.run(&[&args[..], dry].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let why = "b.sgf: left in place: ./a.sgf (kept) does not contain: ";
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
        assert!(ran.stderr.contains("RE[B+R]"), "{}", ran.stderr);
        assert!(ran.stderr.contains("HA[2]"), "{}", ran.stderr);
        assert_eq!(kifu.files("").len(), 2);
    }
    let ran = kifu.run(&[&args[..], &["--merge", "-n"]].concat());
    assert_eq!((ran.code, ran.text().lines().last()), (0, Some("./b.sgf")));
    assert_eq!(kifu.files("").len(), 2);
    let ran = kifu.run(&[&args[..], &["--merge"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let files = kifu.files("");
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a.sgf", "a.sgf.orig"]);
    assert!(files[0].1.contains("C[only here]") && files[0].1.contains("RE[B+R]"));
    assert_eq!(files[1].1, plain);

    let kifu = make();
    let ran = kifu.run(&[&args[..], &["--lossy"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(kifu.files(""), [("a.sgf".to_owned(), plain)]);
}

#[test]
fn games_of_collections_are_named_by_number() {
    let plain = long(40, &[]);
    let more = plain.replacen("SZ[19]", "SZ[19]RE[B+R]", 1);
    let kifu = Kifu::with([
        ("a.sgf", format!("{GAME}\n{plain}")),
        ("b.sgf", format!("{GAME}\n{more}")),
        ("c.sgf", more),
        ("d.sgf", format!("{GAME}\n(;SZ[9];B[ee])")),
    ]);
    let ran = kifu.run(&["dedupe", "--keep", "first", "--delete", "-n", "."]);
    for why in [
        "b.sgf: left in place: game 2: ./a.sgf game 2 (kept) does not contain: RE[B+R]\n",
        "c.sgf: left in place: ./a.sgf game 2 (kept) does not contain: RE[B+R]\n",
        "d.sgf: left in place: not all of its games are copies\n",
    ] {
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    }
}

#[test]
fn text_outside_of_games_is_not_deleted() {
    let plain = long(40, &[]);
    let board = ".........\n..X.O....\n..XOO....\n..XXO....\n...X.....\n.........\n.........\n.........\n....X....\n";
    for (name, kept, copy) in [
        ("before.sgf", &*plain, format!("A lesson:\n{plain}")),
        ("after.sgf", &plain, format!("{plain}\nBlack won.")),
        ("junk.sgf", &plain, plain.replacen("]", "] !", 3)),
        ("words.sgf", &plain, plain.replacen("]", "] GOOD", 3)),
        ("board.txt", board, format!("A lesson:\n\n{board}")),
    ] {
        let original = if name == "board.txt" {
            "a.txt"
        } else {
            "a.sgf"
        };
        let make = || Kifu::with([(original, kept.to_owned()), (name, copy.clone())]);
        for how in [&["--delete"][..], &["--delete", "--merge"]] {
            let kifu = make();
            let ran = kifu.run(&[&["dedupe", "--keep", "smallest"], how, &["."]].concat());
            assert!(kifu.path(name).exists(), "{name}: {}", ran.text());
            let why = "text outside of its games is missing from the kept files: `";
            assert!(ran.stderr.contains(why), "{name}: {}", ran.stderr);
            if name == "before.sgf" {
                assert!(ran.stderr.contains("`A lesson:`"), "{}", ran.stderr);
            }
        }
        let kifu = make();
        kifu.run(&["dedupe", "--keep", "smallest", "--delete", "--lossy", "."]);
        assert!(!kifu.path(name).exists(), "{name}");
        // Both files have the text.
        let kifu = Kifu::with([(original, copy.clone()), (name, format!("\n{copy}\n"))]);
        let ran = kifu.run(&["dedupe", "--keep", "smallest", "--delete", "."]);
        assert!(!kifu.path(name).exists(), "{name}: {}", ran.stderr);
    }
}

#[test]
fn problems_with_different_solutions_are_not_copies() {
    const START: &str = "(;SZ[9]AB[aa][ab][ac][bc][cc]AW[ba][bb][ca][da][cb]";
    let kifu = Kifu::with([
        ("a.sgf", format!("{START}(;B[dd];W[ee]C[RIGHT])(;B[ff]))")),
        ("b.sgf", format!("{START}(;B[dd];W[ee])(;B[gg]C[RIGHT]))")),
        (
            "c.sgf",
            format!("{START}(;B[dd];W[ee])(;B[gg]C[RIGHT]))").replace(";SZ", ";GM[1]SZ"),
        ),
    ]);
    let ran = kifu.run(&["dedupe", "--prefix", "--min-length", "10", "--jsonl", "."]);
    assert_eq!(ran.lines().len(), 1, "{}", ran.text());
    assert_eq!(ran.lines()[0]["keep"]["file"], "./b.sgf");
    assert_eq!(ran.lines()[0]["copies"].as_array().unwrap().len(), 1);
}

#[test]
fn concurrent_runs_do_not_delete_both_copies() {
    const PAIRS: usize = 150;
    let kifu = Kifu::new();
    for n in 0..PAIRS {
        let game = game(n, |col, row| {
            [col, row]
                .map(|at| char::from(b'a' + at as u8))
                .iter()
                .collect()
        });
        fs::write(kifu.path(format!("{n:03}-a.sgf")), &game).unwrap();
        fs::write(kifu.path(format!("{n:03}-b.sgf")), &game).unwrap();
    }
    for doing in ["--delete", "--link"] {
        let run = |keep: &str| {
            let mut command = kifu.command(&["dedupe", "--keep", keep, doing, "."]);
            command
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap()
        };
        let runs = [run("first"), run("last")];
        for mut run in runs {
            run.wait().unwrap();
        }
        let files = kifu.files("");
        for n in 0..PAIRS {
            let name = format!("{n:03}-");
            assert!(
                files.iter().any(|(file, _)| file.starts_with(&name)),
                "{name}"
            );
        }
    }
}

#[test]
fn backups_are_read_only_on_request() {
    let kifu = Kifu::with([
        ("in/a.sgf", long(40, &[])),
        ("in/a.sgf.orig", long(40, &[])),
        ("in/.kifu-x", long(40, &[])),
        ("in/.hidden", long(40, &[])),
    ]);
    let all = ["--include-backups"];
    let count = |args: &[&str]| {
        let ran = kifu.run(args);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.text().lines().count()
    };
    for verb in [
        &["hash"][..],
        &["info", "--jsonl"],
        &["rename", "-n", "-o", "new", "{file}x"],
    ] {
        let args = [verb, &["in"]].concat();
        assert_eq!(count(&args), 1, "{args:?}");
        assert_eq!(count(&[&args[..], &all].concat()), 3, "{args:?}");
    }
    // A backup that is given by name is read.
    assert_eq!(count(&["hash", "in/a.sgf.orig"]), 1);
    let ran = kifu.run(&["dedupe", "--delete", "in"]);
    assert!(ran.stderr.contains("1 game, no copies"), "{}", ran.stderr);
    let ran = kifu.run(&["transform", "--rot", "90", "-i", "in"]);
    assert_eq!(ran.code, 3 + 1, "{}", ran.stderr);
    fs::remove_file(kifu.path("in/a.sgf.orig")).unwrap();
    for _ in 0..2 {
        let ran = kifu.run(&["transform", "--rot", "90", "-i=.bak", "in"]);
        assert!(!ran.stderr.contains(".bak.bak"), "{}", ran.stderr);
        let _ = fs::remove_file(kifu.path("in/a.sgf.bak"));
    }
    // The same applies to backups in archives.
    fs::write(kifu.path("in/a.sgf.orig"), long(40, &[])).unwrap();
    let tar = std::process::Command::new("tar")
        .args(["-cf", "in.tar", "in"])
        .current_dir(kifu.path(""))
        .status();
    if tar.is_ok_and(|status| status.success()) {
        assert_eq!(count(&["hash", "in.tar"]), 1);
        assert_eq!(count(&["hash", "in.tar", "--include-backups"]), 2);
        assert_eq!(count(&["hash", "in.tar/in/a.sgf.orig"]), 1);
    }
}

#[test]
fn undecodable_text_is_not_merged() {
    let copy = long(40, &[]).into_bytes();
    let marker = copy.iter().position(|b| *b == b']').unwrap() + 1;
    let unsure = [
        &copy[..marker],
        b"CA[UTF-8]C[\xFF\xFE raw]",
        &copy[marker..],
    ];
    let kifu = Kifu::with([("a.sgf", long(40, &[]))]);
    fs::write(kifu.path("b.sgf"), unsure.concat()).unwrap();
    let args = ["dedupe", "--keep", "first", "--delete", "--merge", "."];
    let ran = kifu.run(&args);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("b.sgf: left in place"),
        "{}",
        ran.stderr
    );
    assert_eq!(fs::read(kifu.path("b.sgf")).unwrap(), unsure.concat());
    assert_eq!(fs::read(kifu.path("a.sgf")).unwrap(), copy);
}

#[test]
fn thousand_copies_are_merged_quickly() {
    const GAMES: usize = 1_000;
    let letters = |col: usize, row: usize| {
        let letter = |at: usize| char::from(b'a' + at as u8);
        format!("{}{}", letter(col), letter(row))
    };
    let kifu = Kifu::new();
    let distinct = |n: usize| {
        let (first, second) = (letters(n % 19, n / 19 % 19), letters(n / 361, 0));
        game(n, letters).replacen(";B", &format!(";B[{first}];W[{second}];B"), 1)
    };
    let all: Vec<String> = (0..GAMES).map(distinct).collect();
    fs::write(kifu.path("all.sgf"), all.join("\n") + "\n").unwrap();
    let more = |game: &String| game.replacen(";W", "C[only here];W", 1);
    let more: Vec<String> = all.iter().map(more).collect();
    fs::write(kifu.path("more.sgf"), more.join("\n")).unwrap();
    let args = ["dedupe", "--keep", "first", "--delete", "--merge"];
    let ran = kifu.run(&[&args[..], &["all.sgf", "more.sgf"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("1 file deleted"), "{}", ran.stderr);
    let merged = fs::read_to_string(kifu.path("all.sgf")).unwrap();
    assert_eq!(merged, more.join("\n") + "\n");
}

#[test]
fn jgf_is_merged_even_if_its_formatting_changes() {
    let record = |comment: &str, mark: &str| {
        let moves = (0..40).map(|n| {
            let (color, x, y) = (["black", "white"][n % 2], n % 19, n / 19 * 2);
            format!(r#"{{"move":{{"color":"{color}","x":{x},"y":{y}}}}}"#)
        });
        let moves: Vec<String> = moves.collect();
        let moves = moves.join(",");
        format!(
            r#"{{"record":{{"version":1}},"board":{{"width":19,"height":19}},"tree":[{{"comments":["{comment}"],"markup":[{{"type":"triangle","coords":[{{"x":0,"y":0}}]}},{{"type":"{mark}","coords":[{{"x":3,"y":3}}]}}]}},{moves}]}}"#
        )
    };
    let kifu = Kifu::with([
        ("a.jgf", record("kept", "select")),
        ("b.jgf", record("only here", "select")),
    ]);
    let args = ["dedupe", "--keep", "first", "--delete", "--merge", "."];
    let ran = kifu.run(&args);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(!kifu.path("b.jgf").exists());
    let files = kifu.files("");
    let text = &files[0].1;
    for expected in ["kept", "only here", "triangle", "select"] {
        assert!(
            text.contains(expected),
            "{expected}: {text}\n{}",
            ran.stderr
        );
    }
}
