//! `Node`: one node of a game tree, as a mapping of its properties.

use std::hash::{DefaultHasher, Hash, Hasher};

use kifu::core::{Color, Point};
use kifu::sgf::value::PointLetters;
use kifu::sgf::{self, NewValue, NodeId, Place, Value};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyList, PyTuple, PyType};

use crate::data::{EditError, PointPair, move_pair, pair, rules_of, stated_rules};
use crate::document::{Document, State};
use crate::game::Game;
use crate::position::Position;
use crate::render::{self, Style};

/// A node of a game tree, and a mapping from the identifiers of its properties to lists of their values.
///
/// A node stays valid when the document is edited, and also after it was removed.
#[pyclass(frozen, mapping, module = "kifu", weakref)]
pub(crate) struct Node {
    document: Py<Document>,
    id: NodeId,
    /// The root of the node, as long as `State::tree_changes` has this value.
    root: NodeId,
    tree_changes: u32,
}

/// A new value of a property.
#[derive(FromPyObject)]
enum GivenValue {
    Text(String),
    Raw(PyBackedBytes),
    Point(PointPair),
}

/// The new values of a property.
struct GivenValues(Vec<GivenValue>);

/// A new value of a property, with points as letters.
enum SpelledValue {
    Text(String),
    Raw(Vec<u8>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for GivenValues {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<GivenValues> {
        if let Ok(one) = given.extract::<GivenValue>() {
            return Ok(GivenValues(vec![one]));
        }
        let wrong = || {
            PyTypeError::new_err(
                "expected str, bytes or a point (column, row), or an iterable of them",
            )
        };
        let mut values = Vec::new();
        for value in given.try_iter().map_err(|_| wrong())? {
            values.push(value?.extract().map_err(|_| wrong())?);
        }
        Ok(GivenValues(values))
    }
}

impl GivenValue {
    fn spelled(self) -> PyResult<SpelledValue> {
        Ok(match self {
            GivenValue::Text(text) => SpelledValue::Text(text),
            GivenValue::Raw(raw) => SpelledValue::Raw(raw.to_vec()),
            GivenValue::Point(point) => SpelledValue::Raw(letters(point)?),
        })
    }
}

impl GivenValues {
    fn spelled(self) -> PyResult<Vec<SpelledValue>> {
        self.0.into_iter().map(GivenValue::spelled).collect()
    }
}

impl sgf::AsNewValue for SpelledValue {
    fn as_new_value(&self) -> NewValue<'_> {
        match self {
            SpelledValue::Text(text) => NewValue::Text(text),
            SpelledValue::Raw(raw) => NewValue::Raw(raw),
        }
    }
}

fn letters((col, row): PointPair) -> PyResult<Vec<u8>> {
    PointLetters::of_point(Point::new(col, row))
        .map(|letters| letters.as_bytes().to_vec())
        .ok_or_else(|| EditError::new_err("SGF has no letters for columns and rows above 51"))
}

impl Node {
    pub(crate) fn new(document: Py<Document>, id: NodeId, root: NodeId, tree_changes: u32) -> Node {
        Node {
            document,
            id,
            root,
            tree_changes,
        }
    }

    fn root_in(&self, state: &State) -> NodeId {
        if self.tree_changes == state.tree_changes {
            self.root
        } else {
            state.document.forest().root_of(self.id)
        }
    }

    /// Returns another node of the same game.
    fn relative(
        &self,
        py: Python<'_>,
        find: impl FnOnce(&State) -> Option<NodeId>,
    ) -> Option<Node> {
        let (id, root, tree_changes) = self
            .document
            .get()
            .read(|state| Some((find(state)?, self.root_in(state), state.tree_changes)))?;
        Some(Node::new(
            self.document.clone_ref(py),
            id,
            root,
            tree_changes,
        ))
    }

    fn relatives<'py>(
        &self,
        py: Python<'py>,
        find: impl FnOnce(&State) -> Vec<NodeId>,
    ) -> PyResult<Bound<'py, PyList>> {
        let (ids, root, tree_changes) = self
            .document
            .get()
            .read(|state| (find(state), self.root_in(state), state.tree_changes));
        nodes(py, &self.document, ids, root, tree_changes)
    }

    fn read<R>(&self, f: impl FnOnce(sgf::NodeRef<'_>) -> R) -> R {
        self.document.get().read(|state| f(state.node(self.id)))
    }

    /// Returns the text of each value of a property.
    fn texts(&self, ident: &str) -> Option<Vec<String>> {
        self.document.get().read(|state| {
            let property = state.node(self.id).get(ident)?;
            Some(decoded(state, self.id, property.values()))
        })
    }

    fn place(&self, index: Option<usize>, state: &sgf::Document) -> PyResult<Place> {
        let Some(index) = index else {
            return Ok(Place::LastChild(self.id));
        };
        let forest = state.forest();
        let mut children = forest.children(self.id);
        match children.nth(index) {
            Some(child) => Ok(Place::Before(child)),
            None if forest.children(self.id).count() == index => Ok(Place::LastChild(self.id)),
            None => Err(PyIndexError::new_err("there are not that many children")),
        }
    }
}

