//! Names of points in the lines and arrows of Sensei's notation.

use kifu_core::{Point, Size, Western};

use crate::{Figure, View};

/// The Western name if the diagram shows a corner; otherwise the column and row from the top left of the diagram,
/// such as `2:3`, or `None` outside of the diagram.
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

/// The point with this name, if it is on the board.
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

/// Whether the diagram shows its position on the board. The notation can state the size of a square board; other
/// boards must be shown as a whole.
fn is_anchored(view: View, size: Size) -> bool {
    let whole = View::whole(size);
    let corner = (view.first().col == 0 || view.last().col == whole.last().col)
        && (view.first().row == 0 || view.last().row == whole.last().row);
    view == whole || (size.cols() == size.rows() && corner)
}
