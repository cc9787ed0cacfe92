//! The letters and digits on a board, as strokes with round ends.
//!
//! Text elements depend on the fonts of the reader, so numbers would be wider or narrower than their stones. Strokes
//! look the same everywhere, need no ids, and take about as many bytes as text elements.

use std::fmt::Write;

/// The height of capital letters and digits in the units of [`GLYPHS`].
const CAPITAL: f32 = 28.0;

/// The height of small letters without ascenders.
const SMALL: f32 = 20.0;

/// The distance between the middles of the strokes of adjacent letters.
const GAP: f32 = 7.0;

/// The width of a space.
const SPACE: f32 = 6.0;

/// A text as strokes of a size.
pub(super) struct Lettering<'t> {
    text: &'t str,
    /// The height of capital letters, in tenths of a unit of the drawing.
    height: f32,
    /// The factor of widths, in addition to the height.
    narrow: f32,
}

impl<'t> Lettering<'t> {
    /// Fits a text into a width, both in tenths of a unit of the drawing. Returns `None` if a character has no glyph.
    pub(super) fn fit(text: &'t str, height: f32, room: f32) -> Option<Lettering<'t>> {
        /// The narrowest letters that are pleasant to read.
        const NARROWEST: f32 = 0.76;
        let width = width(text)? * height / CAPITAL;
        // A text without a width, such as `I`, always fits: the quotient is infinite.
        let share = (room / width).min(1.0);
        let narrow = share.max(NARROWEST);
        Some(Lettering {
            text,
            height: height * share / narrow,
            narrow,
        })
    }

    pub(super) fn width(&self) -> f32 {
        width(self.text).unwrap_or(0.0) * self.height / CAPITAL * self.narrow
    }

    /// The width of the strokes, in tenths.
    pub(super) fn weight(&self) -> u32 {
        let share = if self.narrow < 0.9 { 0.122 } else { 0.132 };
        (self.height * share).round() as u32
    }

    /// Appends the strokes to a path, centred on a point that is given in tenths.
    pub(super) fn write(&self, (x, y): (f32, f32), path: &mut Strokes) {
        let is_small = |c: char| c.is_ascii_lowercase();
        let has_only_small = !self.text.is_empty() && self.text.chars().all(is_small);
        let middle = if has_only_small {
            (CAPITAL + SMALL) / 4.0
        } else {
            CAPITAL / 2.0
        };
        let scale = self.height / CAPITAL;
        // The weight of a 1 is in its stem, at its right side.
        let shift = if self.text == "1" { 1.2 * scale } else { 0.0 };
        let mut pen = Pen {
            left: x - self.width() / 2.0 - shift,
            base: y + middle * scale,
            scale: (scale * self.narrow, scale),
            start: path.end,
            at: path.end,
            smooth: None,
            command: ' ',
            out: &mut path.path,
        };
        for c in self.text.chars() {
            match glyph(c) {
                Some((wide, strokes)) => {
                    pen.draw(strokes);
                    pen.left += (wide + GAP) * pen.scale.0;
                }
                None => pen.left += (SPACE + GAP) * pen.scale.0,
            }
        }
        path.end = pen.at;
    }
}

/// A path of strokes, and its end, to which the next stroke is relative.
#[derive(Default)]
pub(super) struct Strokes {
    pub(super) path: String,
    end: (i32, i32),
}

/// The distance between the first and the last stroke; `None` if a character has no glyph.
fn width(text: &str) -> Option<f32> {
    let wide = |c: char| match c {
        ' ' => Some(SPACE),
        c => glyph(c).map(|(wide, _)| wide),
    };
    let all: Option<Vec<f32>> = text.chars().map(wide).collect();
    let all = all?;
    let gaps = all.len().saturating_sub(1) as f32 * GAP;
    Some(all.iter().sum::<f32>() + gaps)
}

fn glyph(c: char) -> Option<(f32, &'static str)> {
    let at = GLYPHS.binary_search_by_key(&c, |(c, ..)| *c).ok()?;
    let (_, wide, strokes) = GLYPHS[at];
    Some((wide, strokes))
}

/// Writes paths with relative integers, in as few bytes as possible.
struct Pen<'o> {
    left: f32,
    base: f32,
    scale: (f32, f32),
    /// The start of the current stroke, the current point, and the control point that a smooth curve would have, in
    /// tenths.
    start: (i32, i32),
    at: (i32, i32),
    smooth: Option<(i32, i32)>,
    /// The last command, which need not be repeated.
    command: char,
    out: &'o mut String,
}

