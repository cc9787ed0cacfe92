//! `Game`: one game tree of a document.

use std::borrow::Cow;

use kifu::core::{Color, Point};
use kifu::figure::{self, Line};
use kifu::replay::scoring::{self, DeadStones};
use kifu::replay::{Replayer, Step};
use kifu::rules::Grid;
use kifu::sgf::{GameInfo, NodeId};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType};

use crate::data::{
    Error, GAME_INFO, GAME_SCORE, PointPair, REPLAY, findings, move_pair, pair, points_as_float,
    rules_of, stated_rules,
};
use crate::document::Document;
use crate::node::{Node, NodeIter, nodes};
use crate::position::Position;
use crate::render::Style;

/// A game: a tree of nodes in a document.
#[pyclass(frozen, module = "kifu", weakref)]
pub(crate) struct Game {
    document: Py<Document>,
    root: NodeId,
}

impl Game {
    pub(crate) fn new(document: Py<Document>, root: NodeId) -> Game {
        Game { document, root }
    }
}

/// The texts of game information, in the order of the fields of `GameInfo`.
pub(crate) fn info_texts(info: GameInfo<'_>) -> [Option<Cow<'_, str>>; 21] {
    [
        info.black,
        info.white,
        info.black_rank,
        info.white_rank,
        info.black_team,
        info.white_team,
        info.result,
        info.date,
        info.name,
        info.event,
        info.round,
        info.place,
        info.rules,
        info.time_limit,
        info.overtime,
        info.opening,
        info.annotator,
        info.source,
        info.user,
        info.copyright,
        info.comment,
    ]
}

#[pymethods]
impl Game {
    /// The document of the game.
    #[getter]
    fn document(&self, py: Python<'_>) -> Py<Document> {
        self.document.clone_ref(py)
    }

    /// The root node.
    #[getter]
    pub(crate) fn root(&self, py: Python<'_>) -> Node {
        let changes = self.document.get().read(|state| state.tree_changes);
        Node::new(self.document.clone_ref(py), self.root, self.root, changes)
    }

    /// The size of the board as (columns, rows).
    #[getter]
    fn size(&self) -> (u8, u8) {
        let size = self
            .document
            .get()
            .read(|state| state.context(self.root).size);
        (size.cols(), size.rows())
    }

