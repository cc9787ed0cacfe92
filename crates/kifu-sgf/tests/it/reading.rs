//! Tests how this crate reads the inputs of a comparison with fifteen other parsers. The test
//! compares `READING.md` with the results, and writes it with `INSTA_UPDATE=always`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use kifu_sgf::Document;
use kifu_testkit::Cases;

/// For each of the first cases: the maximum number of nodes that another parser reads, and the
/// number of the fifteen parsers that accept the file.
const PEERS: [(usize, usize); 145] = [
    (1, 5),
    (1, 5),
    (1, 5),
    (1, 15),
    (3, 15),
    (2, 14),
    (2, 12),
    (2, 7),
    (2, 8),
    (2, 8),
    (2, 12),
    (3, 4),
    (2, 6),
    (2, 3),
    (2, 6),
    (2, 8),
    (3, 15),
    (2, 12),
    (2, 4),
    (2, 9),
    (5, 10),
    (2, 10),
    (3, 13),
    (3, 14),
    (3, 14),
    (2, 13),
    (4, 8),
    (5, 8),
    (2, 3),
    (2, 6),
    (3, 6),
    (3, 10),
    (2, 15),
    (2, 2),
    (1, 1),
    (3, 9),
    (3, 11),
    (4, 11),
    (4, 9),
    (3, 7),
    (5, 9),
    (3, 8),
    (3, 7),
    (3, 15),
    (3, 15),
    (2, 8),
    (2, 13),
    (2, 6),
    (2, 15),
    (2, 15),
    (2, 15),
    (2, 15),
    (3, 15),
    (3, 15),
    (2, 15),
    (2, 15),
    (2, 15),
    (2, 13),
    (2, 15),
    (2, 15),
    (2, 11),
    (2, 13),
    (2, 14),
    (2, 7),
    (2, 7),
    (2, 5),
    (2, 7),
    (2, 10),
    (3, 14),
    (2, 12),
    (2, 7),
    (2, 12),
    (2, 5),
    (2, 5),
    (2, 4),
    (2, 13),
    (2, 9),
    (2, 6),
    (2, 13),
    (2, 13),
    (2, 13),
    (2, 13),
    (2, 13),
    (2, 15),
    (2, 9),
    (2, 13),
    (2, 13),
    (2, 14),
    (2, 13),
    (4, 11),
    (2, 15),
    (3, 15),
    (2, 7),
    (2, 7),
    (2, 15),
    (2, 15),
    (2, 15),
    (2, 15),
    (3, 15),
    (2, 15),
    (2, 12),
    (2, 15),
    (2, 15),
    (2, 15),
    (3, 15),
    (3, 15),
    (3, 15),
    (2, 14),
    (3, 14),
    (2, 13),
    (3, 13),
    (2, 13),
    (2, 14),
    (2, 13),
    (2, 13),
    (3, 14),
    (2, 12),
    (2, 13),
    (2, 12),
    (2, 15),
    (3, 15),
    (2, 15),
    (2, 15),
    (2, 15),
    (2, 15),
    (2, 15),
    (2, 15),
    (1, 15),
    (3, 7),
    (3, 7),
    (2, 15),
    (3, 13),
    (4, 14),
    (2, 13),
    (2, 15),
    (2, 15),
    (2, 14),
    (3, 14),
    (2, 15),
    (2, 15),
    (2, 15),
    (2, 15),
    (2, 15),
    (2, 15),
    (2, 15),
];

/// The cases in which another parser reads more nodes than the file has.
const MORE: [(usize, &str); 12] = [
    (1, "there is no node; two parsers invent one"),
    (2, "there is no node; two parsers invent one"),
    (3, "there is no node; two parsers invent one"),
    (
        15,
        "there is no node after the last `(`; Sabaki invents one",
    ),
    (
        21,
        "the note in the mail is not a game; Sabaki reads it as nodes",
    ),
    (32, "the outer `(` has no node; Sabaki invents one"),
    (35, "no parser reads it; one invents an empty node"),
    (
        36,
        "`()` is kept as an empty variation, not counted as a node",
    ),
    (
        37,
        "`()` is kept as an empty variation, not counted as a node",
    ),
    (39, "the outer `(` has no node; two parsers invent one"),
    (53, "kept as one node; SGFC and sgf4j split it"),
    (54, "kept as one node; SGFC and sgf4j split it"),
];

