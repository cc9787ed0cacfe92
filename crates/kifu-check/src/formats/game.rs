//! Checks of files that are one game, a line for each move.

use alloc::vec::Vec;

use kifu_sgf::Document;
use kifu_span::{Diagnostic, Span, TooLarge};
use kifu_tree::game::{Game, PrivateData};

use super::is_format_independent;
use crate::{Settings, check};

/// Returns the findings of the reader, and those of [`check()`](crate::check()) about the game, in the order of the
/// file.
///
/// `spans` has the span of each node, by the index of its id. `of_header` returns the span of a property of the root,
/// which is empty if the finding is about no property.
pub(super) fn check_game(
    found: &[Diagnostic],
    game: &Game,
    spans: &[Span],
    settings: &Settings,
    of_header: impl Fn(&str) -> Span,
) -> Result<Vec<Diagnostic>, TooLarge> {
    let mut found = found.to_vec();
    let text = kifu_sgf::convert::from_game_node_for_node(game, PrivateData::Omit).value;
    let sgf = Document::parse(text)?;
    let Some(root) = sgf.roots().next() else {
        return Ok(found);
    };
    let ids = game.nodes.preorder(game.root());
    let nodes = sgf.forest().preorder(root).zip(ids);
    let nodes = nodes.filter_map(|(node, id)| {
        let span = spans.get(id.index()).copied()?;
        Some((sgf.node(node).start()?, span))
    });
    let nodes: Vec<(u32, Span)> = nodes.collect();
    for finding in check(&sgf, settings) {
        if !is_format_independent(finding.code) {
            continue;
        }
        let after = nodes.partition_point(|node| node.0 <= finding.span.start);
        let span = match after {
            0 | 1 => {
                let at = finding.span.start;
                let is_around = |of: Span| of.start <= at && at < of.end;
                let mut properties = sgf.node(root).properties();
                let property = properties.find(|property| property.span().is_some_and(is_around));
                property.map_or_else(
                    || of_header(""),
                    |property| of_header(property.ident().as_str()),
                )
            }
            after => nodes[after - 1].1,
        };
        found.push(Diagnostic {
            span,
            fix: None,
            ..finding
        });
    }
    kifu_span::sort_by_span(&mut found);
    found.dedup();
    Ok(found)
}
