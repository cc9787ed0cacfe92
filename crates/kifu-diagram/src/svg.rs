//! Figures as SVG.
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
//! A drawing is one element without scripts, links, ids or anything to load, so it can stand in a page
//! several times. It has a `<title>` and a `<desc>` that says in words where everything is.
//!
//! Colours are CSS custom properties with the [`Theme`] as their default. A page that sets
//! `--kifu-board: none` on the drawing, or on anything around it, changes that one. They are
//! `--kifu-` and `paper`, `board`, `line`, `black`, `white`, `rim`, `accent`, `text`. Each kind of thing is
//! a class inside of the class `kifu`.

use std::fmt::Write;

use crate::Figure;
use crate::words;

mod captions;
mod layout;
mod paint;
mod theme;

pub use theme::{Rgb, Theme};

/// How a figure is drawn in SVG.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Svg {
    /// The colours.
    pub theme: Theme,
    /// How wide it is shown where the page does not say, in CSS pixels. Without it, 1.5 pixels for
    /// each unit of the drawing; two neighbouring points are 20 units apart.
    pub width: Option<u32>,
}

impl Svg {
    /// Draws a figure. What it is called in words is cleared of control characters; everything is
    /// escaped.
    pub fn draw(&self, figure: &Figure) -> String {
        self.element(figure, theme::Colors::Properties)
    }

    /// The same with plain colours, for renderers that know no custom properties.
    #[cfg(feature = "png")]
    pub(crate) fn draw_plain(&self, figure: &Figure) -> String {
        self.element(figure, theme::Colors::Plain)
    }

    fn element(&self, figure: &Figure, colors: theme::Colors) -> String {
        let layout = layout::Layout::of(figure);
        let (width, height) = (layout.width, layout.height);
        let shown = self.width.unwrap_or(width * 3 / 2).max(1);
        let tall = (u64::from(shown) * u64::from(height)).div_ceil(u64::from(width));
        let mut out = String::with_capacity(4096);
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kifu\" role=\"img\" \
             viewBox=\"0 0 {width} {height}\" width=\"{shown}\" height=\"{tall}\">"
        )
        .expect("text can be written");
        out.push_str("<title>");
        push_text(&mut out, &words::heading(figure));
        out.push_str("</title><desc>");
        push_text(&mut out, &words::description(figure));
        out.push_str("</desc>");
        self.theme.write_style(colors, &mut out);
        paint::write(figure, &layout, &mut out);
        captions::write(&layout, &mut out);
        out.push_str("</svg>\n");
        out
    }
}

/// All that is written in a drawing, for whoever looks for fonts.
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

/// Text with what means something in XML escaped, and without what XML forbids.
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
