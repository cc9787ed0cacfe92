//! Small files that each test one idea: `test_data/ok` without findings, `test_data/err` with findings.
//! Each snapshot has the findings and the games.

use std::collections::BTreeSet;
use std::fmt::Write;

use kifu_ogs::{CODES, Document, convert, is_ogs};
use kifu_testkit::{Case, Cases};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::all(&case.source));
}

/// Files that are cut off, and files with a changed byte, in many places.
#[test]
fn damaged_cases_obey_the_laws() {
    const BYTES: &[u8] = b"\"\n {:0\xFF\0[}";
    cases().check(|case| {
        for at in (0..case.source.len()).step_by(7) {
            laws::all(&case.source[..at]);
            let mut damaged = case.source.to_vec();
            damaged[at] = BYTES[at / 7 % BYTES.len()];
            laws::all(&damaged);
            damaged.remove(at);
            laws::all(&damaged);
        }
    });
}

#[test]
fn every_case_is_read_as_beside_it() {
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

#[test]
fn cases_are_recognized() {
    cases().check(|case| assert!(is_ogs(&case.source)));
    for other in [
        &b""[..],
        b"(;SZ[19];B[pd])",
        b"{}",
        br#"{"record": {}, "game": {}, "tree": [{}, {"comments": ["initial_state and \"moves\""]}]}"#,
        br#"[{"channel": "game", "line": {"body": "hi", "moves": 3}}]"#,
        br#"{"board": ["b..", "..w"], "initial_state": 1}"#,
        br#"text {"gamedata": {}}"#,
    ] {
        assert!(!is_ogs(other), "{}", other.escape_ascii());
    }
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "ogs")
}

fn read(case: &Case) -> Document {
    Document::parse(&*case.source).expect("cases are small")
}

fn report(document: &Document) -> String {
    let mut out = String::new();
    for found in document.diagnostics() {
        writeln!(out, "{} {found}", found.span).unwrap();
    }
    for (game, record) in convert::to_games(document).zip(document.records()) {
        writeln!(out, "game {}", record.span()).unwrap();
        for loss in &game.losses {
            writeln!(out, "lost: {loss}").unwrap();
        }
        let game = game.value;
        let info = &game.info;
        for player in &info.players {
            let name = player.name.as_deref().unwrap_or("-");
            let rank = player.rank.as_deref().unwrap_or("-");
            writeln!(out, "{:?} {name} {rank}", player.color).unwrap();
        }
        let size = info.size.unwrap();
        let result = info.result.as_ref().and_then(|result| result.value());
        writeln!(
            out,
            "{}x{}, komi {:?}, result {}, handicap {:?}, rules {:?}, time {:?} + {:?}, {:?}",
            size.cols(),
            size.rows(),
            info.komi
                .as_ref()
                .and_then(|komi| komi.value())
                .map(ToString::to_string),
            result.map_or("-".into(), |result| result.to_string()),
            info.handicap.as_ref().and_then(|count| count.value()),
            info.rules,
            info.main_time.as_ref().and_then(|time| time.value()),
            info.overtime,
            info.dates,
        )
        .unwrap();
        writeln!(out, "{:?}, {:?}", info.name, info.comment).unwrap();
        for carried in &game.carried {
            let (key, value) = (&carried.key, carried.values.join("; "));
            writeln!(out, "<{key}: {value}>").unwrap();
        }
        for step in game.nodes.traverse(game.root()) {
            let id = match step {
                kifu_tree::Step::Enter(id) => id,
                kifu_tree::Step::Leave(_) => continue,
            };
            let node = &game.nodes[id];
            let depth = game.nodes.ancestors(id).count();
            write!(out, "{}", "  ".repeat(depth)).unwrap();
            match node.play {
                Some((color, to)) => write!(out, "{color} {to:?}").unwrap(),
                None => write!(out, "-").unwrap(),
            }
            for group in &node.setup {
                write!(out, " {:?} {:?}", group.stone, group.points).unwrap();
            }
            if let Some(color) = node.to_play {
                write!(out, " {color} to play").unwrap();
            }
            for marks in &node.marks {
                write!(out, " {:?} {:?}", marks.kind, marks.points).unwrap();
            }
            for label in &node.labels {
                write!(out, " {:?} {}", label.point, label.text).unwrap();
            }
            if let Some(text) = node.joined_comment() {
                write!(out, " {text:?}").unwrap();
            }
            if node.solution {
                write!(out, " solution").unwrap();
            }
            for carried in &node.carried {
                write!(out, " <{}: {}>", carried.key, carried.values.join("; ")).unwrap();
            }
            writeln!(out).unwrap();
        }
    }
    out
}
