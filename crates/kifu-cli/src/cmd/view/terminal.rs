//! The event loop: keys, the mouse, signals and the clock.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use crossterm::event::{
    self, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use crossterm::{execute, queue};
use kifu_terminal::{
    Colors, Entry, Event, Flow, Key, Mouse, MouseAction, Options, Symbols, Viewer,
};
use ratatui_core::backend::Backend;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use ratatui_crossterm::CrosstermBackend;

use crate::exit::Interrupted;
use crate::output::Palette;
use crate::screen::Screen;

/// An event of the loop.
enum Message {
    Input(io::Result<event::Event>),
    Signal(i32),
}

/// The time between two checks that the terminal still exists, which a closed terminal does not always report.
const CHECK: Duration = Duration::from_secs(2);

/// The longest time that passes at once, so that a recording does not jump when the command was stopped.
const LONGEST_PASS: Duration = Duration::from_secs(1);

/// The number of the signal of Ctrl-C.
const INTERRUPT: u8 = 2;

/// Shows games until the user quits.
pub(super) fn show(
    entries: Vec<Entry<'_>>,
    symbols: Option<Symbols>,
    has_mouse: bool,
) -> anyhow::Result<()> {
    let mut options = Options::default();
    options.colors = colors();
    options.symbols = match symbols {
        Some(symbols) => symbols,
        None if is_unicode_locale() => Symbols::Unicode,
        None => Symbols::Ascii,
    };
    let mut viewer = Viewer::new(entries, options);
    let (sender, inbox) = mpsc::channel();
    // Before the terminal changes, so that a signal always restores it.
    send_signals(sender.clone())?;
    let screen = Screen::take(has_mouse).context("cannot use the terminal")?;
    send_inputs(sender);
    run(&mut viewer, &screen, &inbox)
}

/// Fails if the terminal is gone.
#[cfg(unix)]
fn check_terminal() -> io::Result<()> {
    crossterm::terminal::window_size().map(drop)
}

/// Fails if the console is gone. Windows has no size in pixels, which `window_size` asks for.
#[cfg(not(unix))]
fn check_terminal() -> io::Result<()> {
    crossterm::terminal::size().map(drop)
}

fn run(viewer: &mut Viewer<'_>, screen: &Screen, inbox: &Receiver<Message>) -> anyhow::Result<()> {
    let mut terminal = Terminal::new();
    let mut before = Instant::now();
    let mut checked = before;
    let mut has_changed = true;
    loop {
        if has_changed {
            terminal.draw(viewer)?;
        }
        let due = viewer.due().unwrap_or(CHECK).min(CHECK);
        let mut waited = inbox.recv_timeout(due);
        let now = Instant::now();
        has_changed = viewer.pass((now - before).min(LONGEST_PASS));
        before = now;
        if now - checked >= CHECK {
            check_terminal().context("the terminal is gone")?;
            checked = now;
        }
        // Handle all that is waiting before drawing: a wheel sends many events.
        loop {
            let message = match waited {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            match message {
                Message::Input(input) => match read(input?) {
                    Input::Event(event) => {
                        has_changed = true;
                        if viewer.handle(event) == Flow::Quit {
                            return Ok(());
                        }
                    }
                    Input::Interrupt => return Err(Interrupted(INTERRUPT).into()),
                    Input::Suspend => {
                        suspend(viewer, screen)?;
                        has_changed = true;
                        terminal.forget();
                        before = Instant::now();
                    }
                    Input::Resize => has_changed = true,
                    Input::Redraw => {
                        has_changed = true;
                        terminal.forget();
                    }
                    Input::Other => {}
                },
                Message::Signal(signal) => {
                    handle_signal(signal, viewer, screen)?;
                    has_changed = true;
                    terminal.forget();
                    before = Instant::now();
                }
            }
            waited = match inbox.try_recv() {
                Ok(message) => Ok(message),
                Err(_) => break,
            };
        }
    }
}

/// The terminal, with the buffer that it shows. The terminal of ratatui asks for the position of the cursor when it is resized, and the thread that reads
/// keys would get the answer.
struct Terminal {
    backend: CrosstermBackend<io::Stdout>,
    shown: Option<Buffer>,
}

impl Terminal {
    fn new() -> Terminal {
        Terminal {
            backend: CrosstermBackend::new(io::stdout()),
            shown: None,
        }
    }

    /// Makes the next drawing complete, because the terminal may show something else.
    fn forget(&mut self) {
        self.shown = None;
    }

    /// Draws the cells that changed.
    fn draw(&mut self, viewer: &mut Viewer<'_>) -> io::Result<()> {
        let area = Rect::from((Position::ORIGIN, self.backend.size()?));
        let shown = self.shown.take().filter(|shown| shown.area == area);
        let shown = match shown {
            Some(shown) => shown,
            None => {
                self.backend.clear()?;
                Buffer::empty(area)
            }
        };
        let mut next = Buffer::empty(area);
        viewer.draw(area, &mut next);
        queue!(self.backend, BeginSynchronizedUpdate)?;
        self.backend.draw(shown.diff(&next).into_iter())?;
        execute!(self.backend, EndSynchronizedUpdate)?;
        self.shown = Some(next);
        Ok(())
    }
}

/// Returns the colours that the terminal has, and that the user wants.
fn colors() -> Colors {
    if !Palette::of_stdout().colored {
        return Colors::None;
    }
    // The user may ask for colours although the environment forbids them.
    crossterm::style::force_color_output(true);
    match crossterm::style::available_color_count() {
        256.. => Colors::Indexed,
        _ => Colors::Basic,
    }
}

/// Returns whether the locale allows characters beyond ASCII. Without a locale, terminals usually do.
fn is_unicode_locale() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| {
        let value = std::env::var_os(name)?;
        Some(value.to_string_lossy().to_ascii_lowercase()).filter(|value| !value.is_empty())
    });
    cfg!(windows) || locale.is_none_or(|locale| locale.contains("utf"))
}

