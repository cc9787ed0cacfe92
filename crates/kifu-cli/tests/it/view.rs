//! `kifu view` in a terminal: in tmux, as users see it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use kifu_testkit::tmux::Tmux;

const KIFU: &str = env!("CARGO_BIN_EXE_kifu");

/// Writes a file into a directory of its own.
fn written(name: &str, source: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("view-{name}"));
    fs::create_dir_all(&directory).unwrap();
    let path = directory.join(name);
    fs::write(&path, source).unwrap();
    path
}

/// Starts the viewer for a file, after a text on the main screen.
fn viewed(path: &Path, (columns, rows): (u16, u16), options: &str) -> Option<Tmux> {
    let tmux = Tmux::start(columns, rows, path.parent().unwrap())?;
    tmux.enter("echo the main screen");
    let name = path.file_name().unwrap().to_string_lossy();
    // The number of the process is in a file, for signals.
    tmux.enter(&format!(
        "sh -c 'echo $$ >pid; exec \"{KIFU}\" view {options} {name}'; echo code $?"
    ));
    tmux.wait_for("q quit");
    Some(tmux)
}

/// Sends a signal to the viewer of a file.
fn signal(path: &Path, name: &str) {
    let pid = fs::read_to_string(path.with_file_name("pid")).unwrap();
    let sent = Command::new("kill")
        .args([&format!("-{name}"), pid.trim()])
        .status();
    assert!(sent.unwrap().success());
}

/// A review of 500 nodes: 200 moves, and 100 variations of three nodes with comments.
fn review() -> String {
    let mut source =
        String::from("(;GM[1]FF[4]SZ[19]PB[Kim Ji-seok]BR[9p]PW[Sato]WR[5d]RE[B+R]KM[6.5]");
    let point = |at: usize| {
        let letter = |at: usize| char::from(b'a' + at as u8);
        format!("{}{}", letter(at * 7 % 19), letter(at % 19))
    };
    let color = |number: usize| if number.is_multiple_of(2) { 'B' } else { 'W' };
    for number in 0..200 {
        write!(source, "(;{}[{}]", color(number), point(number)).unwrap();
    }
    for number in (0..200).rev() {
        source.push(')');
        if number % 2 == 1 {
            let (first, second) = (color(number), color(number + 1));
            let at = |more: usize| point(number + 200 + more);
            write!(
                source,
                "(;{first}[{}]C[Variation {number}: a quiet move.];{second}[{}];{first}[{}])",
                at(0),
                at(1),
                at(2)
            )
            .unwrap();
        }
    }
    source + ")"
}

#[test]
fn a_review_of_500_nodes() {
    let source = review();
    assert_eq!(source.matches(";").count(), 501);
    let path = written("review.sgf", &source);
    let Some(tmux) = viewed(&path, (80, 24), "--terminal") else {
        return;
    };
    let screen = tmux.wait_for("Start");
    assert!(screen.contains("Kim Ji-seok 9p – Sato 5d  B+R"), "{screen}");
    tmux.press(&["Right", "PageDown"]);
    tmux.wait_for("Move 11:");
    tmux.press(&["End"]);
    tmux.wait_for("Move 200:");
    tmux.write("42");
    tmux.wait_for("go to move: 42");
    tmux.press(&["Enter", "Down"]);
    tmux.wait_for("Variation 41: a quiet move.");
    tmux.write("/ION 7:");
    tmux.press(&["Enter"]);
    tmux.wait_for("Variation 7: a quiet move.");
    tmux.press(&["n"]);
    tmux.wait_for("the search continued at the start");
    tmux.press(&["Home"]);
    // A click tries a move; Escape returns to the record.
    let screen = tmux.wait_for("Start");
    let row = screen
        .lines()
        .position(|line| line.starts_with(" 1 "))
        .unwrap() as u16;
    tmux.click(3, row);
    tmux.wait_for("Black A1 is tried");
    tmux.click(3, row);
    tmux.wait_for("White A1 is not legal: the point is occupied by a black stone");
    tmux.press(&["Escape"]);
    tmux.wait_for("the tried moves are kept here");
    // The screen follows the size of the terminal.
    tmux.resize(60, 20);
    tmux.wait_until("a narrow screen", |screen| {
        screen.lines().all(|line| line.chars().count() <= 60) && screen.contains("Start")
    });
    tmux.resize(120, 30);
    tmux.wait_until("a wide screen", |screen| {
        screen.lines().any(|line| line.chars().count() > 110) && screen.contains("Start")
    });
    tmux.press(&["?"]);
    tmux.wait_for("Trying moves");
    tmux.press(&["q"]);
    tmux.wait_for("Start");
    tmux.press(&["q"]);
    tmux.wait_for("code 0");
    tmux.assert_restored("the main screen");
    // Nothing is ever written.
    assert_eq!(fs::read_to_string(&path).unwrap(), source);
}

