use std::collections::BTreeSet;
use std::num::NonZeroU16;
use std::time::Duration;

use kifu_diagram::png::Renderer;
use kifu_diagram::{Figure, Size, Svg, View};

use crate::caption::Caption;
use crate::error::MotionError;
use crate::palette::{Histogram, Palette};
use crate::patches::Patches;
use crate::{apng, gif};

/// The maximum number of frames.
pub(crate) const MAX_FRAMES: usize = 10_000;

/// A picture of a moving picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The board.
    pub figure: Figure,
    /// The time until the next frame. Browsers show frames for at least 20 milliseconds.
    pub pause: Duration,
    /// The text below the board, in addition to that of the figure.
    pub caption: Caption,
}

/// The way to draw moving pictures.
///
/// The functions take a function that returns the frames, and call it several times: for the characters, the size and the colours
/// of all frames, and for drawing them. So only a few figures are in memory at the same time.
#[derive(Clone, Copy, Debug)]
pub struct Animation<'r> {
    /// The fonts.
    pub renderer: &'r Renderer,
    /// The theme and the width.
    pub svg: Svg,
    /// The number of times that the frames are played; `None` repeats them forever.
    pub plays: Option<NonZeroU16>,
    /// The maximum number of lines of the [`Caption`] of a frame that are shown at the same time.
    pub caption_lines: u32,
}

impl<'r> Animation<'r> {
    /// Creates an animation that repeats forever, with the default theme, and captions of at most 4 lines.
    pub fn new(renderer: &'r Renderer) -> Animation<'r> {
        Animation {
            renderer,
            svg: Svg::default(),
            plays: None,
            caption_lines: 4,
        }
    }

    /// Encodes frames as GIF. Its times are in hundredths of a second, and at most 655 seconds for each frame.
    ///
    /// Colours are exact if there are at most 255. Otherwise, they differ by at most 13 of 256 levels in each channel, unless
    /// a single frame has more than 255 colours that are farther apart.
    ///
    /// # Errors
    ///
    /// [`MotionError`] if the number of frames is 0 or more than 10,000, if they do not have the same layout, or if they are too large.
    pub fn gif<I>(&self, frames: impl Fn() -> I) -> Result<Vec<u8>, MotionError>
    where
        I: IntoIterator<Item = Frame>,
    {
        let plan = self.plan(&frames)?;
        gif::encode(&plan, &mut self.draw(&plan, frames()), self.plays)
    }

    /// Encodes frames as APNG, an animated PNG. Programs that do not support APNG show the first frame.
    ///
    /// If the colours do not fit into a palette as in [`gif`](Animation::gif), the picture is in true colour.
    ///
    /// # Errors
    ///
    /// See [`gif`](Animation::gif).
    pub fn apng<I>(&self, frames: impl Fn() -> I) -> Result<Vec<u8>, MotionError>
    where
        I: IntoIterator<Item = Frame>,
    {
        let plan = self.plan(&frames)?;
        let draw = || self.draw(&plan, frames());
        match apng::encode_indexed(&plan, &mut draw(), self.plays)? {
            Some(bytes) => Ok(bytes),
            None => apng::encode_rgb(&plan, &mut draw(), self.plays),
        }
    }

    /// Returns the characters of the frames that no font has. They are drawn as `…`, one for each sequence.
    pub fn missing(&self, frames: impl IntoIterator<Item = Frame>) -> BTreeSet<char> {
        let mut all = BTreeSet::new();
        for frame in frames {
            let figure = &frame.figure;
            let points = figure.size().points();
            let labels = points.filter_map(|point| figure[point].label.as_ref());
            for text in figure.captions.iter().chain([&figure.title]).chain(labels) {
                all.extend(text.chars());
            }
            if let Caption::Pages(text) | Caption::End(text) = &frame.caption {
                all.extend(text.chars());
            }
        }
        // Fonts are searched once for each character, because there can be hundreds of them.
        let mut figure = Figure::empty(Size::default());
        figure.captions.push(all.into_iter().collect());
        self.renderer.missing(&figure)
    }

    /// Finds the size, the view and the colours of frames.
    fn plan<I>(&self, frames: impl Fn() -> I) -> Result<Plan, MotionError>
    where
        I: IntoIterator<Item = Frame>,
    {
        let missing = self.missing(frames());
        let mut plan: Option<Plan> = None;
        let mut samples: Vec<Figure> = Vec::new();
        let (mut pages, mut next_sample) = (0, 1);
        let mut last = None;
        for frame in frames() {
            let view = frame.figure.view;
            for (figure, _) in self.pages_of(frame, &missing) {
                pages += 1;
                if pages > MAX_FRAMES {
                    return Err(MotionError::TooManyFrames);
                }
                let lines = self.svg.geometry(&figure).caption_lines;
                let plan = plan.get_or_insert(Plan {
                    svg: self.svg,
                    view,
                    pages,
                    palette: Palette::of(Histogram::default()),
                    missing: missing.clone(),
                });
                plan.svg.caption_lines = plan.svg.caption_lines.max(lines);
                plan.view = plan.view.with(view.first()).with(view.last());
                plan.pages = pages;
                if pages == next_sample {
                    samples.push(figure.clone());
                    next_sample *= 2;
                }
                last = Some(figure);
            }
        }
        let mut plan = plan.ok_or(MotionError::Empty)?;
        samples.extend(last);
        let mut colors = Histogram::default();
        for mut figure in samples {
            figure.view = plan.view;
            let pixels = self.renderer.pixels_of(&figure, &plan.svg, None)?;
            colors.add_all(
                pixels
                    .rgba
                    .chunks_exact(4)
                    .map(|rgba| [rgba[0], rgba[1], rgba[2]]),
            );
        }
        plan.palette = Palette::of(colors);
        Ok(plan)
    }

    /// Draws the pages of frames.
    fn draw<'a>(
        &'a self,
        plan: &'a Plan,
        frames: impl IntoIterator<Item = Frame> + 'a,
    ) -> Patches<'a, impl Iterator<Item = (Figure, Duration)> + 'a> {
        let frames = frames.into_iter();
        let pages = frames.flat_map(|frame| self.pages_of(frame, &plan.missing));
        let pages = pages.map(|(mut figure, pause)| {
            figure.view = plan.view;
            (figure, pause)
        });
        Patches::new(self.renderer, plan.svg, pages)
    }

