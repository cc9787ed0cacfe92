//! Visits nodes, with a fast path for the runs of plain plays that most records consist of.

use kifu_core::{Color, Point, Size};
use kifu_lex::Lexer;
use kifu_tree::NodeId;

use super::{Document, NodeRef};

/// A node visited by [`Document::visit_main_line`] or [`Document::visit_tree`].
#[derive(Clone, Copy, Debug)]
pub enum Visit<'d> {
    /// A node that contains only a play on the board, spelled in the usual way, such as `;B[dd]`.
    Play(NodeId, Color, Point),
    /// Any other node. It may contain a play as well.
    Node(NodeRef<'d>),
}

impl Visit<'_> {
    /// Returns the id of the node.
    pub fn id(&self) -> NodeId {
        match self {
            Visit::Play(id, ..) => *id,
            Visit::Node(node) => node.id(),
        }
    }

    /// Returns the player and the point of a node that contains a single play and no setup. See
    /// [`NodeRef::plain_play`].
    #[inline]
    pub fn plain_play(&self, size: Size) -> Option<(Color, Point)> {
        match self {
            Visit::Play(_, color, point) => Some((*color, *point)),
            Visit::Node(node) => node.plain_play(size),
        }
    }
}

impl Document {
    /// Returns an iterator over the nodes of [`Document::main_line`] that also reads the nodes that contain only a
    /// play on a board of this size.
    ///
    /// It is several times as fast as reading the properties of each node. Plays are found by their spelling, also
    /// in games other than Go.
    ///
    /// ```
    /// use kifu_sgf::{Document, Size, Visit};
    ///
    /// let doc = Document::parse("(;SZ[19];B[pd];W[dd];B[pp]C[star];W[tt])")?;
    /// let root = doc.roots().next().unwrap();
    /// let line: Vec<_> = doc.visit_main_line(root, Size::default()).collect();
    /// assert!(matches!(
    ///     line[..],
    ///     [Visit::Node(_), Visit::Play(..), Visit::Play(..), Visit::Node(_), Visit::Node(_)]
    /// ));
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the id comes from another, larger document.
    pub fn visit_main_line(&self, root: NodeId, size: Size) -> impl Iterator<Item = Visit<'_>> {
        self.visits(root, size, |document, id| {
            let mut children = document.forest.children(id);
            children.find(|child| !document.node(*child).is_empty_variation())
        })
    }

    /// Returns an iterator over the nodes of a subtree, each before its children, that also reads the nodes that
    /// contain only a play on a board of this size. See [`Document::visit_main_line`].
    ///
    /// # Panics
    ///
    /// Panics if the id comes from another, larger document.
    pub fn visit_tree(&self, top: NodeId, size: Size) -> impl Iterator<Item = Visit<'_>> {
        self.visits(top, size, move |document, id| {
            document.forest.next_in_preorder(id, top)
        })
    }

    fn visits<'d>(
        &'d self,
        from: NodeId,
        size: Size,
        after: impl Fn(&'d Document, NodeId) -> Option<NodeId>,
    ) -> impl Iterator<Item = Visit<'d>> {
        let mut next = Some(from);
        let mut run: &[u8] = &[];
        let mut step = Lexer::SHORT_NODE;
        core::iter::from_fn(move || {
            let id = next?;
            if run.is_empty() {
                (run, step) = self.node(id).short_nodes();
                let len = self.forest.run_len(id, run.len() / step);
                run = &run[..run.len().min(len * step)];
            }
            let visit = play(run, size).map(|(color, point)| Visit::Play(id, color, point));
            run = run.get(step..).unwrap_or_default();
            next = if run.is_empty() {
                after(self, id)
            } else {
                // A run has consecutive ids.
                NodeId::from_index(id.index() + 1)
            };
            Some(visit.unwrap_or_else(|| Visit::Node(self.node(id))))
        })
    }
}

/// Reads the play of the first of several [short nodes](NodeRef::short_nodes).
#[inline]
fn play(run: &[u8], size: Size) -> Option<(Color, Point)> {
    let &[_, ident, _, col, row, ..] = run else {
        return None;
    };
    let color = match ident {
        b'B' => Color::Black,
        b'W' => Color::White,
        _ => return None,
    };
    let point = Point::from_sgf(&[col, row])?;
    size.contains(point).then_some((color, point))
}
