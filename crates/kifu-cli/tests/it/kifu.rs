//! Runs `kifu` in a temporary directory.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A temporary directory with files, in which to run the command.
pub(crate) struct Kifu(TempDir);

/// The output and the exit code of a run.
#[derive(Debug)]
pub(crate) struct RunOutput {
    pub(crate) code: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Kifu {
    pub(crate) fn new() -> Kifu {
        Kifu(TempDir::new().unwrap())
    }

    /// Creates a directory with these files, and the directories in their names.
    pub(crate) fn with<B: AsRef<[u8]>>(files: impl IntoIterator<Item = (&'static str, B)>) -> Kifu {
        let kifu = Kifu::new();
        for (name, bytes) in files {
            let path = kifu.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        kifu
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the files below a directory in sorted order: paths from the top directory, and
    /// contents.
    pub(crate) fn files(&self, folder: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let mut folders = vec![self.path(folder)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let name = path.strip_prefix(self.path("")).unwrap().to_owned();
                let name = name.to_str().unwrap().replace('\\', "/");
                found.push((name, fs::read_to_string(path).unwrap()));
            }
        }
        found.sort();
        found
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        command
            .args(args)
            .current_dir(self.0.path())
            .env("TMPDIR", self.0.path())
            .stdin(Stdio::null());
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> RunOutput {
        RunOutput::of(self.command(args).output().unwrap())
    }

    /// Runs the command with this standard input.
    pub(crate) fn feed(&self, args: &[&str], input: &[u8]) -> RunOutput {
        let mut command = self.command(args);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        RunOutput::of(output)
    }
}

impl RunOutput {
    pub(crate) fn of(output: Output) -> RunOutput {
        RunOutput {
            code: output.status.code().unwrap(),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    /// Returns the JSON value of each line of standard output.
    pub(crate) fn lines(&self) -> Vec<Value> {
        self.text()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.stdout).unwrap()
    }

    /// Returns the `file` in the JSON object of each line.
    pub(crate) fn files(&self) -> Vec<String> {
        self.lines()
            .iter()
            .map(|object| object["file"].as_str().unwrap().replace('\\', "/"))
            .collect()
    }

    /// Returns the output and the exit code, for a snapshot.
    pub(crate) fn seen(&self) -> String {
        format!(
            "{}--- stderr\n{}--- exit {}\n",
            self.text(),
            self.stderr,
            self.code
        )
    }
}
