//! Positions as nearly all are, read in one pass: on a square board or one of known width, without a
//! ko, with nothing wrong and nothing to weigh. All others are left to `read`.

use kifu_core::{Color, Setup, Size};

use crate::row::{Group, Reading};

/// Reads a position, if it is a plain one.
pub(crate) fn read(text: &str, width: Option<u8>) -> Option<Setup> {
    let (rows, side) = text.rsplit_once('-')?;
    let side = match side {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let slashes = rows.bytes().filter(|&byte| byte == b'/').count();
    let height = u8::try_from(slashes + 1).ok()?;
    let size = Size::new(width.unwrap_or(height), height).ok()?;
    let mut setup = Setup::empty(size);
    setup.to_play = Some(side);
    let mut rest = rows.as_bytes();
    for number in 0..height {
        let mut row = Row::default();
        rest = row.read(rest, size.cols())?;
        setup.set_row(number, row.black, row.white);
    }
    Some(setup)
}

/// The part of a row that was read: a bit for each column.
#[derive(Default)]
struct Row {
    black: u64,
    white: u64,
    col: u8,
}

impl Row {
    /// Reads a row up to its slash or the end, and returns what is behind.
    fn read<'t>(&mut self, mut text: &'t [u8], width: u8) -> Option<&'t [u8]> {
        loop {
            let (byte, behind) = match text {
                [] => (b'/', text),
                [byte, behind @ ..] => (*byte, behind),
            };
            text = match byte {
                b'b' => self.stones(Color::Black, 1, behind),
                b'w' => self.stones(Color::White, 1, behind),
                b'B' => self.run(Color::Black, behind, width)?,
                b'W' => self.run(Color::White, behind, width)?,
                b'1'..=b'9' => {
                    let (count, behind) = number(byte, behind)?;
                    self.col += count;
                    behind
                }
                b'/' => return (self.col == width || self.col == 0).then_some(behind),
                _ => return None,
            };
            if self.col > width {
                return None;
            }
        }
    }

    fn stones<'t>(&mut self, color: Color, count: u8, behind: &'t [u8]) -> &'t [u8] {
        let stones = ((1 << count) - 1) << self.col;
        match color {
            Color::Black => self.black |= stones,
            Color::White => self.white |= stones,
        }
        self.col += count;
        behind
    }

    /// A run, and the empty points behind it that its digits count.
    fn run<'t>(&mut self, color: Color, text: &'t [u8], width: u8) -> Option<&'t [u8]> {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, behind) = text.split_at(digits);
        let reading = match *digits {
            [stones @ b'2'..=b'9'] => Reading {
                stones: stones - b'0',
                empties: 0,
            },
            _ => Group::of(digits)?.only_fitting(width - self.col)?,
        };
        self.stones(color, reading.stones, behind);
        self.col += reading.empties;
        Some(behind)
    }
}

/// A number of one digit or two; more are none.
fn number(first: u8, text: &[u8]) -> Option<(u8, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let first = first - b'0';
    match digits {
        0 => Some((first, text)),
        1 => Some((first * 10 + (text[0] - b'0'), &text[1..])),
        _ => None,
    }
}
