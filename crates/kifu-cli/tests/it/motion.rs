//! `kifu render` to GIF and APNG.

use std::fs;

use crate::kifu::Kifu;

const GAME: &str =
    "(;GM[1]SZ[9];B[cc]LB[dd:x]C[The first move.];W[gg](;B[cg];W[gc]TR[cc])(;B[ee]))";

const TALK: &str = "(;TS[1]B[aa]TS[1]C[hello]TS[2];TS[600]W[bb]TS[600])";

/// The width, the height, and the delays of the frames of a GIF in hundredths of a second.
fn gif(bytes: &[u8]) -> ((u16, u16), Vec<u16>) {
    assert!(bytes.starts_with(b"GIF89a"));
    let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    // Graphic control extensions: their length is 4, and a zero byte follows.
    let starts = (0..bytes.len() - 8)
        .filter(|at| bytes[*at..].starts_with(&[0x21, 0xf9, 4]) && bytes[at + 7] == 0);
    (
        (short(6), short(8)),
        starts.map(|at| short(at + 4)).collect(),
    )
}

fn run(kifu: &Kifu, args: &[&str]) -> (i32, String) {
    let ran = kifu.run(&[&["render"], args].concat());
    (ran.code, ran.stderr)
}

fn fine() -> (i32, String) {
    (0, String::new())
}

#[test]
fn games_become_moving_pictures() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let read = |name: &str| fs::read(kifu.path(name)).unwrap();
    assert_eq!(
        run(&kifu, &["a.sgf", "-o", "a.gif", "--width", "200"]),
        fine()
    );
    let (size, delays) = gif(&read("a.gif"));
    assert_eq!((size.0, delays), (200, vec![60, 60, 60, 60, 300]));
    let args = [
        "a.sgf",
        "-o",
        "b.gif",
        "--moves",
        "1-2",
        "--delay",
        "0.25",
        "--pause",
        "1",
        "--comments",
    ];
    assert_eq!(run(&kifu, &args), fine());
    assert_eq!(gif(&read("b.gif")).1, [25, 100, 100]);
    assert_eq!(
        run(&kifu, &["a.sgf", "-o", "c.gif", "--path", "m3:1"]),
        fine()
    );
    assert_eq!(gif(&read("c.gif")).1.len(), 4);
    assert_eq!(
        run(&kifu, &["a.sgf", "-o", "a.apng", "--plays", "3"]),
        fine()
    );
    let apng = read("a.apng");
    assert!(
        apng.starts_with(b"\x89PNG")
            && apng
                .windows(12)
                .any(|part| part == b"acTL\0\0\0\x05\0\0\0\x03")
    );
    // A GIF cannot express a long pause; an animated PNG can.
    let (code, stderr) = run(&kifu, &["a.sgf", "-o", "d.gif", "--pause", "700"]);
    assert_eq!(code, 0);
    assert!(
        stderr.contains("1 pause is shortened to 655 seconds"),
        "{stderr}"
    );
    assert_eq!(gif(&read("d.gif")).1.last(), Some(&65_535));
    let args = ["a.sgf", "-o", "d.apng", "--pause", "700"];
    assert_eq!(run(&kifu, &args), fine());
    // Existing files stay, and several inputs become several pictures.
    let (code, stderr) = run(&kifu, &["a.sgf", "-o", "a.gif"]);
    assert!(
        code == 4 && stderr.contains("a.gif already exists"),
        "{stderr}"
    );
    fs::copy(kifu.path("a.sgf"), kifu.path("b.sgf")).unwrap();
    assert_eq!(
        run(&kifu, &["a.sgf", "b.sgf", "-t", "gif", "-o", "all"]),
        fine()
    );
    assert_eq!(read("all/a.gif"), read("all/b.gif"));
}

#[test]
fn recordings_become_moving_pictures() {
    let kifu = Kifu::with([
        ("talk.rgf", TALK),
        ("talk.sgf", "(;GM[1]SZ[9];GS[talk.rgf:601])"),
    ]);
    let read = |name: &str| gif(&fs::read(kifu.path(name)).unwrap()).1;
    assert_eq!(
        run(
            &kifu,
            &[
                "talk.rgf",
                "-o",
                "a.gif",
                "--idle-limit",
                "2",
                "--speed",
                "2"
            ]
        ),
        fine()
    );
    assert_eq!(read("a.gif"), [50, 150, 300]);
    assert_eq!(
        run(
            &kifu,
            &[
                "talk.rgf",
                "-o",
                "b.gif",
                "--idle-limit",
                "2",
                "--comments",
                "--pause",
                "0.5"
            ]
        ),
        fine()
    );
    assert_eq!(read("b.gif"), [100, 100, 200, 50]);
    // The SGF file is a game unless its recording is selected.
    assert_eq!(run(&kifu, &["talk.sgf", "-o", "c.gif"]), fine());
    assert_eq!(read("c.gif").len(), 1);
    assert_eq!(
        run(&kifu, &["talk.sgf", "-o", "d.gif", "--recording", "1"]),
        fine()
    );
    assert_eq!(read("d.gif").len(), 3);
    let (code, stderr) = run(&kifu, &["talk.sgf", "-o", "e.gif", "--recording", "2"]);
    assert!(
        code == 4 && stderr.contains("the file has no recording 2"),
        "{code} {stderr}"
    );
}

#[test]
fn options_that_do_not_apply_are_refused() {
    let kifu = Kifu::with([("a.sgf", GAME), ("talk.rgf", TALK)]);
    for (args, why) in [
        (
            &["a.sgf", "--delay", "1"][..],
            "`--delay` applies only to GIF and APNG",
        ),
        (
            &["a.sgf", "-o", "a.gif", "--move", "2"],
            "`--move` does not apply to GIF and APNG",
        ),
        (
            &["a.sgf", "-o", "a.gif", "--per-figure", "2"],
            "`--per-figure` does not apply",
        ),
        (
            &["a.sgf", "-o", "a.gif", "--speed", "2"],
            "apply only to recordings",
        ),
        (&["a.sgf", "-o", "a.gif", "--moves", "9"], "no move 9"),
        (
            &["a.sgf", "-o", "a.gif", "--delay", "0"],
            "expected a time greater than 0",
        ),
        (
            &["talk.rgf", "-o", "a.gif", "--delay", "1"],
            "`--delay` does not apply to recordings",
        ),
        (
            &["talk.rgf", "-o", "a.gif", "--moves", "1"],
            "`--moves` does not apply to recordings",
        ),
        (
            &["talk.rgf", "-o", "a.gif", "--game", "7"],
            "`--game` does not apply to recordings",
        ),
    ] {
        let (code, stderr) = run(&kifu, args);
        assert!(
            code == 2 && stderr.contains(why),
            "{args:?}: {code} {stderr}"
        );
        assert!(!kifu.path("a.gif").exists());
    }
    let ran = kifu.feed(&["render", "-t", "gif"], GAME.as_bytes());
    assert!(ran.code == 0 && ran.stdout.starts_with(b"GIF89a"));
}
