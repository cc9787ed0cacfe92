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
//! assert!(String::from_utf8(out)?.contains(" --> game.sgf:1:16 m0\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::string::ToString;
use std::vec::Vec;

pub use kifu_report::*;
use kifu_sgf::{Document, NodeId};
use kifu_tree::Addresses;

/// Creates the source for findings in an SGF document. Places are named by the addresses of nodes, such as `m91`.
pub fn sgf_source(document: &Document) -> Source<'_> {
    let mut games = None;
    let mut nodes = None;
    let source = Source::new(document.text()).with_charsets(move |offset| {
        let games: &Vec<(u32, Charset)> = games.get_or_insert_with(|| charsets(document));
        let after = games.partition_point(|game| game.0 <= offset);
        let game = games.get(after.saturating_sub(1));
        game.map_or(Charset::UTF_8, |game| game.1)
    });
    let source = source.with_nodes(move |offset| {
        let nodes = nodes.get_or_insert_with(|| NodesInText::of(document));
        nodes.at(offset)
    });
    let order = match document.utf16() {
        None => return source,
        Some(("UTF-16BE", _)) => ByteOrder::Big,
        Some(_) => ByteOrder::Little,
    };
    let mut map = document.source_map();
    source.decoded_from_utf16(order, move |offset| map.offset(offset))
}

/// Finds the names of nodes by their offsets in the text of a document.
struct NodesInText<'d> {
    document: &'d Document,
    games: Vec<(NodeId, Span)>,
    /// The game of the last offset.
    current: Option<GameInText>,
}

/// The nodes of one game.
struct GameInText {
    /// The index of the game.
    index: usize,
    /// The nodes, in the order of the text.
    nodes: Vec<(NodeId, Span)>,
    addresses: Addresses,
}

impl<'d> NodesInText<'d> {
    fn of(document: &'d Document) -> NodesInText<'d> {
        NodesInText {
            document,
            games: document.games_in_text().collect(),
            current: None,
        }
    }

    /// Returns the name of the node with an offset. A name takes logarithmic time if the game is that of the last
    /// offset, and otherwise time in proportion to its length.
    fn at(&mut self, offset: u32) -> Option<NodeName> {
        let starts_before = |(_, span): &(NodeId, Span)| span.start <= offset;
        let index = self.games.partition_point(starts_before).checked_sub(1)?;
        if self.current.as_ref().is_none_or(|game| game.index != index) {
            let (document, root) = (self.document, self.games[index].0);
            let nodes = document.forest().preorder(root);
            let nodes = nodes.filter_map(|id| Some((id, document.node(id).span()?)));
            self.current = Some(GameInText {
                index,
                nodes: nodes.collect(),
                addresses: document.addresses(root),
            });
        }
        let game = self.current.as_ref()?;
        let at = game.nodes.partition_point(starts_before).checked_sub(1)?;
        let (node, span) = game.nodes[at];
        Some(NodeName {
            game: index as u64 + 1,
            address: game.addresses.get(node)?.to_string(),
        })
        .filter(|_| offset <= span.end)
    }
}

/// Returns the start offset and the charset of each game.
fn charsets(document: &Document) -> Vec<(u32, Charset)> {
    let games = document.roots().map(|root| {
        let start = document.node(root).start().unwrap_or_default();
        (start, document.charset(root).charset)
    });
    games.collect()
}

/// Creates the source for findings in a GIB file.
#[cfg(feature = "gib")]
pub fn gib_source(document: &kifu_gib::Document) -> Source<'_> {
    let charset = document.charset().charset;
    Source::new(document.to_bytes()).with_charsets(move |_| charset)
}

/// Creates the source for findings in an NGF file.
#[cfg(feature = "ngf")]
pub fn ngf_source(document: &kifu_ngf::Document) -> Source<'_> {
    let charset = document.charset().charset;
    Source::new(document.to_bytes()).with_charsets(move |_| charset)
}

/// Creates the source for findings in JSON of OGS. Positions are named by JSON pointers of at most 256 steps.
#[cfg(feature = "ogs")]
pub fn ogs_source(document: &kifu_ogs::Document) -> Source<'_> {
    const STEPS: usize = 256;
    let source = Source::new(document.to_bytes());
    let Ok(text) = core::str::from_utf8(document.to_bytes()) else {
        return source;
    };
    let mut pointers = kifu_ogs::Pointers::new(text);
    source.with_pointers(move |offset| pointers.at_within(offset, STEPS))
}

/// Creates the source for findings in a UGF file.
#[cfg(feature = "ugf")]
pub fn ugf_source(document: &kifu_ugf::Document) -> Source<'_> {
    let charset = document.charset().charset;
    Source::new(document.to_bytes()).with_charsets(move |_| charset)
}

/// Creates the source for findings in the text of a JGF file. Positions are named by JSON pointers of at most
/// 256 steps.
#[cfg(feature = "jgf")]
pub fn jgf_source(text: &str) -> Source<'_> {
    const STEPS: usize = 256;
    let mut pointers = kifu_jgf::Pointers::new(text);
    Source::new(text.as_bytes()).with_pointers(move |offset| pointers.at_within(offset, STEPS))
}
