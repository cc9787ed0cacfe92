//! Renders figures as SVG.
//!
//! ```
//! use kifu_core::{Color, Point, Size};
//! use kifu_diagram::{Figure, Svg};
//!
//! let mut figure = Figure::empty(Size::square(9).unwrap());
//! figure[Point::new(2, 6)].stone = Some(Color::Black);
//! figure.title = "Three-three & more".into();
//! let svg = Svg::default().draw(&figure);
//! assert!(svg.starts_with("<svg "));
//! assert!(svg.contains("<title>Three-three &amp; more</title>"));
//! ```
//!
//! A drawing is one element without scripts, links, ids or external resources, so a page can contain it several
//! times. Its `<title>` and `<desc>` describe the whole figure in words.
//!
//! Colours are those of the [`Theme`]. With [`Svg::css_variables`], they are CSS variables (custom properties) with
//! the theme as their default. A page overrides one by setting, for example, `--kifu-board: none` on the drawing or
//! an ancestor. The name of a variable is `--kifu-` followed by `paper`, `board`, `line`, `black`, `white`, `rim`,
//! `accent` or `text`. Browsers support CSS variables; many other programs draw all elements in black. Each kind of
//! element has its own class, within the class `kifu`.

use std::fmt::Write;

use crate::Figure;
use crate::words;

mod captions;
mod geometry;
mod layout;
mod paint;
mod theme;

pub use geometry::Geometry;
pub use theme::{Rgb, Theme};

/// Options for drawing figures as SVG.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Svg {
    /// The colours of the drawing.
    pub theme: Theme,
    /// The displayed width in CSS pixels, unless the page sets one. By default, 1.5 pixels for each unit of the
    /// drawing, in which adjacent points are 20 units apart.
    pub width: Option<u32>,
    /// Whether a page can override the colours with CSS variables such as `--kifu-board`. The drawing is then for
    /// browsers only, because most other programs do not support `var()`.
    pub css_variables: bool,
    /// The minimum number of lines of captions to leave space for, so that several drawings have the same height.
    pub caption_lines: u32,
}

impl Svg {
    /// Draws a figure. All texts are escaped, and control characters are removed from them.
    pub fn draw(&self, figure: &Figure) -> String {
        let color: fn(&str, Rgb) -> String = if self.css_variables {
            |name, rgb| format!("var(--kifu-{name},{rgb})")
        } else {
            |_, rgb| rgb.to_string()
        };
        let layout = layout::Layout::of(figure, self.caption_lines);
        let (width, height) = (layout.width, layout.height);
        let (shown, tall) = self.shown_size(&layout);
        let mut out = String::with_capacity(4096);
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kifu\" role=\"img\" \
             viewBox=\"0 0 {width} {height}\" width=\"{shown}\" height=\"{tall}\">"
        )
        .expect("writing to a string cannot fail");
        out.push_str("<title>");
        push_text(&mut out, &words::heading(figure));
        out.push_str("</title><desc>");
        push_text(&mut out, &words::description(figure));
        out.push_str("</desc>");
        self.theme.write_style(color, &mut out);
        paint::write(figure, &layout, &mut out);
        captions::write(&layout, &mut out);
        out.push_str("</svg>\n");
        out
    }

    /// Returns the positions of the parts of a drawing.
    pub fn geometry(&self, figure: &Figure) -> Geometry {
        Geometry::of(self, figure)
    }

    /// The width and the height of a drawing in CSS pixels.
    fn shown_size(&self, layout: &layout::Layout) -> (u32, u32) {
        let width = self.width.unwrap_or(layout.width * 3 / 2).max(1);
        let height = u64::from(width) * u64::from(layout.height);
        let height = height.div_ceil(u64::from(layout.width));
        (width, u32::try_from(height).unwrap_or(u32::MAX))
    }
}

/// Appends all text of a drawing, for finding the fonts that it needs.
#[cfg(feature = "png")]
pub(crate) fn push_plain_texts(figure: &Figure, out: &mut String) {
    out.push_str(&words::printable(&figure.title, true));
    for line in words::below(figure) {
        out.push_str(&words::printable(&line, true));
    }
    for point in figure.view.on(figure.size()).points() {
        if let Some(label) = figure[point]
            .label
            .as_deref()
            .filter(|_| figure.shows(point))
        {
            out.push_str(&words::printable(label, false));
        }
    }
}

/// Appends text escaped for XML, without characters that XML forbids.
fn push_text(out: &mut String, text: &str) {
    for c in words::printable(text, false).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(c),
        }
    }
}
