//! Plain text boards, and the boards that engines print for GTP's `showboard`.
//!
//! ```
//! use kifu_core::{Color, Point};
//! use kifu_diagram::board;
//!
//! let figure = board::read("Your move:\n.X.\n.OX\n...\n").unwrap();
//! assert_eq!(figure.size().cols(), 3);
//! assert_eq!(figure[Point::new(2, 1)].stone, Some(Color::Black));
//! assert_eq!(board::plain(&figure), ".X.\n.OX\n...\n");
//! ```

use std::fmt::Write;
use std::ops::Range;

use kifu_core::{ByColor, Color, Point, Size};

use crate::error::{ReadError, ReadErrorKind};
use crate::lines::lines;
use crate::stars::is_star;
use crate::words::western_column;
use crate::{Coordinates, Figure};

/// Writes only the stones: `.`, `X` and `O`, one line for each row of the board.
pub fn plain(figure: &Figure) -> String {
    let mut out = String::new();
    for row in 0..figure.size().rows() {
        for col in 0..figure.size().cols() {
            out.push(symbol(figure[Point::new(col, row)].stone, '.'));
        }
        out.push('\n');
    }
    out
}

/// Writes the board as GNU Go prints it for `showboard`: coordinates, `+` for star points, the last move in
/// parentheses, the captures at the right, and the player to move below. Marks, numbers, labels and the view are
/// not written.
///
/// ```
/// use kifu_core::{Point, Size, Color};
/// use kifu_diagram::{Figure, board};
///
/// let mut figure = Figure::empty(Size::square(3).unwrap());
/// figure[Point::new(1, 1)].stone = Some(Color::Black);
/// figure.last = Some(Point::new(1, 1));
/// figure.captures = Some(Default::default());
/// let expected = "   A B C
///  3 . . . 3
///  2 .(X). 2     WHITE (O) has captured 0 stones
///  1 . . . 1     BLACK (X) has captured 0 stones
///    A B C
/// ";
/// assert_eq!(board::showboard(&figure), expected);
/// ```
pub fn showboard(figure: &Figure) -> String {
    let size = figure.size();
    let letters = (0..size.cols()).map(|col| western_column(size, col));
    let wide = 1 + letters.clone().map(|name| name.len()).max().unwrap_or(1);
    let heading: String = letters.map(|name| format!("{name:>wide$}")).collect();
    let mut out = format!("  {heading}\n");
    for row in 0..size.rows() {
        let number = size.rows() - row;
        write!(out, "{number:>2}").expect("writing to a string cannot fail");
        let is_last = |col: u8| figure.last == Some(Point::new(col, row));
        for col in 0..size.cols() {
            let point = Point::new(col, row);
            let before = if is_last(col) {
                '('
            } else if wide == 2 && col > 0 && is_last(col - 1) {
                ')'
            } else {
                ' '
            };
            let empty = if figure.stars && is_star(size, point) {
                '+'
            } else {
                '.'
            };
            let after_last = wide > 2 && col > 0 && is_last(col - 1);
            out.push_str(if after_last { ")" } else { "" });
            out.extend((2 + usize::from(after_last)..wide).map(|_| ' '));
            out.push(before);
            out.push(symbol(figure[point].stone, empty));
        }
        out.push(if is_last(size.cols() - 1) { ')' } else { ' ' });
        write!(out, "{number}").expect("writing to a string cannot fail");
        if let Some(captures) = figure.captures.filter(|_| number <= 2 && size.rows() >= 2) {
            out.extend((number.to_string().len()..2).map(|_| ' '));
            out.push_str("    ");
            out.push_str(&captured(captures, number == 2));
        }
        out.push('\n');
    }
    writeln!(out, "  {heading}").expect("writing to a string cannot fail");
    if let Some(captures) = figure.captures.filter(|_| size.rows() < 2) {
        for white in [true, false] {
            writeln!(out, "{}", captured(captures, white))
                .expect("writing to a string cannot fail");
        }
    }
    if let Some(color) = figure.to_play {
        writeln!(out, "{color} to play").expect("writing to a string cannot fail");
    }
    out
}

fn captured(captures: ByColor<u32>, white: bool) -> String {
    if white {
        format!("WHITE (O) has captured {} stones", captures.white)
    } else {
        format!("BLACK (X) has captured {} stones", captures.black)
    }
}

fn symbol(stone: Option<Color>, empty: char) -> char {
    match stone {
        None => empty,
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
    }
}

