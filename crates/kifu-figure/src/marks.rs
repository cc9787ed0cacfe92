//! The marks of a node.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Point, Size};
use kifu_diagram::{Figure, Mark};
use kifu_replay::{action, points};
use kifu_sgf::value::{self, Style, western};
use kifu_sgf::{Document, NodeRef, simple_text};
use kifu_tree::NodeId;

/// A mark of a node: a property that is drawn on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NodeMark {
    /// A mark on a point: `CR`, `SQ`, `TR`, `MA` or `SL`, and `M` of older versions.
    Mark(Point, Mark),
    /// Territory of a player, or a dead stone of the other player: `TB`, `TW`.
    Territory(Point, Color),
    /// A text on a point: `LB`, and `L` of older versions.
    Label(Point, String),
    /// A line between two points: `LN`.
    Line([Point; 2]),
    /// An arrow from the first point to the second: `AR`.
    Arrow([Point; 2]),
}

/// Returns the marks of a node on a board of a size, in the order in which they are drawn: a later mark on the same
/// point replaces an earlier one of its kind. Points off the board are left out.
///
/// ```
/// use kifu_figure::diagram::Mark;
/// use kifu_figure::{NodeMark, node_marks, sgf::Document};
///
/// let document = Document::parse("(;SZ[9]TR[cc]LB[dd:A])")?;
/// let root = document.node(document.roots().next().unwrap());
/// let size = kifu_figure::sgf::GameContext::of(root).size;
/// let marks = node_marks(&document, root, size);
/// assert!(matches!(&marks[0], NodeMark::Mark(_, Mark::Triangle)));
/// assert!(matches!(&marks[1], NodeMark::Label(_, label) if label == "A"));
/// # Ok::<(), kifu_figure::sgf::TooLarge>(())
/// ```
pub fn node_marks(document: &Document, node: NodeRef<'_>, size: Size) -> Vec<NodeMark> {
    let mut marks = Vec::new();
    for (ident, mark) in [
        ("CR", Mark::Circle),
        ("SQ", Mark::Square),
        ("TR", Mark::Triangle),
        ("M", Mark::Cross),
        ("MA", Mark::Cross),
        ("SL", Mark::Selected),
    ] {
        let points = points(node, ident, size).into_iter();
        marks.extend(points.map(|point| NodeMark::Mark(point, mark)));
    }
    for (ident, color) in [("TB", Color::Black), ("TW", Color::White)] {
        let points = points(node, ident, size).into_iter();
        marks.extend(points.map(|point| NodeMark::Territory(point, color)));
    }
    let letters = ('a'..='z').chain('A'..='Z');
    for (letter, point) in letters.zip(points(node, "L", size)) {
        marks.push(NodeMark::Label(point, letter.to_string()));
    }
    for property in node.properties() {
        let ident = property.ident();
        if ident.is("LB") {
            let labels = property.values();
            let labels = labels.filter_map(|value| western::label(value.raw(), size).ok());
            for (point, text) in labels.map(|read| read.value) {
                marks.push(NodeMark::Label(point, one_line(document, node, text)));
            }
        } else if ident.is("LN") || ident.is("AR") {
            let lines = property.values();
            let lines = lines.filter_map(|value| western::line(value.raw(), size).ok());
            let ends = lines.map(|read| [read.value.0, read.value.1]);
            if ident.is("AR") {
                marks.extend(ends.map(NodeMark::Arrow));
            } else {
                marks.extend(ends.map(NodeMark::Line));
            }
        }
    }
    marks
}

/// Draws the marks of a node; see [`node_marks`].
pub fn draw_marks(document: &Document, node: NodeRef<'_>, figure: &mut Figure) {
    for mark in node_marks(document, node, figure.size()) {
        match mark {
            NodeMark::Mark(point, mark) => figure[point].mark = Some(mark),
            NodeMark::Territory(point, color) => figure[point].territory = Some(color),
            NodeMark::Label(point, text) => figure[point].label = Some(text),
            NodeMark::Line(ends) => figure.lines.push(ends),
            NodeMark::Arrow(ends) => figure.arrows.push(ends),
        }
    }
}

/// Decodes a text in the charset of its game and writes it on one line.
pub(super) fn one_line(document: &Document, node: NodeRef<'_>, written: &[u8]) -> String {
    let charset = document.charset(node.id()).charset;
    simple_text(&charset.decode(written).text).into_owned()
}

/// Adds the variations that `ST` requests.
pub(super) fn variations(document: &Document, root: NodeId, node: NodeId, figure: &mut Figure) {
    let style = document.node(root).get("ST").and_then(|st| st.value());
    let style = style.and_then(|st| value::style(st.raw()).ok());
    let Style { siblings, unmarked } = style.map(|read| read.value).unwrap_or_default();
    let forest = document.forest();
    let parent = if siblings {
        forest.parent(node)
    } else {
        Some(node)
    };
    let Some(parent) = parent.filter(|_| !unmarked) else {
        return;
    };
    let all = forest.children(parent).map(|id| document.node(id));
    let all: Vec<NodeRef<'_>> = all.filter(|node| !node.is_empty_variation()).collect();
    if all.len() < 2 {
        return;
    }
    for other in all.into_iter().filter(|other| other.id() != node) {
        if let Some((color, point)) = first_play(other, figure) {
            let cell = &mut figure[point];
            cell.variation = cell
                .variation
                .or(Some(color))
                .filter(|_| cell.stone.is_none());
        }
    }
}

fn first_play(node: NodeRef<'_>, figure: &Figure) -> Option<(Color, Point)> {
    let (color, property) = node
        .properties()
        .find_map(|p| Some((p.ident().player()?, p.to_owned())))?;
    let point = action(&property.value()?, figure.size())?.point()?;
    figure.get(point).map(|_| (color, point))
}
