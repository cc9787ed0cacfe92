use std::fs;

use crate::kifu::Kifu;

const GAME: &str = "(;GM[1]SZ[9];B[cc]LB[dd:x];W[gg](;B[cg];W[gc]TR[cc])(;B[ee]))";

#[test]
fn a_drawing_goes_to_standard_output() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let ran = kifu.run(&["render", "a.sgf"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.text().starts_with("<svg ") && ran.text().ends_with("</svg>\n"));
    assert!(ran.text().contains("Black stones: C7 C3."));
    let fed = kifu.feed(&["render", "-"], GAME.as_bytes());
    assert_eq!(fed.stdout, ran.stdout);
    let start = kifu.run(&["render", "--move", "0", "a.sgf"]);
    assert!(!start.text().contains("stones:"));
    let other = kifu.run(&["render", "--path", "1", "a.sgf"]);
    assert!(other.text().contains("Last move: E5."), "{}", other.text());
    let both = kifu.run(&["render", "--path", "1", "--move", "1", "a.sgf"]);
    assert!(both.text().contains("Labels: x at D6."));
}

#[test]
fn text_and_sensei_diagrams_are_drawn() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let drawn = |args: &[&str]| {
        let ran = kifu.run(&[&["render", "a.sgf", "--view", "A7:D9"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.text().to_owned()
    };
    assert_eq!(
        drawn(&["-t", "text"]),
        "   A B C D\n 9 · · · ·  9\n 8 · · · ·  8\n 7 · · ▲ ·  7\n   A B C D\n"
    );
    assert_eq!(
        drawn(&["-t", "sensei", "--moves", "1-2", "--coordinates", "none"]),
        "$$B9\n$$  --------\n$$ | . . . .\n$$ | . . . .\n$$ | . . 1 .\n"
    );
    let lost = kifu.run(&["render", "a.sgf", "-t", "sensei", "--move", "1"]);
    assert_eq!(lost.stderr, "");
    let lost = kifu.run(&["render", "a.sgf", "-t", "sensei", "--moves", "1-4"]);
    let message =
        "kifu: a.sgf: a `$$` diagram cannot show the triangle on the numbered stone at C7\n";
    assert_eq!(lost.stderr, message);
    assert!(drawn(&["-t", "text", "--coordinates", "sgf"]).starts_with("   a b c d\n a ·"));
    let two = kifu.run(&["render", "-t", "text", "a.sgf", "a.sgf"]);
    assert_eq!(two.text().matches("A B C D E F G H J\n").count(), 4);
}

#[test]
fn output_files_are_named_and_numbered() {
    let kifu = Kifu::with([("a.sgf", GAME), ("b/c.sgf", "(;SZ[5]AB[aa])")]);
    let run = |args: &[&str]| {
        let ran = kifu.run(&[&["render"], args].concat());
        (ran.code, ran.stderr)
    };
    let read = |name: &str| fs::read(kifu.path(name)).unwrap();
    assert_eq!(run(&["a.sgf", "-o", "out.svg"]).0, 0);
    assert!(read("out.svg").starts_with(b"<svg"));
    let (code, stderr) = run(&["a.sgf", "-o", "out.svg"]);
    assert_eq!(code, 4);
    assert!(stderr.contains("out.svg already exists"), "{stderr}");
    assert_eq!(
        run(&["a.sgf", "-o", "out.svg", "-t", "text", "--force"]).0,
        0
    );
    assert!(read("out.svg").starts_with(b"   A"));
    assert_eq!(run(&["a.sgf", "-o", "fig.txt", "--per-figure", "1"]).0, 0);
    for n in 1..=4 {
        let text = String::from_utf8(read(&format!("fig-{n}.txt"))).unwrap();
        assert!(text.starts_with(&format!("Figure {n} ({n})\n")), "{text}");
    }
    assert!(!kifu.path("fig-5.txt").exists() && !kifu.path("fig.txt").exists());
    assert_eq!(run(&["a.sgf", "b", "-o", "all", "--width", "300"]).0, 0);
    assert!(
        String::from_utf8(read("all/a.svg"))
            .unwrap()
            .contains("width=\"300\"")
    );
    assert!(read("all/b/c.svg").starts_with(b"<svg"));
    let (code, stderr) = run(&["a.sgf", "b"]);
    assert_eq!((code, stderr.contains("use `-o DIR`")), (2, true));
    let (code, stderr) = run(&["a.sgf", "--per-figure", "3"]);
    assert_eq!(
        (code, stderr.contains("there are 2 figures; use `-o PATH`")),
        (2, true)
    );
}

#[test]
fn an_unknown_extension_is_refused() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let ran = kifu.run(&["render", "a.sgf", "-o", "a.pdf"]);
    assert_eq!(ran.code, 2);
    assert_eq!(
        ran.stderr,
        "kifu: a.pdf: the extension `.pdf` belongs to no format; use `.svg`, `.png`, `.gif`, \
         `.apng` or `.txt`, or choose a format with `--to`\n"
    );
    assert!(!kifu.path("a.pdf").exists());
    // With -t, any extension is accepted. A new directory can have any name, and upper case does
    // not matter.
    assert_eq!(
        kifu.run(&["render", "a.sgf", "-o", "a.b", "-t", "svg"])
            .code,
        0
    );
    assert_eq!(kifu.run(&["render", "a.sgf", "-o", "pictures.d/"]).code, 0);
    assert!(kifu.path("pictures.d/a.svg").exists());
    assert_eq!(kifu.run(&["render", "a.sgf", "-o", "a.TXT"]).code, 0);
    let text = fs::read_to_string(kifu.path("a.TXT")).unwrap();
    assert!(text.starts_with("   A B C"));
}

#[test]
fn folders_of_inputs_are_kept() {
    let kifu = Kifu::with([
        ("course/1/a.sgf", GAME),
        ("course/2/a.sgf", "(;SZ[5]AB[aa])"),
    ]);
    for inputs in [&["course"][..], &["course/1/a.sgf", "course/2/a.sgf"]] {
        let ran = kifu.run(&[&["render", "-o", "out", "--force"], inputs].concat());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        let [one, other] = ["out/1/a.svg", "out/2/a.svg"].map(|name| fs::read(kifu.path(name)));
        assert_ne!(one.unwrap(), other.unwrap());
        fs::remove_dir_all(kifu.path("out")).unwrap();
    }
}

/// `a-1.svg` is the first figure of `a.sgf`, and the only one of `a-1.sgf`.
#[test]
fn numbered_pictures_do_not_replace_those_of_other_files() {
    let kifu = Kifu::with([("g/a.sgf", GAME), ("g/a-1.sgf", "(;SZ[5];B[cc])")]);
    let ran = kifu.run(&["render", "g", "-o", "out", "--per-figure=2", "--force"]);
    let why = "kifu: g/a.sgf: out/a-1.svg is the picture of another file\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (3, why));
    let kept = fs::read_to_string(kifu.path("out/a-1.svg")).unwrap();
    assert!(kept.contains("A board of 5 columns"), "{kept}");
}

#[test]
fn short_games_of_a_folder_are_skipped() {
    let kifu = Kifu::with([("g/a.sgf", GAME), ("g/b.sgf", "(;SZ[9];B[aa])")]);
    for option in ["--move=2", "--moves=2-3"] {
        let ran = kifu.run(&["render", "g", "-o", "out", option]);
        let note =
            "kifu: g/b.sgf: skipped: game 1 has no move 2 on its main line; it ends with move 1\n";
        assert_eq!((ran.code, ran.stderr.as_str()), (0, note), "{option}");
        assert!(kifu.path("out/a.svg").exists() && !kifu.path("out/b.svg").exists());
        fs::remove_dir_all(kifu.path("out")).unwrap();
    }
    let ran = kifu.run(&["render", "g", "-o", "out", "--move", "9"]);
    let (_, end) = ran.stderr.trim_end().rsplit_once('\n').unwrap();
    let why = "kifu: nothing was drawn, because no game is long enough";
    assert_eq!((ran.code, end), (2, why));
}

#[test]
fn colours_are_literal_unless_a_page_sets_them() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let literal = kifu.run(&["render", "a.sgf"]);
    assert!(!literal.text().contains("var("));
    let variables = kifu.run(&["render", "a.sgf", "--css-variables"]);
    assert!(variables.text().contains("var(--kifu-board,#e4ba6e)"));
}

