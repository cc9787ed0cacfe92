//! Maps spans of a converted game back to the JGF file.

use alloc::vec::Vec;

use kifu_jgf::{Record, RecordSpans};
use kifu_sgf::properties::{PropertyClass, PropertyInfo};
use kifu_sgf::{Document, GameContext, NodeId};
use kifu_span::Span;
use kifu_tree::game::Game;

use super::field;

/// A map from spans in a game converted to SGF to spans in its JGF file.
pub(super) struct SpanMap<'d> {
    sgf: &'d Document,
    root: NodeId,
    /// The offset and the preorder number of each node of the game tree.
    starts: Vec<(u32, usize)>,
    record: &'d Record,
    places: &'d RecordSpans,
    /// The number of nodes of the file that were merged into the root, not counting the first.
    merged: usize,
}

impl<'d> SpanMap<'d> {
    pub(super) fn of(
        record: &'d Record,
        places: &'d RecordSpans,
        game: &Game,
        sgf: &'d Document,
        root: NodeId,
    ) -> SpanMap<'d> {
        let tree = record.tree();
        let in_file = tree
            .first_root()
            .map_or(0, |first| tree.preorder(first).count());
        let in_game = game.nodes.preorder(game.root()).count();
        let numbered = sgf.forest().preorder(root).enumerate();
        let starts = numbered.filter_map(|(number, id)| Some((sgf.node(id).start()?, number)));
        SpanMap {
            sgf,
            root,
            starts: starts.collect(),
            record,
            places,
            // The converted game can have more nodes than the file: the move of a root may get its own node.
            merged: in_file.saturating_sub(in_game),
        }
    }

    pub(super) fn place(&self, span: Span) -> Span {
        let after = self.starts.partition_point(|node| node.0 <= span.start);
        let number = after
            .checked_sub(1)
            .map_or(0, |before| self.starts[before].1);
        let place = match number {
            0 => self.place_in_root(span),
            number => self.places.nodes.get(number + self.merged).copied(),
        };
        place.unwrap_or(Span::at(self.places.record.start))
    }

    /// Returns the span of the member that a root, game-info or unknown property came from; for any
    /// other property, the span of the first node.
    fn place_in_root(&self, span: Span) -> Option<Span> {
        let node = self.sgf.node(self.root);
        let context = GameContext::of(node);
        let is_around = |of: Span| of.start <= span.start && span.start < of.end;
        let mut properties = node.properties();
        let property = properties.find(|property| property.span().is_some_and(is_around))?;
        let info = PropertyInfo::of(property.ident(), &context);
        if info
            .is_none_or(|info| matches!(info.class, PropertyClass::Root | PropertyClass::GameInfo))
        {
            field::place(property.ident().as_str(), self.record, self.places)
        } else {
            self.places.nodes.first().copied()
        }
    }
}
