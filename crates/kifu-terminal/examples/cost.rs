//! Measures opening a game of 100,000 nodes, and the keys of the viewer:
//! `cargo run --release -p kifu-terminal --example cost`.
#![allow(clippy::print_stdout)]

use std::fmt::Write;
use std::time::Instant;

use kifu_terminal::ratatui_core::buffer::Buffer;
use kifu_terminal::ratatui_core::layout::Rect;
use kifu_terminal::sgf::Document;
use kifu_terminal::{Entry, Event, Flow, Key, Options, Viewer};

/// The number of moves of the main line. Each has a comment, and a variation of two nodes.
const MOVES: usize = 33_333;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut source = String::from("(;GM[1]FF[4]SZ[19]PB[Kim]PW[Sato]");
    let color = |number: usize| if number.is_multiple_of(2) { 'B' } else { 'W' };
    for number in 0..MOVES {
        let letter = |at: usize| char::from(b'a' + (at % 19) as u8);
        let (col, row) = (letter(number), letter(number / 19));
        write!(source, "(;{}[{col}{row}]C[move {number}]", color(number))?;
    }
    for number in (0..MOVES).rev() {
        write!(source, ")(;{}[tt];C[variation {number}])", color(number))?;
    }
    source.push(')');
    let start = Instant::now();
    let document = Document::parse(source)?;
    println!("{:>9.2?}  read", start.elapsed());
    let start = Instant::now();
    let roots = document.roots();
    let entries = roots
        .map(|root| Entry::game(&document, root, "game.sgf"))
        .collect();
    let mut viewer = Viewer::new(entries, Options::default());
    let mut buffer = Buffer::empty(Rect::new(0, 0, 200, 50));
    viewer.draw(buffer.area, &mut buffer);
    println!("{:>9.2?}  open and draw", start.elapsed());
    let keys = [
        Key::End,
        Key::Left,
        Key::Down,
        Key::Char('['),
        Key::PageUp,
        Key::Char('c'),
        Key::Home,
        Key::Right,
        Key::Char('c'),
        Key::Char('?'),
    ];
    for key in keys {
        let start = Instant::now();
        assert_eq!(viewer.handle(Event::Key(key)), Flow::Continue);
        let handled = start.elapsed();
        viewer.draw(buffer.area, &mut buffer);
        println!(
            "{handled:>9.2?}  {key:?}, drawn after {:.2?}",
            start.elapsed()
        );
    }
    Ok(())
}
