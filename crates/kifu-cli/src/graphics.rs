//! PNG, and pictures in terminals: the protocols of kitty, iTerm2 and sixel.

use std::collections::{BTreeSet, HashMap};
use std::io::IsTerminal;
use std::sync::{Mutex, OnceLock};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::ValueEnum;
use kifu::diagram::Figure;
use kifu::diagram::png::{Pixels, Renderer};

use crate::output;

/// Renderers, which load fonts when they are needed.
#[derive(Default)]
pub(crate) struct Renderers {
    /// A renderer with the built-in font, which suffices for most figures.
    built_in: OnceLock<Renderer>,
    with_system_fonts: OnceLock<Renderer>,
    /// The characters that no font has.
    missing: Mutex<BTreeSet<char>>,
}

impl Renderers {
    /// Returns a renderer that has the characters of all figures, if there are fonts for them. The others are reported
    /// at the end.
    pub(crate) fn for_figures(&self, figures: &[Figure]) -> &Renderer {
        let built_in = self.built_in();
        let mut all = figures.iter();
        if all.all(|figure| built_in.missing(figure).is_empty()) {
            return built_in;
        }
        let renderer = self.with_system_fonts();
        self.add_missing(figures.iter().flat_map(|figure| renderer.missing(figure)));
        renderer
    }

    /// Adds characters that no font has.
    pub(crate) fn add_missing(&self, missing: impl IntoIterator<Item = char>) {
        if let Ok(mut all) = self.missing.lock() {
            all.extend(missing);
        }
    }

    /// Reports the characters that no font has.
    pub(crate) fn report_missing(&self) {
        let missing = self.missing.lock();
        let missing = missing.iter().flat_map(|missing| missing.iter());
        let some: String = missing.take(20).collect();
        if !some.is_empty() {
            output::message(format_args!(
                "no installed font has these characters: {some}"
            ));
        }
    }

    pub(crate) fn built_in(&self) -> &Renderer {
        self.built_in.get_or_init(Renderer::new)
    }

    pub(crate) fn with_system_fonts(&self) -> &Renderer {
        self.with_system_fonts.get_or_init(|| {
            let mut renderer = self.built_in().clone();
            renderer.add_system_fonts();
            renderer
        })
    }
}

/// How to show pictures in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Graphics {
    /// The protocol of the terminal, if it has one
    Auto,
    /// kitty, Ghostty, Konsole, WezTerm
    Kitty,
    #[value(name = "iterm2")]
    /// iTerm2, mintty, WezTerm
    ITerm2,
    /// foot, mlterm, xterm, Windows Terminal
    Sixel,
    None,
}

/// A protocol for pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Kitty,
    ITerm2,
    Sixel,
}

impl Graphics {
    /// Returns the protocol for standard output: the requested one, or that of the terminal, if standard output is a
    /// terminal.
    pub(crate) fn protocol(self) -> Option<Protocol> {
        match self {
            Graphics::Auto if std::io::stdout().is_terminal() => {
                Protocol::detect(|name| std::env::var(name).ok())
            }
            Graphics::Auto | Graphics::None => None,
            Graphics::Kitty => Some(Protocol::Kitty),
            Graphics::ITerm2 => Some(Protocol::ITerm2),
            Graphics::Sixel => Some(Protocol::Sixel),
        }
    }
}

impl Protocol {
    /// Finds the protocol of a terminal by the variables that terminals set. Terminals that only may have one, and
    /// multiplexers, which pass pictures on only if they are configured so, have none.
    fn detect(variable: impl Fn(&str) -> Option<String>) -> Option<Protocol> {
        let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        let term = variable("TERM").unwrap_or_default();
        if is_set("TMUX")
            || is_set("ZELLIJ")
            || term.starts_with("screen")
            || term.starts_with("tmux")
        {
            return None;
        }
        let program = variable("TERM_PROGRAM").unwrap_or_default();
        let is_kitty = is_set("KITTY_WINDOW_ID")
            || matches!(term.as_str(), "xterm-kitty" | "xterm-ghostty")
            || matches!(program.as_str(), "ghostty" | "WezTerm");
        // Konsole has the protocol since version 22.04.
        let konsole = variable("KONSOLE_VERSION").and_then(|version| version.parse::<u32>().ok());
        if is_kitty || konsole.is_some_and(|version| version >= 220_400) {
            return Some(Protocol::Kitty);
        }
        let is_iterm = matches!(program.as_str(), "iTerm.app" | "mintty" | "rio");
        if is_iterm || variable("LC_TERMINAL").as_deref() == Some("iTerm2") {
            return Some(Protocol::ITerm2);
        }
        let has_sixel = term.starts_with("foot")
            || term.starts_with("mlterm")
            || term.starts_with("contour")
            || term.contains("sixel");
        has_sixel.then_some(Protocol::Sixel)
    }

