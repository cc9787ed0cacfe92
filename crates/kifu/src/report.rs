//! Reports of findings, as text with excerpts, JSON or SARIF: re-exports `kifu_report`, and adds the sources for
//! findings in records.
//!
//! ```
//! use kifu::check::check;
//! use kifu::report::{Options, ReportBuilder, ReportWriter, SourceName, Tool, sgf_source};
//! use kifu::sgf::Document;
//!
//! let document = Document::parse("(;FF[4]GM[1]KM[6,5])")?;
//! let options = Options::default();
//! let mut builder = ReportBuilder::new(&options, SourceName::file("game.sgf"));
//! builder.add(sgf_source(&document), check(&document, &Default::default()))?;
//! let report = builder.finish()?;
//!
//! let mut out = Vec::new();
//! let mut writer = ReportWriter::new(options.format, Tool::default());
//! writer.write(&mut out, &report)?;
//! writer.finish(&mut out)?;
//! assert!(String::from_utf8(out)?.contains(" --> game.sgf:1:16\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::vec::Vec;

pub use kifu_report::*;
use kifu_sgf::Document;

/// Creates the source for findings in an SGF document.
pub fn sgf_source(document: &Document) -> Source<'_> {
    let mut games = None;
    let source = Source::new(document.text()).with_charsets(move |offset| {
        let games: &Vec<(u32, Charset)> = games.get_or_insert_with(|| charsets(document));
        let after = games.partition_point(|game| game.0 <= offset);
        let game = games.get(after.saturating_sub(1));
        game.map_or(Charset::UTF_8, |game| game.1)
    });
    let order = match document.utf16() {
        None => return source,
        Some(("UTF-16BE", _)) => ByteOrder::Big,
        Some(_) => ByteOrder::Little,
    };
    let mut map = document.source_map();
    source.decoded_from_utf16(order, move |offset| map.offset(offset))
}

/// Returns the start offset and the charset of each game.
fn charsets(document: &Document) -> Vec<(u32, Charset)> {
    let games = document.roots().map(|root| {
        let start = document.node(root).span().map_or(0, |span| span.start);
        (start, document.charset(root).charset)
    });
    games.collect()
}

/// Creates the source for findings in the text of a JGF file. Positions are named by JSON pointers of at most
/// 256 steps.
#[cfg(feature = "jgf")]
pub fn jgf_source(text: &str) -> Source<'_> {
    const STEPS: usize = 256;
    let mut pointers = kifu_jgf::Pointers::new(text);
    Source::new(text.as_bytes()).with_pointers(move |offset| pointers.at_within(offset, STEPS))
}
