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
//! A drawing is one element without scripts, links or external resources. Its `<title>` and `<desc>` describe the whole
//! figure in words. Only the gradients of [`Theme::shading`] and [`Theme::grain`] have ids, which depend on the figure
//! and on its number on a sheet: a page that contains the same shaded drawing twice has the same ids twice, which is
//! harmless, because they stand for equal gradients.
//!
//! Names and results are cut to their lines, and captions and titles after 200 lines, with `…`; [`Svg::lost`] lists the
//! texts that are cut. `<title>` and `<desc>` are complete.
//!
//! Numbers, labels and coordinates are drawn as strokes, so they look the same without any font. Titles, captions and
//! characters outside of ASCII are text elements.
//!
//! Colours are those of the [`Theme`]. With [`Svg::css_variables`], they are CSS variables (custom properties) with
//! the theme as their default. A page overrides one by setting, for example, `--kifu-board: none` on the drawing or
//! an ancestor. The name of a variable is `--kifu-` followed by `paper`, `board`, `line`, `name`, `black`, `white`,
//! `rim`, `black-rim`, `accent` or `text`; by default, `name` is `line` and `black-rim` is `rim`. Browsers support CSS variables; many other programs draw all elements in
//! black. Each kind of element has its own class, within the class `kifu`. The style sheets of drawings with different
//! themes conflict if one page contains them as elements; use files and `<img>` there.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use kifu_core::Size;

use crate::words;
use crate::{Coordinates, Figure, GameHeading, LostFeature};

mod captions;
mod geometry;
mod layout;
mod lettering;
mod paint;
mod shading;
mod theme;

use layout::{BETWEEN, Layout};
use shading::Paints;

pub use geometry::Geometry;
pub use theme::{Rgb, RgbError, Theme};

/// Options for drawing figures as SVG.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Svg {
    /// The colours of the drawing.
    pub theme: Theme,
    /// The displayed width in CSS pixels, unless the page sets one. By default, 1.5 pixels for each unit of the
    /// drawing, in which adjacent points are 20 units apart; for thumbnails, a third of it.
    pub width: Option<u32>,
    /// Whether a page can override the colours with CSS variables such as `--kifu-board`. The drawing is then for
    /// browsers only, because most other programs do not support `var()`. [`Theme::shading`] and [`Theme::grain`] are not
    /// drawn, because they mix the colours of the theme, which the page replaces.
    pub css_variables: bool,
    /// Whether to draw only the board with its stones and marks, with lines that stay visible where adjacent points
    /// are 5 to 10 pixels apart.
    pub thumbnail: bool,
    /// The minimum number of lines of captions to leave space for, so that several drawings have the same height.
    pub caption_lines: u32,
}

impl Svg {
    /// Draws a figure. All texts are escaped, and control characters are removed from them.
    pub fn draw(&self, figure: &Figure) -> String {
        self.drawing(figure).text
    }

    pub(crate) fn drawing(&self, figure: &Figure) -> Drawing {
        let figure = self.shown(figure);
        let layout = self.layout(&figure);
        let mut body = String::with_capacity(8192);
        push_paper(layout.width, layout.height, &mut body);
        let parts = self.draw_into(&figure, &layout, 0, &mut body);
        let mut text = self.start(
            (layout.width, layout.height),
            &words::heading(&figure),
            &words::description(&figure),
            &body,
        );
        let start = text.len();
        text.push_str(&body);
        text.push_str(END);
        Drawing { text, start, parts }
    }

    /// Returns the rules for all classes of drawings with these options, for pages that show many drawings, or that draw
    /// more themselves. A drawing with [`css_variables`](Svg::css_variables) contains exactly these rules, so that a content
    /// security policy can name their hash; other drawings contain those that they need.
    ///
    /// ```
    /// use kifu_diagram::Svg;
    ///
    /// assert!(Svg::default().style_sheet().contains(".kifu .black{"));
    /// ```
    pub fn style_sheet(&self) -> String {
        let mut out = String::new();
        self.theme().write_rules(self.colors(), |_| true, &mut out);
        out
    }