    /// Returns the bytes that show a picture, and end with a line break. `png` encodes the same pixels.
    pub(crate) fn encode(
        self,
        png: impl FnOnce() -> anyhow::Result<Vec<u8>>,
        pixels: impl FnOnce() -> anyhow::Result<Pixels>,
    ) -> anyhow::Result<Vec<u8>> {
        let mut out = match self {
            Protocol::Kitty => kitty(&png()?),
            Protocol::ITerm2 => iterm2(&png()?),
            Protocol::Sixel => sixel(&pixels()?),
        };
        out.push(b'\n');
        Ok(out)
    }
}

/// The protocol of kitty: base64 in pieces of at most 4096 bytes.
fn kitty(png: &[u8]) -> Vec<u8> {
    let text = STANDARD.encode(png);
    let mut out = Vec::with_capacity(text.len() * 11 / 10);
    let mut pieces = text.as_bytes().chunks(4096).peekable();
    let mut start = "a=T,f=100,q=2,";
    while let Some(piece) = pieces.next() {
        let more = u8::from(pieces.peek().is_some());
        out.extend_from_slice(format!("\x1b_G{start}m={more};").as_bytes());
        out.extend_from_slice(piece);
        out.extend_from_slice(b"\x1b\\");
        start = "";
    }
    out
}

fn iterm2(png: &[u8]) -> Vec<u8> {
    let text = STANDARD.encode(png);
    let size = png.len();
    format!("\x1b]1337;File=inline=1;size={size};preserveAspectRatio=1:{text}\x07").into_bytes()
}

/// The number of colours that all terminals with sixel have.
const COLORS: usize = 256;

