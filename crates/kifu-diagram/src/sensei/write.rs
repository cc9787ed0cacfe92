use std::fmt::Write;

use kifu_core::{Color, Point, Size};

use super::{Numbering, symbol};
use super::{names, read};
use crate::stars::is_star;
use crate::words;
use crate::{Cell, Coordinates, Figure};

pub(super) fn text(figure: &Figure) -> String {
    let size = figure.size();
    let view = figure.view.on(size);
    let numbering = numbering(figure);
    let mut out = header(figure, numbering);
    let (first, last) = (view.first(), view.last());
    let (left, right) = (first.col == 0, last.col + 1 == size.cols());
    let edge = |out: &mut String| {
        out.push_str("$$  ");
        out.extend((0..2 * usize::from(view.cols()) + usize::from(right)).map(|_| '-'));
        out.push('\n');
    };
    if first.row == 0 {
        edge(&mut out);
    }
    for row in view.lines() {
        out.push_str(if left { "$$ |" } else { "$$  " });
        for col in view.columns() {
            let point = Point::new(col, row);
            let star = figure.stars && is_star(size, point);
            out.push(' ');
            out.push(point_symbol(&figure[point], star, numbering));
        }
        out.push_str(if right { " |\n" } else { "\n" });
    }
    if last.row + 1 == size.rows() {
        edge(&mut out);
    }
    for (kind, ends) in [("AR", &figure.arrows), ("LN", &figure.lines)] {
        for ends in ends {
            if let [Some(from), Some(to)] = ends.map(|end| names::name(figure, end)) {
                writeln!(out, "$$ {{{kind} {from} {to}}}")
                    .expect("writing to a string cannot fail");
            }
        }
    }
    for link in &figure.links {
        let (symbol, target) = (link.symbol, words::printable(&link.target, false));
        if symbol != '|' && !symbol.is_whitespace() && !symbol.is_control() {
            writeln!(out, "$$ [{symbol}|{}]", target.trim())
                .expect("writing to a string cannot fail");
        }
    }
    out
}

/// The header, such as `$$Bc13m5 Title (7 at 5)`.
fn header(figure: &Figure, numbering: Option<Numbering>) -> String {
    let mut out = String::from("$$");
    if let Some(color) = numbering.map(|n| n.first).or(figure.to_play) {
        out.push(color.letter());
    }
    if figure.coordinates != Coordinates::None {
        out.push('c');
    }
    let size = figure.size();
    if size.cols() == size.rows() && size != Size::default() {
        write!(out, "{}", size.cols()).expect("writing to a string cannot fail");
    }
    if let Some(start) = numbering.map(|n| n.start).filter(|&start| start != 1) {
        write!(out, "m{start}").expect("writing to a string cannot fail");
    }
    let title = words::printable(&figure.title, false);
    let unplaced = words::unplaced(figure);
    if !title.trim().is_empty() {
        let title = format!(" {}", title.trim());
        // Without options, a title may look like a row, so state a default.
        if out == "$$" && read::is_row(&title) {
            out.push_str("m1");
        }
        out.push_str(&title);
    }
    if !unplaced.is_empty() {
        write!(out, " ({unplaced})").expect("writing to a string cannot fail");
    }
    out.push('\n');
    out
}

/// The smallest number that is shown, and its player; an unplaced move counts only if there is no other.
fn numbering(figure: &Figure) -> Option<Numbering> {
    let shown = figure.view.on(figure.size()).points().filter_map(|point| {
        let cell = &figure[point];
        let move_shown = (cell.number?, cell.stone?);
        (!cell.hidden).then_some(move_shown)
    });
    let others = figure.unplaced_moves.iter().map(|m| (m.number, m.color));
    let number = |&(number, _): &(u32, Color)| number;
    let smallest = shown
        .min_by_key(number)
        .or_else(|| others.min_by_key(number));
    smallest.map(|(start, first)| Numbering { start, first })
}

fn point_symbol(cell: &Cell, star: bool, numbering: Option<Numbering>) -> char {
    if cell.hidden {
        return '_';
    }
    if let (Some(number), Some(stone), Some(numbering)) = (cell.number, cell.stone, numbering) {
        if let Some(digit) = numbering
            .digit(number)
            .filter(|_| numbering.color(number) == stone)
        {
            return digit;
        }
    }
    if cell.stone.is_some() {
        let marked = symbol(cell.stone, cell.mark);
        return marked.or(symbol(cell.stone, None)).unwrap_or('?');
    }
    let mut label = cell.label.as_deref().unwrap_or_default().chars();
    if let (Some(letter @ 'a'..='z'), None) = (label.next(), label.next()) {
        return letter;
    }
    match symbol(None, cell.mark) {
        Some('.') | None if cell.dimmed => '?',
        Some('.') | None if star => ',',
        found => found.unwrap_or('.'),
    }
}
