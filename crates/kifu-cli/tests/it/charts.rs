//! `kifu stats -o`.

use std::collections::BTreeMap;
use std::fs;

use roxmltree::{Document, ParsingOptions};
use serde_json::Value;

use crate::kifu::Kifu;

const GAMES: &str = "(;GM[1]SZ[19]KM[6.5]DT[1999-05-01]RE[B+R]BR[3d]WR[9p]TM[600];B[pd]BL[590];W[dp];B[pp]BL[560])\
                     (;GM[1]SZ[19]KM[6.5]DT[2001]RE[W+2.5];B[dd];W[pp])\
                     (;GM[1]SZ[19]KM[0]HA[2]AB[pd][dp]RE[W+T];W[dd])(;GM[1]SZ[9];B[ee])(;GM[1]RE[Draw])";

/// The rows of the table of a figure: its first two columns.
fn table(page: &str, id: &str) -> BTreeMap<String, u64> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let page = Document::parse_with_options(page, options).expect("well-formed XML");
    let figure = page
        .descendants()
        .find(|node| node.attribute("id") == Some(id))
        .unwrap();
    let rows = figure
        .descendants()
        .filter(|node| node.has_tag_name("tr"))
        .skip(1);
    let cell = |row: roxmltree::Node<'_, '_>, at: usize| {
        let cell = row
            .children()
            .filter(|cell| cell.is_element())
            .nth(at)
            .unwrap();
        cell.text().unwrap_or_default().to_owned()
    };
    // A count can be followed by a remark.
    let count = |text: &str| {
        text.split(' ')
            .next()
            .unwrap()
            .replace(',', "")
            .parse()
            .unwrap()
    };
    rows.map(|row| (cell(row, 0), count(&cell(row, 1))))
        .collect()
}

/// The rows of a table of `kifu stats --json`.
fn counts(json: &Value, name: &str, without: &str) -> BTreeMap<String, u64> {
    let rows = json["tables"][name].as_array().unwrap();
    let value = |row: &Value| row["value"].as_str().unwrap_or(without).to_owned();
    rows.iter()
        .map(|row| (value(row), row["games"].as_u64().unwrap()))
        .collect()
}

#[test]
fn tables_equal_the_statistics() {
    let kifu = Kifu::with([("a.sgf", GAMES)]);
    let ran = kifu.run(&["stats", "a.sgf", "-o", "out/a.html", "--title", "A & B"]);
    assert_eq!(
        (ran.code, ran.stderr.as_str(), ran.stdout.len()),
        (0, "", 0)
    );
    let page = fs::read_to_string(kifu.path("out/a.html")).unwrap();
    assert!(page.contains("<title>A &amp; B</title>"));
    let json = kifu.run(&["stats", "a.sgf", "--json"]).json();
    assert_eq!(table(&page, "years"), counts(&json, "year", "unknown"));
    assert_eq!(table(&page, "komi"), counts(&json, "komi", "unknown"));
    assert_eq!(table(&page, "results"), counts(&json, "result", "none"));
    let lengths = json["moves"]["stretches"].as_array().unwrap();
    let all: u64 = lengths
        .iter()
        .map(|row| row["games"].as_u64().unwrap())
        .sum();
    assert_eq!(table(&page, "lengths").values().sum::<u64>(), all);
    assert_eq!(
        table(&page, "first"),
        BTreeMap::from([("Q16".to_owned(), 2)])
    );
    assert_eq!(
        table(&page, "rates"),
        BTreeMap::from([("6.5".to_owned(), 2)])
    );
}

#[test]
fn charts_are_written_to_files() {
    let kifu = Kifu::with([("a.sgf", GAMES), ("b.sgf", GAMES)]);
    let run = |args: &[&str]| {
        let ran = kifu.run(&[&["stats", "a.sgf"], args].concat());
        (ran.code, ran.stderr)
    };
    assert_eq!(run(&["-o", "a.svg"]), (0, String::new()));
    let svg = fs::read_to_string(kifu.path("a.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("<title>Go games in numbers</title>"));
    let (code, stderr) = run(&["-o", "a.svg"]);
    assert!(
        code == 4 && stderr.contains("a.svg already exists"),
        "{code} {stderr}"
    );
    assert_eq!(run(&["b.sgf", "-o", "a.svg", "-f"]).0, 0);
    assert_ne!(fs::read_to_string(kifu.path("a.svg")).unwrap(), svg);
    let (code, stderr) = run(&["-o", "a.png"]);
    assert_eq!(
        (code, stderr.contains("ends in `.html` or `.svg`")),
        (2, true),
        "{stderr}"
    );
    assert_eq!(run(&["-o", "b.svg", "--json"]).0, 2);
    assert_eq!(run(&["--title", "x"]).0, 2);
    // The number of threads does not matter.
    for (jobs, name) in [("1", "1.html"), ("4", "4.html")] {
        assert_eq!(run(&["b.sgf", "-j", jobs, "-o", name]).0, 0);
    }
    assert_eq!(
        fs::read(kifu.path("1.html")).unwrap(),
        fs::read(kifu.path("4.html")).unwrap()
    );
}

#[test]
fn counting_no_selected_game_is_a_negative_result() {
    let kifu = Kifu::with([("a.sgf", "(;SZ[9]PB[Sato];B[cc])"), ("b.sgf", "(;SZ[13])")]);
    let code = |args: &[&str]| kifu.run(&[&["stats", "."], args].concat()).code;
    assert_eq!(code(&[]), 0);
    assert_eq!(code(&["-e", "size == 9"]), 0);
    assert_eq!(code(&["-e", "size == 19"]), 1);
    assert_eq!(code(&["-e", "size == 19", "--json"]), 1);
}
