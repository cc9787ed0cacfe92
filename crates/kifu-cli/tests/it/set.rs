//! Tests of `kifu set`.

use std::fs;

use serde_json::json;

use crate::kifu::Kifu;

const GAME: &str = "(;FF[4]PB[Sato]\n PW [Lee]KM[6.5];B[pd]C[x](;W[dd])(;W[dp]))\n";

fn set(text: &str, args: &[&str]) -> (i32, String, String) {
    let kifu = Kifu::with([("a.sgf", text)]);
    let ran = kifu.run(&[&["set"], args, &["a.sgf"]].concat());
    (ran.code, ran.text().to_owned(), ran.stderr)
}

#[test]
fn only_the_values_change() {
    let (code, text, stderr) = set(GAME, &["PW=Lee Changho", "PB=Sato", "KM=", "EV=A [Cup]"]);
    assert_eq!(
        (code, text),
        (
            0,
            GAME.replace("Lee", "Lee Changho")
                .replace("KM[6.5]", "EV[A [Cup\\]]")
        )
    );
    let summary = "1 of 1 file changed: EV in 1 game, KM in 1 game, PW in 1 game\n";
    assert_eq!(stderr, summary);
    let same = set(GAME, &["PB=Sato", "RO="]);
    assert_eq!(
        same,
        (0, GAME.to_owned(), "0 of 1 file changed\n".to_owned())
    );
}

#[test]
fn fields_name_properties() {
    let (_, text, _) = set("(;FF[4])", &["event=Cup", "black.rank=5d"]);
    assert_eq!(text, "(;FF[4]EV[Cup]BR[5d])");
    for (assignment, message) in [
        (
            "moves=3",
            "`moves` cannot be set; it is computed from the game",
        ),
        ("evnt=Cup", "unknown field `evnt`: did you mean `event`?"),
        ("pb=Sato", "did you mean the property `PB`?"),
    ] {
        let (code, text, stderr) = set(GAME, &[assignment]);
        assert_eq!((code, &*text), (2, ""));
        assert!(stderr.contains(message), "{stderr}");
    }
}

#[test]
fn values_are_checked() {
    let (code, text, stderr) = set(GAME, &["--path", "m1", "MN=x"]);
    assert_eq!((code, &*text), (2, ""));
    assert!(stderr.contains("`MN[x]`: expected a number"), "{stderr}");
    let (code, text, stderr) = set(GAME, &["KM=7,5", "XX=1"]);
    assert!(text.contains("KM[7,5]") && text.contains("XX[1]"), "{text}");
    assert!(
        stderr.contains("not a plain number; write `7.5`"),
        "{stderr}"
    );
    assert!(stderr.contains("unknown property `XX`"), "{stderr}");
    assert_eq!(code, 0);
    // `set` checks only the value itself, not whether the result fits the komi.
    assert_eq!(
        set(GAME, &["RE=B+3"]).2,
        "1 of 1 file changed: RE in 1 game\n"
    );
}

#[test]
fn other_nodes_and_selected_games_can_change() {
    let (_, text, _) = set(GAME, &["--path", "m2:1", "TR=dd", "TR=pp"]);
    assert_eq!(text, GAME.replace("W[dp]", "W[dp]TR[dd][pp]"));
    let (code, text, stderr) = set(GAME, &["--path", "m9", "N=x"]);
    let why = "kifu: a.sgf: game 1 has no move 9 on its main line; it ends with move 2\n";
    assert_eq!((code, &*text), (4, ""));
    assert!(stderr.starts_with(why), "{stderr}");
    let two = "(;FF[4]PB[a])\n(;FF[4]PB[b])";
    let (_, text, _) = set(two, &["EV=x", "-e", "number == 2"]);
    assert_eq!(text, "(;FF[4]PB[a])\n(;FF[4]PB[b]EV[x])");
}

