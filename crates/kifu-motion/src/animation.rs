use std::collections::{BTreeSet, HashSet};
use std::num::NonZeroU16;
use std::time::Duration;

use kifu_diagram::png::Renderer;
use kifu_diagram::{Color, Figure, Size, Svg, View};

use crate::caption::Caption;
use crate::error::MotionError;
use crate::palette::{Histogram, Palette};
use crate::patches::Patches;
use crate::{apng, gif};

/// The maximum number of frames.
pub(crate) const MAX_FRAMES: usize = 10_000;

/// The maximum width in pixels.
pub(crate) const MAX_WIDTH: u32 = 4096;

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

    /// Encodes frames as GIF. Its times are in hundredths of a second, and at most [`LONGEST_GIF_PAUSE`](crate::LONGEST_GIF_PAUSE) for each
    /// frame; longer pauses are shortened.
    ///
    /// Colours are exact if there are at most 255. Otherwise, they differ by at most 13 of 256 levels in each channel, unless
    /// a single frame has more than 255 colours that are farther apart.
    ///
    /// # Errors
    ///
    /// [`MotionError`] if the number of frames, with all pages of captions, is 0 or more than 10,000, if they do not have the same
    /// layout, if they are too large, that is, wider than 4,096 or higher than 16,384 pixels, or if the function returns other frames
    /// the next time.
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

    /// Returns the characters of the frames that no font has. They are drawn as `…`, one for each sequence. Only the first 10,000
    /// frames are searched, because more are not drawn.
    pub fn missing(&self, frames: impl IntoIterator<Item = Frame>) -> BTreeSet<char> {
        let mut all = BTreeSet::new();
        for mut frame in frames.into_iter().take(MAX_FRAMES + 1) {
            each_text(&mut frame.figure, |text| all.extend(text.chars()));
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
        let mut kinds = HashSet::new();
        let (mut pages, mut next_sample) = (0, 1);
        let mut last = None;
        for frame in frames() {
            let view = frame.figure.view;
            for (figure, _) in self.pages_of(frame, &missing) {
                pages += 1;
                if pages > MAX_FRAMES {
                    return Err(MotionError::TooManyFrames);
                }
                let geometry = self.svg.geometry(&figure);
                if geometry.width > MAX_WIDTH {
                    return Err(MotionError::TooWide);
                }
                let lines = geometry.caption_lines;
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
                // Each kind of content can have colours of its own.
                let seen = kinds.len();
                add_kinds(&figure, &mut kinds);
                if pages == next_sample || kinds.len() > seen {
                    samples.push(figure.clone());
                }
                if pages == next_sample {
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
        Patches::new(self.renderer, plan.svg, pages, plan.pages)
    }

    /// Returns the figures of a frame, one for each page of its caption.
    fn pages_of(
        &self,
        mut frame: Frame,
        missing: &BTreeSet<char>,
    ) -> impl Iterator<Item = (Figure, Duration)> + use<> {
        if !missing.is_empty() {
            replace_missing(&mut frame, missing);
        }
        let columns = self.svg.geometry(&frame.figure).caption_columns as usize;
        let lines = self.caption_lines as usize;
        let pages = frame.caption.pages(columns, lines, frame.pause);
        let figure = frame.figure;
        pages.map(move |(lines, pause)| {
            let mut figure = figure.clone();
            figure.captions.extend(lines);
            (figure, pause)
        })
    }
}

/// Calls a function with each text of a figure.
fn each_text(figure: &mut Figure, mut with: impl FnMut(&mut String)) {
    let game = &mut figure.game;
    for text in [
        &mut game.title,
        &mut game.black,
        &mut game.white,
        &mut game.result,
        &mut figure.title,
    ] {
        with(text);
    }
    figure.captions.iter_mut().for_each(&mut with);
    for point in figure.size().points() {
        figure[point].label.iter_mut().for_each(&mut with);
    }
}

/// A kind of content: the colour of the stone, if any, and a number for what is on it.
type Kind = (Option<Color>, u8);

/// Adds the kinds of content of a figure.
fn add_kinds(figure: &Figure, kinds: &mut HashSet<Kind>) {
    let player = |color: Color| u8::from(color == Color::White);
    for point in figure.size().points().filter(|&p| figure.shows(p)) {
        let cell = &figure[point];
        let on_it = [
            Some(0),
            cell.number.map(|_| 1),
            cell.label.as_ref().map(|_| 2),
            cell.dimmed.then_some(3),
            (figure.last == Some(point)).then_some(4),
            cell.territory.map(|color| 5 + player(color)),
            cell.variation.map(|color| 7 + player(color)),
            cell.mark.map(|mark| 9 + mark as u8),
        ];
        kinds.extend(on_it.into_iter().flatten().map(|kind| (cell.stone, kind)));
    }
    let around = [
        !figure.text_below().is_empty(),
        !figure.lines.is_empty(),
        !figure.arrows.is_empty(),
    ];
    let around = (u8::MAX - 2..=u8::MAX).zip(around);
    kinds.extend(around.filter(|(_, is)| *is).map(|(kind, _)| (None, kind)));
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
    each_text(&mut frame.figure, replace);
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
