//! Draws figures in the requested format.

use kifu::diagram::{Figure, LostFeature, Svg, Text, Theme, sensei};

use super::args::{PictureFormat, RenderArgs};
use super::theme::ThemeArg;
#[cfg(feature = "png")]
use crate::graphics::{Protocol, Renderers};

/// Draws figures in one format.
pub(super) struct Painter {
    pub(super) format: PictureFormat,
    pub(super) svg: Svg,
    /// The protocol that shows pictures in the terminal.
    #[cfg(feature = "png")]
    protocol: Option<Protocol>,
    #[cfg(feature = "png")]
    pub(super) renderers: Renderers,
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
                theme: args
                    .theme
                    .as_ref()
                    .map_or(Ok(Theme::default()), ThemeArg::load)?,
                width: args.width,
                css_variables: args.css_variables,
                thumbnail: args.thumbnail,
                ..Svg::default()
            },
            #[cfg(feature = "png")]
            protocol,
            #[cfg(feature = "png")]
            renderers: Renderers::default(),
        })
    }

    /// Draws a figure, and adds descriptions of features that the picture does not show to `lost`.
    pub(super) fn paint(
        &self,
        mut figure: Figure,
        lost: &mut Vec<String>,
    ) -> anyhow::Result<Vec<u8>> {
        if self.draws_texts() {
            add_cut(self.svg.lost(&figure), lost);
        }
        Ok(match self.format {
            PictureFormat::Svg => self.svg.draw(&figure).into_bytes(),
            PictureFormat::Text => Text::UNICODE.draw(&figure).into_bytes(),
            PictureFormat::Png => self.png(&[figure], None)?,
            PictureFormat::Gif | PictureFormat::Apng => {
                anyhow::bail!("moving pictures have many figures")
            }
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
        lost: &mut Vec<String>,
    ) -> anyhow::Result<Vec<u8>> {
        add_cut(self.svg.lost_on_sheet(figures, columns), lost);
        match self.format {
            PictureFormat::Png => self.png(figures, Some(columns)),
            _ => Ok(self.svg.draw_sheet(figures, columns).into_bytes()),
        }
    }

    #[cfg(feature = "png")]
    fn png(&self, figures: &[Figure], columns: Option<usize>) -> anyhow::Result<Vec<u8>> {
        let svg = &self.svg;
        // Thumbnails have no text.
        let renderer = if svg.thumbnail {
            self.renderers.built_in()
        } else {
            self.renderers.for_figures(figures)
        };
        let png = || {
            Ok(match (columns, figures) {
                (None, [figure]) => renderer.draw(figure, svg)?,
                (columns, figures) => renderer.draw_sheet(figures, columns.unwrap_or(1), svg)?,
            })
        };
        let Some(protocol) = self.protocol else {
            return png();
        };
        protocol.encode(png, || {
            Ok(match (columns, figures) {
                (None, [figure]) => renderer.pixels_of(figure, svg, None)?,
                (columns, figures) => {
                    renderer.pixels_of_sheet(figures, columns.unwrap_or(1), svg)?
                }
            })
        })
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

    /// Whether the texts of figures are drawn in lines of a limited length.
    fn draws_texts(&self) -> bool {
        matches!(self.format, PictureFormat::Svg | PictureFormat::Png)
    }
}

/// Adds the texts that a drawing cuts.
fn add_cut(cut: Vec<LostFeature>, lost: &mut Vec<String>) {
    for what in cut {
        let what = what.to_string();
        if !lost.contains(&what) {
            lost.push(what);
        }
    }
}
