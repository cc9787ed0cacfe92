//! Figures as PNG, through resvg.
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
//! Text in Latin, Greek and Cyrillic letters is drawn with a font of this crate, so it looks the
//! same on every machine. Others, above all Chinese, Japanese and Korean, need a font that the
//! caller [adds](Renderer::add_font), or those of the system. [`Renderer::missing`] says which
//! characters no font has.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};
use skrifa::MetadataProvider;

use crate::svg::push_plain_texts;
use crate::{Figure, Svg};

/// Latin, Greek and Cyrillic letters, digits and some shapes of DejaVu Sans;
/// `fonts/LICENSE-KifuSans.txt`.
const FONT: &[u8] = include_bytes!("../fonts/KifuSans.ttf");

/// More would take gigabytes of memory.
const LARGEST: u32 = 16_384;

/// Draws figures as PNG with the fonts it was given.
#[derive(Clone, Debug)]
pub struct Renderer {
    fonts: Arc<fontdb::Database>,
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}

impl Renderer {
    /// A renderer with the font of this crate alone.
    pub fn new() -> Renderer {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(FONT.to_vec());
        fonts.set_sans_serif_family("Kifu Sans");
        Renderer {
            fonts: Arc::new(fonts),
        }
    }

    /// Adds a font, or a collection of them: the bytes of a TrueType or OpenType file. What is
    /// none is passed over.
    pub fn add_font(&mut self, bytes: Vec<u8>) {
        Arc::make_mut(&mut self.fonts).load_font_data(bytes);
    }

    /// Adds the fonts of the system, for what the others lack. This is the one function of the crate
    /// that reads files; it takes as long as there are fonts.
    #[cfg(feature = "system-fonts")]
    pub fn add_system_fonts(&mut self) {
        Arc::make_mut(&mut self.fonts).load_system_fonts();
    }

    /// The characters of a figure that no font can draw, and that come out as boxes.
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

    /// Draws a figure as it is in SVG, with its width in pixels.
    ///
    /// # Errors
    ///
    /// [`PngError`] if the width or the height that follows is 0 or more than 16,384 pixels.
    pub fn draw(&self, figure: &Figure, svg: &Svg) -> Result<Vec<u8>, PngError> {
        let options = usvg::Options {
            fontdb: Arc::clone(&self.fonts),
            ..usvg::Options::default()
        };
        let text = svg.draw_plain(figure);
        let tree = usvg::Tree::from_str(&text, &options).map_err(|_| PngError)?;
        let size = tree.size().to_int_size();
        let fits = |side: u32| (1..=LARGEST).contains(&side);
        if svg.width == Some(0) || !fits(size.width()) || !fits(size.height()) {
            return Err(PngError);
        }
        let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(PngError)?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        pixels.encode_png().map_err(|_| PngError)
    }
}

/// A PNG would be larger than 16,384 pixels on a side, or empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PngError;

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an image has 1 to {LARGEST} pixels on each side")
    }
}

impl std::error::Error for PngError {}
