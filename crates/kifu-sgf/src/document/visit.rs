//! Visits nodes, with a fast path for the runs of plays that most records consist of.

use alloc::vec::Vec;
use core::slice::ChunksExact;

use kifu_core::{Color, Point, Size};
use kifu_lex::Lexer;
use kifu_span::Span;
use kifu_tree::NodeId;

use super::{Document, NodeRef};

/// A step of [`Document::visit_main_line`] or [`Document::visit_tree`]: several nodes or one.
#[derive(Clone, Debug)]
pub enum Visit<'d> {
    /// Nodes that contain only a play on the board, spelled in the usual way, such as `;B[dd]`.
    Plays(Plays<'d>),
    /// Any other node. It may contain a play as well.
    Node(NodeRef<'d>),
}

/// At least one node that contains only a play on the board. The ids of the nodes are consecutive, and each node is the
/// only child of the node before it.
#[derive(Clone, Debug)]
pub struct Plays<'d> {
    first: NodeId,
    /// The offset of the first node in the text of the document.
    start: usize,
    text: &'d [u8],
    /// The distance in bytes between the starts of two nodes.
    step: usize,
}

impl<'d> Plays<'d> {
    /// Returns the first node.
    pub fn first(&self) -> NodeId {
        self.first
    }

    /// Returns the number of nodes, at least 1.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.text.len() / self.step
    }

    /// Returns the number of plays of a player.
    ///
    /// ```
    /// use kifu_sgf::{Color, Document, Size, Visit};
    ///
    /// let doc = Document::parse("(;B[pd];W[dd];B[pp])")?;
    /// let root = doc.roots().next().unwrap();
    /// let Some(Visit::Plays(plays)) = doc.visit_main_line(root, Size::default()).next() else {
    ///     panic!("expected plays");
    /// };
    /// assert_eq!((plays.count_of(Color::Black), plays.count_of(Color::White)), (2, 1));
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn count_of(&self, color: Color) -> usize {
        let ident = match color {
            Color::Black => b'B',
            Color::White => b'W',
        };
        self.texts().filter(|node| node[1] == ident).count()
    }

    /// Returns the span of the nodes in [`Document::text`].
    pub fn span(&self) -> Span {
        Span::new(self.start as u32, (self.start + self.text.len()) as u32)
    }

    /// Returns the text of the [span](Plays::span) with the plays that `change` returns for these plays. White space
    /// between the nodes stays, and so does a play for which `change` returns a point that has no letters in SGF.
    ///
    /// ```
    /// use kifu_sgf::{Document, Size, Visit};
    ///
    /// let doc = Document::parse("(;SZ[19];B[pd];W[dd])")?;
    /// let root = doc.roots().next().unwrap();
    /// let Some(Visit::Plays(plays)) = doc.visit_main_line(root, Size::default()).nth(1) else {
    ///     panic!("expected plays");
    /// };
    /// assert_eq!(plays.span().of(doc.text()), b";B[pd];W[dd]");
    /// let swapped = plays.replaced(|color, point| (!color, point));
    /// assert_eq!(swapped, b";W[pd];B[dd]");
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn replaced(&self, mut change: impl FnMut(Color, Point) -> (Color, Point)) -> Vec<u8> {
        let mut text = self.text.to_vec();
        for node in text.chunks_exact_mut(self.step) {
            let Some((color, point)) = play(node).map(|(color, point)| change(color, point)) else {
                continue;
            };
            if let ([_, ident, _, col, row, ..], Some(letters)) = (node, point.to_sgf()) {
                *ident = match color {
                    Color::Black => b'B',
                    Color::White => b'W',
                };
                [*col, *row] = letters;
            }
        }
        text
    }

    /// Returns an iterator over the texts of the nodes, without line breaks between them: `;B[pd]`.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &'d [u8; Lexer::SHORT_NODE]> + use<'d> {
        let nodes = self.text.chunks_exact(self.step);
        nodes.filter_map(|node| node.first_chunk())
    }

    /// Returns an iterator over the nodes: the id, the player, the point, and the span of the value in
    /// [`Document::text`], with its brackets. Only the id is not in [`NodeRef::only_move`].
    ///
    /// ```
    /// use kifu_sgf::{Document, Size, Visit};
    ///
    /// let doc = Document::parse("(;SZ[19];B[pd];W[dd])")?;
    /// let root = doc.roots().next().unwrap();
    /// let Some(Visit::Plays(plays)) = doc.visit_main_line(root, Size::default()).nth(1) else {
    ///     panic!("expected plays");
    /// };
    /// for (id, color, _, span) in plays.nodes() {
    ///     assert_eq!(doc.node(id).only_move().map(|only| (only.0, only.2)), Some((color, span)));
    /// }
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, Color, Point, Span)> + use<'d> {
        let Plays { start, step, .. } = *self;
        let ids = (self.first.index()..).map_while(NodeId::from_index);
        let starts = (start..).step_by(step);
        ids.zip(starts)
            .zip(self.iter())
            .map(|((id, start), (color, point))| {
                let span = Span::new(start as u32 + 2, (start + Lexer::SHORT_NODE) as u32);
                (id, color, point, span)
            })
    }

    /// Returns an iterator over the players and points of the plays.
    pub fn iter(&self) -> PlaysIter<'d> {
        PlaysIter(self.text.chunks_exact(self.step))
    }
}

