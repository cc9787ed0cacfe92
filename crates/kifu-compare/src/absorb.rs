//! Decides whether a copy of a game can be deleted without a loss.

use alloc::vec::Vec;
use core::fmt;

use kifu_sgf::{Document, NodeId, Span, TooLarge};

use super::merge::{MergeError, merge};
use super::missing::{Missing, missing};
use kifu_transform::{Transform, transform_game};

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The games of a document, for comparing and merging them one by one. The time for a game depends on the size of the
/// game, not of the document.
///
/// ```
/// use kifu_compare::GameTrees;
/// use kifu_compare::sgf::Document;
///
/// let trees = GameTrees::of(Document::parse("(;PB[Sato]) and (;PB[Lee])")?);
/// let second = trees.game(2)?;
/// assert_eq!(second.document.text(), b"(;PB[Lee])");
///
/// let changed = trees.with([(trees.tree_of(2)?, &b"(;PB[Lee]PW[Kim])"[..])])?;
/// assert_eq!(changed.text(), b"(;PB[Sato]) and (;PB[Lee]PW[Kim])");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameTrees {
    document: Document,
    roots: Vec<NodeId>,
    /// For each game tree, the index of its first game and its span in the text.
    trees: Vec<(usize, Span)>,
}

/// A game in a document that contains only its game tree.
#[derive(Debug)]
#[non_exhaustive]
pub struct LoneGame {
    /// The document, which contains no other game tree.
    pub document: Document,
    /// The root of the game.
    pub root: NodeId,
}

/// The reason why [`GameTrees`] cannot return a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GameTreesError {
    /// There is no game with this number, or the number of games in its tree has changed.
    NoSuchGame,
    /// The text is too large to be parsed.
    TooLarge(TooLarge),
}

impl fmt::Display for GameTreesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameTreesError::NoSuchGame => {
                f.write_str("a game that was read earlier no longer exists")
            }
            GameTreesError::TooLarge(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for GameTreesError {}

impl From<TooLarge> for GameTreesError {
    fn from(error: TooLarge) -> GameTreesError {
        GameTreesError::TooLarge(error)
    }
}

impl GameTrees {
    /// Finds the game trees of a document.
    pub fn of(document: Document) -> GameTrees {
        let roots: Vec<NodeId> = document.roots().collect();
        let number = |root: NodeId| roots.partition_point(|one| *one < root);
        let trees = document.games_in_text();
        let mut trees: Vec<(usize, Span)> =
            trees.map(|(root, span)| (number(root), span)).collect();
        // If there is only one tree, its span includes the text around it.
        if let [(_, span)] = &mut *trees {
            *span = Span::new(0, document.text().len() as u32);
        }
        GameTrees {
            roots,
            trees,
            document,
        }
    }

    /// The document with all games.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The roots of all games.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// The index of the game tree that contains the game with this number, counted from 1. Games in the same
    /// parentheses, `((;A)(;B))`, share a tree.
    ///
    /// # Errors
    ///
    /// [`GameTreesError::NoSuchGame`] if the number is 0 or the document has no games. If the
    /// number is too high, returns the last tree.
    pub fn tree_of(&self, number: usize) -> Result<usize, GameTreesError> {
        let tree = self.trees.partition_point(|(first, _)| *first < number);
        tree.checked_sub(1).ok_or(GameTreesError::NoSuchGame)
    }

    /// The game with this number, counted from 1.
    ///
    /// # Errors
    ///
    /// [`GameTreesError`].
    pub fn game(&self, number: usize) -> Result<LoneGame, GameTreesError> {
        let (_, span) = self.trees[self.tree_of(number)?];
        let text = self.document.text();
        let tree = if text.starts_with(BOM) && span.start > 0 {
            [BOM, span.of(text)].concat()
        } else {
            span.of(text).to_vec()
        };
        self.game_in(self.document.with_text(tree)?, number)
    }

    /// Returns the game with this number, counted from 1, in `tree`: a document that contains only a changed version of
    /// the game tree of this game.
    ///
    /// # Errors
    ///
    /// [`GameTreesError`].
    pub fn game_in(&self, tree: Document, number: usize) -> Result<LoneGame, GameTreesError> {
        let at = self.tree_of(number)?;
        let (first, _) = self.trees[at];
        let next = self.trees.get(at + 1);
        let end = next.map_or(self.roots.len(), |(first, _)| *first);
        let mut roots = tree.roots();
        let root = roots.clone().nth(number - 1 - first);
        let is_same = roots.by_ref().count() == end - first;
        let root = root.filter(|_| is_same).ok_or(GameTreesError::NoSuchGame)?;
        Ok(LoneGame {
            document: tree,
            root,
        })
    }

    /// Returns the document with some of its game trees replaced. `trees` yields the index of each tree to replace, in
    /// ascending order, and the bytes of an SGF file that contains the new tree.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the new text is too large.
    ///
    /// # Panics
    ///
    /// If an index is out of range, or the indices are not in ascending order.
    pub fn with<'t>(
        &self,
        trees: impl IntoIterator<Item = (usize, &'t [u8])>,
    ) -> Result<Document, TooLarge> {
        let text = self.document.text();
        let (mut whole, mut at) = (Vec::new(), 0);
        for (tree, bytes) in trees {
            let (_, span) = self.trees[tree];
            let range = span.range();
            let changed = Document::parse(bytes)?;
            let tree = match range.start {
                0 => changed.text(),
                _ => changed.text().strip_prefix(BOM).unwrap_or(changed.text()),
            };
            whole.extend_from_slice(&text[at..range.start]);
            whole.extend_from_slice(tree);
            at = range.end;
        }
        whole.extend_from_slice(&text[at..]);
        self.document.with_text(whole)
    }
}

impl LoneGame {
    /// Transforms the game.
    ///
    /// # Errors
    ///
    /// [`GameTreesError`].
    pub fn transformed(self, by: Transform) -> Result<LoneGame, GameTreesError> {
        if by == Transform::IDENTITY {
            return Ok(self);
        }
        let transformed = transform_game(&self.document, self.root, by)?;
        let (document, root) = transformed.ok_or(GameTreesError::NoSuchGame)?;
        Ok(LoneGame { document, root })
    }
}

/// The result of [`absorb`]: whether deleting a copy would lose content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Absorbed {
    /// Nothing is lost: the kept game has all content of the copy.
    Already,
    /// Nothing is lost if these bytes replace the game tree of the kept game.
    Merged(Vec<u8>),
    /// The kept game does not have these nodes and values. If the list is empty, the kept game has all moves of the
    /// copy, but not all of them in its main line.
    Loses(Vec<Missing>),
    /// The additional content of the copy cannot be merged.
    NotMerged(MergeError),
}

