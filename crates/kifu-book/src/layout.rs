//! The measures of pages and boards, in micrometres.

use kifu_diagram::Coordinates;

use crate::board::Board;
use crate::{Options, Paper};

/// The measures of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) inside: u32,
    pub(crate) outside: u32,
    pub(crate) top: u32,
    pub(crate) bottom: u32,
    /// The largest distance of the lines of a board in a game.
    game_step: u32,
    /// The font size of the text, in thousandths of a point.
    pub(crate) font_size: u32,
}

/// The space between the columns of a row.
pub(crate) const GAP: u32 = 7_000;

/// The space for the heading and the text of a board, which therefore fits on a page with it.
const TEXT_ROOM: u32 = 40_000;

/// The largest distance of the lines of the boards of problems, and of answers and variations.
const PROBLEM_STEP: u32 = 6_000;
const SMALL_STEP: u32 = 5_000;

/// The distance from the outer lines to the edge of the drawing in steps, in hundredths; and the space for coordinates.
pub(crate) const MARGIN: u32 = 65;
pub(crate) const NAMES: u32 = 65;

/// The least width of a drawing in hundredths of a step.
const NARROWEST: u32 = 900;

/// The width in hundredths of a step from which a board takes a whole row.
const WIDE: u32 = 1_330;

impl Page {
    pub(crate) const fn of(paper: Paper) -> Page {
        match paper {
            Paper::A4 => Page {
                width: 210_000,
                height: 297_000,
                inside: 25_000,
                outside: 20_000,
                top: 24_000,
                bottom: 22_000,
                game_step: 7_000,
                font_size: 10_500,
            },
            Paper::Letter => Page {
                width: 215_900,
                height: 279_400,
                inside: 25_000,
                outside: 20_000,
                top: 24_000,
                bottom: 22_000,
                game_step: 7_000,
                font_size: 10_500,
            },
            Paper::A5 => Page {
                width: 148_000,
                height: 210_000,
                inside: 18_000,
                outside: 13_000,
                top: 18_000,
                bottom: 16_000,
                game_step: 5_700,
                font_size: 9_500,
            },
        }
    }

    pub(crate) const fn text_width(&self) -> u32 {
        self.width - self.inside - self.outside
    }

    const fn text_height(&self) -> u32 {
        self.height - self.top - self.bottom
    }

    /// The width of a column.
    pub(crate) const fn column(&self, columns: u32) -> u32 {
        (self.text_width() - GAP * (columns - 1)) / columns
    }

    /// The distance of the lines of a board in a space of this width, in half points: whole numbers of them keep the numbers in a PDF short.
    fn step(&self, board: &Board, width: u32, largest: u32) -> u32 {
        let (cols, rows) = extent(board);
        let by_width = width * 100 / cols.max(NARROWEST);
        let by_height = (self.text_height() - TEXT_ROOM) * 100 / rows;
        (largest.min(by_width).min(by_height) / HALF_POINT).max(1)
    }

    /// The distance of the lines of a board in a game, in half points.
    pub(crate) fn game_step(&self, board: &Board) -> u32 {
        self.step(board, self.text_width(), self.game_step)
    }

    /// The distance of the lines in a row of this number of columns, in half points.
    pub(crate) fn row_step(&self, board: &Board, columns: u32, kind: RowKind) -> u32 {
        let largest = match kind {
            RowKind::Problems => PROBLEM_STEP,
            RowKind::Small => SMALL_STEP,
        };
        self.step(board, self.column(columns), largest)
    }
}

/// The kind of boards in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowKind {
    Problems,
    /// Answers and variations.
    Small,
}

/// The width and height of a drawing, in hundredths of a step.
pub(crate) fn extent(board: &Board) -> (u32, u32) {
    let around = 2
        * (MARGIN
            + if board.coordinates == Coordinates::None {
                0
            } else {
                NAMES
            });
    let side = |points: u8| (u32::from(points) - 1) * 100 + around;
    (side(board.view.cols()), side(board.view.rows()))
}

/// Half a point, rounded up.
const HALF_POINT: u32 = 177;

/// The width that the SVG of a board has, in hundredths of a step.
pub(crate) fn svg_width(board: &Board) -> u32 {
    extent(board).0.max(NARROWEST)
}

/// Whether a board takes a whole row.
pub(crate) fn is_wide(board: &Board) -> bool {
    extent(board).0 >= WIDE
}

impl Options {
    /// The number of columns of problems.
    pub(crate) fn problem_columns(&self) -> u32 {
        u32::from(self.columns).clamp(1, 4)
    }

    /// The number of columns of answers.
    pub(crate) fn answer_columns(&self) -> u32 {
        (self.problem_columns() + 1).min(4)
    }
}

/// A number that is written with three decimal places.
pub(crate) struct Thousandths(pub(crate) u32);

impl std::fmt::Display for Thousandths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{:03}", self.0 / 1000, self.0 % 1000)
    }
}

/// A length in micrometres, which is written in millimetres.
pub(crate) struct Mm(pub(crate) u32);

impl std::fmt::Display for Mm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}mm", Thousandths(self.0))
    }
}

/// A font size in thousandths of a point, which is written in points.
pub(crate) struct Pt(pub(crate) u32);

impl std::fmt::Display for Pt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{:02}pt", self.0 / 1000, self.0 % 1000 / 10)
    }
}
