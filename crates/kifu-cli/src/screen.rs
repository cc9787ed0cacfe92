//! The terminal in raw mode with the alternate screen, and how its previous state is restored.

use std::io;
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::terminal::{
    self, DisableLineWrap, EnableLineWrap, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{cursor, execute};

/// The terminal in raw mode, showing the alternate screen. The previous state is restored when this value is dropped,
/// before the message of a panic is printed, and while the command is suspended.
pub(crate) struct Screen {
    has_mouse: bool,
}

/// Whether the terminal must be restored. Restoring it twice would move the cursor back over later output.
static MUST_RESTORE: AtomicBool = AtomicBool::new(false);

impl Screen {
    /// Takes the terminal. With `has_mouse`, the terminal reports the mouse.
    pub(crate) fn take(has_mouse: bool) -> io::Result<Screen> {
        static HOOK: Once = Once::new();
        // Restore the main screen first: a panic message on the alternate screen would be lost.
        HOOK.call_once(|| {
            let hook = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                restore();
                hook(panic);
            }));
        });
        let screen = Screen { has_mouse };
        screen.enter()?;
        Ok(screen)
    }

    fn enter(&self) -> io::Result<()> {
        terminal::enable_raw_mode()?;
        let mut out = io::stdout();
        // Entering the alternate screen twice would move the cursor of the main screen.
        if !MUST_RESTORE.swap(true, Ordering::Relaxed) {
            execute!(out, EnterAlternateScreen)?;
        }
        execute!(out, cursor::Hide, DisableLineWrap)?;
        if self.has_mouse {
            execute!(out, EnableMouseCapture)?;
        }
        Ok(())
    }

    /// Takes the terminal again, after another program may have changed its state.
    #[cfg(all(unix, feature = "terminal"))]
    pub(crate) fn enter_again(&self) -> io::Result<()> {
        // Without this, the raw mode would be assumed to be still on.
        terminal::disable_raw_mode()?;
        self.enter()
    }

    /// Restores the terminal, and stops the command until it is continued, as the signal `SIGTSTP` does. Then takes the terminal
    /// again. Does nothing and returns false if no shell could continue the command.
    #[cfg(all(unix, feature = "terminal"))]
    pub(crate) fn suspend(&self) -> io::Result<bool> {
        if !can_be_continued() {
            return Ok(false);
        }
        restore();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.enter_again()?;
        Ok(true)
    }
}

/// Whether a shell could continue the command after it stopped. There is none if the command runs in the process group that
/// leads the session, as in a terminal that was opened for it, or if its parent ended.
#[cfg(all(unix, feature = "terminal"))]
fn can_be_continued() -> bool {
    use rustix::process::{getpgrp, getppid, getsid};

    let Ok(session) = getsid(None) else {
        return false;
    };
    getpgrp() != session && getppid().is_some_and(|parent| getsid(Some(parent)) == Ok(session))
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal. Errors are ignored, since they could not be displayed.
fn restore() {
    if !MUST_RESTORE.swap(false, Ordering::Relaxed) {
        return;
    }
    // Terminals ignore the request to stop reporting the mouse if they did not report it.
    let _ = execute!(
        io::stdout(),
        DisableMouseCapture,
        EnableLineWrap,
        cursor::Show,
        LeaveAlternateScreen
    );
    let _ = terminal::disable_raw_mode();
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::Path;

    use kifu_testkit::tmux::Tmux;

    use super::*;

    /// Runs an ignored test of this program in tmux, which takes the screen there.
    fn run_in_tmux(test: &str) -> Option<Tmux> {
        let tmux = Tmux::start(80, 60, Path::new("/"))?;
        let program = std::env::current_exe().expect("a test is a program");
        tmux.enter("echo the main screen");
        let program = program.display();
        let test = format!("screen::tests::{test}");
        let line = format!(
            "RUST_BACKTRACE=0 '{program}' --exact {test} --ignored --nocapture; echo ended"
        );
        tmux.enter(&line);
        tmux.wait_for("\nended");
        Some(tmux)
    }

    #[test]
    fn a_panic_restores_the_terminal_before_its_message() {
        if let Some(tmux) = run_in_tmux("panics_with_the_screen") {
            // The lines of both messages start at the left: the terminal is not raw when they are printed.
            let screen = tmux.wait_for("\nended");
            let messages = screen.matches("\nthe screen is in use").count();
            assert_eq!(messages, 2, "{screen}");
            tmux.assert_restored("the main screen");
        }
    }

    #[test]
    #[ignore = "runs in tmux, started by another test"]
    fn panics_with_the_screen() {
        let screen = Screen::take(true).unwrap();
        assert!(MUST_RESTORE.load(Ordering::Relaxed));
        let nested = std::thread::spawn(|| panic!("the screen is in use"));
        // A panic on another thread restores the terminal, too.
        assert!(nested.join().is_err());
        assert!(!MUST_RESTORE.load(Ordering::Relaxed));
        drop(screen);
        let _screen = Screen::take(true).unwrap();
        panic!("the screen is in use");
    }

    #[test]
    fn a_screen_that_is_dropped_restores_the_terminal() {
        if let Some(tmux) = run_in_tmux("drops_the_screen") {
            tmux.assert_restored("the main screen");
        }
    }

    #[test]
    #[ignore = "runs in tmux, started by another test"]
    fn drops_the_screen() {
        drop(Screen::take(true).unwrap());
    }
}
