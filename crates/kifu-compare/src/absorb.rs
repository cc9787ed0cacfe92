//! Whether a copy can go without a loss, game by game.

use alloc::vec::Vec;
use core::fmt;

use kifu_sgf::{Document, NodeId, Span, TooLarge};

use super::merge::{NotMerged, merge};
use super::missing::{Missing, missing};
use kifu_transform::{Transform, transform_game};

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The games of a document, each of which can be compared and merged on its own: the time depends on the
/// game, not on the document.
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
    /// The number of the first game of each game tree, from 0, and the place of the tree in the text.
    trees: Vec<(usize, Span)>,
}

/// A game in a document that holds nothing but its game tree.
#[derive(Debug)]
#[non_exhaustive]
pub struct LoneGame {
    /// The document.
    pub document: Document,
    /// The root of the game.
    pub root: NodeId,
}

/// Why [`GameTrees`] cannot give a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotAlone {
    /// There is no game of this number, or the tree does not hold the same number of games as before.
    NoSuchGame,
    /// The text is longer than can be read.
    TooLarge(TooLarge),
}

impl fmt::Display for NotAlone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAlone::NoSuchGame => f.write_str("a game that was read before is not there"),
            NotAlone::TooLarge(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for NotAlone {}

impl From<TooLarge> for NotAlone {
    fn from(error: TooLarge) -> NotAlone {
        NotAlone::TooLarge(error)
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
        // The only one keeps what is around it.
        if let [(_, span)] = &mut *trees {
            *span = Span::new(0, document.text().len() as u32);
        }
        GameTrees {
            roots,
            trees,
            document,
        }
    }

    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The roots of all games.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// The index of the game tree that has the game with this number, from 1. Games that share their
    /// parentheses, `((;A)(;B))`, share a tree.
    ///
    /// # Errors
    ///
    /// [`NotAlone::NoSuchGame`].
    pub fn tree_of(&self, number: usize) -> Result<usize, NotAlone> {
        let tree = self.trees.partition_point(|(first, _)| *first < number);
        tree.checked_sub(1).ok_or(NotAlone::NoSuchGame)
    }

    /// The game with this number, from 1.
    ///
    /// # Errors
    ///
    /// [`NotAlone`].
    pub fn game(&self, number: usize) -> Result<LoneGame, NotAlone> {
        let (_, span) = self.trees[self.tree_of(number)?];
        let text = self.document.text();
        let tree = match text.starts_with(BOM) && span.start > 0 {
            true => [BOM, span.of(text)].concat(),
            false => span.of(text).to_vec(),
        };
        self.game_in(self.document.with_text(tree)?, number)
    }

    /// The game with this number, from 1, in a changed version of its game tree.
    ///
    /// # Errors
    ///
    /// [`NotAlone`].
    pub fn game_in(&self, tree: Document, number: usize) -> Result<LoneGame, NotAlone> {
        let at = self.tree_of(number)?;
        let (first, _) = self.trees[at];
        let next = self.trees.get(at + 1);
        let end = next.map_or(self.roots.len(), |(first, _)| *first);
        let mut roots = tree.roots();
        let root = roots.clone().nth(number - 1 - first);
        let is_same = roots.by_ref().count() == end - first;
        let root = root.filter(|_| is_same).ok_or(NotAlone::NoSuchGame)?;
        Ok(LoneGame {
            document: tree,
            root,
        })
    }

    /// The document with some of its game trees replaced: for each its index, in ascending order, and the bytes
    /// of an SGF file with the new tree.
    ///
    /// # Errors
    ///
    /// If the text would be too large.
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
    /// The game after a transform.
    ///
    /// # Errors
    ///
    /// [`NotAlone`].
    pub fn transformed(self, by: Transform) -> Result<LoneGame, NotAlone> {
        if by == Transform::IDENTITY {
            return Ok(self);
        }
        let transformed = transform_game(&self.document, self.root, by)?;
        let (document, root) = transformed.ok_or(NotAlone::NoSuchGame)?;
        Ok(LoneGame { document, root })
    }
}

/// What deleting a copy would lose, as [`absorb`] finds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Absorbed {
    /// Nothing: the game that is kept says everything.
    Already,
    /// Nothing if these bytes replace the game tree of the game that is kept.
    Merged(Vec<u8>),
    /// What the game that is kept does not say. If the list is empty, it has all moves of the copy, but not as
    /// its main line.
    Loses(Vec<Missing>),
    /// What the copy says in addition cannot be merged.
    NotMerged(NotMerged),
}

/// Says whether a copy can be deleted because another game says everything that it does, and merges what is
/// missing into that game if `tolerance` is given: the most moves that may differ.
///
/// The copy lies as the game that is kept does. `off` moves of their main lines differ; `name` is the name that the
/// copy has in notes, see [`merge`].
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
    off: usize,
    tolerance: Option<usize>,
) -> Absorbed {
    let said = (&copy.document, copy.root);
    let lost = missing(said, (&kept.document, kept.root), name);
    // A main line that differs would become a variation.
    if lost.is_empty() && off == 0 {
        return Absorbed::Already;
    }
    let Some(tolerance) = tolerance else {
        return Absorbed::Loses(lost);
    };
    match merge(kept.document, kept.root, said, name, tolerance) {
        Ok(merged) if merged.left.is_empty() => Absorbed::Merged(merged.document.to_bytes()),
        Ok(merged) => Absorbed::Loses(merged.left),
        Err(why) => Absorbed::NotMerged(why),
    }
}
