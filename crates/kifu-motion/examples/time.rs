//! Measures a moving picture of a game: `cargo run --release --example time -- GAME.sgf OUT.gif`.

use std::time::Instant;

use kifu_motion::diagram::png::Renderer;
use kifu_motion::figure::{Line, Options, sgf::Document};
use kifu_motion::{Animation, Pauses, game};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (input, output) = (
        args.next().ok_or("no game")?,
        args.next().ok_or("no output")?,
    );
    let document = Document::parse(std::fs::read(&input)?)?;
    let root = document.roots().next().ok_or("no game in the file")?;
    let line = Line::main(&document, root);
    let options = Options {
        variations: false,
        ..Options::default()
    };
    let frames = || game(&line, 1..=u32::MAX, &options, Pauses::default(), false);
    let renderer = Renderer::new();
    let animation = Animation::new(&renderer);
    let start = Instant::now();
    let bytes = if output.ends_with(".gif") {
        animation.gif(frames)?
    } else {
        animation.apng(frames)?
    };
    let took = start.elapsed();
    std::fs::write(&output, &bytes)?;
    writeln_report(frames().count(), bytes.len(), took)
}

fn writeln_report(
    frames: usize,
    bytes: usize,
    took: std::time::Duration,
) -> Result<(), Box<dyn std::error::Error>> {
    use std::io::Write;
    writeln!(
        std::io::stdout(),
        "{frames} frames, {bytes} bytes, {took:.2?}"
    )?;
    Ok(())
}