#[test]
fn figures_follow_the_record() {
    let record = "(;SZ[9];FG[257:The start];B[aa];W[ba];FG[259:]PM[0];B[ca])";
    let kifu = Kifu::with([("a.sgf", record)]);
    let text = kifu
        .run(&["render", "-t", "text", "a.sgf"])
        .text()
        .to_owned();
    assert!(text.starts_with("The start\n 1 2 · ·"), "{text}");
    assert!(text.contains("\n\n ● ○ ● ·"), "{text}");
    let end = kifu.run(&["render", "-t", "text", "--move", "3", "a.sgf"]);
    assert!(end.text().starts_with("   A B C"), "{}", end.text());
}

#[test]
fn missing_moves_and_games_are_reported() {
    let kifu = Kifu::with([("a.sgf", GAME), ("hex.sgf", "(;GM[11];B[a1])")]);
    let run = |args: &[&str]| {
        let ran = kifu.run(&[&["render"], args].concat());
        (ran.code, ran.stderr)
    };
    for args in [
        &["a.sgf", "--move", "5"][..],
        &["a.sgf", "--moves", "5-"],
        &["a.sgf", "--moves", "3-2"],
        &["a.sgf", "--moves", "0-2"],
        &["a.sgf", "--move", "1", "--moves", "1-2"],
        &["a.sgf", "--per-figure", "0"],
        &["a.sgf", "--view", "A1:K10"],
        &["a.sgf", "--view", "A1"],
        &["a.sgf", "--width", "0"],
        &["a.sgf", "--force"],
    ] {
        assert_eq!(run(args).0, 2, "{args:?}");
    }
    let (_, stderr) = run(&["a.sgf", "--moves", "5-"]);
    assert_eq!(
        stderr,
        "kifu: a.sgf: game 1 has no move 5 on its main line; it ends with move 4\n"
    );
    assert_eq!(run(&["a.sgf", "--path", "2"]).0, 4);
    assert_eq!(run(&["a.sgf", "--game", "2"]).0, 4);
    assert_eq!(run(&["hex.sgf"]).0, 4);
}

