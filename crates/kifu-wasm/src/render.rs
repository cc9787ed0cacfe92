//! Pictures.

use kifu::diagram::{Svg, Theme};
use kifu::figure::{self, Line};
use wasm_bindgen::prelude::*;

use crate::data::error;
use crate::document::RawDocument;

#[wasm_bindgen]
impl RawDocument {
    /// Draws the position after a node, with its marks, as SVG.
    pub fn render(
        &self,
        node: u32,
        theme: &str,
        width: Option<u32>,
        css_variables: bool,
    ) -> Result<String, JsValue> {
        let Some(theme) = Theme::by_name(theme) else {
            let why = "unknown theme; expected `wood`, `shaded`, `print` or `night`";
            return Err(error("theme", why));
        };
        let svg = Svg {
            theme,
            width,
            css_variables,
            ..Svg::default()
        };
        let line = Line::to(&self.document, self.id(node)?);
        Ok(svg.draw(&line.position(&figure::Options::default())))
    }
}
