//! The changes from each picture to the next.

use std::time::Duration;

use kifu_diagram::png::{PixelArea, Renderer};
use kifu_diagram::svg::Geometry;
use kifu_diagram::{Cell, Figure, Point, Svg};

use crate::error::MotionError;
use crate::palette::Rgb;

/// The number of areas from which on a whole picture is drawn faster.
const MANY_AREAS: usize = 12;

/// The distance around an area within which shapes can be visible in it, in steps. All of this is drawn, because a shape that is cut
/// off is antialiased differently.
const AROUND: f64 = 1.0;

/// The changed rectangle of a picture.
pub(crate) struct Patch {
    pub(crate) area: PixelArea,
    /// The colour of each pixel, and whether it changed.
    pub(crate) pixels: Vec<(Rgb, bool)>,
    pub(crate) pause: Duration,
}

/// Draws figures, and compares each with the previous one. The first patch is the whole picture.
pub(crate) struct Patches<'r, F> {
    renderer: &'r Renderer,
    svg: Svg,
    figures: F,
    /// The number of figures that are expected.
    left: usize,
    /// The last figure.
    before: Option<Drawn>,
}

/// A figure and its picture.
struct Drawn {
    figure: Figure,
    geometry: Geometry,
    /// The text below the board.
    text: Vec<String>,
    /// The colours of all pixels.
    canvas: Vec<Rgb>,
}

impl<'r, F: Iterator<Item = (Figure, Duration)>> Patches<'r, F> {
    pub(crate) fn new(
        renderer: &'r Renderer,
        svg: Svg,
        figures: F,
        count: usize,
    ) -> Patches<'r, F> {
        Patches {
            renderer,
            svg,
            figures,
            left: count,
            before: None,
        }
    }

    fn draw(&mut self, figure: Figure, pause: Duration) -> Result<Patch, MotionError> {
        let mut geometry = self.svg.geometry(&figure);
        // The number of lines does not matter, because all pictures have space for the most.
        geometry.caption_lines = 0;
        let text = figure.text_below();
        let Some(before) = &mut self.before else {
            let pixels = self.renderer.pixels_of(&figure, &self.svg, None)?;
            let canvas: Vec<Rgb> = colors(&pixels.rgba).collect();
            let patch = Patch {
                area: whole(&geometry),
                pixels: canvas.iter().map(|color| (*color, true)).collect(),
                pause,
            };
            self.before = Some(Drawn {
                figure,
                geometry,
                text,
                canvas,
            });
            return Ok(patch);
        };
        if before.geometry != geometry {
            return Err(MotionError::DifferentLayouts);
        }
        let width = geometry.width;
        let mut drawn: Vec<(PixelArea, Vec<Rgb>)> = Vec::new();
        let mut changed: Option<PixelArea> = None;
        let other_text = before.text != text;
        let reach = reach(&self.svg) * geometry.step;
        for area in areas(&before.figure, &figure, &geometry, reach, other_text) {
            let (part, around_area) = part_of(&figure, area, &geometry);
            let pixels = self
                .renderer
                .pixels_of(&part, &self.svg, Some(around_area))?;
            let all: Vec<Rgb> = colors(&pixels.rgba).collect();
            let colors: Vec<Rgb> = pixels_of(area)
                .map(|pixel| all[at(around_area, pixel)])
                .collect();
            for (pixel, color) in pixels_of(area).zip(&colors) {
                if *color != before.canvas[index(width, pixel)] {
                    let pixel = one_pixel(pixel);
                    changed = Some(changed.map_or(pixel, |changed| around(changed, pixel)));
                }
            }
            drawn.push((area, colors));
        }
        // A picture without changes still takes its time.
        let area = changed.unwrap_or(one_pixel((0, 0)));
        let mut pixels: Vec<(Rgb, bool)> = pixels_of(area)
            .map(|pixel| (before.canvas[index(width, pixel)], false))
            .collect();
        for (part, colors) in drawn {
            for (pixel, color) in pixels_of(part).zip(colors) {
                let old = &mut before.canvas[index(width, pixel)];
                if *old != color {
                    *old = color;
                    pixels[at(area, pixel)] = (color, true);
                }
            }
        }
        (before.figure, before.text) = (figure, text);
        Ok(Patch {
            area,
            pixels,
            pause,
        })
    }
}

