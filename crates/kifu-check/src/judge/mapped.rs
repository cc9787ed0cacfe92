//! RecordSpans in JGF.

use alloc::vec::Vec;

use kifu_jgf::{Record, RecordSpans};
use kifu_sgf::properties::{PropertyClass, PropertyInfo};
use kifu_sgf::{Document, GameContext, NodeId};
use kifu_span::Span;
use kifu_tree::game::Game;

use super::field;

/// Leads from places in a converted game to places in the file that it comes from.
pub(super) struct Mapped<'d> {
    sgf: &'d Document,
    root: NodeId,
    /// Where the nodes of the game tree start, with their numbers in preorder.
    starts: Vec<(u32, usize)>,
    record: &'d Record,
    places: &'d RecordSpans,
    /// How many nodes of the file went into the root beside the first.
    merged: usize,
}

impl<'d> Mapped<'d> {
    pub(super) fn of(
        record: &'d Record,
        places: &'d RecordSpans,
        game: &Game,
        sgf: &'d Document,
        root: NodeId,
    ) -> Mapped<'d> {
        let tree = record.tree();
        let in_file = tree
            .first_root()
            .map_or(0, |first| tree.preorder(first).count());
        let in_game = game.nodes.preorder(game.root()).count();
        let numbered = sgf.forest().preorder(root).enumerate();
        let starts = numbered.filter_map(|(number, id)| Some((sgf.node(id).span()?.start, number)));
        Mapped {
            sgf,
            root,
            starts: starts.collect(),
            record,
            places,
            // The move of a root may stand in a node of its own.
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

    /// The place of what the root says of the game as a whole, or else the first node.
    fn place_in_root(&self, span: Span) -> Option<Span> {
        let node = self.sgf.node(self.root);
        let context = GameContext::of(node);
        let is_around = |of: Span| of.start <= span.start && span.start < of.end;
        let mut properties = node.properties();
        let property = properties.find(|property| property.span().is_some_and(is_around))?;
        let info = PropertyInfo::of(property.ident(), &context);
        match info
            .is_none_or(|info| matches!(info.class, PropertyClass::Root | PropertyClass::GameInfo))
        {
            true => field::place(property.ident().as_str(), self.record, self.places),
            false => self.places.nodes.first().copied(),
        }
    }
}
