//! The messages of the reference checker, SGFC 2.0, and the corresponding codes of kifu. The page `SGFC.md` is
//! generated from this table. Each row with codes has a case, whose number is the number of the message plus 100.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use kifu_testkit::Cases;

use crate::cases::found;

/// A message of SGFC: its number, its name, and what kifu does.
struct Row(u8, &'static str, Here);

enum Here {
    /// kifu reports one of these codes.
    Found(&'static [&'static str]),
    /// kifu does not report a finding, but does this.
    Instead(&'static str),
}

use Here::{Found, Instead};

const USAGE: &str = "an invalid command line: exit code 2";
const UNREADABLE: &str =
    "reported on standard error; other files are still processed: exit code 3 or 4";

const TABLE: [Row; 75] = [
    Row(1, "too many files", Instead("there is no limit")),
    Row(2, "unknown option", Instead(USAGE)),
    Row(3, "source cannot be opened", Instead(UNREADABLE)),
    Row(4, "source cannot be read", Instead(UNREADABLE)),
    Row(
        5,
        "out of memory",
        Instead("memory use is a small multiple of the file size"),
    ),
    Row(6, "SGF in the header", Found(&["sgf/text-before"])),
    Row(7, "no SGF data", Found(&["sgf/no-game"])),
    Row(
        8,
        "illegal characters outside of values",
        Found(&["sgf/junk"]),
    ),
    Row(9, "variation nesting", Found(&["sgf/unclosed-tree"])),
    Row(10, "unexpected end of file", Found(&["sgf/unclosed-value"])),
    Row(
        11,
        "property identifier too long",
        Found(&["property/long-identifier"]),
    ),
    Row(12, "empty variation", Found(&["sgf/empty-variation"])),
    Row(13, "too many values", Found(&["value/too-many"])),
    Row(
        14,
        "bad value deleted",
        Found(&["value/malformed", "value/off-board"]),
    ),
    Row(15, "bad value corrected", Found(&["value/spelling"])),
    Row(
        16,
        "lower-case letters in an identifier",
        Found(&["property/lower-case"]),
    ),
    Row(17, "empty value deleted", Found(&["value/empty"])),
    Row(
        18,
        "bad root property",
        Found(&["value/malformed", "game/board-too-big"]),
    ),
    Row(19, "the game is not Go", Found(&["rules/not-go"])),
    Row(20, "no property values", Found(&["sgf/missing-value"])),
    Row(21, "variation start", Found(&["sgf/nested-open"])),
    Row(
        22,
        "control byte deleted",
        Found(&["value/control-character"]),
    ),
    Row(23, "compose type expected", Found(&["value/malformed"])),
    Row(24, "move in root", Found(&["node/move-in-root"])),
    Row(25, "bad compose type corrected", Found(&["value/spelling"])),
    Row(26, "destination cannot be opened", Instead(UNREADABLE)),
    Row(27, "destination cannot be written", Instead(UNREADABLE)),
    Row(28, "double property", Found(&["sgf/duplicate-property"])),
    Row(
        29,
        "property deleted",
        Instead("kifu deletes only what the user chooses"),
    ),
    Row(30, "move and setup mixed", Found(&["node/move-with-setup"])),
    Row(31, "long property identifier", Found(&["property/unknown"])),
    Row(
        32,
        "root property outside of the root",
        Found(&["node/root-property"]),
    ),
    Row(33, "faulty game information", Found(&["value/unreadable"])),
    Row(
        34,
        "critical, not saved",
        Instead("kifu writes only the repairs that the user chooses"),
    ),
    Row(35, "unknown property", Found(&["property/unknown"])),
    Row(36, "missing semicolon", Found(&["sgf/missing-semicolon"])),
    Row(37, "two moves in a node", Found(&["node/two-moves"])),
    Row(
        38,
        "position not unique",
        Found(&["node/point-twice", "node/marks-collide"]),
    ),
    Row(
        39,
        "stones set redundantly",
        Found(&["node/redundant-setup"]),
    ),
    Row(
        40,
        "property not in this FF",
        Found(&["property/not-in-version"]),
    ),
    Row(
        41,
        "annotation not unique",
        Found(&["node/annotations-clash"]),
    ),
    Row(42, "BM and TE in a node", Found(&["node/good-and-bad"])),
    Row(
        43,
        "annotation without a move",
        Found(&["node/annotation-without-move"]),
    ),
    Row(
        44,
        "game information set already",
        Found(&["node/game-info-twice"]),
    ),
    Row(45, "FF differs", Found(&["file/versions-differ"])),
    Row(46, "unknown file format", Found(&["game/unknown-version"])),
    Row(
        47,
        "square board written as a pair",
        Found(&["value/spelling"]),
    ),
    Row(48, "no source file", Instead("kifu reads standard input")),
    Row(49, "bad parameter of an option", Instead(USAGE)),
    Row(50, "board too big", Found(&["game/board-too-big"])),
    Row(51, "version conflict", Found(&["game/newer-than-stated"])),
    Row(
        52,
        "bad VW values",
        Found(&["value/malformed", "value/empty"]),
    ),
    Row(53, "GM differs", Found(&["file/games-differ"])),
    Row(
        54,
        "values without an identifier",
        Found(&["sgf/missing-identifier"]),
    ),
    Row(55, "empty node deleted", Found(&["node/empty"])),
    Row(
        56,
        "variation level uncertain",
        Found(&["node/undone-move"]),
    ),
    Row(
        57,
        "variation level corrected",
        Found(&["node/undone-move"]),
    ),
    Row(58, "illegal move", Found(&["rules/occupied"])),
    Row(59, "integer komi", Found(&["game/integer-komi"])),
    Row(
        60,
        "more than one tree",
        Instead("collections are supported; `kifu info` counts their games"),
    ),
    Row(61, "handicap not set up", Found(&["game/handicap-stones"])),
    Row(
        62,
        "setup after the root",
        Found(&["node/setup-after-root"]),
    ),
    Row(63, "move out of sequence", Found(&["rules/wrong-turn"])),
    Row(
        64,
        "too many variations to reorder",
        Instead("there is no such limit"),
    ),
    Row(65, "empty pass in an old file", Found(&["value/pass"])),
    Row(
        66,
        "node outside of a variation",
        Found(&["sgf/node-after-variations"]),
    ),
    Row(67, "missing node start", Found(&["sgf/missing-semicolon"])),
    Row(68, "unknown long option", Instead(USAGE)),
    Row(69, "unknown encoding in an option", Instead(USAGE)),
    Row(
        70,
        "encoding failure",
        Instead("undecodable bytes are kept: see 71"),
    ),
    Row(71, "encoding errors", Found(&["sgf/undecodable-text"])),
    Row(
        72,
        "encoding unknown, fallback used",
        Found(&["sgf/unknown-charset"]),
    ),
    Row(
        73,
        "wrong encoding",
        Instead("the charset of each file is detected, including UTF-16"),
    ),
    Row(74, "CA differs", Found(&["file/charsets-differ"])),
    Row(
        75,
        "several encodings in a file",
        Found(&["file/charsets-differ"]),
    ),
];

#[test]
fn every_message_has_a_code_and_a_case() {
    let cases = Cases::of(env!("CARGO_MANIFEST_DIR"), "sgf");
    for (at, Row(number, message, here)) in TABLE.iter().enumerate() {
        assert_eq!(usize::from(*number), at + 1);
        let Found(codes) = here else {
            continue;
        };
        let start = format!("{:04}_", 100 + u32::from(*number));
        let case = cases.iter().find(|case| case.name.starts_with(&start));
        let case = case.unwrap_or_else(|| panic!("no case for {number}, {message}"));
        let seen: BTreeSet<&str> = found(&case.source).iter().map(|f| f.code.name).collect();
        for code in *codes {
            assert!(
                seen.contains(code),
                "{number}, {message}: {code} is not among {seen:?}"
            );
        }
    }
}

#[test]
fn the_page_matches_the_table() {
    let mut page = String::from(HEAD);
    for Row(number, message, here) in &TABLE {
        let here = match here {
            Found(codes) => {
                let codes: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
                format!("{} | {:04}", codes.join(", "), 100 + u32::from(*number))
            }
            Instead(what) => format!("{what} |"),
        };
        writeln!(page, "| {number} | {message} | {here} |").unwrap();
    }
    page.push_str(&beyond());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("SGFC.md");
    kifu_testkit::written(&path, &page);
}

const HEAD: &str = "\
# SGFC messages and kifu codes

SGFC 2.0 is the reference checker of SGF files. This table lists its 75 messages by number. For each one, it shows the
code that `kifu check` reports and a case in `test_data`, or what kifu does instead.

| no. | SGFC message | kifu | case |
| --- | --- | --- | --- |
";

/// The codes that SGFC does not have.
fn beyond() -> String {
    let there: BTreeSet<&str> = TABLE
        .iter()
        .flat_map(|row| match row.2 {
            Found(codes) => codes,
            Instead(_) => &[],
        })
        .copied()
        .collect();
    let mut text =
        String::from("\n## Codes that SGFC does not have\n\n| code | finding |\n| --- | --- |\n");
    for code in kifu_check::catalogue().filter(|code| !there.contains(code.name)) {
        writeln!(text, "| `{}` | {} |", code.name, code.summary).unwrap();
    }
    text
}
