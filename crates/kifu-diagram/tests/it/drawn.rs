//! The samples match the drawings in `test_data/drawn`, and the samples and random figures obey the laws.

use std::fmt::Write;
use std::path::Path;

use kifu_core::{Point, Size};
use kifu_diagram::{Figure, LostFeature, Rgb, Svg, Text, Theme, sensei};

use crate::{laws, samples};

#[test]
fn samples_match_their_drawings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_data/drawn");
    for (name, figure) in samples::all() {
        let svg = Svg::default().draw(&figure);
        kifu_testkit::written(&folder.join(format!("{name}.svg")), &svg);
        let mut page = Text::UNICODE.draw(&figure);
        write!(page, "\n{}", Text::ASCII.draw(&figure)).unwrap();
        let written = sensei::write(&figure);
        write!(page, "\n{}", written.text).unwrap();
        for lost in written.lost {
            writeln!(page, "lost: {lost}").unwrap();
        }
        kifu_testkit::written(&folder.join(format!("{name}.txt")), &page);
    }
}

#[test]
fn every_theme_has_a_drawing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_data/drawn");
    let figure = samples::marks();
    for &(name, theme) in Theme::ALL {
        let svg = Svg {
            theme,
            ..Svg::default()
        };
        kifu_testkit::written(
            &folder.join(format!("theme-{name}.svg")),
            &svg.draw(&figure),
        );
    }
    let thumbnail = Svg {
        thumbnail: true,
        ..Svg::default()
    };
    kifu_testkit::written(&folder.join("thumbnail.svg"), &thumbnail.draw(&figure));
    let figures = [samples::heading(), figure];
    let sheet = Svg::default().draw_sheet(&figures, 2);
    kifu_testkit::written(&folder.join("sheet.svg"), &sheet);
}

/// Books and sites contain many figures.
#[test]
fn figures_are_small() {
    for &(name, theme) in Theme::ALL {
        let svg = Svg {
            theme,
            ..Svg::default()
        };
        for (moves, limit) in [(50, 20_000), (100, 24_000), (150, 30_000)] {
            let size = svg.draw(&samples::game(moves)).len();
            assert!(size <= limit, "{name}: {moves} moves take {size} bytes");
        }
    }
    let size = Svg::default().draw(&samples::game(210)).len();
    assert!(size <= 30_000, "210 moves take {size} bytes");
}

/// A page may contain two drawings: their ids are the same only if their gradients are the same.
#[test]
fn ids_differ_between_figures() {
    let svg = Svg {
        theme: Theme::SHADED,
        ..Svg::default()
    };
    let ids = |figure| {
        let drawing = svg.draw(&figure);
        let document = roxmltree::Document::parse(&drawing).unwrap();
        let ids = document
            .descendants()
            .filter_map(|node| node.attribute("id"));
        ids.map(str::to_owned).collect::<Vec<_>>()
    };
    let (one, other) = (ids(samples::marks()), ids(samples::heading()));
    assert_eq!(one.len(), 5);
    assert!(one.iter().all(|id| !other.contains(id)));
    assert_eq!(one, ids(samples::marks()));
}

#[test]
fn samples_obey_the_laws() {
    for (_, figure) in samples::all() {
        laws::svg_is_xml(&figure);
        laws::text_is_even(&figure);
        laws::sensei_lists_its_losses(&figure);
        laws::showboard_reads_back(&figure);
    }
}

#[test]
fn random_figures_obey_the_laws() {
    for seed in 0..400u64 {
        let mut state = seed;
        let bytes: Vec<u8> = (0..600)
            .map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(seed | 1);
                (state >> 40) as u8
            })
            .collect();
        laws::all(&bytes);
    }
}

#[test]
fn colours_are_escapes_that_are_closed() {
    let (_, figure) = samples::all().remove(1);
    let drawn = Text {
        color: true,
        ..Text::UNICODE
    }
    .draw(&figure);
    let row = drawn.lines().nth(2).unwrap();
    assert!(row.contains("\x1B[38;5;231;48;5;16m31\x1B["), "{row:?}");
    assert!(row.ends_with("\x1B[m19"), "{row:?}");
}