#[test]
fn two_places_are_an_error_of_the_command_line() {
    let kifu = Kifu::with([("a.sgf", GAME), ("b.sgf", GAME)]);
    let args = [
        "render", "a.sgf", "b.sgf", "-t", "text", "--path", "m1", "--move", "m2",
    ];
    let ran = kifu.run(&args);
    let why = "kifu: `--path` and `--move` both name an address; use one of them, or a number in `--move`\n";
    assert_eq!((ran.code, ran.text()), (2, ""));
    assert!(ran.stderr.starts_with(why), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("both name an address").count(), 1);
}

#[cfg(feature = "png")]
#[test]
fn png_has_the_requested_size() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let ran = kifu.run(&["render", "a.sgf", "-o", "a.png", "--width", "200"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let png = fs::read(kifu.path("a.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n"));
    assert_eq!(png[16..20], [0, 0, 0, 200]);
    let out = kifu.run(&["render", "a.sgf", "-t", "png"]);
    assert!(out.stdout.starts_with(b"\x89PNG\r\n"));
}

#[cfg(not(feature = "png"))]
#[test]
fn png_is_refused_without_the_feature() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    assert_eq!(kifu.run(&["render", "a.sgf", "-o", "a.png"]).code, 2);
}

const NAMED: &str =
    "(;GM[1]SZ[9]PB[Sato]BR[5d]PW[Lee]RE[B+R]EV[Cup];B[ee];W[ed];B[dd];W[fd];B[ec];W[gg];B[ed])";

#[test]
fn captions_name_the_game() {
    let kifu = Kifu::with([("a.sgf", NAMED)]);
    let drawn = |args: &[&str]| {
        kifu.run(&[&["render", "a.sgf"], args].concat())
            .text()
            .to_owned()
    };
    let with_caption = drawn(&["--caption"]);
    for text in [
        ">Cup</text>",
        ">Sato 5d</text>",
        ">Lee</text>",
        ">B+R</text>",
    ] {
        assert!(with_caption.contains(text), "{text}");
    }
    assert!(!drawn(&[]).contains("Sato"));
    assert!(drawn(&["--title", "The <end>"]).contains(">The &lt;end&gt;</text>"));
    let text = drawn(&["--caption", "-t", "text", "--moves", "1-"]);
    assert!(
        text.starts_with("Cup\nBlack: Sato 5d, White: Lee, B+R\n"),
        "{text}"
    );
    assert!(text.contains("7 at 2"), "{text}");
    let lost = kifu.run(&["render", "a.sgf", "--caption", "-t", "sensei"]);
    assert!(
        lost.stderr
            .contains("cannot show the players and the result"),
        "{}",
        lost.stderr
    );
}