impl<'d> IntoIterator for Plays<'d> {
    type Item = (Color, Point);
    type IntoIter = PlaysIter<'d>;

    fn into_iter(self) -> PlaysIter<'d> {
        self.iter()
    }
}

/// The iterator returned by [`Plays::iter`].
#[derive(Clone, Debug)]
pub struct PlaysIter<'d>(ChunksExact<'d, u8>);

impl Iterator for PlaysIter<'_> {
    type Item = (Color, Point);

    #[inline]
    fn next(&mut self) -> Option<(Color, Point)> {
        play(self.0.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for PlaysIter<'_> {}

impl Document {
    /// Returns an iterator over the nodes of [`Document::main_line`] that takes together the nodes that contain only a
    /// play on a board of this size.
    ///
    /// It is faster than reading the properties of each node. Plays are found by their spelling, also in
    /// games other than Go.
    ///
    /// ```
    /// use kifu_sgf::{Color, Document, Point, Size, Visit};
    ///
    /// let doc = Document::parse("(;SZ[19];B[pd];W[dd];B[pp]C[star];W[tt])")?;
    /// let root = doc.roots().next().unwrap();
    /// let line: Vec<_> = doc.visit_main_line(root, Size::default()).collect();
    /// let [Visit::Node(_), Visit::Plays(plays), Visit::Node(_), Visit::Node(_)] = &line[..] else {
    ///     panic!("unexpected {line:?}");
    /// };
    /// let plays: Vec<_> = plays.iter().collect();
    /// assert_eq!(plays, [(Color::Black, Point::new(15, 3)), (Color::White, Point::new(3, 3))]);
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

    /// Returns an iterator over the nodes of a subtree, each before its children, that takes together the nodes that
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

    /// Visits nodes from `from` on. `after` returns the node to visit after a node.
    fn visits<'d>(
        &'d self,
        from: NodeId,
        size: Size,
        after: impl Fn(&'d Document, NodeId) -> Option<NodeId>,
    ) -> impl Iterator<Item = Visit<'d>> {
        let mut next = Some(from);
        core::iter::from_fn(move || {
            let id = next?;
            let node = self.node(id);
            let (visit, last) = match node.plays(size) {
                Some(plays) => {
                    let last = NodeId::from_index(id.index() + plays.len() - 1)?;
                    (Visit::Plays(plays), last)
                }
                None => (Visit::Node(node), id),
            };
            next = after(self, last);
            Some(visit)
        })
    }
}

impl<'d> NodeRef<'d> {
    /// Returns this node and those after it that contain only a play on a board of this size; `None` if this node
    /// contains anything else.
    pub(crate) fn plays(self, size: Size) -> Option<Plays<'d>> {
        let text = self.document.text();
        let start = self.document.mark(self.first)?;
        play(text.get(start..start + Lexer::SHORT_NODE)?)?;
        let (run, step) = self.short_nodes();
        let len = self.document.forest.run_len(self.id, run.len() / step);
        // With a constant distance, the compiler needs no checks of bounds in the loop.
        let count = match step {
            6 => count_plays::<6>(run, len, size),
            7 => count_plays::<7>(run, len, size),
            _ => count_plays::<8>(run, len, size),
        };
        (count > 0).then(|| Plays {
            first: self.id,
            start,
            text: &run[..count * step],
            step,
        })
    }
}

/// Counts the nodes, at most `max`, up to the first that is not a play on a board of this size. The starts of two nodes
/// are `STEP` bytes apart.
fn count_plays<const STEP: usize>(run: &[u8], max: usize, size: Size) -> usize {
    // Small letters are checked without decoding the point, which is the larger part of visiting a run.
    let [cols, rows] = [size.cols(), size.rows()].map(|len| len.min(26));
    let is_small_play = |node: &[u8; STEP]| {
        matches!(node[1], b'B' | b'W')
            && node[3].wrapping_sub(b'a') < cols
            && node[4].wrapping_sub(b'a') < rows
    };
    let is_play = |node: &[u8; STEP]| play(node).is_some_and(|(_, point)| size.contains(point));
    let nodes = run.chunks_exact(STEP).take(max);
    let nodes = nodes.filter_map(|node| node.first_chunk());
    nodes
        .take_while(|node| is_small_play(node) || is_play(node))
        .count()
}

/// Reads a node such as `;B[pd]`, with or without more text.
#[inline]
fn play(node: &[u8]) -> Option<(Color, Point)> {
    let &[_, ident, _, col, row, ..] = node else {
        return None;
    };
    let color = match ident {
        b'B' => Color::Black,
        b'W' => Color::White,
        _ => return None,
    };
    Some((color, Point::from_sgf(&[col, row])?))
}
