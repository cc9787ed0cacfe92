//! Returns the games of a document separately.

use alloc::vec::Vec;

use kifu_span::{Span, TooLarge};
use kifu_tree::NodeId;

use super::Document;

impl Document {
    /// Returns the root of each game of the text, and the bytes of that game as a file of its own.
    ///
    /// If the source starts with a UTF-8 byte order mark or is UTF-16, each game is written in the
    /// same form. Several trees in one pair of parentheses, `((;A)(;B))`, count as one, as in
    /// [`Document::games_in_text`]. A game that is too large yields an error.
    ///
    /// ```
    /// let source = "Title games\n(;PB[Sato];B[pd])\n\n(;PB[Lee];B[dd])\n";
    /// let doc = kifu_sgf::Document::parse(source)?;
    /// let second = doc.standalone_games().nth(1).unwrap()?;
    /// assert_eq!(second.1, b"(;PB[Lee];B[dd])");
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn standalone_games(
        &self,
    ) -> impl Iterator<Item = Result<(NodeId, Vec<u8>), TooLarge>> + '_ {
        let games = self.games_in_text();
        games.map(|(root, span)| Ok((root, self.standalone(span)?)))
    }

    fn standalone(&self, game: Span) -> Result<Vec<u8>, TooLarge> {
        const BOM: &[u8] = b"\xEF\xBB\xBF";
        let text = self.text();
        let bom = if text.starts_with(BOM) { BOM } else { b"" };
        let game = [bom, &text[game.range()]].concat();
        Ok(match self.utf16() {
            None => game,
            Some(_) => self.with_text(game)?.to_bytes(),
        })
    }

    /// Returns the bytes of the game with this root as a file of its own, like
    /// [`Document::standalone_games`]. If one pair of parentheses contains several trees, only that
    /// tree is returned. `None` if the text has no such game.
    ///
    /// ```
    /// let doc = kifu_sgf::Document::parse("((;PB[Sato])(;PB[Lee])) (;PB[Kim])")?;
    /// let second = doc.roots().nth(1).unwrap();
    /// assert_eq!(doc.standalone_game(second)?.unwrap(), b"(;PB[Lee])");
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the game is too large for a document of its own.
    pub fn standalone_game(&self, root: NodeId) -> Result<Option<Vec<u8>>, TooLarge> {
        let games: Vec<(NodeId, Span)> = self.games_in_text().collect();
        let before = games.partition_point(|(first, _)| *first <= root);
        let end = games.get(before).map(|(next, _)| *next);
        let Some(&(first, span)) = before.checked_sub(1).and_then(|at| games.get(at)) else {
            return Ok(None);
        };
        let mut siblings = self
            .roots()
            .filter(|other| *other >= first && end.is_none_or(|end| *other < end));
        let Some(at) = siblings.position(|other| other == root) else {
            return Ok(None);
        };
        let bytes = self.standalone(span)?;
        if at == 0 && siblings.next().is_none() {
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

    /// Splits the source into its games: returns the root of each game, and its bytes together with
    /// the text before it; those of the last game include the text after it. Concatenated, they are
    /// the source. `source` must be the source from which the document was read.
    ///
    /// ```
    /// let source = b"Title games\n(;PB[Sato];B[pd])\n\n(;PB[Lee];B[dd])\n";
    /// let doc = kifu_sgf::Document::parse(source)?;
    /// let games = doc.split_source(source);
    /// let games: Vec<&[u8]> = games.into_iter().map(|(_, game)| game).collect();
    /// assert_eq!(games[1], b"\n\n(;PB[Lee];B[dd])\n");
    /// assert_eq!(games.concat(), source);
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn split_source<'s>(&self, source: &'s [u8]) -> Vec<(NodeId, &'s [u8])> {
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

    /// Returns the last nodes of all lines of a game tree, in the order of the file, starting with
    /// that of the main line. Variations without nodes are skipped.
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
