//! Compares the PNG of this crate with what other programs draw from the SVG.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use kifu_diagram::png::Renderer;
use kifu_diagram::{Svg, Theme};
use resvg::tiny_skia::{Pixmap, Transform};
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
    compare("resvg", |svg| {
        let tree = usvg::Tree::from_str(svg, &options).unwrap();
        let size = tree.size().to_int_size();
        let mut pixels = Pixmap::new(size.width(), size.height()).unwrap();
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        pixels
    });
}

#[test]
fn librsvg_draws_the_svg_like_our_png() {
    if Command::new("rsvg-convert")
        .arg("--version")
        .output()
        .is_err()
    {
        assert!(
            std::env::var_os("KIFU_REQUIRE_PROGRAMS").is_none(),
            "rsvg-convert is missing; install librsvg2-bin"
        );
        // Unlike `eprintln!`, this is also shown if the test passes.
        let why = b"skipped: rsvg-convert is missing; install librsvg2-bin to run this test\n";
        std::io::stderr().write_all(why).unwrap();
        return;
    }
    // librsvg finds fonts with fontconfig.
    let settings = Path::new(env!("CARGO_TARGET_TMPDIR")).join("renderers-fonts.conf");
    let listed = format!(
        "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">\
         <fontconfig><dir>{FONTS}</dir></fontconfig>"
    );
    std::fs::write(&settings, listed).unwrap();
    compare("rsvg-convert", |svg| {
        let mut child = Command::new("rsvg-convert")
            .env("FONTCONFIG_FILE", &settings)
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
    });
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

/// Draws all samples, and compares the pixels with our PNG.
fn compare(program: &str, draw: impl Fn(&str) -> Pixmap) {
    let renderer = Renderer::new();
    // Each program has its own sign for a missing character.
    let figures = samples::all().into_iter();
    let figures = figures.filter(|(_, figure)| renderer.missing(figure).is_empty());
    for ((name, figure), (_, theme)) in figures.zip(Theme::ALL.into_iter().cycle()) {
        let svg = Svg {
            theme,
            width: Some(400),
            ..Svg::default()
        };
        let ours = Pixmap::decode_png(&renderer.draw(&figure, &svg).unwrap()).unwrap();
        let theirs = draw(&svg.draw(&figure));
        let sizes = [&ours, &theirs].map(|pixels| (pixels.width(), pixels.height()));
        assert_eq!(sizes[0], sizes[1], "{program}: {name}");
        let difference = Difference::of(&ours, &theirs);
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
