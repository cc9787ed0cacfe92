//! `Game`: one game tree of a document.

use kifu::sgf::NodeId;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType};

use crate::data::{GAME_INFO, move_pair};
use crate::document::Document;
use crate::node::{Node, NodeIter, nodes};

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
            let texts = [
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
            ];
            (
                (info.size.cols(), info.size.rows()),
                info.komi.map(|komi| f64::from(komi.hundredths()) / 100.0),
                info.handicap,
                texts.map(|text| text.map(|text| text.into_owned())),
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

    /// The nodes of the main line, the root first.
    fn main_line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (ids, changes) = self.document.get().read(|state| {
            let forest = state.document.forest();
            (forest.main_line(self.root).collect(), state.tree_changes)
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
        let root =
            root.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("there is no such game"))?;
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
