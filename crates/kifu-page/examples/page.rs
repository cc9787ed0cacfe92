//! Writes a page with the games of SGF files to standard output.
//!
//! ```sh
//! cargo run -p kifu-page --example page -- game.sgf > game.html
//! ```

use std::error::Error;
use std::path::Path;

use kifu_page::sgf::Document;
use kifu_page::{Options, Page};

fn main() -> Result<(), Box<dyn Error>> {
    let mut page = Page::new(Options::default());
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let document = Document::parse(bytes.clone())?;
        let name = Path::new(&path)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        for root in document.roots() {
            if let Err(why) = page.add_game(&document, root, &name) {
                eprintln!("{path}: a game {why}");
            }
        }
        page.add_source(&name, bytes);
    }
    let mut out = std::io::stdout().lock();
    std::io::Write::write_all(&mut out, page.to_html().as_bytes())?;
    Ok(())
}
