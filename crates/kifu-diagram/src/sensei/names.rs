//! Points as Sensei's notation names them in lines and arrows.

use kifu_core::{Point, Size, Western};

use crate::{Figure, View};

/// The Western name where the diagram shows a corner; else column and row of the diagram from
/// its top left, `2:3`.
pub(super) fn name(figure: &Figure, point: Point) -> String {
    let view = figure.view.on(figure.size());
    match figure.size().western(point).filter(|_| is_anchored(view, figure.size())) {
        Some(name) => name.to_string(),
        None => {
            let from = |at: u8, first: u8| i16::from(at) - i16::from(first) + 1;
            let first = view.first();
            format!("{}:{}", from(point.col, first.col), from(point.row, first.row))
        }
    }
}

/// The point that such a name means, if it is on the board.
pub(super) fn parse(name: &str, size: Size, view: View) -> Option<Point> {
    let Some((col, row)) = name.split_once(':') else {
        return Western::parse(name, size).ok();
    };
    let at = |number: &str, first: u8| {
        let number: i16 = number.parse().ok()?;
        u8::try_from(number.checked_add(i16::from(first))? - 1).ok()
    };
    let point = Point::new(at(col, view.first().col)?, at(row, view.first().row)?);
    size.contains(point).then_some(point)
}

fn is_anchored(view: View, size: Size) -> bool {
    let whole = View::whole(size);
    (view.first().col == 0 || view.last().col == whole.last().col)
        && (view.first().row == 0 || view.last().row == whole.last().row)
}
