//! Measures the speed of drawing, writing and reading figures.
//!
//! ```text
//! cargo bench -p kifu-diagram --features png
//! ```
//!
//! Items are figures: an empty 19×19 board, one with 60 numbered moves, and one with 210. Copying the written text
//! is the lower bound.
#![allow(missing_docs)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kifu_diagram::{Figure, Svg, Text, board, sensei};
use samples::game;

#[path = "../examples/gallery/samples.rs"]
#[allow(dead_code)] // Only the game has a variable length.
mod samples;

fn main() {
    divan::main();
}

const MOVES: [u32; 3] = [0, 60, 210];

fn each(bencher: Bencher<'_, '_>, moves: u32, draw: impl Fn(&Figure) -> String + Sync) {
    let figure = game(moves);
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
    let text = Svg::default().draw(&game(moves));
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
    let text = sensei::write(&game(moves)).text;
    bencher
        .counter(ItemsCount::new(1usize))
        .bench(|| sensei::read(black_box(&text)));
}

#[divan::bench(args = MOVES)]
fn board_read(bencher: Bencher<'_, '_>, moves: u32) {
    let text = board::showboard(&game(moves));
    bencher
        .counter(ItemsCount::new(1usize))
        .bench(|| board::read(black_box(&text)));
}

/// Draws an image that is 600 pixels wide.
#[cfg(feature = "png")]
#[divan::bench(args = MOVES, sample_count = 20)]
fn png(bencher: Bencher<'_, '_>, moves: u32) {
    let renderer = kifu_diagram::png::Renderer::new();
    let figure = game(moves);
    let svg = Svg {
        width: Some(600),
        ..Svg::default()
    };
    bencher
        .counter(ItemsCount::new(1usize))
        .bench(|| renderer.draw(&figure, &svg));
}