impl<F: Iterator<Item = (Figure, Duration)>> Iterator for Patches<'_, F> {
    type Item = Result<Patch, MotionError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some((figure, pause)) = self.figures.next() else {
            let is_short = std::mem::take(&mut self.left) > 0;
            return is_short.then_some(Err(MotionError::OtherFrames));
        };
        let Some(left) = self.left.checked_sub(1) else {
            return Some(Err(MotionError::OtherFrames));
        };
        self.left = left;
        Some(self.draw(figure, pause))
    }
}

/// The distance from a point within which its contents are visible, in steps.
fn reach(svg: &Svg) -> f64 {
    // Stones reach 0.5, and the middle of the outline of a mark at most 0.45.
    let mark = f64::from(svg.theme.mark_width.min(1000)) / 2000.0;
    (0.45 + mark).max(0.75)
}

/// Returns disjoint areas that contain all differences between two figures with the same layout. `reach` is the distance in pixels
/// within which the contents of a point are visible.
fn areas(
    before: &Figure,
    after: &Figure,
    geometry: &Geometry,
    reach: f64,
    other_text: bool,
) -> Vec<PixelArea> {
    // Lines are cut off by every area.
    let has_lines = |figure: &Figure| !figure.lines.is_empty() || !figure.arrows.is_empty();
    if has_lines(before) || has_lines(after) || !is_same_board(before, after) {
        return vec![whole(geometry)];
    }
    let mut areas: Vec<PixelArea> = Vec::new();
    for point in after.size().points() {
        let is_last = |figure: &Figure| figure.last == Some(point);
        if before[point] != after[point] || is_last(before) != is_last(after) {
            let (x, y) = geometry.point(point);
            add(
                &mut areas,
                clipped(geometry, [x - reach, y - reach, x + reach, y + reach]),
            );
        }
    }
    if other_text {
        let (width, height) = (f64::from(geometry.width), f64::from(geometry.height));
        add(
            &mut areas,
            clipped(geometry, [0.0, geometry.board_bottom, width, height]),
        );
    }
    if areas.len() >= MANY_AREAS {
        return vec![whole(geometry)];
    }
    areas
}

/// Whether two figures differ only in their points, in the last move and in the text below the board.
fn is_same_board(before: &Figure, after: &Figure) -> bool {
    if before.size() != after.size() {
        return false;
    }
    let mut same = before.clone();
    for point in after.size().points() {
        same[point] = after[point].clone();
    }
    same.last = after.last;
    same.captions.clone_from(&after.captions);
    same.unplaced_moves.clone_from(&after.unplaced_moves);
    (same.to_play, same.captures, same.ko) = (after.to_play, after.captures, after.ko);
    same == *after
}

/// Adds an area, joined with all areas that it overlaps.
fn add(areas: &mut Vec<PixelArea>, area: Option<PixelArea>) {
    let Some(mut area) = area else {
        return;
    };
    while let Some(other) = areas.iter().position(|other| overlap(*other, area)) {
        area = around(areas.swap_remove(other), area);
    }
    areas.push(area);
}

/// Returns the part of a rectangle that is in the picture, extended to whole pixels.
fn clipped(geometry: &Geometry, [left, top, right, bottom]: [f64; 4]) -> Option<PixelArea> {
    // Conversion saturates at 0.
    let (left, top) = (left.floor() as u32, top.floor() as u32);
    let right = (right.ceil() as u32).min(geometry.width);
    let bottom = (bottom.ceil() as u32).min(geometry.height);
    let area = PixelArea {
        left,
        top,
        width: right.saturating_sub(left),
        height: bottom.saturating_sub(top),
    };
    (area.width > 0 && area.height > 0).then_some(area)
}