/// Returns the line ranges of the boards in a text, each together with the text that belongs to it. Pass each range
/// to [`read`](read()).
///
/// A board is at least two consecutive lines that are rows of points. A line with a single letter is text, so boards with one
/// column are found only if they have numbers or edges. Text between two boards belongs to the upper
/// one, up to the last empty line or the last answer of an engine, which is a line that begins with `=`.
///
/// ```
/// let text = "..\n.X\nWhite to play\n\nAnd now:\nO.\n..\n";
/// let found: Vec<&str> = kifu_diagram::board::boards(text).into_iter().map(|at| &text[at]).collect();
/// assert_eq!(found, ["..\n.X\nWhite to play\n\n", "And now:\nO.\n..\n"]);
/// ```
pub fn boards(text: &str) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    let (mut is_row, mut in_board) = (false, false);
    // The earliest start of the next board.
    let mut cut = 0;
    for line in lines(text) {
        let was_row = std::mem::replace(&mut is_row, row(line.text).is_some());
        if is_row && was_row && !in_board {
            let start = match all.last_mut() {
                None => 0,
                Some(last) => {
                    last.end = cut;
                    cut
                }
            };
            all.push(start..text.len());
        }
        in_board = is_row && was_row;
        if in_board || line.text.trim().is_empty() {
            cut = line.end;
        } else if line.text.starts_with('=') {
            cut = line.start;
        }
    }
    all
}

/// Reads the board in a text: the longest sequence of lines that are rows of points.
///
/// Empty points are `.`, `,`, `+`, `·` and `┼`, black stones `X`, `x`, `#` and `●`, and white stones `O`, `o`, `0`
/// and `○`. The points of a row may be separated by spaces and surrounded by row numbers and edges of `|`; text
/// after these is skipped. A board with one column that has neither numbers nor edges has at least two rows. The
/// last move is the stone in parentheses, or else the stone followed by the highest digit. Captures and the side to
/// move are recognized in the output of GNU Go, Fuego, Pachi, Leela and KataGo.
///
/// # Errors
///
/// [`ReadError`] if no line is a row of points, if the rows have different lengths, or if the board is larger than
/// 52×52.
pub fn read(text: &str) -> Result<Figure, ReadError> {
    let mut best = longest(text, row)?;
    if best.is_empty() {
        // The rows of a board with one column. Elsewhere, a line with a single letter is text.
        best = longest(text, any_row)?;
        if best.len() < 2 {
            best.clear();
        }
    }
    let cols = best.first().map_or(0, |(_, row)| row.points.len()) as u8;
    let size = Size::new(cols, best.len() as u8)
        .map_err(|_| ReadError::new(ReadErrorKind::NoBoard, 0, 0))?;
    let mut figure = Figure::empty(size);
    let mut order = 0;
    for (at, (line, row)) in (0..).zip(best) {
        let (got, expected) = (row.points.len() as u8, cols);
        if got != expected {
            let problem = ReadErrorKind::Uneven { got, expected };
            return Err(ReadError::new(problem, line, 1));
        }
        if row.numbered {
            figure.coordinates = Coordinates::Western;
        }
        for (col, (stone, last)) in (0..).zip(row.points) {
            let point = Point::new(col, at);
            figure[point].stone = stone;
            if last > order {
                (order, figure.last) = (last, Some(point));
            }
        }
    }
    read_status(text, &mut figure);
    Ok(figure)
}

/// Returns the longest sequence of lines that are rows, with their numbers.
fn longest(text: &str, row: impl Fn(&str) -> Option<Row>) -> Result<Vec<(u32, Row)>, ReadError> {
    let mut rows: Vec<(u32, Row)> = Vec::new();
    let mut best: Vec<(u32, Row)> = Vec::new();
    for (number, line) in (1..).zip(lines(text)) {
        match row(line.text) {
            Some(row) if row.points.len() > usize::from(Size::MAX) => {
                return Err(ReadError::new(ReadErrorKind::TooLarge, number, 1));
            }
            Some(row) => {
                if rows.len() == usize::from(Size::MAX) {
                    return Err(ReadError::new(ReadErrorKind::TooLarge, number, 1));
                }
                rows.push((number, row));
            }
            None => keep_longer(&mut best, std::mem::take(&mut rows)),
        }
    }
    keep_longer(&mut best, rows);
    Ok(best)
}

