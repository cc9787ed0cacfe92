use std::sync::Arc;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg;

use super::board::Board;
use super::{LARGEST, PngError, Renderer};
use crate::{Figure, Rgb, Svg};

/// The maximum number of pixels of a board that is kept: 16 megabytes.
const MOST_KEPT: u64 = 1 << 22;

/// A rectangle of a drawing, in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PixelArea {
    /// The number of pixels to the left of the rectangle.
    pub left: u32,
    /// The number of pixels above the rectangle.
    pub top: u32,
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

/// A rendered picture, or a part of one; returned by [`Renderer::pixels_of`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
    /// The pixels from left to right and from top to bottom: 4 bytes each, for red, green, blue and alpha, which is always
    /// 255. Pixels of an area beyond the picture have the colour of the paper.
    pub rgba: Vec<u8>,
}

impl Renderer {
    /// Renders a figure as pixels, as in [`draw`](Renderer::draw), or only an area of it. Rendering a small area is
    /// faster than rendering the whole figure, and gives the same pixels, except for small differences at its edges.
    ///
    /// ```
    /// use kifu_core::Size;
    /// use kifu_diagram::png::{PixelArea, Renderer};
    /// use kifu_diagram::{Figure, Svg};
    ///
    /// let figure = Figure::empty(Size::square(9).unwrap());
    /// let area = PixelArea { left: 40, top: 30, width: 20, height: 10 };
    /// let pixels = Renderer::new().pixels_of(&figure, &Svg::default(), Some(area)).unwrap();
    /// assert_eq!((pixels.width, pixels.height, pixels.rgba.len()), (20, 10, 800));
    /// ```
    ///
    /// # Errors
    ///
    /// [`PngError`] if a side of the figure or of the area is 0 or more than 16,384 pixels.
    pub fn pixels_of(
        &self,
        figure: &Figure,
        svg: &Svg,
        area: Option<PixelArea>,
    ) -> Result<Pixels, PngError> {
        let drawn = self.rendered(figure, svg, area)?;
        Ok(Pixels {
            width: drawn.width(),
            height: drawn.height(),
            rgba: drawn.take(),
        })
    }

    /// Renders several figures on one sheet as pixels; see [`Svg::draw_sheet`].
    ///
    /// # Errors
    ///
    /// [`PngError`] if a side of the sheet is 0 or more than 16,384 pixels.
    pub fn pixels_of_sheet(
        &self,
        figures: &[Figure],
        columns: usize,
        svg: &Svg,
    ) -> Result<Pixels, PngError> {
        let drawn = self.rendered_sheet(figures, columns, svg)?;
        Ok(Pixels {
            width: drawn.width(),
            height: drawn.height(),
            rgba: drawn.take(),
        })
    }

    pub(super) fn rendered(
        &self,
        figure: &Figure,
        svg: &Svg,
        area: Option<PixelArea>,
    ) -> Result<Pixmap, PngError> {
        let svg = without_variables(svg);
        let geometry = svg.geometry(figure);
        let (whole, area) = checked((geometry.width, geometry.height), &svg, area)?;
        let drawing = svg.drawing(figure);
        if area != whole || u64::from(whole.width) * u64::from(whole.height) > MOST_KEPT {
            return self.render(&drawing.text, area, paper(area, &svg)?);
        }
        let board = drawing.board();
        let last = match self.board.get(&board) {
            Some(last) => last,
            None => {
                let pixels = self.render(&board, whole, paper(whole, &svg)?)?;
                let drawing = board;
                let board = Arc::new(Board { drawing, pixels });
                self.board.set(Arc::clone(&board));
                board
            }
        };
        self.render(&drawing.position(), whole, last.pixels.clone())
    }

    pub(super) fn rendered_sheet(
        &self,
        figures: &[Figure],
        columns: usize,
        svg: &Svg,
    ) -> Result<Pixmap, PngError> {
        let svg = without_variables(svg);
        let sheet = svg.sheet(figures, columns);
        let (_, area) = checked(svg.sheet_size(&sheet), &svg, None)?;
        self.render(&svg.draw_laid_out(&sheet), area, paper(area, &svg)?)
    }

    /// Renders an area of a drawing onto pixels.
    fn render(
        &self,
        drawing: &str,
        area: PixelArea,
        mut pixels: Pixmap,
    ) -> Result<Pixmap, PngError> {
        let options = usvg::Options {
            fontdb: Arc::clone(&self.fonts),
            ..usvg::Options::default()
        };
        let tree = usvg::Tree::from_str(drawing, &options).map_err(|_| PngError)?;
        let offset = Transform::from_translate(-(area.left as f32), -(area.top as f32));
        resvg::render(&tree, offset, &mut pixels.as_mut());
        Ok(pixels)
    }
}

/// Returns pixels in the colour of the paper.
fn paper(area: PixelArea, svg: &Svg) -> Result<Pixmap, PngError> {
    let mut pixels = Pixmap::new(area.width, area.height).ok_or(PngError)?;
    let Rgb(r, g, b) = svg.theme.paper;
    pixels.fill(Color::from_rgba8(r, g, b, u8::MAX));
    Ok(pixels)
}

/// Checks the sides of a drawing, and returns the area of the whole drawing and the one to render.
fn checked(
    (width, height): (u32, u32),
    svg: &Svg,
    area: Option<PixelArea>,
) -> Result<(PixelArea, PixelArea), PngError> {
    let fits = |side: u32| (1..=LARGEST).contains(&side);
    let whole = PixelArea {
        left: 0,
        top: 0,
        width,
        height,
    };
    let area = area.unwrap_or(whole);
    let sides = [width, height, area.width, area.height];
    if svg.width == Some(0) || !sides.into_iter().all(fits) {
        return Err(PngError);
    }
    Ok((whole, area))
}

/// resvg does not support CSS variables.
fn without_variables(svg: &Svg) -> Svg {
    Svg {
        css_variables: false,
        ..*svg
    }
}
