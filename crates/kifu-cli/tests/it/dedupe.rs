//! `kifu dedupe`: tests with modified copies of games from the corpus, and with small files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kifu::charset::Charset;
use kifu::compare::Moves;
use kifu::rules::Symmetry;
use kifu::sgf::{Document, NodeId};
use kifu::transform::{Transform, transform};
use kifu_testkit::repository;
use serde_json::json;

use crate::kifu::Kifu;

/// The modifications of copies, and the kinds of copy that must be found.
const PLANTED: [(&str, &str); 8] = [
    ("turned", "turned"),
    ("mirrored", "turned"),
    ("swapped", "turned"),
    ("truncated", "truncated"),
    ("wrong", "near"),
    ("charset", "exact"),
    ("metadata", "exact"),
    ("all", "near"),
];

/// Returns the files of the corpus with one game of at least 80 moves, all readable. A game that is
/// only readable up to some move could equal the start of another game.
pub(crate) fn records() -> Vec<Vec<u8>> {
    let mut folders = vec![repository("corpus/sgf")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    let records = files.iter().map(|path| fs::read(path).unwrap());
    records.filter(|bytes| is_game(bytes)).collect()
}

fn is_game(bytes: &[u8]) -> bool {
    let document = Document::parse(bytes).unwrap();
    let mut roots = document.roots();
    let moves = roots.next().and_then(|root| Moves::of(&document, root));
    moves.is_some_and(|moves| moves.count() >= 80 && !moves.has_unreadable())
        && roots.next().is_none()
}

fn root(document: &Document) -> NodeId {
    document.roots().next().unwrap()
}

/// Returns the nodes of the main line that have a move.
fn moves(document: &Document) -> Vec<NodeId> {
    let line = document.main_line(root(document));
    let plays = |node: &kifu::sgf::NodeRef<'_>| {
        let mut properties = node.properties();
        properties.any(|property| property.ident().player().is_some())
    };
    line.filter(plays).map(|node| node.id()).collect()
}

fn transformed(bytes: &[u8], by: Transform) -> Vec<u8> {
    let document = Document::parse(bytes).unwrap();
    let result = transform(&document, |_| by).unwrap();
    result.document.to_bytes()
}

/// Removes the last third of the moves.
fn truncated(bytes: &[u8]) -> Vec<u8> {
    let document = Document::parse(bytes).unwrap();
    let moves = moves(&document);
    let line: Vec<NodeId> = document
        .main_line(root(&document))
        .map(|node| node.id())
        .collect();
    let end = line
        .iter()
        .position(|id| *id == moves[moves.len() * 2 / 3])
        .unwrap();
    document.line_to_bytes(&line[..end])
}

/// Changes one move in the first half.
fn with_changed_move(bytes: &[u8], n: usize) -> Vec<u8> {
    let mut document = Document::parse(bytes).unwrap();
    let moves = moves(&document);
    let id = moves[n * 7 % (moves.len() / 2)];
    let node = document.node(id);
    let played = node
        .properties()
        .find(|property| property.ident().player().is_some())
        .unwrap();
    let ident = played.ident().player().unwrap().letter().to_string();
    let other = match played.value().unwrap().raw() {
        b"aa" => "ba",
        _ => "aa",
    };
    document.node_mut(id).set(&ident, [other]).unwrap();
    document.to_bytes()
}

/// Writes the game in another charset.
fn recoded(bytes: &[u8]) -> Vec<u8> {
    let mut document = Document::parse(bytes).unwrap();
    let root = root(&document);
    // Set an event, so that the bytes differ from the original.
    document.node_mut(root).set("EV", ["Mei"]).unwrap();
    let latin = document.recode(Charset::UTF_8);
    let gb = document.recode(Charset::for_label(b"gb18030").unwrap());
    match (latin, gb) {
        (Ok(utf), Ok(gb)) if utf == bytes => gb,
        (Ok(utf), _) => utf,
        (_, Ok(gb)) => gb,
        _ => document.to_bytes(),
    }
}

/// Changes the players, the komi and the game comment.
fn relabelled(bytes: &[u8]) -> Vec<u8> {
    let mut document = Document::parse(bytes).unwrap();
    let root = root(&document);
    let mut node = document.node_mut(root);
    for (ident, text) in [
        ("PB", "Somebody"),
        ("PW", "Else"),
        ("KM", "0"),
        ("GC", "copied"),
    ] {
        node.set(ident, [text]).unwrap();
    }
    document.to_bytes()
}

