//! How fast figures are drawn, written and read.
//!
//! ```text
//! cargo bench -p kifu-diagram --features png
//! ```
//!
//! Items are figures: an empty board, one with 60 numbered moves, and one with 210, all 19×19.
//! Copying the text that is written is the floor.
#![allow(missing_docs)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kifu_core::{Color, Move, Point, Size};
use kifu_diagram::{Coordinates, Figure, Svg, Text, board, sensei};

fn main() {
    divan::main();
}

const MOVES: [u32; 3] = [0, 60, 210];

fn figure(moves: u32) -> Figure {
    let mut figure = Figure::empty(Size::default());
    figure.coordinates = Coordinates::Western;
    figure.title = format!("Figure 1 (1-{moves})");
    let mut seed = 7u32;
    for number in 1..=moves {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let point = Point::new((seed >> 8) as u8 % 19, (seed >> 16) as u8 % 19);
        let color = Color::ALL[(number as usize + 1) % 2];
        figure.play(color, Move::Play(point), number);
    }
    figure
}

fn each(bencher: Bencher<'_, '_>, moves: u32, draw: impl Fn(&Figure) -> String + Sync) {
    let figure = figure(moves);
    bencher
        .counter(ItemsCount::new(1usize))
        .bench(|| draw(black_box(&figure)));
}

#[divan::bench(args = MOVES)]
fn svg(bencher: Bencher<'_, '_>, moves: u32) {
    each(bencher, moves, |figure| Svg::default().draw(figure));
}

#[divan::bench(args = MOVES)]
fn svg_floor(bencher: Bencher<'_, '_>, moves: u32) {
    let text = Svg::default().draw(&figure(moves));
    each(bencher, moves, |_| black_box(&text).chars().collect());
}

#[divan::bench(args = MOVES)]
fn text(bencher: Bencher<'_, '_>, moves: u32) {
    each(bencher, moves, |figure| Text::UNICODE.draw(figure));
}

#[divan::bench(args = MOVES)]
fn sensei_write(bencher: Bencher<'_, '_>, moves: u32) {
    each(bencher, moves, |figure| sensei::write(figure).text);
}

#[divan::bench(args = MOVES)]
fn sensei_read(bencher: Bencher<'_, '_>, moves: u32) {
    let text = sensei::write(&figure(moves)).text;
    bencher
        .counter(ItemsCount::new(1usize))
        .bench(|| sensei::read(black_box(&text)));
}

#[divan::bench(args = MOVES)]
fn board_read(bencher: Bencher<'_, '_>, moves: u32) {
    let text = board::showboard(&figure(moves));
    bencher
        .counter(ItemsCount::new(1usize))
        .bench(|| board::read(black_box(&text)));
}

/// 600 pixels wide.
#[cfg(feature = "png")]
#[divan::bench(args = MOVES, sample_count = 20)]
fn png(bencher: Bencher<'_, '_>, moves: u32) {
    let renderer = kifu_diagram::png::Renderer::new();
    let figure = figure(moves);
    let svg = Svg {
        width: Some(600),
        ..Svg::default()
    };
    bencher
        .counter(ItemsCount::new(1usize))
        .bench(|| renderer.draw(&figure, &svg));
}
