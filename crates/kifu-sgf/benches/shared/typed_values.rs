//! Parses all values of a document by their types. `cargo xtask bench` uses this file too.

use kifu_sgf::properties::ValueKind;
use kifu_sgf::{Document, GameContext, NodeId, PropertyInfo};

/// Returns the number of values that can be parsed: looks up each property, and parses points,
/// moves and numbers.
pub(crate) fn typed_values(document: &Document) -> usize {
    document.roots().map(|root| of_game(document, root)).sum()
}

fn of_game(document: &Document, root: NodeId) -> usize {
    let context = GameContext::of(document.node(root));
    let nodes = document.forest().preorder(root);
    let mut read = 0;
    for property in nodes.flat_map(|id| document.node(id).properties()) {
        let Some(info) = PropertyInfo::of(property.ident(), &context) else {
            continue;
        };
        for value in property.values() {
            read += usize::from(match info.values.first {
                ValueKind::Move => value.action(context.size).is_ok(),
                ValueKind::Point | ValueKind::Stone => value.area(context.size).is_ok(),
                ValueKind::Number => value.number().is_ok(),
                ValueKind::Real => value.real().is_ok(),
                _ => true,
            });
        }
    }
    read
}
