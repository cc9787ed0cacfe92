//! The addresses of nodes.

use kifu_tree::{Addresses, Location, NoLocation, NodeId};

use super::Document;
use crate::GameContext;

impl Document {
    /// Returns the addresses of all nodes of a game, such as `m91` or `m91:2.3`; see
    /// [`Address`](kifu_tree::Address). Variations without nodes have no address.
    ///
    /// ```
    /// let doc = kifu_sgf::Document::parse("(;GM[1];B[aa](;W[bb])(;W[cc];C[why?]))")?;
    /// let root = doc.roots().next().unwrap();
    /// let addresses = doc.addresses(root);
    /// let names: Vec<String> =
    ///     doc.forest().preorder(root).map(|id| addresses.get(id).unwrap().to_string()).collect();
    /// assert_eq!(names, ["m0", "m1", "m2", "m2:1", "m2:1.2"]);
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn addresses(&self, root: NodeId) -> Addresses {
        Addresses::of(self.forest(), root, self.moves_in(root))
    }

    /// Returns the node at a place in the game with this root.
    ///
    /// ```
    /// let doc = kifu_sgf::Document::parse("(;GM[1];B[aa](;W[bb])(;W[cc];C[why?]))")?;
    /// let root = doc.roots().next().unwrap();
    /// let node = doc.locate(root, &"m2:1.2".parse().unwrap()).unwrap();
    /// assert_eq!(doc.node(node).text("C").as_deref(), Some("why?"));
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoLocation`] if the game has no such place.
    pub fn locate(&self, root: NodeId, location: &Location) -> Result<NodeId, NoLocation> {
        location.resolve(self.forest(), root, self.moves_in(root))
    }

    /// Returns a function that counts the moves in a node. It returns `None` for a variation
    /// without nodes.
    fn moves_in(&self, root: NodeId) -> impl Fn(NodeId) -> Option<u32> {
        let context = GameContext::of(self.node(root));
        move |id| {
            let node = self.node(id);
            let count = || u32::try_from(node.move_count(&context)).unwrap_or(u32::MAX);
            (!node.is_empty_variation()).then(count)
        }
    }
}
