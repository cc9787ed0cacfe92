//! Small files that each test one idea: `test_data/ok` without findings, `test_data/err` with findings.
//! Each snapshot has the charset, the findings, the game, and the file as written from its game.

use std::collections::BTreeSet;
use std::fmt::Write;

use kifu_gib::{CODES, Document, convert};
use kifu_testkit::{Case, Cases};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::all(&case.source));
}

/// Files that are cut off, and files with a changed byte, in many places.
#[test]
fn damaged_cases_obey_the_laws() {
    const BYTES: &[u8] = b"\\]\n ,:0\xFF\0S";
    cases().check(|case| {
        for at in (0..case.source.len()).step_by(61) {
            laws::all(&case.source[..at]);
            let mut damaged = case.source.to_vec();
            damaged[at] = BYTES[at / 61 % BYTES.len()];
            laws::all(&damaged);
            damaged.remove(at);
            laws::all(&damaged);
        }
    });
}

#[test]
fn every_case_matches_its_snapshot() {
    cases().check(|case| {
        let document = read(case);
        case.snapshot(&report(&document));
        case.is_clean(document.diagnostics().is_empty());
    });
}

#[test]
fn every_code_has_a_case() {
    let mut seen = BTreeSet::new();
    for case in cases().iter() {
        seen.extend(read(case).diagnostics().iter().map(|found| found.code.name));
    }
    let codes: Vec<&str> = CODES.iter().map(|code| code.name).collect();
    assert!(codes.is_sorted());
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), codes);
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "gib")
}

fn read(case: &Case) -> Document {
    Document::parse(&*case.source).expect("cases are small")
}

fn report(document: &Document) -> String {
    let mut out = String::new();
    writeln!(out, "{}", document.charset().charset.name()).unwrap();
    for found in document.diagnostics() {
        writeln!(out, "{} {found}", found.span).unwrap();
        for edit in found.fix.iter().flat_map(|fix| &fix.edits) {
            let text = String::from_utf8_lossy(&edit.replacement);
            writeln!(out, "    {}: {text}", edit.span).unwrap();
        }
    }
    let game = convert::to_game(document);
    let info = &game.value.info;
    for player in &info.players {
        writeln!(out, "{player:?}").unwrap();
    }
    for color in [kifu_gib::Color::Black, kifu_gib::Color::White] {
        if let Some(nick) = &document.header().players[color].nick {
            writeln!(out, "{color} is called {nick}").unwrap();
        }
    }
    let komi = info.komi.as_ref().and_then(|komi| komi.value());
    let result = info.result.as_ref().and_then(|result| result.value());
    writeln!(
        out,
        "komi {}, result {}, handicap {}, {} s, {}, {:?}",
        komi.map_or("-".into(), |komi| komi.to_string()),
        result.map_or("-".into(), |result| result.to_string()),
        document.header().handicap,
        document
            .header()
            .main_time
            .map_or("-".into(), |time| time.to_string()),
        info.overtime.as_deref().unwrap_or("no overtime"),
        info.dates,
    )
    .unwrap();
    writeln!(out, "{:?}, {:?}, {:?}", info.name, info.place, info.comment).unwrap();
    let nodes = &game.value.nodes;
    for id in nodes.preorder(game.value.root()) {
        let node = &nodes[id];
        write!(out, "{:1$}", "", nodes.depth(id).min(60)).unwrap();
        for group in &node.setup {
            write!(out, "{:?} ", group.points).unwrap();
        }
        match node.play {
            Some((color, to)) => write!(out, "{color} {to:?}").unwrap(),
            None => write!(out, "-").unwrap(),
        }
        if let Some(text) = node.joined_comment() {
            write!(out, " {text:?}").unwrap();
        }
        for carried in &node.carried {
            write!(out, " <{}>", carried.values.join("; ")).unwrap();
        }
        writeln!(out).unwrap();
    }
    let mut written = convert::from_game(&game.value);
    for loss in game.losses.iter().chain(&written.losses) {
        writeln!(out, "lost: {loss}").unwrap();
    }
    let is_same = written.value.as_bytes() == document.to_bytes();
    writeln!(out, "written unchanged: {is_same}").unwrap();
    // Without carried data, the file is written in the form of kifu.
    let mut game = game.value;
    game.carried.clear();
    written = convert::from_game(&game);
    for loss in &written.losses {
        writeln!(out, "lost without the header: {loss}").unwrap();
    }
    write!(out, "---\n{}", written.value).unwrap();
    out
}
