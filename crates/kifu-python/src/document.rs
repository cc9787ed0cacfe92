//! `Document`: the game trees of an SGF file.

use std::sync::{Mutex, PoisonError, RwLock};

use kifu::sgf::{self, GameContext, NodeId, NodeRef};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::data::{edit_error, too_large};
use crate::game::Game;
use crate::node::Node;

/// The game trees of an SGF file.
///
/// `to_bytes` returns the bytes that were read, except where the document was edited.
#[pyclass(frozen, module = "kifu", weakref)]
pub(crate) struct Document {
    state: RwLock<State>,
}

/// A document, and facts about its games that are expensive to compute for each node.
pub(crate) struct State {
    pub(crate) document: sgf::Document,
    /// Counts the changes of the tree. A node knows its root as long as the tree does not change.
    pub(crate) tree_changes: u32,
    /// Whether the document was changed after it was read.
    pub(crate) is_edited: bool,
    /// The facts about the last game that was used.
    context: Mutex<Option<(NodeId, GameContext)>>,
}

impl State {
    /// Returns the board size and other facts about the game with this root.
    pub(crate) fn context(&self, root: NodeId) -> GameContext {
        let mut cached = self.context.lock().unwrap_or_else(PoisonError::into_inner);
        match *cached {
            Some((of, context)) if of == root => context,
            _ => {
                let context = GameContext::of(self.document.node(root));
                *cached = Some((root, context));
                context
            }
        }
    }

    pub(crate) fn node(&self, id: NodeId) -> NodeRef<'_> {
        self.document.node(id)
    }
}

impl Document {
    pub(crate) fn new(document: sgf::Document) -> Document {
        Document {
            state: RwLock::new(State {
                document,
                tree_changes: 0,
                is_edited: false,
                context: Mutex::new(None),
            }),
        }
    }

    /// Reads from the document. `f` must not run Python code, which could wait for the lock.
    pub(crate) fn read<R>(&self, f: impl FnOnce(&State) -> R) -> R {
        f(&self.state.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Like [`Document::read`] for what can take long: other threads run Python code meanwhile.
    pub(crate) fn read_detached<R: Send>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&State) -> R + Send,
    ) -> R {
        py.detach(|| self.read(f))
    }

    /// Changes properties. `f` must not run Python code.
    pub(crate) fn edit<R>(
        &self,
        f: impl FnOnce(&mut sgf::Document) -> Result<R, sgf::EditError>,
    ) -> PyResult<R> {
        self.change(0, f)
    }

    /// Changes the tree. `f` must not run Python code.
    pub(crate) fn edit_tree<R>(
        &self,
        f: impl FnOnce(&mut sgf::Document) -> Result<R, sgf::EditError>,
    ) -> PyResult<R> {
        self.change(1, f)
    }

    /// Changes the document and counts the changes of the tree under one lock, so that no other thread sees one
    /// without the other.
    fn change<R>(
        &self,
        tree_changes: u32,
        f: impl FnOnce(&mut sgf::Document) -> Result<R, sgf::EditError>,
    ) -> PyResult<R> {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        *state
            .context
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner) = None;
        let result = f(&mut state.document).map_err(edit_error)?;
        state.is_edited = true;
        state.tree_changes += tree_changes;
        Ok(result)
    }
}

#[pymethods]
impl Document {
    #[new]
    #[pyo3(signature = (source = None, /))]
    fn py_new(py: Python<'_>, source: Option<&[u8]>) -> PyResult<Document> {
        let source = source.unwrap_or(b"(;)").to_vec();
        py.detach(|| sgf::Document::parse(source))
            .map(Document::new)
            .map_err(too_large)
    }

    /// The games, in the order of the file.
    #[getter]
    pub(crate) fn games(slf: &Bound<'_, Self>) -> Vec<Game> {
        let roots: Vec<NodeId> = slf.get().read(|state| state.document.roots().collect());
        roots
            .into_iter()
            .map(|root| Game::new(slf.clone().unbind(), root))
            .collect()
    }

    /// The root of the first game, or None without a game.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> Option<Node> {
        let (root, tree_changes) = slf
            .get()
            .read(|state| (state.document.roots().next(), state.tree_changes));
        root.map(|root| Node::new(slf.clone().unbind(), root, root, tree_changes))
    }

    /// Add a game with an empty root after the last one.
    fn add_game(slf: &Bound<'_, Self>) -> PyResult<Game> {
        let root = slf
            .get()
            .edit_tree(|document| document.add_node(sgf::Place::LastRoot))?;
        Ok(Game::new(slf.clone().unbind(), root))
    }

    /// The text of the document as SGF. Bytes that nobody edited are those that were read.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = self.read_detached(py, |state| state.document.to_bytes());
        PyBytes::new(py, &bytes)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.to_bytes(py)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Document> {
        Document::py_new(py, Some(self.to_bytes(py).as_bytes()))
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Document> {
        self.__copy__(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Bound<'py, PyBytes>,)) {
        (py.get_type::<Document>(), (self.to_bytes(py),))
    }

    fn __repr__(&self) -> String {
        let games = self.read(|state| state.document.roots().count());
        format!(
            "<kifu.Document with {games} game{}>",
            if games == 1 { "" } else { "s" }
        )
    }
}