/// Checks whether a copy can be deleted because the kept game has all content of the copy.
///
/// If the kept game lacks content or has another main line, and `tolerance` is given, the copy is merged into the kept
/// game, unless more than `tolerance` moves differ. Both games must have the same orientation and colours. `distance`
/// is the number of different moves in their main lines, and `name` is the name of the copy in notes; see [`merge`].
///
/// ```
/// use kifu_compare::{Absorbed, GameTrees, absorb};
/// use kifu_compare::sgf::Document;
///
/// let game = |text: &str| GameTrees::of(Document::parse(text).unwrap()).game(1).unwrap();
/// let copy = game("(;PB[Sato]RE[B+R];B[pd];W[dp])");
/// let kept = "(;PB[Sato];B[pd];W[dp];B[pp])";
/// assert!(matches!(absorb(&copy, game(kept), "b.sgf", 0, None), Absorbed::Loses(_)));
/// let merged = absorb(&copy, game(kept), "b.sgf", 0, Some(0));
/// assert_eq!(merged, Absorbed::Merged(b"(;PB[Sato]RE[B+R];B[pd];W[dp];B[pp])".to_vec()));
/// ```
pub fn absorb(
    copy: &LoneGame,
    kept: LoneGame,
    name: &str,
    distance: usize,
    tolerance: Option<usize>,
) -> Absorbed {
    let theirs = (&copy.document, copy.root);
    let lost = missing(theirs, (&kept.document, kept.root), name);
    // If the main lines differ, the main line of the copy is only a variation of the kept game.
    if lost.is_empty() && distance == 0 {
        return Absorbed::Already;
    }
    let Some(tolerance) = tolerance else {
        return Absorbed::Loses(lost);
    };
    match merge(kept.document, kept.root, theirs, name, tolerance) {
        Ok(merged) if merged.unmerged.is_empty() => Absorbed::Merged(merged.document.to_bytes()),
        Ok(merged) => Absorbed::Loses(merged.unmerged),
        Err(why) => Absorbed::NotMerged(why),
    }
}
