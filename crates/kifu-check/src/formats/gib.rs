//! Checks of GIB files.

use alloc::vec::Vec;

use kifu_gib::convert::to_game_with_spans;
use kifu_sgf::{Document, NodeId};
use kifu_span::{Diagnostic, Span, TooLarge};
use kifu_tree::game::PrivateData;

use super::is_format_independent;
use crate::{Settings, check};

/// Returns all findings about a GIB file, in the order of the file.
///
/// These are the findings of the reader, and those of [`check()`](crate::check()) about the game.
/// Findings about the game use the terms of SGF in their messages and do not have repairs. Their
/// span is the span of the move, or of a field of the header.
///
/// ```
/// use kifu_check::{Settings, check_gib, gib::Document};
///
/// let source = "\\HS\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 3 3\nSTO 0 3 2 3 3\n\\GE\n";
/// let document = Document::parse(source)?;
/// let found = check_gib(&document, &Settings::default())?;
/// assert_eq!(found[0].code, "rules/occupied");
/// assert_eq!(&source[found[0].span.range()], "STO 0 3 2 3 3");
/// # Ok::<(), kifu_check::sgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the game is larger than an SGF document can be.
pub fn check_gib(
    document: &kifu_gib::Document,
    settings: &Settings,
) -> Result<Vec<Diagnostic>, TooLarge> {
    let mut found = document.diagnostics().to_vec();
    let (game, spans) = to_game_with_spans(document);
    let game = game.value;
    let text = kifu_sgf::convert::from_game_node_for_node(&game, PrivateData::Omit).value;
    let sgf = Document::parse(text)?;
    let Some(root) = sgf.roots().next() else {
        return Ok(found);
    };
    let ids = game.nodes.preorder(game.root());
    let nodes = sgf.forest().preorder(root).zip(ids);
    let nodes = nodes.filter_map(|(node, id)| {
        let span = spans.get(id.index()).copied()?;
        Some((sgf.node(node).span()?.start, span))
    });
    let nodes: Vec<(u32, Span)> = nodes.collect();
    for finding in check(&sgf, settings) {
        if !is_format_independent(finding.code) {
            continue;
        }
        let after = nodes.partition_point(|node| node.0 <= finding.span.start);
        let span = match after {
            0 | 1 => of_header(document, &sgf, root, finding.span),
            after => nodes[after - 1].1,
        };
        found.push(Diagnostic {
            span,
            fix: None,
            ..finding
        });
    }
    found.sort_by_key(|found| (found.span.start, found.span.end));
    found.dedup();
    Ok(found)
}

/// Returns the span of the header field that a property of the root came from.
fn of_header(document: &kifu_gib::Document, sgf: &Document, root: NodeId, span: Span) -> Span {
    let is_around = |of: Span| of.start <= span.start && span.start < of.end;
    let mut properties = sgf.node(root).properties();
    let property = properties.find(|property| property.span().is_some_and(is_around));
    let keys: &[&str] = match property.map(|property| property.ident().as_str()) {
        Some("PB" | "BR" | "BC") => &["GAMEBLACKNAME", "BUSERINFO"],
        Some("PW" | "WR" | "WC") => &["GAMEWHITENAME", "WUSERINFO"],
        Some("GN" | "DT" | "PC" | "GC") => &["GAMEINFOSUB"],
        _ => &[],
    };
    let usual = ["GAMEINFOMAIN", "GAMETAG"];
    let mut keys = keys.iter().chain(&usual);
    let field = keys.find_map(|key| document.field(key));
    let field = field.or_else(|| document.fields().first());
    field.map_or(Span::at(0), |field| field.span)
}
