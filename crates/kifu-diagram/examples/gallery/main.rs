//! Draws figures of every kind into a directory, for inspection:
//!
//! ```text
//! cargo run -p kifu-diagram --features system-fonts --example gallery -- /tmp/gallery [SAMPLE]
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
    let only = std::env::args().nth(2).unwrap_or_default();
    let all = samples::all().into_iter();
    for (name, figure) in all.filter(|(name, _)| name.contains(&only)) {
        let missing = renderer.missing(&figure);
        std::fs::write(
            folder.join(format!("{name}.txt")),
            Text::UNICODE.draw(&figure),
        )?;
        for &(theme_name, theme) in Theme::ALL {
            let file = |extension| folder.join(format!("{name}-{theme_name}.{extension}"));
            let svg = Svg {
                theme,
                width: Some(600),
                ..Svg::default()
            };
            let drawing = svg.draw(&figure);
            println!(
                "{name}, {theme_name}: {} bytes of SVG; no font for {missing:?}",
                drawing.len()
            );
            std::fs::write(file("svg"), drawing)?;
            std::fs::write(file("png"), renderer.draw(&figure, &svg)?)?;
            let thumbnail = Svg {
                thumbnail: true,
                width: None,
                ..svg
            };
            let thumbnail = renderer.draw(&figure, &thumbnail)?;
            std::fs::write(
                folder.join(format!("{name}-{theme_name}-thumbnail.png")),
                thumbnail,
            )?;
        }
    }
    Ok(())
}
