//! The events that a viewer handles.

/// An event from the keyboard or the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Event {
    /// A key was pressed, or repeated.
    Key(Key),
    /// The mouse was used.
    Mouse(Mouse),
}

/// A use of the mouse, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Mouse {
    /// The column of the buffer that was drawn last, from 0.
    pub column: u16,
    /// The row of that buffer, from 0.
    pub row: u16,
    /// The use.
    pub action: MouseAction,
}

impl Mouse {
    /// Creates a use of the mouse at a cell.
    pub const fn new(column: u16, row: u16, action: MouseAction) -> Mouse {
        Mouse {
            column,
            row,
            action,
        }
    }
}

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Key {
    /// A character, as the keyboard layout and the shift key make it.
    Char(char),
    /// The left arrow.
    Left,
    /// The right arrow.
    Right,
    /// The up arrow.
    Up,
    /// The down arrow.
    Down,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Enter, or return.
    Enter,
    /// Escape.
    Escape,
    /// Backspace.
    Backspace,
    /// Tab.
    Tab,
    /// Tab with shift.
    BackTab,
}

/// A use of the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MouseAction {
    /// The left button was pressed.
    Press,
    /// The wheel was turned away from the user.
    ScrollUp,
    /// The wheel was turned towards the user.
    ScrollDown,
}

/// Whether the viewer goes on after an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[must_use]
pub enum Flow {
    /// The viewer goes on.
    Continue,
    /// The user quits.
    Quit,
}
