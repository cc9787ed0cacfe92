//! The fonts of a book.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::book::{Book, Font};

use super::args::BookFormat;
use crate::exit::Usage;
use crate::output;
use crate::printable::{Printable, count, file_name};

/// The size of a font in bytes from which a page with it is slow to open.
const LARGE_FONT: usize = 5_000_000;

/// The fonts that `--font` names.
pub(super) fn read(paths: &[PathBuf], format: BookFormat) -> anyhow::Result<Vec<Font>> {
    let fonts: Vec<Font> = paths
        .iter()
        .map(|path| read_one(path))
        .collect::<anyhow::Result<_>>()?;
    // LaTeX uses only the first font.
    if let (BookFormat::Latex, Some(font)) = (format, fonts.first())
        && let Err(why) = font.latex_path()
    {
        return Err(Usage(format!(
            "cannot use the font {}: {why}",
            Printable(font.file())
        ))
        .into());
    }
    Ok(fonts)
}

fn read_one(path: &Path) -> anyhow::Result<Font> {
    let (path, index) = with_index(path);
    let context = || format!("cannot use the font {}", file_name(&path));
    let bytes = fs::read(&path).with_context(context)?;
    // LaTeX finds fonts by paths that do not depend on its directory.
    let place = std::path::absolute(&path).with_context(context)?;
    let Some(place) = place.to_str() else {
        return Err(Usage(format!("{}: the path is not valid UTF-8", file_name(&path))).into());
    };
    // LaTeX takes slashes on all systems, and a backslash begins a command.
    let place = if cfg!(windows) {
        Cow::Owned(place.replace('\\', "/"))
    } else {
        Cow::Borrowed(place)
    };
    Font::read(&place, bytes, index).with_context(context)
}

/// Splits `FILE#2` into the file and the index, unless a file has the whole name.
fn with_index(path: &Path) -> (PathBuf, u32) {
    let whole = || (path.to_owned(), 0);
    if path.exists() {
        return whole();
    }
    let Some((file, index)) = path.to_str().and_then(|path| path.rsplit_once('#')) else {
        return whole();
    };
    match index.parse() {
        Ok(index) => (PathBuf::from(file), index),
        Err(_) => whole(),
    }
}

/// Reports the fonts that the reader of the book needs, and the characters that they do not have.
pub(super) fn report(book: &Book, fonts: &[Font], format: BookFormat) {
    for font in fonts {
        let family = Printable(font.family());
        let folder = Path::new(font.file()).parent().unwrap_or(Path::new("/"));
        let folder = quoted(&folder.to_string_lossy());
        match format {
            BookFormat::Typst => output::message(format_args!(
                "the book uses the font {family}; print it with `typst compile --font-path {}`",
                Printable(&folder)
            )),
            BookFormat::Html if font.embeddable_len().is_none() => output::message(format_args!(
                "browsers cannot read a collection of fonts from a page; install the font {family}"
            )),
            BookFormat::Html if font.embeddable_len() > Some(LARGE_FONT) => {
                output::message(format_args!(
                    "the page contains the font {family}, {} MB",
                    font.embeddable_len().unwrap_or_default() / 1_000_000
                ))
            }
            BookFormat::Html | BookFormat::Latex => {}
        }
    }
    let missing = book.missing_characters(format.of_library());
    if missing.is_empty() {
        return;
    }
    let shown = shown(&missing);
    if fonts.is_empty() {
        output::message(format_args!(
            "the book has {}, such as {shown}; name a font for them with `--font`",
            count(missing.len() as u64, "unusual character")
        ));
    } else {
        output::message(format_args!(
            "the fonts do not have {} of the book: {shown}",
            count(missing.len() as u64, "character")
        ));
    }
}

/// Quotes a path for a shell.
fn quoted(path: &str) -> String {
    format!("'{}'", path.replace('\'', r"'\''"))
}

/// The first characters of a set.
fn shown(missing: &BTreeSet<char>) -> String {
    const MAX_SHOWN: usize = 40;
    let some: String = missing.iter().take(MAX_SHOWN).collect();
    let more = if missing.len() > MAX_SHOWN { "…" } else { "" };
    format!("{}{more}", Printable(&some))
}