pub(crate) fn planted(kind: &str, bytes: &[u8], n: usize) -> Vec<u8> {
    let turn = Transform::of(Symmetry::ALL[[3, 5, 6][n % 3]]);
    let mirror = Transform::of(Symmetry::ALL[[1, 2, 4, 7][n % 4]]);
    match kind {
        "turned" => transformed(bytes, turn),
        "mirrored" => transformed(bytes, mirror),
        "swapped" => transformed(bytes, Transform::IDENTITY.with_colors_swapped()),
        "truncated" => truncated(bytes),
        "wrong" => with_changed_move(bytes, n),
        "charset" => recoded(bytes),
        "metadata" => relabelled(bytes),
        _ => {
            let by = turn.with_colors_swapped();
            relabelled(&with_changed_move(&truncated(&transformed(bytes, by)), n))
        }
    }
}

/// Runs `dedupe`. Returns the files of each cluster with their kinds; the first one is the kept
/// file.
fn clusters(kifu: &Kifu, args: &[&str]) -> Vec<Vec<(String, String)>> {
    let ran = kifu.run(args);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let cluster = |cluster: &serde_json::Value| {
        let file = |value: &serde_json::Value| {
            let file = Path::new(value["file"].as_str().unwrap());
            file.file_name().unwrap().to_str().unwrap().to_owned()
        };
        let copies = cluster["copies"].as_array().unwrap().iter();
        let copies = copies.map(|copy| (file(copy), copy["kind"].as_str().unwrap().to_owned()));
        let mut files = vec![(file(&cluster["keep"]), "kept".to_owned())];
        files.extend(copies);
        files
    };
    ran.lines().iter().map(cluster).collect()
}

