//! `kifu export tables` and `kifu import tables`.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Instant;

use kifu_testkit::{files, repository};

use crate::kifu::Kifu;

/// A directory with two games, and a file without one.
fn games() -> Kifu {
    Kifu::with([
        (
            "games/a.sgf",
            "(;FF[4]SZ[9]PB[Sato]DT[1998]KM[6.5]RE[W+0.5];B[ee](;W[ce]C[Hello])(;W[ec]))",
        ),
        ("games/b.sgf", "(;FF[4]SZ[19]PB[]DT[2001-05];B[pd];W[])"),
        ("games/c.sgf", "no game"),
    ])
}

#[test]
fn tables_are_written_and_read_back() {
    let kifu = games();
    let ran = kifu.run(&[
        "export",
        "tables",
        "games",
        "-o",
        "all",
        "--nodes",
        "--positions",
    ]);
    assert_eq!(
        (ran.code, &*ran.stderr),
        (3, "kifu: games/c.sgf: no game found\n")
    );
    assert_eq!(
        ran.text(),
        "all: 2 games, 6 positions, 7 nodes, 1 error in 4 files\n"
    );
    let back = kifu.run(&["import", "tables", "all"]);
    assert_eq!(back.code, 0, "{}", back.stderr);
    assert_eq!(
        back.text(),
        "(;FF[4]SZ[9]PB[Sato]DT[1998]KM[6.5]RE[W+0.5];B[ee]\n(;W[ce]C[Hello])\n(;W[ec]))\n\
         (;FF[4]SZ[19]PB[]DT[2001-05];B[pd];W[])\n"
    );
    let back = kifu.run(&[
        "import",
        "tables",
        "--main-lines",
        "all/games/part-00000.parquet",
    ]);
    assert_eq!(
        back.text(),
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Sato]RE[W+0.5]DT[1998]KM[6.5]\n;B[ee];W[ce])\n\
         (;FF[4]GM[1]CA[UTF-8]SZ[19]PB[]DT[2001-05]\n;B[pd];W[])\n"
    );
    let back = kifu.run(&["import", "tables", "all", "-o", "back/"]);
    assert_eq!((back.code, &*back.stderr), (0, "kifu: back/: 2 games\n"));
    let names: Vec<String> = kifu.files("back").into_iter().map(|file| file.0).collect();
    assert_eq!(names, ["back/0.sgf", "back/1.sgf"]);
}

#[test]
fn datasets_are_not_overwritten_without_force() {
    let kifu = games();
    let export = |args: &[&str]| kifu.run(&[&["export", "tables", "games/a.sgf"], args].concat());
    assert_eq!(export(&["-o", "all"]).code, 0);
    let again = export(&["-o", "all"]);
    assert_eq!(again.code, 2);
    assert_eq!(
        again.stderr.lines().next(),
        Some(
            "kifu: all contains a finished dataset; replace it with `--force`, or use another directory"
        )
    );
    assert_eq!(export(&["-o", "all", "--force", "-t", "csv"]).code, 0);
    let csv = fs::read_to_string(kifu.path("all/games/part-00000.csv")).unwrap();
    assert!(csv.contains(",Sato,"), "{csv}");
    assert!(!kifu.path("all/games/part-00000.parquet").exists());
    // Other files stay.
    let other = export(&["-o", "games"]);
    assert_eq!(other.code, 4);
    assert_eq!(
        other.stderr,
        "kifu: games contains files that are not a dataset\n"
    );
    assert_eq!(kifu.files("games").len(), 3);
    assert_eq!(export(&[]).code, 2);
}

#[test]
fn an_expression_selects_games() {
    let kifu = games();
    let args = ["export", "tables", "games/a.sgf", "games/b.sgf", "-o"];
    let export = |to: &str, select: &str| kifu.run(&[&args[..], &[to, "--where", select]].concat());
    let ran = export("nine", "size == 9");
    assert_eq!((ran.code, ran.text()), (0, "nine: 1 game in 2 files\n"));
    assert_eq!(export("none", "size == 7").code, 1);
}

