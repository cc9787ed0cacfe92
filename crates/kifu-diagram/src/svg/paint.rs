//! Draws the board and its contents, layer by layer.

use std::collections::BTreeMap;
use std::fmt::Write;

use kifu_core::{Color, Point};
use unicode_width::UnicodeWidthStr;

use super::layout::{Layout, MARGIN, STEP};
use super::push_text;
use crate::figure::LONGEST_LABEL;
use crate::text::cut;
use crate::words;
use crate::{Cell, Coordinates, Figure, Mark};

/// The font family of all text: the font that PNG rendering embeds, with fallbacks.
pub(super) const FONT: &str = "font-family=\"'Kifu Sans','DejaVu Sans',Verdana,sans-serif\"";

const STONE: f32 = 9.5;

/// Draws the board.
pub(super) fn write(figure: &Figure, layout: &Layout, out: &mut String) {
    let board = &layout.board;
    write!(
        out,
        "<rect class=\"paper\" width=\"{}\" height=\"{}\"/>\
         <rect class=\"board\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        layout.width, layout.height, board.left, board.top, board.width, board.height
    )
    .expect("writing to a string cannot fail");
    grid(figure, layout, out);
    names(figure, layout, out);
    let mut layers = Layers::default();
    for point in layout.view.points().filter(|&point| figure.shows(point)) {
        layers.point(figure, point, layout.at(point));
    }
    layers.write(out);
    rays(figure, layout, out);
    layers.path("dim", &layers.dim, out);
}

/// Draws the lines and star points.
fn grid(figure: &Figure, layout: &Layout, out: &mut String) {
    let (size, view) = (figure.size(), layout.view);
    let mut lines = Lines::default();
    // Lines continue beyond an open side, but not into the names.
    let reach = i64::from(match figure.coordinates {
        Coordinates::None => MARGIN,
        _ => MARGIN - 4,
    });
    for row in view.lines() {
        let shows = |col: u8| figure.shows(Point::new(col, row));
        let is_edge = row == 0 || row + 1 == size.rows();
        let y = layout.y(row);
        for (from, to) in runs(view.columns(), shows) {
            let start = layout.x(from) - if from > 0 { reach } else { 0 };
            let end = layout.x(to) + if to + 1 < size.cols() { reach } else { 0 };
            lines.add(is_edge, &format!("M{start} {y}H{end}"));
        }
    }
    for col in view.columns() {
        let shows = |row: u8| figure.shows(Point::new(col, row));
        let is_edge = col == 0 || col + 1 == size.cols();
        let x = layout.x(col);
        for (from, to) in runs(view.lines(), shows) {
            let start = layout.y(from) - if from > 0 { reach } else { 0 };
            let end = layout.y(to) + if to + 1 < size.rows() { reach } else { 0 };
            lines.add(is_edge, &format!("M{x} {start}V{end}"));
        }
    }
    let mut stars = String::new();
    for point in view.points() {
        if figure.is_star(point) && figure.shows(point) {
            let (x, y) = layout.at(point);
            write!(stars, "M{x} {y}h0").expect("writing to a string cannot fail");
        }
    }
    for (class, path) in [("grid", lines.inner), ("edge", lines.edge), ("star", stars)] {
        if !path.is_empty() {
            write!(out, "<path class=\"{class}\" d=\"{path}\"/>")
                .expect("writing to a string cannot fail");
        }
    }
}

#[derive(Default)]
struct Lines {
    inner: String,
    edge: String,
}

impl Lines {
    fn add(&mut self, is_edge: bool, path: &str) {
        if is_edge {
            self.edge.push_str(path)
        } else {
            self.inner.push_str(path)
        }
    }
}

/// The first and last element of each run for which `holds` is true.
fn runs(all: impl Iterator<Item = u8>, holds: impl Fn(u8) -> bool) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for at in all.filter(|&at| holds(at)) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == at => *last = at,
            _ => runs.push((at, at)),
        }
    }
    runs
}

/// Draws the names of columns and rows, at all four sides.
fn names(figure: &Figure, layout: &Layout, out: &mut String) {
    if figure.coordinates == Coordinates::None {
        return;
    }
    let board = &layout.board;
    write!(out, "<g class=\"name\" {FONT} text-anchor=\"middle\">")
        .expect("writing to a string cannot fail");
    let mut name = |x: i64, y: i64, text: &str| {
        // The middle of capital letters is a third of the font size above the baseline.
        let y = y + 3;
        write!(out, "<text x=\"{x}\" y=\"{y}\">{text}</text>")
            .expect("writing to a string cannot fail");
    };
    let (left, top) = (i64::from(board.left), i64::from(board.top));
    let (right, bottom) = (left + i64::from(board.width), top + i64::from(board.height));
    for col in layout.view.columns() {
        let text = words::column(figure, col).unwrap_or_default();
        for y in [top + 8, bottom - 8] {
            name(layout.x(col), y, &text);
        }
    }
    for row in layout.view.lines() {
        let text = words::row(figure, row).unwrap_or_default();
        for x in [left + 9, right - 9] {
            name(x, layout.y(row), &text);
        }
    }
    out.push_str("</g>");
}

