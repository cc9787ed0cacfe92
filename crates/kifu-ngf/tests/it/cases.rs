//! Small files that each test one idea: `test_data/ok` without findings, `test_data/err` with findings.
//! Each snapshot has the charset, the findings, and the game.

use std::collections::BTreeSet;
use std::fmt::Write;

use kifu_ngf::{CODES, Document, convert, is_ngf};
use kifu_testkit::{Case, Cases};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::all(&case.source));
}

/// Files that are cut off, and files with a changed byte, in many places.
#[test]
fn damaged_cases_obey_the_laws() {
    const BYTES: &[u8] = b"P\n A:0\xFF\0[G";
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
    cases().check(|case| assert!(is_ngf(&case.source)));
    for other in [
        &b""[..],
        b"(;SZ[19];B[pd])",
        b"\\HS\n\\HE\n\\GS\n",
        b"PM is the time after noon\n",
        b"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n",
    ] {
        assert!(!is_ngf(other), "{}", other.escape_ascii());
    }
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "ngf")
}

fn read(case: &Case) -> Document {
    Document::parse(&*case.source).expect("cases are small")
}

fn report(document: &Document) -> String {
    let mut out = String::new();
    writeln!(out, "{}", document.charset().charset.name()).unwrap();
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
    let komi = info.komi.as_ref().and_then(|komi| komi.value());
    let result = info.result.as_ref().and_then(|result| result.value());
    let time = document.header().main_time;
    writeln!(
        out,
        "{}x{}, komi {}, result {}, handicap {}, {} s, {:?}",
        document.header().size.cols(),
        document.header().size.rows(),
        komi.map_or("-".into(), |komi| komi.to_string()),
        result.map_or("-".into(), |result| result.to_string()),
        document.header().handicap,
        time.map_or("-".into(), |time| time.to_string()),
        info.dates,
    )
    .unwrap();
    writeln!(out, "{:?}, {:?}", info.name, info.place).unwrap();
    for carried in &game.carried {
        let (key, value) = (&carried.key, carried.values.join("; "));
        writeln!(out, "<{key}: {value}>").unwrap();
    }
    for id in game.nodes.main_line(game.root()) {
        let node = &game.nodes[id];
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
    out
}
