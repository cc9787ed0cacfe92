//! Descriptions of hits and continuations, as text and as plain data.

use kifu_core::{Color, Point, Size};
use kifu_rules::Symmetry;

use crate::continuation::{ContinuationRow, Continuations, Reply};
use crate::pattern::{Anchor, Cell, Pattern, Sides};
use crate::searcher::Hit;

/// A [`Hit`] as plain data, with the names of its points.
///
/// ```
/// use kifu_core::{Point, Size};
/// use kifu_rules::Symmetry;
/// use kifu_search::{Hit, HitReport};
///
/// let hit = Hit {
///     first: 12,
///     last: 40,
///     symmetry: Symmetry::TURN_LEFT,
///     swapped: false,
///     at: Point::new(0, 0),
///     size: Size::square(3).unwrap(),
/// };
/// let report = HitReport::of(&hit, Size::default());
/// assert_eq!(report.symmetry, "turn-left");
/// assert_eq!(report.describe(), "moves 12 to 40, A19 to C17, rotated left");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct HitReport {
    /// The number of moves after which the pattern first appears.
    pub first: u32,
    /// The number of moves after which the pattern is last present.
    pub last: u32,
    /// The name of the symmetry, such as `half-turn`.
    pub symmetry: &'static str,
    /// Whether the colours were exchanged.
    pub swapped: bool,
    /// The name of the upper left point that the pattern covers. Empty if the point has no name.
    pub from: String,
    /// The name of the lower right point.
    pub to: String,
    /// The symmetry in words; `None` for the identity.
    #[cfg_attr(feature = "serde", serde(skip))]
    words: Option<&'static str>,
}

impl HitReport {
    /// Creates the report of a hit on a board of this size.
    pub fn of(hit: &Hit, board: Size) -> HitReport {
        let name = |point: Point| {
            board
                .western(point)
                .map_or_else(String::new, |it| it.to_string())
        };
        let to = Point::new(
            hit.at.col + hit.size.cols() - 1,
            hit.at.row + hit.size.rows() - 1,
        );
        let (symmetry, words) = symmetry(hit.symmetry);
        HitReport {
            first: hit.first,
            last: hit.last,
            symmetry,
            swapped: hit.swapped,
            from: name(hit.at),
            to: name(to),
            words,
        }
    }

    /// Describes the hit, such as `moves 12 to 40, A19 to C17, rotated left`.
    pub fn describe(&self) -> String {
        let moves = if self.first == self.last {
            format!("move {}", self.first)
        } else {
            format!("moves {} to {}", self.first, self.last)
        };
        let place = if self.from == self.to {
            self.from.clone()
        } else {
            format!("{} to {}", self.from, self.to)
        };
        let turned = self
            .words
            .map_or_else(String::new, |words| format!(", {words}"));
        let swapped = if self.swapped {
            ", colours swapped"
        } else {
            ""
        };
        format!("{moves}, {place}{turned}{swapped}")
    }
}

/// The name of a symmetry, and its description; `None` for the identity.
fn symmetry(symmetry: Symmetry) -> (&'static str, Option<&'static str>) {
    match symmetry {
        Symmetry::MIRROR_COLUMNS => ("mirror-columns", Some("mirrored left to right")),
        Symmetry::MIRROR_ROWS => ("mirror-rows", Some("mirrored top to bottom")),
        Symmetry::HALF_TURN => ("half-turn", Some("rotated by 180 degrees")),
        Symmetry::TRANSPOSE => (
            "transpose",
            Some("mirrored along the diagonal from the top left"),
        ),
        Symmetry::TURN_LEFT => ("turn-left", Some("rotated left")),
        Symmetry::TURN_RIGHT => ("turn-right", Some("rotated right")),
        Symmetry::ANTI_TRANSPOSE => (
            "anti-transpose",
            Some("mirrored along the diagonal from the top right"),
        ),
        _ => ("identity", None),
    }
}

/// A [`ContinuationRow`] as plain data, with the name of its point.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ContinuationReport {
    /// The kind of reply: `play`, `pass`, `unreadable`, `changed` or `nothing`.
    pub what: &'static str,
    /// The colour of a move: `B` or `W`.
    pub color: Option<&'static str>,
    /// The column in the drawn pattern, from 0 at the left.
    pub col: Option<u8>,
    /// The row in the drawn pattern, from 0 at the top.
    pub row: Option<u8>,
    /// The name of the point, if the pattern covers the whole board.
    pub point: Option<String>,
    /// See [`ContinuationRow::count`].
    pub count: u64,
    /// See [`ContinuationRow::later`].
    pub later: u64,
    /// See [`ContinuationRow::black`].
    pub black: u64,
    /// See [`ContinuationRow::white`].
    pub white: u64,
    /// See [`ContinuationRow::nobody`].
    pub nobody: u64,
    /// See [`ContinuationRow::unknown`].
    pub unknown: u64,
}

