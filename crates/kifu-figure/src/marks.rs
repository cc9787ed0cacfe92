//! The marks of a node.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Point};
use kifu_diagram::{Figure, Mark};
use kifu_replay::{action, points};
use kifu_sgf::value::{self, Style, western};
use kifu_sgf::{Document, NodeRef, simple_text};
use kifu_tree::NodeId;

/// Adds the marks of a node to a figure.
pub(super) fn put(document: &Document, node: NodeRef<'_>, figure: &mut Figure) {
    let size = figure.size();
    for (ident, mark) in [
        ("CR", Mark::Circle),
        ("SQ", Mark::Square),
        ("TR", Mark::Triangle),
        ("M", Mark::Cross),
        ("MA", Mark::Cross),
        ("SL", Mark::Selected),
    ] {
        for point in points(node, ident, size) {
            figure[point].mark = Some(mark);
        }
    }
    for (ident, color) in [("TB", Color::Black), ("TW", Color::White)] {
        for point in points(node, ident, size) {
            figure[point].territory = Some(color);
        }
    }
    for (letter, point) in ('a'..='z').chain('A'..='Z').zip(points(node, "L", size)) {
        figure[point].label = Some(letter.to_string());
    }
    for property in node.properties() {
        let ident = property.ident();
        if ident.is("LB") {
            let labels = property.values();
            let labels = labels.filter_map(|value| western::label(value.raw(), size).ok());
            for (point, text) in labels.map(|read| read.value) {
                figure[point].label = Some(one_line(document, node, text));
            }
        } else if ident.is("LN") || ident.is("AR") {
            let lines = property.values();
            let lines = lines.filter_map(|value| western::line(value.raw(), size).ok());
            let ends = lines.map(|read| [read.value.0, read.value.1]);
            if ident.is("AR") {
                figure.arrows.extend(ends)
            } else {
                figure.lines.extend(ends)
            }
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