#[test]
fn sheets_have_several_figures() {
    let kifu = Kifu::with([("a.sgf", NAMED)]);
    let args = [
        "render",
        "a.sgf",
        "--per-figure",
        "2",
        "--caption",
        "--sheet",
    ];
    let one = kifu.run(&[&args[..], &["2x2"]].concat());
    assert_eq!((one.code, one.stderr.as_str()), (0, ""));
    assert_eq!(one.text().matches("class=\"board\"").count(), 4);
    assert_eq!(one.text().matches(">Sato 5d</text>").count(), 1);
    let two = kifu.run(&[&args[..], &["3x1"]].concat());
    assert_eq!(two.code, 2);
    assert!(
        two.stderr.contains("there are 2 sheets; use `-o PATH`"),
        "{}",
        two.stderr
    );
    let two = kifu.run(&[&args[..], &["3x1", "-o", "out.svg"]].concat());
    assert_eq!((two.code, two.stderr.as_str()), (0, ""));
    let second = fs::read_to_string(kifu.path("out-2.svg")).unwrap();
    assert_eq!(second.matches("class=\"board\"").count(), 1);
    for wrong in ["0x2", "2", "2x21", "x"] {
        let ran = kifu.run(&["render", "a.sgf", "--sheet", wrong]);
        assert_eq!(ran.code, 2, "{wrong}");
        assert!(
            ran.stderr
                .contains("expected two numbers from 1 to 20, such as `2x3`")
        );
    }
    let text = kifu.run(&["render", "a.sgf", "--sheet", "2x2", "-t", "text"]);
    assert!(
        text.stderr.contains("--sheet draws SVG or PNG"),
        "{}",
        text.stderr
    );
}

#[test]
fn thumbnails_have_no_text() {
    let kifu = Kifu::with([("a.sgf", NAMED)]);
    let ran = kifu.run(&["render", "a.sgf", "--moves", "1-", "--thumbnail"]);
    assert!(ran.text().contains("width=\"91\""), "{}", ran.text());
    assert!(!ran.text().contains("<text") && !ran.text().contains("number-on-black\""));
}

#[test]
fn themes_come_from_files() {
    let files = [
        ("a.sgf", NAMED),
        ("mine.toml", "base = \"night\"\nboard = \"#123456\"\n"),
        ("wrong.toml", "board = \"#123456\"\nbord = \"#123456\"\n"),
        ("color.toml", "\nboard = \"blue\"\n"),
    ];
    let kifu = Kifu::with(files);
    let run = |theme: &str| kifu.run(&["render", "a.sgf", "--theme", theme]);
    assert!(
        run("mine.toml")
            .text()
            .contains(".kifu .board{fill:#123456}")
    );
    let wrong = run("wrong.toml");
    let start = "kifu: wrong.toml: line 2: `bord`: unknown field `bord`, expected one of `paper`, ";
    assert!(
        wrong.code == 2 && wrong.stderr.starts_with(start),
        "{}",
        wrong.stderr
    );
    let wrong = run("color.toml").stderr;
    assert_eq!(
        wrong,
        "kifu: color.toml: line 2: `board`: expected a colour such as `#dcb35c`\n"
    );
    assert!(
        run("blue")
            .stderr
            .contains("`night` or a file that ends in `.toml`")
    );
    assert!(
        run("no.toml")
            .stderr
            .contains("cannot read the theme no.toml")
    );
}

