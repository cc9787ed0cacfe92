//! The pictures, decoded by another crate.

use std::io::Cursor;
use std::num::NonZeroU16;
use std::time::Duration;

use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::{AnimationDecoder, Frame as Decoded};
use kifu_motion::diagram::png::{Pixels, Renderer};
use kifu_motion::diagram::{Color, Figure, Move, Point, Svg, Theme, Western};
use kifu_motion::figure::sgf::{Document, Size};
use kifu_motion::figure::{Line, Options};
use kifu_motion::{Animation, Caption, Frame, MotionError, Pauses, game};

/// The largest difference of a channel between a picture and its still picture; see `MAX_ERROR` in `palette.rs`.
const ERROR: u8 = 13;

pub(crate) fn gif(bytes: &[u8]) -> Vec<Decoded> {
    let decoder = GifDecoder::new(Cursor::new(bytes)).expect("a GIF");
    decoder.into_frames().collect_frames().expect("frames")
}

pub(crate) fn apng(bytes: &[u8]) -> Vec<Decoded> {
    let decoder = PngDecoder::new(Cursor::new(bytes)).expect("a PNG");
    assert!(decoder.is_apng().unwrap());
    decoder
        .apng()
        .unwrap()
        .into_frames()
        .collect_frames()
        .expect("frames")
}

/// Checks that a decoded frame shows the same picture as a still picture.
pub(crate) fn same(frame: &Decoded, still: &Pixels) {
    let decoded = frame.buffer();
    assert_eq!(decoded.dimensions(), (still.width, still.height));
    for (at, (one, other)) in decoded.pixels().zip(still.rgba.chunks(4)).enumerate() {
        let error = (0..3)
            .map(|channel| one.0[channel].abs_diff(other[channel]))
            .max();
        let place = (at as u32 % still.width, at as u32 / still.width);
        assert!(
            error <= Some(ERROR) && one.0[3] == 255,
            "{place:?}: {:?}, not {other:?}",
            one.0
        );
    }
}

fn millis(frame: &Decoded) -> u128 {
    Duration::from(frame.delay()).as_millis()
}

fn frame(figure: Figure) -> Frame {
    Frame {
        figure,
        pause: Duration::from_millis(500),
        caption: Caption::None,
    }
}

fn small() -> Figure {
    Figure::empty(Size::square(5).unwrap())
}

const CAPTURE: &str =
    "(;SZ[5]LB[aa:1];B[ba]C[First];W[aa];B[ab]TR[ab]CR[ba]LN[aa:ee];W[];B[aa]AR[ee:aa]TB[ee])";

#[test]
fn frames_equal_still_pictures() {
    let document = Document::parse(CAPTURE).unwrap();
    let line = Line::main(&document, document.roots().next().unwrap());
    let options = Options::default();
    let renderer = Renderer::new();
    let frames = || game(&line, 1..=99, &options, Pauses::default(), false);
    // Thick marks reach far from their points.
    let thick = Theme {
        mark_width: 1000,
        ..Theme::WOOD
    };
    for theme in Theme::ALL.iter().map(|&(_, theme)| theme).chain([thick]) {
        for width in [None, Some(97), Some(400)] {
            let svg = Svg {
                theme,
                width,
                ..Svg::default()
            };
            let animation = Animation {
                svg,
                ..Animation::new(&renderer)
            };
            let both = [
                gif(&animation.gif(frames).unwrap()),
                apng(&animation.apng(frames).unwrap()),
            ];
            for decoded in both {
                assert_eq!(decoded.len(), 6);
                for (frame, figure) in decoded.iter().zip(line.positions(&options)) {
                    same(frame, &renderer.pixels_of(&figure, &svg, None).unwrap());
                }
                assert_eq!(
                    decoded.iter().map(millis).collect::<Vec<_>>(),
                    [600, 600, 600, 600, 600, 3000]
                );
            }
        }
    }
}

