//! Tests of PNG rendering.

use kifu_core::{Point, Size};
use kifu_diagram::png::{PngError, Renderer};
use kifu_diagram::{Figure, LostFeature, Svg, Theme};

use crate::samples;

#[test]
fn samples_are_drawn() {
    let renderer = Renderer::new();
    for (name, figure) in samples::all() {
        let png = renderer.draw(&figure, &wide(120)).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n"), "{name}");
        assert_eq!(png[16..20], [0, 0, 0, 120], "{name}");
    }
}

/// Stones are dark or light at their points, and the embedded font works without the fonts of the system.
#[test]
fn text_is_drawn_with_the_font_of_the_crate() {
    let renderer = Renderer::new();
    let mut figure = Figure::empty(Size::square(5).unwrap());
    let empty = renderer.draw(&figure, &wide(300)).unwrap();
    figure.coordinates = kifu_diagram::Coordinates::Western;
    let named = renderer.draw(&figure, &wide(300)).unwrap();
    figure.title = "Żółć Ж λ".into();
    assert!(renderer.missing(&figure).is_empty());
    assert_ne!(empty, named);
    figure.title = "囲碁 Ж".into();
    let missing: Vec<char> = renderer.missing(&figure).into_iter().collect();
    assert_eq!(missing, ['囲', '碁']);
}

#[test]
fn a_sheet_is_one_image() {
    let figures = [samples::marks(), samples::marks()];
    let renderer = Renderer::new();
    let heights = [1, 2].map(|columns| {
        let png = renderer.draw_sheet(&figures, columns, &wide(240)).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n"));
        assert_eq!(png[16..20], [0, 0, 0, 240]);
        u32::from_be_bytes(png[20..24].try_into().unwrap())
    });
    assert!(heights[0] > 3 * heights[1], "{heights:?}");
}

#[test]
fn images_are_not_too_large() {
    let renderer = Renderer::new();
    let figure = Figure::empty(Size::square(5).unwrap());
    assert_eq!(renderer.draw(&figure, &wide(20_000)), Err(PngError));
    assert_eq!(renderer.draw(&figure, &wide(0)), Err(PngError));
}

fn wide(width: u32) -> Svg {
    Svg {
        width: Some(width),
        ..Svg::default()
    }
}

/// Long texts are cut before they are drawn, so they take neither time nor memory.
#[test]
fn long_texts_are_cut() {
    let mut figure = Figure::empty(Size::square(9).unwrap());
    figure.title = "word ".repeat(400_000);
    figure.game.black = "name".repeat(100_000);
    figure.captions = vec!["a b\n".repeat(1000)];
    let accents = format!("a{}", "\u{301}".repeat(300_000));
    figure[Point::new(4, 4)].label = Some(accents);
    let svg = Svg::default();
    let expected = [LostFeature::Game, LostFeature::Title, LostFeature::Captions];
    assert_eq!(svg.lost(&figure), expected);
    assert_eq!(svg.lost_on_sheet(&[figure.clone()], 1), expected);
    let drawing = svg.draw(&figure);
    let (_, visible) = drawing.split_once("</desc>").unwrap();
    assert!(visible.len() < 100_000, "{}", visible.len());
    assert_eq!(visible.matches("…</text>").count(), 3);
    Renderer::new().draw(&figure, &svg).unwrap();
    // This has too many pixels, which is known without drawing it.
    let narrow = Svg {
        width: Some(1000),
        ..svg
    };
    assert_eq!(Renderer::new().draw(&figure, &narrow), Err(PngError));
}

/// The empty board of the figure before is used again, but only where it is the same.
#[test]
fn pictures_do_not_depend_on_earlier_ones() {
    let used = Renderer::new();
    let mut labelled = samples::game(30);
    // Lines stop at labels.
    labelled[Point::new(9, 9)].label = Some("A".into());
    let mut captioned = samples::game(60);
    captioned.captions.push("one more line".into());
    let figures = [samples::game(10), samples::game(30), labelled, captioned];
    for theme in [Theme::WOOD, Theme::SHADED] {
        for width in [Some(200), Some(201)] {
            let svg = Svg {
                theme,
                width,
                ..Svg::default()
            };
            for figure in &figures {
                let new = Renderer::new().pixels_of(figure, &svg, None);
                assert!(used.pixels_of(figure, &svg, None) == new, "{theme:?}");
            }
        }
    }
}

#[test]
fn pictures_are_opaque_to_their_edges() {
    let mut figure = samples::game(10);
    figure.title = "A title".into();
    for (_, theme) in Theme::ALL {
        for width in 590..600 {
            let svg = Svg {
                theme: *theme,
                width: Some(width),
                ..Svg::default()
            };
            let drawn = Renderer::new().pixels_of(&figure, &svg, None).unwrap();
            let paper = [theme.paper.0, theme.paper.1, theme.paper.2, 255];
            assert_eq!(drawn.rgba[..4], paper, "{width}");
            assert!(drawn.rgba.chunks(4).all(|pixel| pixel[3] == 255));
        }
    }
}
