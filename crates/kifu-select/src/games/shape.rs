use kifu_sgf::{Document, GameContext, NodeRef, PropertyInfo, Visit};
use kifu_tree::NodeId;

use super::MainLine;

/// Counts of the nodes of a tree. Variations without a node do not count.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Shape {
    pub(super) nodes: usize,
    /// The number of nodes on the longest line.
    pub(super) depth: usize,
    /// The number of nodes at which a line ends.
    pub(super) lines: usize,
    /// The numbers of nodes with a comment, with setup stones, and with markup.
    pub(super) comments: usize,
    pub(super) setup: usize,
    pub(super) markup: usize,
}

impl Shape {
    pub(super) fn of(document: &Document, root: NodeId, context: &GameContext) -> Shape {
        let forest = document.forest();
        let mut shape = Shape::default();
        let (mut depth, mut inner) = (0, 0);
        let mut before = None;
        // For each visited node that has more siblings to visit: its depth, and whether the node or
        // a sibling before it is not an empty variation.
        let mut siblings: Vec<(usize, bool)> = Vec::new();
        for visit in document.visit_tree(root, context.size) {
            let (id, len) = match &visit {
                Visit::Plays(plays) => (plays.first(), plays.len()),
                Visit::Node(node) => (node.id(), usize::from(!node.is_empty_variation())),
            };
            let parent = forest.parent(id).filter(|_| id != root);
            let mut has_node_before = false;
            if parent == before {
                depth += 1;
            } else if let Some(of_sibling) = siblings.pop() {
                (depth, has_node_before) = of_sibling;
            }
            if id != root && forest.next_sibling(id).is_some() {
                siblings.push((depth, has_node_before || len > 0));
            }
            // Each of these nodes after the first one is an only child.
            let more = len.saturating_sub(1);
            before = NodeId::from_index(id.index() + more);
            depth += more;
            if len > 0 {
                shape.nodes += len;
                shape.depth = shape.depth.max(depth);
                inner += more + usize::from(parent.is_some() && !has_node_before);
            }
            if let Visit::Node(node) = visit {
                shape.look(node, context);
            }
        }
        // A line ends at each node without children.
        shape.lines = shape.nodes - inner;
        shape
    }

    /// The shape of a game that has only a main line.
    pub(super) fn of_line(line: &MainLine, document: &Document, context: &GameContext) -> Shape {
        let mut shape = Shape {
            nodes: line.nodes,
            depth: line.nodes,
            lines: 1,
            ..Shape::default()
        };
        for id in &line.others {
            shape.look(document.node(*id), context);
        }
        shape
    }

    fn look(&mut self, node: NodeRef<'_>, context: &GameContext) {
        let (mut comments, mut setup, mut markup) = (false, false, false);
        for property in node.properties() {
            let ident = property.ident();
            if ident.player().is_some() {
                continue;
            }
            let Some(info) = PropertyInfo::of(ident, context) else {
                continue;
            };
            match info.canonical() {
                "C" => comments = true,
                "AB" | "AW" | "AE" => setup = true,
                "CR" | "SQ" | "TR" | "MA" | "SL" | "LB" | "LN" | "AR" | "DD" | "M" | "L" => {
                    markup = true;
                }
                _ => {}
            }
        }
        self.comments += usize::from(comments);
        self.setup += usize::from(setup);
        self.markup += usize::from(markup);
    }
}

#[cfg(test)]
mod tests {
    use crate::Games;

    use super::*;

    #[test]
    fn a_game_without_variations_has_the_shape_of_its_main_line() {
        for (text, is_whole_game) in [
            ("(;)", true),
            ("(;B[aa])", true),
            ("(;SZ[9]C[x];B[aa];W[bb]C[y];AB[cc];B[dd])", true),
            ("(;B[aa](;W[bb];B[cc]LB[cc:A]))", true),
            ("(;B[aa](;W[bb])())", false),
            ("(;B[aa]())", false),
            ("(;B[aa];W[bb](;B[cc])(;B[dd]C[x]))", false),
            ("(;B[aa](;W[bb];B[cc];W[dd])(;W[ee]))", false),
            ("(;B[aa]C[x](;W[bb])(;W[ee]))", false),
        ] {
            let document = Document::parse(text).unwrap();
            let games = Games::of(&document, &document);
            let game = games.iter().next().unwrap();
            let shape = Shape::of(&document, game.root(), game.context());
            assert_eq!(game.main_line().is_whole_game, is_whole_game, "{text}");
            assert_eq!(*game.shape(), shape, "{text}");
        }
    }
}
