//! `kifu export html` and `kifu view`.

use std::fs;

use crate::commands;
use crate::kifu::Kifu;

/// The size of the data, the script and the style sheets of a page with a few short games.
const SMALL_PAGE: std::ops::Range<usize> = 20_000..120_000;

#[test]
fn games_of_all_inputs_are_on_one_page() {
    let kifu = Kifu::with(commands::files());
    let ran = kifu.run(&[
        "export", "html", "games", "old.gib", "vars.sgf", "-o", "all.html",
    ]);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (0, "kifu: all.html: 5 games\n")
    );
    let html = fs::read_to_string(kifu.path("all.html")).unwrap();
    assert!(SMALL_PAGE.contains(&html.len()), "{}", html.len());
    // Readers without JavaScript see the names, too.
    assert!(html.contains("Cho Chikun"), "{html}");
}

#[test]
fn the_page_is_the_same_on_standard_output_and_with_any_number_of_jobs() {
    let kifu = Kifu::with(commands::files());
    let one = kifu.run(&["export", "html", "games", "-j1"]);
    let two = kifu.run(&["export", "html", "games", "-j2", "-o", "-"]);
    assert_eq!((one.code, two.code), (0, 0));
    assert_eq!(one.stdout, two.stdout);
    assert!(one.text().starts_with("<!DOCTYPE html>"));
    let written = kifu.run(&["export", "html", "games", "-o", "games.html"]);
    assert_eq!(written.code, 0);
    assert_eq!(fs::read(kifu.path("games.html")).unwrap(), one.stdout);
}

#[test]
fn options_set_title_language_and_theme() {
    let kifu = Kifu::with(commands::files());
    let args = [
        "export",
        "html",
        "game.sgf",
        "--title",
        "Lesson <3>",
        "--language",
        "ko",
        "--theme",
        "dark",
    ];
    let ran = kifu.run(&args);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.text().contains("<title>Lesson &lt;3&gt;</title>"));
    assert!(ran.text().contains("lang=\"ko\""));
    assert!(ran.text().contains("data-theme=\"dark\""));
    let without = kifu.run(&[&args[..], &["--no-source"]].concat());
    assert!(without.stdout.len() < ran.stdout.len());
}

#[test]
fn pages_are_not_overwritten_unasked_or_left_half_written() {
    let kifu = Kifu::with(commands::files());
    fs::write(kifu.path("page.html"), "mine").unwrap();
    let args = ["export", "html", "game.sgf", "-o", "page.html"];
    assert_eq!(kifu.run(&args).code, 4);
    assert_eq!(fs::read_to_string(kifu.path("page.html")).unwrap(), "mine");
    assert_eq!(kifu.run(&[&args[..], &["--force"]].concat()).code, 0);
    assert_ne!(fs::read_to_string(kifu.path("page.html")).unwrap(), "mine");
    // No input has a game.
    fs::write(kifu.path("empty.sgf"), "").unwrap();
    let ran = kifu.run(&["export", "html", "empty.sgf", "-o", "empty.html"]);
    assert_ne!(ran.code, 0);
    assert!(!kifu.path("empty.html").exists());
}

#[test]
fn files_without_games_are_reported() {
    let kifu = Kifu::with([
        ("a.sgf", "(;SZ[9];B[cc])"),
        ("huge.sgf", "(;SZ[60];B[cc])(;SZ[9];B[dd])"),
        ("none.sgf", "nothing"),
    ]);
    let ran = kifu.run(&[
        "export", "html", "a.sgf", "huge.sgf", "none.sgf", "-o", "p.html",
    ]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("huge.sgf: game 1 "), "{}", ran.stderr);
    assert!(ran.stderr.contains("none.sgf: "), "{}", ran.stderr);
    assert!(ran.stderr.contains("p.html: 2 games"), "{}", ran.stderr);
}

