//! Writes the positions for which the canonical rows may not be enough.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Point, Setup};

use crate::read::row_items;
use crate::row;
use crate::width::{Width, width};

/// The widest board on which each row, written as the notation defines it, has only one reading.
pub(crate) const CLEAR: u8 = 22;

/// The form of runs in rows that would otherwise be ambiguous.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// The last stone of a run is written separately if empty points follow, as in `B21b2`. Any other reading
    /// of the digits then has fewer points, so only the intended reading adds up to the width of the board.
    EarlyEnds,
    /// Each stone is written separately, so that only the actual width fits the row.
    Singles,
}

/// Whether a position may have rows that differ from the canonical ones. Small square boards, the usual case,
/// have none.
pub(crate) fn needs_care(setup: &Setup) -> bool {
    let size = setup.size();
    size.cols() != size.rows() || size.cols() > CLEAR
}

/// Rewrites canonical rows that are ambiguous, and makes the rows imply the width of the board.
pub(crate) fn clear(setup: &Setup, rows: &str) -> String {
    let size = setup.size();
    let clear = |(number, row)| {
        if is_ambiguous(row, size.cols()) {
            Cow::Owned(self::row(setup, number, Style::EarlyEnds))
        } else {
            Cow::Borrowed(row)
        }
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

/// Makes sure that the rows of a board that is not square imply its width.
fn show_width(setup: &Setup, rows: &mut [Cow<'_, str>]) {
    let size = setup.size();
    let full = rows.iter().filter(|row| !row.is_empty());
    let sums: Vec<_> = full.map(|row| row::sums(&row_items(row))).collect();
    if width(sums.iter().copied(), size.rows()) == Width::Known(size.cols()) {
        return;
    }
    // An empty row can state its number of points; another row can be written without runs.
    let empty = rows.iter().position(|row| row.is_empty());
    let clear = match empty {
        Some(_) => size.cols().to_string(),
        None => row(setup, 0, Style::Singles),
    };
    rows[empty.unwrap_or(0)] = Cow::Owned(clear);
}

/// Writes a row that has stones or a ko.
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

/// Writes a run of stones; `empties` is whether empty points follow.
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
