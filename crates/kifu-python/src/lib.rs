//! The extension module of the Python package `kifu`.
//!
//! The data types of the package are dataclasses in `python/kifu/_data.py`; this crate makes them from the
//! values of the libraries. Objects refer to a document, which has one lock; no lock is held while Python code
//! runs.

#![deny(unsafe_code)]

mod convert;
mod data;
mod document;
mod game;
mod node;
mod position;
mod record;
mod recording;
mod render;
mod scan;
mod sgfmill;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _kifu {
    #[pymodule_export]
    use crate::document::Document;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::node::{Node, NodeIter};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::record::Record;
    #[pymodule_export]
    use crate::recording::Recording;
    #[pymodule_export]
    use crate::scan::{_plane_names, Batches, DocumentIter, Scan};
    #[pymodule_export]
    use crate::sgfmill::{SgfmillBoard, SgfmillTree};
}
