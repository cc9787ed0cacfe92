//! Compares the PNG of this crate with what other programs draw from the SVG.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use kifu_diagram::png::Renderer;
use kifu_diagram::{Svg, Theme};
use resvg::tiny_skia::{IntRect, Pixmap, Transform};
use resvg::usvg::{self, fontdb};

use crate::samples;

const FONTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fonts");

#[test]
fn resvg_draws_the_svg_like_our_png() {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(std::fs::read(format!("{FONTS}/KifuSans.ttf")).unwrap());
    fonts.set_sans_serif_family("Kifu Sans");
    let options = usvg::Options {
        fontdb: fonts.into(),
        ..usvg::Options::default()
    };
    compare("resvg", |drawings| {
        let draw = |svg: &String| {
            let tree = usvg::Tree::from_str(svg, &options).unwrap();
            let size = tree.size().to_int_size();
            let mut pixels = Pixmap::new(size.width(), size.height()).unwrap();
            resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
            pixels
        };
        drawings.iter().map(draw).collect()
    });
}

#[test]
fn librsvg_draws_the_svg_like_our_png() {
    if !is_installed("rsvg-convert", "librsvg2-bin") {
        return;
    }
    compare("rsvg-convert", |drawings| {
        let draw = |svg: &String| {
            let mut child = program("rsvg-convert")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(svg.as_bytes()).unwrap();
            drop(stdin);
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success());
            Pixmap::decode_png(&output.stdout).unwrap()
        };
        drawings.iter().map(draw).collect()
    });
}

/// Chromium shows all drawings on one page, because it takes seconds to start.
#[test]
fn chromium_draws_the_svg_like_our_png() {
    if !is_installed("chromium", "chromium") {
        return;
    }
    compare("chromium", |drawings| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("renderers-chromium");
        std::fs::create_dir_all(&folder).unwrap();
        let mut page = String::from(
            "<!DOCTYPE html><meta charset=\"utf-8\"><style>body{margin:0}img{display:block}</style>",
        );
        // The style sheets of inline drawings would apply to all of them.
        for (n, svg) in drawings.iter().enumerate() {
            std::fs::write(folder.join(format!("{n}.svg")), svg).unwrap();
            page.push_str(&format!("<img src=\"{n}.svg\">"));
        }
        std::fs::write(folder.join("page.html"), page).unwrap();
        let heights = drawings.iter().map(|svg| {
            let document = roxmltree::Document::parse(svg).unwrap();
            let height = document.root_element().attribute("height").unwrap();
            height.parse::<u32>().unwrap()
        });
        let heights: Vec<u32> = heights.collect();
        let total: u32 = heights.iter().sum();
        let status = program("chromium")
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
            ])
            .arg("--force-device-scale-factor=1")
            .arg(format!(
                "--user-data-dir={}",
                folder.join("profile").display()
            ))
            .arg(format!(
                "--screenshot={}",
                folder.join("page.png").display()
            ))
            .arg(format!("--window-size={WIDTH},{total}"))
            .arg(folder.join("page.html"))
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
        let page = std::fs::read(folder.join("page.png")).unwrap();
        let page = Pixmap::decode_png(&page).unwrap();
        let mut top = 0;
        let part = |height: u32| {
            let area = IntRect::from_xywh(0, top, WIDTH, height).unwrap();
            top += height as i32;
            page.clone_rect(area).unwrap()
        };
        heights.into_iter().map(part).collect()
    });
}

#[test]
fn inkscape_draws_the_svg_like_our_png() {
    if !is_installed("inkscape", "inkscape") {
        return;
    }
    compare("inkscape", |drawings| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("renderers-inkscape");
        std::fs::create_dir_all(&folder).unwrap();
        let files: Vec<PathBuf> = (0..drawings.len())
            .map(|n| folder.join(format!("{n}.svg")))
            .collect();
        for (svg, file) in drawings.iter().zip(&files) {
            std::fs::write(file, svg).unwrap();
        }
        let status = program("inkscape")
            .arg("--export-type=png")
            .args(&files)
            .env("INKSCAPE_PROFILE_DIR", folder.join("profile"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
        let read = |file: &PathBuf| std::fs::read(file.with_extension("png")).unwrap();
        let decode = |bytes: Vec<u8>| Pixmap::decode_png(&bytes).unwrap();
        files.iter().map(read).map(decode).collect()
    });
}

/// Whether a program is installed. CI requires librsvg; the others are large, and are compared where they are installed.
fn is_installed(name: &str, package: &str) -> bool {
    if program(name)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        return true;
    }
    assert!(
        name != "rsvg-convert" || std::env::var_os("KIFU_REQUIRE_PROGRAMS").is_none(),
        "{name} is missing; install {package}"
    );
    // Unlike `eprintln!`, this is also shown if the test passes.
    let why = format!("skipped: {name} is missing; install {package} to run this test\n");
    std::io::stderr().write_all(why.as_bytes()).unwrap();
    false
}

