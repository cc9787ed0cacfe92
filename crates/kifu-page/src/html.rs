//! The document around the data.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use sha2::{Digest, Sha256};

/// The script of pages. `cargo xtask page` builds it and the next two from `web`.
pub(crate) const PAGE: &str = include_str!("built/page.js");
/// The script of indexes.
pub(crate) const INDEX: &str = include_str!("built/index.js");
/// The style sheet of both.
const STYLE: &str = include_str!("built/page.css");

/// The parts of a page that depend on its games.
pub(crate) struct Parts<'a> {
    pub(crate) script: &'static str,
    pub(crate) title: &'a str,
    /// The language of the words around the games; `None` for that of the browser.
    pub(crate) language: Option<&'a str>,
    pub(crate) theme: &'a str,
    /// The content that is shown until the script runs, and without it.
    pub(crate) still: &'a str,
    /// The style sheet in each drawing of `still`; empty if there are none.
    pub(crate) style: &'a str,
    /// The figures for printing, as HTML.
    pub(crate) figures: &'a str,
    pub(crate) data: &'a str,
    /// The original files, by name.
    pub(crate) sources: &'a [(String, Vec<u8>)],
    /// The media on the page, by identifier.
    pub(crate) media: &'a BTreeMap<String, Vec<u8>>,
    /// Whether the page plays media from files beside it.
    pub(crate) has_files: bool,
}

pub(crate) fn write(parts: &Parts<'_>) -> String {
    let mut policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'",
        hash(parts.script),
        hash(STYLE)
    );
    if !parts.style.is_empty() {
        write!(policy, " '{}'", hash(parts.style)).expect("writing to a string cannot fail");
    }
    policy.push_str("; img-src data: blob:; media-src ");
    // `'self'` is the site of the page, and `file:` the place of a page that is opened as a file.
    policy.push_str(if parts.has_files {
        "'self' file: blob:"
    } else {
        "blob:"
    });
    policy.push_str("; base-uri 'none'; form-action 'none'");
    let mut out = String::with_capacity(parts.script.len() + STYLE.len() + parts.data.len());
    out.push_str("<!DOCTYPE html>\n<html lang=\"");
    push_escaped(parts.language.unwrap_or("en"), &mut out);
    out.push_str("\" data-theme=\"");
    push_escaped(parts.theme, &mut out);
    out.push('"');
    if parts.language.is_some() {
        out.push_str(" data-language");
    }
    out.push_str(
        ">\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"",
    );
    push_escaped(&policy, &mut out);
    out.push_str("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.push_str("<meta name=\"generator\" content=\"kifu\">\n<title>");
    push_escaped(parts.title, &mut out);
    out.push_str("</title>\n<style>");
    out.push_str(STYLE);
    out.push_str("</style>\n<main id=\"page\">\n");
    out.push_str(parts.still);
    out.push_str("</main>\n");
    push_data("games", parts.data.as_bytes(), "", &mut out);
    if !parts.figures.is_empty() {
        push_data("figures", parts.figures.as_bytes(), "", &mut out);
    }
    for (name, bytes) in parts.sources {
        push_data("source", bytes, name, &mut out);
    }
    for (id, bytes) in parts.media {
        // Media are compressed already.
        write!(
            out,
            "<script type=\"text/plain\" class=\"media\" data-id=\"{id}\">"
        )
        .expect("writing to a string cannot fail");
        STANDARD.encode_string(bytes, &mut out);
        out.push_str("</script>\n");
    }
    out.push_str("<script>");
    out.push_str(parts.script);
    out.push_str("</script>\n</html>\n");
    out
}

/// Writes an element with compressed data, which the browser does not interpret.
fn push_data(class: &str, bytes: &[u8], name: &str, out: &mut String) {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(bytes)
        .expect("writing to memory cannot fail");
    let packed = encoder.finish().expect("writing to memory cannot fail");
    write!(out, "<script type=\"text/plain\" class=\"{class}\"")
        .expect("writing to a string cannot fail");
    if !name.is_empty() {
        out.push_str(" data-name=\"");
        push_escaped(name, out);
        out.push('"');
    }
    out.push('>');
    STANDARD.encode_string(packed, out);
    out.push_str("</script>\n");
}

/// The identifier of a medium on the page, by its bytes.
#[cfg(feature = "recordings")]
pub(crate) fn media_id(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The source expression of an inline script or style sheet in a Content-Security-Policy.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// Appends text that HTML cannot read as markup, in an element or in a quoted attribute. Characters that documents
/// cannot contain are left out.
pub(crate) fn push_escaped(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
}