#[test]
fn text_is_written_in_the_charset_of_the_game() {
    let gbk = b"(;CA[GBK]PB[\xC4\xF4\xCE\xC0\xC6\xBD])";
    let kifu = Kifu::with([("a.sgf", &gbk[..])]);
    let ran = kifu.run(&["set", "PW=\u{8042}", "a.sgf"]);
    assert_eq!(
        ran.stdout,
        b"(;CA[GBK]PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xC4\xF4])"
    );
    let refused = kifu.run(&["set", "PW=\u{1F600}", "a.sgf"]);
    assert_eq!((refused.code, refused.text()), (4, ""));
    assert!(
        refused.stderr.contains("convert the file to UTF-8 first"),
        "{}",
        refused.stderr
    );
    let declared = "(;CA[UTF-8]PB[a]PW[\u{8042}])";
    let ran = set("(;CA[GBK]PB[a])", &["PW=\u{8042}", "CA=UTF-8"]);
    assert_eq!(ran.1, declared);
    let ran = kifu.run(&["set", "CA=UTF-8", "a.sgf"]);
    assert_eq!((ran.code, ran.text()), (4, ""));
}

#[test]
fn files_change_in_place_or_in_copies() {
    let kifu = Kifu::with([("g/a.sgf", GAME), ("g/b/c.sgf", "(;FF[4]EV[Cup])")]);
    let ran = kifu.run(&["set", "EV=Cup", "g", "-o", "out"]);
    assert_eq!(ran.stderr, "1 of 2 files changed: EV in 1 game\n");
    let copy = fs::read_to_string(kifu.path("out/a.sgf")).unwrap();
    assert_eq!(copy, GAME.replace("KM[6.5]", "KM[6.5]EV[Cup]"));
    assert!(kifu.path("out/b/c.sgf").exists());
    assert_eq!(
        kifu.run(&["set", "EV=x", "g/a.sgf", "-o", "out/a.sgf"])
            .code,
        4
    );
    let ran = kifu.run(&["set", "EV=Cup", "-i", "g"]);
    assert_eq!(ran.code, 0);
    assert_eq!(fs::read_to_string(kifu.path("g/a.sgf")).unwrap(), copy);
    assert_eq!(fs::read_to_string(kifu.path("g/a.sgf.orig")).unwrap(), GAME);
}

#[test]
fn changes_are_listed_and_reported() {
    let (_, text, stderr) = set(GAME, &["-n", "PW=Yi", "KM=", "RO=3"]);
    let lines = [
        "a.sgf: m0: PW[Lee] becomes PW[Yi]",
        "a.sgf: m0: KM[6.5] is removed",
        "a.sgf: m0: RO[3] is added\n",
    ];
    assert_eq!(text, lines.join("\n"));
    assert!(stderr.starts_with("1 of 1 file to change"), "{stderr}");
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let report = kifu
        .run(&["set", "-n", "--jsonl", "PW=Yi", "a.sgf"])
        .lines();
    let change =
        json!({"game": 1, "node": "m0", "property": "PW", "before": ["Lee"], "after": ["Yi"]});
    assert_eq!(report[0]["changes"], json!([change]));
}

#[test]
fn the_command_line_is_checked() {
    let stderr = |args: &[&str]| {
        let kifu = Kifu::with([("a.sgf", GAME), ("PB=x.sgf", GAME)]);
        let ran = kifu.run(args);
        assert_eq!((ran.code, ran.text()), (2, ""), "{args:?}");
        ran.stderr
    };
    assert!(stderr(&["set", "a.sgf"]).contains("nothing to set"));
    assert!(stderr(&["set", "PB=x.sgf", "a.sgf"]).contains("write ./PB=x.sgf for the file"));
    assert!(stderr(&["set", "PB=x", "PB=", "a.sgf"]).contains("both set and removed"));
}

#[test]
fn jgf_has_the_property_as_a_member() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    assert_eq!(
        kifu.run(&["convert", "-t", "jgf2", "a.sgf", "-o", "a.jgf"])
            .code,
        0
    );
    let ran = kifu.run(&["set", "EV=Cho Cup", "a.jgf"]);
    assert!(ran.text().contains("\"Cho Cup\""), "{}", ran.text());
}
