//! Writing positions.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Point, Setup};

use crate::read::row_items;
use crate::row;
use crate::width::{Width, width};

/// The widest board on which a row as the notation defines it always has one reading.
pub(crate) const CLEAR: u8 = 22;

/// How runs are written in rows that would have another reading as the notation has them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// The last stone of a run by itself where empty points follow, as in `B21b2`. What
    /// digits could stand for beside the run itself is then always fewer points, so that
    /// only what is meant has as many as the board is wide.
    EarlyEnds,
    /// Each stone by itself. Nothing but the row's own width fits.
    Singles,
}

/// Whether a position may have rows that are not as the notation has them. Small square boards, nearly
/// all there are, have none.
pub(crate) fn needs_care(setup: &Setup) -> bool {
    let size = setup.size();
    size.cols() != size.rows() || size.cols() > CLEAR
}

/// The rows of a position, that were written as the notation has them, so that they have one reading.
pub(crate) fn clear(setup: &Setup, rows: &str) -> String {
    let size = setup.size();
    let clear = |(number, row)| match is_ambiguous(row, size.cols()) {
        true => Cow::Owned(self::row(setup, number, Style::EarlyEnds)),
        false => Cow::Borrowed(row),
    };
    let mut rows: Vec<Cow<'_, str>> = (0..).zip(rows.split('/')).map(clear).collect();
    if size.cols() != size.rows() {
        show_width(setup, &mut rows);
    }
    rows.join("/")
}

fn is_ambiguous(text: &str, width: u8) -> bool {
    width > CLEAR && row::solve(&row_items(text), width, |_, _| {}).is_err()
}

/// Sees to it that the rows of a board that is not square tell its width.
fn show_width(setup: &Setup, rows: &mut [Cow<'_, str>]) {
    let size = setup.size();
    let full = rows.iter().filter(|row| !row.is_empty());
    let sums: Vec<_> = full.map(|row| row::sums(&row_items(row))).collect();
    if width(sums.iter().copied(), size.rows()) == Width::Known(size.cols()) {
        return;
    }
    // An empty row can count its points; a full one can do without runs.
    let empty = rows.iter().position(|row| row.is_empty());
    let clear = match empty {
        Some(_) => size.cols().to_string(),
        None => row(setup, 0, Style::Singles),
    };
    rows[empty.unwrap_or(0)] = Cow::Owned(clear);
}

/// A row with stones or a ko.
fn row(setup: &Setup, number: u8, style: Style) -> String {
    let mut out = String::new();
    let points = (0..setup.size().cols()).map(|col| Point::new(col, number));
    let points: Vec<_> = points
        .map(|at| (setup.stone(at), setup.ko == Some(at)))
        .collect();
    let mut runs = points.chunk_by(|one, next| one == next).peekable();
    while let Some(alike) = runs.next() {
        let count = alike.len() as u8;
        let empties = matches!(runs.peek(), Some([(None, false), ..]));
        match alike[0] {
            (Some(color), _) => run(color, count, empties, style, &mut out),
            (None, true) => out.push('K'),
            (None, false) => out.push_str(&count.to_string()),
        }
    }
    out
}

/// Writes stones in a row, after which come empty points or not.
fn run(color: Color, count: u8, empties: bool, style: Style, out: &mut String) {
    let small = color.letter().to_ascii_lowercase();
    let singles = match style {
        Style::EarlyEnds => u8::from(empties),
        Style::Singles => count,
    };
    match count - singles {
        0 => {}
        1 => out.push(small),
        together => {
            out.push(color.letter());
            out.push_str(&together.to_string());
        }
    }
    out.extend((0..singles).map(|_| small));
}
