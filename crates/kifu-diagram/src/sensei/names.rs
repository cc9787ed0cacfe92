//! Points as Sensei's notation names them in lines and arrows.

use kifu_core::{Point, Size, Western};

use crate::{Figure, View};

/// The Western name where the diagram shows a corner; else column and row of the diagram from
/// its top left, `2:3`. A point that then lies outside of the diagram has none.
pub(super) fn name(figure: &Figure, point: Point) -> Option<String> {
    let (size, view) = (figure.size(), figure.view.on(figure.size()));
    if is_anchored(view, size) {
        return size.western(point).map(|name| name.to_string());
    }
    let from = |at: u8, first: u8| (at - first).saturating_add(1);
    let first = view.first();
    view.contains(point).then(|| {
        format!(
            "{}:{}",
            from(point.col, first.col),
            from(point.row, first.row)
        )
    })
}

/// The point that such a name means, if it is on the board.
pub(super) fn parse(name: &str, size: Size, view: View) -> Option<Point> {
    let Some((col, row)) = name.split_once(':') else {
        return Western::parse(name, size).ok();
    };
    let at = |number: &str, first: u8| {
        let number: i16 = number.parse().ok().filter(|_| !number.starts_with('+'))?;
        u8::try_from(number.checked_add(i16::from(first))? - 1).ok()
    };
    let point = Point::new(at(col, view.first().col)?, at(row, view.first().row)?);
    size.contains(point).then_some(point)
}

/// Whether the diagram shows where it lies on the board: it says how large a square board
/// is, other boards it has to show whole.
fn is_anchored(view: View, size: Size) -> bool {
    let whole = View::whole(size);
    let corner = (view.first().col == 0 || view.last().col == whole.last().col)
        && (view.first().row == 0 || view.last().row == whole.last().row);
    view == whole || (size.cols() == size.rows() && corner)
}
