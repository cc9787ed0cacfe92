//! Viewers that are driven and drawn in tests.

use std::time::Duration;

use kifu_terminal::ratatui_core::backend::TestBackend;
use kifu_terminal::ratatui_core::buffer::Buffer;
use kifu_terminal::ratatui_core::layout::Rect;
use kifu_terminal::ratatui_core::style::{Color, Modifier};
use kifu_terminal::ratatui_core::terminal::Terminal;
use kifu_terminal::sgf::Document;
use kifu_terminal::{Colors, Entry, Event, Flow, Key, Mouse, MouseAction, Options, Viewer};

/// Options for screens without colours, whose text says everything.
pub(crate) fn plain() -> Options {
    let mut options = Options::default();
    options.colors = Colors::None;
    options
}

pub(crate) fn document(source: &str) -> Document {
    Document::parse(source).expect("the source is short")
}

/// The games of a document.
pub(crate) fn games(document: &Document) -> Vec<Entry<'_>> {
    let roots = document.roots();
    roots
        .map(|root| Entry::game(document, root, "game.sgf"))
        .collect()
}

/// Draws a viewer on a terminal for tests.
pub(crate) fn buffer(viewer: &mut Viewer<'_>, width: u16, height: u16) -> Buffer {
    let mut terminal =
        Terminal::new(TestBackend::new(width, height)).expect("a test has a terminal");
    terminal
        .draw(|frame| viewer.draw(frame.area(), frame.buffer_mut()))
        .expect("a test has a terminal");
    terminal.backend().buffer().clone()
}

/// The text of a screen, without spaces at the ends of lines.
pub(crate) fn screen(viewer: &mut Viewer<'_>, width: u16, height: u16) -> String {
    text(&buffer(viewer, width, height))
}

pub(crate) fn text(buffer: &Buffer) -> String {
    let area = buffer.area;
    let mut out = String::new();
    for y in area.top()..area.bottom() {
        let mut line = String::new();
        let mut x = area.left();
        while x < area.right() {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            // A wide character takes the cells after it.
            let width = unicode_width(symbol);
            x += width.max(1);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn unicode_width(symbol: &str) -> u16 {
    let is_wide = |c: char| matches!(u32::from(c), 0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE4F | 0xFF00..=0xFF60);
    if symbol.chars().any(is_wide) { 2 } else { 1 }
}

/// The rows of a screen that contain a text.
pub(crate) fn rows_with(screen: &str, wanted: &str) -> usize {
    screen.lines().filter(|line| line.contains(wanted)).count()
}

/// The cells whose text is reversed, or has this background.
pub(crate) fn marked(buffer: &Buffer, background: Color) -> Vec<(u16, u16)> {
    let Rect { width, height, .. } = buffer.area;
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let is_marked = |&(x, y): &(u16, u16)| {
        let cell = &buffer[(x, y)];
        cell.bg == background || cell.modifier.contains(Modifier::REVERSED)
    };
    cells.filter(is_marked).collect()
}

/// Presses keys.
pub(crate) fn press(viewer: &mut Viewer<'_>, keys: impl IntoIterator<Item = Key>) {
    for key in keys {
        assert_eq!(viewer.handle(Event::Key(key)), Flow::Continue);
    }
}

/// Types characters, each as a key.
pub(crate) fn type_text(viewer: &mut Viewer<'_>, text: &str) {
    press(viewer, text.chars().map(Key::Char));
}

pub(crate) fn mouse(viewer: &mut Viewer<'_>, column: u16, row: u16, action: MouseAction) {
    assert_eq!(
        viewer.handle(Event::Mouse(Mouse::new(column, row, action))),
        Flow::Continue
    );
}

/// The first cell in which a text starts.
pub(crate) fn find(screen: &str, wanted: &str) -> (u16, u16) {
    let mut lines = (0..).zip(screen.lines());
    let found = lines
        .find_map(|(row, line)| Some((line[..line.find(wanted)?].chars().count() as u16, row)));
    found.unwrap_or_else(|| panic!("{wanted} is not on the screen:\n{screen}"))
}

pub(crate) const SECOND: Duration = Duration::from_secs(1);