/// A command with a time limit that finds only the font of this crate, with fontconfig.
fn program(name: &str) -> Command {
    let settings = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("renderers-{name}.conf"));
    let listed = format!(
        "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">\
         <fontconfig><dir>{FONTS}</dir></fontconfig>"
    );
    std::fs::write(&settings, listed).unwrap();
    let mut command = Command::new("timeout");
    command.args(["120", name]).env("FONTCONFIG_FILE", settings);
    command
}

#[test]
fn other_colours_are_a_large_difference() {
    let (_, figure) = samples::all().remove(0);
    let draw = |theme| {
        let svg = Svg {
            theme,
            width: Some(200),
            ..Svg::default()
        };
        Pixmap::decode_png(&Renderer::new().draw(&figure, &svg).unwrap()).unwrap()
    };
    let difference = Difference::of(&draw(Theme::WOOD), &draw(Theme::PRINT));
    assert!(!difference.is_small(), "{difference:?}");
}

/// The width of the drawings, in pixels.
const WIDTH: u32 = 400;

/// The drawings of all samples, in all themes in turn.
struct Drawings {
    names: Vec<String>,
    pixels: Vec<Pixmap>,
    svg: Vec<String>,
}

/// Draws the samples once for all tests.
fn drawings() -> &'static Drawings {
    static DRAWINGS: OnceLock<Drawings> = OnceLock::new();
    DRAWINGS.get_or_init(|| {
        let renderer = Renderer::new();
        // Each program has its own sign for a missing character.
        let figures = samples::all().into_iter();
        let figures = figures.filter(|(_, figure)| renderer.missing(figure).is_empty());
        let mut drawings = Drawings {
            names: Vec::new(),
            pixels: Vec::new(),
            svg: Vec::new(),
        };
        for ((name, figure), (theme_name, theme)) in figures.zip(Theme::ALL.iter().cycle()) {
            for thumbnail in [false, true] {
                let svg = Svg {
                    theme: *theme,
                    width: Some(WIDTH),
                    thumbnail,
                    ..Svg::default()
                };
                let png = renderer.draw(&figure, &svg).unwrap();
                drawings
                    .names
                    .push(format!("{name}, {theme_name}, thumbnail: {thumbnail}"));
                drawings.pixels.push(Pixmap::decode_png(&png).unwrap());
                drawings.svg.push(svg.draw(&figure));
            }
        }
        drawings
    })
}

/// Compares what a program draws with our PNG.
fn compare(program: &str, draw: impl FnOnce(&[String]) -> Vec<Pixmap>) {
    let ours = drawings();
    let theirs = draw(&ours.svg);
    assert_eq!(theirs.len(), ours.pixels.len(), "{program}");
    for ((name, ours), theirs) in ours.names.iter().zip(&ours.pixels).zip(theirs) {
        let sizes = [ours, &theirs].map(|pixels| (pixels.width(), pixels.height()));
        assert_eq!(sizes[0], sizes[1], "{program}: {name}");
        let difference = Difference::of(ours, &theirs);
        assert!(difference.is_small(), "{program}: {name}: {difference:?}");
    }
}

#[derive(Debug)]
struct Difference {
    /// The mean difference of a channel, from 0 to 255.
    mean: f64,
    /// The share of pixels with a channel that differs by more than a quarter of its range.
    share: f64,
}

impl Difference {
    fn of(one: &Pixmap, other: &Pixmap) -> Difference {
        let pixels = one.data().chunks(4).zip(other.data().chunks(4));
        let (mut sum, mut large) = (0_u64, 0_u64);
        for (a, b) in pixels {
            let off = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b));
            sum += off.clone().map(u64::from).sum::<u64>();
            large += u64::from(off.max() > Some(64));
        }
        let count = one.data().len() as f64;
        Difference {
            mean: sum as f64 / count,
            share: 4.0 * large as f64 / count,
        }
    }

    /// Antialiasing and the positions of letters may differ, but not colours, shapes or places. Many thin lines on a
    /// small drawing change the mean most, and the share not at all.
    fn is_small(&self) -> bool {
        self.mean < 6.0 && self.share < 0.01
    }
}