/// The drawn elements, grouped by layer from bottom to top.
#[derive(Default)]
struct Layers {
    clear: String,
    stones: [String; 2],
    could: [String; 2],
    areas: [String; 2],
    // Outlines and filled shapes, by class.
    marks: BTreeMap<&'static str, String>,
    // Texts by class and by font size in tenths.
    texts: BTreeMap<(&'static str, u32), String>,
    dim: String,
}

impl Layers {
    fn point(&mut self, figure: &Figure, point: Point, (x, y): (i64, i64)) {
        let cell = &figure[point];
        let number = cell.number.map(|number| number.to_string());
        let label = cell
            .label
            .as_deref()
            .filter(|label| !label.trim().is_empty());
        let text = number.as_deref().or(label);
        let add = |out: &mut String, shape: &str| {
            write!(out, "M{x} {y}{shape}").expect("writing to a string cannot fail")
        };
        match cell.stone {
            Some(color) => circle(&mut self.stones[index(color)], (x, y), STONE),
            None if text.is_none() && cell.mark.is_some() => add(&mut self.clear, "h0"),
            None => {}
        }
        if let (None, Some(color)) = (cell.stone, cell.variation) {
            circle(&mut self.could[index(color)], (x, y), 6.0);
        }
        if let Some(color) = cell.territory {
            add(&mut self.areas[index(color)], "m-3.5-3.5h7v7h-7z");
        }
        if let Some(mark) = cell.mark {
            let shapes = match mark {
                Mark::Selected => self.marks.entry(on(cell, "on")),
                _ => self.marks.entry(on(cell, "mark")),
            };
            add(shapes.or_default(), shape(mark, text.is_some()));
        } else if figure.last == Some(point) && text.is_none() && cell.stone.is_some() {
            add(self.marks.entry(on(cell, "last")).or_default(), "h0");
        }
        if let Some(text) = text {
            self.text(cell, text, (x, y));
        }
        if cell.dimmed {
            add(&mut self.dim, "m-10-10h20v20h-20z");
        }
    }

    /// Draws a number or a label as large as it fits, and clears the lines below it.
    fn text(&mut self, cell: &Cell, text: &str, (x, y): (i64, i64)) {
        let text = words::printable(text.trim(), false);
        let shown = cut(&text, LONGEST_LABEL);
        // A mark is above the text or around it.
        let (room, lower) = match cell.mark {
            None => (170, 0),
            Some(Mark::Circle) => (115, 0),
            Some(_) => (135, 25),
        };
        // The font size is in tenths; a letter is about 0.62 times as wide as its font size.
        let columns = shown.width().max(1) as u32;
        let size = (room * 100 / (62 * columns)).clamp(40, 125 - 2 * lower);
        let class = on(cell, "on");
        if cell.stone.is_none() {
            let half = (columns * size * 31 / 1000).saturating_sub(6).min(9);
            write!(self.clear, "M{} {y}h{}", x - i64::from(half), 2 * half)
                .expect("writing to a string cannot fail");
        }
        let y = y * 10 + i64::from(lower + size * 36 / 100);
        let out = self.texts.entry((class, size)).or_default();
        write!(out, "<text x=\"{x}\" y=\"{}\">", Tenths(y))
            .expect("writing to a string cannot fail");
        push_text(out, shown);
        out.push_str("</text>");
    }

    fn write(&self, out: &mut String) {
        self.path("clear", &self.clear, out);
        for (color, stones) in ["black", "white"].iter().zip(&self.stones) {
            group(color, stones, out);
        }
        for (color, stones) in ["black could", "white could"].iter().zip(&self.could) {
            group(color, stones, out);
        }
        for (color, areas) in ["black-area", "white-area"].iter().zip(&self.areas) {
            self.path(color, areas, out);
        }
        for (class, path) in &self.marks {
            self.path(class, path, out);
        }
        for ((class, size), texts) in &self.texts {
            let size = Tenths(i64::from(*size));
            write!(out, "<g class=\"{class}\" {FONT} text-anchor=\"middle\" font-size=\"{size}\">{texts}</g>")
                .expect("writing to a string cannot fail");
        }
    }

