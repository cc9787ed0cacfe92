use kifu_core::Point;

use super::Svg;
use super::layout::STEP;
use crate::Figure;

/// The positions of the parts of a drawing, in CSS pixels from its upper left corner; returned by [`Svg::geometry`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Geometry {
    /// The width of the drawing.
    pub width: u32,
    /// The height of the drawing.
    pub height: u32,
    /// The distance between adjacent points.
    pub step: f64,
    /// The position of the point A19, or of its equivalent on other boards, which need not be in view.
    pub first_point: (f64, f64),
    /// The vertical position of the lower edge of the board. Captions are below it.
    pub board_bottom: f64,
    /// The number of lines of captions.
    pub caption_lines: u32,
    /// The number of columns of text that fit on a line of captions; Chinese characters take two.
    pub caption_columns: u32,
}

impl Geometry {
    pub(super) fn of(svg: &Svg, figure: &Figure) -> Geometry {
        let layout = svg.layout(figure);
        let (width, height) = svg.shown_size(layout.width, layout.height);
        // A drawing is centered in its rectangle, which can be a fraction of a pixel higher.
        let scale = f64::from(width) / f64::from(layout.width);
        let top = (f64::from(height) - f64::from(layout.height) * scale) / 2.0;
        let (x, y) = layout.at(Point::new(0, 0));
        let bottom = f64::from(layout.board.top) + f64::from(layout.board.height);
        Geometry {
            width,
            height,
            step: f64::from(STEP) * scale,
            first_point: (x as f64 * scale, top + y as f64 * scale),
            board_bottom: top + bottom * scale,
            caption_lines: u32::try_from(layout.captions.len()).unwrap_or(u32::MAX),
            caption_columns: layout.caption_columns(),
        }
    }

    /// The position of a point.
    ///
    /// ```
    /// use kifu_core::{Point, Size};
    /// use kifu_diagram::{Figure, Svg};
    ///
    /// let geometry = Svg::default().geometry(&Figure::empty(Size::square(9).unwrap()));
    /// let ((x, y), step) = (geometry.point(Point::new(0, 0)), geometry.step);
    /// assert_eq!(geometry.point(Point::new(3, 1)), (x + 3.0 * step, y + step));
    /// ```
    pub fn point(&self, point: Point) -> (f64, f64) {
        let (x, y) = self.first_point;
        (
            x + f64::from(point.col) * self.step,
            y + f64::from(point.row) * self.step,
        )
    }
}
