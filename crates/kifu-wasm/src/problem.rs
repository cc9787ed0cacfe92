//! Problems and their solutions.

use js_sys::Array;
use kifu::core::Color;
use kifu::problem::{Convention, Problem};
use wasm_bindgen::prelude::*;

use crate::data::{error, link, text};
use crate::document::RawDocument;

#[wasm_bindgen]
impl RawDocument {
    /// Returns the problem of a game: the convention, the solver, and for each line its answer, its end and whether it is
    /// right. Returns `undefined` if the game is not a problem.
    pub fn problem(&self, game: u32, convention: Option<String>) -> Result<Option<Array>, JsValue> {
        let root = self.root(game)?;
        let convention = convention.map(|name| {
            let found: Result<Convention, _> = name.parse();
            found.map_err(|why| error("convention", why))
        });
        let problem = Problem::of(&self.document, root, convention.transpose()?);
        let Some(problem) = problem else {
            return Ok(None);
        };
        let array = Array::new();
        array.push(&text(Some(problem.convention.name())));
        let solver = match problem.solver {
            Color::Black => 1.0,
            Color::White => 2.0,
        };
        array.push(&JsValue::from_f64(solver));
        for line in &problem.lines {
            array.push(&JsValue::from_f64(f64::from(link(Some(line.answer)))));
            array.push(&JsValue::from_f64(f64::from(link(Some(line.end)))));
            array.push(&JsValue::from_bool(line.is_right));
        }
        Ok(Some(array))
    }
}
