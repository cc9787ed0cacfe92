//! `Position`: a game position with the rules.

use kifu::core::{ByColor, Color, Move, Point, Points, Setup, Size};
use kifu::rules::{PointSet, Rules, Territory};
use kifu::sgn::Sgn;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::data::{
    Error, IllegalMoveError, PointPair, SCORE, letter, pair, points_as_float, rules_of,
};
use crate::node::color_of;
use crate::render::{self, Style};

/// A position of a game, which follows the rules.
///
/// Points are (column, row), counted from 0 at the top left corner. A position that was taken from a record does not
/// know the positions before it, so a superko rule compares only with those after it.
#[pyclass(module = "kifu")]
#[derive(Clone)]
pub(crate) struct Position {
    position: kifu::rules::Position,
    rules: String,
    start: Setup,
    moves: Vec<(Color, Move, bool)>,
    /// The prisoners that were taken before the start.
    taken: ByColor<u32>,
}

impl Position {
    /// Takes a position from a record, without its history.
    pub(crate) fn of(
        position: &kifu::rules::Position,
        taken: ByColor<u32>,
        rules: &str,
    ) -> Position {
        Position::from_setup(
            position.to_setup(),
            *position.rules(),
            taken,
            rules.to_owned(),
        )
    }

    fn from_setup(start: Setup, rules: Rules, taken: ByColor<u32>, name: String) -> Position {
        let position = kifu::rules::Position::from_setup(&start, rules)
            .unwrap_or_else(kifu::rules::SetupError::keep_dead_stones);
        Position {
            position,
            rules: name,
            start,
            moves: Vec::new(),
            taken,
        }
    }

    fn on_board(&self, point: PointPair) -> PyResult<Point> {
        let point = Point::new(point.0, point.1);
        if self.position.board().size().contains(point) {
            Ok(point)
        } else {
            Err(Error::new_err("the point is not on the board"))
        }
    }
}

/// The size of a board: a number, or (columns, rows).
#[derive(FromPyObject)]
pub(crate) enum SizeArg {
    Square(u8),
    Both(u8, u8),
}

impl SizeArg {
    pub(crate) fn size(&self) -> PyResult<Size> {
        let size = match *self {
            SizeArg::Square(side) => Size::square(side),
            SizeArg::Both(cols, rows) => Size::new(cols, rows),
        };
        size.map_err(|error| Error::new_err(error.to_string()))
    }
}

