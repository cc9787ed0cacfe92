//! Draws figures in the requested format.

#[cfg(feature = "png")]
use std::collections::BTreeSet;
#[cfg(feature = "png")]
use std::sync::{Mutex, OnceLock};

#[cfg(feature = "png")]
use kifu::diagram::png::Renderer;

use kifu::diagram::{Figure, Svg, Text, Theme, sensei};

use super::args::{PictureFormat, RenderArgs, ThemeName};
#[cfg(feature = "png")]
use crate::output;

/// Draws figures in one format.
pub(super) struct Painter {
    pub(super) format: PictureFormat,
    pub(super) svg: Svg,
    /// A renderer with the built-in font, which suffices for most figures.
    #[cfg(feature = "png")]
    renderer: OnceLock<Renderer>,
    /// A renderer that also has the fonts of the system.
    #[cfg(feature = "png")]
    with_system_fonts: OnceLock<Renderer>,
    /// The characters that no font has.
    #[cfg(feature = "png")]
    missing: Mutex<BTreeSet<char>>,
}

impl Painter {
    pub(super) fn new(format: PictureFormat, args: &RenderArgs) -> Painter {
        let theme = match args.theme {
            ThemeName::Wood => Theme::WOOD,
            ThemeName::Print => Theme::PRINT,
            ThemeName::Night => Theme::NIGHT,
        };
        Painter {
            format,
            svg: Svg {
                theme,
                width: args.width,
                css_variables: args.css_variables,
                ..Svg::default()
            },
            #[cfg(feature = "png")]
            renderer: OnceLock::new(),
            #[cfg(feature = "png")]
            with_system_fonts: OnceLock::new(),
            #[cfg(feature = "png")]
            missing: Mutex::default(),
        }
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
            PictureFormat::Png => self.png(&figure)?,
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

    #[cfg(feature = "png")]
    fn png(&self, figure: &Figure) -> anyhow::Result<Vec<u8>> {
        let built_in = self.built_in();
        if built_in.missing(figure).is_empty() {
            return Ok(built_in.draw(figure, &self.svg)?);
        }
        let renderer = self.with_system_fonts();
        self.add_missing(renderer.missing(figure));
        Ok(renderer.draw(figure, &self.svg)?)
    }

    #[cfg(feature = "png")]
    pub(super) fn built_in(&self) -> &Renderer {
        self.renderer.get_or_init(Renderer::new)
    }

    #[cfg(feature = "png")]
    pub(super) fn with_system_fonts(&self) -> &Renderer {
        self.with_system_fonts.get_or_init(|| {
            let mut renderer = self.built_in().clone();
            renderer.add_system_fonts();
            renderer
        })
    }

    /// Adds characters that no font has, to be reported at the end.
    #[cfg(feature = "png")]
    pub(super) fn add_missing(&self, missing: BTreeSet<char>) {
        if let Ok(mut all) = self.missing.lock() {
            all.extend(missing);
        }
    }

    #[cfg(not(feature = "png"))]
    fn png(&self, _: &Figure) -> anyhow::Result<Vec<u8>> {
        anyhow::bail!("this kifu was built without PNG support")
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
