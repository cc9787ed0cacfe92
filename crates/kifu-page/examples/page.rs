//! Writes a page with the games of SGF files and the recordings of RGF files and bundles to standard output. The media of
//! a bundle are on the page; those of an SGF file that names recordings belong beside it. With
//! `--index`, it writes the index of a page `list.html` instead.
//!
//! ```sh
//! cargo run -p kifu-page --features recordings --example page -- game.sgf lesson.rgt > page.html
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::collections::HashMap;
use std::error::Error;
use std::io::{Read, Write};
use std::path::Path;

use kifu_page::rgf::bundle::{Bundle, Limits, Reader};
use kifu_page::rgf::{Directory, Session, Streams};
use kifu_page::sgf::Document;
use kifu_page::{Index, Medium, MediumPlace, Options, Page};

fn main() -> Result<(), Box<dyn Error>> {
    let mut page = Page::new(Options::default());
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let is_index = args.first().is_some_and(|arg| arg == "--index");
    if is_index {
        args.remove(0);
    }
    for path in args {
        let bytes = std::fs::read(&path)?;
        let path = Path::new(&path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("rgt" | "rgz") => add_bundle(&mut page, &bytes, &name)?,
            Some("rgf") => {
                let session = Session::of_recording(&name, bytes.clone())?;
                add_session(&mut page, &session, None, &name);
            }
            _ => {
                let document = Document::parse(bytes.clone())?;
                if !Streams::of(&document).streams.is_empty() {
                    let mut directory = Beside(path.parent().unwrap_or(Path::new("")));
                    let session = Session::of_sgf(&name, document, &mut directory);
                    let session = session.map_err(|error| error.problem.to_string())?;
                    add_session(&mut page, &session, None, &name);
                    continue;
                }
                for root in document.roots() {
                    if let Err(why) = page.add_game(&document, root, &name) {
                        eprintln!("{name}: a game {why}");
                    }
                }
            }
        }
        page.add_source(&name, bytes);
    }
    let mut html = page.to_html();
    if is_index {
        let mut index = Index::new(Options::default());
        index.add("list.html", &page);
        html = index.to_html();
    }
    let mut out = std::io::stdout().lock();
    out.write_all(html.as_bytes())?;
    Ok(())
}

fn add_bundle(page: &mut Page, bytes: &[u8], name: &str) -> Result<(), Box<dyn Error>> {
    let limits = Limits::default();
    let session = Session::of_bundle(Bundle::read(bytes, Some(name), &limits)?);
    let session = session.map_err(|error| error.problem.to_string())?;
    let mut files = HashMap::new();
    let mut reader = Reader::new(bytes, &limits)?;
    while let Some(mut member) = reader.next()? {
        let mut content = Vec::new();
        member.read_to_end(&mut content)?;
        files.insert(member.name().to_owned(), content);
    }
    add_session(page, &session, Some(&files), name);
    Ok(())
}

/// The directory of an SGF file.
struct Beside<'a>(&'a Path);

impl Directory for Beside<'_> {
    type Error = std::io::Error;

    fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, std::io::Error> {
        std::fs::read(self.0.join(name)).map(Some)
    }

    fn size(&mut self, name: &str) -> Option<u64> {
        let metadata = std::fs::metadata(self.0.join(name));
        metadata.ok().map(|metadata| metadata.len())
    }
}

/// Adds recordings. Without `files`, their media are beside the page.
fn add_session(
    page: &mut Page,
    session: &Session,
    files: Option<&HashMap<String, Vec<u8>>>,
    name: &str,
) {
    for (stream, track) in session.loaded() {
        let media = stream.media.iter().filter_map(|medium| {
            Some(Medium {
                kind: medium.kind.clone(),
                name: medium.source.clone(),
                place: match files {
                    Some(files) => MediumPlace::OnPage(files.get(&medium.source)?.clone()),
                    None => MediumPlace::BesidePage,
                },
            })
        });
        let added = page.add_recording(
            &session.main,
            stream,
            track.timeline(),
            media.collect(),
            name,
        );
        if let Err(why) = added {
            eprintln!("{name}: a game {why}");
        }
    }
}