    /// Returns the texts of a figure that its drawing cuts: [`LostFeature::Game`], [`LostFeature::Title`] or
    /// [`LostFeature::Captions`].
    ///
    /// ```
    /// use kifu_diagram::{Figure, LostFeature, Size, Svg};
    ///
    /// let mut figure = Figure::empty(Size::square(9).unwrap());
    /// figure.captions.push("line\n".repeat(201));
    /// assert_eq!(Svg::default().lost(&figure), [LostFeature::Captions]);
    /// ```
    pub fn lost(&self, figure: &Figure) -> Vec<LostFeature> {
        self.layout(&self.shown(figure)).lost
    }

    /// Returns the texts that a sheet cuts; see [`lost`](Svg::lost).
    pub fn lost_on_sheet(&self, figures: &[Figure], columns: usize) -> Vec<LostFeature> {
        let sheet = self.sheet(figures, columns);
        let of_figures = sheet.layouts.into_iter().flat_map(|layout| layout.lost);
        let mut lost: Vec<LostFeature> = sheet.lost.into_iter().chain(of_figures).collect();
        lost.sort();
        lost.dedup();
        lost
    }

    /// Draws several figures on one sheet, in rows of `columns` figures. If all figures have the same
    /// [`game`](Figure::game), it is named once, above them.
    ///
    /// ```
    /// use kifu_diagram::{Figure, Size, Svg};
    ///
    /// let figures = vec![Figure::empty(Size::square(9).unwrap()); 5];
    /// let sheet = Svg::default().draw_sheet(&figures, 2);
    /// assert_eq!(sheet.matches("class=\"board\"").count(), 5);
    /// ```
    pub fn draw_sheet(&self, figures: &[Figure], columns: usize) -> String {
        self.draw_laid_out(&self.sheet(figures, columns))
    }