/// Each dataset numbers its games from 0.
#[test]
fn games_with_the_same_number_are_not_lost() {
    let kifu = games();
    for name in ["a", "b"] {
        let file = format!("games/{name}.sgf");
        assert_eq!(kifu.run(&["export", "tables", &file, "-o", name]).code, 0);
    }
    let ran = kifu.run(&["import", "tables", "a", "b", "-o", "back/", "--force"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("back/0.sgf: another game of this run has the number")
    );
    let files = kifu.files("back");
    assert_eq!(files.len(), 1);
    assert!(files[0].1.contains("PB[Sato]"), "{files:?}");
}

/// The exit code is that of an export without interruption.
#[test]
fn inputs_that_an_earlier_run_could_not_read_count() {
    let kifu = games();
    fs::rename(kifu.path("games/c.sgf"), kifu.path("games/0.sgf")).unwrap();
    let args = [
        "export",
        "tables",
        "games",
        "-o",
        "all",
        "--games-per-part",
        "1",
        "-j",
        "1",
    ];
    assert_eq!(kifu.run(&args).code, 3);
    let manifest = fs::read_to_string(kifu.path("all/_kifu.json")).unwrap();
    assert!(manifest.contains("\"failed\": 1"), "{manifest}");
    // As if the run had been killed after all inputs.
    let manifest = manifest.replace("\"finished\"", "\"reading\"");
    fs::write(kifu.path("all/_kifu.json"), manifest).unwrap();
    let ran = kifu.run(&args);
    assert_eq!(
        (ran.code, ran.stderr.lines().next()),
        (
            3,
            Some("kifu: all: continuing after 3 inputs, 2 games; 1 input could not be read")
        )
    );
}

#[test]
fn tables_that_cannot_be_read_are_reported() {
    let kifu = games();
    fs::write(kifu.path("a.parquet"), "not a table").unwrap();
    let ran = kifu.run(&[
        "import",
        "tables",
        "a.parquet",
        "games",
        "games/a.sgf",
        "missing.arrow",
    ]);
    assert_eq!(ran.code, 4);
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert!(lines[0].starts_with("kifu: a.parquet: "), "{lines:?}");
    assert_eq!(
        lines[1..],
        [
            "kifu: games has no table of games; name a dataset, or its files",
            "kifu: games/a.sgf: the name of a table must end with `.parquet`, `.arrow` or `.jsonl`",
            "kifu: missing.arrow: No such file or directory"
        ]
    );
    assert!(ran.stdout.is_empty());
}

/// A partition can have more directories than the files that a program may open.
#[cfg(unix)]
#[test]
fn partitions_need_few_open_files() {
    let kifu = Kifu::new();
    let games: Vec<String> = (0..200)
        .map(|year| format!("(;DT[{}];B[dd])", 1800 + year))
        .collect();
    fs::write(kifu.path("all.sgf"), games.concat()).unwrap();
    let export =
        "ulimit -n 40 && exec \"$0\" export tables --nodes --partition year all.sgf -o years";
    let ran = std::process::Command::new("sh")
        .args(["-c", export, env!("CARGO_BIN_EXE_kifu")])
        .current_dir(kifu.path(""))
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{stderr}");
    assert_eq!(fs::read_dir(kifu.path("years/nodes")).unwrap().count(), 200);
}

/// Kills exports at 20 moments, and compares the tables with those of an export that is not disturbed.
#[test]
fn a_killed_export_continues() {
    let kifu = Kifu::new();
    let copies = kifu.path("games");
    fs::create_dir(&copies).unwrap();
    let corpus = files(&repository("corpus/sgf/games"));
    for (number, path) in corpus.iter().enumerate() {
        fs::copy(path, copies.join(format!("{number:04}.sgf"))).unwrap();
    }
    let options = "games --nodes --positions --plies 30 --games-per-part 30 -j 2";
    let args = |to: &'static str| -> Vec<&str> {
        let fixed = ["export", "tables", "-o", to].into_iter();
        fixed.chain(options.split(' ')).collect()
    };
    let start = Instant::now();
    assert_eq!(kifu.run(&args("undisturbed")).code, 0);
    let duration = start.elapsed();
    let contents = |directory: &str| {
        let directory = kifu.path(directory);
        let files = files(&directory).into_iter();
        let files = files.filter(|path| !path.ends_with("_kifu.json"));
        let contents = files.map(|path| {
            let name = path.strip_prefix(&directory).unwrap().to_owned();
            (name, fs::read(path).unwrap())
        });
        contents.collect::<Vec<_>>()
    };
    let undisturbed = contents("undisturbed");
    let (mut kills, mut continued, mut moment) = (0, 0, 0);
    while kills < 20 {
        moment = (moment + 5) % 13;
        let mut export = kifu.command(&args("killed"));
        let export = export.stderr(Stdio::piped()).stdout(Stdio::null());
        let mut export = export.spawn().unwrap();
        thread::sleep(duration * (moment + 1) / 14);
        let has_finished = export.try_wait().unwrap().is_some();
        export.kill().unwrap();
        let message = String::from_utf8(export.wait_with_output().unwrap().stderr).unwrap();
        continued += usize::from(message.contains("continuing after"));
        kills += usize::from(!has_finished);
        if has_finished {
            assert!(contents("killed") == undisturbed);
            fs::remove_dir_all(kifu.path("killed")).unwrap();
        }
    }
    // How many depends on the speed of the machine.
    assert!(continued > 0);
    assert_eq!(kifu.run(&args("killed")).code, 0);
    assert!(contents("killed") == undisturbed);
}
