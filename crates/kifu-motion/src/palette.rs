//! Palettes of at most 255 colours. The remaining index is for pixels that do not change.

use std::collections::HashMap;

/// A colour: red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// The number of colours of a palette with space for the transparent index.
const MOST: usize = 255;

/// The largest squared distance of a colour to a palette at which the difference is not visible: 8 levels in each channel.
pub(crate) const MAX_ERROR: u32 = 3 * 8 * 8;

/// The number of the most frequent colours that are always in a palette. The flat areas of a drawing are among them, so they
/// have their exact colours.
const EXACT: usize = 16;

#[derive(Clone, Debug)]
pub(crate) struct Palette {
    colors: Vec<Rgb>,
    /// The index of each colour that was looked up, and its distance.
    nearest: HashMap<Rgb, (u8, u32)>,
}

/// Counts the pixels of each colour.
#[derive(Default)]
pub(crate) struct Histogram(HashMap<Rgb, u64>);

impl Histogram {
    pub(crate) fn add(&mut self, color: Rgb, count: u64) {
        *self.0.entry(color).or_default() += count;
    }

    /// Adds the pixels of a picture.
    pub(crate) fn add_all(&mut self, colors: impl Iterator<Item = Rgb>) {
        let mut run = (Rgb::default(), 0);
        for color in colors {
            if color != run.0 {
                if run.1 > 0 {
                    self.add(run.0, run.1);
                }
                run = (color, 0);
            }
            run.1 += 1;
        }
        if run.1 > 0 {
            self.add(run.0, run.1);
        }
    }
}

impl Palette {
    /// Chooses colours so that the largest distance of any colour to the palette is small: after the most frequent
    /// colours, each further one is the colour that is farthest from all chosen ones.
    pub(crate) fn of(histogram: Histogram) -> Palette {
        let mut all: Vec<(Rgb, u64)> = histogram.0.into_iter().collect();
        all.sort_by(|one, other| (other.1, one.0).cmp(&(one.1, other.0)));
        let all: Vec<Rgb> = all.into_iter().map(|(color, _)| color).collect();
        let mut colors = Vec::new();
        if all.len() <= MOST {
            colors = all;
        } else {
            let mut distances = vec![u32::MAX; all.len()];
            let mut next = 0;
            while colors.len() < MOST {
                let chosen = all[next];
                colors.push(chosen);
                let mut farthest = (0, 0);
                for (at, color) in all.iter().enumerate() {
                    distances[at] = distances[at].min(distance(*color, chosen));
                    if distances[at] > farthest.0 {
                        farthest = (distances[at], at);
                    }
                }
                if farthest.0 == 0 {
                    break;
                }
                next = if colors.len() < EXACT {
                    colors.len()
                } else {
                    farthest.1
                };
            }
        }
        // The order of indices is that of brightness, which compresses better than that of frequency.
        colors.sort_unstable();
        colors.dedup();
        Palette {
            colors,
            nearest: HashMap::new(),
        }
    }

    /// The index of pixels that do not change.
    pub(crate) fn transparent(&self) -> u8 {
        // There are at most 255 colours.
        self.colors.len() as u8
    }

    /// The colours as bytes, and black for the transparent index.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let colors = self.colors.iter().chain([&[0; 3]]);
        colors.flatten().copied().collect()
    }

    /// Returns the indices of pixels; those that did not change are transparent.
    pub(crate) fn indices(&mut self, pixels: &[(Rgb, bool)]) -> Vec<u8> {
        let transparent = self.transparent();
        let mut last = (None, transparent);
        let indices = pixels.iter().map(|&(color, changed)| {
            if !changed {
                return transparent;
            }
            if last.0 != Some(color) {
                last = (Some(color), self.nearest(color).0);
            }
            last.1
        });
        indices.collect()
    }

    /// Returns the index of the nearest colour and its squared distance.
    pub(crate) fn nearest(&mut self, color: Rgb) -> (u8, u32) {
        let colors = &self.colors;
        *self.nearest.entry(color).or_insert_with(|| {
            let distances = colors.iter().map(|other| distance(color, *other));
            let nearest = (0..=u8::MAX)
                .zip(distances)
                .min_by_key(|(_, distance)| *distance);
            nearest.unwrap_or_default()
        })
    }
}

/// The square of the distance between two colours.
fn distance(one: Rgb, other: Rgb) -> u32 {
    let squares = one
        .iter()
        .zip(other)
        .map(|(one, other)| u32::from(one.abs_diff(other)).pow(2));
    squares.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colors_are_exact() {
        let mut histogram = Histogram::default();
        histogram.add_all((0..=254).map(|level| [level, 7, 255 - level]));
        let mut palette = Palette::of(histogram);
        assert_eq!(
            (palette.transparent(), palette.to_bytes().len()),
            (255, 768)
        );
        for level in 0..=254 {
            assert_eq!(palette.nearest([level, 7, 255 - level]), (level, 0));
        }
    }

    #[test]
    fn frequent_colors_are_exact_and_all_are_near() {
        let mut histogram = Histogram::default();
        let all = || (0..=255).flat_map(|a| (0..=255).map(move |b| [a, b, 40]));
        histogram.add_all(all());
        histogram.add([9, 9, 9], 100_000);
        histogram.add([10, 9, 9], 100_000);
        let mut palette = Palette::of(histogram);
        assert_eq!(palette.nearest([9, 9, 9]).1, 0);
        assert_eq!(palette.nearest([10, 9, 9]).1, 0);
        // 255 points of a square with sides of 256 are at most 16 apart, and a greedy choice is within a factor of 2.
        let farthest = all().map(|color| palette.nearest(color).1).max();
        assert!(farthest < Some(20 * 20), "{farthest:?}");
    }

    #[test]
    fn no_colors_are_a_palette() {
        let mut palette = Palette::of(Histogram::default());
        assert_eq!(
            (palette.transparent(), palette.nearest([1, 2, 3])),
            (0, (0, 0))
        );
    }
}
