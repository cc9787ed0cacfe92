//! Pictures of positions.

use kifu::diagram::{Svg, Theme};
use kifu::figure::{Line, Options};
use kifu::sgf::{self, NodeId};
use pyo3::prelude::*;

use crate::data::Error;

/// Draws the position at a node, with its marks, as SVG.
pub(crate) fn node(document: &sgf::Document, id: NodeId, svg: &Svg) -> String {
    let line = Line::to(document, id);
    svg.draw(&line.position(&Options::default()))
}

/// Draws the board of a position as SVG.
pub(crate) fn position(position: &kifu::rules::Position, svg: &Svg) -> PyResult<String> {
    let sgf = kifu::position::to_sgf(&kifu::position::of(position));
    let document = sgf::Document::parse(sgf.text).map_err(crate::data::too_large)?;
    let root = document.roots().next();
    let root = root.ok_or_else(|| Error::new_err("the position has no board"))?;
    Ok(node(&document, root, svg))
}

/// The theme, the width and the format of a picture.
pub(crate) struct Style {
    pub(crate) svg: Svg,
    is_png: bool,
}

impl Style {
    pub(crate) fn new(theme: &str, width: Option<u32>, format: &str) -> PyResult<Style> {
        let theme = Theme::by_name(theme).ok_or_else(|| {
            Error::new_err("unknown theme; expected \"wood\", \"shaded\", \"print\" or \"night\"")
        })?;
        let is_png = match format {
            "svg" => false,
            "png" => true,
            _ => {
                return Err(Error::new_err(
                    "unknown format; expected \"svg\" or \"png\"",
                ));
            }
        };
        let svg = Svg {
            theme,
            width,
            ..Svg::default()
        };
        Ok(Style { svg, is_png })
    }

    /// Returns a drawing in the requested format: a `str` of SVG, or the `bytes` of a PNG file.
    pub(crate) fn finish(self, py: Python<'_>, drawing: String) -> PyResult<Bound<'_, PyAny>> {
        if self.is_png {
            py.import("kifu._png")?.call_method1("from_svg", (drawing,))
        } else {
            Ok(drawing.into_pyobject(py)?.into_any())
        }
    }
}
