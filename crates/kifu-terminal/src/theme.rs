//! Colours and symbols.

use kifu_core::Color;
use kifu_diagram::{Cell, Symbols};
use ratatui_core::style::{Color as Paint, Modifier, Style};

/// The colours that a terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Colors {
    /// None: the viewer uses bold, underlined and reversed text.
    None,
    /// The 16 colours that the user of the terminal chose.
    Basic,
    /// 256 colours.
    #[default]
    Indexed,
}

/// The styles of all parts of the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme(pub(crate) Colors);

impl Theme {
    /// A style with the foreground and the background in 16 and in 256 colours.
    fn style(self, basic: (Paint, Paint), indexed: (u8, u8)) -> Style {
        match self.0 {
            Colors::None => Style::new(),
            Colors::Basic => Style::new().fg(basic.0).bg(basic.1),
            Colors::Indexed => Style::new()
                .fg(Paint::Indexed(indexed.0))
                .bg(Paint::Indexed(indexed.1)),
        }
    }

    fn foreground(self, basic: Paint, indexed: u8) -> Style {
        match self.0 {
            Colors::None => Style::new(),
            Colors::Basic => Style::new().fg(basic),
            Colors::Indexed => Style::new().fg(Paint::Indexed(indexed)),
        }
    }

    pub(crate) fn is_colored(self) -> bool {
        self.0 != Colors::None
    }

    pub(crate) fn title(self) -> Style {
        match self.0 {
            Colors::None => Style::new().add_modifier(Modifier::REVERSED),
            _ => self
                .style((Paint::White, Paint::Blue), (255, 237))
                .add_modifier(Modifier::BOLD),
        }
    }

    /// The lines of the board.
    pub(crate) fn wood(self) -> Style {
        self.style((Paint::Black, Paint::Yellow), (137, 179))
    }

    /// A star point.
    pub(crate) fn star(self) -> Style {
        self.style((Paint::Black, Paint::Yellow), (94, 179))
            .add_modifier(Modifier::BOLD)
    }

    pub(crate) fn stone(self, color: Color) -> Style {
        match color {
            Color::Black => self.style((Paint::Black, Paint::Yellow), (16, 179)),
            Color::White => self
                .style((Paint::White, Paint::Yellow), (231, 179))
                .add_modifier(match self.0 {
                    Colors::Basic => Modifier::BOLD,
                    _ => Modifier::empty(),
                }),
        }
    }

    /// A stone that the record greys out.
    pub(crate) fn dimmed(self, color: Option<Color>) -> Style {
        match (self.0, color) {
            (Colors::None, _) => Style::new().add_modifier(Modifier::DIM),
            (_, Some(Color::Black)) => self.style((Paint::DarkGray, Paint::Yellow), (240, 179)),
            (_, Some(Color::White)) => self.style((Paint::Gray, Paint::Yellow), (187, 179)),
            (_, None) => self.style((Paint::DarkGray, Paint::Yellow), (143, 179)),
        }
    }

    /// Text on a stone.
    pub(crate) fn on_stone(self, color: Color) -> Style {
        match (self.0, color) {
            (Colors::None, Color::Black) => Style::new().add_modifier(Modifier::REVERSED),
            (Colors::None, Color::White) => Style::new().add_modifier(Modifier::UNDERLINED),
            (_, Color::Black) => self.style((Paint::White, Paint::Black), (231, 16)),
            (_, Color::White) => self.style((Paint::Black, Paint::White), (16, 231)),
        }
    }

    /// Text and marks on an empty point.
    pub(crate) fn on_wood(self) -> Style {
        self.style((Paint::Black, Paint::Yellow), (16, 179))
            .add_modifier(Modifier::BOLD)
    }

    /// The brackets around the last move.
    pub(crate) fn last(self) -> Style {
        self.style((Paint::Red, Paint::Yellow), (124, 179))
            .add_modifier(Modifier::BOLD)
    }

    /// The point that the keys select.
    pub(crate) fn cursor(self) -> Style {
        match self.0 {
            Colors::None => Style::new().add_modifier(Modifier::REVERSED),
            _ => self.style((Paint::White, Paint::Blue), (231, 32)),
        }
    }

    pub(crate) fn coordinates(self) -> Style {
        self.faint()
    }

    /// Text of less importance.
    pub(crate) fn faint(self) -> Style {
        match self.0 {
            Colors::None => Style::new(),
            _ => self.foreground(Paint::DarkGray, 244),
        }
    }

    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(crate) fn fault(self) -> Style {
        self.foreground(Paint::Red, 160)
            .add_modifier(Modifier::BOLD)
    }

    pub(crate) fn tried(self) -> Style {
        self.foreground(Paint::Magenta, 133)
            .add_modifier(Modifier::BOLD)
    }

    /// Text that a search found.
    pub(crate) fn found(self) -> Style {
        match self.0 {
            Colors::None => Style::new().add_modifier(Modifier::REVERSED),
            _ => self.style((Paint::Black, Paint::Cyan), (16, 222)),
        }
    }

    /// The selected line of a list.
    pub(crate) fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The current node of the tree.
    pub(crate) fn current(self) -> Style {
        match self.0 {
            Colors::None => Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD),
            _ => self.style((Paint::White, Paint::Red), (231, 124)),
        }
    }

    /// A node of the tree that has text.
    pub(crate) fn with_text(self, style: Style) -> Style {
        match self.0 {
            Colors::Indexed => style.bg(Paint::Indexed(222)),
            _ => style.add_modifier(Modifier::UNDERLINED),
        }
    }
}

/// The symbol of a point without a number or a label, or `None` if it is empty.
pub(crate) fn point(symbols: Symbols, cell: &Cell, is_colored: bool) -> Option<char> {
    match symbols.of(cell, is_colored)? {
        '▫' if is_colored => Some('▪'),
        symbol => Some(symbol),
    }
}

/// The symbol of a stone in text.
pub(crate) fn stone(symbols: Symbols, color: Color, is_colored: bool) -> char {
    let cell = Cell {
        stone: Some(color),
        ..Cell::default()
    };
    symbols.of(&cell, is_colored).unwrap_or(' ')
}
