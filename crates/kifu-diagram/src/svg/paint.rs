//! Draws the board and its contents, layer by layer.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use kifu_core::{Color, Point};
use unicode_width::UnicodeWidthStr;

use super::layout::{Layout, MARGIN, STEP};
use super::lettering::{Lettering, Strokes};
use super::shading::{self, Paints};
use super::{Theme, push_text};
use crate::figure::LONGEST_LABEL;
use crate::text::cut;
use crate::words;
use crate::{Cell, Coordinates, Figure, Mark};

/// The font family of all text elements: the font that PNG rendering embeds, with fallbacks. Browsers would round the
/// widths of letters without `geometricPrecision`.
pub(super) const FONT: &str = "font-family=\"'Kifu Sans','DejaVu Sans',Verdana,sans-serif\" \
                               text-rendering=\"geometricPrecision\"";

/// Attributes of lettering, whose coordinates are in tenths.
const LETTERING: &str =
    "transform=\"scale(.1)\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";

/// The height of capital letters in the names at the sides, in tenths.
const NAME_HEIGHT: f32 = 66.0;

/// Draws the empty board, from bottom to top: its surface, lines and names.
pub(super) fn board(
    figure: &Figure,
    layout: &Layout,
    theme: &Theme,
    paints: &Paints,
    out: &mut String,
) {
    let board = &layout.board;
    write!(
        out,
        "<rect class=\"board\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>",
        board.left,
        board.top,
        board.width,
        board.height,
        paints.board("fill")
    )
    .expect("writing to a string cannot fail");
    shading::grain(theme, board, out);
    grid(figure, layout, out);
    names(figure, layout, out);
}

/// Draws what is on the board, from bottom to top: stones, lines and arrows, marks and numbers.
pub(super) fn position(
    figure: &Figure,
    layout: &Layout,
    theme: &Theme,
    paints: &Paints,
    out: &mut String,
) {
    let mut layers = Layers::default();
    for point in layout.view.points().filter(|&point| figure.shows(point)) {
        layers.point(figure, point, layout.at(point));
    }
    layers.write_stones(theme, paints, out);
    rays(figure, layout, paints, out);
    layers.write_marks(out);
    if !layers.dim.is_empty() {
        write!(
            out,
            "<path class=\"dim\" d=\"{}\"{}/>",
            layers.dim,
            paints.board("fill")
        )
        .expect("writing to a string cannot fail");
    }
}

/// Half of the space without lines around the text or mark of an empty point: across and up, in tenths.
fn gap(figure: &Figure, point: Point) -> Option<(i64, i64)> {
    let cell = figure.get(point).filter(|cell| cell.stone.is_none())?;
    let (mut across, mut up) = (0.0_f32, 0.0_f32);
    let text = CellText::of(cell);
    if let Some(text) = &text {
        across = (text.width() / 2.0 + 26.0).max(60.0);
        let descends = text.text.contains(['g', 'j', 'p', 'q', 'y', 'Q', ',']);
        up = text.height / 2.0 + if descends { 40.0 } else { 26.0 } + text.lower;
    }
    match cell.mark {
        None => {}
        // A small mark is above the text.
        Some(mark) if text.is_some() && mark != Mark::Circle => up = 100.0,
        Some(_) => {
            let around = if text.is_some() { 98.0 } else { 72.0 };
            (across, up) = (across.max(around), up.max(around));
        }
    }
    if cell.variation.is_some() {
        (across, up) = (across.max(60.0), up.max(60.0));
    }
    (across > 0.0).then(|| (across.min(100.0) as i64, up.min(100.0) as i64))
}

