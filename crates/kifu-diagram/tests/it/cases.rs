//! Small files that each test one idea: texts in `test_data/ok` are read in full, those in `test_data/err` are not.
//! Their snapshots contain the figures as read, drawn, and written again.

use std::fmt::Write;

use kifu_diagram::fen::Fen;
use kifu_diagram::{Figure, Text, board, sensei};
use kifu_testkit::{Case, Cases};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::all(&case.source));
}

#[test]
fn every_case_matches_its_snapshot() {
    cases().check(|case| {
        let (report, clean) = report(text(case));
        case.snapshot(&report);
        case.is_clean(clean);
    });
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "txt")
}

fn text(case: &Case) -> &str {
    std::str::from_utf8(&case.source).expect("cases are text")
}

/// The report on a text, and whether all of it was read.
fn report(text: &str) -> (String, bool) {
    let mut out = String::new();
    let mut clean = true;
    if text.contains("$$") {
        for range in sensei::diagrams(text) {
            match sensei::read(&text[range]) {
                Ok(reading) => {
                    write_figure(&mut out, &reading.figure);
                    for unread in &reading.unread {
                        let (line, column) = (unread.line, unread.column);
                        writeln!(out, "unread: {line}:{column} {}", unread.text).unwrap();
                        clean = false;
                    }
                    let written = sensei::write(&reading.figure);
                    write!(out, "---\n{}", written.text).unwrap();
                    for lost in written.lost {
                        writeln!(out, "lost: {lost}").unwrap();
                    }
                }
                Err(error) => {
                    writeln!(out, "{error}").unwrap();
                    clean = false;
                }
            }
        }
    } else if text.contains('/') {
        match text.parse::<Fen>() {
            Ok(fen) => {
                write_figure(&mut out, &Figure::new(&fen.setup));
                writeln!(out, "{:?} {:?}", fen.setup.to_play, fen.setup.ko).unwrap();
                writeln!(out, "{:?} komi {}", fen.captures, fen.komi).unwrap();
                writeln!(out, "---\n{fen}").unwrap();
            }
            Err(error) => {
                writeln!(out, "{error}").unwrap();
                clean = false;
            }
        }
    } else {
        match board::read(text) {
            Ok(figure) => {
                write_figure(&mut out, &figure);
                write!(out, "---\n{}", board::showboard(&figure)).unwrap();
            }
            Err(error) => {
                writeln!(out, "{error}").unwrap();
                clean = false;
            }
        }
    }
    (out, clean)
}

/// Writes the drawing, and the features that it does not show.
fn write_figure(out: &mut String, figure: &Figure) {
    write!(out, "{}", Text::UNICODE.draw(figure)).unwrap();
    let (size, view) = (figure.size(), figure.view);
    let (first, last) = (view.first(), view.last());
    writeln!(
        out,
        "{size}, columns {} to {}, rows {} to {}",
        first.col, last.col, first.row, last.row
    )
    .unwrap();
    for link in &figure.links {
        writeln!(out, "{} links to {}", link.symbol, link.target).unwrap();
    }
    if !figure.stars {
        writeln!(out, "no stars").unwrap();
    }
}