#[cfg(feature = "png")]
#[test]
fn terminals_show_pictures_if_they_are_forced() {
    let kifu = Kifu::with([("a.sgf", NAMED)]);
    for (protocol, start, end) in [
        ("kitty", "\x1b_Ga=T,f=100,", "\x1b\\\n"),
        ("iterm2", "\x1b]1337;File=inline=1;", "\x07\n"),
        ("sixel", "\x1bPq\"1;1;91;91", "\x1b\\\n"),
    ] {
        let args = ["render", "a.sgf", "--thumbnail", "--graphics", protocol];
        let ran = kifu.run(&args);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{protocol}");
        assert!(
            ran.text().starts_with(start) && ran.text().ends_with(end),
            "{protocol}"
        );
        let png = kifu.run(&[&args[..], &["--to", "png"]].concat());
        assert_eq!((png.code, &png.stdout), (0, &ran.stdout), "{protocol}");
        let svg = kifu.run(&[&args[..], &["--to", "svg"]].concat());
        assert_eq!(svg.code, 2, "{protocol}");
        assert!(svg.stderr.contains("terminals show PNG"), "{}", svg.stderr);
        let shown = kifu.run(&["show", "a.sgf", "--graphics", protocol]);
        assert!(shown.text().contains(&start[..6]), "{protocol}");
    }
    let both = kifu.run(&["render", "a.sgf", "--graphics", "kitty", "-o", "a.png"]);
    assert!(
        both.code == 2 && both.stderr.contains("use one of them"),
        "{}",
        both.stderr
    );
    // Standard output is not a terminal.
    let ran = kifu.run(&["render", "a.sgf", "--graphics", "auto"]);
    assert!(ran.text().starts_with("<svg "));
    let plain = kifu.run(&["show", "a.sgf", "--graphics", "auto"]);
    assert_eq!(plain.text(), kifu.run(&["show", "a.sgf"]).text());
}

#[test]
fn options_of_other_formats_are_refused() {
    let kifu = Kifu::with([("a.sgf", GAME), ("thick.toml", "line-width = 1001")]);
    for (args, why) in [
        (
            &["-t", "text", "--thumbnail"][..],
            "`--thumbnail` applies only to pictures",
        ),
        (
            &["-t", "sensei", "--theme", "night"],
            "`--theme` applies only to pictures",
        ),
        (
            &["-t", "text", "--width", "200"],
            "`--width` applies only to pictures",
        ),
        (
            &["-t", "sensei", "--css-variables"],
            "`--css-variables` applies only to pictures",
        ),
        (
            &["--thumbnail", "--coordinates", "sgf"],
            "cannot be used with",
        ),
        (
            &["--theme", "thick.toml"],
            "thick.toml: line 1: `line-width`: expected at most 1000",
        ),
        #[cfg(feature = "png")]
        (
            &["-t", "png", "--css-variables"],
            "`--css-variables` applies only to SVG",
        ),
    ] {
        let ran = kifu.run(&[&["render", "a.sgf"], args].concat());
        assert!(
            ran.code == 2 && ran.stderr.contains(why),
            "{args:?}: {}",
            ran.stderr
        );
    }
}

#[test]
fn texts_that_are_cut_are_reported() {
    let title = "word ".repeat(10_000);
    let game = format!("(;SZ[9]FG[257:{title}];B[ee]FG[257:{title}])");
    let kifu = Kifu::with([("a.sgf", game.as_str())]);
    let cut = "kifu: a.sgf: the picture shows only the start of the title\n";
    let sheet = kifu.run(&["render", "a.sgf", "--sheet", "1x2"]);
    assert_eq!((sheet.code, sheet.stderr.as_str()), (0, cut));
    let several = kifu.run(&["render", "a.sgf", "-o", "out.svg"]);
    assert_eq!((several.code, several.stderr.as_str()), (0, cut));
    let text = kifu.run(&["render", "a.sgf", "-t", "text"]);
    assert_eq!((text.code, text.stderr.as_str()), (0, ""));
}

#[cfg(feature = "png")]
#[test]
fn only_drawn_characters_are_reported() {
    let kifu = Kifu::with([("a.sgf", "(;SZ[9]CA[UTF-8];B[ee]LB[cc:\u{10fffd}])")]);
    let stderr = |args: &[&str]| kifu.run(args).stderr;
    let missing = "no installed font has these characters: \u{10fffd}";
    assert!(stderr(&["render", "a.sgf", "-o", "a.png"]).contains(missing));
    assert_eq!(
        stderr(&["render", "a.sgf", "-o", "b.png", "--thumbnail"]),
        ""
    );
    assert!(stderr(&["show", "a.sgf", "--graphics", "kitty"]).contains(missing));
}