    /// Lays out a sheet.
    pub(crate) fn sheet<'f>(&self, figures: &'f [Figure], columns: usize) -> Sheet<'f> {
        let columns = columns.clamp(1, figures.len().max(1));
        let mut shown: Vec<Cow<'_, Figure>> =
            figures.iter().map(|figure| self.shown(figure)).collect();
        // A game that all figures have is named once.
        let mut heading = Figure::empty(Size::default());
        if shown.iter().all(|figure| figure.game == shown[0].game) && !shown.is_empty() {
            heading.game = shown[0].game.clone();
        }
        if !heading.game.is_empty() {
            for figure in &mut shown {
                figure.to_mut().game = GameHeading::default();
            }
        }
        let layouts: Vec<Layout> = shown.iter().map(|figure| self.layout(figure)).collect();
        let cell = layouts.iter().map(|layout| layout.width).max().unwrap_or(0);
        let rows = layouts.chunks(columns);
        let heights: Vec<u32> = rows
            .map(|row| row.iter().map(|layout| layout.height).max().unwrap_or(0))
            .collect();
        let sum = |sides: &mut dyn Iterator<Item = u32>| {
            sides.fold(BETWEEN, |sum, side| {
                sum.saturating_add(side).saturating_add(BETWEEN)
            })
        };
        let width = sum(&mut std::iter::repeat_n(cell, columns));
        let (mut above, mut top) = (Vec::new(), 0);
        let lost = layout::heading(&heading, width, &mut above, &mut top);
        Sheet {
            columns,
            size: (width, sum(&mut heights.iter().copied()).saturating_add(top)),
            cell,
            heading,
            above,
            top,
            shown,
            layouts,
            heights,
            lost,
        }
    }

    /// The width and the height of a sheet in CSS pixels.
    #[cfg(feature = "png")]
    pub(crate) fn sheet_size(&self, sheet: &Sheet<'_>) -> (u32, u32) {
        self.shown_size(sheet.size.0, sheet.size.1)
    }

    pub(crate) fn draw_laid_out(&self, sheet: &Sheet<'_>) -> String {
        let Sheet {
            columns,
            size: (width, height),
            cell,
            ..
        } = *sheet;
        let shown = &sheet.shown;
        let mut headings = words::game(&sheet.heading);
        headings.extend(shown.iter().map(|figure| words::heading(figure)));
        let description: Vec<String> = shown
            .iter()
            .map(|figure| format!("{}. {}", words::heading(figure), words::description(figure)))
            .collect();
        let mut body = String::with_capacity(8192);
        push_paper(width, height, &mut body);
        captions::write_lines(width, &sheet.above, std::iter::empty(), &mut body);
        let (mut y, mut number) = (sheet.top.saturating_add(BETWEEN), 0);
        let rows = shown.chunks(columns).zip(sheet.layouts.chunks(columns));
        for ((figures, layouts), height) in rows.zip(&sheet.heights) {
            let mut x = BETWEEN;
            for (figure, layout) in figures.iter().zip(layouts) {
                let left = x + (cell - layout.width) / 2;
                write!(body, "<g transform=\"translate({left} {y})\">")
                    .expect("writing to a string cannot fail");
                self.draw_into(figure, layout, number, &mut body);
                body.push_str("</g>");
                x += cell + BETWEEN;
                number += 1;
            }
            y = y.saturating_add(*height).saturating_add(BETWEEN);
        }
        let mut out = self.start(
            (width, height),
            &headings.join("; "),
            &description.join("\n"),
            &body,
        );
        out.push_str(&body);
        out.push_str(END);
        out
    }

    /// Returns the positions of the parts of a drawing.
    pub fn geometry(&self, figure: &Figure) -> Geometry {
        Geometry::of(self, &self.shown(figure))
    }

    fn layout(&self, figure: &Figure) -> Layout {
        let caption_lines = if self.thumbnail {
            0
        } else {
            self.caption_lines
        };
        Layout::of(figure, self.thumbnail, caption_lines)
    }

    /// The width and the height in CSS pixels of a drawing with this size in its own units.
    fn shown_size(&self, width: u32, height: u32) -> (u32, u32) {
        let by_default = if self.thumbnail {
            width / 2
        } else {
            width * 3 / 2
        };
        let shown = self.width.unwrap_or(by_default).max(1);
        let tall = (u64::from(shown) * u64::from(height)).div_ceil(u64::from(width));
        (shown, u32::try_from(tall).unwrap_or(u32::MAX))
    }

    /// The start of a drawing, with its descriptions and the styles of its body.
    fn start(
        &self,
        (width, height): (u32, u32),
        heading: &str,
        description: &str,
        body: &str,
    ) -> String {
        let (shown, tall) = self.shown_size(width, height);
        let mut out = String::with_capacity(4096 + body.len());
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kifu\" role=\"img\" \
             viewBox=\"0 0 {width} {height}\" width=\"{shown}\" height=\"{tall}\">"
        )
        .expect("writing to a string cannot fail");
        out.push_str("<title>");
        push_text(&mut out, heading);
        out.push_str("</title><desc>");
        push_text(&mut out, description);
        out.push_str("</desc><style>");
        let values = body.split("class=\"").skip(1);
        let names = values.flat_map(|rest| rest.split('"').next().unwrap_or_default().split(' '));
        let used: BTreeSet<&str> = names.collect();
        self.theme().write_rules(
            self.colors(),
            |class| self.css_variables || used.contains(class),
            &mut out,
        );
        out.push_str("</style>");
        out
    }

    /// Draws a figure at the origin, without its background. `number` is its number on a sheet.
    fn draw_into(
        &self,
        figure: &Figure,
        layout: &Layout,
        number: usize,
        out: &mut String,
    ) -> Parts {
        let theme = self.theme();
        let from = out.len();
        let paints = Paints::define(&theme, self.colors(), (figure, number), layout, out);
        let paints_end = out.len();
        paint::board(figure, layout, &theme, &paints, out);
        let board_end = out.len();
        paint::position(figure, layout, &theme, &paints, out);
        captions::write(layout, out);
        Parts {
            paints: from..paints_end,
            board_end,
            id: paints.id,
        }
    }

    fn colors(&self) -> fn(&str, Rgb) -> String {
        if self.css_variables {
            |name, rgb| match name {
                // Pages that set the more general colour set these, too.
                "name" => format!("var(--kifu-name,var(--kifu-line,{rgb}))"),
                "black-rim" => format!("var(--kifu-black-rim,var(--kifu-rim,{rgb}))"),
                _ => format!("var(--kifu-{name},{rgb})"),
            }
        } else {
            |_, rgb| rgb.to_string()
        }
    }

    fn theme(&self) -> Theme {
        let mut theme = self.theme.limited();
        if self.css_variables {
            // They would hide the board that a page sets.
            (theme.shading, theme.grain) = (0, 0);
        }
        if !self.thumbnail {
            return theme;
        }
        Theme {
            line_width: (theme.line_width * 2).min(100),
            edge_width: (theme.edge_width * 3 / 2).min(120),
            star_size: theme.star_size.max(330),
            rim_width: theme.rim_width.max(60),
            mark_width: (theme.mark_width * 2).min(200),
            last_size: theme.last_size.max(440),
            grain: 0,
            ..theme
        }
    }

    /// The figure, or its board alone for a thumbnail.
    fn shown<'f>(&self, figure: &'f Figure) -> Cow<'f, Figure> {
        if !self.thumbnail {
            return Cow::Borrowed(figure);
        }
        let mut board = figure.clone();
        board.game = GameHeading::default();
        board.title.clear();
        board.captions.clear();
        board.unplaced_moves.clear();
        board.coordinates = Coordinates::None;
        (board.to_play, board.captures) = (None, None);
        for point in board.size().points() {
            (board[point].number, board[point].label) = (None, None);
        }
        Cow::Owned(board)
    }
}

