//! Renders figures as PNG, with resvg.
//!
//! ```
//! use kifu_core::Size;
//! use kifu_diagram::{Figure, Svg, png::Renderer};
//!
//! let renderer = Renderer::new();
//! let figure = Figure::empty(Size::square(9).unwrap());
//! let svg = Svg { width: Some(300), ..Svg::default() };
//! let png = renderer.draw(&figure, &svg).unwrap();
//! assert!(png.starts_with(b"\x89PNG"));
//! ```
//!
//! Latin, Greek and Cyrillic text is drawn with a font of this crate, so it looks the same on every machine. Other
//! scripts, above all Chinese, Japanese and Korean, need a font that the caller [adds](Renderer::add_font), or the
//! fonts of the system. [`Renderer::missing`] returns the characters that no font has.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use resvg::tiny_skia::Pixmap;
use resvg::usvg::fontdb;
use skrifa::MetadataProvider;

use crate::svg::push_plain_texts;
use crate::{Figure, Svg, Theme};

use board::LastBoard;

mod board;
mod pixels;

pub use pixels::{PixelArea, Pixels};

/// A subset of DejaVu Sans: Latin, Greek and Cyrillic letters, digits and some shapes; see
/// `fonts/LICENSE-KifuSans.txt`.
const FONT: &[u8] = include_bytes!("../fonts/KifuSans.ttf");

/// The maximum number of pixels on a side. A larger image would take gigabytes of memory.
const LARGEST: u32 = 16_384;

/// Renders figures as PNG with a set of fonts.
///
/// The renderer keeps the last empty board that it drew, and draws the next figure onto it if its board is the same.
#[derive(Clone, Debug)]
pub struct Renderer {
    fonts: Arc<fontdb::Database>,
    board: LastBoard,
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}

impl Renderer {
    /// Creates a renderer with only the font of this crate.
    pub fn new() -> Renderer {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(FONT.to_vec());
        fonts.set_sans_serif_family("Kifu Sans");
        Renderer {
            fonts: Arc::new(fonts),
            board: LastBoard::default(),
        }
    }

    /// Adds a font or a font collection: the bytes of a TrueType or OpenType file. Other bytes are ignored.
    pub fn add_font(&mut self, bytes: Vec<u8>) {
        Arc::make_mut(&mut self.fonts).load_font_data(bytes);
    }

    /// Adds the fonts of the system, for characters that the other fonts lack. This is the only function of the
    /// crate that reads files; its time depends on the number of fonts.
    #[cfg(feature = "system-fonts")]
    pub fn add_system_fonts(&mut self) {
        Arc::make_mut(&mut self.fonts).load_system_fonts();
    }

    /// Returns the characters of a figure that no font has, and that are drawn as boxes.
    pub fn missing(&self, figure: &Figure) -> BTreeSet<char> {
        let mut text = String::new();
        push_plain_texts(figure, &mut text);
        let all: BTreeSet<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        all.into_iter().filter(|&c| !self.has(c)).collect()
    }

    fn has(&self, c: char) -> bool {
        self.fonts.faces().any(|face| {
            let found = self.fonts.with_face_data(face.id, |data, index| {
                skrifa::FontRef::from_index(data, index)
                    .ok()?
                    .charmap()
                    .map(c)
            });
            found.flatten().is_some()
        })
    }

    /// Renders a figure as PNG, with the same appearance as its SVG. The width is in pixels.
    ///
    /// # Errors
    ///
    /// [`PngError`] if the width or the resulting height is 0 or more than 16,384 pixels.
    pub fn draw(&self, figure: &Figure, svg: &Svg) -> Result<Vec<u8>, PngError> {
        encoded(&self.rendered(figure, svg, None)?, &svg.theme)
    }

    /// Renders several figures on one sheet as PNG; see [`Svg::draw_sheet`].
    ///
    /// # Errors
    ///
    /// [`PngError`] if the width or the resulting height is 0 or more than 16,384 pixels.
    pub fn draw_sheet(
        &self,
        figures: &[Figure],
        columns: usize,
        svg: &Svg,
    ) -> Result<Vec<u8>, PngError> {
        encoded(&self.rendered_sheet(figures, columns, svg)?, &svg.theme)
    }
}

/// Encodes the colours without their opacity, because drawings are opaque: this is faster than with it.
///
/// Most of a flat drawing repeats, which filters hide: files are a quarter smaller without them. Higher levels take two to
/// five times as long for 3 to 5 % fewer bytes.
fn encoded(pixmap: &Pixmap, theme: &Theme) -> Result<Vec<u8>, PngError> {
    let (filter, level) = if theme.shading == 0 && theme.grain == 0 {
        (::png::Filter::NoFilter, 3)
    } else {
        (::png::Filter::Up, 2)
    };
    let mut rgb = Vec::with_capacity(pixmap.data().len() / 4 * 3);
    for rgba in pixmap.data().chunks_exact(4) {
        rgb.extend_from_slice(&rgba[..3]);
    }
    let mut out = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut out, pixmap.width(), pixmap.height());
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_filter(filter);
    encoder.set_deflate_compression(::png::DeflateCompression::Level(level));
    let mut writer = encoder.write_header().map_err(|_| PngError)?;
    writer.write_image_data(&rgb).map_err(|_| PngError)?;
    writer.finish().map_err(|_| PngError)?;
    Ok(out)
}

/// The error of [`Renderer::draw`] and [`Renderer::pixels_of`]: the image would be empty, or larger than 16,384 pixels on a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PngError;

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the image must have 1 to {LARGEST} pixels on each side")
    }
}

impl core::error::Error for PngError {}
