//! The events that a viewer handles.

/// An event from the keyboard or the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Event {
    /// A key was pressed, or repeated.
    Key(Key),
    /// The mouse was used. The column and the row are those of the buffer that was drawn last.
    Mouse {
        /// The column, from 0.
        column: u16,
        /// The row, from 0.
        row: u16,
        /// The use of the mouse.
        action: MouseAction,
    },
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