#[test]
fn pages_can_set_the_colours() {
    let (_, figure) = samples::all().remove(0);
    let plain = Svg {
        theme: Theme::PRINT,
        width: Some(400),
        ..Svg::default()
    };
    let literal = plain.draw(&figure);
    assert!(literal.contains(".kifu .board{fill:#ffffff}") && !literal.contains("var("));
    let svg = Svg {
        css_variables: true,
        ..plain
    }
    .draw(&figure);
    assert!(svg.contains(".kifu .board{fill:var(--kifu-board,#ffffff)}"));
    assert!(svg.contains("width=\"400\" height=\"400\""), "{svg}");
}

/// The names of the coordinates have the colour of the lines, and all stones the same rim, unless pages set more.
#[test]
fn pages_can_set_general_colours() {
    let svg = Svg {
        theme: Theme::PRINT,
        css_variables: true,
        ..Svg::default()
    };
    let drawing = svg.draw(&samples::marks());
    for color in [
        "var(--kifu-name,var(--kifu-line,#000000))",
        "var(--kifu-black-rim,var(--kifu-rim,#000000))",
        "var(--kifu-rim,#000000)",
    ] {
        assert!(drawing.contains(color), "{color} in {drawing}");
    }
}

/// The figures of a sheet can be equal, and an id must not occur twice.
#[test]
fn ids_differ_on_a_sheet() {
    let svg = Svg {
        theme: Theme::SHADED,
        ..Svg::default()
    };
    let drawing = svg.draw_sheet(&[samples::marks(), samples::marks()], 2);
    let document = roxmltree::Document::parse(&drawing).unwrap();
    let ids = document
        .descendants()
        .filter_map(|node| node.attribute("id"));
    let ids: Vec<&str> = ids.collect();
    let different: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!((ids.len(), different.len()), (10, 10));
}

/// The board of a page would be below the gradients.
#[test]
fn drawings_with_variables_are_flat() {
    let svg = Svg {
        theme: Theme::SHADED,
        css_variables: true,
        ..Svg::default()
    };
    let drawing = svg.draw(&samples::marks());
    assert!(!drawing.contains("Gradient") && !drawing.contains("class=\"grain\""));
}

/// Names stay in the picture, and the result has a line of its own if it does not fit between them.
#[test]
fn players_have_limited_room() {
    let mut figure = Figure::empty(kifu_core::Size::square(5).unwrap());
    figure.game.black = "Black".repeat(7);
    figure.game.white = "White".repeat(3);
    figure.game.result = "Black wins by resignation".into();
    let svg = Svg::default();
    assert_eq!(svg.lost(&figure), [LostFeature::Game]);
    let lines = |drawing: &str| -> Vec<String> {
        let document = roxmltree::Document::parse(drawing).unwrap();
        let texts = document
            .descendants()
            .filter(|node| node.has_tag_name("text"));
        let line = |node: roxmltree::Node| {
            format!("{} {}", node.attribute("y").unwrap(), node.text().unwrap())
        };
        texts.map(line).collect()
    };
    assert_eq!(
        lines(&svg.draw(&figure)),
        [
            "13 BlackBlackBlackBlackB…",
            "30 WhiteWhiteWhite",
            "47 Black wins by resignati…"
        ]
    );
    // A sheet is wider, but its players are not at its edges.
    let sheet = svg.draw_sheet(&vec![figure; 4], 4);
    assert_eq!(
        lines(&sheet),
        [
            "13 BlackBlackBlackBlackBlackBlackBlack",
            "13 WhiteWhiteWhite",
            "30 Black wins by resignation"
        ]
    );
}