fn keep_longer(best: &mut Vec<(u32, Row)>, rows: Vec<(u32, Row)>) {
    if rows.len() > best.len() {
        *best = rows;
    }
}

/// The points of a line, each with its rank among recent moves, as far as the line shows it.
struct Row {
    points: Vec<(Option<Color>, u8)>,
    numbered: bool,
    has_edge: bool,
}

/// The rank of a stone in parentheses, which is the last move regardless of digits.
const LAST: u8 = 10;

/// Parses a row such as `16 . . X(O). . 16`, `|.XO.|`, `16 . . X1O2.` or `..XO.`.
fn row(line: &str) -> Option<Row> {
    // A single full stop in a line is not a row.
    any_row(line).filter(|row| row.points.len() > 1 || row.numbered || row.has_edge)
}

/// Parses a row, which can also be a single point without number and edge.
fn any_row(line: &str) -> Option<Row> {
    let text = line.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = digits > 0 && text[digits..].starts_with([' ', '\t', '|', '(']);
    let text = if numbered { &text[digits..] } else { text };
    let mut points: Vec<(Option<Color>, u8)> = Vec::new();
    let (mut edge, mut open, mut before) = (false, false, ' ');
    for c in text.chars() {
        let stone = match c {
            ' ' | '\t' => Cell::Blank,
            '|' if points.is_empty() => {
                edge = true;
                Cell::Blank
            }
            // Any text may follow the right edge or a row number after it.
            '|' if edge || numbered => break,
            '1'..='9' if numbered && !points.is_empty() && " \t)".contains(before) => break,
            '(' => {
                open = true;
                Cell::Blank
            }
            ')' => {
                points.last_mut()?.1 = LAST;
                Cell::Blank
            }
            '1'..='9' => {
                let (stone, order) = points.last_mut()?;
                *order = (*stone).and(c.to_digit(10))? as u8;
                Cell::Blank
            }
            '.' | ',' | '+' | '·' | '┼' => Cell::Point(None),
            'X' | 'x' | '#' | '●' | '⚫' => Cell::Point(Some(Color::Black)),
            'O' | 'o' | '0' | '○' | '⚪' => Cell::Point(Some(Color::White)),
            _ => return None,
        };
        before = c;
        if let Cell::Point(stone) = stone {
            points.push((stone, if std::mem::take(&mut open) { LAST } else { 0 }));
            if points.len() > usize::from(Size::MAX) {
                break;
            }
        }
    }
    (!points.is_empty()).then_some(Row {
        points,
        numbered,
        has_edge: edge,
    })
}

/// The meaning of a character in a row.
enum Cell {
    Blank,
    Point(Option<Color>),
}

/// Reads captures and the side to move from the output of engines around the board.
fn read_status(text: &str, figure: &mut Figure) {
    for line in lines(text) {
        let lowercase = line.text.to_ascii_lowercase();
        for (phrase, by) in [
            ("black (x) has captured", Color::Black),
            ("white (o) has captured", Color::White),
            ("black (x) prisoners:", Color::Black),
            ("white (o) prisoners:", Color::White),
            // These lines count a player's captured stones, not the captures by that player.
            ("b stones captured:", Color::White),
            ("w stones captured:", Color::Black),
        ] {
            if let Some(count) = number_after(&lowercase, phrase) {
                figure.captures.get_or_insert_default()[by] = count;
            }
        }
        if let Some(pachi) = lowercase.find("captures b:").map(|at| &lowercase[at..]) {
            let (black, white) = (number_after(pachi, "b:"), number_after(pachi, "w:"));
            if let (Some(black), Some(white)) = (black, white) {
                figure.captures = Some(ByColor { black, white });
            }
        }
        for (phrases, color) in [
            (
                [
                    "black to play",
                    "black (x) to move",
                    "black to move",
                    "next player: black",
                ],
                Color::Black,
            ),
            (
                [
                    "white to play",
                    "white (o) to move",
                    "white to move",
                    "next player: white",
                ],
                Color::White,
            ),
        ] {
            if phrases.iter().any(|phrase| lowercase.contains(phrase)) {
                figure.to_play = Some(color);
            }
        }
    }
}

/// The number after a phrase, if both are present.
fn number_after(lowercase: &str, phrase: &str) -> Option<u32> {
    let rest = lowercase.split_once(phrase)?.1.trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    rest[..digits].parse().ok()
}
