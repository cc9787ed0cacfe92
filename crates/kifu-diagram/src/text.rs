//! Draws boards as text, for terminals, mails and plain files.

use std::fmt::{self, Write};

use kifu_core::{Color, Point};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::stars::is_star;
use crate::words;
use crate::{Cell, Figure, Mark};

/// Options for drawing a board as text.
///
/// ```
/// use kifu_core::{Color, Point, Size};
/// use kifu_diagram::{Coordinates, Figure, Text};
///
/// let mut figure = Figure::empty(Size::square(5).unwrap());
/// figure.coordinates = Coordinates::Western;
/// figure[Point::new(1, 3)].stone = Some(Color::Black);
/// figure[Point::new(3, 1)].stone = Some(Color::White);
/// figure.last = Some(Point::new(3, 1));
/// figure.to_play = Some(Color::Black);
/// let expected = "   A B C D E
///  5 · · · · ·  5
///  4 · · ·(○)·  4
///  3 · · + · ·  3
///  2 · ● · · ·  2
///  1 · · · · ·  1
///    A B C D E
/// Black to play
/// ";
/// assert_eq!(Text::UNICODE.draw(&figure), expected);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// The symbols for stones and marks.
    pub symbols: Symbols,
    /// Whether to use colours: ANSI escapes of 256 colours, with black and white on wood. Stones of both colours
    /// are then drawn filled, because an outline does not look like a white stone on a dark screen.
    pub color: bool,
}

/// A set of symbols for stones and marks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbols {
    /// `X` and `O`, with the marks of Sensei's notation.
    Ascii,
    /// `●` and `○`, with shapes for marks, all one column wide.
    Unicode,
}

impl Symbols {
    /// Returns the symbol of the stone, mark, territory or variation of a cell, one column wide, or `None` if it has none of
    /// them. Numbers and labels do not count. If `is_filled`, stones have filled shapes whatever their colour, for text that is
    /// drawn in the colour of the stone.
    ///
    /// ```
    /// # use kifu_diagram::{Cell, Color, Symbols};
    /// let cell = Cell { stone: Some(Color::White), ..Cell::default() };
    /// assert_eq!(Symbols::Unicode.of(&cell, false), Some('○'));
    /// assert_eq!(Symbols::Unicode.of(&cell, true), Some('●'));
    /// assert_eq!(Symbols::Ascii.of(&Cell::default(), false), None);
    /// ```
    pub fn of(self, cell: &Cell, is_filled: bool) -> Option<char> {
        match self {
            Symbols::Ascii => ascii(cell),
            Symbols::Unicode => {
                let stone = match cell.stone {
                    Some(Color::White) if is_filled => Some(Color::Black),
                    stone => stone,
                };
                unicode(cell, stone)
            }
        }
    }
}

/// The maximum width of labels in columns; longer labels are cut, and written in full below the board.
const LABEL: usize = 3;

impl Text {
    /// ASCII symbols, without colours.
    pub const ASCII: Text = Text {
        symbols: Symbols::Ascii,
        color: false,
    };

    /// Unicode symbols, without colours.
    pub const UNICODE: Text = Text {
        symbols: Symbols::Unicode,
        color: false,
    };

    /// Draws the board, with its title above and all other text below. Every line ends with LF.
    ///
    /// The last move is in parentheses. Control characters are removed from all texts.
    pub fn draw(self, figure: &Figure) -> String {
        let mut out = String::new();
        self.write(figure, &mut out)
            .expect("writing to a string cannot fail");
        out
    }

    /// Describes the marks of the figure, with one line for each kind of mark and its symbols, such as
    /// `Triangles (▵): D16, E16`. Points outside of the view are included. Long labels are omitted, because
    /// [`draw`](Text::draw) writes them below the board. Every line ends with LF.
    ///
    /// ```
    /// use kifu_core::{Point, Size};
    /// use kifu_diagram::{Figure, Mark, Text};
    ///
    /// let mut figure = Figure::empty(Size::square(5).unwrap());
    /// figure[Point::new(1, 3)].mark = Some(Mark::Circle);
    /// figure[Point::new(3, 1)].label = Some("A".into());
    /// assert_eq!(Text::UNICODE.legend(&figure), "Circle (∘): B2\nLabel: A at D4\n");
    /// assert_eq!(Text::ASCII.legend(&figure), "Circle (C): B2\nLabel: A at D4\n");
    /// ```
    pub fn legend(self, figure: &Figure) -> String {
        let entries = words::legend(figure, LABEL, |cell| {
            // A label or number hides the symbol.
            let hidden =
                cell.number.is_some() || cell.label.as_ref().is_some_and(|l| !l.is_empty());
            (!hidden).then(|| self.symbol(cell, false))
        });
        words::printable(&entries, true)
    }

