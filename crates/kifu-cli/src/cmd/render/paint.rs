//! Draws figures in the requested format.

#[cfg(feature = "png")]
use std::collections::BTreeSet;
#[cfg(feature = "png")]
use std::sync::Mutex;

#[cfg(feature = "motion")]
use kifu::diagram::png::Renderer;
use kifu::diagram::{Figure, Svg, Text, sensei};

use super::args::{PictureFormat, RenderArgs};
#[cfg(feature = "png")]
use crate::graphics::{Protocol, Renderers};
#[cfg(feature = "png")]
use crate::output;

/// Draws figures in one format.
pub(super) struct Painter {
    pub(super) format: PictureFormat,
    pub(super) svg: Svg,
    /// The protocol that shows pictures in the terminal.
    #[cfg(feature = "png")]
    protocol: Option<Protocol>,
    #[cfg(feature = "png")]
    renderers: Renderers,
    /// The characters that no font has.
    #[cfg(feature = "png")]
    missing: Mutex<BTreeSet<char>>,
}

impl Painter {
    pub(super) fn new(
        format: PictureFormat,
        #[cfg(feature = "png")] protocol: Option<Protocol>,
        args: &RenderArgs,
    ) -> anyhow::Result<Painter> {
        Ok(Painter {
            format,
            svg: Svg {
                theme: args.theme.load()?,
                width: args.width,
                css_variables: args.css_variables,
                thumbnail: args.thumbnail,
                ..Svg::default()
            },
            #[cfg(feature = "png")]
            protocol,
            #[cfg(feature = "png")]
            renderers: Renderers::default(),
            #[cfg(feature = "png")]
            missing: Mutex::default(),
        })
    }

    /// Draws a figure, and adds descriptions of features that the picture does not show to `lost`.
    pub(super) fn paint(
        &self,
        mut figure: Figure,
        lost: &mut Vec<String>,
    ) -> anyhow::Result<Vec<u8>> {
        Ok(match self.format {
            PictureFormat::Svg => self.svg.draw(&figure).into_bytes(),
            PictureFormat::Text => Text::UNICODE.draw(&figure).into_bytes(),
            PictureFormat::Png => self.png(&[figure], None)?,
            // Moving pictures have many figures; see `motion`.
            PictureFormat::Gif | PictureFormat::Apng => Vec::new(),
            PictureFormat::Sensei => {
                // The record does not mark the last move, so its mark is not a loss.
                figure.last = None;
                let written = sensei::write(&figure);
                lost.extend(written.lost.iter().map(|what| what.describe(&figure)));
                written.text.into_bytes()
            }
        })
    }

    /// Draws figures on one sheet.
    pub(super) fn paint_sheet(
        &self,
        figures: &[Figure],
        columns: usize,
    ) -> anyhow::Result<Vec<u8>> {
        match self.format {
            PictureFormat::Png => self.png(figures, Some(columns)),
            _ => Ok(self.svg.draw_sheet(figures, columns).into_bytes()),
        }
    }

    #[cfg(feature = "png")]
    fn png(&self, figures: &[Figure], columns: Option<usize>) -> anyhow::Result<Vec<u8>> {
        let renderer = self.renderers.for_figures(figures);
        self.add_missing(figures.iter().flat_map(|figure| renderer.missing(figure)));
        let svg = &self.svg;
        let png = match (columns, figures) {
            (None, [figure]) => renderer.draw(figure, svg)?,
            (columns, figures) => renderer.draw_sheet(figures, columns.unwrap_or(1), svg)?,
        };
        let Some(protocol) = self.protocol else {
            return Ok(png);
        };
        protocol.encode(&png, || {
            Ok(match (columns, figures) {
                (None, [figure]) => renderer.pixels_of(figure, svg, None)?,
                (columns, figures) => {
                    renderer.pixels_of_sheet(figures, columns.unwrap_or(1), svg)?
                }
            })
        })
    }

    /// The renderer with the built-in font.
    #[cfg(feature = "motion")]
    pub(super) fn built_in(&self) -> &Renderer {
        self.renderers.built_in()
    }

    #[cfg(feature = "motion")]
    pub(super) fn with_system_fonts(&self) -> &Renderer {
        self.renderers.with_system_fonts()
    }

    /// Adds characters that no font has, to be reported at the end.
    #[cfg(feature = "png")]
    pub(super) fn add_missing(&self, missing: impl IntoIterator<Item = char>) {
        if let Ok(mut all) = self.missing.lock() {
            all.extend(missing);
        }
    }

    #[cfg(not(feature = "png"))]
    fn png(&self, _: &[Figure], _: Option<usize>) -> anyhow::Result<Vec<u8>> {
        anyhow::bail!("this kifu was built without PNG support")
    }

    /// Whether several pictures can be written to one stream.
    pub(super) fn can_write_several(&self) -> bool {
        #[cfg(feature = "png")]
        if self.protocol.is_some() {
            return true;
        }
        self.format.is_text()
    }

    /// Reports the characters that no font has.
    pub(super) fn report_missing_characters(&self) {
        #[cfg(feature = "png")]
        {
            let missing = self.missing.lock();
            let missing = missing.iter().flat_map(|missing| missing.iter());
            let some: String = missing.take(20).collect();
            if !some.is_empty() {
                output::message(format_args!(
                    "no installed font has these characters: {some}"
                ));
            }
        }
    }
}
