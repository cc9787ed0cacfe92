//! Definitions and references of points: where the stone on a point was placed, and where else a game names the point.

use kifu::core::{Move, Point};
use kifu::replay::{area, replay};
use kifu::rules::Rules;
use kifu::sgf::{Document, GameContext, GameType, NodeId};
use kifu::span::Span;
use lsp_types::DocumentHighlightKind;

use crate::cursor::{Cursor, has_points, info, point_at, points};
use crate::record::Parsed;

/// The properties that place stones.
const PLACING: [&str; 4] = ["B", "W", "AB", "AW"];

/// Returns the place of the move or setup that put the stone on the point at an offset, and the place of the point.
pub(crate) fn definition(parsed: &Parsed, offset: u32) -> Option<(Span, Span)> {
    let document = parsed.sgf()?;
    let cursor = Cursor::at(parsed, offset).filter(|_| parsed.has_boards())?;
    let context = &cursor.context;
    if context.game != GameType::GO {
        return None;
    }
    let (from, point) = point_at(parsed, &cursor, offset)?;
    // A point that a node places or removes has its stone from that node, or from an earlier one.
    let here = placed_in(document, cursor.node.id(), point, context);
    if let Some(placed) = here {
        return Some((from, placed));
    }
    let board = replay(document, cursor.node.id(), &Rules::LENIENT);
    let removes = cursor.property.is_some_and(|property| property.is("AE"));
    if board.position.board().stone(point).is_none() && !removes {
        return None;
    }
    let mut ancestors = document.forest().ancestors(cursor.node.id());
    let placed = ancestors.find_map(|id| placed_in(document, id, point, context))?;
    Some((from, placed))
}

/// Returns the value of a node that places a stone on a point.
fn placed_in(
    document: &Document,
    node: NodeId,
    point: Point,
    context: &GameContext,
) -> Option<Span> {
    let node = document.node(node);
    if let Some((_, played)) = node.plain_play(context.size) {
        if played != point && node.only_move().is_some() {
            return None;
        }
    }
    let properties = node.properties();
    let placing = properties.filter(|property| PLACING.iter().any(|name| property.is(name)));
    let mut values = placing.flat_map(|property| {
        let is_move = property.mover(context).is_some();
        property.values().map(move |value| (is_move, value))
    });
    let placed = values.find(|(is_move, value)| {
        if *is_move {
            return kifu::replay::action(value, context.size) == Some(Move::Play(point));
        }
        area(value, context.size).is_some_and(|area| area.points().any(|other| other == point))
    });
    placed.and_then(|(_, value)| crate::cursor::inside(&value))
}

/// Returns all places where the game names the point at an offset, in the order of the tree.
pub(crate) fn references(parsed: &Parsed, offset: u32) -> Vec<(Span, DocumentHighlightKind)> {
    let (Some(document), Some(cursor)) = (parsed.sgf(), Cursor::at(parsed, offset)) else {
        return Vec::new();
    };
    let Some((_, point)) = point_at(parsed, &cursor, offset) else {
        return Vec::new();
    };
    let size = cursor.context.size;
    let mut found = Vec::new();
    for id in document.forest().preorder(cursor.root) {
        let node = document.node(id);
        if let (Some(_), Some((_, played))) = (node.only_move(), node.plain_play(size)) {
            if played != point {
                continue;
            }
        }
        for property in node.properties() {
            let in_root = id == cursor.root;
            let info = info(in_root, &property, &cursor.context).filter(|info| has_points(info));
            let Some(info) = info else {
                continue;
            };
            let kind = if PLACING.iter().any(|name| property.is(name)) {
                DocumentHighlightKind::WRITE
            } else {
                DocumentHighlightKind::READ
            };
            for value in property.values() {
                let places = points(&value, info, size).into_iter();
                found.extend(
                    places
                        .filter(|(_, other)| *other == point)
                        .map(|(span, _)| (span, kind)),
                );
            }
        }
    }
    found
}
