//! Writes the state at a moment as SGF.

use kifu_sgf::Document;
use kifu_sgf::charset::Charset;
use kifu_tree::NodeId;

use crate::View;

impl View<'_> {
    /// Returns the tree as SGF text in UTF-8, with a game tree for each root.
    ///
    /// Reading the text returns what the view shows. Writing takes time in proportion to the nodes and values
    /// that ever existed in the shown part of the tree.
    pub fn to_sgf(self) -> String {
        let mut out = String::new();
        for root in self.roots() {
            self.write_tree(root, &mut out);
        }
        out
    }

    /// Returns the tree as a document, with a game tree for each root.
    pub fn to_document(self) -> Document {
        // Parsing only fails for texts of 4 GiB.
        Document::parse_in(self.to_sgf(), Charset::UTF_8).unwrap_or_default()
    }

    fn write_tree(self, root: NodeId, out: &mut String) {
        out.push('(');
        // The path from the root, and for each node whether its children are in parentheses.
        let mut branches = Vec::new();
        let mut at = root;
        loop {
            self.write_node(at, out);
            let mut children = self.children(at);
            let first = children.next();
            let is_branch = children.next().is_some();
            if let Some(child) = first {
                branches.push(is_branch);
                if is_branch {
                    out.push('(');
                }
                at = child;
                continue;
            }
            // At the end of a line, go back to where another one branches off.
            at = loop {
                let Some(is_branch) = branches.last().copied() else {
                    out.push(')');
                    return;
                };
                if is_branch {
                    out.push(')');
                    if let Some(next) = self.next_sibling(at) {
                        out.push('(');
                        break next;
                    }
                }
                branches.pop();
                match self.parent(at) {
                    Some(parent) => at = parent,
                    None => return,
                }
            };
        }
    }

    fn next_sibling(self, node: NodeId) -> Option<NodeId> {
        let nodes = &self.timeline.nodes;
        let next = |node: &NodeId| nodes.next_sibling(*node);
        std::iter::successors(nodes.next_sibling(node), next).find(|node| self.has(*node))
    }

    fn write_node(self, node: NodeId, out: &mut String) {
        out.push(';');
        for (ident, values) in self.properties(node) {
            out.push_str(ident);
            for value in values {
                out.push('[');
                out.push_str(value);
                out.push(']');
            }
        }
    }
}
