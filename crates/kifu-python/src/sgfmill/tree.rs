//! A game that was read, and its nodes on request.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use super::grammar::{Mark, Token, Tokens, parse};

/// The nodes of a game, in the order of the source. Their properties are read when they are used first.
#[pyclass(name = "SgfmillTree", module = "kifu._kifu")]
pub(crate) struct SgfmillTree {
    source: Py<PyBytes>,
    nodes: Vec<Mark>,
    /// The offset after the game.
    end: usize,
    /// The properties of the nodes that were used.
    properties: Vec<Option<Py<PyDict>>>,
}

impl SgfmillTree {
    fn mark(&self, node: usize) -> PyResult<Mark> {
        let mark = self.nodes.get(node).copied();
        mark.ok_or_else(|| PyIndexError::new_err("there is no such node"))
    }
}

#[pymethods]
impl SgfmillTree {
    /// Read the first game at or after an offset; None if there is none.
    ///
    /// Raises ValueError if the game is malformed.
    #[staticmethod]
    fn parse(py: Python<'_>, source: Py<PyBytes>, start: usize) -> PyResult<Option<SgfmillTree>> {
        let bytes = source.as_bytes(py);
        let parsed = py.detach(|| parse(bytes, start));
        let parsed = parsed.map_err(PyValueError::new_err)?;
        Ok(parsed.map(|parsed| SgfmillTree {
            properties: Vec::new(),
            nodes: parsed.nodes,
            end: parsed.end,
            source,
        }))
    }

    /// The offset after the game.
    #[getter]
    fn end(&self) -> usize {
        self.end
    }

    fn __len__(&self) -> usize {
        self.nodes.len()
    }

    /// The properties of a node: the same dictionary each time.
    fn properties<'py>(&mut self, py: Python<'py>, node: usize) -> PyResult<Bound<'py, PyDict>> {
        let mark = self.mark(node)?;
        if self.properties.is_empty() {
            self.properties.resize_with(self.nodes.len(), || None);
        }
        if let Some(known) = &self.properties[node] {
            return Ok(known.bind(py).clone());
        }
        let read = read_properties(py, self.source.as_bytes(py), mark.start)?;
        self.properties[node] = Some(read.clone().unbind());
        Ok(read)
    }

    /// The children of a node.
    fn children(&self, node: usize) -> PyResult<Vec<usize>> {
        let mut children = Vec::new();
        if self.mark(node)?.has_child {
            let mut child = node + 1;
            while child > 0 {
                children.push(child);
                child = self.nodes[child].sibling;
            }
        }
        Ok(children)
    }

    /// The last node of the line of first children.
    fn line_end(&self, node: usize) -> PyResult<usize> {
        self.mark(node)?;
        let line = &self.nodes[node..];
        let len = line.iter().take_while(|mark| mark.has_child).count();
        Ok(node + len)
    }

    /// Whether a node is the first in its parentheses.
    fn opens(&self, node: usize) -> PyResult<bool> {
        Ok(self.mark(node)?.opens)
    }
}

fn read_properties<'py>(
    py: Python<'py>,
    source: &[u8],
    start: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let properties = PyDict::new(py);
    let mut values: Option<Bound<'py, PyList>> = None;
    for token in Tokens::new(source, start) {
        match token {
            Token::Delimiter(_) => break,
            Token::Ident(ident) => {
                // Lower-case letters in identifiers have no meaning.
                let upper = ident.iter().filter(|byte| byte.is_ascii_uppercase());
                let ident: String = upper.map(|&byte| char::from(byte)).collect();
                let ident = PyString::intern(py, &ident);
                values = Some(match properties.get_item(&ident)? {
                    Some(list) => list.cast_into()?,
                    None => {
                        let list = PyList::empty(py);
                        properties.set_item(ident, &list)?;
                        list
                    }
                });
            }
            Token::Value(value) => {
                if let Some(values) = &values {
                    values.append(PyBytes::new(py, value))?;
                }
            }
        }
    }
    Ok(properties)
}
