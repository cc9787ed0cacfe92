//! Writing positions.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use kifu_core::{Color, Setup};

use crate::read::row_items;
use crate::row;
use crate::width::{Width, width};

/// The widest board on which a row as the notation defines it always has one reading.
const CLEAR: u8 = 22;

/// How runs are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// As the notation says: a number for two stones or more.
    Canonical,
    /// The last stone of a run by itself where empty points follow, as in `B21b2`. What
    /// digits could stand for beside the run itself is then always fewer points, so that
    /// only what is meant has as many as the board is wide.
    EarlyEnds,
    /// Each stone by itself. Nothing but the row's own width fits.
    Singles,
}

/// Writes a position so that it has one reading.
pub(crate) fn position(setup: &Setup, side: Color, out: &mut String) {
    let size = setup.size();
    let mut rows: Vec<Range<usize>> = Vec::new();
    for number in 0..size.rows() {
        if number > 0 {
            out.push('/');
        }
        let start = out.len();
        row(setup, number, Style::Canonical, out);
        if size.cols() > CLEAR && is_ambiguous(&out[start..], size.cols()) {
            out.truncate(start);
            row(setup, number, Style::EarlyEnds, out);
        }
        if size.cols() != size.rows() {
            rows.push(start..out.len());
        }
    }
    if size.cols() != size.rows() {
        show_width(setup, &rows, out);
    }
    out.push('-');
    out.push(side.letter());
}

fn is_ambiguous(text: &str, width: u8) -> bool {
    row::solve(&row_items(text), width, |_, _| {}).is_err()
}

/// Sees to it that the rows of a board that is not square tell its width.
fn show_width(setup: &Setup, rows: &[Range<usize>], out: &mut String) {
    let size = setup.size();
    let sums: Vec<_> = rows
        .iter()
        .filter(|row| !row.is_empty())
        .map(|row| row::sums(&row_items(&out[row.clone()])))
        .collect();
    if width(sums.iter().copied(), size.rows()) == Width::Known(size.cols()) {
        return;
    }
    // An empty row can count its points; a full one can do without runs.
    let empty = rows.iter().position(Range::is_empty);
    let number = empty.unwrap_or(0);
    let mut clear = String::new();
    if empty.is_some() {
        push_number(size.cols(), &mut clear);
    } else {
        row(setup, number as u8, Style::Singles, &mut clear);
    }
    out.replace_range(rows[number].clone(), &clear);
}

/// Writes a row; nothing if it is empty.
fn row(setup: &Setup, number: u8, style: Style, out: &mut String) {
    let cols = setup.size().cols();
    let (black, white) = setup.row(number);
    let ko = setup.ko.filter(|ko| ko.row == number);
    let ko = ko.map_or(0, |ko| 1 << ko.col);
    let empty = !(black | white | ko) & ((1 << cols) - 1);
    let length = |points: u64, col: u8| (!(points >> col)).trailing_zeros() as u8;
    let mut col = 0;
    while col < cols {
        let (stones, color) = match 1 << col {
            at if black & at != 0 => (black, Color::Black),
            at if white & at != 0 => (white, Color::White),
            at if ko & at != 0 => {
                out.push('K');
                col += 1;
                continue;
            }
            _ => {
                let count = length(empty, col);
                if count < cols {
                    push_number(count, out);
                }
                col += count;
                continue;
            }
        };
        let count = length(stones, col);
        col += count;
        run(color, count, empty & 1 << col != 0, style, out);
    }
}

/// Writes stones in a row, after which come empty points or not.
fn run(color: Color, count: u8, empties: bool, style: Style, out: &mut String) {
    let small = color.letter().to_ascii_lowercase();
    let singles = match style {
        Style::Canonical => 0,
        Style::EarlyEnds => u8::from(empties),
        Style::Singles => count,
    };
    match count - singles {
        0 => {}
        1 => out.push(small),
        together => {
            out.push(color.letter());
            push_number(together, out);
        }
    }
    out.extend((0..singles).map(|_| small));
}

fn push_number(number: u8, out: &mut String) {
    if number >= 10 {
        out.push(char::from(b'0' + number / 10));
    }
    out.push(char::from(b'0' + number % 10));
}