impl Pen<'_> {
    /// Draws a glyph. Its path has absolute commands, separated by spaces.
    fn draw(&mut self, strokes: &str) {
        for part in strokes.split_ascii_whitespace() {
            let (command, numbers) = part.split_at(1);
            let mut points = [(0, 0); 2];
            let numbers = numbers.split(',').map(|n| n.parse().unwrap_or(0.0_f32));
            for (n, number) in numbers.enumerate().take(4) {
                let point = &mut points[n / 2];
                match n % 2 {
                    0 => point.0 = (self.left + number * self.scale.0).round() as i32,
                    _ => point.1 = (self.base + number * self.scale.1).round() as i32,
                }
            }
            match command {
                "M" => self.move_to(points[0]),
                "Q" => self.curve_to(points[0], points[1]),
                "L" => self.line_to(points[0]),
                _ => {
                    self.out.push('z');
                    (self.command, self.at, self.smooth) = ('z', self.start, None);
                }
            }
        }
    }

    fn move_to(&mut self, point: (i32, i32)) {
        // The first point of a path is absolute either way.
        self.write('m', &[point.0 - self.at.0, point.1 - self.at.1]);
        // Numbers after `m` would be lines.
        self.command = 'm';
        (self.start, self.at, self.smooth) = (point, point, None);
    }

    fn line_to(&mut self, end: (i32, i32)) {
        match (end.0 - self.at.0, end.1 - self.at.1) {
            (0, dy) if dy != 0 => self.write('v', &[dy]),
            // A stroke without a length is a dot.
            (dx, 0) => self.write('h', &[dx]),
            (dx, dy) => self.write('l', &[dx, dy]),
        }
        (self.at, self.smooth) = (end, None);
    }

    fn curve_to(&mut self, control: (i32, i32), end: (i32, i32)) {
        let by = |point: (i32, i32)| (point.0 - self.at.0, point.1 - self.at.1);
        let (to_control, to_end) = (by(control), by(end));
        let is_smooth = self.smooth.is_some_and(|smooth| {
            (smooth.0 - control.0).abs() <= 1 && (smooth.1 - control.1).abs() <= 1
        });
        let control = if is_smooth {
            self.write('t', &[to_end.0, to_end.1]);
            self.smooth.unwrap_or(control)
        } else {
            self.write('q', &[to_control.0, to_control.1, to_end.0, to_end.1]);
            control
        };
        self.at = end;
        self.smooth = Some((2 * end.0 - control.0, 2 * end.1 - control.1));
    }

    fn write(&mut self, command: char, numbers: &[i32]) {
        let is_new = self.command != command || command == 'm';
        if is_new {
            self.out.push(command);
        }
        for (n, number) in numbers.iter().enumerate() {
            if *number >= 0 && (n > 0 || !is_new) {
                self.out.push(' ');
            }
            write!(self.out, "{number}").expect("writing to a string cannot fail");
        }
        self.command = command;
    }
}

