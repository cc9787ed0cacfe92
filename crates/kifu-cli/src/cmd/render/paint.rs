//! A figure in the format that is asked for.

#[cfg(feature = "png")]
use std::collections::BTreeSet;
#[cfg(feature = "png")]
use std::sync::{Mutex, OnceLock};

#[cfg(feature = "png")]
use kifu::diagram::png::Renderer;

use kifu::diagram::{Figure, LostFeature, Svg, Text, Theme, sensei};

use super::args::{Picture, RenderArgs, ThemeName};
#[cfg(feature = "png")]
use crate::output;

/// Draws figures, with everything that drawings have in common.
pub(super) struct Painter {
    picture: Picture,
    svg: Svg,
    /// With the font of its own; most figures need no other.
    #[cfg(feature = "png")]
    renderer: OnceLock<Renderer>,
    /// With the fonts of the system.
    #[cfg(feature = "png")]
    with_fonts: OnceLock<Renderer>,
    #[cfg(feature = "png")]
    missing: Mutex<BTreeSet<char>>,
}

impl Painter {
    pub(super) fn new(picture: Picture, args: &RenderArgs) -> Painter {
        let theme = match args.theme {
            ThemeName::Wood => Theme::WOOD,
            ThemeName::Print => Theme::PRINT,
            ThemeName::Night => Theme::NIGHT,
        };
        Painter {
            picture,
            svg: Svg {
                theme,
                width: args.width,
            },
            #[cfg(feature = "png")]
            renderer: OnceLock::new(),
            #[cfg(feature = "png")]
            with_fonts: OnceLock::new(),
            #[cfg(feature = "png")]
            missing: Mutex::default(),
        }
    }

    /// Whether drawings are text that can stand one below the other.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.picture, Picture::Text | Picture::Sensei)
    }

    /// Draws a figure, and adds what cannot be said of it.
    pub(super) fn paint(
        &self,
        mut figure: Figure,
        lost: &mut Vec<LostFeature>,
    ) -> anyhow::Result<Vec<u8>> {
        Ok(match self.picture {
            Picture::Svg => self.svg.draw(&figure).into_bytes(),
            Picture::Text => Text::UNICODE.draw(&figure).into_bytes(),
            Picture::Png => self.png(&figure)?,
            Picture::Sensei => {
                // Which move is the last is our own remark, and not to be missed.
                figure.last = None;
                let written = sensei::write(&figure);
                lost.extend(written.lost);
                written.text.into_bytes()
            }
        })
    }

    #[cfg(feature = "png")]
    fn png(&self, figure: &Figure) -> anyhow::Result<Vec<u8>> {
        let own = self.renderer.get_or_init(Renderer::new);
        if own.missing(figure).is_empty() {
            return Ok(own.draw(figure, &self.svg)?);
        }
        let renderer = self.with_fonts.get_or_init(|| {
            let mut renderer = own.clone();
            renderer.add_system_fonts();
            renderer
        });
        let missing = renderer.missing(figure);
        if let Ok(mut all) = self.missing.lock() {
            all.extend(missing);
        }
        Ok(renderer.draw(figure, &self.svg)?)
    }

    #[cfg(not(feature = "png"))]
    fn png(&self, _: &Figure) -> anyhow::Result<Vec<u8>> {
        anyhow::bail!("built without PNG")
    }

    /// Says which characters no font had.
    pub(super) fn tell_missing(&self) {
        #[cfg(feature = "png")]
        {
            let missing = self.missing.lock();
            let missing = missing.iter().flat_map(|missing| missing.iter());
            let some: String = missing.take(20).collect();
            if !some.is_empty() {
                output::message(format_args!(
                    "no font of this system has these characters: {some}"
                ));
            }
        }
    }
}
