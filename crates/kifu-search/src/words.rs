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
    /// The address of the hit in the game tree, such as `m3:1.2`; `None` on the main line.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub address: Option<String>,
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
            address: None,
            words,
        }
    }

    /// Sets the address of the hit in the game tree.
    #[must_use]
    pub fn with_address(self, address: Option<String>) -> HitReport {
        HitReport { address, ..self }
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
        let address = self.address.as_ref();
        let address = address.map_or_else(String::new, |address| format!("at {address}, "));
        format!("{address}{moves}, {place}{turned}{swapped}")
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
    /// The name of the point on the board, if the place of the pattern on it is fixed.
    pub point: Option<String>,
    /// The name of the point on the board or in the pattern.
    #[cfg_attr(feature = "serde", serde(skip))]
    name: Option<String>,
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
    /// Creates the report of a row for this pattern, with the names of points on a board of this size; see
    /// [`Continuations::board`].
    pub fn of(row: &ContinuationRow, pattern: &Pattern, board: Size) -> ContinuationReport {
        let (what, color, at) = match row.reply {
            Reply::Play(point, color) => ("play", Some(color), Some(point)),
            Reply::Pass(color) => ("pass", Some(color), None),
            Reply::Unreadable(color) => ("unreadable", Some(color), None),
            Reply::Changed => ("changed", None, None),
            Reply::Nothing => ("nothing", None, None),
        };
        let names = PointNames::new(pattern, board);
        let named = at.and_then(|at| names.name(at));
        ContinuationReport {
            what,
            color: color.map(|color| match color {
                Color::Black => "B",
                Color::White => "W",
            }),
            col: at.map(|at| at.col),
            row: at.map(|at| at.row),
            point: named.clone().filter(|_| names.are_of_board),
            name: named,
            count: row.count,
            later: row.later,
            black: row.black,
            white: row.white,
            nobody: row.nobody,
            unknown: row.unknown(),
        }
    }

    /// Describes the reply, such as `W D4`, `B pass` or `(no more)`. If the place of the pattern on the board is
    /// not fixed, points are named from its left and lower sides.
    pub fn describe(&self) -> String {
        let color = self.color.unwrap_or_default();
        match (&self.name, self.col, self.row) {
            (Some(name), ..) => format!("{color} {name}"),
            // Count columns and rows from 1, as people do.
            (None, Some(col), Some(row)) => format!("{color} column {} row {}", col + 1, row + 1),
            _ if self.what == "pass" => format!("{color} pass"),
            _ if self.what == "unreadable" => format!("{color} unreadable"),
            _ if self.what == "changed" => "(changed)".to_owned(),
            _ => "(no more)".to_owned(),
        }
    }
}

/// Names of the points of a pattern.
struct PointNames {
    /// The board that the names are for, and its point at the upper left corner of the pattern.
    board: Size,
    first: Point,
    /// Whether the pattern has one place on the board. Otherwise, the names count from the pattern's own sides.
    are_of_board: bool,
}

impl PointNames {
    fn new(pattern: &Pattern, board: Size) -> PointNames {
        let size = pattern.size();
        let room = board.cols().checked_sub(size.cols());
        let room = room.zip(board.rows().checked_sub(size.rows()));
        let place = match (pattern.anchor(), room) {
            (Anchor::Sides(sides), Some((cols, rows))) => {
                let at = |first: bool, last: bool, room: u8| match (first, last) {
                    (true, _) => Some(0),
                    (false, true) => Some(room),
                    (false, false) => None,
                };
                let col = at(sides.left, sides.right, cols);
                col.zip(at(sides.top, sides.bottom, rows))
            }
            _ => None,
        };
        match place {
            Some((col, row)) => PointNames {
                board,
                first: Point::new(col, row),
                are_of_board: true,
            },
            None => PointNames {
                board: size,
                first: Point::new(0, 0),
                are_of_board: false,
            },
        }
    }

    /// The Western name of a point of the pattern; `None` off the board.
    fn name(&self, at: Point) -> Option<String> {
        let Point { col, row } = self.first;
        let name = self.board.western(Point::new(col + at.col, row + at.row))?;
        Some(name.to_string())
    }

