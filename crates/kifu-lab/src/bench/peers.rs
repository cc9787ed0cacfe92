//! Compares commands with other programs that do the same task, if they are on the path.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use kifu_sgf::Document;

use super::commands::{best_of, kifu};
use super::table::{Of, Requirement, Table};

/// The number of games in one file.
const GAMES: usize = 20_000;

/// A task of `kifu` and of another program.
struct Task {
    ours: (&'static str, &'static [&'static str]),
    theirs: (&'static str, &'static str, &'static [&'static str]),
    input: Input,
}

enum Input {
    /// Directories with many files of one game.
    Files,
    /// A file with many games.
    Games,
}

/// The tasks: the name of the row and the arguments of `kifu`; the name of the row, the program and its arguments.
/// In arguments, `{}` stands for the directory with the files.
const TASKS: [Task; 8] = [
    Task {
        ours: ("kifu info --summary", &["info", "--summary"]),
        theirs: ("sgfinfo -m", "sgfinfo", &["-q", "-i", "-r", "-m"]),
        input: Input::Files,
    },
    Task {
        ours: ("kifu check", &["check", "--quiet", "--rules", "japanese"]),
        theirs: ("sgfcheck -r", "sgfcheck", &["-r"]),
        input: Input::Files,
    },
    Task {
        ours: ("kifu hash", &["hash"]),
        theirs: ("sgfinfo -md5", "sgfinfo", &["-q", "-i", "-r", "-md5"]),
        input: Input::Files,
    },
    Task {
        ours: (
            "kifu find --pattern",
            &[
                "find",
                "--any-symmetry",
                "--swap",
                "--pattern",
                "{}/pattern",
            ],
        ),
        theirs: (
            "sgfinfo -pat",
            "sgfinfo",
            &["-q", "-i", "-r", "-pat={}/pattern"],
        ),
        input: Input::Files,
    },
    Task {
        ours: ("kifu index", &["index", "--full", "-o", "{}/index"]),
        theirs: (
            "sgfdb -i",
            "sgfdb",
            &["-i", "-q", "-o", "{}/database", "-r"],
        ),
        input: Input::Files,
    },
    Task {
        ours: ("kifu transform", &["transform", "--rot", "90"]),
        theirs: ("sgftf -rot90", "sgftf", &["-rot90"]),
        input: Input::Games,
    },
    Task {
        ours: ("kifu fmt", &["fmt"]),
        theirs: ("sgf -nn", "sgf", &["-nn"]),
        input: Input::Games,
    },
    Task {
        ours: ("kifu split", &["split", "-o", "{}/ours"]),
        theirs: ("sgfsplit", "sgfsplit", &["-d5"]),
        input: Input::Games,
    },
];

/// Measures all tasks in `folder`, which contains the files.
pub(super) fn measure(folder: &Path, files: &[PathBuf], table: &mut Table) -> std::io::Result<()> {
    println!("\nother programs for the same tasks, in CPU time of one thread");
    let games = folder.join("games.sgf");
    let count = write_games(files, &games)?;
    let folders: Vec<&Path> = {
        let mut folders: Vec<&Path> = files.iter().filter_map(|file| file.parent()).collect();
        folders.dedup();
        folders
    };
    for task in TASKS {
        let (row, program, args) = task.theirs;
        if !is_on_path(program) {
            println!("{row:<42} not measured: {program} is not on the path");
            continue;
        }
        let (of, paths) = match task.input {
            Input::Files => (Of::Items(files.len(), "files"), &folders[..]),
            Input::Games => (Of::Items(count, "games"), &[games.as_path()][..]),
        };
        // Programs that split a file write to the current directory. Each run starts without the output of the last one:
        // `sgfdb` does not replace files, and files that exist are written faster.
        let theirs = folder.join("theirs");
        let clear = || {
            for output in ["theirs", "ours"] {
                let _ = fs::remove_dir_all(folder.join(output));
            }
            let _ = fs::remove_file(folder.join("database"));
            fs::create_dir_all(&theirs).expect("the directory can be created");
        };
        let within = |arg: &&str| arg.replace("{}", &folder.display().to_string());
        let took = best_of(3, || {
            clear();
            let mut command = Command::new(program);
            command
                .args(args.iter().map(within))
                .args(paths)
                .current_dir(&theirs);
            command
        })?;
        table.add(row, of, took.cpu.as_secs_f64(), &[]);
        let (ours, args) = task.ours;
        let took = best_of(3, || {
            clear();
            let mut command = kifu();
            command
                .args(args.iter().map(within))
                .args(["-j", "1"])
                .args(paths);
            command
        })?;
        let faster = Requirement::Times(1.0, row);
        table.add(ours, of, took.cpu.as_secs_f64(), &[faster]);
    }
    Ok(())
}

/// Writes [`GAMES`] games to one file, from files without errors. Returns their number.
fn write_games(files: &[PathBuf], to: &Path) -> std::io::Result<usize> {
    let mut all = Vec::new();
    let mut count = 0;
    for path in files {
        let bytes = fs::read(path)?;
        let is_sound = Document::parse(bytes.as_slice()).is_ok_and(|document| {
            document.diagnostics().next().is_none() && document.roots().count() == 1
        });
        if is_sound && bytes.is_ascii() {
            all.extend(bytes);
            all.push(b'\n');
            count += 1;
        }
        if count == GAMES {
            break;
        }
    }
    fs::write(to, all)?;
    Ok(count)
}

fn is_on_path(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}
