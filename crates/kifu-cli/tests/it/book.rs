//! `kifu book`.

use std::fs;

use crate::commands;
use crate::kifu::Kifu;

const PROBLEMS: &str =
    "(;SZ[9]AB[ba][bb]AW[ca];B[aa]C[RIGHT])(;SZ[9]AB[ha][hb]AW[ga];B[ia]C[RIGHT])";

#[test]
fn the_extension_selects_the_format() {
    let kifu = Kifu::with(commands::files());
    for (name, start) in [
        ("book.html", "<!DOCTYPE html>"),
        ("book.typ", "// Written by kifu."),
        ("book.tex", "% Written by kifu."),
    ] {
        let ran = kifu.run(&["book", "games", "old.gib", "vars.sgf", "-o", name]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(
            ran.stderr
                .starts_with(&format!("kifu: {name}: 1 problem, 4 games\n")),
            "{}",
            ran.stderr
        );
        let text = fs::read_to_string(kifu.path(name)).unwrap();
        assert!(text.starts_with(start), "{text}");
        assert!(text.contains("Cho Chikun"));
    }
    for (args, why) in [
        (
            &["book", "games", "-o", "book.pdf"][..],
            "kifu does not write PDF",
        ),
        (
            &["book", "games", "-o", "book.doc"],
            "expected the extension .html, .typ or .tex",
        ),
    ] {
        let ran = kifu.run(args);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    }
}

#[test]
fn the_book_does_not_depend_on_the_number_of_jobs() {
    let kifu = Kifu::with(commands::files());
    let one = kifu.run(&["book", "games", "vars.sgf", "-t", "typst", "-j1"]);
    let two = kifu.run(&["book", "games", "vars.sgf", "-t", "typst", "-j2", "-o", "-"]);
    assert_eq!((one.code, two.code), (0, 0), "{}", one.stderr);
    assert_eq!(one.stdout, two.stdout);
}

#[test]
fn existing_files_are_kept() {
    let kifu = Kifu::with(commands::files());
    fs::write(kifu.path("book-booklet.typ"), "mine").unwrap();
    let args = ["book", "game.sgf", "-o", "book.typ", "--booklet"];
    let ran = kifu.run(&args);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(!kifu.path("book.typ").exists());
    assert_eq!(fs::read(kifu.path("book-booklet.typ")).unwrap(), b"mine");
    let ran = kifu.run(&[&args[..], &["--force"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let booklet = fs::read_to_string(kifu.path("book-booklet.typ")).unwrap();
    assert!(booklet.contains("\"book.pdf\""), "{booklet}");
}

#[test]
fn a_browser_makes_no_booklets() {
    let kifu = Kifu::with(commands::files());
    for args in [
        &["book", "game.sgf", "--booklet", "-o", "book.html"][..],
        &["book", "game.sgf", "--booklet", "-t", "typst", "-o", "-"],
    ] {
        let ran = kifu.run(args);
        assert_eq!(ran.code, 2, "{}", ran.stderr);
    }
}

#[test]
fn chapters_are_files_or_directories() {
    let files = [
        ("a/one.sgf", PROBLEMS.as_bytes()),
        ("a/two.sgf", PROBLEMS.as_bytes()),
        ("b/three.sgf", &PROBLEMS.as_bytes()[..PROBLEMS.len() / 2]),
    ];
    let kifu = Kifu::new();
    for (name, bytes) in files {
        fs::create_dir_all(kifu.path(name).parent().unwrap()).unwrap();
        fs::write(kifu.path(name), bytes).unwrap();
    }
    let titles = |chapters: &str| {
        let ran = kifu.run(&["book", "a", "b", "--chapters", chapters]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let text = ran.text().to_owned();
        let titles = text
            .split("<h2>")
            .skip(2)
            .map(|rest| rest.split("</h2>").next().unwrap().to_owned());
        titles.collect::<Vec<_>>()
    };
    assert_eq!(
        titles("files"),
        [
            "one: Problems 1–2",
            "two: Problems 3–4",
            "Problem 5",
            "Answers"
        ]
    );
    assert_eq!(
        titles("folders"),
        ["a: Problems 1–4", "b: Problem 5", "Answers"]
    );
    assert_eq!(titles("one"), ["Problems 1–5", "Answers"]);
}

#[test]
fn characters_without_a_font_are_listed() {
    let kifu = Kifu::new();
    fs::write(kifu.path("a.sgf"), "(;CA[UTF-8]PB[古力]PW[Ōta];B[dd])").unwrap();
    let ran = kifu.run(&["book", "a.sgf", "-o", "a.typ"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.stderr.contains(
            "the book has 2 unusual characters, such as 力古; name a font for them with `--font`"
        ),
        "{}",
        ran.stderr
    );
    let sans = kifu_testkit::repository("crates/kifu-diagram/fonts/KifuSans.ttf");
    let sans = sans.to_str().unwrap();
    let ran = kifu.run(&["book", "a.sgf", "-o", "b.typ", "--font", sans]);
    assert!(
        ran.stderr.contains("typst compile --font-path"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr
            .contains("the fonts do not have 2 characters of the book: 力古"),
        "{}",
        ran.stderr
    );
    for (font, why) in [
        ("a.sgf", "not a TrueType or OpenType font"),
        ("none.ttf", "none.ttf"),
    ] {
        let ran = kifu.run(&["book", "a.sgf", "-o", "c.typ", "--font", font]);
        assert_eq!(ran.code, 4);
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
        assert!(!kifu.path("c.typ").exists());
    }
}

#[test]
fn inputs_without_games_are_reported() {
    let kifu = Kifu::with(commands::files());
    fs::write(kifu.path("huge.sgf"), "(;SZ[99];B[aa])").unwrap();
    let ran = kifu.run(&["book", "huge.sgf", "-o", "book.html"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(!kifu.path("book.html").exists());
    let ran = kifu.run(&["book", "huge.sgf", "game.sgf", "-o", "book.html"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("huge.sgf: game 1 has a board that cannot be shown"),
        "{}",
        ran.stderr
    );
}

#[test]
fn paths_that_latex_cannot_read_are_refused() {
    let kifu = Kifu::with(commands::files());
    let sans = kifu_testkit::repository("crates/kifu-diagram/fonts/KifuSans.ttf");
    fs::create_dir(kifu.path("100% it's")).unwrap();
    fs::copy(sans, kifu.path("100% it's/KifuSans.ttf")).unwrap();
    let font = ["--font", "100% it's/KifuSans.ttf"];
    let ran = kifu.run(&[&["book", "game.sgf", "-o", "book.tex"], &font[..]].concat());
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let why = "the path contains '%', which LaTeX cannot read in a path";
    assert!(
        ran.stderr.contains("cannot use the font "),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains(why), "{}", ran.stderr);
    assert!(!kifu.path("book.tex").exists());
    let ran = kifu.run(&[&["book", "game.sgf", "-o", "book.typ"], &font[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains(r"100% it'\''s'`"), "{}", ran.stderr);
    let ran = kifu.run(&["book", "game.sgf", "--booklet", "-o", "a%b.tex"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains(&format!("no booklet of a%b.pdf: {why}")),
        "{}",
        ran.stderr
    );
    assert!(!kifu.path("a%b.tex").exists());
    let ran = kifu.run(&["book", "game.sgf", "--booklet", "-o", "book (1).tex"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let booklet = fs::read_to_string(kifu.path("book (1)-booklet.tex")).unwrap();
    assert!(booklet.contains(r"\detokenize{book (1).pdf}"), "{booklet}");
}

#[test]
fn marks_that_are_not_shown_are_reported() {
    let kifu = Kifu::new();
    fs::write(kifu.path("a.sgf"), "(;SZ[9];B[dd]LB[aa:A];W[ee])").unwrap();
    let ran = kifu.run(&["book", "a.sgf", "-o", "a.typ"]);
    let why = "the book does not show the marks of 1 position without a comment";
    assert_eq!(ran.code, 0);
    assert!(ran.stderr.contains(why), "{}", ran.stderr);
}
