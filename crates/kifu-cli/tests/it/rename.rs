//! `kifu rename`.

use std::fs;

use crate::kifu::Kifu;

const A: &str = "(;PB[Sato]PW[Lee]DT[1998-03-02];B[pd])";
const B: &str = "(;PB[Kim]PW[Lee/Cho]DT[2001];B[dd])";

fn names(kifu: &Kifu) -> Vec<String> {
    kifu.files("").into_iter().map(|(name, _)| name).collect()
}

#[test]
fn files_are_called_by_what_their_games_say() {
    let kifu = Kifu::with([("in/x.SGF", A), ("in/deep/y.sgf", B)]);
    let args = ["rename", "{DT:%Y}/{PB|slug}-{PW}.{ext}", "in"];
    let ran = kifu.run(&[&args[..], &["-n"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        ran.text().replace('\\', "/"),
        "in/deep/y.sgf -> in/2001/kim-Lee_Cho.sgf\nin/x.SGF -> in/1998/sato-Lee.SGF\n"
    );
    assert_eq!(names(&kifu), ["in/deep/y.sgf", "in/x.SGF"]);
    let ran = kifu.run(&args);
    assert_eq!((ran.code, ran.text()), (0, ""), "{}", ran.stderr);
    assert!(
        ran.stderr.ends_with("2 of 2 files renamed\n"),
        "{}",
        ran.stderr
    );
    let expected = [("in/1998/sato-Lee.SGF", A), ("in/2001/kim-Lee_Cho.sgf", B)];
    assert_eq!(
        kifu.files(""),
        expected.map(|(name, text)| (name.to_owned(), text.to_owned()))
    );
    // Once more there is nothing to do.
    let ran = kifu.run(&args);
    assert!(
        ran.stderr.ends_with("0 of 2 files renamed\n"),
        "{}",
        ran.stderr
    );
    let ran = kifu.run(&["rename", "{PB}.sgf", "in", "-o", "out/deep", "--jsonl"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.lines()[0]["fate"], "moved");
    assert_eq!(names(&kifu), ["out/deep/Kim.sgf", "out/deep/Sato.sgf"]);
}

#[test]
fn a_plan_that_does_not_hold_moves_nothing() {
    let kifu = Kifu::with([
        ("in/x.sgf", A),
        ("in/y.sgf", A),
        ("in/z.sgf", B),
        ("in/Kim.sgf", "mine"),
    ]);
    let before = kifu.files("");
    let ran = kifu.run(&["rename", "{PB}.sgf", "in/x.sgf", "in/y.sgf", "in/z.sgf"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("in/y.sgf") && ran.stderr.contains("in/z.sgf"),
        "{}",
        ran.stderr
    );
    assert_eq!(kifu.files(""), before);

    let args = ["in/x.sgf", "in/y.sgf", "in/z.sgf", "--collision"];
    let ran = kifu.run(&[&["rename", "{PB}.sgf"], &args[..], &["number", "-n"]].concat());
    assert_eq!(
        ran.text().replace('\\', "/"),
        "in/x.sgf -> in/Sato.sgf\nin/y.sgf -> in/Sato-2.sgf\nin/z.sgf -> in/Kim-2.sgf\n"
    );
    let ran = kifu.run(&[&["rename", "{PB}.sgf"], &args[..], &["skip"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        names(&kifu),
        ["in/Kim.sgf", "in/Sato.sgf", "in/y.sgf", "in/z.sgf"]
    );
    assert_eq!(fs::read_to_string(kifu.path("in/Kim.sgf")).unwrap(), "mine");
}

#[test]
fn names_can_go_round_in_circles() {
    let called = |name: &str| format!("(;GN[{name}];B[aa])");
    let kifu = Kifu::with([
        ("1.sgf", called("2")),
        ("2.sgf", called("3")),
        ("3.sgf", called("1")),
        ("4.sgf", called("5")),
        ("5.sgf", called("6")),
        ("7.sgf", called("7")),
        ("8.sgf", called("9")),
        ("9.sgf", called("8")),
    ]);
    let ran = kifu.run(&["rename", "{GN}.sgf", "."]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let expected = ["1", "2", "3", "5", "6", "7", "8", "9"];
    let expected = expected.map(|name| (format!("{name}.sgf"), called(name)));
    assert_eq!(kifu.files(""), expected);
}

#[test]
fn nothing_leaves_the_folder() {
    let evil = "(;PB[../../x]PW[CON];B[aa])";
    let kifu = Kifu::with([("in/a.sgf", evil)]);
    let ran = kifu.run(&["rename", "{PB}/{PW}", "in"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(names(&kifu), ["in/_._.._x/_CON"]);
    assert_eq!(kifu.run(&["rename", "{n}.sgf", "in"]).code, 2);
    assert_eq!(kifu.run(&["rename", "{PB", "in"]).code, 2);
    #[cfg(unix)]
    {
        let kifu = Kifu::with([("in/a.sgf", A), ("out/b.sgf", B)]);
        std::os::unix::fs::symlink(kifu.path("out"), kifu.path("in/1998")).unwrap();
        let ran = kifu.run(&["rename", "{DT:%Y}/{PB}.sgf", "in"]);
        assert_eq!(ran.code, 4, "{}", ran.stderr);
        assert!(kifu.path("in/a.sgf").exists());
    }
}