    /// The players, the result, the komi and so on.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (size, komi, handicap, texts) = self.document.get().read(|state| {
            let info = state.document.game_info(self.root);
            (
                (info.size.cols(), info.size.rows()),
                info.komi.map(points_as_float),
                info.handicap,
                info_texts(info).map(|text| text.map(Cow::into_owned)),
            )
        });
        let mut fields: Vec<Bound<'py, PyAny>> = vec![
            size.into_pyobject(py)?.into_any(),
            komi.into_pyobject(py)?.into_any(),
            handicap.into_pyobject(py)?.into_any(),
        ];
        for text in texts {
            fields.push(text.into_pyobject(py)?.into_any());
        }
        GAME_INFO.make(py, PyTuple::new(py, fields)?)
    }

    /// The nodes of the main line, the root first. Empty variations are skipped.
    fn main_line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (ids, changes) = self.document.get().read(|state| {
            let line = state.document.main_line(self.root);
            (line.map(|node| node.id()).collect(), state.tree_changes)
        });
        nodes(py, &self.document, ids, self.root, changes)
    }

    /// The moves of the main line as (color, point), with the point None for a pass.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let moves: Vec<_> = self
            .document
            .get()
            .read(|state| state.document.moves(self.root).collect());
        let list = PyList::empty(py);
        for (color, action) in moves {
            list.append(move_pair(py, color, action)?)?;
        }
        Ok(list)
    }

    /// Iterate over all nodes, parents before children, the main line first.
    fn walk(&self, py: Python<'_>) -> NodeIter {
        self.root(py).walk(py)
    }

    /// Play the main line by the rules: all positions as one array, and the breaches of the rules.
    ///
    /// The rules are those that the record names, or Japanese rules, unless they are given.
    #[pyo3(signature = (rules = None))]
    fn replay<'py>(&self, py: Python<'py>, rules: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let given = rules.map(rules_of).transpose()?;
        let replayed = self.document.get().read_detached(py, |state| {
            let (rules, name) = match (given, rules) {
                (Some(given), Some(name)) => (given, name.to_owned()),
                _ => stated_rules(&state.document.game_info(self.root)),
            };
            let size = state.context(self.root).size;
            let mut replayer = Replayer::new(&state.document, self.root, &rules);
            let mut grid = Grid::new(size);
            let mut grids = grid.as_bytes().to_vec();
            let (mut moves, mut found) = (Vec::new(), Vec::new());
            while let Some(step) = replayer.step() {
                grid.apply(replayer.changes().iter().copied());
                grids.extend_from_slice(grid.as_bytes());
                moves.push(match step {
                    Step::Move(color, Some(action)) => Some((color, action)),
                    Step::Move(_, None) | Step::Setup => None,
                });
                let breaches = replayer.findings().iter();
                found.extend(breaches.filter_map(|breach| breach.diagnostic(size)));
            }
            let position = Position::of(replayer.position(), replayer.prisoners(), &name);
            (size, grids, moves, position, found)
        });
        let (size, grids, moves, position, found) = replayed;
        let shape = [
            moves.len() + 1,
            usize::from(size.rows()),
            usize::from(size.cols()),
        ];
        let list = PyList::empty(py);
        for one in &moves {
            list.append(
                one.map(|(color, action)| move_pair(py, color, action))
                    .transpose()?,
            )?;
        }
        let grids = PyArray1::from_vec(py, grids).reshape(shape)?;
        let fields = (grids, list, position, findings(py, &found)?);
        REPLAY.make(py, fields.into_pyobject(py)?)
    }

    /// Score the game at the end of the main line, and compare the score with the result that the record states.
    ///
    /// The dead stones are those that TB and TW mark, unless they are given: one point of each dead chain is enough.
    #[pyo3(signature = (*, rules = None, dead = None))]
    fn score<'py>(
        &self,
        py: Python<'py>,
        rules: Option<&str>,
        dead: Option<Vec<PointPair>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rules = rules.map(rules_of).transpose()?;
        let dead: Option<Vec<Point>> = dead.map(|dead| {
            let points = dead.into_iter();
            points.map(|(col, row)| Point::new(col, row)).collect()
        });
        let options = scoring::Options {
            rules,
            dead: dead.as_deref(),
        };
        let scored = self
            .document
            .get()
            .read_detached(py, |state| {
                scoring::score(&state.document, self.root, &options)
            })
            .map_err(|no_stone| {
                let (col, row) = pair(no_stone.point);
                Error::new_err(format!("the point ({col}, {row}) has no stone"))
            })?;
        let dead_stones = match scored.dead_stones {
            DeadStones::Marked => "marked",
            DeadStones::Listed => "listed",
            DeadStones::Unknown => "unknown",
        };
        let notes: Vec<String> = scored.notes.iter().map(ToString::to_string).collect();
        let fields = (
            points_as_float(scored.score.total[Color::Black]),
            points_as_float(scored.score.total[Color::White]),
            scored.score.outcome().to_string(),
            scored
                .ruleset
                .map(|ruleset| ruleset.to_string().to_lowercase()),
            dead_stones,
            scored.stated,
            scored.agrees,
            notes,
        );
        GAME_SCORE.make(py, fields.into_pyobject(py)?)
    }

    /// The last position of the main line, or the position after a number of moves, as a picture.
    ///
    /// The themes are "wood", "shaded", "print" and "night". The format is "svg", which returns text, or "png", which returns
    /// bytes and needs ``kifu[png]``. The width is in pixels.
    #[pyo3(signature = (r#move = None, *, theme = "wood", width = None, format = "svg"))]
    fn render<'py>(
        &self,
        py: Python<'py>,
        r#move: Option<u32>,
        theme: &str,
        width: Option<u32>,
        format: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let style = Style::new(theme, width, format)?;
        let drawing = self.document.get().read_detached(py, |state| {
            let mut line = Line::main(&state.document, self.root);
            if let Some(number) = r#move {
                line = line.up_to(number)?;
            }
            Some(style.svg.draw(&line.position(&figure::Options::default())))
        });
        let drawing = drawing
            .ok_or_else(|| PyIndexError::new_err("the game does not have that many moves"))?;
        style.finish(py, drawing)
    }

    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.render(py, None, "wood", None, "svg")
    }

    fn __iter__(&self, py: Python<'_>) -> NodeIter {
        self.walk(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| {
            other.get().document.is(&self.document) && other.get().root == self.root
        })
    }

    fn __hash__(&self) -> usize {
        self.document.as_ptr() as usize ^ self.root.index()
    }

    /// A game is pickled with its whole document.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<GameState<'py>> {
        let index = self
            .document
            .get()
            .read(|state| state.document.roots().position(|root| root == self.root));
        let index = index
            .ok_or_else(|| crate::data::EditError::new_err("a removed game cannot be pickled"))?;
        let find = py.get_type::<Game>().getattr("_at")?;
        Ok((find, (self.document.clone_ref(py), index)))
    }

    #[classmethod]
    fn _at(
        _cls: &Bound<'_, PyType>,
        document: Bound<'_, Document>,
        index: usize,
    ) -> PyResult<Game> {
        let root = document
            .get()
            .read(|state| state.document.roots().nth(index));
        let root = root.ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err("the document does not have this game")
        })?;
        Ok(Game::new(document.unbind(), root))
    }

    fn __repr__(&self) -> String {
        let (black, white) = self.document.get().read(|state| {
            let info = state.document.game_info(self.root);
            let name = |name: Option<std::borrow::Cow<'_, str>>| {
                name.map_or("?".to_owned(), |name| name.into_owned())
            };
            (name(info.black), name(info.white))
        });
        format!("<kifu.Game {black} – {white}>")
    }
}

type GameState<'py> = (Bound<'py, PyAny>, (Py<Document>, usize));