#[test]
fn captions_have_pages() {
    let document = Document::parse(CAPTURE).unwrap();
    let line = Line::main(&document, document.roots().next().unwrap());
    let options = Options::default();
    let renderer = Renderer::new();
    let animation = Animation {
        caption_lines: 1,
        ..Animation::new(&renderer)
    };
    let frames = || {
        let mut frames: Vec<Frame> =
            game(&line, 1..=2, &options, Pauses::default(), true).collect();
        let text =
            "A text that is longer than the lines of captions are, so that there are several.";
        frames[2].caption = Caption::Pages(text.into());
        frames
    };
    let decoded = gif(&animation.gif(frames).unwrap());
    let times: Vec<_> = decoded.iter().map(millis).collect();
    assert_eq!(times, [600, 2000, 3000, 3000, 3000]);
    let mut figure = line.positions(&options).nth(1).unwrap();
    figure.captions.push("First".into());
    same(
        &decoded[1],
        &renderer.pixels_of(&figure, &Svg::default(), None).unwrap(),
    );
}

#[test]
fn moves_are_selected() {
    let document = Document::parse(CAPTURE).unwrap();
    let line = Line::main(&document, document.roots().next().unwrap());
    let stones = |moves| -> Vec<usize> {
        let frames = game(&line, moves, &Options::default(), Pauses::default(), false);
        let count = |figure: &Figure| figure.setup().stones().count();
        frames.map(|frame| count(&frame.figure)).collect()
    };
    assert_eq!(stones(1..=5), [0, 1, 2, 2, 2, 3]);
    assert_eq!(stones(2..=3), [1, 2, 2]);
    assert_eq!(stones(5..=5), [2, 3]);
    assert!(stones(6..=9).is_empty());
}

#[test]
fn missing_characters_are_reported_and_not_drawn() {
    let renderer = Renderer::new();
    let animation = Animation::new(&renderer);
    let with = |text: &str| Frame {
        caption: Caption::Pages(text.into()),
        ..frame(small())
    };
    let missing: String = animation
        .missing([with("Black 古力 wins")])
        .into_iter()
        .collect();
    assert_eq!(missing, "力古");
    let drawn = |text: &str| animation.gif(|| [with(text)]).unwrap();
    assert_eq!(drawn("Black 古力 wins"), drawn("Black … wins"));
}

#[test]
fn repetitions_are_written() {
    let renderer = Renderer::new();
    let with = |plays| {
        let animation = Animation {
            plays: NonZeroU16::new(plays),
            ..Animation::new(&renderer)
        };
        let gif = animation.gif(|| [frame(small())]).unwrap();
        let apng = animation.apng(|| [frame(small())]).unwrap();
        // The application extension of GIF, and the animation control of PNG.
        let at =
            |bytes: &[u8], name: &[u8]| bytes.windows(name.len()).position(|part| part == name);
        let gif_plays =
            at(&gif, b"NETSCAPE2.0").map(|at| u16::from_le_bytes([gif[at + 13], gif[at + 14]]));
        let control = at(&apng, b"acTL").unwrap();
        (gif_plays, apng[control + 11])
    };
    assert_eq!([0, 1, 3].map(with), [(Some(0), 0), (None, 1), (Some(2), 3)]);
}

#[test]
fn many_colors_are_kept() {
    // Each frame has its own colours: a theme cannot do this, so labels in the accent colour stand for it.
    let renderer = Renderer::new();
    let animation = Animation::new(&renderer);
    let frames = || {
        (0..5).map(|col| {
            let mut figure = small();
            figure[Point::new(col, 2)].label = Some("&".into());
            figure[Point::new(col, 3)].stone = Some(Color::Black);
            frame(figure)
        })
    };
    for (decoded, still) in gif(&animation.gif(frames).unwrap()).iter().zip(frames()) {
        same(
            decoded,
            &renderer
                .pixels_of(&still.figure, &Svg::default(), None)
                .unwrap(),
        );
    }
}