const END: &str = "</svg>\n";

/// Draws the background. It is larger than the drawing, which can be a fraction of a pixel lower than the picture.
fn push_paper(width: u32, height: u32, out: &mut String) {
    let (width, height) = (width.saturating_add(4), height.saturating_add(4));
    write!(
        out,
        "<rect class=\"paper\" x=\"-2\" y=\"-2\" width=\"{width}\" height=\"{height}\"/>"
    )
    .expect("writing to a string cannot fail");
}

/// A drawing, and where its parts are, which only renderers need.
#[cfg_attr(not(feature = "png"), expect(dead_code))]
pub(crate) struct Drawing {
    pub(crate) text: String,
    /// Where the descriptions and styles end, and the body starts.
    start: usize,
    parts: Parts,
}

/// The parts of a figure in the body of its drawing.
#[cfg_attr(not(feature = "png"), expect(dead_code))]
struct Parts {
    /// The gradients.
    paints: Range<usize>,
    /// The end of the empty board, which follows the gradients.
    board_end: usize,
    /// The start of the ids of the gradients; empty without gradients.
    id: String,
}

#[cfg(feature = "png")]
impl Drawing {
    /// The empty board alone, which is the same text for many figures.
    pub(crate) fn board(&self) -> String {
        let descriptions = self.text.find("<title>").unwrap_or(0);
        let styles = self.text.find("<style>").unwrap_or(descriptions);
        let board = &self.text[styles..self.start + self.parts.board_end];
        let board = [&self.text[..descriptions], board, END].concat();
        match &self.parts.id[..] {
            "" => board,
            id => board.replace(id, "k"),
        }
    }

    /// The drawing without the empty board.
    pub(crate) fn position(&self) -> String {
        let (start, body) = self.text.split_at(self.start);
        let paints = &body[self.parts.paints.clone()];
        [start, paints, &body[self.parts.board_end..]].concat()
    }
}

/// Figures in rows.
pub(crate) struct Sheet<'f> {
    columns: usize,
    /// The width and the height, in units of the drawing.
    size: (u32, u32),
    /// The width of a figure.
    cell: u32,
    /// The game that all figures have.
    heading: Figure,
    above: Vec<layout::Line>,
    /// The height of the heading.
    top: u32,
    shown: Vec<Cow<'f, Figure>>,
    layouts: Vec<Layout>,
    /// The heights of the rows.
    heights: Vec<u32>,
    /// The texts of the heading that are cut.
    lost: Vec<LostFeature>,
}

/// Appends all text of a drawing, for finding the fonts that it needs.
#[cfg(feature = "png")]
pub(crate) fn push_plain_texts(figure: &Figure, out: &mut String) {
    let game = &figure.game;
    let above = [
        &game.title,
        &game.black,
        &game.white,
        &game.result,
        &figure.title,
    ];
    for text in above {
        out.push_str(&words::printable(text, true));
    }
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