/// Returns the figure without the contents of points that cannot be seen in an area, which is then drawn faster, and the area that
/// has to be drawn. The layout is the same.
fn part_of(figure: &Figure, area: PixelArea, geometry: &Geometry) -> (Figure, PixelArea) {
    let (left, top) = (f64::from(area.left), f64::from(area.top));
    let (right, bottom) = (left + f64::from(area.width), top + f64::from(area.height));
    let reach = AROUND * geometry.step;
    let drawn = [left - reach, top - reach, right + reach, bottom + reach];
    let drawn = clipped(geometry, drawn).unwrap_or(area);
    let mut part = figure.clone();
    if bottom > geometry.board_bottom.ceil() {
        // The text below the board can depend on each point.
        return (part, drawn);
    }
    let is_near = |point: Point| {
        let (x, y) = geometry.point(point);
        (left - reach..=right + reach).contains(&x) && (top - reach..=bottom + reach).contains(&y)
    };
    for point in figure.size().points().filter(|point| !is_near(*point)) {
        part[point] = Cell {
            hidden: figure[point].hidden,
            ..Cell::default()
        };
    }
    part.captions.clear();
    part.unplaced_moves.clear();
    (part.to_play, part.captures) = (None, None);
    (part, drawn)
}

fn colors(rgba: &[u8]) -> impl Iterator<Item = Rgb> {
    rgba.chunks_exact(4).map(|rgba| [rgba[0], rgba[1], rgba[2]])
}

fn whole(geometry: &Geometry) -> PixelArea {
    PixelArea {
        left: 0,
        top: 0,
        width: geometry.width,
        height: geometry.height,
    }
}

fn one_pixel((left, top): (u32, u32)) -> PixelArea {
    PixelArea {
        left,
        top,
        width: 1,
        height: 1,
    }
}

/// The smallest area that contains two others.
fn around(one: PixelArea, other: PixelArea) -> PixelArea {
    let (left, top) = (one.left.min(other.left), one.top.min(other.top));
    let right = (one.left + one.width).max(other.left + other.width);
    let bottom = (one.top + one.height).max(other.top + other.height);
    PixelArea {
        left,
        top,
        width: right - left,
        height: bottom - top,
    }
}

fn overlap(one: PixelArea, other: PixelArea) -> bool {
    one.left < other.left + other.width
        && other.left < one.left + one.width
        && one.top < other.top + other.height
        && other.top < one.top + one.height
}

/// The pixels of an area in order.
fn pixels_of(area: PixelArea) -> impl Iterator<Item = (u32, u32)> {
    let rows = area.top..area.top + area.height;
    rows.flat_map(move |y| (area.left..area.left + area.width).map(move |x| (x, y)))
}

/// The index of a pixel in an area.
fn at(area: PixelArea, (x, y): (u32, u32)) -> usize {
    index(area.width, (x - area.left, y - area.top))
}

/// The index of a pixel in a picture of a width.
fn index(width: u32, (x, y): (u32, u32)) -> usize {
    y as usize * width as usize + x as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(left: u32, top: u32, width: u32, height: u32) -> PixelArea {
        PixelArea {
            left,
            top,
            width,
            height,
        }
    }

    #[test]
    fn overlapping_areas_are_joined() {
        let mut areas = Vec::new();
        add(&mut areas, Some(area(0, 0, 10, 10)));
        add(&mut areas, Some(area(20, 0, 10, 10)));
        add(&mut areas, None);
        assert_eq!(areas.len(), 2);
        add(&mut areas, Some(area(9, 5, 12, 1)));
        assert_eq!(areas, [area(0, 0, 30, 10)]);
        add(&mut areas, Some(area(30, 10, 1, 1)));
        assert_eq!(areas.len(), 2);
    }

    #[test]
    fn areas_are_clipped() {
        let figure = Figure::empty(kifu_figure::sgf::Size::square(9).unwrap());
        let geometry = Svg::default().geometry(&figure);
        assert_eq!(
            clipped(&geometry, [-5.0, -5.0, 2.1, 3.0]),
            Some(area(0, 0, 3, 3))
        );
        assert_eq!(clipped(&geometry, [5000.0, 0.0, 5001.0, 1.0]), None);
    }
}
