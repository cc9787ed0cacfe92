use std::fmt::{self, Write};
use std::str::FromStr;

/// An RGB colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Rgb(pub u8, pub u8, pub u8);

/// Writes the colour as in CSS: `#dcb35c`.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Reads `#dcb35c` and `#db5`, as in CSS.
///
/// ```
/// use kifu_diagram::Rgb;
///
/// assert_eq!("#dcb35c".parse(), Ok(Rgb(0xdc, 0xb3, 0x5c)));
/// assert_eq!("#f80".parse(), Ok(Rgb(0xff, 0x88, 0)));
/// assert!("red".parse::<Rgb>().is_err());
/// ```
impl FromStr for Rgb {
    type Err = RgbError;

    fn from_str(text: &str) -> Result<Rgb, RgbError> {
        let digits = text.strip_prefix('#').ok_or(RgbError)?;
        let mut values = Vec::with_capacity(6);
        for c in digits.chars() {
            let value = c.to_digit(16).ok_or(RgbError)?;
            values.push(value as u8);
        }
        match values[..] {
            [r, g, b] => Ok(Rgb(r * 17, g * 17, b * 17)),
            [r, s, g, h, b, c] => Ok(Rgb(r * 16 + s, g * 16 + h, b * 16 + c)),
            _ => Err(RgbError),
        }
    }
}

impl TryFrom<String> for Rgb {
    type Error = RgbError;

    fn try_from(text: String) -> Result<Rgb, RgbError> {
        text.parse()
    }
}

impl From<Rgb> for String {
    fn from(color: Rgb) -> String {
        color.to_string()
    }
}

/// The error of reading an [`Rgb`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RgbError;

impl fmt::Display for RgbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a colour such as `#dcb35c`")
    }
}

impl core::error::Error for RgbError {}

/// The colours, line widths and shading of a drawing.
///
/// Widths are in thousandths of the distance between adjacent points, up to 1000, or 500 for [`rim_width`](Theme::rim_width).
/// Larger values count as the largest; see [`limited`](Theme::limited). With the feature `serde`, a theme is
/// a map of its fields with hyphens, such as `black-rim`; missing fields are those of [`Theme::WOOD`], and unknown
/// ones are errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename_all = "kebab-case", default, deny_unknown_fields)
)]
pub struct Theme {
    /// The background of the whole drawing.
    pub paper: Rgb,
    /// The surface of the board.
    pub board: Rgb,
    /// The lines and star points.
    pub line: Rgb,
    /// The names of columns and rows at the sides.
    pub name: Rgb,
    /// Black stones, and marks and text on white ones.
    pub black: Rgb,
    /// White stones, and marks and text on black ones.
    pub white: Rgb,
    /// The outlines of white stones.
    pub rim: Rgb,
    /// The outlines of black stones, which separate them from a dark board.
    pub black_rim: Rgb,
    /// Marks on empty points, lines and arrows.
    pub accent: Rgb,
    /// Titles and captions.
    pub text: Rgb,
    /// The width of inner lines.
    pub line_width: u16,
    /// The width of the lines at the edge of the board.
    pub edge_width: u16,
    /// The diameter of star points.
    pub star_size: u16,
    /// The diameter of stones, with their outlines.
    pub stone_size: u16,
    /// The width of the outlines of stones.
    pub rim_width: u16,
    /// The width of the outlines of marks.
    pub mark_width: u16,
    /// The diameter of the dot on the last move.
    pub last_size: u16,
    /// The opacity of the stones of possible moves in percent.
    pub variation_opacity: u8,
    /// The strength of highlights and shadows of stones in percent; 0 draws flat stones.
    pub shading: u8,
    /// The strength of the grain of the wood in percent; 0 draws a plain board.
    pub grain: u8,
}

impl Theme {
    /// Flat stones on a board in the colour of wood.
    pub const WOOD: Theme = Theme {
        paper: Rgb(255, 255, 255),
        board: Rgb(228, 186, 110),
        line: Rgb(66, 46, 20),
        name: Rgb(66, 46, 20),
        black: Rgb(18, 18, 18),
        white: Rgb(253, 253, 251),
        rim: Rgb(45, 35, 20),
        black_rim: Rgb(18, 18, 18),
        accent: Rgb(160, 16, 16),
        text: Rgb(30, 30, 30),
        line_width: 38,
        edge_width: 75,
        star_size: 240,
        stone_size: 976,
        rim_width: 36,
        mark_width: 78,
        last_size: 320,
        variation_opacity: 60,
        shading: 0,
        grain: 0,
    };

