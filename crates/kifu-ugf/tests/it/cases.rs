//! Small files that each test one idea: `test_data/ok` without findings, `test_data/err` with findings.
//! Each snapshot has the charset, the findings, and the game.

use std::collections::BTreeSet;
use std::fmt::Write;

use kifu_testkit::{Case, Cases};
use kifu_tree::game::Node;
use kifu_tree::{Forest, NodeId, Step};
use kifu_ugf::{CODES, Document, convert, is_ugf};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::all(&case.source));
}

/// Files that are cut off, and files with a changed byte, in many places.
#[test]
fn damaged_cases_obey_the_laws() {
    const BYTES: &[u8] = b"N\n ,.=0\xFF\0]Y";
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
    cases().check(|case| assert!(is_ugf(&case.source)));
    for other in [
        &b""[..],
        b"(;SZ[19];B[pd])",
        b"[Header]\nname=settings\n",
        b"[Header]\n",
        b"[Data]\n1,2,3\n",
        b"QP,B1,1,0\n",
    ] {
        assert!(!is_ugf(other), "{}", other.escape_ascii());
    }
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "ugf")
}

fn read(case: &Case) -> Document {
    Document::parse(&*case.source).expect("cases are small")
}

fn report(document: &Document) -> String {
    let mut out = String::new();
    let charset = document.charset();
    writeln!(
        out,
        "{} ({})",
        charset.charset.name(),
        charset.source.name()
    )
    .unwrap();
    for found in document.diagnostics() {
        writeln!(out, "{} {found}", found.span).unwrap();
    }
    let game = convert::to_game(document);
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
    let header = document.header();
    let komi = header.komi.map_or("-".into(), |komi| komi.to_string());
    let result = header
        .result
        .map_or("-".into(), |result| result.to_string());
    let time = header.main_time.map_or("-".into(), |time| time.to_string());
    writeln!(
        out,
        "{}x{}, komi {komi}, result {result}, handicap {}, {time} s, {:?}, {}",
        header.size.cols(),
        header.size.rows(),
        header.handicap,
        info.dates,
        info.rules.as_deref().unwrap_or("-"),
    )
    .unwrap();
    for text in [
        &info.name,
        &info.place,
        &info.transcriber,
        &info.annotator,
        &info.copyright,
        &info.comment,
    ] {
        write!(out, "{} | ", text.as_deref().unwrap_or("-")).unwrap();
    }
    writeln!(out, "{:?}", info.application).unwrap();
    for carried in &game.carried {
        let (key, value) = (&carried.key, carried.values.join("; "));
        writeln!(out, "<{key}: {value}>").unwrap();
    }
    let mut depth = 0;
    for step in game.nodes.traverse(game.root()) {
        let id = match step {
            Step::Enter(id) => id,
            Step::Leave(id) => {
                depth -= usize::from(is_branch(&game.nodes, id));
                continue;
            }
        };
        depth += usize::from(is_branch(&game.nodes, id));
        let node = &game.nodes[id];
        write!(out, "{}", "  ".repeat(depth)).unwrap();
        for group in &node.setup {
            write!(out, "{:?} {:?} ", group.stone, group.points).unwrap();
        }
        match node.play {
            Some((color, to)) => write!(out, "{color} {to:?}").unwrap(),
            None => write!(out, "-").unwrap(),
        }
        if let Some(text) = node.joined_comment() {
            write!(out, " {text:?}").unwrap();
        }
        for label in &node.labels {
            write!(out, " [{:?} {}]", label.point, label.text).unwrap();
        }
        for carried in &node.carried {
            write!(out, " <{}: {}>", carried.key, carried.values.join("; ")).unwrap();
        }
        writeln!(out).unwrap();
    }
    out
}

/// Whether a node starts a variation other than the main line.
fn is_branch(nodes: &Forest<Node>, id: NodeId) -> bool {
    nodes.prev_sibling(id).is_some()
}
