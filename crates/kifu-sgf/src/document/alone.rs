//! The games of a document by themselves.

use alloc::vec::Vec;

use kifu_span::{Span, TooLarge};
use kifu_tree::NodeId;

use super::Document;

impl Document {
    /// The games of the text, each by itself: its root, and the game as the source has it.
    ///
    /// Where the source is UTF-8 that starts with a byte order mark, and where it is UTF-16, each game gets what shows
    /// its charset. Several trees in one pair of parentheses, `((;A)(;B))`, are one, as in
    /// [`Document::games_in_text`]. A game that is too large is an error in its place.
    ///
    /// ```
    /// let source = "Title games\n(;PB[Sato];B[pd])\n\n(;PB[Lee];B[dd])\n";
    /// let doc = kifu_sgf::Document::parse(source)?;
    /// let second = doc.lone_games().nth(1).unwrap()?;
    /// assert_eq!(second.1, b"(;PB[Lee];B[dd])");
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn lone_games(&self) -> impl Iterator<Item = Result<(NodeId, Vec<u8>), TooLarge>> + '_ {
        let games = self.games_in_text();
        games.map(|(root, span)| Ok((root, self.alone(span)?)))
    }

    fn alone(&self, game: Span) -> Result<Vec<u8>, TooLarge> {
        const BOM: &[u8] = b"\xEF\xBB\xBF";
        let text = self.text();
        let bom = if text.starts_with(BOM) { BOM } else { b"" };
        let game = [bom, &text[game.range()]].concat();
        Ok(match self.utf16() {
            None => game,
            Some(_) => self.with_text(game)?.to_bytes(),
        })
    }

    /// The game with this root by itself, as [`Document::lone_games`] has it; of several trees in one pair of
    /// parentheses that tree alone. `None` if the text has no such game.
    ///
    /// ```
    /// let doc = kifu_sgf::Document::parse("((;PB[Sato])(;PB[Lee])) (;PB[Kim])")?;
    /// let second = doc.roots().nth(1).unwrap();
    /// assert_eq!(doc.lone_game(second)?.unwrap(), b"(;PB[Lee])");
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the game is too large for a document of its own.
    pub fn lone_game(&self, root: NodeId) -> Result<Option<Vec<u8>>, TooLarge> {
        let games: Vec<(NodeId, Span)> = self.games_in_text().collect();
        let before = games.partition_point(|(first, _)| *first <= root);
        let end = games.get(before).map(|(next, _)| *next);
        let Some(&(first, span)) = before.checked_sub(1).and_then(|at| games.get(at)) else {
            return Ok(None);
        };
        let mut beside = self
            .roots()
            .filter(|other| *other >= first && end.is_none_or(|end| *other < end));
        let Some(at) = beside.position(|other| other == root) else {
            return Ok(None);
        };
        let bytes = self.alone(span)?;
        if at == 0 && beside.next().is_none() {
            return Ok(Some(bytes));
        }
        let mut alone = Document::parse(bytes)?;
        let others: Vec<NodeId> = alone.roots().collect();
        for (n, other) in others.into_iter().enumerate() {
            if n != at {
                alone.remove_node(other);
            }
        }
        Ok(Some(alone.to_bytes()))
    }

    /// A source cut into its games: the root of each, and its bytes with those before it; the last game also has those
    /// after it. All of them one after another are the source, which the document was read from.
    ///
    /// ```
    /// let source = b"Title games\n(;PB[Sato];B[pd])\n\n(;PB[Lee];B[dd])\n";
    /// let doc = kifu_sgf::Document::parse(source)?;
    /// let games: Vec<&[u8]> = doc.cut(source).into_iter().map(|(_, game)| game).collect();
    /// assert_eq!(games[1], b"\n\n(;PB[Lee];B[dd])\n");
    /// assert_eq!(games.concat(), source);
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn cut<'s>(&self, source: &'s [u8]) -> Vec<(NodeId, &'s [u8])> {
        let mut map = self.source_map();
        let mut start = 0;
        let mut games = Vec::new();
        for (root, span) in self.games_in_text() {
            let end = usize::try_from(map.offset(span.end)).unwrap_or(source.len());
            let end = end.clamp(start, source.len());
            games.push((root, start..end));
            start = end;
        }
        if let Some((_, last)) = games.last_mut() {
            last.end = source.len();
        }
        games
            .into_iter()
            .map(|(root, range)| (root, &source[range]))
            .collect()
    }

    /// The last nodes of all lines of a game tree, in the order of the file: the main line's first.
    /// Variations without a node have none.
    ///
    /// ```
    /// let doc = kifu_sgf::Document::parse("(;B[aa](;W[bb])(;W[cc];B[dd]))")?;
    /// let root = doc.roots().next().unwrap();
    /// let depths: Vec<usize> = doc.line_ends(root).map(|end| doc.forest().depth(end)).collect();
    /// assert_eq!(depths, [1, 2]);
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn line_ends(&self, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let is_node = |id: &NodeId| !self.node(*id).is_empty_variation();
        let forest = self.forest();
        forest
            .preorder(root)
            .filter(is_node)
            .filter(move |&id| !forest.children(id).any(|child| is_node(&child)))
    }
}