    /// Rounded stones on a wooden board, with gradients that keep numbers readable in print.
    pub const SHADED: Theme = Theme {
        board: Rgb(226, 180, 104),
        line: Rgb(72, 48, 20),
        name: Rgb(72, 48, 20),
        black: Rgb(16, 17, 20),
        white: Rgb(250, 249, 245),
        rim: Rgb(120, 104, 80),
        black_rim: Rgb(8, 8, 10),
        rim_width: 24,
        stone_size: 970,
        shading: 100,
        grain: 100,
        ..Theme::WOOD
    };

    /// Pure black and white, for paper.
    pub const PRINT: Theme = Theme {
        paper: Rgb(255, 255, 255),
        board: Rgb(255, 255, 255),
        line: Rgb(0, 0, 0),
        name: Rgb(0, 0, 0),
        black: Rgb(0, 0, 0),
        white: Rgb(255, 255, 255),
        rim: Rgb(0, 0, 0),
        black_rim: Rgb(0, 0, 0),
        accent: Rgb(0, 0, 0),
        text: Rgb(0, 0, 0),
        line_width: 28,
        edge_width: 75,
        rim_width: 36,
        variation_opacity: 100,
        ..Theme::WOOD
    };

    /// Light on dark, for dark pages.
    pub const NIGHT: Theme = Theme {
        paper: Rgb(20, 22, 26),
        board: Rgb(62, 70, 82),
        line: Rgb(146, 157, 170),
        name: Rgb(196, 204, 214),
        black: Rgb(11, 12, 14),
        white: Rgb(234, 236, 239),
        rim: Rgb(86, 94, 106),
        black_rim: Rgb(164, 174, 186),
        accent: Rgb(255, 184, 77),
        text: Rgb(224, 227, 232),
        line_width: 36,
        ..Theme::WOOD
    };

    /// All themes, by name.
    pub const ALL: &'static [(&'static str, Theme)] = &[
        ("wood", Theme::WOOD),
        ("shaded", Theme::SHADED),
        ("print", Theme::PRINT),
        ("night", Theme::NIGHT),
    ];

    /// Returns the theme with a name of [`ALL`](Theme::ALL).
    pub fn by_name(name: &str) -> Option<Theme> {
        let mut all = Theme::ALL.iter();
        all.find(|(known, _)| *known == name)
            .map(|(_, theme)| *theme)
    }

    /// Writes the rules of the used classes; `color` writes a colour, given its name and value.
    pub(super) fn write_rules(
        &self,
        color: fn(&str, Rgb) -> String,
        is_used: impl Fn(&str) -> bool,
        out: &mut String,
    ) {
        let value = |name: &str| match name {
            "paper" => color(name, self.paper),
            "board" => color(name, self.board),
            "line" => color(name, self.line),
            "name" => color(name, self.name),
            "black" => color(name, self.black),
            "white" => color(name, self.white),
            "rim" => color(name, self.rim),
            "black-rim" => color(name, self.black_rim),
            "accent" => color(name, self.accent),
            "text" => color(name, self.text),
            "line-width" => units(self.line_width),
            "edge-width" => units(self.edge_width),
            "star-size" => units(self.star_size),
            "stone-size" => units(self.stone_size),
            "fill-size" => units(self.fill_size()),
            "mark-width" => units(self.mark_width),
            "last-size" => units(self.last_size),
            "variation-opacity" => share(self.variation_opacity),
            _ => units(self.rim_width),
        };
        for (class, rule) in RULES.into_iter().filter(|(class, _)| is_used(class)) {
            write!(out, ".kifu .{class}{{").expect("writing to a string cannot fail");
            // `@name` stands for a value.
            let mut parts = rule.split('@');
            out.push_str(parts.next().unwrap_or_default());
            for part in parts {
                let end = part.find(|c: char| !c.is_ascii_alphabetic() && c != '-');
                let (name, rest) = part.split_at(end.unwrap_or(part.len()));
                out.push_str(&value(name));
                out.push_str(rest);
            }
            out.push('}');
        }
    }

    /// The diameter of stones without their outlines.
    pub(super) const fn fill_size(&self) -> u16 {
        self.stone_size.saturating_sub(self.rim_width * 2)
    }

    /// Returns the theme with all values within their ranges: larger ones become the largest.
    ///
    /// ```
    /// use kifu_diagram::Theme;
    ///
    /// let theme = Theme { shading: 200, ..Theme::WOOD };
    /// assert_eq!(theme.limited(), Theme { shading: 100, ..Theme::WOOD });
    /// ```
    pub fn limited(&self) -> Theme {
        Theme {
            line_width: self.line_width.min(1000),
            edge_width: self.edge_width.min(1000),
            star_size: self.star_size.min(1000),
            stone_size: self.stone_size.min(1000),
            rim_width: self.rim_width.min(500),
            mark_width: self.mark_width.min(1000),
            last_size: self.last_size.min(1000),
            variation_opacity: self.variation_opacity.min(100),
            shading: self.shading.min(100),
            grain: self.grain.min(100),
            ..*self
        }
    }
}

