//! The FEN of PlayStrategy: a position of Go in one line, similar to the FEN of chess.
//!
//! ```
//! use kifu_core::{Color, Point};
//! use kifu_diagram::fen::Fen;
//!
//! let fen: Fen = "9/9/9/4Ss3/3S1Ss2/4Ss3/9/9/S8[SSSSSSSSSSssssssssss] w e5 60 85 1 0 55 0 5".parse().unwrap();
//! assert_eq!(fen.setup.stone(Point::new(5, 3)), Some(Color::White));
//! assert_eq!(fen.setup.ko, Some(Point::new(4, 4)));
//! assert_eq!(fen.komi.to_string(), "5.5");
//! assert_eq!((fen.captures.black, fen.move_number), (1, 5));
//! ```
//!
//! Rows are separated by `/`, from the top. `S` is a black stone, `s` is a white stone, and a number stands for
//! that many empty points. `[…]` is the pocket of stones left to play. It always has ten stones of each colour,
//! and is skipped. These fields follow, separated by spaces: the side to move, the ko or `-`, the points of both
//! sides in tenths, their captures, the komi in tenths, the number of passes directly before, and the move number.
//! The column of the ko is a letter from `a` on, without a gap; the row counts from the bottom, as on a chess
//! board.
//!
//! Older forms have fewer fields, including the board: six (without captures, komi and passes), seven (with the
//! komi), and nine (with captures too).

use std::fmt::{self, Write};
use std::str::FromStr;

use kifu_core::{ByColor, Color, Point, Points, Setup, Size};

use crate::error::{ReadError, ReadErrorKind};

/// A position in FEN, with the state of its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The stones, the player to move, and the ko.
    pub setup: Setup,
    /// The current points of each side. White's points include komi.
    pub points: ByColor<Points>,
    /// The number of stones that each player has captured.
    pub captures: ByColor<u32>,
    /// The komi, which White's points already include.
    pub komi: Points,
    /// The number of consecutive passes directly before the position.
    pub passes: u32,
    /// The number of the next move, counted as in chess: one number for both players.
    pub move_number: u32,
}

impl Fen {
    /// Creates a position before its first move. Black plays if the setup does not name a player.
    pub fn new(setup: Setup) -> Fen {
        Fen {
            setup,
            points: ByColor::default(),
            captures: ByColor::default(),
            komi: Points::ZERO,
            passes: 0,
            move_number: 1,
        }
    }
}