    fn write(self, figure: &Figure, out: &mut String) -> fmt::Result {
        for line in words::game(figure) {
            writeln!(out, "{line}")?;
        }
        for line in words::printable(&figure.title, true).lines() {
            writeln!(out, "{line}")?;
        }
        let view = figure.view.on(figure.size());
        let drawn: Vec<Drawn> = view
            .points()
            .map(|point| self.point(figure, point))
            .collect();
        let name = |col| words::column(figure, col).map_or(0, |name| name.len());
        let widest = drawn.iter().map(|drawn| drawn.width);
        let wide = 1 + widest.chain(view.columns().map(name)).max().unwrap_or(1);
        let rows = view.lines().filter_map(|row| words::row(figure, row));
        let margin = rows
            .map(|row| row.len())
            .max()
            .map_or(0, |width| width.max(2));

        let letters = |out: &mut String| {
            let mut line = " ".repeat(margin);
            for col in view.columns() {
                write!(line, "{:>wide$}", words::column(figure, col)?).ok()?;
            }
            writeln!(out, "{line}").ok()
        };
        letters(out);
        for (row, points) in view.lines().zip(drawn.chunks(usize::from(view.cols()))) {
            let number = words::row(figure, row);
            if let Some(number) = &number {
                write!(out, "{number:>margin$}")?;
            }
            self.row(points, wide, out)?;
            match number {
                Some(number) => writeln!(out, "{number:>margin$}")?,
                None => {
                    out.truncate(out.trim_end_matches(' ').len());
                    out.push('\n');
                }
            }
        }
        letters(out);
        self.below(figure, out)
    }

    /// Writes the points of a row, each `wide` columns wide.
    fn row(self, points: &[Drawn], wide: usize, out: &mut String) -> fmt::Result {
        let wood = |out: &mut String| {
            if self.color {
                out.write_str(WOOD)
            } else {
                Ok(())
            }
        };
        wood(out)?;
        let mut open = false;
        for point in points {
            let gap = wide - point.width;
            for at in 1..=gap {
                out.push(if point.last && at == gap {
                    '('
                } else if open && at == 1 {
                    ')'
                } else {
                    ' '
                });
            }
            match point.sgr.filter(|_| self.color) {
                None => point.push(out),
                Some(sgr) => {
                    write!(out, "\x1B[{sgr}m")?;
                    point.push(out);
                    wood(out)?;
                }
            }
            open = point.last;
        }
        out.push(if open { ')' } else { ' ' });
        if self.color {
            out.push_str("\x1B[m");
        }
        Ok(())
    }

    fn below(self, figure: &Figure, out: &mut String) -> fmt::Result {
        if !self.color {
            if let Some(numbers) = words::numbers(figure) {
                writeln!(out, "{numbers}")?;
            }
        }
        if let Some(label) = words::long_labels(figure, LABEL) {
            writeln!(out, "{}", words::printable(&label, false))?;
        }
        for (kind, ends) in [("Line", &figure.lines), ("Arrow", &figure.arrows)] {
            for &[from, to] in ends {
                let (from, to) = (words::name(figure, from), words::name(figure, to));
                writeln!(out, "{kind} from {from} to {to}")?;
            }
        }
        for line in words::below(figure) {
            writeln!(out, "{}", words::printable(&line, true))?;
        }
        Ok(())
    }

    fn point(self, figure: &Figure, point: Point) -> Drawn {
        let cell = &figure[point];
        let text = match cell {
            Cell { hidden: true, .. } => Drawing::Symbol(' '),
            Cell {
                number: Some(number),
                ..
            } => Drawing::Text(number.to_string()),
            Cell {
                label: Some(label), ..
            } if !label.is_empty() => Drawing::Text(words::printable(cut(label, LABEL), false)),
            _ => {
                let star = figure.stars && is_star(figure.size(), point);
                Drawing::Symbol(self.symbol(cell, star))
            }
        };
        Drawn {
            width: match &text {
                Drawing::Symbol(_) => 1,
                Drawing::Text(text) => text.width().max(1),
            },
            last: figure.last == Some(point) && !cell.hidden,
            sgr: sgr(
                cell,
                matches!(&text, Drawing::Text(text) if text.is_empty()),
            ),
            text,
        }
    }

    /// The symbol of a point without a number or a label.
    fn symbol(self, cell: &Cell, star: bool) -> char {
        let empty = match (self.symbols, star) {
            (_, true) => '+',
            (Symbols::Ascii, false) => '.',
            (Symbols::Unicode, false) => '·',
        };
        self.symbols.of(cell, self.color).unwrap_or(empty)
    }
}