/// Draws the lines and star points.
fn grid(figure: &Figure, layout: &Layout, out: &mut String) {
    let (size, view) = (figure.size(), layout.view);
    let mut lines = Lines::default();
    // Lines continue beyond an open side, but not into the names.
    let reach = 10
        * i64::from(match figure.coordinates {
            Coordinates::None => MARGIN.min(layout.margin()),
            _ => MARGIN - 4,
        });
    for row in view.lines() {
        let shows = |col: u8| figure.shows(Point::new(col, row));
        let is_edge = row == 0 || row + 1 == size.rows();
        let y = layout.y(row);
        for (from, to) in runs(view.columns(), shows) {
            let start = layout.x(from) * 10 - if from > 0 { reach } else { 0 };
            let end = layout.x(to) * 10 + if to + 1 < size.cols() { reach } else { 0 };
            let gaps = (from..=to).filter_map(|col| {
                let (across, _) = gap(figure, Point::new(col, row))?;
                Some((layout.x(col) * 10, across))
            });
            for (start, end) in pieces(start, end, gaps) {
                lines.add(is_edge, &format!("M{} {y}H{}", Tenths(start), Tenths(end)));
            }
        }
    }
    for col in view.columns() {
        let shows = |row: u8| figure.shows(Point::new(col, row));
        let is_edge = col == 0 || col + 1 == size.cols();
        let x = layout.x(col);
        for (from, to) in runs(view.lines(), shows) {
            let start = layout.y(from) * 10 - if from > 0 { reach } else { 0 };
            let end = layout.y(to) * 10 + if to + 1 < size.rows() { reach } else { 0 };
            let gaps = (from..=to).filter_map(|row| {
                let (_, up) = gap(figure, Point::new(col, row))?;
                Some((layout.y(row) * 10, up))
            });
            for (start, end) in pieces(start, end, gaps) {
                lines.add(is_edge, &format!("M{x} {}V{}", Tenths(start), Tenths(end)));
            }
        }
    }
    // Parts of a star point would be visible below a line or an arrow.
    let crossed = crossed(figure, 5.0, true);
    let is_clear = |point: &Point| {
        figure.shows(*point) && gap(figure, *point).is_none() && !crossed.contains(point)
    };
    let stars = view.points().filter(|&point| figure.is_star(point));
    let stars: Vec<(i64, i64)> = stars
        .filter(is_clear)
        .map(|point| layout.at(point))
        .collect();
    let stars = dots(&stars);
    for (class, path) in [("grid", lines.inner), ("edge", lines.edge), ("star", stars)] {
        push_path(class, &path, out);
    }
}

/// The parts of a line between its gaps, which are given by their middles and half their lengths, in order.
fn pieces(start: i64, end: i64, gaps: impl Iterator<Item = (i64, i64)>) -> Vec<(i64, i64)> {
    let mut all = Vec::new();
    let mut from = start;
    for (middle, half) in gaps {
        if middle - half > from {
            all.push((from, middle - half));
        }
        from = middle + half;
    }
    if from < end {
        all.push((from, end));
    }
    all
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
    let mut strokes = Strokes::default();
    let mut weight = 1;
    let mut name = |x: i64, y: i64, text: &str| {
        if let Some(lettering) = Lettering::fit(text, NAME_HEIGHT, 130.0) {
            weight = lettering.weight().max(weight);
            lettering.write(((x * 10) as f32, (y * 10) as f32), &mut strokes);
        }
    };
    let (left, top) = (i64::from(board.left), i64::from(board.top));
    let (right, bottom) = (left + i64::from(board.width), top + i64::from(board.height));
    for col in layout.view.columns() {
        let text = words::column(figure, col).unwrap_or_default();
        for y in [top + 9, bottom - 9] {
            name(layout.x(col), y, &text);
        }
    }
    for row in layout.view.lines() {
        let text = words::row(figure, row).unwrap_or_default();
        for x in [left + 9, right - 9] {
            name(x, layout.y(row), &text);
        }
    }
    let path = &strokes.path;
    write!(
        out,
        "<path class=\"names\" {LETTERING} stroke-width=\"{weight}\" d=\"{path}\"/>"
    )
    .expect("writing to a string cannot fail");
}

/// The text of a point: a number or a label.
struct CellText<'c> {
    text: std::borrow::Cow<'c, str>,
    /// The height of capital letters, the width that the text may have, and its distance below the middle, in tenths.
    height: f32,
    room: f32,
    lower: f32,
}

impl<'c> CellText<'c> {
    fn of(cell: &'c Cell) -> Option<CellText<'c>> {
        let label = cell
            .label
            .as_deref()
            .map(str::trim)
            .filter(|label| !label.is_empty());
        let text: std::borrow::Cow<'c, str> = match (cell.number, label) {
            (Some(number), _) => number.to_string().into(),
            (None, Some(label)) => {
                let text = words::printable(label, false);
                cut(text.trim(), LONGEST_LABEL).to_owned().into()
            }
            (None, None) => return None,
        };
        let columns = text.width().clamp(1, LONGEST_LABEL);
        // Longer texts are lower, so they can be wider on a round stone.
        let (height, room) = [
            (104.0, 110.0),
            (98.0, 124.0),
            (86.0, 134.0),
            (72.0, 154.0),
            (60.0, 160.0),
            (52.0, 164.0),
        ][columns - 1];
        // A mark is above the text or around it.
        let (share, lower) = match cell.mark {
            None => (1.0, 0.0),
            Some(Mark::Circle) => (0.8, 0.0),
            Some(_) => (0.78, 27.0),
        };
        Some(CellText {
            text,
            height: height * share,
            room: room * share,
            lower,
        })
    }

