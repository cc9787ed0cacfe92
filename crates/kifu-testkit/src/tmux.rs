//! A terminal for tests: a shell in tmux, whose keys are pressed and whose screen is read.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long a text may take to appear. Machines that build something else at the same time are slow.
const PATIENCE: Duration = Duration::from_secs(40);

/// A server of tmux with one terminal, in which a shell runs. The server ends when this value is dropped.
#[derive(Debug)]
pub struct Tmux {
    socket: String,
}

impl Tmux {
    /// Starts a shell on a terminal of this size. Returns `None`, with a message, if tmux is not installed.
    ///
    /// # Panics
    ///
    /// Panics if tmux is not installed and the environment variable `KIFU_REQUIRE_TMUX` is set, or if tmux fails.
    pub fn start(columns: u16, rows: u16, directory: &Path) -> Option<Tmux> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        if Command::new("tmux").arg("-V").output().is_err() {
            assert!(
                std::env::var_os("KIFU_REQUIRE_TMUX").is_none(),
                "tmux is missing; install it"
            );
            // Unlike `eprintln!`, this is also shown if the test passes.
            let why = b"skipped: tmux is missing; install it to run this test\n";
            std::io::stderr().write_all(why).expect("it can be written");
            return None;
        }
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let tmux = Tmux {
            socket: format!("kifu-test-{}-{number}", std::process::id()),
        };
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let new = [
            "-u",
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &columns,
            "-y",
            &rows,
        ];
        let mut command = tmux.command();
        command
            .args(new)
            .arg("env PS1='$ ' TERM=screen-256color LC_ALL=C.UTF-8 sh");
        command.current_dir(directory).env_remove("TMUX");
        for name in [
            "NO_COLOR",
            "COLORTERM",
            "DISPLAY",
            "WAYLAND_DISPLAY",
            "BROWSER",
            "ENV",
        ] {
            command.env_remove(name);
        }
        let output = command.output().expect("tmux can be started");
        assert!(output.status.success(), "{output:?}");
        tmux.wait_for("$");
        Some(tmux)
    }

    fn command(&self) -> Command {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.socket]);
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        let output = self.command().args(args).output();
        output.expect("tmux can be started")
    }

    /// Presses keys, by their names in tmux: `Left`, `PageDown`, `C-z`, `x`.
    pub fn press(&self, keys: &[&str]) {
        self.run(&[&["send-keys", "--"], keys].concat());
    }

    /// Types a text. It may contain escape sequences, such as those of the mouse.
    pub fn write(&self, text: &str) {
        self.run(&["send-keys", "-l", "--", text]);
    }

    /// Runs a command line of the shell.
    pub fn enter(&self, line: &str) {
        self.write(line);
        self.press(&["Enter"]);
    }

    /// Presses the left button of the mouse at a cell; columns and rows count from 0.
    pub fn click(&self, column: u16, row: u16) {
        self.write(&format!("\x1b[<0;{};{}M", column + 1, row + 1));
        self.write(&format!("\x1b[<0;{};{}m", column + 1, row + 1));
    }

    /// Changes the size of the terminal.
    pub fn resize(&self, columns: u16, rows: u16) {
        let (columns, rows) = (columns.to_string(), rows.to_string());
        self.run(&["resize-window", "-x", &columns, "-y", &rows]);
    }

    /// The text of the screen.
    pub fn screen(&self) -> String {
        let output = self.run(&["capture-pane", "-p"]);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// A variable of tmux about the terminal: `alternate_on`, `cursor_flag`, `mouse_any_flag`.
    pub fn variable(&self, name: &str) -> String {
        let output = self.run(&["display-message", "-p", &format!("#{{{name}}}")]);
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Waits until the screen contains a text, and returns the screen.
    ///
    /// # Panics
    ///
    /// Panics if the text does not appear.
    pub fn wait_for(&self, wanted: &str) -> String {
        self.wait_until(wanted, |screen| screen.contains(wanted))
    }

    /// Waits until the screen meets a condition, and returns it. `what` describes the condition.
    ///
    /// # Panics
    ///
    /// Panics if the screen does not meet it in time.
    pub fn wait_until(&self, what: &str, is_met: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_met(&screen) {
                return screen;
            }
            assert!(start.elapsed() < PATIENCE, "waiting for {what}:\n{screen}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Checks that the terminal is as a shell expects it: the main screen, a cursor, no reports of the mouse, and lines that can
    /// be edited. `before` is a text that was on the main screen before.
    ///
    /// # Panics
    ///
    /// Panics if the terminal was not restored.
    pub fn assert_restored(&self, before: &str) {
        self.wait_for(before);
        for (name, wanted) in [
            ("alternate_on", "0"),
            ("cursor_flag", "1"),
            ("mouse_any_flag", "0"),
        ] {
            assert_eq!(self.variable(name), wanted, "{name}");
        }
        self.enter("stty -a; echo end of settings");
        let settings = self.wait_until("settings", |screen| screen.contains("\nend of settings"));
        for setting in [" icanon", " echo ", " isig", " opost"] {
            let flat = settings.replace('\n', " ");
            assert!(flat.contains(setting), "{setting} is off:\n{settings}");
        }
        self.enter("clear");
        self.wait_until("an empty screen", |screen| !screen.contains("settings"));
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        // The server may have ended with the shell.
        let _ = self.command().arg("kill-server").output();
    }
}