#[test]
fn a_recording() {
    let talk =
        "(;TS[1]B[ee]TS[1]C[The centre]TS[1];TS[2]W[gc]TS[2];TS[60]B[gg]TS[60]C[The end]TS[61])";
    let path = written("talk.sgf", "(;GM[1]FF[4]SZ[9];GS[talk.rgf:61])");
    fs::write(path.with_file_name("talk.rgf"), talk).unwrap();
    let Some(tmux) = viewed(&path, (80, 24), "--terminal") else {
        return;
    };
    let screen = tmux.wait_for("‖ 0:00 / 1:01");
    assert!(screen.contains("Start"), "{screen}");
    tmux.press(&["Space"]);
    tmux.wait_for("▶");
    tmux.wait_for("White G7");
    tmux.press(&["Space"]);
    tmux.wait_for("‖");
    tmux.write("g1:00");
    tmux.press(&["Enter"]);
    tmux.wait_for("Black G3");
    tmux.press(&["Left", "+"]);
    tmux.wait_for("0:55 / 1:01  1.25×");
    tmux.press(&["End"]);
    tmux.wait_for("The end");
    tmux.press(&["q"]);
    tmux.wait_for("code 0");
    tmux.assert_restored("the main screen");
}

#[test]
fn a_game_in_chinese_on_a_wide_screen() {
    let comment = "黑棋占据右上角。".repeat(12);
    let source = format!(
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[柯洁]BR[九段]PW[朴廷桓]RE[黑中盘胜];B[pd]C[{comment}];W[dp])"
    );
    let path = written("chinese.sgf", &source);
    let Some(tmux) = viewed(&path, (200, 50), "--terminal") else {
        return;
    };
    tmux.press(&["Right"]);
    // The first lines can appear before the others.
    let screen = tmux.wait_until("move 1 and its comment", |screen| {
        screen.contains("Move 1: Black Q16") && screen.matches('。').count() == 12
    });
    assert!(screen.contains("柯洁 九段 – 朴廷桓"), "{screen}");
    // The comment is as wide as 50 characters, and no line begins with the full stop.
    let lines: Vec<&str> = screen
        .lines()
        .filter_map(|line| Some(&line[line.find("黑棋占").or(line.find("占据"))?..]))
        .collect();
    assert!(!lines.is_empty(), "{screen}");
    assert!(
        !screen
            .lines()
            .any(|line| line.trim_start().starts_with('。')),
        "{screen}"
    );
    // The board is complete, and the tree is below it.
    assert!(
        screen.lines().any(|line| line.starts_with(" 1 └─┴")),
        "{screen}"
    );
    assert!(screen.contains("◇─●─"), "{screen}");
    tmux.press(&["q"]);
    tmux.wait_for("code 0");
}

#[test]
fn signals_restore_the_terminal() {
    let path = written("signals.sgf", "(;GM[1]FF[4]SZ[9];B[ee])");
    for (name, code) in [("TERM", 143), ("INT", 130), ("HUP", 129), ("QUIT", 131)] {
        let Some(tmux) = viewed(&path, (80, 24), "--terminal") else {
            return;
        };
        assert_eq!(tmux.variable("alternate_on"), "1");
        signal(&path, name);
        tmux.wait_for(&format!("code {code}"));
        tmux.assert_restored("the main screen");
    }
    let Some(tmux) = viewed(&path, (80, 24), "--terminal") else {
        return;
    };
    tmux.press(&["C-c"]);
    tmux.wait_for("code 130");
    tmux.assert_restored("the main screen");
}