    fn lettering(&self) -> Option<Lettering<'_>> {
        Lettering::fit(&self.text, self.height, self.room)
    }

    /// The font size of a text element, in tenths; a letter is about 0.62 times as wide.
    fn font_size(&self) -> u32 {
        let columns = self.text.width().max(1) as f32;
        (self.room * 1.2 / (0.62 * columns)).min(self.height * 1.3) as u32
    }

    fn width(&self) -> f32 {
        match self.lettering() {
            Some(lettering) => lettering.width(),
            None => self.text.width() as f32 * self.font_size() as f32 * 0.62,
        }
    }
}

/// The drawn elements, grouped by layer from bottom to top.
#[derive(Default)]
struct Layers {
    stones: [Vec<(i64, i64)>; 2],
    could: [String; 2],
    areas: [String; 2],
    // Outlines and filled shapes, by class.
    marks: BTreeMap<&'static str, String>,
    // Strokes by class and width in tenths.
    numbers: BTreeMap<(&'static str, u32), Strokes>,
    // Texts by class and by font size in tenths.
    texts: BTreeMap<(&'static str, u32), String>,
    dim: String,
}

impl Layers {
    fn point(&mut self, figure: &Figure, point: Point, (x, y): (i64, i64)) {
        let cell = &figure[point];
        let text = CellText::of(cell);
        let add = |out: &mut String, shape: &str| {
            write!(out, "M{x} {y}{shape}").expect("writing to a string cannot fail")
        };
        if let Some(color) = cell.stone {
            self.stones[index(color)].push((x, y));
        }
        if let (None, Some(color)) = (cell.stone, cell.variation) {
            add(
                &mut self.could[index(color)],
                "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",
            );
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
            self.text(cell, &text, (x, y));
        }
        if cell.dimmed {
            add(&mut self.dim, "m-10-10h20v20h-20z");
        }
    }

    fn text(&mut self, cell: &Cell, text: &CellText<'_>, (x, y): (i64, i64)) {
        if let Some(lettering) = text.lettering() {
            let class = on(cell, "number");
            let out = self.numbers.entry((class, lettering.weight())).or_default();
            lettering.write(((x * 10) as f32, (y * 10) as f32 + text.lower), out);
            return;
        }
        let size = text.font_size();
        let y = y * 10 + text.lower as i64 + i64::from(size) * 36 / 100;
        let out = self.texts.entry((on(cell, "on"), size)).or_default();
        write!(out, "<text x=\"{x}\" y=\"{}\">", Tenths(y))
            .expect("writing to a string cannot fail");
        push_text(out, &text.text);
        out.push_str("</text>");
    }

    fn write_stones(&self, theme: &Theme, paints: &Paints, out: &mut String) {
        if paints.stones.is_some() {
            let all: Vec<(i64, i64)> = self.stones.iter().flatten().copied().collect();
            let strength = f32::from(theme.shading) / 100.0;
            let width = f32::from(theme.stone_size) / 50.0 + 0.9;
            if !all.is_empty() {
                write!(
                    out,
                    "<path class=\"shadow\" transform=\"translate(.6 .9)\" fill=\"none\" stroke=\"#000\" \
                     stroke-width=\"{width:.1}\" stroke-opacity=\"{:.2}\" stroke-linecap=\"round\" d=\"{}\"/>",
                    0.26 * strength,
                    dots(&all)
                )
                .expect("writing to a string cannot fail");
            }
        }
        for (n, color) in ["black", "white"].into_iter().enumerate() {
            let stones = &self.stones[n];
            if stones.is_empty() {
                continue;
            }
            let Some(ids) = &paints.stones else {
                let path = dots(stones);
                push_path(&format!("{color}-rims"), &path, out);
                push_path(&format!("{color}-dots"), &path, out);
                continue;
            };
            let id = &ids[n];
            write!(
                out,
                "<path fill=\"none\" style=\"marker-start:url(#{id});marker-mid:url(#{id})\" d=\"{}\"/>",
                corners(stones)
            )
            .expect("writing to a string cannot fail");
        }
        for (color, could) in ["black could", "white could"].iter().zip(&self.could) {
            push_path(color, could, out);
        }
        for (color, areas) in ["black-area", "white-area"].iter().zip(&self.areas) {
            push_path(color, areas, out);
        }
    }

    fn write_marks(&self, out: &mut String) {
        for (class, path) in &self.marks {
            push_path(class, path, out);
        }
        if !self.numbers.is_empty() {
            write!(out, "<g {LETTERING}>").expect("writing to a string cannot fail");
            for ((class, weight), strokes) in &self.numbers {
                let path = &strokes.path;
                write!(
                    out,
                    "<path class=\"{class}\" stroke-width=\"{weight}\" d=\"{path}\"/>"
                )
                .expect("writing to a string cannot fail");
            }
            out.push_str("</g>");
        }
        for ((class, size), texts) in &self.texts {
            let size = Tenths(i64::from(*size));
            write!(out, "<g class=\"{class}\" {FONT} text-anchor=\"middle\" font-size=\"{size}\">{texts}</g>")
                .expect("writing to a string cannot fail");
        }
    }
}

fn push_path(class: &str, path: &str, out: &mut String) {
    if !path.is_empty() {
        write!(out, "<path class=\"{class}\" d=\"{path}\"/>")
            .expect("writing to a string cannot fail");
    }
}

/// A path of dots: lines without a length, which have round ends.
fn dots(points: &[(i64, i64)]) -> String {
    let mut path = String::new();
    let mut from = (0, 0);
    for &(x, y) in points {
        let (dx, dy) = (x - from.0, y - from.1);
        let space = if dy < 0 { "" } else { " " };
        write!(path, "m{dx}{space}{dy}h0").expect("writing to a string cannot fail");
        from = (x, y);
    }
    path
}

/// A path with a corner at each point, for markers, and another one at its end.
fn corners(points: &[(i64, i64)]) -> String {
    let mut path = String::from("m");
    let mut from = (0, 0);
    for &(x, y) in points {
        // Numbers after the first two are lines.
        for number in [x - from.0, y - from.1] {
            if number >= 0 && path.len() > 1 {
                path.push(' ');
            }
            write!(path, "{number}").expect("writing to a string cannot fail");
        }
        from = (x, y);
    }
    path.push_str("h0");
    path
}

fn index(color: Color) -> usize {
    usize::from(color == Color::White)
}

/// Draws a circle with a class.
pub(super) fn dot(class: &str, (x, y): (u32, u32), radius: u32, out: &mut String) {
    write!(
        out,
        "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
    )
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
        ("number", Some(Color::Black)) => "number-on-black",
        ("number", Some(Color::White)) => "number-on-white",
        ("number", None) => "number-on-board",
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
        (Mark::Square, true) => "m-1.8-7.6h3.6v3.6h-3.6z",
        (Mark::Triangle, false) => "m0-6l5.2 9h-10.4z",
        (Mark::Triangle, true) => "m0-7.8l2.5 4.2h-5z",
        (Mark::Cross, false) => "m-4.5-4.5l9 9m0-9l-9 9",
        (Mark::Cross, true) => "m-1.8-7.6l3.6 3.6m0-3.6l-3.6 3.6",
        (Mark::Selected, false) => "m0-5l5 5l-5 5l-5-5z",
        (Mark::Selected, true) => "m0-8.4l2.7 2.7l-2.7 2.7l-2.7-2.7z",
    }
}

/// The ends of the lines and arrows on the board, and whether each is an arrow.
fn all_rays(figure: &Figure) -> impl Iterator<Item = ([Point; 2], bool)> {
    let lines = figure.lines.iter().map(|ends| (*ends, false));
    let arrows = figure.arrows.iter().map(|ends| (*ends, true));
    let on_board = |ends: &[Point; 2]| ends.iter().all(|&end| figure.size().contains(end));
    lines.chain(arrows).filter(move |(ends, _)| on_board(ends))
}

/// The points that a line or an arrow passes within a distance, which is less than half a step. Its ends count only
/// `with_ends`.
fn crossed(figure: &Figure, distance: f32, with_ends: bool) -> BTreeSet<Point> {
    let mut all = BTreeSet::new();
    for ([from, to], _) in all_rays(figure) {
        let [(x, y), (to_x, to_y)] = [from, to].map(|end| (f32::from(end.col), f32::from(end.row)));
        let (dx, dy) = (to_x - x, to_y - y);
        let steps = from.col.abs_diff(to.col).max(from.row.abs_diff(to.row));
        for step in 0..=steps {
            // A ray without a length is not drawn.
            if steps == 0 || !with_ends && (step == 0 || step == steps) {
                continue;
            }
            let share = f32::from(step) / f32::from(steps);
            let (x, y) = (x + dx * share, y + dy * share);
            // Only the nearest point of a row or column can be so near.
            let (col, row) = (x.round(), y.round());
            let aside = (x - col).abs().max((y - row).abs());
            let slope = f32::from(steps) / dx.hypot(dy);
            if aside * slope * (STEP as f32) < distance {
                all.insert(Point::new(col as u8, row as u8));
            }
        }
    }
    all
}

/// Draws lines and arrows, clipped to the board. They end at the edges of stones and labels, and do not cross labels.
fn rays(figure: &Figure, layout: &Layout, paints: &Paints, out: &mut String) {
    let (mut rays, mut heads) = (String::new(), String::new());
    for ([from, to], is_arrow) in all_rays(figure) {
        let [(x, y), (to_x, to_y)] = [from, to].map(|end| layout.at(end));
        let (x, y, to_x, to_y) = (x as f32, y as f32, to_x as f32, to_y as f32);
        let (dx, dy) = (to_x - x, to_y - y);
        let length = dx.hypot(dy);
        if length == 0.0 {
            continue;
        }
        let (dx, dy) = (dx / length, dy / length);
        let radius = |point: Point| match figure.get(point) {
            Some(cell) if cell.stone.is_some() => 11.3,
            Some(cell) if cell.label.is_some() || cell.mark.is_some() => 8.0,
            _ => 0.0,
        };
        // An arrow between adjacent stones keeps its head.
        let (before, after) = (radius(from), radius(to));
        let room = (length - STEP as f32 * HEAD - 2.0).max(0.0);
        let share = if before + after > room {
            room / (before + after)
        } else {
            1.0
        };
        let (x, y) = (x + dx * before * share, y + dy * before * share);
        let (to_x, to_y) = (to_x - dx * after * share, to_y - dy * after * share);
        // The line of an arrow ends inside the head, so that the tip is sharp.
        let inside = if is_arrow { 5.0 } else { 0.0 };
        let (end_x, end_y) = (to_x - dx * inside, to_y - dy * inside);
        write!(rays, "M{x:.1} {y:.1}L{end_x:.1} {end_y:.1}")
            .expect("writing to a string cannot fail");
        if is_arrow {
            head((x, y), (to_x, to_y), &mut heads);
        }
    }
    if rays.is_empty() {
        return;
    }
    let has_text = |point: &Point| {
        let cell = &figure[*point];
        figure.shows(*point) && cell.stone.is_none() && CellText::of(cell).is_some()
    };
    // Not the labels at the ends of rays, which end before them.
    let texts = crossed(figure, 7.0, false).into_iter().filter(has_text);
    let crossed: Vec<(i64, i64)> = texts.map(|point| layout.at(point)).collect();
    let board = &layout.board;
    let (left, top, width, height) = (board.left, board.top, board.width, board.height);
    let stroke = paints.board("stroke");
    // A nested drawing clips everything outside of it.
    write!(
        out,
        "<svg x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"{left} {top} {width} {height}\"><path class=\"ray-edge\" d=\"{rays}{heads}\"{stroke}/>\
         <path class=\"ray\" d=\"{rays}\"/>"
    )
    .expect("writing to a string cannot fail");
    push_path("head", &heads, out);
    if !crossed.is_empty() {
        write!(
            out,
            "<path class=\"clear\" d=\"{}\"{stroke}/>",
            dots(&crossed)
        )
        .expect("writing to a string cannot fail");
    }
    out.push_str("</svg>");
}

/// The length of the head of an arrow, as a share of the distance between points.
const HEAD: f32 = 0.45;

/// Draws the head of an arrow: a triangle with its tip at the end.
fn head((x, y): (f32, f32), (to_x, to_y): (f32, f32), out: &mut String) {
    let (dx, dy) = (to_x - x, to_y - y);
    let length = dx.hypot(dy);
    if length == 0.0 {
        return;
    }
    let (dx, dy) = (dx / length, dy / length);
    let (back, half) = (STEP as f32 * HEAD, STEP as f32 * 0.2);
    let (base_x, base_y) = (to_x - dx * back, to_y - dy * back);
    let corner = |side: f32| (base_x - dy * half * side, base_y + dx * half * side);
    let ((one_x, one_y), (other_x, other_y)) = (corner(1.0), corner(-1.0));
    write!(
        out,
        "M{to_x:.1} {to_y:.1}L{one_x:.1} {one_y:.1}L{other_x:.1} {other_y:.1}z"
    )
    .expect("writing to a string cannot fail");
}

/// A number in tenths, written as `12.5` or `3`.
struct Tenths(i64);

impl std::fmt::Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        match (self.0.abs() / 10, self.0.abs() % 10) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, tenths) => write!(f, "{sign}{whole}.{tenths}"),
        }
    }
}