/// The characters in order, with the distance between their outer strokes, and the strokes: points and curves with
/// the base line at 0. Curves are quadratic, which makes round letters slightly square, as on road signs.
#[rustfmt::skip]
const GLYPHS: [(char, f32, &str); 75] = [
    ('!', 0.0, "M0,-28 L0,-9 M0,-1 L0,-1"),
    ('%', 21.0, "M3,0 L18,-28 M0,-23 Q0,-28,4,-28 Q8,-28,8,-23 Q8,-18,4,-18 Q0,-18,0,-23 z M13,-5 Q13,-10,17,-10 Q21,-10,21,-5 Q21,0,17,0 Q13,0,13,-5 z"),
    ('\'', 0.0, "M0,-28 L0,-21"),
    ('(', 5.0, "M5,-30 Q0,-22,0,-13 Q0,-4,5,4"),
    (')', 5.0, "M0,-30 Q5,-22,5,-13 Q5,-4,0,4"),
    ('+', 14.0, "M0,-12 L14,-12 M7,-19 L7,-5"),
    (',', 2.0, "M2,-1 L0,5"),
    ('-', 10.0, "M0,-11 L10,-11"),
    ('.', 0.0, "M0,-1 L0,-1"),
    ('/', 11.0, "M0,2 L11,-30"),
    ('0', 14.0, "M0,-9 L0,-19 Q0,-28,7,-28 Q14,-28,14,-19 L14,-9 Q14,0,7,0 Q0,0,0,-9 z"),
    ('1', 7.0, "M0,-22 L7,-28 L7,0"),
    ('2', 14.0, "M0,-21 Q0,-28,7,-28 Q14,-28,14,-21 Q14,-17,10,-12 L0,0 L14,0"),
    ('3', 14.0, "M0,-22.5 Q1,-28,7,-28 Q13.5,-28,13.5,-21.5 Q13.5,-15,7,-15 L5,-15 M7,-15 Q14,-15,14,-7.5 Q14,0,7,0 Q0.5,0,0,-6"),
    ('4', 15.0, "M11,0 L11,-28 L0,-7 L15,-7"),
    ('5', 14.0, "M13,-28 L2,-28 L1,-15 Q3.5,-18,7.5,-18 Q14,-18,14,-9 Q14,0,7,0 Q1,0,0,-6"),
    ('6', 14.0, "M10.5,-28 L2,-14 Q0,-11,0,-8.5 Q0,0,7,0 Q14,0,14,-8.5 Q14,-17,7,-17 Q4,-17,2,-14"),
    ('7', 14.0, "M0,-28 L14,-28 L5,0"),
    ('8', 14.0, "M7,-15 Q0.5,-15,0.5,-21.5 Q0.5,-28,7,-28 Q13.5,-28,13.5,-21.5 Q13.5,-15,7,-15 Q0,-15,0,-7.5 Q0,0,7,0 Q14,0,14,-7.5 Q14,-15,7,-15"),
    ('9', 14.0, "M3.5,0 L12,-14 Q14,-17,14,-19.5 Q14,-28,7,-28 Q0,-28,0,-19.5 Q0,-11,7,-11 Q10,-11,12,-14"),
    (':', 0.0, "M0,-16 L0,-16 M0,-1 L0,-1"),
    ('=', 13.0, "M0,-16 L13,-16 M0,-8 L13,-8"),
    ('?', 12.0, "M0,-22 Q0,-28,6,-28 Q12,-28,12,-21.5 Q12,-18,9,-15.5 Q6,-13,6,-9 M6,-1 L6,-1"),
    ('A', 19.0, "M0,0 L9.5,-28 L19,0 M3.3,-9 L15.7,-9"),
    ('B', 15.0, "M8,-15 L0,-15 L0,-28 L8,-28 Q14,-28,14,-21.5 Q14,-15,8,-15 Q15,-15,15,-7.5 Q15,0,8,0 L0,0 L0,-15"),
    ('C', 15.0, "M15,-21 Q14,-28,8,-28 Q0,-28,0,-18 L0,-10 Q0,0,8,0 Q14,0,15,-7"),
    ('D', 16.0, "M0,0 L0,-28 L6,-28 Q16,-28,16,-18 L16,-10 Q16,0,6,0 z"),
    ('E', 12.0, "M12,-28 L0,-28 L0,0 L12,0 M0,-15 L10.5,-15"),
    ('F', 12.0, "M12,-28 L0,-28 L0,0 M0,-14 L10.5,-14"),
    ('G', 16.0, "M15.5,-22 Q14,-28,8,-28 Q0,-28,0,-18 L0,-10 Q0,0,8,0 Q16,0,16,-9 L16,-13 L9,-13"),
    ('H', 16.0, "M0,0 L0,-28 M16,0 L16,-28 M0,-14.5 L16,-14.5"),
    ('I', 0.0, "M0,0 L0,-28"),
    ('J', 10.0, "M10,-28 L10,-8 Q10,0,4,0 Q1.5,0,0,-1.5"),
    ('K', 15.0, "M0,0 L0,-28 M14.5,-28 L0,-11 M5,-17 L15,0"),
    ('L', 12.0, "M0,-28 L0,0 L12,0"),
    ('M', 20.0, "M0,0 L0,-28 L10,-9 L20,-28 L20,0"),
    ('N', 16.0, "M0,0 L0,-28 L16,0 L16,-28"),
    ('O', 17.0, "M0,-10 L0,-18 Q0,-28,8.5,-28 Q17,-28,17,-18 L17,-10 Q17,0,8.5,0 Q0,0,0,-10 z"),
    ('P', 14.0, "M0,0 L0,-28 L8,-28 Q14,-28,14,-20.5 Q14,-13,8,-13 L0,-13"),
    ('Q', 17.0, "M0,-10 L0,-18 Q0,-28,8.5,-28 Q17,-28,17,-18 L17,-10 Q17,0,8.5,0 Q0,0,0,-10 z M10.5,-7 L17,1"),
    ('R', 15.0, "M0,0 L0,-28 L8,-28 Q14,-28,14,-21 Q14,-14,8,-14 L0,-14 M8,-14 L15,0"),
    ('S', 14.0, "M13.5,-22 Q12.5,-28,7,-28 Q0.5,-28,0.5,-21.5 Q0.5,-17,7,-15 Q14,-12.5,14,-7.5 Q14,0,7,0 Q1,0,0,-6.5"),
    ('T', 16.0, "M0,-28 L16,-28 M8,-28 L8,0"),
    ('U', 16.0, "M0,-28 L0,-9 Q0,0,8,0 Q16,0,16,-9 L16,-28"),
    ('V', 17.0, "M0,-28 L8.5,0 L17,-28"),
    ('W', 25.0, "M0,-28 L6.2,0 L12.5,-24 L18.8,0 L25,-28"),
    ('X', 16.0, "M0,-28 L16,0 M16,-28 L0,0"),
    ('Y', 16.0, "M0,-28 L8,-13 L16,-28 M8,-13 L8,0"),
    ('Z', 15.0, "M0,-28 L15,-28 L0,0 L15,0"),
    ('a', 13.0, "M1,-16.5 Q2.5,-20,7,-20 Q13,-20,13,-13.5 L13,0 M13,-11.5 L6,-11.5 Q0,-11.5,0,-5.8 Q0,0,5.5,0 Q10.5,0,13,-4"),
    ('b', 13.0, "M0,-28 L0,0 M0,-13.5 Q1.5,-20,7,-20 Q13,-20,13,-13 L13,-7 Q13,0,7,0 Q1.5,0,0,-6.5"),
    ('c', 12.0, "M12,-15 Q11,-20,6.5,-20 Q0,-20,0,-12 L0,-8 Q0,0,6.5,0 Q11,0,12,-5"),
    ('d', 13.0, "M13,-28 L13,0 M13,-13.5 Q11.5,-20,6,-20 Q0,-20,0,-13 L0,-7 Q0,0,6,0 Q11.5,0,13,-6.5"),
    ('e', 13.0, "M0,-10.5 L13,-10.5 L13,-12 Q13,-20,6.5,-20 Q0,-20,0,-12 L0,-8 Q0,0,7,0 Q11,0,12.5,-3.5"),
    ('f', 9.0, "M9,-28 Q3,-29,3,-22 L3,0 M0,-19.5 L8.5,-19.5"),
    ('g', 13.0, "M13,-20 L13,0 Q13,8,6,8 Q2,8,0.5,5 M13,-13.5 Q11.5,-20,6,-20 Q0,-20,0,-13 L0,-7 Q0,0,6,0 Q11.5,0,13,-6.5"),
    ('h', 12.5, "M0,-28 L0,0 M0,-13 Q1.5,-20,6.5,-20 Q12.5,-20,12.5,-13 L12.5,0"),
    ('i', 0.0, "M0,-20 L0,0 M0,-27.5 L0,-27.5"),
    ('j', 4.0, "M4,-20 L4,3 Q4,8,0,8 M4,-27.5 L4,-27.5"),
    ('k', 12.0, "M0,-28 L0,0 M11,-20 L0,-8 M4,-12 L12,0"),
    ('l', 4.0, "M0,-28 L0,-5 Q0,0,4,0"),
    ('m', 20.0, "M0,-20 L0,0 M0,-13.5 Q1,-20,5.5,-20 Q10,-20,10,-14 L10,0 M10,-13.5 Q11,-20,15.5,-20 Q20,-20,20,-14 L20,0"),
    ('n', 12.5, "M0,-20 L0,0 M0,-13 Q1.5,-20,6.5,-20 Q12.5,-20,12.5,-13 L12.5,0"),
    ('o', 13.5, "M0,-8 L0,-12 Q0,-20,6.7,-20 Q13.5,-20,13.5,-12 L13.5,-8 Q13.5,0,6.7,0 Q0,0,0,-8 z"),
    ('p', 13.0, "M0,-20 L0,8 M0,-13.5 Q1.5,-20,7,-20 Q13,-20,13,-13 L13,-7 Q13,0,7,0 Q1.5,0,0,-6.5"),
    ('q', 13.0, "M13,-20 L13,8 M13,-13.5 Q11.5,-20,6,-20 Q0,-20,0,-13 L0,-7 Q0,0,6,0 Q11.5,0,13,-6.5"),
    ('r', 8.5, "M0,-20 L0,0 M0,-12 Q1,-20,8.5,-19.5"),
    ('s', 11.5, "M11,-16 Q10,-20,5.5,-20 Q0.5,-20,0.5,-15.5 Q0.5,-12,6,-10.5 Q11.5,-9,11.5,-5 Q11.5,0,6,0 Q1.5,0,0,-4"),
    ('t', 9.0, "M3,-26 L3,-5 Q3,0,9,0 M0,-20 L8.5,-20"),
    ('u', 12.5, "M0,-20 L0,-7 Q0,0,6,0 Q11,0,12.5,-7 M12.5,-20 L12.5,0"),
    ('v', 13.0, "M0,-20 L6.5,0 L13,-20"),
    ('w', 20.0, "M0,-20 L5,0 L10,-17 L15,0 L20,-20"),
    ('x', 12.0, "M0,-20 L12,0 M12,-20 L0,0"),
    ('y', 13.0, "M0,-20 L6.5,0 M13,-20 L5.5,3 Q3.5,8,0,8"),
    ('z', 11.5, "M0,-20 L11.5,-20 L0,0 L11.5,0"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_are_sorted_and_inside_their_width() {
        assert!(GLYPHS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for (c, wide, strokes) in GLYPHS {
            assert!(strokes.starts_with('M'), "{c}");
            for part in strokes.split(' ').filter(|part| *part != "z") {
                let numbers: Vec<f32> = part[1..].split(',').map(|n| n.parse().unwrap()).collect();
                assert_eq!(
                    numbers.len(),
                    if part.starts_with('Q') { 4 } else { 2 },
                    "{c}"
                );
                for point in numbers.chunks(2) {
                    assert!((0.0..=wide).contains(&point[0]), "{c}: {part}");
                    assert!((-30.0..=8.0).contains(&point[1]), "{c}: {part}");
                }
            }
        }
    }

    #[test]
    fn text_is_centred_and_fits() {
        let lettering = Lettering::fit("100", 90.0, 120.0).unwrap();
        assert!(lettering.width() <= 120.5, "{}", lettering.width());
        let mut strokes = Strokes::default();
        for x in [100.0, 200.0] {
            let lettering = Lettering::fit("H", 28.0, 100.0).unwrap();
            lettering.write((x, 100.0), &mut strokes);
        }
        let expected = "m92 114v-28m16 28v-28m-16 14h16m84 14v-28m16 28v-28m-16 14h16";
        assert_eq!(strokes.path, expected);
        assert!(Lettering::fit("é", 90.0, 120.0).is_none());
    }
}