    /// Writes the names of columns and rows around a drawing of the pattern.
    fn frame(&self, pattern: &Pattern, drawing: &str) -> String {
        let size = pattern.size();
        let columns = (0..size.cols()).map(|col| {
            let name = self.name(Point::new(col, 0)).unwrap_or_default();
            name.chars().next().unwrap_or(' ')
        });
        let columns: String = columns.flat_map(|name| [' ', name]).collect();
        let columns = format!("    {columns}").trim_end().to_owned() + "\n";
        let mut rows = (0..size.rows()).map(|row| {
            let name = self.name(Point::new(0, row)).unwrap_or_default();
            name.get(1..).unwrap_or_default().to_owned()
        });
        let mut out = columns.clone();
        for line in drawing.lines() {
            // A line that draws an edge of the board does not contain points.
            let name = if line.contains("--") {
                String::new()
            } else {
                rows.next().unwrap_or_default()
            };
            out += &format!("{name:>2} {line}\n");
        }
        out + &columns
    }
}

impl Continuations {
    /// Draws the pattern with coordinates and a letter for the move of each row, followed by a table with a line for
    /// each row: its frequency, also as a bar, and the shares of games that Black and White won.
    ///
    /// If the place of the pattern on the board is fixed, points have their names on a board of the size that most
    /// of the games have; otherwise they are named from the sides of the pattern.
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
            // Skip the letters that stand for cells of patterns.
            let letters = ('A'..='Z').chain('a'..='z');
            letters.filter(|letter| !"XOxo".contains(*letter)).nth(at)
        };
        let board = self.board();
        let mut text = PointNames::new(pattern, board).frame(pattern, &pattern.draw(letter));
        text.push('\n');
        let letter_of = |row: &ContinuationRow| match row.reply {
            Reply::Play(point, _) => letter(point).unwrap_or(' '),
            _ => ' ',
        };
        let table = Table::new(self, rows);
        text += &table.heading();
        for row in rows {
            let what = ContinuationReport::of(row, pattern, board).describe();
            text += &table.line(letter_of(row), &what, row);
        }
        text
    }
}

/// The columns of a chart.
struct Table {
    hits: u64,
    most: u64,
    /// Whether any row has a game with a winner.
    has_winners: bool,
    /// Whether any row has replies that were played after moves elsewhere.
    has_later: bool,
}

impl Table {
    /// The length of the bar of the most frequent row.
    const BAR: u64 = 16;

    fn new(continuations: &Continuations, rows: &[ContinuationRow]) -> Table {
        Table {
            hits: continuations.hits(),
            most: rows.iter().map(|row| row.count).max().unwrap_or(0),
            has_winners: rows.iter().any(|row| row.black + row.white > 0),
            has_later: rows.iter().any(|row| row.later > 0),
        }
    }

    fn heading(&self) -> String {
        let bar = Table::BAR as usize;
        let mut line = format!(
            "   {:<12} {:>7}  {:>5}    {:bar$}",
            "move", "hits", "share", ""
        );
        if self.has_winners {
            line += "  Black won  White won";
        }
        if self.has_later {
            line += "  later";
        }
        line.trim_end().to_owned() + "\n"
    }

    fn line(&self, letter: char, what: &str, row: &ContinuationRow) -> String {
        let percent = |n: u64, of: u64| 100.0 * n as f64 / of.max(1) as f64;
        let share = percent(row.count, self.hits);
        let length =
            (u128::from(row.count) * u128::from(Table::BAR)).div_ceil(u128::from(self.most.max(1)));
        let bar = "▪".repeat(length as usize);
        let padding = " ".repeat((u128::from(Table::BAR) - length) as usize);
        let count = row.count;
        let mut line = format!("{letter}  {what:<12} {count:>7}  {share:>5.1} %  {bar}{padding}");
        let decided = row.black + row.white;
        if decided > 0 {
            let won = [row.black, row.white].map(|won| percent(won, decided));
            line += &format!("  {:>7.1} %  {:>7.1} %", won[0], won[1]);
        } else if self.has_winners {
            line += &format!("{:22}", "");
        }
        if row.later > 0 {
            line += &format!("  {:>5}", row.later);
        }
        line.trim_end().to_owned() + "\n"
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