    fn path(&self, class: &str, path: &str, out: &mut String) {
        if !path.is_empty() {
            write!(out, "<path class=\"{class}\" d=\"{path}\"/>")
                .expect("writing to a string cannot fail");
        }
    }
}

fn index(color: Color) -> usize {
    usize::from(color == Color::White)
}

fn group(class: &str, content: &str, out: &mut String) {
    if !content.is_empty() {
        write!(out, "<g class=\"{class}\">{content}</g>").expect("writing to a string cannot fail");
    }
}

fn circle(out: &mut String, (x, y): (i64, i64), radius: f32) {
    write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
        .expect("writing to a string cannot fail");
}

/// The class of a kind of element on a cell.
fn on(cell: &Cell, kind: &str) -> &'static str {
    match (kind, cell.stone) {
        ("mark", Some(Color::Black)) => "mark-on-black",
        ("mark", Some(Color::White)) => "mark-on-white",
        ("mark", None) => "mark-on-board",
        ("last", Some(Color::White)) => "last-on-white",
        ("last", _) => "last-on-black",
        (_, Some(Color::Black)) => "on-black",
        (_, Some(Color::White)) => "on-white",
        (_, None) => "on-board",
    }
}

/// The path of a mark, relative to its point. With text, a circle surrounds it, and other marks are small and above it.
fn shape(mark: Mark, text: bool) -> &'static str {
    match (mark, text) {
        (Mark::Circle, false) => "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
        (Mark::Circle, true) => "m-7.6 0a7.6 7.6 0 1 0 15.2 0a7.6 7.6 0 1 0-15.2 0z",
        (Mark::Square, false) => "m-4.5-4.5h9v9h-9z",
        (Mark::Square, true) => "m-2-8h4v4h-4z",
        (Mark::Triangle, false) => "m0-6l5.2 9h-10.4z",
        (Mark::Triangle, true) => "m0-8.4l2.7 4.6h-5.4z",
        (Mark::Cross, false) => "m-4.5-4.5l9 9m0-9l-9 9",
        (Mark::Cross, true) => "m-2-8l4 4m0-4l-4 4",
        (Mark::Selected, false) => "m0-5l5 5l-5 5l-5-5z",
        (Mark::Selected, true) => "m0-9l3 3l-3 3l-3-3z",
    }
}

/// Draws lines and arrows, clipped to the board.
fn rays(figure: &Figure, layout: &Layout, out: &mut String) {
    let on_board = |ends: &&[Point; 2]| ends.iter().all(|&end| figure.size().contains(end));
    let (mut rays, mut heads) = (String::new(), String::new());
    for ends in figure.lines.iter().chain(&figure.arrows).filter(on_board) {
        let [(x, y), (to_x, to_y)] = ends.map(|end| layout.at(end));
        write!(rays, "M{x} {y}L{to_x} {to_y}").expect("writing to a string cannot fail");
    }
    for ends in figure.arrows.iter().filter(on_board) {
        let [(x, y), (to_x, to_y)] = ends.map(|end| layout.at(end));
        head((x as f32, y as f32), (to_x as f32, to_y as f32), &mut heads);
    }
    if rays.is_empty() {
        return;
    }
    let board = &layout.board;
    let (left, top, width, height) = (board.left, board.top, board.width, board.height);
    // A nested drawing clips everything outside of it.
    write!(
        out,
        "<svg x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"{left} {top} {width} {height}\"><path class=\"ray\" d=\"{rays}\"/>"
    )
    .expect("writing to a string cannot fail");
    if !heads.is_empty() {
        write!(out, "<path class=\"head\" d=\"{heads}\"/>")
            .expect("writing to a string cannot fail");
    }
    out.push_str("</svg>");
}

/// Draws the head of an arrow: a triangle with its tip at the end.
fn head((x, y): (f32, f32), (to_x, to_y): (f32, f32), out: &mut String) {
    let (dx, dy) = (to_x - x, to_y - y);
    let length = dx.hypot(dy);
    if length == 0.0 {
        return;
    }
    let (dx, dy) = (dx / length, dy / length);
    let (back, half) = (STEP as f32 * 0.42, STEP as f32 * 0.2);
    let (base_x, base_y) = (to_x - dx * back, to_y - dy * back);
    let corner = |side: f32| (base_x - dy * half * side, base_y + dx * half * side);
    let ((one_x, one_y), (other_x, other_y)) = (corner(1.0), corner(-1.0));
    write!(
        out,
        "M{to_x} {to_y}L{one_x:.1} {one_y:.1}L{other_x:.1} {other_y:.1}z"
    )
    .expect("writing to a string cannot fail");
}

/// A number in tenths, written as `12.5` or `3`.
struct Tenths(i64);

impl std::fmt::Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.0 / 10, self.0 % 10) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, tenths) => write!(f, "{whole}.{tenths}"),
        }
    }
}
