//! Errors, and values in the form in which they cross the boundary.

use std::fmt::Display;

use js_sys::Array;
use kifu::core::{Color, Move, Point, Size};
use kifu::sgf::{EditError, NodeId};
use kifu::span::TooLarge;
use wasm_bindgen::prelude::*;

/// Bit 15 of a move is set for White.
pub(crate) const WHITE: u16 = 0x8000;

/// A node without a move.
pub(crate) const NO_MOVE: u16 = 0x7fff;

/// A pass.
const PASS: u16 = 0x3fff;

/// A move without a point of the board.
pub(crate) const NO_POINT: u16 = 0x3ffe;

#[wasm_bindgen(raw_module = "kifu-support")]
extern "C" {
    /// Makes a `KifuError`, whose code is the first argument.
    #[wasm_bindgen(js_name = makeError)]
    fn make_error(code: &str, message: &str) -> JsValue;
}

/// Returns an error to throw.
pub(crate) fn error(code: &str, message: impl Display) -> JsValue {
    make_error(code, &message.to_string())
}

/// Returns the error for a source that exceeds a limit.
pub(crate) fn too_large(why: TooLarge) -> JsValue {
    error("too-large", why)
}

/// Returns the error for an edit that was refused.
pub(crate) fn edit_error(why: EditError) -> JsValue {
    error("edit", why)
}

/// Returns the index of a point in arrays: row by row from the top.
pub(crate) fn index(point: Point, size: Size) -> u16 {
    u16::from(point.row) * u16::from(size.cols()) + u16::from(point.col)
}

/// Returns the number of a move: as in the tables of `kifu-arrow`.
pub(crate) fn encode(color: Color, action: Move, size: Size) -> u16 {
    let point = match action {
        Move::Pass => PASS,
        Move::Play(point) if size.contains(point) => index(point, size),
        Move::Play(_) => NO_POINT,
    };
    point | of_color(color)
}

/// Returns the bit of a color in a move.
pub(crate) fn of_color(color: Color) -> u16 {
    match color {
        Color::Black => 0,
        Color::White => WHITE,
    }
}

/// Returns the number of a node, or -1.
pub(crate) fn link(id: Option<NodeId>) -> i32 {
    id.map_or(-1, |id| id.index() as i32)
}

/// Returns a text, or `undefined`.
pub(crate) fn text(text: Option<&str>) -> JsValue {
    text.map_or(JsValue::UNDEFINED, JsValue::from_str)
}

/// Returns an array of texts.
pub(crate) fn texts<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Array {
    texts
        .into_iter()
        .map(|text| JsValue::from_str(text.as_ref()))
        .collect()
}
