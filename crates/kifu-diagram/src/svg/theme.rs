use std::fmt::{self, Write};

/// An RGB colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// Writes the colour as in CSS: `#dcb35c`.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The colours of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Theme {
    /// The background of the whole drawing.
    pub paper: Rgb,
    /// The surface of the board.
    pub board: Rgb,
    /// The lines, star points and names at the sides.
    pub line: Rgb,
    /// Black stones, and marks and text on white ones.
    pub black: Rgb,
    /// White stones, and marks and text on black ones.
    pub white: Rgb,
    /// The outlines of stones.
    pub rim: Rgb,
    /// Marks on empty points, lines and arrows.
    pub accent: Rgb,
    /// Titles and captions.
    pub text: Rgb,
}

impl Theme {
    /// Stones on a wooden board.
    pub const WOOD: Theme = Theme {
        paper: Rgb(255, 255, 255),
        board: Rgb(226, 184, 104),
        line: Rgb(75, 55, 25),
        black: Rgb(20, 20, 20),
        white: Rgb(252, 252, 250),
        rim: Rgb(45, 35, 20),
        accent: Rgb(150, 20, 20),
        text: Rgb(30, 30, 30),
    };

    /// Black on white, for paper.
    pub const PRINT: Theme = Theme {
        paper: Rgb(255, 255, 255),
        board: Rgb(255, 255, 255),
        line: Rgb(40, 40, 40),
        black: Rgb(0, 0, 0),
        white: Rgb(255, 255, 255),
        rim: Rgb(0, 0, 0),
        accent: Rgb(0, 0, 0),
        text: Rgb(0, 0, 0),
    };

    /// Light on dark, for dark pages.
    pub const NIGHT: Theme = Theme {
        paper: Rgb(24, 26, 30),
        board: Rgb(122, 102, 72),
        line: Rgb(30, 25, 18),
        black: Rgb(8, 8, 8),
        white: Rgb(225, 225, 220),
        rim: Rgb(10, 10, 10),
        accent: Rgb(255, 225, 130),
        text: Rgb(215, 215, 210),
    };

    /// All themes, by name.
    pub const ALL: [(&'static str, Theme); 3] = [
        ("wood", Theme::WOOD),
        ("print", Theme::PRINT),
        ("night", Theme::NIGHT),
    ];

    /// Writes the style sheet of a drawing; `color` writes a colour, given its name and value.
    pub(super) fn write_style(&self, color: fn(&str, Rgb) -> String, out: &mut String) {
        let named = |name: &str| {
            let rgb = match name {
                "paper" => self.paper,
                "board" => self.board,
                "line" => self.line,
                "black" => self.black,
                "white" => self.white,
                "rim" => self.rim,
                "accent" => self.accent,
                _ => self.text,
            };
            color(name, rgb)
        };
        out.push_str("<style>");
        for (class, rule) in RULES {
            write!(out, ".kifu .{class}{{").expect("writing to a string cannot fail");
            // `@name` stands for a colour.
            let mut parts = rule.split('@');
            out.push_str(parts.next().unwrap_or_default());
            for part in parts {
                let end = part.find(|c: char| !c.is_ascii_alphabetic());
                let (name, rest) = part.split_at(end.unwrap_or(part.len()));
                out.push_str(&named(name));
                out.push_str(rest);
            }
            out.push('}');
        }
        out.push_str("</style>");
    }
}

impl Default for Theme {
    fn default() -> Theme {
        Theme::WOOD
    }
}

/// The classes and their styles.
const RULES: [(&str, &str); 24] = [
    ("paper", "fill:@paper"),
    ("board", "fill:@board"),
    ("grid", "fill:none;stroke:@line;stroke-width:.8"),
    (
        "edge",
        "fill:none;stroke:@line;stroke-width:1.6;stroke-linecap:square",
    ),
    (
        "star",
        "fill:none;stroke:@line;stroke-width:4.4;stroke-linecap:round",
    ),
    ("name", "fill:@line;font-size:9px"),
    (
        "clear",
        "fill:none;stroke:@board;stroke-width:15;stroke-linecap:round",
    ),
    ("black", "fill:@black;stroke:@rim;stroke-width:.8"),
    ("white", "fill:@white;stroke:@rim;stroke-width:.8"),
    ("could", "fill-opacity:.55;stroke-opacity:.55"),
    ("black-area", "fill:@black"),
    ("white-area", "fill:@white;stroke:@rim;stroke-width:.5"),
    ("on-black", "fill:@white"),
    ("on-white", "fill:@black"),
    ("on-board", "fill:@accent"),
    ("mark-on-black", "fill:none;stroke:@white;stroke-width:1.7"),
    ("mark-on-white", "fill:none;stroke:@black;stroke-width:1.8"),
    ("mark-on-board", "fill:none;stroke:@accent;stroke-width:1.8"),
    (
        "last-on-black",
        "fill:none;stroke:@white;stroke-width:7;stroke-linecap:round",
    ),
    (
        "last-on-white",
        "fill:none;stroke:@black;stroke-width:7;stroke-linecap:round",
    ),
    (
        "ray",
        "fill:none;stroke:@accent;stroke-width:1.8;stroke-linecap:round",
    ),
    ("head", "fill:@accent"),
    ("dim", "fill:@board;fill-opacity:.6"),
    ("say", "fill:@text;font-size:11px"),
];