#[test]
fn modified_copies_and_nothing_else_are_found() {
    const ARGS: [&str; 6] = ["dedupe", "--prefix", "--near", "1", "--jsonl", "all"];
    let kifu = Kifu::new();
    fs::create_dir(kifu.path("all")).unwrap();
    for (n, record) in records().iter().enumerate() {
        fs::write(kifu.path(format!("all/{n:04}.sgf")), record).unwrap();
    }
    // Remove the copies that the corpus itself contains.
    for cluster in clusters(&kifu, &ARGS) {
        for (file, _) in &cluster[1..] {
            fs::remove_file(kifu.path("all").join(file)).unwrap();
        }
    }
    assert_eq!(clusters(&kifu, &ARGS).len(), 0);

    let mut names: Vec<_> = fs::read_dir(kifu.path("all"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    names.sort();
    assert!(names.len() > 100, "only {} games", names.len());
    let mut expected: BTreeMap<String, (&str, &str)> = BTreeMap::new();
    for (n, path) in names.iter().enumerate() {
        let bytes = fs::read(path).unwrap();
        // Make two of the eight kinds of copies for each game.
        for (kind, expect) in [PLANTED[n % 8], PLANTED[(n / 8 + n + 1) % 8]] {
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let name = format!("{stem}-{kind}.sgf");
            let copy = planted(kind, &bytes, n);
            // One game is symmetric about a diagonal, so mirroring does not change it.
            if copy == bytes {
                assert_eq!(kind, "mirrored", "{name}");
                continue;
            }
            fs::write(kifu.path("all").join(&name), copy).unwrap();
            expected.insert(name, (kind, expect));
        }
    }

    let planted = expected.len();
    let (mut hits, mut false_alarms, mut misnamed) = (0, Vec::new(), Vec::new());
    for cluster in clusters(&kifu, &ARGS) {
        let family = |file: &str| file[..4].to_owned();
        let first = family(&cluster[0].0);
        for (file, kind) in &cluster {
            if family(file) != first {
                false_alarms.push(file.clone());
            }
            match expected.remove(file) {
                Some((_, expect)) => {
                    hits += 1;
                    // If the kept game is itself a modified copy, the kind can differ.
                    let against_original = cluster[0].0.len() == "0000.sgf".len();
                    if against_original && kind != expect {
                        misnamed.push(format!("{file}: {kind}"));
                    }
                }
                None => assert_eq!(file.len(), "0000.sgf".len(), "{file}"),
            }
        }
    }
    assert_eq!(
        (&expected, &false_alarms),
        (&Default::default(), &Default::default())
    );
    assert_eq!(hits, planted);
    assert_eq!(misnamed, Vec::<String>::new());

    // By default, truncated games and games with other moves are not copies.
    let exact = clusters(&kifu, &["dedupe", "--jsonl", "all"]);
    let kinds = exact
        .iter()
        .flat_map(|cluster| &cluster[1..])
        .map(|(_, kind)| kind.as_str());
    assert!(
        kinds
            .clone()
            .all(|kind| kind == "exact" || kind == "turned")
    );
    assert!(kinds.count() >= names.len());
}

/// A game of 13 moves.
pub(crate) const GAME: &str = "(;SZ[19]PB[Sato];B[pd];W[dp];B[pp];W[dd];B[fc];W[cf];B[qf];W[jc];B[cn];W[fq];B[bp];W[cq];B[qn])";

fn turned() -> String {
    String::from_utf8(transformed(
        GAME.as_bytes(),
        Transform::of(Symmetry::TURN_LEFT),
    ))
    .unwrap()
}

#[test]
fn clusters_are_reported_as_text_and_json() {
    let kifu = Kifu::with([
        ("in/a.sgf", GAME.to_owned()),
        ("in/b.sgf", turned().replace("Sato", "佐藤") + "(;GM[2])"),
        ("in/c.sgf", "(;SZ[19];B[aa];W[dd])".to_owned()),
        ("in/d.sgf", GAME.to_owned()),
        ("in/e.jgf", String::from_utf8(to_jgf(GAME)).unwrap()),
    ]);
    let ran = kifu.run(&["dedupe", "in"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    insta::assert_snapshot!(ran.seen());
    let ran = kifu.run(&["dedupe", "--json", "in/a.sgf", "in/b.sgf"]);
    assert_eq!(
        ran.json(),
        json!([{
            "kifu_schema": 1,
            "keep": { "file": "in/a.sgf", "game": 1, "moves": 13 },
            "copies": [{
                "file": "in/b.sgf",
                "game": 1,
                "moves": 13,
                "kind": "turned",
                "same_bytes": false,
                "transform": { "rot": 90, "flip": null, "swap_colors": false },
                "off": 0,
                "differences": [],
            }],
        }])
    );
    assert_eq!(kifu.run(&["dedupe", "--json", "in/c.sgf"]).text(), "[]\n");
    assert_eq!(
        kifu.run(&["dedupe", "--by", "bytes", "--near", "1", "in"])
            .code,
        2
    );
    assert_eq!(kifu.run(&["dedupe", "--keep", "best", "in"]).code, 2);
    assert_eq!(kifu.run(&["dedupe", "--delete", "--link", "in"]).code, 2);
}

fn to_jgf(game: &str) -> Vec<u8> {
    let kifu = Kifu::new();
    kifu.feed(&["convert", "-t", "jgf2"], game.as_bytes())
        .stdout
}

#[test]
fn keep_rules_select_kept_game() {
    let longer = GAME.replace("Sato", "Sato]KM[6.5]C[a \u{e9}");
    let kifu = Kifu::with([
        ("one/a.sgf", GAME.to_owned()),
        ("one/b.sgf", longer),
        ("two/c.sgf", turned()),
    ]);
    let kept = |args: &[&str]| {
        let ran = kifu.run(&[&["dedupe", "--jsonl", "one", "two"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.lines()[0]["keep"]["file"]
            .as_str()
            .unwrap()
            .replace('\\', "/")
    };
    assert_eq!(kept(&[]), "one/b.sgf");
    assert_eq!(kept(&["--keep", "first"]), "one/a.sgf");
    assert_eq!(kept(&["--keep", "last"]), "two/c.sgf");
    assert_eq!(kept(&["--keep", "has(C), last"]), "one/b.sgf");
    assert_eq!(kept(&["--keep", "in(two)"]), "two/c.sgf");
    assert_eq!(kept(&["--keep", "smallest,first"]), "one/a.sgf");
    assert_eq!(kept(&["--keep", "largest"]), "one/b.sgf");
    let old = std::time::SystemTime::UNIX_EPOCH;
    let file = fs::File::options()
        .write(true)
        .open(kifu.path("one/a.sgf"))
        .unwrap();
    file.set_modified(old).unwrap();
    assert_eq!(kept(&["--keep", "oldest"]), "one/a.sgf");
    // Games of `--against` are kept; copies among the other files are reported as well.
    let ran = kifu.run(&["dedupe", "--jsonl", "one", "--against", "two"]);
    assert_eq!(ran.lines()[0]["keep"]["file"], "two/c.sgf");
    assert_eq!(ran.lines()[0]["copies"].as_array().unwrap().len(), 2);
}

#[test]
fn files_are_changed_only_on_request() {
    let kifu = Kifu::with([
        ("in/a.sgf", GAME.to_owned()),
        ("in/deep/b.sgf", GAME.to_owned()),
        ("in/c.sgf", turned()),
        ("in/d.sgf", format!("{GAME}\n(;SZ[9];B[ee])")),
    ]);
    let names = || {
        let ran = kifu.run(&["info", "--jsonl", "."]);
        ran.files()
    };
    let before = names();
    for doing in [&["--delete"][..], &["--link"], &["--move-to", "out"]] {
        let ran = kifu.run(&[&["dedupe", "-n", "in", "--keep", "first"], doing].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_eq!(names(), before);
    }
    // Only files with the same bytes are linked.
    let ran = kifu.run(&["dedupe", "in", "--keep", "first", "--link"]);
    assert!(ran.stderr.contains("1 file linked"), "{}", ran.stderr);
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let inode = |name: &str| fs::metadata(kifu.path(name)).unwrap().ino();
        assert_eq!(inode("in/a.sgf"), inode("in/deep/b.sgf"));
        assert_ne!(inode("in/a.sgf"), inode("in/c.sgf"));
    }
    let again = kifu.run(&["dedupe", "in", "--keep", "first", "--link"]);
    assert!(again.stderr.contains("0 files linked"), "{}", again.stderr);

    let ran = kifu.run(&["dedupe", "in", "--keep", "first", "--move-to", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    // The file that contains another game as well is not moved.
    assert_eq!(
        names(),
        [
            "./in/a.sgf",
            "./in/d.sgf",
            "./out/c.sgf",
            "./out/deep/b.sgf"
        ]
    );
    assert_eq!(
        fs::read_to_string(kifu.path("out/c.sgf")).unwrap(),
        turned()
    );

    // Nothing is overwritten.
    fs::write(kifu.path("in/c.sgf"), turned()).unwrap();
    let ran = kifu.run(&["dedupe", "in", "--keep", "first", "--move-to", "out"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(kifu.path("in/c.sgf").exists());
    let ran = kifu.run(&["dedupe", "in", "--keep", "first", "--delete"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(!kifu.path("in/c.sgf").exists());
    // A file is not a copy of itself.
    let ran = kifu.run(&[
        "dedupe",
        "in/a.sgf",
        "in/a.sgf",
        "./in/../in/a.sgf",
        "--delete",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(kifu.path("in/a.sgf").exists());
}

/// Returns a game with a number of moves; the moves at the indices in `changed` differ.
pub(crate) fn long(moves: usize, changed: &[usize]) -> String {
    let mut game = "(;SZ[19]".to_owned();
    for n in 0..moves {
        let row = if changed.contains(&n) {
            b's'
        } else {
            b'a' + (n / 19 * 2) as u8
        };
        let col = b'a' + (n * 7 % 19) as u8;
        let color = ["B", "W"][n % 2];
        game.push_str(&format!(";{color}[{}{}]", char::from(col), char::from(row)));
    }
    game + ")"
}

#[test]
fn copies_in_a_list_on_standard_input_are_moved() {
    let kifu = Kifu::with([("in/a.sgf", GAME), ("in/deep/b.sgf", GAME)]);
    let args = ["dedupe", "--files-from", "-", "--move-to", "out"];
    let ran = kifu.feed(&args, b"in/a.sgf\nin/deep/b.sgf\n");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(kifu.path("out/deep/b.sgf").exists());
}

#[test]
fn copies_too_far_from_kept_game_are_left_in_place() {
    // Each game is near the next one, but the last ones are not near the first.
    let kifu = Kifu::with([
        ("in/a.sgf", long(60, &[])),
        ("in/b.sgf", long(60, &[55])),
        ("in/c.sgf", long(60, &[55, 57])),
        ("in/d.sgf", long(59, &[55, 57])),
        ("out/a.sgf", long(60, &[])),
        ("out/b.sgf", long(59, &[])),
        ("out/c.sgf", long(58, &[])),
    ]);
    let near = [
        "dedupe", "--near", "1", "--keep", "first", "--delete", "--lossy",
    ];
    let ran = kifu.run(&[&near[..], &["in"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.text().lines().count(), 4, "{}", ran.text());
    let names = |folder: &str| -> Vec<String> {
        let files = kifu.files(folder).into_iter();
        files.map(|(name, _)| name).collect()
    };
    assert_eq!(names("in"), ["in/a.sgf", "in/c.sgf", "in/d.sgf"]);
    let c = "in/c.sgf: left in place: one of its games differs from the kept game in more moves than \
             `--near` allows\n";
    assert!(ran.stderr.replace('\\', "/").contains(c), "{}", ran.stderr);
    // Without --prefix, missing moves at the end count as differences.
    let ran = kifu.run(&[&near[..], &["out"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(names("out"), ["out/a.sgf", "out/c.sgf"]);
    let ran = kifu.run(&[&near[..], &["--prefix", "out"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(names("out"), ["out/a.sgf"]);
}

#[test]
fn file_is_deleted_only_if_kept_games_are_in_files() {
    let both = format!("{GAME}\n{}", long(60, &[]));
    let kifu = Kifu::with([("a.sgf", GAME.to_owned()), ("both.sgf", both)]);
    let args = ["dedupe", "a.sgf", "-", "both.sgf", "--keep", "first"];
    let ran = kifu.feed(
        &[&args[..], &["--delete"]].concat(),
        long(60, &[]).as_bytes(),
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(kifu.path("both.sgf").exists());
    let why = "both.sgf: left in place: the kept file <stdin> was read from an archive or from standard \
         input\n";
    assert!(ran.stderr.contains(why), "{}", ran.stderr);
    fs::write(kifu.path("b.sgf"), long(60, &[])).unwrap();
    let args = ["dedupe", "a.sgf", "b.sgf", "both.sgf", "--keep", "first"];
    let ran = kifu.run(&[&args[..], &["--delete"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(!kifu.path("both.sgf").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn file_below_two_mounts_is_one_file() {
    let kifu = Kifu::with([("in/a.sgf", GAME), ("seen/.hidden", "")]);
    // One of two hard links can be deleted.
    fs::hard_link(kifu.path("in/a.sgf"), kifu.path("in/b.sgf")).unwrap();
    let script = r#"mount --bind in seen && exec "$0" dedupe in seen --keep first --delete"#;
    let run = std::process::Command::new("unshare")
        .args(["-rm", "sh", "-c", script, env!("CARGO_BIN_EXE_kifu")])
        .current_dir(kifu.path(""))
        .output();
    // The system may not allow the test to mount a directory.
    let Some(ran) = run.ok().filter(|ran| !ran.stdout.is_empty()) else {
        return;
    };
    let stderr = String::from_utf8(ran.stderr).unwrap();
    assert!(stderr.contains("seen/a.sgf: left in place: it is the same file as in/a.sgf\n"));
    let names = kifu.files("in").into_iter().map(|(name, _)| name);
    assert_eq!(names.collect::<Vec<_>>(), ["in/a.sgf"], "{stderr}");
}

#[test]
fn strict_changes_no_files_after_failure() {
    let kifu = Kifu::with([("in/a.sgf", GAME), ("master/a.sgf", GAME)]);
    let args = [
        "dedupe",
        "in",
        "master",
        "--against",
        "none.sgf",
        "--against",
        "master",
    ];
    let doing = ["--keep", "first", "--delete", "--strict"];
    let ran = kifu.run(&[&args[..], &doing].concat());
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(kifu.path("in/a.sgf").exists() && kifu.path("master/a.sgf").exists());
    assert!(ran.stderr.contains("no file was changed"), "{}", ran.stderr);
    // Without an action, the copies are reported.
    let ran = kifu.run(&[&args[..], &["--strict"]].concat());
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let ran = kifu.run(&[&args[..], &doing[..3]].concat());
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(!kifu.path("in/a.sgf").exists() && kifu.path("master/a.sgf").exists());
}

#[test]
fn moved_files_keep_relative_paths() {
    let kifu = Kifu::with([("a.sgf", GAME), ("one/b.sgf", GAME), ("two/b.sgf", GAME)]);
    let args = [
        "dedupe",
        "a.sgf",
        "one",
        "two",
        "--keep",
        "first",
        "--move-to",
        "out",
    ];
    let ran = kifu.run(&[&args[..], &["-n"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("2 files to move"), "{}", ran.stderr);
    assert_eq!(kifu.run(&args).code, 0);
    for name in ["out/one/b.sgf", "out/two/b.sgf"] {
        assert!(kifu.path(name).exists(), "{name}");
    }
}

#[test]
fn records_without_moves_are_copies_only_if_bytes_are_equal() {
    let kifu = Kifu::with([
        ("a.sgf", "(;SZ[19]PB[Sato])"),
        ("b.sgf", "(;SZ[19]PB[Lee])"),
        ("c.sgf", "(;SZ[19]PB[Lee])"),
    ]);
    let ran = kifu.run(&["dedupe", "--by", "final", "--jsonl", "."]);
    assert_eq!(ran.lines().len(), 1, "{}", ran.text());
    assert_eq!(ran.lines()[0]["copies"][0]["kind"], "exact");
    assert_eq!(ran.lines()[0]["copies"][0]["same_bytes"], true);
}