/// Sixel: bands of six rows, drawn once for each colour. The colours are the most frequent ones, with five bits for
/// each channel; drawings have few others.
fn sixel(pixels: &Pixels) -> Vec<u8> {
    let (width, height) = (pixels.width as usize, pixels.height as usize);
    let key = |rgba: &[u8]| [rgba[0] >> 3, rgba[1] >> 3, rgba[2] >> 3];
    /// The number of pixels of a colour, and the sums of their channels.
    #[derive(Default)]
    struct Sums {
        count: u64,
        channels: [u64; 3],
    }
    let mut counts: HashMap<[u8; 3], Sums> = HashMap::new();
    for rgba in pixels.rgba.chunks_exact(4) {
        let sums = counts.entry(key(rgba)).or_default();
        sums.count += 1;
        for (sum, channel) in sums.channels.iter_mut().zip(rgba) {
            *sum += u64::from(*channel);
        }
    }
    let mut all: Vec<([u8; 3], Sums)> = counts.into_iter().collect();
    all.sort_by_key(|(key, sums)| (std::cmp::Reverse(sums.count), *key));
    let means: Vec<[u8; 3]> = all
        .iter()
        .map(|(_, sums)| {
            let mean = |sum: u64| u8::try_from(sum / sums.count).unwrap_or(u8::MAX);
            sums.channels.map(mean)
        })
        .collect();
    let palette = &means[..means.len().min(COLORS)];
    let distance = |a: &[u8; 3], b: &[u8; 3]| -> u32 {
        a.iter()
            .zip(b)
            .map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2))
            .sum()
    };
    let nearest = |color: &[u8; 3]| {
        let by_distance = (0..palette.len()).min_by_key(|&n| distance(&palette[n], color));
        by_distance.unwrap_or_default()
    };
    let index: HashMap<[u8; 3], usize> = all
        .iter()
        .enumerate()
        .map(|(n, (key, _))| {
            (
                *key,
                if n < palette.len() {
                    n
                } else {
                    nearest(&means[n])
                },
            )
        })
        .collect();
    let colors: Vec<usize> = pixels
        .rgba
        .chunks_exact(4)
        .map(|rgba| index[&key(rgba)])
        .collect();

    let mut out = format!("\x1bPq\"1;1;{width};{height}").into_bytes();
    for (n, color) in palette.iter().enumerate() {
        let [r, g, b] = color.map(|channel| (u32::from(channel) * 100 + 127) / 255);
        out.extend_from_slice(format!("#{n};2;{r};{g};{b}").as_bytes());
    }
    for band in colors.chunks(width.max(1) * 6) {
        let mut used: Vec<usize> = band.to_vec();
        used.sort_unstable();
        used.dedup();
        for color in used {
            out.extend_from_slice(format!("#{color}").as_bytes());
            let bits = |x: usize| -> u8 {
                let rows = band.iter().skip(x).step_by(width).enumerate();
                rows.map(|(row, is)| u8::from(*is == color) << row).sum()
            };
            let mut x = 0;
            while x < width {
                let now = bits(x);
                let run = 1 + (x + 1..width).take_while(|&next| bits(next) == now).count();
                x += run;
                // Nothing follows in this colour.
                if now == 0 && x == width {
                    break;
                }
                let letter = char::from(b'?' + now);
                match run {
                    1..4 => out.extend(std::iter::repeat_n(b'?' + now, run)),
                    _ => out.extend_from_slice(format!("!{run}{letter}").as_bytes()),
                }
            }
            out.push(b'$');
        }
        out.push(b'-');
    }
    out.extend_from_slice(b"\x1b\\");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_are_known_by_their_variables() {
        let found = |variables: &[(&str, &str)]| {
            Protocol::detect(|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(found(&[("TERM", "xterm-kitty")]), Some(Protocol::Kitty));
        assert_eq!(
            found(&[("KONSOLE_VERSION", "230804")]),
            Some(Protocol::Kitty)
        );
        assert_eq!(found(&[("KONSOLE_VERSION", "210400")]), None);
        assert_eq!(
            found(&[("TERM_PROGRAM", "iTerm.app")]),
            Some(Protocol::ITerm2)
        );
        assert_eq!(found(&[("TERM", "foot-extra")]), Some(Protocol::Sixel));
        assert_eq!(found(&[("TERM", "xterm-256color")]), None);
        let in_tmux = [("TERM", "tmux-256color"), ("KITTY_WINDOW_ID", "1")];
        assert_eq!(found(&in_tmux), None);
    }

    #[test]
    fn kitty_has_pieces_of_4096_bytes() {
        let encoded = String::from_utf8(kitty(&[7; 6000])).unwrap();
        let pieces: Vec<&str> = encoded.split_terminator("\x1b\\").collect();
        assert_eq!(pieces.len(), 2);
        assert!(pieces[0].starts_with("\x1b_Ga=T,f=100,q=2,m=1;"));
        assert_eq!(pieces[0].split(';').nth(1).unwrap().len(), 4096);
        assert!(pieces[1].starts_with("\x1b_Gm=0;"));
    }

    /// Decodes sixel, to compare the pixels.
    fn decoded(sixel: &str) -> Vec<Vec<[u32; 3]>> {
        let body = sixel
            .strip_prefix("\x1bPq\"1;1;")
            .unwrap()
            .strip_suffix("\x1b\\")
            .unwrap();
        let digits = |text: &str| {
            text.find(|c: char| !c.is_ascii_digit())
                .unwrap_or(text.len())
        };
        let mut rest = &body[body.find('#').unwrap()..];
        let size: Vec<usize> = body[..body.find('#').unwrap()]
            .split(';')
            .map(|n| n.parse().unwrap())
            .collect();
        let mut pixels = vec![vec![[0; 3]; size[0]]; size[1]];
        let (mut palette, mut color, mut x, mut top, mut run) = (HashMap::new(), 0usize, 0, 0, 1);
        while let Some(c) = rest.chars().next() {
            rest = &rest[1..];
            match c {
                '#' => {
                    let end = digits(rest);
                    color = rest[..end].parse().unwrap();
                    rest = &rest[end..];
                    if let Some(defined) = rest.strip_prefix(";2;") {
                        let end = defined.find(['#', '!', '?']).unwrap_or(defined.len());
                        let channels: Vec<u32> = defined[..end]
                            .split(';')
                            .map(|n| n.parse().unwrap())
                            .collect();
                        palette.insert(color, [channels[0], channels[1], channels[2]]);
                        rest = &defined[end..];
                    }
                }
                '!' => {
                    let end = digits(rest);
                    run = rest[..end].parse().unwrap();
                    rest = &rest[end..];
                }
                '$' => x = 0,
                '-' => (x, top) = (0, top + 6),
                c => {
                    for _ in 0..run {
                        for row in (0..6).filter(|row| ((c as u8 - b'?') >> row) & 1 == 1) {
                            pixels[top + row][x] = palette[&color];
                        }
                        x += 1;
                    }
                    run = 1;
                }
            }
        }
        pixels
    }

    #[test]
    fn sixel_reads_back() {
        let (width, height) = (9, 8);
        let colors = [[255, 255, 255, 255], [0, 0, 0, 255], [255, 0, 0, 255]];
        let picture: Vec<usize> = (0..width * height).map(|n| (n * n / 5) % 3).collect();
        let rgba = picture.iter().flat_map(|n| colors[*n]).collect();
        let pixels = Pixels {
            width: width as u32,
            height: height as u32,
            rgba,
        };
        let rows = decoded(&String::from_utf8(sixel(&pixels)).unwrap());
        let percent = [[100, 100, 100], [0, 0, 0], [100, 0, 0]];
        for (n, color) in picture.iter().enumerate() {
            assert_eq!(rows[n / width][n % width], percent[*color], "{n}");
        }
    }
}