/// Makes a list of nodes of one game.
pub(crate) fn nodes<'py>(
    py: Python<'py>,
    document: &Py<Document>,
    ids: Vec<NodeId>,
    root: NodeId,
    tree_changes: u32,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(
        py,
        ids.into_iter()
            .map(|id| Node::new(document.clone_ref(py), id, root, tree_changes)),
    )
}

fn decoded<'a>(state: &State, id: NodeId, values: impl Iterator<Item = Value<'a>>) -> Vec<String> {
    let charset = state.document.charset(id).charset;
    values
        .map(|value| value.text(charset).text.into_owned())
        .collect()
}

#[pymethods]
impl Node {
    /// The document of the node.
    #[getter]
    fn document(&self, py: Python<'_>) -> Py<Document> {
        self.document.clone_ref(py)
    }

    /// The game of the node.
    #[getter]
    fn game(&self, py: Python<'_>) -> Game {
        let root = self.document.get().read(|state| self.root_in(state));
        Game::new(self.document.clone_ref(py), root)
    }

    /// The parent, or None for a root or a removed node.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Node> {
        self.relative(py, |state| state.document.forest().parent(self.id))
    }

    /// The children, the main line first.
    #[getter]
    fn children<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.relatives(py, |state| {
            state.document.forest().children(self.id).collect()
        })
    }

    /// The first child, which continues the main line, or None.
    #[getter]
    fn next(&self, py: Python<'_>) -> Option<Node> {
        self.relative(py, |state| state.document.forest().first_child(self.id))
    }

    /// Whether the node is part of its document, and not removed.
    #[getter]
    fn is_attached(&self) -> bool {
        self.document
            .get()
            .read(|state| state.document.forest().is_attached(self.root_in(state)))
    }

    /// The number of nodes between the node and its root.
    #[getter]
    fn depth(&self) -> usize {
        self.document
            .get()
            .read(|state| state.document.forest().depth(self.id))
    }

    /// The nodes from this one to the end of its main line.
    fn main_line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.relatives(py, |state| {
            state.document.forest().main_line(self.id).collect()
        })
    }

    /// The nodes from the root to this one.
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.relatives(py, |state| {
            let forest = state.document.forest();
            let mut ids = vec![self.id];
            ids.extend(forest.ancestors(self.id));
            ids.reverse();
            ids
        })
    }

    /// Iterate over this node and all nodes below it, parents before children, the main line first.
    pub(crate) fn walk(&self, py: Python<'_>) -> NodeIter {
        let (root, tree_changes) = self
            .document
            .get()
            .read(|state| (self.root_in(state), state.tree_changes));
        NodeIter {
            document: self.document.clone_ref(py),
            top: self.id,
            next: Some(self.id),
            root,
            tree_changes,
        }
    }

    /// The move of the node as (color, point), with the point None for a pass; or None.
    #[getter]
    fn r#move<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let found = self.document.get().read(|state| {
            let context = state.context(self.root_in(state));
            state.node(self.id).play(&context)
        });
        found
            .map(|(color, action)| move_pair(py, color, action))
            .transpose()
    }

    #[setter]
    fn set_move(&self, given: Option<(String, Option<PointPair>)>) -> PyResult<()> {
        let new = match given {
            None => None,
            Some((color, point)) => {
                let color = color_of(&color)?;
                Some((color, point.map_or(Ok(Vec::new()), letters)?))
            }
        };
        self.document.get().edit(|document| {
            let mut node = document.node_mut(self.id);
            for color in [Color::Black, Color::White] {
                let ident = ident_of(color);
                match &new {
                    Some((of, letters)) if *of == color => {
                        node.set(ident, [NewValue::Raw(letters)])?;
                    }
                    _ => {
                        node.remove(ident)?;
                    }
                }
            }
            Ok(())
        })
    }

    /// The text of the first value of a property, or None if the node lacks the property.
    ///
    /// Escapes and line breaks are resolved, and the text is decoded in the charset of the game.
    fn text(&self, ident: &str) -> Option<String> {
        self.read(|node| node.text(ident).map(|text| text.into_owned()))
    }

    /// The values of a property as the bytes between the brackets; an empty list if the node lacks it.
    fn raw<'py>(&self, py: Python<'py>, ident: &str) -> PyResult<Bound<'py, PyList>> {
        let values: Vec<Vec<u8>> = self.read(|node| {
            node.get(ident).map_or(Vec::new(), |property| {
                property
                    .values()
                    .map(|value| value.raw().to_vec())
                    .collect()
            })
        });
        PyList::new(py, values.iter().map(|raw| PyBytes::new(py, raw)))
    }

    /// All properties in the order of the file, as pairs of the identifier and the bytes of the values.
    ///
    /// A property that is repeated in the node appears as often as in the file.
    fn raw_items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        type Raw = (String, Vec<Vec<u8>>);
        let items: Vec<Raw> = self.read(|node| {
            node.properties()
                .map(|property| {
                    let values = property.values().map(|value| value.raw().to_vec());
                    (property.ident().as_str().to_owned(), values.collect())
                })
                .collect()
        });
        let list = PyList::empty(py);
        for (ident, values) in &items {
            let values = PyList::new(py, values.iter().map(|raw| PyBytes::new(py, raw)))?;
            list.append((ident, values))?;
        }
        Ok(list)
    }

    /// The points of a property, with rectangles expanded; an empty list if the node lacks it.
    ///
    /// Values that are not points are skipped; `check` reports them.
    fn points(&self, ident: &str) -> Vec<PointPair> {
        self.document.get().read(|state| {
            let size = state.context(self.root_in(state)).size;
            let points = kifu::replay::points(state.node(self.id), ident, size);
            points.into_iter().map(pair).collect()
        })
    }

    /// The position after the node. Illegal moves are played.
    ///
    /// The rules are those that the record names, or Japanese rules, unless they are given.
    #[pyo3(signature = (rules = None))]
    fn position(&self, py: Python<'_>, rules: Option<&str>) -> PyResult<Position> {
        let given = rules.map(rules_of).transpose()?;
        Ok(self.document.get().read_detached(py, |state| {
            let (rules, name) = match (given, rules) {
                (Some(given), Some(name)) => (given, name.to_owned()),
                _ => stated_rules(&state.document.game_info(self.root_in(state))),
            };
            let replay = kifu::replay::replay(&state.document, self.id, &rules);
            Position::of(&replay.position, replay.prisoners, &name)
        }))
    }

    /// The position after the node with its marks, as a picture.
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
        let document = self.document.get();
        let draw = |state: &State| render::node(&state.document, self.id, &style.svg);
        let drawing = document.read_detached(py, draw);
        style.finish(py, drawing)
    }

    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.render(py, "wood", None, "svg")
    }

    /// Add a value to a property, or add the property if the node lacks it.
    fn add_value(&self, ident: &str, value: GivenValue) -> PyResult<()> {
        let value = value.spelled()?;
        self.document
            .get()
            .edit(|document| document.node_mut(self.id).add_value(ident, &value))
    }

    /// Add an empty child before the child with this index, or at the end, and return it.
    #[pyo3(signature = (index = None))]
    fn add_child(&self, py: Python<'_>, index: Option<usize>) -> PyResult<Node> {
        let place = self
            .document
            .get()
            .read(|state| self.place(index, &state.document))?;
        let id = self
            .document
            .get()
            .edit_tree(|document| document.add_node(place))?;
        self.relative(py, |_| Some(id))
            .ok_or_else(|| EditError::new_err("the node was not added"))
    }

    /// Remove the node and all nodes below it. `move_to` can put it back.
    fn remove(&self) -> PyResult<()> {
        self.document.get().edit_tree(|document| {
            document.remove_node(self.id);
            Ok(())
        })
    }

    /// Move the node and all nodes below it to a parent in the same document.
    #[pyo3(signature = (parent, index = None))]
    fn move_to(&self, parent: &Node, index: Option<usize>) -> PyResult<()> {
        if !self.document.is(&parent.document) {
            return Err(EditError::new_err("the parent is in another document"));
        }
        let document = self.document.get();
        let place = document.read(|state| parent.place(index, &state.document))?;
        document.edit_tree(|document| document.move_node(self.id, place))
    }

    /// Move the node before its previous sibling. Returns False if it is the first child.
    fn promote(&self) -> PyResult<bool> {
        self.document
            .get()
            .edit_tree(|document| Ok(document.promote(self.id)))
    }

    /// Make the line through this node the main line of its game.
    fn make_main_line(&self) -> PyResult<()> {
        self.document.get().edit_tree(|document| {
            document.make_main_line(self.id);
            Ok(())
        })
    }

    /// The identifiers of the properties, each once, in the order of the file.
    fn keys(&self) -> Vec<String> {
        self.read(|node| {
            let mut names: Vec<String> = Vec::new();
            for property in node.properties() {
                let name = property.ident().as_str().to_owned();
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        })
    }

    /// The values of all properties, in the order of `keys`.
    fn values(&self) -> Vec<Vec<String>> {
        self.items().into_iter().map(|(_, values)| values).collect()
    }

    /// Pairs of identifiers and values, in the order of `keys`.
    fn items(&self) -> Vec<(String, Vec<String>)> {
        self.keys()
            .into_iter()
            .filter_map(|ident| {
                let values = self.texts(&ident)?;
                Some((ident, values))
            })
            .collect()
    }

    /// The values of a property, or the default.
    #[pyo3(signature = (ident, default = None, /))]
    fn get(&self, py: Python<'_>, ident: &str, default: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        match self.texts(ident) {
            Some(values) => Ok(values.into_pyobject(py)?.unbind()),
            None => Ok(default.unwrap_or_else(|| py.None())),
        }
    }

    fn __getitem__(&self, ident: &str) -> PyResult<Vec<String>> {
        self.texts(ident)
            .ok_or_else(|| PyKeyError::new_err(ident.to_owned()))
    }

    fn __setitem__(&self, ident: &str, values: GivenValues) -> PyResult<()> {
        let values = values.spelled()?;
        self.document
            .get()
            .edit(|document| document.node_mut(self.id).set(ident, &values))
    }

    fn __delitem__(&self, ident: &str) -> PyResult<()> {
        let removed = self
            .document
            .get()
            .edit(|document| document.node_mut(self.id).remove(ident))?;
        if removed {
            Ok(())
        } else {
            Err(PyKeyError::new_err(ident.to_owned()))
        }
    }

    fn __contains__(&self, ident: &str) -> bool {
        self.read(|node| node.get(ident).is_some())
    }

    fn __len__(&self) -> usize {
        self.keys().len()
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let keys = PyList::new(py, self.keys())?;
        Ok(keys.try_iter()?.into_any().unbind())
    }

    /// True, also for a node without properties.
    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Node>()
            .is_ok_and(|other| other.get().document.is(&self.document) && other.get().id == self.id)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.document.as_ptr() as usize, self.id).hash(&mut hasher);
        hasher.finish()
    }

    /// A node is pickled with its whole document, and must not be removed.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<NodeState<'py>> {
        let path = self.document.get().read(|state| {
            let forest = state.document.forest();
            let root = self.root_in(state);
            let index = forest.roots().position(|other| other == root)?;
            let mut path = vec![index];
            path.extend(forest.path(self.id));
            Some(path)
        });
        let path = path.ok_or_else(|| EditError::new_err("a removed node cannot be pickled"))?;
        let find = py.get_type::<Node>().getattr("_at")?;
        Ok((find, (self.document.clone_ref(py), path)))
    }

    #[classmethod]
    fn _at(
        _cls: &Bound<'_, PyType>,
        document: Bound<'_, Document>,
        path: Vec<usize>,
    ) -> PyResult<Node> {
        let found = document.get().read(|state| {
            let (index, path) = path.split_first()?;
            let root = state.document.roots().nth(*index)?;
            let id = state.document.forest().at_path(root, path)?;
            Some((id, root, state.tree_changes))
        });
        let (id, root, changes) =
            found.ok_or_else(|| PyIndexError::new_err("the document does not have this node"))?;
        Ok(Node::new(document.unbind(), id, root, changes))
    }

    fn __repr__(&self) -> String {
        let text = self.read(|node| {
            let mut text = String::from("<kifu.Node ;");
            for property in node.properties() {
                text.push_str(property.ident().as_str());
                for value in property.values() {
                    text.push('[');
                    text.extend(String::from_utf8_lossy(value.raw()).chars().take(30));
                    text.push(']');
                }
                if text.len() > 100 {
                    text.push('…');
                    break;
                }
            }
            text
        });
        text + ">"
    }
}

type NodeState<'py> = (Bound<'py, PyAny>, (Py<Document>, Vec<usize>));

/// Parses the letter of a colour.
pub(crate) fn color_of(letter: &str) -> PyResult<Color> {
    letter
        .parse()
        .map_err(|_| pyo3::exceptions::PyValueError::new_err("expected a color: \"b\" or \"w\""))
}

fn ident_of(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// An iterator over the nodes below a node.
#[pyclass(module = "kifu")]
pub(crate) struct NodeIter {
    document: Py<Document>,
    top: NodeId,
    next: Option<NodeId>,
    root: NodeId,
    tree_changes: u32,
}

#[pymethods]
impl NodeIter {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> Option<Node> {
        let id = self.next?;
        let top = self.top;
        self.next = self
            .document
            .get()
            .read(|state| state.document.forest().next_in_preorder(id, top));
        Some(Node::new(
            self.document.clone_ref(py),
            id,
            self.root,
            self.tree_changes,
        ))
    }
}
