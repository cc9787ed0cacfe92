//! The extension module of the Python package `kifu-arrow`.
//!
//! Batches move between Python and Rust as bytes: Arrow IPC streams, which pyarrow writes and reads. This costs a copy, but
//! needs neither unsafe code nor a certain version of pyarrow.

#![deny(unsafe_code)]

mod boards;
mod export;
mod lists;
mod records;
mod rows;
mod scan;
mod stream;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _kifu_arrow {
    #[pymodule_export]
    use crate::boards::{board_hashes, board_texts};
    #[pymodule_export]
    use crate::export::export;
    #[pymodule_export]
    use crate::lists::parse_lists;
    #[pymodule_export]
    use crate::records::{description, parse, position_hash, schema, to_sgf};
    #[pymodule_export]
    use crate::scan::Scan;
}