/// A drawn point.
struct Drawn {
    text: Drawing,
    width: usize,
    last: bool,
    sgr: Option<&'static str>,
}

enum Drawing {
    /// A character that is one column wide.
    Symbol(char),
    /// A number or a label.
    Text(String),
}

impl Drawn {
    fn push(&self, out: &mut String) {
        match &self.text {
            Drawing::Symbol(symbol) => out.push(*symbol),
            Drawing::Text(text) => out.push_str(text),
        }
    }
}

/// The colours of empty points and gaps: dark on wood.
const WOOD: &str = "\x1B[0;38;5;94;48;5;179m";

/// The colours of a point, if they differ from those of the wood.
fn sgr(cell: &Cell, is_empty: bool) -> Option<&'static str> {
    let filled =
        cell.number.is_some() || cell.label.as_deref().is_some_and(|label| !label.is_empty());
    Some(match (cell.stone, filled) {
        _ if cell.hidden || is_empty => return None,
        (None, _) if cell.dimmed => "38;5;137",
        (None, true) => "1;38;5;16",
        (None, false) if cell.mark.is_some() || cell.territory.is_some() => match cell.territory {
            Some(Color::White) => "38;5;231",
            Some(Color::Black) => "38;5;16",
            None => "1;38;5;88",
        },
        (None, false) => return None,
        (Some(Color::Black), false) if cell.dimmed => "38;5;240",
        (Some(Color::White), false) if cell.dimmed => "38;5;187",
        (Some(Color::Black), false) => "38;5;16",
        (Some(Color::White), false) => "38;5;231",
        (Some(Color::Black), true) => "38;5;231;48;5;16",
        (Some(Color::White), true) => "38;5;16;48;5;231",
    })
}

/// Sensei's symbols, with lower-case letters for dead stones.
fn ascii(cell: &Cell) -> Option<char> {
    Some(match (cell.stone, cell.mark) {
        (Some(Color::Black), _) if cell.territory == Some(Color::White) => 'x',
        (Some(Color::White), _) if cell.territory == Some(Color::Black) => 'o',
        (None, Some(Mark::Selected)) => '*',
        (Some(Color::Black), Some(Mark::Selected)) => '%',
        (Some(Color::White), Some(Mark::Selected)) => '&',
        (stone, mark) if stone.is_some() || mark.is_some() => {
            crate::sensei::symbol(stone, mark).unwrap_or('?')
        }
        _ => match (cell.territory, cell.variation) {
            (Some(Color::Black), _) => 'x',
            (Some(Color::White), _) => 'o',
            (None, Some(_)) => '?',
            (None, None) => return None,
        },
    })
}

/// Symbols one column wide; `stone` is the stone as it is drawn.
fn unicode(cell: &Cell, stone: Option<Color>) -> Option<char> {
    let dead = cell.stone.is_some() && cell.territory == cell.stone.map(|color| !color);
    Some(match (stone, cell.mark) {
        (Some(Color::Black), _) if dead => '◕',
        (Some(Color::White), _) if dead => '◔',
        (Some(Color::Black), None) => '●',
        (Some(Color::White), None) => '○',
        (Some(Color::Black), Some(mark)) => match mark {
            Mark::Circle => '◉',
            Mark::Square => '■',
            Mark::Triangle => '▲',
            Mark::Cross => '✖',
            Mark::Selected => '◆',
        },
        (Some(Color::White), Some(mark)) => match mark {
            Mark::Circle => '◎',
            Mark::Square => '□',
            Mark::Triangle => '△',
            Mark::Cross => '⊗',
            Mark::Selected => '◇',
        },
        (None, Some(mark)) => match mark {
            Mark::Circle => '∘',
            Mark::Square => '▢',
            Mark::Triangle => '▵',
            Mark::Cross => '×',
            Mark::Selected => '⋄',
        },
        (None, None) => match (cell.territory, cell.variation) {
            (Some(Color::Black), _) => '▪',
            (Some(Color::White), _) => '▫',
            (None, Some(_)) => '◌',
            (None, None) => return None,
        },
    })
}

/// The longest prefix of a text that fits into `columns` columns, with at most 8 characters for each column: characters without a width
/// have no other limit.
pub(crate) fn cut(text: &str, columns: usize) -> &str {
    let mut width = 0;
    for (count, (at, c)) in text.char_indices().enumerate() {
        width += c.width().unwrap_or(1);
        if width > columns || count >= columns.saturating_mul(8) {
            return &text[..at];
        }
    }
    text
}
