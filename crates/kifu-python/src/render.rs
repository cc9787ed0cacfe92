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

/// Draws the board of a position.
pub(crate) fn position(
    position: &kifu::rules::Position,
    theme: &str,
    width: Option<u32>,
) -> PyResult<String> {
    let sgf = kifu::position::to_sgf(&kifu::position::of(position));
    let document = sgf::Document::parse(sgf.text).map_err(crate::data::too_large)?;
    let root = document.roots().next();
    let root = root.ok_or_else(|| Error::new_err("the position has no board"))?;
    Ok(node(&document, root, &style(theme, width)?))
}

/// The style with a theme of this name.
pub(crate) fn style(theme: &str, width: Option<u32>) -> PyResult<Svg> {
    let theme = match theme {
        "wood" => Theme::WOOD,
        "print" => Theme::PRINT,
        "night" => Theme::NIGHT,
        _ => {
            return Err(Error::new_err(
                "unknown theme; expected \"wood\", \"print\" or \"night\"",
            ));
        }
    };
    Ok(Svg {
        theme,
        width,
        css_variables: false,
    })
}