#[test]
fn faults_are_errors() {
    let renderer = Renderer::new();
    let animation = Animation::new(&renderer);
    assert_eq!(animation.gif(|| []), Err(MotionError::Empty));
    assert_eq!(animation.apng(|| []), Err(MotionError::Empty));
    let two = || {
        [
            frame(small()),
            frame(Figure::empty(Size::square(9).unwrap())),
        ]
    };
    assert!(matches!(
        animation.gif(two),
        Err(MotionError::DifferentLayouts)
    ));
    let many = || (0..10_001).map(|_| frame(small()));
    assert_eq!(animation.gif(many), Err(MotionError::TooManyFrames));
    let endless = || std::iter::repeat_with(|| frame(small()));
    assert_eq!(animation.apng(endless), Err(MotionError::TooManyFrames));
    let talk = || {
        let caption = Caption::Pages("a\n".repeat(50_000));
        [Frame {
            caption,
            ..frame(small())
        }]
    };
    assert_eq!(animation.gif(talk), Err(MotionError::TooManyFrames));
    let svg = Svg {
        width: Some(4097),
        ..Svg::default()
    };
    let wide = Animation { svg, ..animation };
    assert_eq!(wide.gif(|| [frame(small())]), Err(MotionError::TooWide));
    {
        let svg = Svg {
            width: Some(0),
            ..Svg::default()
        };
        let animation = Animation { svg, ..animation };
        assert!(matches!(
            animation.gif(|| [frame(small())]),
            Err(MotionError::Size(_))
        ));
    }
    let words = MotionError::TooManyFrames.to_string();
    assert_eq!(words, "a moving picture can have at most 10000 frames");
}

#[test]
fn unchanged_pictures_take_their_time() {
    let renderer = Renderer::new();
    let animation = Animation::new(&renderer);
    let mut figure = small();
    let at = Western::parse("C3", figure.size()).unwrap();
    figure.play(Color::Black, Move::Play(at), 1);
    let frames = || [frame(figure.clone()), frame(figure.clone())];
    for decoded in [
        gif(&animation.gif(frames).unwrap()),
        apng(&animation.apng(frames).unwrap()),
    ] {
        assert_eq!(decoded.len(), 2);
        assert_eq!(decoded[0].buffer(), decoded[1].buffer());
    }
}

/// A function that returns other frames each time is an error, not a panic.
#[test]
fn frames_must_not_change() {
    let renderer = Renderer::new();
    let animation = Animation::new(&renderer);
    for counts in [[2, 2, 3], [2, 2, 1], [2, 2, 0]] {
        let calls = std::cell::Cell::new(0);
        let frames = || {
            let count = counts[calls.get() % counts.len()];
            calls.set(calls.get() + 1);
            (0..count).map(|_| frame(small()))
        };
        assert_eq!(animation.apng(frames), Err(MotionError::OtherFrames));
        assert_eq!(animation.gif(frames), Err(MotionError::OtherFrames));
    }
}

/// The third frame is the only one with a label, whose colour is on no other.
#[test]
fn each_kind_of_content_is_in_the_palette() {
    let text = "(;SZ[19];B[pd];W[dd]LB[jj:a];B[pp];W[dp])";
    let document = Document::parse(text).unwrap();
    let line = Line::main(&document, document.roots().next().unwrap());
    let options = Options::default();
    let frames = || game(&line, 1..=9, &options, Pauses::default(), false);
    let renderer = Renderer::new();
    let apng = Animation::new(&renderer).apng(frames).unwrap();
    // The colour type is in the header: 3 is a palette.
    assert_eq!(apng[25], 3);
}

#[test]
fn names_of_players_are_searched_for_missing_characters() {
    let renderer = Renderer::new();
    let animation = Animation::new(&renderer);
    let with = |name: &str| {
        let mut figure = small();
        figure.game.black = name.into();
        frame(figure)
    };
    let missing = animation.missing([with("古力")]);
    assert_eq!(missing.into_iter().collect::<String>(), "力古");
    let drawn = |name: &str| animation.gif(|| [with(name)]).unwrap();
    assert_eq!(drawn("古力"), drawn("…"));
}