/// A large input: its name, the number of the fifteen parsers that read all of its nodes within 30
/// seconds, the number of nodes, and the source.
type Large = (&'static str, usize, usize, fn() -> Vec<u8>);

fn large() -> [Large; 16] {
    fn deep(n: usize) -> Vec<u8> {
        [b"(;B[aa]".repeat(n), b")".repeat(n)].concat()
    }
    fn long(n: usize) -> Vec<u8> {
        around(b"(", b";B[aa]", n, b")")
    }
    fn around(start: &[u8], middle: &[u8], n: usize, end: &[u8]) -> Vec<u8> {
        [start, &middle.repeat(n), end].concat()
    }
    [
        ("1,000 nested variations", 14, 1_000, || deep(1_000)),
        ("10,000 nested variations", 10, 10_000, || deep(10_000)),
        ("100,000 nested variations", 7, 100_000, || deep(100_000)),
        ("1,000,000 nested variations", 3, 1_000_000, || {
            deep(1_000_000)
        }),
        ("main line of 10,000 nodes", 14, 10_000, || long(10_000)),
        ("main line of 100,000 nodes", 13, 100_000, || long(100_000)),
        ("main line of 1,000,000 nodes", 10, 1_000_000, || {
            long(1_000_000)
        }),
        ("100,000 variations at the root", 14, 100_001, || {
            around(b"(;GM[1]", b"(;B[aa])", 100_000, b")")
        }),
        ("100,000 games of two nodes", 10, 200_000, || {
            b"(;B[aa];W[bb])\n".repeat(100_000)
        }),
        ("`C[x]` 100,000 times in a node", 14, 1, || {
            around(b"(;", b"C[x]", 100_000, b")")
        }),
        ("`AB` with 1,000,000 values", 13, 2, || {
            around(b"(;AB", b"[aa]", 1_000_000, b";W[bb])")
        }),
        ("one comment of 10 MB", 13, 2, || {
            around(b"(;C[", b"x", 10_000_000, b"];B[aa])")
        }),
        ("10 MB of escapes", 11, 2, || {
            around(b"(;C[", b"\\\\", 5_000_000, b"];B[aa])")
        }),
        ("100,000 `(`", 1, 0, || b"(".repeat(100_000)),
        ("a value of 1 MB that is never closed", 3, 1, || {
            around(b"(;C[", b"a", 1_000_000, b"")
        }),
        ("1 MB of `]`", 6, 1, || {
            around(b"(;C[a", b"]", 1_000_000, b")")
        }),
    ]
}

/// Returns the number of nodes, and the codes of the findings.
fn read(source: &[u8]) -> (usize, BTreeSet<&'static str>) {
    let document = Document::parse(source).unwrap();
    let nodes = document
        .roots()
        .flat_map(|root| document.forest().preorder(root))
        .filter(|id| !document.node(*id).is_empty_variation())
        .count();
    let found = kifu_sgf::check(&document);
    (nodes, found.iter().map(|found| found.code.name).collect())
}

#[test]
fn reading_is_at_least_as_good_as_the_best() {
    let mut page = HEAD.to_owned();
    let cases = Cases::of(env!("CARGO_MANIFEST_DIR"), "sgf");
    for (case, (number, (most, accepted))) in cases.iter().zip((1..).zip(PEERS)) {
        let (digits, idea) = case.name.split_once('_').unwrap();
        assert_eq!(digits.parse(), Ok(number));
        let (nodes, codes) = read(&case.source);
        let more = MORE.iter().find(|(at, _)| *at == number);
        assert_eq!(
            nodes < most,
            more.is_some(),
            "{}: {nodes} of {most}",
            case.name
        );
        let codes: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
        let note = more.map(|(_, why)| format!("({why})"));
        let remarks: Vec<String> = codes.into_iter().chain(note).collect();
        let idea = idea.replace('_', " ");
        let remarks = remarks.join(" ");
        writeln!(
            page,
            "| {number} | {idea} | {accepted} | {most} | {nodes} | {remarks} |"
        )
        .unwrap();
    }
    page.push_str(LARGE);
    for (what, peers, expected, source) in large() {
        let (nodes, _) = read(&source());
        assert_eq!(nodes, expected, "{what}");
        writeln!(page, "| {what} | {peers} | {expected} | {nodes} |").unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("READING.md");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        fs::write(&path, &page).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == page,
        "READING.md is stale: INSTA_UPDATE=always writes it"
    );
}

const HEAD: &str = "\
# How damaged files are read

This page shows how this crate and fifteen other parsers (SGFC, sgfutils, sgf-parse strict
and lenient, sgfmill, Sabaki, pysgf, KataGo, GoGui, rooklift, GNU Go, kombilo, sgf-parser,
smartgame, sgf4j) read 145 small inputs, most of them broken. Each input is a test case of
this crate, with its tree in a snapshot. A test writes this page.

* *of 15*: the number of other parsers that accept the input.
* *most*: the maximum number of nodes that another parser reads.
* *here*: the number of nodes that this crate reads; *found* lists its findings.

| no | input | of 15 | most | here | found |
| --: | --- | --: | --: | --: | --- |
";

const LARGE: &str = "
# How large files are read

*of 15*: the number of other parsers that read all nodes within 30 seconds, with a stack of 8 MB.
This crate reads all of these inputs in linear time with constant stack space; the example `stress` measures
larger inputs.

| input | of 15 | nodes | here |
| --- | --: | --: | --: |
";

#[test]
fn text_after_the_last_game_belongs_to_it() {
    for (source, parts) in [
        ("(;B[aa])", &["(;B[aa])"][..]),
        ("(;B[aa]) bye", &["(;B[aa]) bye"]),
        (
            "hi (;B[aa]) and (;B[bb]) bye",
            &["hi (;B[aa])", " and (;B[bb]) bye"],
        ),
        ("(;B[aa](;B[bb]) (;B[cc]", &["(;B[aa](;B[bb]) (;B[cc]"]),
        ("no game", &["no game"]),
    ] {
        let games = kifu_sgf::games(source.as_bytes());
        let found: Vec<_> = games.map(|game| game.unwrap().to_bytes()).collect();
        let parts: Vec<_> = parts.iter().map(|part| part.as_bytes()).collect();
        assert_eq!(found, parts, "{source}");
    }
}