fn action_of(point: Option<PointPair>) -> Move {
    point.map_or(Move::Pass, |(col, row)| Move::Play(Point::new(col, row)))
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (size = SizeArg::Square(19), rules = "japanese"))]
    fn py_new(size: SizeArg, rules: &str) -> PyResult<Position> {
        let start = Setup::empty(size.size()?);
        let taken = ByColor::default();
        Ok(Position::from_setup(
            start,
            rules_of(rules)?,
            taken,
            rules.to_owned(),
        ))
    }

    /// Read a position from SGN, the notation for positions in one line.
    #[classmethod]
    #[pyo3(signature = (sgn, rules = "japanese"))]
    fn from_sgn(_cls: &Bound<'_, PyType>, sgn: &str, rules: &str) -> PyResult<Position> {
        let sgn: Sgn = sgn
            .parse()
            .map_err(|finding: kifu::sgn::Finding| Error::new_err(finding.to_string()))?;
        let taken = ByColor::default();
        Ok(Position::from_setup(
            sgn.into_setup(),
            rules_of(rules)?,
            taken,
            rules.to_owned(),
        ))
    }

    /// The position in SGN, in one line.
    fn to_sgn(&self) -> String {
        kifu::position::of(&self.position).to_string()
    }

    /// The size of the board as (columns, rows).
    #[getter]
    fn size(&self) -> (u8, u8) {
        let size = self.position.board().size();
        (size.cols(), size.rows())
    }

    /// The name of the rules.
    #[getter]
    fn rules(&self) -> &str {
        &self.rules
    }

    /// The color that is to move.
    #[getter]
    fn to_play<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        letter(py, self.position.to_play())
    }

    #[setter]
    fn set_to_play(&mut self, color: &str) -> PyResult<()> {
        let color = color_of(color)?;
        self.start = self.position.to_setup();
        self.start.to_play = Some(color);
        self.taken = self.prisoners_by_color();
        self.moves.clear();
        self.position = kifu::rules::Position::from_setup(&self.start, *self.position.rules())
            .unwrap_or_else(kifu::rules::SetupError::keep_dead_stones);
        Ok(())
    }

    /// The point that may not be played at once because of a ko, or None.
    #[getter]
    fn ko(&self) -> Option<PointPair> {
        self.position.ko().map(pair)
    }

    /// The numbers of stones that Black and White have taken.
    #[getter]
    fn prisoners(&self) -> (u32, u32) {
        let prisoners = self.prisoners_by_color();
        (prisoners[Color::Black], prisoners[Color::White])
    }

    /// The number of moves that were played since the position was made.
    #[getter]
    fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Whether the game has ended by passes.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// The color of the stone on a point, or None.
    fn stone<'py>(&self, py: Python<'py>, point: PointPair) -> PyResult<Option<Bound<'py, PyAny>>> {
        let stone = self.position.board().stone(self.on_board(point)?);
        Ok(stone.map(|color| letter(py, color)))
    }

    /// All stones as pairs (color, point), row by row.
    fn stones<'py>(&self, py: Python<'py>) -> Vec<(Bound<'py, PyAny>, PointPair)> {
        let board = self.position.board();
        let stones = board.stones();
        stones
            .map(|(point, color)| (letter(py, color), pair(point)))
            .collect()
    }

    /// The stones and the liberties of the chain on a point: two lists of points, empty for an empty point.
    fn chain(&self, point: PointPair) -> PyResult<(Vec<PointPair>, Vec<PointPair>)> {
        let chain = self.position.board().chain(self.on_board(point)?);
        Ok(chain.map_or((Vec::new(), Vec::new()), |chain| {
            let mut stones: Vec<Point> = chain.stones().collect();
            let mut liberties: Vec<Point> = chain.liberties().iter().collect();
            for points in [&mut stones, &mut liberties] {
                points.sort_by_key(|point| (point.row, point.col));
            }
            let pairs = |points: Vec<Point>| points.into_iter().map(pair).collect();
            (pairs(stones), pairs(liberties))
        }))
    }

    /// Whether the rules allow the color to move to play here; None is a pass.
    #[pyo3(signature = (point))]
    fn is_legal(&self, point: Option<PointPair>) -> bool {
        self.position.judge(action_of(point)).is_ok()
    }

    /// Play a move, and return the points of the stones that were taken.
    ///
    /// The color is that which is to move, unless it is given. Raises IllegalMoveError if the move is against the
    /// rules; `force` plays it nevertheless, as records of games require.
    #[pyo3(signature = (point, color = None, *, force = false))]
    fn play(
        &mut self,
        point: Option<PointPair>,
        color: Option<&str>,
        force: bool,
    ) -> PyResult<Vec<PointPair>> {
        let color = color.map_or(Ok(self.position.to_play()), color_of)?;
        let action = action_of(point);
        if force {
            self.position.force(kifu::core::Action::Play(color, action));
        } else {
            self.position
                .play_any_turn(color, action)
                .map_err(|why| IllegalMoveError::new_err(why.to_string()))?;
        }
        self.moves.push((color, action, force));
        let changes = self.position.changes();
        Ok(changes
            .filter(|change| change.after.is_none())
            .map(|change| pair(change.point))
            .collect())
    }

    /// Take back the last move. Returns False at the start.
    fn undo(&mut self) -> bool {
        self.moves.pop().is_some() && self.position.undo()
    }

    /// Put stones on the board or remove them. This ends the history of the position.
    #[pyo3(signature = (black = Vec::new(), white = Vec::new(), empty = Vec::new()))]
    fn set_up(
        &mut self,
        black: Vec<PointPair>,
        white: Vec<PointPair>,
        empty: Vec<PointPair>,
    ) -> PyResult<()> {
        let mut setup = self.position.to_setup();
        for (points, stone) in [
            (black, Some(Color::Black)),
            (white, Some(Color::White)),
            (empty, None),
        ] {
            for point in points {
                setup.put(self.on_board(point)?, stone);
            }
        }
        let taken = self.prisoners_by_color();
        let rules = *self.position.rules();
        *self = Position::from_setup(setup, rules, taken, std::mem::take(&mut self.rules));
        Ok(())
    }

    /// Score the position by its rules. Stones are alive unless one point of their chain is in `dead`.
    #[pyo3(signature = (komi = 0.0, *, dead = Vec::new(), handicap = 0))]
    fn score<'py>(
        &self,
        py: Python<'py>,
        komi: f64,
        dead: Vec<PointPair>,
        handicap: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let board = self.position.board();
        let mut dead_stones = PointSet::new(board.size());
        for point in dead {
            if let Some(chain) = board.chain(self.on_board(point)?) {
                for stone in chain.stones() {
                    dead_stones.insert(stone);
                }
            }
        }
        if !komi.is_finite() || komi.abs() > 10_000.0 {
            return Err(PyValueError::new_err("the komi is not a number of points"));
        }
        let komi = Points::from_hundredths((komi * 100.0).round() as i32);
        let territory = Territory::of(board, &dead_stones);
        let score = self.position.score(&territory, komi, handicap);
        let fields = (
            points_as_float(score.total[Color::Black]),
            points_as_float(score.total[Color::White]),
            score.outcome().to_string(),
        );
        SCORE.make(py, fields.into_pyobject(py)?)
    }

    /// The board as an array [rows, columns] of uint8: 0 is empty, 1 is black, 2 is white.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.position.board().size();
        let mut grid = kifu::rules::Grid::new(size);
        grid.start(self.position.board());
        PyArray1::from_slice(py, grid.as_bytes())
            .reshape([usize::from(size.rows()), usize::from(size.cols())])
    }

    /// The position as a picture.
    ///
    /// The arguments are those of ``Game.render``.
    #[pyo3(signature = (*, theme = "wood", width = None, format = "svg"))]
    fn render<'py>(
        &self,
        py: Python<'py>,
        theme: &str,
        width: Option<u32>,
        format: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let style = Style::new(theme, width, format)?;
        let drawing = render::position(&self.position, &style.svg)?;
        style.finish(py, drawing)
    }

    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.render(py, "wood", None, "svg")
    }

    fn __copy__(&self) -> Position {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.clone()
    }

    /// Positions are equal if their stones, the color to move, the ko and the rules are.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| {
            let other = other.borrow();
            self.position.to_setup() == other.position.to_setup() && self.rules == other.rules
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<PositionState<'py>> {
        let this = slf.borrow();
        let size = this.start.size();
        let mut grid = kifu::rules::Grid::new(size);
        grid.start(&kifu::rules::Board::from_setup(&this.start));
        let moves = this.moves.iter().map(|&(color, action, force)| {
            let point = action.point().map(pair);
            (color == Color::Black, point, force)
        });
        let state = (
            (size.cols(), size.rows()),
            this.rules.clone(),
            grid.as_bytes().to_vec(),
            this.start.to_play.map(|color| color == Color::Black),
            this.start.ko.map(pair),
            (this.taken[Color::Black], this.taken[Color::White]),
            moves.collect(),
        );
        let restore = slf.py().get_type::<Position>().getattr("_restore")?;
        Ok((restore, (state,)))
    }

    #[classmethod]
    fn _restore(_cls: &Bound<'_, PyType>, state: Restored) -> PyResult<Position> {
        let ((cols, rows), name, grid, to_play, ko, taken, moves) = state;
        let size = SizeArg::Both(cols, rows).size()?;
        let color = |is_black| if is_black { Color::Black } else { Color::White };
        let mut start = Setup::empty(size);
        for (point, stone) in size.points().zip(grid) {
            let stone = match stone {
                1 => Some(Color::Black),
                2 => Some(Color::White),
                _ => None,
            };
            start.put(point, stone);
        }
        start.to_play = to_play.map(color);
        start.ko = ko.map(|(col, row)| Point::new(col, row));
        let taken = ByColor::new_with(|color| match color {
            Color::Black => taken.0,
            Color::White => taken.1,
        });
        let mut position = Position::from_setup(start, rules_of(&name)?, taken, name);
        for (is_black, point, _) in &moves {
            let action = kifu::core::Action::Play(color(*is_black), action_of(*point));
            position.position.force(action);
        }
        position.moves = moves
            .into_iter()
            .map(|(is_black, point, force)| (color(is_black), action_of(point), force))
            .collect();
        Ok(position)
    }

    fn __str__(&self) -> String {
        let (cols, _) = self.size();
        let mut grid = kifu::rules::Grid::new(self.position.board().size());
        grid.start(self.position.board());
        let rows = grid.as_bytes().chunks(usize::from(cols));
        let text = rows.map(|row| {
            let cells = row
                .iter()
                .map(|&cell| [".", "X", "O"][usize::from(cell.min(2))]);
            cells.collect::<Vec<_>>().join(" ")
        });
        text.collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<kifu.Position {}>", self.to_sgn())
    }
}

impl Position {
    fn prisoners_by_color(&self) -> ByColor<u32> {
        let taken = self.position.prisoners();
        ByColor::new_with(|color| taken[color] + self.taken[color])
    }
}

/// The size, the rules, the board, the colour to move and the ko at the start, the prisoners, and the moves.
type Restored = (
    (u8, u8),
    String,
    Vec<u8>,
    Option<bool>,
    Option<PointPair>,
    (u32, u32),
    Vec<(bool, Option<PointPair>, bool)>,
);

type PositionState<'py> = (Bound<'py, PyAny>, (Restored,));
