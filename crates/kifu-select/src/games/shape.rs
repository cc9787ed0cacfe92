use kifu_sgf::{Document, GameContext, NodeRef, PropertyInfo};
use kifu_tree::{NodeId, Step};

/// Counts of the nodes of a tree. Variations without a node do not count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    pub(super) nodes: usize,
    /// The number of nodes on the longest line.
    pub(super) depth: usize,
    /// The number of nodes at which a line ends.
    pub(super) lines: usize,
    /// The number of nodes with a comment, with setup stones, and with markup.
    pub(super) comments: usize,
    pub(super) setup: usize,
    pub(super) markup: usize,
}

impl Shape {
    pub(super) fn of(document: &Document, root: NodeId, context: &GameContext) -> Shape {
        let forest = document.forest();
        let is_node = |id| !document.node(id).is_empty_variation();
        let mut shape = Shape::default();
        let mut depth = 0;
        for step in forest.traverse(root) {
            match step {
                Step::Enter(id) if is_node(id) => {
                    depth += 1;
                    shape.nodes += 1;
                    shape.depth = shape.depth.max(depth);
                    shape.lines += usize::from(!forest.children(id).any(is_node));
                    let node = document.node(id);
                    if node.only_move().is_none() {
                        shape.look(node, context);
                    }
                }
                Step::Leave(id) if is_node(id) => depth -= 1,
                _ => {}
            }
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