/// Reads the terminal on another thread, which ends with the command.
fn send_inputs(sender: Sender<Message>) {
    thread::spawn(move || {
        loop {
            let input = event::read();
            let is_over = input.is_err();
            if sender.send(Message::Input(input)).is_err() || is_over {
                return;
            }
        }
    });
}

#[cfg(unix)]
fn send_signals(sender: Sender<Message>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};

    let handled = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT];
    let mut signals = signal_hook::iterator::Signals::new(handled)?;
    thread::spawn(move || {
        for signal in signals.forever() {
            if sender.send(Message::Signal(signal)).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn send_signals(_: Sender<Message>) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn handle_signal(signal: i32, viewer: &mut Viewer<'_>, screen: &Screen) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGTSTP};

    match signal {
        SIGTSTP => suspend(viewer, screen)?,
        SIGCONT => screen.enter_again()?,
        other => return Err(Interrupted(u8::try_from(other).unwrap_or(INTERRUPT)).into()),
    }
    Ok(())
}

#[cfg(not(unix))]
fn handle_signal(_: i32, _: &mut Viewer<'_>, _: &Screen) -> anyhow::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn suspend(viewer: &mut Viewer<'_>, screen: &Screen) -> io::Result<()> {
    if !screen.suspend()? {
        viewer.tell("there is no shell that could continue the viewer");
    }
    Ok(())
}

/// Does nothing: other systems do not suspend commands.
#[cfg(not(unix))]
fn suspend(_: &mut Viewer<'_>, _: &Screen) -> io::Result<()> {
    Ok(())
}

/// An input of the terminal, for the event loop.
enum Input {
    Event(Event),
    Interrupt,
    Suspend,
    Resize,
    Redraw,
    /// Anything else, such as a movement of the mouse.
    Other,
}

fn read(event: event::Event) -> Input {
    match event {
        event::Event::Key(key) if key.kind != KeyEventKind::Release => read_key(key),
        event::Event::Mouse(mouse) => read_mouse(mouse),
        event::Event::Resize(..) => Input::Resize,
        _ => Input::Other,
    }
}

fn read_key(key: KeyEvent) -> Input {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Input::Interrupt,
            KeyCode::Char('z') => Input::Suspend,
            KeyCode::Char('l') => Input::Redraw,
            _ => Input::Other,
        };
    }
    Input::Event(Event::Key(match key.code {
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        _ => return Input::Other,
    }))
}

fn read_mouse(mouse: MouseEvent) -> Input {
    let action = match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => MouseAction::Press,
        MouseEventKind::ScrollUp => MouseAction::ScrollUp,
        MouseEventKind::ScrollDown => MouseAction::ScrollDown,
        _ => return Input::Other,
    };
    Input::Event(Event::Mouse(Mouse::new(mouse.column, mouse.row, action)))
}