    /// Returns the figures of a frame, one for each page of its caption.
    fn pages_of(&self, mut frame: Frame, missing: &BTreeSet<char>) -> Vec<(Figure, Duration)> {
        if !missing.is_empty() {
            replace_missing(&mut frame, missing);
        }
        if frame.caption == Caption::None {
            return vec![(frame.figure, frame.pause)];
        }
        let columns = self.svg.geometry(&frame.figure).caption_columns as usize;
        let lines = self.caption_lines as usize;
        let pages = frame.caption.pages(columns, lines, frame.pause);
        let figures = pages.into_iter().map(|(lines, pause)| {
            let mut figure = frame.figure.clone();
            figure.captions.extend(lines);
            (figure, pause)
        });
        figures.collect()
    }
}

/// Replaces characters that would be drawn as boxes.
fn replace_missing(frame: &mut Frame, missing: &BTreeSet<char>) {
    let replace = |text: &mut String| {
        let mut readable = String::with_capacity(text.len());
        let mut was_missing = false;
        for c in text.chars() {
            let is_missing = missing.contains(&c);
            if !is_missing {
                readable.push(c);
            } else if !was_missing {
                readable.push('…');
            }
            was_missing = is_missing;
        }
        *text = readable;
    };
    replace(&mut frame.figure.title);
    frame.figure.captions.iter_mut().for_each(replace);
    for point in frame.figure.size().points() {
        frame.figure[point].label.iter_mut().for_each(replace);
    }
    match &mut frame.caption {
        Caption::None => {}
        Caption::Pages(text) | Caption::End(text) => replace(text),
    }
}

/// The properties that all pages share.
pub(crate) struct Plan {
    pub(crate) svg: Svg,
    view: View,
    /// The number of pages.
    pub(crate) pages: usize,
    pub(crate) palette: Palette,
    /// The characters that no font has.
    missing: BTreeSet<char>,
}