#[test]
fn a_suspended_viewer_restores_the_terminal_and_returns() {
    let path = written("suspended.sgf", "(;GM[1]FF[4]SZ[9];B[ee];W[cc])");
    let Some(tmux) = Tmux::start(80, 24, path.parent().unwrap()) else {
        return;
    };
    let by_key = |tmux: &Tmux| tmux.press(&["C-z"]);
    let by_signal = |_: &Tmux| signal(&path, "TSTP");
    tmux.enter("set -m; echo the main screen");
    tmux.enter(&format!(
        "sh -c 'echo $$ >pid; exec \"{KIFU}\" view --terminal suspended.sgf'"
    ));
    tmux.wait_for("q quit");
    tmux.press(&["Right"]);
    tmux.wait_for("Move 1:");
    let suspend: [&dyn Fn(&Tmux); 2] = [&by_key, &by_signal];
    for (suspend, number) in suspend.into_iter().zip(1..) {
        suspend(&tmux);
        tmux.wait_until("the shell", |screen| !screen.contains("Move "));
        if number == 1 {
            tmux.assert_restored("the main screen");
        }
        tmux.enter("fg");
        tmux.wait_for(&format!("Move {number}:"));
        assert_eq!(tmux.variable("alternate_on"), "1");
        // Keys are read one by one again.
        tmux.press(&["Right"]);
        tmux.wait_for("Move 2:");
    }
    tmux.press(&["q"]);
    tmux.wait_until("the shell", |screen| !screen.contains("Move "));
    tmux.assert_restored("$");
}

#[test]
fn a_viewer_without_a_shell_is_not_suspended() {
    let path = written("leader.sgf", "(;GM[1]FF[4]SZ[9];B[ee])");
    let Some(tmux) = Tmux::start(80, 24, path.parent().unwrap()) else {
        return;
    };
    // The viewer takes the place of the shell, as the leader of the session.
    tmux.enter(&format!("exec \"{KIFU}\" view --terminal leader.sgf"));
    tmux.wait_for("q quit");
    tmux.press(&["C-z"]);
    tmux.wait_for("there is no shell that could continue the viewer");
    tmux.press(&["Right"]);
    tmux.wait_for("Move 1:");
}

#[test]
fn a_missing_recording_is_reported() {
    let path = written("missing.sgf", "(;GM[1]FF[4]SZ[9];GS[nowhere.rgf:61])");
    let Some(tmux) = viewed(&path, (80, 24), "--terminal") else {
        return;
    };
    tmux.press(&["q"]);
    tmux.wait_for("code 0");
    let screen = tmux.screen();
    assert!(
        screen.contains("the recording nowhere.rgf is missing"),
        "{screen}"
    );
}

#[test]
fn the_terminal_is_the_default_without_a_browser() {
    let path = written("default.sgf", "(;GM[1]FF[4]SZ[9]PB[Kim]PW[Sato];B[ee])");
    let Some(tmux) = viewed(&path, (80, 24), "--style ascii --no-mouse --title x") else {
        return;
    };
    let screen = tmux.wait_for("Kim - Sato");
    assert!(screen.is_ascii(), "{screen}");
    assert_eq!(tmux.variable("mouse_any_flag"), "0");
    tmux.press(&["q"]);
    tmux.wait_for("code 0");
    let screen = tmux.screen();
    assert!(screen.contains("no browser can be opened here"), "{screen}");
    assert!(
        screen.contains("--title: ignored in the terminal"),
        "{screen}"
    );
}

#[test]
fn other_outputs_are_refused() {
    let path = written("refused.sgf", "(;GM[1]FF[4]SZ[9];B[ee])");
    let output = Command::new(KIFU)
        .args(["view", "--terminal"])
        .arg(&path)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("standard output is not a terminal; use `kifu show`"),
        "{message}"
    );
    for options in [
        ["--terminal", "--no-source"],
        ["--print-path", "--no-mouse"],
    ] {
        let mut command = Command::new(KIFU);
        let output = command.arg("view").args(options).arg(&path).output();
        assert_eq!(output.unwrap().status.code(), Some(2), "{options:?}");
    }
}