impl ContinuationReport {
    /// Creates the report of a row for this pattern.
    pub fn of(row: &ContinuationRow, pattern: &Pattern) -> ContinuationReport {
        let (what, color, at) = match row.reply {
            Reply::Play(point, color) => ("play", Some(color), Some(point)),
            Reply::Pass(color) => ("pass", Some(color), None),
            Reply::Unreadable(color) => ("unreadable", Some(color), None),
            Reply::Changed => ("changed", None, None),
            Reply::Nothing => ("nothing", None, None),
        };
        let is_board = pattern.anchor() == Anchor::FULL;
        let named = at
            .filter(|_| is_board)
            .and_then(|at| pattern.size().western(at));
        ContinuationReport {
            what,
            color: color.map(|color| match color {
                Color::Black => "B",
                Color::White => "W",
            }),
            col: at.map(|at| at.col),
            row: at.map(|at| at.row),
            point: named.map(|name| name.to_string()),
            count: row.count,
            later: row.later,
            black: row.black,
            white: row.white,
            nobody: row.nobody,
            unknown: row.unknown(),
        }
    }

    /// Describes the reply, such as `W D4`, `B column 3 row 1`, `B pass` or `(no more)`.
    pub fn describe(&self) -> String {
        let color = self.color.unwrap_or_default();
        match (&self.point, self.col, self.row) {
            (Some(point), ..) => format!("{color} {point}"),
            // People count from 1.
            (None, Some(col), Some(row)) => format!("{color} column {} row {}", col + 1, row + 1),
            _ if self.what == "pass" => format!("{color} pass"),
            _ if self.what == "unreadable" => format!("{color} unreadable"),
            _ if self.what == "changed" => "(changed)".to_owned(),
            _ => "(no more)".to_owned(),
        }
    }
}

impl Continuations {
    /// Draws the pattern with a letter for the move of each row, followed by one line for each row: its frequency,
    /// and the shares of games that Black and White won.
    pub fn chart(&self, rows: &[ContinuationRow], pattern: &Pattern) -> String {
        let mut points: Vec<Point> = Vec::new();
        for row in rows {
            if let Reply::Play(point, _) = row.reply {
                if !points.contains(&point) {
                    points.push(point);
                }
            }
        }
        let letter = |point: Point| {
            let at = points.iter().position(|&there| there == point)?;
            // The remaining letters are cells of patterns.
            let letters = ('A'..='Z').chain('a'..='z');
            letters.filter(|letter| !"XOxo".contains(*letter)).nth(at)
        };
        let hits = self.hits();
        let mut text = pattern.draw(letter);
        for row in rows {
            let drawn = match row.reply {
                Reply::Play(point, _) => letter(point).unwrap_or(' '),
                _ => ' ',
            };
            let what = ContinuationReport::of(row, pattern).describe();
            let percent = |n: u64, of: u64| 100.0 * n as f64 / of.max(1) as f64;
            let share = percent(row.count, hits);
            let (count, black, white) = (row.count, row.black, row.white);
            let mut line = format!("{drawn} {what:<16} {count:>7} {share:>5.1} %");
            let decided = black + white;
            if decided > 0 {
                let (black, white) = (percent(black, decided), percent(white, decided));
                line += &format!("  B {black:>5.1} % W {white:>5.1} %");
            } else if row.later > 0 {
                line += &format!("  {:>19}", "");
            }
            if row.later > 0 {
                line += &format!("  later {}", row.later);
            }
            text.push_str(&line);
            text.push('\n');
        }
        text
    }
}

impl Pattern {
    /// Draws the pattern so that [`Pattern::parse`] reads it back, with letters in place of some cells.
    ///
    /// ```
    /// use kifu_core::Point;
    /// use kifu_search::Pattern;
    ///
    /// let (pattern, _) = Pattern::parse("|. X\n|. .\n+---\n");
    /// let drawn = pattern.unwrap().draw(|point| (point == Point::new(1, 1)).then_some('A'));
    /// assert_eq!(drawn, "| . X\n| . A\n+-----\n");
    /// ```
    pub fn draw(&self, letter: impl Fn(Point) -> Option<char>) -> String {
        let size = self.size();
        let sides = match self.anchor() {
            Anchor::Sides(sides) => sides,
            _ => Sides::default(),
        };
        let line = || {
            let points = "-".repeat(2 * usize::from(size.cols()) + 1);
            let left = if sides.left { '+' } else { ' ' };
            let right = if sides.right { "+" } else { "" };
            format!("{left}{points}{right}\n")
        };
        let mut text = String::new();
        if sides.top {
            text.push_str(&line());
        }
        for row in 0..size.rows() {
            text.push(if sides.left { '|' } else { ' ' });
            for col in 0..size.cols() {
                let point = Point::new(col, row);
                let cell = self.cell(point).unwrap_or(Cell::ANY);
                text += &match letter(point) {
                    Some(letter) => format!(" {letter}"),
                    None => format!(" {cell}"),
                };
            }
            text.push_str(if sides.right { " |\n" } else { "\n" });
        }
        if sides.bottom {
            text.push_str(&line());
        }
        text
    }
}
