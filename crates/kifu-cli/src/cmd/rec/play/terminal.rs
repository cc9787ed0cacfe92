//! The terminal: reads keys and shows lines.

use std::io::{self, Stdout, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::Print;
use crossterm::terminal::{self, BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};
use crossterm::{cursor, execute, queue};

use kifu::timeline::{Control, Direction};

use super::screen::Size;
use crate::screen::Screen;

/// An input from the terminal.
#[derive(PartialEq, Debug)]
pub(super) enum Input {
    Control(Control),
    Quit,
    /// A signal that ends the command.
    Signal(u8),
}

/// The terminal, and what it shows. Dropping it restores the previous state.
pub(super) struct Terminal {
    _screen: Screen,
    out: Stdout,
    size: Size,
    shown: Vec<String>,
    signal: Arc<AtomicUsize>,
}

const INTERRUPT: u8 = 2;

impl Terminal {
    pub(super) fn take() -> io::Result<Terminal> {
        let signal = Arc::new(AtomicUsize::new(0));
        #[cfg(unix)]
        for which in [
            signal_hook::consts::SIGTERM,
            signal_hook::consts::SIGHUP,
            signal_hook::consts::SIGINT,
        ] {
            signal_hook::flag::register_usize(which, signal.clone(), which as usize)?;
        }
        let screen = Screen::take(false)?;
        let mut terminal = Terminal {
            _screen: screen,
            out: io::stdout(),
            size: (0, 0),
            shown: Vec::new(),
            signal,
        };
        terminal.resized()?;
        Ok(terminal)
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    fn resized(&mut self) -> io::Result<()> {
        // Some terminals do not know their size; assume the most common one.
        self.size = match terminal::size()? {
            (0, _) | (_, 0) => (80, 24),
            size => size,
        };
        self.shown.clear();
        execute!(self.out, Clear(ClearType::All))
    }

    /// Shows these lines, and redraws only those that changed.
    pub(super) fn show(&mut self, lines: Vec<String>) -> io::Result<()> {
        if lines == self.shown {
            return Ok(());
        }
        queue!(self.out, BeginSynchronizedUpdate)?;
        for (row, line) in (0..).zip(&lines) {
            if self.shown.get(usize::from(row)) != Some(line) {
                let clear = Clear(ClearType::CurrentLine);
                queue!(self.out, cursor::MoveTo(0, row), clear, Print(line))?;
            }
        }
        queue!(self.out, EndSynchronizedUpdate)?;
        self.shown = lines;
        self.out.flush()
    }

    /// Waits for the next input, for at most `longest`.
    pub(super) fn wait(&mut self, longest: Duration) -> io::Result<Option<Input>> {
        let signal = self.signal.load(Ordering::Relaxed);
        if signal != 0 {
            return Ok(Some(Input::Signal(signal as u8)));
        }
        if !event::poll(longest)? {
            return Ok(None);
        }
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => Ok(input(key)),
            Event::Resize(..) => self.resized().map(|()| None),
            _ => Ok(None),
        }
    }
}

fn input(key: KeyEvent) -> Option<Input> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Some(Input::Signal(INTERRUPT)),
            _ => None,
        };
    }
    Some(Input::Control(match key.code {
        KeyCode::Char('q') | KeyCode::Esc => return Some(Input::Quit),
        KeyCode::Char(' ') => Control::Pause,
        KeyCode::Right => Control::Skip(5),
        KeyCode::Left => Control::Skip(-5),
        KeyCode::Up => Control::Skip(60),
        KeyCode::Down => Control::Skip(-60),
        KeyCode::Char('.') => Control::Event(Direction::Next),
        KeyCode::Char(',') => Control::Event(Direction::Previous),
        KeyCode::Char('n') => Control::Node(Direction::Next),
        KeyCode::Char('b') => Control::Node(Direction::Previous),
        KeyCode::Char(']') => Control::Chapter(Direction::Next),
        KeyCode::Char('[') => Control::Chapter(Direction::Previous),
        KeyCode::Home => Control::Start,
        KeyCode::End => Control::End,
        KeyCode::Char('+' | '=') => Control::Speed(Direction::Next),
        KeyCode::Char('-') => Control::Speed(Direction::Previous),
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_the_help() {
        use Direction::{Next, Previous};
        let plain = |code| input(KeyEvent::new(code, KeyModifiers::NONE));
        for (keys, control) in [
            (" ", Control::Pause),
            (".", Control::Event(Next)),
            (",", Control::Event(Previous)),
            ("n", Control::Node(Next)),
            ("b", Control::Node(Previous)),
            ("]", Control::Chapter(Next)),
            ("[", Control::Chapter(Previous)),
            ("+=", Control::Speed(Next)),
            ("-", Control::Speed(Previous)),
        ] {
            for key in keys.chars() {
                let found = plain(KeyCode::Char(key));
                assert_eq!(found, Some(Input::Control(control)), "{key}");
            }
        }
        for (code, control) in [
            (KeyCode::Right, Control::Skip(5)),
            (KeyCode::Left, Control::Skip(-5)),
            (KeyCode::Up, Control::Skip(60)),
            (KeyCode::Down, Control::Skip(-60)),
            (KeyCode::Home, Control::Start),
            (KeyCode::End, Control::End),
        ] {
            assert_eq!(plain(code), Some(Input::Control(control)), "{code:?}");
        }
        assert_eq!(plain(KeyCode::Char('q')), Some(Input::Quit));
        assert_eq!(plain(KeyCode::Esc), Some(Input::Quit));
        assert_eq!(plain(KeyCode::Char('c')), None);
        let control = |key| input(KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL));
        assert_eq!(control('c'), Some(Input::Signal(INTERRUPT)));
        assert_eq!(control('q'), None);
    }
}