impl Default for Theme {
    fn default() -> Theme {
        Theme::WOOD
    }
}

/// Thousandths of the distance between points, as units of the drawing: 38 is `.76`.
fn units(thousandths: u16) -> String {
    short(f32::from(thousandths * 2) / 100.0)
}

/// Percent as a number up to 1: 60 is `.6`.
fn share(percent: u8) -> String {
    short(f32::from(percent) / 100.0)
}

fn short(number: f32) -> String {
    let text = number.to_string();
    match text.strip_prefix("0.") {
        Some(rest) => format!(".{rest}"),
        None => text,
    }
}

/// A colour between two others; a share of 0 is the first one.
pub(super) fn mix(one: Rgb, other: Rgb, share: f32) -> Rgb {
    let channel = |a: u8, b: u8| {
        let value = f32::from(a) + (f32::from(b) - f32::from(a)) * share;
        value.round().clamp(0.0, 255.0) as u8
    };
    Rgb(
        channel(one.0, other.0),
        channel(one.1, other.1),
        channel(one.2, other.2),
    )
}

/// The classes and their styles. The board of `kifu-page` uses this style sheet too, with circles for stones and text
/// elements for names, and clears the lines below labels.
const RULES: [(&str, &str); 34] = [
    ("paper", "fill:@paper"),
    ("board", "fill:@board"),
    ("grid", "fill:none;stroke:@line;stroke-width:@line-width"),
    (
        "edge",
        "fill:none;stroke:@line;stroke-width:@edge-width;stroke-linecap:square",
    ),
    (
        "star",
        "fill:none;stroke:@line;stroke-width:@star-size;stroke-linecap:round",
    ),
    ("name", "fill:@name;font-size:9px"),
    ("names", "fill:none;stroke:@name"),
    (
        "clear",
        "fill:none;stroke:@board;stroke-width:15;stroke-linecap:round",
    ),
    (
        "black",
        "fill:@black;stroke:@black-rim;stroke-width:@rim-width",
    ),
    ("white", "fill:@white;stroke:@rim;stroke-width:@rim-width"),
    (
        "could",
        "fill-opacity:@variation-opacity;stroke-opacity:@variation-opacity",
    ),
    // Many stones are one path of dots: round ends of lines without a length.
    (
        "black-rims",
        "fill:none;stroke:@black-rim;stroke-width:@stone-size;stroke-linecap:round",
    ),
    (
        "black-dots",
        "fill:none;stroke:@black;stroke-width:@fill-size;stroke-linecap:round",
    ),
    (
        "white-rims",
        "fill:none;stroke:@rim;stroke-width:@stone-size;stroke-linecap:round",
    ),
    (
        "white-dots",
        "fill:none;stroke:@white;stroke-width:@fill-size;stroke-linecap:round",
    ),
    (
        "black-area",
        "fill:@black;stroke:@black-rim;stroke-width:.5",
    ),
    ("white-area", "fill:@white;stroke:@rim;stroke-width:.5"),
    ("on-black", "fill:@white"),
    ("on-white", "fill:@black"),
    ("on-board", "fill:@accent"),
    ("number-on-black", "fill:none;stroke:@white"),
    ("number-on-white", "fill:none;stroke:@black"),
    ("number-on-board", "fill:none;stroke:@accent"),
    (
        "mark-on-black",
        "fill:none;stroke:@white;stroke-width:@mark-width;stroke-linejoin:round",
    ),
    (
        "mark-on-white",
        "fill:none;stroke:@black;stroke-width:@mark-width;stroke-linejoin:round",
    ),
    (
        "mark-on-board",
        "fill:none;stroke:@accent;stroke-width:@mark-width;stroke-linejoin:round",
    ),
    (
        "last-on-black",
        "fill:none;stroke:@white;stroke-width:@last-size;stroke-linecap:round",
    ),
    (
        "last-on-white",
        "fill:none;stroke:@black;stroke-width:@last-size;stroke-linecap:round",
    ),
    (
        "ray-edge",
        "fill:none;stroke:@board;stroke-width:3;stroke-linecap:round;stroke-linejoin:round",
    ),
    (
        "ray",
        "fill:none;stroke:@accent;stroke-width:1.8;stroke-linecap:round",
    ),
    ("head", "fill:@accent"),
    ("dim", "fill:@board;fill-opacity:.6"),
    ("say", "fill:@text;font-size:11px"),
    ("head-line", "fill:@text;font-size:13px"),
];