/// Writes the newest form, with ten fields.
impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.setup.size();
        for row in 0..size.rows() {
            f.write_str(if row > 0 { "/" } else { "" })?;
            let mut empty = 0;
            for col in 0..size.cols() {
                let stone = self.setup.stone(Point::new(col, row));
                if stone.is_some() && empty > 0 {
                    write!(f, "{}", std::mem::take(&mut empty))?;
                }
                match stone {
                    None => empty += 1,
                    Some(Color::Black) => f.write_char('S')?,
                    Some(Color::White) => f.write_char('s')?,
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        let side = self.setup.to_play.unwrap_or(Color::Black).letter();
        write!(f, "[SSSSSSSSSSssssssssss] {} ", side.to_ascii_lowercase())?;
        // Columns beyond the 26 lower-case letters use capitals.
        let ko = self.setup.ko.filter(|&ko| size.contains(ko));
        match ko.and_then(|ko| Some((ko.to_sgf()?[0], size.rows() - ko.row))) {
            Some((col, row)) => write!(f, "{}{row}", char::from(col))?,
            None => f.write_char('-')?,
        }
        let tenths = |points: Points| points.hundredths() / 10;
        write!(
            f,
            " {} {} {} {} {} {} {}",
            tenths(self.points.black),
            tenths(self.points.white),
            self.captures.black,
            self.captures.white,
            tenths(self.komi),
            self.passes,
            self.move_number
        )
    }
}

/// Parses every form of the notation.
impl FromStr for Fen {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Fen, ReadError> {
        let mut fields = fields(text);
        let (at, board) = fields.next().ok_or(wrong(ReadErrorKind::Incomplete, 1))?;
        let mut fen = Fen::new(stones(board, at)?);
        let (at, side) = fields
            .next()
            .ok_or(wrong(ReadErrorKind::Incomplete, end(text)))?;
        fen.setup.to_play = Some(match side {
            "b" => Color::Black,
            "w" => Color::White,
            other => return Err(unexpected(other, at)),
        });
        let (at, ko) = fields
            .next()
            .ok_or(wrong(ReadErrorKind::Incomplete, end(text)))?;
        if ko != "-" {
            let point =
                ko_point(ko, fen.setup.size()).ok_or(wrong(ReadErrorKind::BadNumber, at))?;
            fen.setup.ko = Some(point);
        }
        let mut numbers = Vec::with_capacity(8);
        for (at, field) in fields {
            let number: i32 = field
                .parse()
                .map_err(|_| wrong(ReadErrorKind::BadNumber, at))?;
            // The points of a side and the komi may be negative.
            if numbers.len() == 7 {
                return Err(unexpected(field, at));
            }
            numbers.push((at, number));
        }
        let tenths = |&(_, tenths): &(u32, i32)| Points::from_hundredths(tenths.saturating_mul(10));
        let count = |&(at, number): &(u32, i32)| {
            u32::try_from(number).map_err(|_| wrong(ReadErrorKind::BadNumber, at))
        };
        let (last, others) = numbers
            .split_last()
            .ok_or(wrong(ReadErrorKind::Incomplete, end(text)))?;
        fen.move_number = count(last)?;
        let [black, white, others @ ..] = others else {
            return Err(wrong(ReadErrorKind::Incomplete, end(text)));
        };
        fen.points = ByColor {
            black: tenths(black),
            white: tenths(white),
        };
        let (captures, others) = match others {
            [black, white, others @ ..] => (Some((black, white)), others),
            others => (None, others),
        };
        if let Some((black, white)) = captures {
            fen.captures = ByColor {
                black: count(black)?,
                white: count(white)?,
            };
        }
        if let [komi, others @ ..] = others {
            fen.komi = tenths(komi);
            if let [passes] = others {
                fen.passes = count(passes)?;
            }
        }
        Ok(fen)
    }
}

/// The fields, separated by spaces, each with the column of its first character.
fn fields(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut column = 1u32;
    text.split(' ').filter_map(move |field| {
        let at = column;
        column = column.saturating_add(field.chars().count() as u32 + 1);
        let field = field.trim();
        (!field.is_empty()).then_some((at, field))
    })
}

/// Parses the board field.
fn stones(board: &str, at: u32) -> Result<Setup, ReadError> {
    let rows = board.split('[').next().unwrap_or_default();
    let mut all: Vec<Vec<Option<Color>>> = vec![Vec::new()];
    let mut chars = (at..).zip(rows.chars()).peekable();
    while let Some((at, c)) = chars.next() {
        let height = all.len();
        let row = all.last_mut().expect("`all` is never empty");
        let (stone, count) = match c {
            'S' => (Some(Color::Black), 1),
            's' => (Some(Color::White), 1),
            '1'..='9' => {
                let mut number = c.to_digit(10).unwrap_or_default();
                while let Some((_, digit)) = chars.next_if(|(_, c)| c.is_ascii_digit()) {
                    let digit = digit.to_digit(10).unwrap_or_default();
                    number = number.saturating_mul(10).saturating_add(digit);
                }
                (None, number)
            }
            '/' if height < usize::from(Size::MAX) => {
                all.push(Vec::new());
                continue;
            }
            '/' => return Err(wrong(ReadErrorKind::TooLarge, at)),
            _ => return Err(wrong(ReadErrorKind::Unexpected(c), at)),
        };
        if row.len() as u64 + u64::from(count) > u64::from(Size::MAX) {
            return Err(wrong(ReadErrorKind::TooLarge, at));
        }
        row.extend((0..count).map(|_| stone));
    }
    let cols = all[0].len() as u8;
    let size = Size::new(cols, all.len() as u8).map_err(|_| wrong(ReadErrorKind::NoBoard, at))?;
    let mut setup = Setup::empty(size);
    for (number, row) in (0..).zip(all) {
        let (got, expected) = (row.len() as u8, cols);
        if got != expected {
            return Err(wrong(ReadErrorKind::Uneven { got, expected }, at));
        }
        for (col, stone) in (0..).zip(row) {
            setup.put(Point::new(col, number), stone);
        }
    }
    Ok(setup)
}

/// Parses a ko point such as `e5`: columns in the letters of SGF, rows from the bottom.
fn ko_point(name: &str, size: Size) -> Option<Point> {
    let letter = *name.as_bytes().first()?;
    let col = Point::from_sgf(&[letter, b'a'])?.col;
    let row = name.get(1..)?;
    if !row.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let row: u8 = row.parse().ok()?;
    let point = Point::new(col, size.rows().checked_sub(row)?);
    size.contains(point).then_some(point)
}

fn wrong(problem: ReadErrorKind, column: u32) -> ReadError {
    ReadError::new(problem, 1, column)
}

fn unexpected(field: &str, at: u32) -> ReadError {
    wrong(
        ReadErrorKind::Unexpected(field.chars().next().unwrap_or(' ')),
        at,
    )
}

fn end(text: &str) -> u32 {
    (text.chars().count() as u32).saturating_add(1)
}
