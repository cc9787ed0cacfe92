//! The board of sgfmill.

use kifu::core::{Color, Point, Size};
use kifu::rules::{Board, Suicide, Territory};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::data::letter;

/// `boards.Board` of `kifu.compat.sgfmill`: a square board with captures, without ko and without a player to move.
#[pyclass(subclass, dict, weakref, name = "SgfmillBoard", module = "kifu._kifu")]
pub(crate) struct SgfmillBoard {
    board: Board,
    side: u8,
}

/// A point as `(row, column)` from the lower left corner.
type RowCol = (i64, i64);

impl SgfmillBoard {
    fn point(&self, row: i64, col: i64) -> PyResult<Point> {
        let on_board = |at: i64| u8::try_from(at).ok().filter(|&at| at < self.side);
        match (on_board(row), on_board(col)) {
            (Some(row), Some(col)) => Ok(Point::new(col, self.side - 1 - row)),
            _ => Err(PyIndexError::new_err("the point is not on the board")),
        }
    }

    fn pair(&self, point: Point) -> (u8, u8) {
        (self.side - 1 - point.row, point.col)
    }

    /// All points, row by row from the bottom.
    fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let side = self.side;
        (0..side)
            .rev()
            .flat_map(move |row| (0..side).map(move |col| Point::new(col, row)))
    }
}

fn color_of(given: &Bound<'_, PyAny>) -> PyResult<Color> {
    match given.extract::<&str>() {
        Ok("b") => Ok(Color::Black),
        Ok("w") => Ok(Color::White),
        _ => Err(PyValueError::new_err("the color is not 'b' or 'w'")),
    }
}

#[pymethods]
impl SgfmillBoard {
    #[new]
    fn py_new(side: i64) -> PyResult<SgfmillBoard> {
        let size = u8::try_from(side).ok().filter(|&side| side >= 2);
        let size = size.and_then(|side| Size::square(side).ok());
        let size = size.ok_or_else(|| {
            let max = Size::MAX;
            PyValueError::new_err(format!("board size out of range 2 to {max}: {side}"))
        })?;
        Ok(SgfmillBoard {
            board: Board::new(size),
            side: size.rows(),
        })
    }

    /// The number of rows and columns.
    #[getter]
    fn side(&self) -> u8 {
        self.side
    }

    /// The coordinates of all points.
    #[getter]
    fn board_points(&self) -> Vec<(u8, u8)> {
        self.points().map(|point| self.pair(point)).collect()
    }

    /// The board as a list of rows, the bottom row first.
    ///
    /// Assigning to a cell changes the board, without captures.
    #[getter]
    fn board<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let module = py.import("kifu.compat.sgfmill.boards")?;
        module.getattr("_rows")?.call1((slf,))
    }

    /// The contents of the points, row by row from the bottom.
    fn _cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let stones = self.points().map(|point| self.board.stone(point));
        let cells: Vec<_> = stones
            .map(|stone| stone.map(|color| letter(py, color)))
            .collect();
        PyList::new(py, cells)
    }

    /// Put a stone on a point or remove it, without captures.
    fn _put(&mut self, row: i64, col: i64, colour: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let stone = colour.map(color_of).transpose()?;
        self.board.edit([(self.point(row, col)?, stone)]);
        Ok(())
    }

    /// Whether the board has no stones.
    fn is_empty(&self) -> bool {
        self.board.stones().next().is_none()
    }

    /// The color of the stone on a point, or None.
    fn get<'py>(&self, py: Python<'py>, row: i64, col: i64) -> PyResult<Option<Bound<'py, PyAny>>> {
        let stone = self.board.stone(self.point(row, col)?);
        Ok(stone.map(|color| letter(py, color)))
    }

    /// Play a move with its captures, and return the point that the simple ko rule forbids next, or None.
    ///
    /// Suicide is allowed, and ko is not checked. Raises ValueError if there is a stone on the point.
    fn play(
        &mut self,
        row: i64,
        col: i64,
        colour: &Bound<'_, PyAny>,
    ) -> PyResult<Option<(u8, u8)>> {
        if row < 0 || col < 0 {
            return Err(PyIndexError::new_err("the point is not on the board"));
        }
        let color = color_of(colour)?;
        let point = self.point(row, col)?;
        let played = self
            .board
            .play(color, point, Suicide::Any)
            .map_err(|_| PyValueError::new_err("there is a stone on the point"))?;
        Ok(played.ko.map(|point| self.pair(point)))
    }

    /// Put stones on the board and remove others; then remove all chains without liberties.
    ///
    /// Returns whether all chains had liberties.
    fn apply_setup(
        &mut self,
        black_points: &Bound<'_, PyAny>,
        white_points: &Bound<'_, PyAny>,
        empty_points: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let mut edits = Vec::new();
        for (points, stone) in [
            (black_points, Some(Color::Black)),
            (white_points, Some(Color::White)),
            (empty_points, None),
        ] {
            for point in points.try_iter()? {
                let (row, col): RowCol = point?.extract()?;
                edits.push((self.point(row, col)?, stone));
            }
        }
        let is_legal = self.board.edit(edits);
        if !is_legal {
            let dead = self.board.chains().filter(|chain| !chain.has_liberty());
            let stones: Vec<Point> = dead.flat_map(|chain| chain.stones()).collect();
            self.board
                .edit(stones.into_iter().map(|point| (point, None)));
        }
        Ok(is_legal)
    }

    /// All stones as pairs (color, point).
    fn list_occupied_points<'py>(&self, py: Python<'py>) -> Vec<(Bound<'py, PyAny>, (u8, u8))> {
        self.points()
            .filter_map(|point| {
                let color = self.board.stone(point)?;
                Some((letter(py, color), self.pair(point)))
            })
            .collect()
    }

    /// The area of Black minus the area of White. All stones are alive.
    fn area_score(&self) -> i32 {
        let territory = Territory::tromp_taylor(&self.board);
        let owners = territory.iter().filter_map(|(_, status)| status.area_of());
        owners
            .map(|color| match color {
                Color::Black => 1,
                Color::White => -1,
            })
            .sum()
    }

    /// Return an independent copy.
    fn copy(&self) -> SgfmillBoard {
        SgfmillBoard {
            board: self.board.clone(),
            side: self.side,
        }
    }

    fn __copy__(&self) -> SgfmillBoard {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> SgfmillBoard {
        self.copy()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, BoardState<'py>)> {
        let py = slf.py();
        let restore = py
            .import("kifu.compat.sgfmill.boards")?
            .getattr("_restore")?;
        let this = slf.borrow();
        Ok((restore, (this.side, this.list_occupied_points(py))))
    }
}

type BoardState<'py> = (u8, Vec<(Bound<'py, PyAny>, (u8, u8))>);