/// Programs place their own elements above a drawing.
#[test]
fn the_geometry_names_the_place_of_each_point() {
    let mut figure = Figure::empty(Size::square(9).unwrap());
    figure.captions.push("Black to play".into());
    for (width, scale) in [(Some(186), 1.0), (Some(372), 2.0)] {
        let svg = Svg {
            width,
            ..Svg::default()
        };
        let geometry = svg.geometry(&figure);
        assert_eq!(
            (f64::from(geometry.width), geometry.step),
            (186.0 * scale, 20.0 * scale)
        );
        assert_eq!(
            geometry.point(Point::new(0, 0)),
            (13.0 * scale, 13.0 * scale)
        );
        assert_eq!(
            geometry.point(Point::new(8, 2)),
            (173.0 * scale, 53.0 * scale)
        );
        assert_eq!(geometry.board_bottom, 186.0 * scale);
        assert_eq!(geometry.caption_lines, 1);
        assert!(svg.draw(&figure).contains("viewBox=\"0 0 186 208\""));
    }
    // The height is rounded up, and the drawing is centred in it.
    let svg = Svg {
        width: Some(62),
        ..Svg::default()
    };
    let geometry = svg.geometry(&figure);
    let (x, y) = geometry.first_point;
    assert_eq!(geometry.height, 70);
    assert!(
        (x - 13.0 / 3.0).abs() < 1e-9 && (y - 14.0 / 3.0).abs() < 1e-9,
        "{x} {y}"
    );
}

#[test]
fn two_hundred_lines_of_captions_are_not_cut() {
    let mut figure = Figure::empty(Size::square(9).unwrap());
    figure.captions = vec!["a line".into(); 200];
    let svg = Svg::default();
    assert_eq!(svg.lost(&figure), []);
    assert!(!svg.draw(&figure).contains('…'));
    figure.captions.push("one more".into());
    assert_eq!(svg.lost(&figure), [LostFeature::Captions]);
    assert_eq!(svg.draw(&figure).matches("a line</text>").count(), 199);
}

#[test]
fn colours_are_read_as_in_css() {
    for (text, color) in [
        ("#dcb35c", Some(Rgb(0xDC, 0xB3, 0x5C))),
        ("#DCB35C", Some(Rgb(0xDC, 0xB3, 0x5C))),
        ("#5a1", Some(Rgb(0x55, 0xAA, 0x11))),
        ("#000", Some(Rgb(0, 0, 0))),
        ("dcb35c", None),
        ("#dcb35", None),
        ("#dcb35cff", None),
        ("#ggg", None),
        ("red", None),
    ] {
        assert_eq!(text.parse().ok(), color, "{text}");
    }
    assert_eq!(Rgb(0xDC, 0xB3, 0x05).to_string(), "#dcb305");
}

/// A line or an arrow stops at a label that it crosses, and its star points are left out; a label at its end stays as it is.
#[test]
fn rays_cross_neither_labels_nor_star_points() {
    let drawn = |from: (u8, u8), to: (u8, u8), label: (u8, u8)| {
        let mut figure = Figure::empty(Size::square(9).unwrap());
        figure[Point::new(label.0, label.1)].label = Some("A".into());
        let point = |(col, row)| Point::new(col, row);
        figure.arrows.push([point(from), point(to)]);
        let svg = Svg::default().draw(&figure);
        let stars = svg.split("<path class=\"star\" d=\"").nth(1).unwrap();
        let stars = stars.split('"').next().unwrap().matches('m').count();
        (svg.matches("<path class=\"clear\"").count(), stars)
    };
    // (0, 0) to (8, 8) crosses the stars C7, E5 and G3.
    assert_eq!(drawn((0, 0), (8, 8), (7, 7)), (1, 2));
    assert_eq!(drawn((0, 0), (8, 8), (7, 6)), (0, 2));
    // Next to the label at its end, and past labels in a row that it crosses between points.
    assert_eq!(drawn((6, 1), (7, 1), (7, 1)), (0, 5));
    assert_eq!(drawn((0, 0), (8, 4), (3, 1)), (0, 5));
    assert_eq!(drawn((0, 0), (8, 4), (4, 2)), (1, 5));
    assert_eq!(drawn((4, 4), (4, 4), (4, 4)), (0, 4));
    assert_eq!(drawn((2, 2), (3, 1), (0, 8)), (0, 4));
}
