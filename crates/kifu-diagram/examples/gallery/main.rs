//! Draws figures of every kind into a directory, for inspection:
//!
//! ```text
//! cargo run -p kifu-diagram --features system-fonts --example gallery -- /tmp/gallery
//! ```
#![allow(clippy::print_stdout)]

use std::path::PathBuf;

mod samples;

use kifu_diagram::{Svg, Text, Theme, png::Renderer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(
        std::env::args()
            .nth(1)
            .ok_or("expected a directory: `gallery DIR`")?,
    );
    std::fs::create_dir_all(&folder)?;
    #[cfg_attr(not(feature = "system-fonts"), allow(unused_mut))]
    let mut renderer = Renderer::new();
    #[cfg(feature = "system-fonts")]
    renderer.add_system_fonts();
    for (name, figure) in samples::all() {
        let theme = match name {
            _ if name.contains("print") => Theme::PRINT,
            _ if name.contains("night") => Theme::NIGHT,
            _ => Theme::WOOD,
        };
        let missing = renderer.missing(&figure);
        let svg = Svg {
            theme,
            ..Svg::default()
        }
        .draw(&figure);
        println!(
            "{name}: {} bytes of SVG; no font for {missing:?}",
            svg.len()
        );
        std::fs::write(folder.join(format!("{name}.svg")), svg)?;
        let png = renderer.draw(
            &figure,
            &Svg {
                theme,
                width: Some(600),
                ..Svg::default()
            },
        )?;
        std::fs::write(folder.join(format!("{name}.png")), png)?;
        std::fs::write(
            folder.join(format!("{name}.txt")),
            Text::UNICODE.draw(&figure),
        )?;
    }
    Ok(())
}
