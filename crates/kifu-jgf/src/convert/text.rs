//! Writes a game as the text of its record, without building the record.

use kifu_core::Move;
use kifu_tree::NodeId;
use kifu_tree::game::{Carried, Converted, Game, LossPlace, PrivateData};

use super::write::{Writer, from_game};
use super::{Target, head, node};
use crate::Options;
use crate::object::{write_members, write_object};
use crate::out::JsonBuffer;
use crate::record::lay_out;
use crate::style::Form;
use crate::tree::MOVE;

/// Writes a game as the JSON of its record.
///
/// The result is that of [`from_game`] and [`Record::to_json`](crate::Record::to_json), in half the time,
/// because no record is built.
///
/// ```
/// use kifu_jgf::Options;
/// use kifu_jgf::convert::{PrivateData, Target, to_json};
/// use kifu_tree::game::Game;
///
/// let json = to_json(&Game::new(), Target::V2, PrivateData::Write, &Options::COMPACT);
/// assert_eq!(json.value, r#"{"record":{"format":"JGF","version":2},"tree":[{}]}"#);
/// ```
pub fn to_json(
    game: &Game,
    target: Target,
    private_data: PrivateData,
    options: &Options,
) -> Converted<String> {
    let by_record = || {
        let record = from_game(game, target, private_data);
        Converted {
            value: record.value.to_json(options),
            losses: record.losses,
        }
    };
    let mut text = Text {
        writer: Writer::new(game, target, private_data),
        out: JsonBuffer::new(target.style()),
        game,
    };
    if options.profile.is_some() || text.record().is_none() {
        return by_record();
    }
    let json = Converted {
        value: lay_out(text.out.text, options),
        losses: text.writer.losses,
    };
    debug_assert_eq!(json, by_record());
    json
}

/// A writer for games that carry nothing for the target format, so that everything is written as in a new
/// record. Its methods return `None` when they find such data.
struct Text<'g> {
    writer: Writer,
    out: JsonBuffer,
    game: &'g Game,
}

impl Text<'_> {
    fn record(&mut self) -> Option<()> {
        /// The number of bytes to reserve for the header.
        const HEAD: usize = 1024;
        let nodes = self.game.nodes.id_count();
        self.is_new(&self.game.carried)?;
        self.out
            .text
            .reserve(nodes.saturating_mul(MOVE).saturating_add(HEAD));
        self.out.open('{');
        self.head();
        self.out.name("tree");
        self.tree()?;
        self.out.close('}');
        Some(())
    }

    fn head(&mut self) {
        let Text { writer, out, game } = self;
        let Game { info, carried, .. } = *game;
        if !head::is_plain(info) {
            let record = writer.record(&head::json(info, writer.target));
            writer.report_changes(info, &record);
        }
        let target = writer.target;
        let foreign = |out: &mut JsonBuffer| writer.write_foreign(carried, LossPlace::Game, out);
        head::write(info, target, foreign, out);
    }

    fn is_new(&self, carried: &[Carried]) -> Option<()> {
        let own = self.writer.target.format();
        let is_new = carried.iter().all(|carried| carried.format != own);
        is_new.then_some(())
    }

    fn tree(&mut self) -> Option<()> {
        let nodes = &self.game.nodes;
        self.out.open('[');
        // The next variation of each list of variations that is open.
        let mut open: Vec<Option<NodeId>> = Vec::new();
        let mut first = self.line(self.game.root())?;
        loop {
            match first {
                Some(_) => {
                    self.open_variations();
                    open.push(first);
                }
                None => self.out.close(']'),
            }
            let variation = loop {
                let Some(next) = open.last_mut() else {
                    return Some(());
                };
                if let Some(variation) = *next {
                    *next = nodes.next_sibling(variation);
                    break variation;
                }
                open.pop();
                self.close_variations();
                // Also close the line that ends with these variations.
                self.out.close(']');
            };
            self.out.open('[');
            let is_empty = self.is_empty(variation) && nodes.first_child(variation).is_none();
            first = if is_empty {
                self.is_new(&nodes[variation].carried)?;
                // Reports the loss of data carried on the node, although nothing is written.
                let Text { writer, out, .. } = self;
                writer.write_foreign(&nodes[variation].carried, LossPlace::Node(variation), out);
                None
            } else {
                self.line(variation)?
            };
        }
    }

    /// Writes a node and the nodes that follow it in its line; returns the first of the variations that follow.
    fn line(&mut self, first: NodeId) -> Option<Option<NodeId>> {
        let nodes = &self.game.nodes;
        self.node(first)?;
        let mut last = first;
        loop {
            last = self.moves_after(last);
            let next = nodes.first_child(last);
            match next {
                Some(only) if nodes.next_sibling(only).is_none() && !self.is_empty(only) => {
                    self.node(only)?;
                    last = only;
                }
                _ => return Some(next),
            }
        }
    }

    /// Writes the moves that follow a node, up to the first node that has more than a move or has variations;
    /// returns the last of them.
    fn moves_after(&mut self, id: NodeId) -> NodeId {
        let (nodes, out) = (&self.game.nodes, &mut self.out);
        let mut last = id;
        if out.style.form != Form::Objects {
            return last;
        }
        while let Some(next) = nodes.first_child(last) {
            let play = nodes[next].only_move();
            let alone = nodes.next_sibling(next).is_none();
            let Some((color, Move::Play(at))) = play.filter(|_| alone) else {
                break;
            };
            out.node_of_move(color, at);
            last = next;
        }
        last
    }

    /// Writes a node; a move of the root becomes a node of its own, as JGF requires.
    fn node(&mut self, id: NodeId) -> Option<()> {
        let Text { writer, out, game } = self;
        let from = &game.nodes[id];
        let is_root = id == game.root();
        let mut node = node::write(from, is_root, writer.target);
        let moved = if is_root {
            writer.move_of_root(&mut node)
        } else {
            None
        };
        out.open('{');
        write_members(&node, out, None);
        writer.write_foreign(&from.carried, LossPlace::Node(id), out);
        out.close('}');
        if let Some(moved) = moved {
            write_object(&moved, out);
        }
        self.is_new(&from.carried)
    }

    /// Whether a node represents a variation without nodes.
    fn is_empty(&self, id: NodeId) -> bool {
        let node = &self.game.nodes[id];
        node.is_empty_variation && self.writer.has_no_content(node)
    }

    fn open_variations(&mut self) {
        if self.out.style.variations_in_objects {
            self.out.open('{');
            self.out.name("variations");
        }
        self.out.open('[');
    }

    fn close_variations(&mut self) {
        self.out.close(']');
        if self.out.style.variations_in_objects {
            self.out.close('}');
        }
    }
}