#[test]
fn view_writes_a_new_page() {
    let kifu = Kifu::with(commands::files());
    let ran = kifu.run(&["view", "--print-path", "game.sgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let path = ran.text().trim_end();
    assert!(path.ends_with(".html"), "{path}");
    assert!(
        fs::read_to_string(path)
            .unwrap()
            .starts_with("<!DOCTYPE html>")
    );
    fs::remove_file(path).unwrap();
    assert_eq!(kifu.run(&["view", "missing.sgf"]).code, 4);
}

/// Returns a directory with a recording of a talk, with its sound, as a bundle and as files.
fn talk() -> Kifu {
    let kifu = Kifu::with(commands::files());
    fs::write(
        kifu.path("cues.txt"),
        "0:00 m1\n0:10 m2\n0:40 m3 A comment\n",
    )
    .unwrap();
    fs::write(kifu.path("talk.wav"), b"RIFF\x24\0\0\0WAVEfmt ").unwrap();
    let args = [
        "rec",
        "record",
        "--cues",
        "cues.txt",
        "--media",
        "talk.wav:audio",
        "game.sgf",
        "-o",
        "talk.rgt",
    ];
    assert_eq!(kifu.run(&args).code, 0);
    assert_eq!(
        kifu.run(&["rec", "unpack", "talk.rgt", "-o", "files"]).code,
        0
    );
    kifu
}

#[test]
fn recordings_of_bundles_and_files_are_on_a_page() {
    let kifu = talk();
    for input in ["talk.rgt", "files/talk.sgf", "files/talk.rgf"] {
        let ran = kifu.run(&["export", "html", input, "-o", "talk.html", "-f"]);
        assert_eq!(
            (ran.code, ran.stderr.as_str()),
            (0, "kifu: talk.html: 1 game\n"),
            "{input}"
        );
        let html = fs::read_to_string(kifu.path("talk.html")).unwrap();
        // A single recording does not say which sound belongs to it.
        let has_sound = html.contains("class=\"media\"");
        assert_eq!(has_sound, !input.ends_with(".rgf"), "{input}");
        // The bundle contains the sound, which is on the page only once.
        assert!(!html.contains("data-name=\"talk.rgt\""));
        assert!(html.contains("data-name=\"talk.rgf\""));
    }
}

#[test]
fn media_are_on_the_page_beside_it_or_nowhere() {
    let kifu = talk();
    let ran = kifu.run(&["export", "html", "talk.rgt", "--media", "none"]);
    assert!(!ran.text().contains("class=\"media\""));
    // A page on standard output has nothing beside it.
    assert_eq!(
        kifu.run(&["export", "html", "talk.rgt", "--media", "beside"])
            .code,
        2
    );
    fs::create_dir(kifu.path("out")).unwrap();
    let args = [
        "export",
        "html",
        "talk.rgt",
        "--media",
        "beside",
        "-o",
        "out/talk.html",
    ];
    let ran = kifu.run(&args);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let sound = fs::read(kifu.path("talk.wav")).unwrap();
    assert_eq!(fs::read(kifu.path("out/talk.wav")).unwrap(), sound);
    let html = fs::read_to_string(kifu.path("out/talk.html")).unwrap();
    assert!(html.contains("media-src &#39;self&#39; file: blob:"));
    assert!(!html.contains("class=\"media\""));
    // A different file with this name is not overwritten unasked, and then no page is written.
    fs::remove_file(kifu.path("out/talk.html")).unwrap();
    fs::write(kifu.path("out/talk.wav"), "mine").unwrap();
    assert_eq!(kifu.run(&args).code, 4);
    assert!(!kifu.path("out/talk.html").exists());
    assert_eq!(
        fs::read_to_string(kifu.path("out/talk.wav")).unwrap(),
        "mine"
    );
    assert_eq!(kifu.run(&[&args[..], &["-f"]].concat()).code, 0);
}

#[test]
fn pages_of_a_directory_share_their_media() {
    let kifu = talk();
    fs::create_dir(kifu.path("talks")).unwrap();
    for name in ["talks/one.rgt", "talks/two.rgt"] {
        fs::copy(kifu.path("talk.rgt"), kifu.path(name)).unwrap();
    }
    let args = "export html talks --media beside -o site/";
    let args: Vec<&str> = args.split(' ').collect();
    let ran = kifu.run(&args);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for name in ["one.html", "two.html", "talk.wav", "index.html"] {
        assert!(kifu.path("site").join(name).exists(), "{name}");
    }
}

#[test]
fn missing_media_are_reported() {
    let kifu = talk();
    fs::remove_file(kifu.path("files/talk.wav")).unwrap();
    let ran = kifu.run(&["export", "html", "files/talk.sgf", "-o", "talk.html"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("talk.wav is missing"), "{}", ran.stderr);
    // A bundle on standard input cannot be read a second time.
    let bundle = fs::read(kifu.path("talk.rgt")).unwrap();
    let ran = kifu.feed(&["export", "html", "-"], &bundle);
    assert_eq!(ran.code, 4);
    assert!(
        ran.stderr.contains("cannot be read twice"),
        "{}",
        ran.stderr
    );
    let ran = kifu.feed(&["export", "html", "--media", "none", "-"], &bundle);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn a_directory_gets_a_page_of_each_input_and_an_index() {
    let kifu = Kifu::with([
        ("games/a/one.sgf", "(;SZ[9]PB[Kim]PW[Sato];B[ee])"),
        (
            "games/two games.sgf",
            "(;SZ[9]PB[Lee];B[ee])(;SZ[9]PB[Wu];B[cc])",
        ),
        ("games/index.sgf", "(;SZ[9]PB[Cho];B[gg])"),
        ("games/none.sgf", "(;GM[2])"),
    ]);
    let ran = kifu.run(&["export", "html", "games", "-o", "site/"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("index.html: 4 games in 3 pages"),
        "{}",
        ran.stderr
    );
    let files: Vec<String> = kifu
        .files("site")
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(
        files,
        [
            "site/a/one.html",
            "site/index.html",
            "site/index.sgf.html",
            "site/two games.html"
        ]
    );
    let index = fs::read_to_string(kifu.path("site/index.html")).unwrap();
    for link in [
        "<a href=\"a/one.html\">Kim",
        "<a href=\"two%20games.html#1.1\">Lee",
        "<a href=\"two%20games.html#2.1\">",
        "<a href=\"index.sgf.html\">Cho",
        "<title>games</title>",
    ] {
        assert!(index.contains(link), "{link}");
    }
    // Nothing is overwritten unasked, and the output is not read as an input.
    assert_eq!(
        kifu.run(&["export", "html", "games/a", "-o", "site"]).code,
        4
    );
    let ran = kifu.run(&[
        "export",
        "html",
        ".",
        "-o",
        "site",
        "-f",
        "--title",
        "All <games>",
    ]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let index = fs::read_to_string(kifu.path("site/index.html")).unwrap();
    assert!(index.contains("<title>All &lt;games&gt;</title>"));
    let page = fs::read_to_string(kifu.path("site/games/a/one.html")).unwrap();
    assert!(page.contains("<title>Kim"));
}

#[test]
fn inputs_with_the_same_page_are_refused() {
    let kifu = Kifu::with([
        ("a.sgf", "(;B[aa])"),
        (
            "a.gib",
            "\\HS\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 3 3\n\\GE\n",
        ),
    ]);
    let ran = kifu.run(&["export", "html", ".", "-o", "out/"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(!kifu.path("out").exists());
}

/// The options are checked in every build, also without the feature `tables`.
#[test]
fn metadata_of_tables_is_a_key_and_a_value() {
    let kifu = Kifu::with(commands::files());
    for wrong in ["license", "=CC0"] {
        let args = ["export", "tables", "games", "-o", "t.parquet", "--metadata"];
        let ran = kifu.run(&[&args[..], &[wrong]].concat());
        assert_eq!(ran.code, 2, "{wrong}");
        assert!(ran.stderr.contains("expected KEY=VALUE"), "{}", ran.stderr);
    }
}
