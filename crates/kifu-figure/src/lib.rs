#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod draw;
mod excerpt;
mod marks;
#[cfg(feature = "rgf")]
pub mod moment;
mod stated;
mod walk;

use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;
use core::ops::RangeInclusive;

use kifu_diagram::{Coordinates, Figure, View};
use kifu_sgf::{Document, GameContext, NodeRef};
use kifu_tree::{NoPath, NodeId, TreePath};

pub use excerpt::{NoExcerpt, excerpt};
pub use kifu_diagram as diagram;
#[cfg(feature = "rgf")]
pub use kifu_replay as replay;
#[cfg(feature = "rgf")]
pub use kifu_rgf as rgf;
pub use kifu_sgf as sgf;
#[cfg(feature = "rgf")]
pub use kifu_timeline as timeline;

/// How figures are made, where the record leaves it open or somebody knows better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The names at the sides. `None`: Western ones, unless the figure's `FG` has none.
    pub coordinates: Option<Coordinates>,
    /// The part of the board to show.
    pub view: Shown,
    /// Whether variations are shown as `ST` says, on single positions.
    pub variations: bool,
    /// Whether the last move, whose turn it is and the captures are told below single
    /// positions; below figures without moves, whose turn it is.
    pub status: bool,
}

/// Shows what the record says, with variations and without a status.
impl Default for Options {
    fn default() -> Options {
        Options {
            coordinates: None,
            view: Shown::Stated,
            variations: true,
            status: false,
        }
    }
}

/// A part of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shown {
    /// What `VW` says; else the whole board.
    #[default]
    Stated,
    /// The whole board.
    Whole,
    /// This rectangle, as far as it is on the board.
    Part(View),
    /// What lies around everything that is drawn, by [`Figure::interesting`].
    Auto,
}

/// How moves are divided into figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Division {
    /// A figure begins at each node with an `FG`.
    #[default]
    Stated,
    /// So many moves in each.
    Every(NonZeroU32),
}

/// Nodes of a game tree one after the other, from its root on.
#[derive(Clone, Debug)]
pub struct Line<'d> {
    document: &'d Document,
    root: NodeId,
    /// The root first.
    nodes: Vec<NodeId>,
}

/// A place that a game does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoSuchPlace {
    /// The tree does not have the path.
    Path(NoPath),
    /// The line does not have the move.
    Move(NoMove),
}

impl fmt::Display for NoSuchPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSuchPlace::Path(why) => why.fmt(f),
            NoSuchPlace::Move(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for NoSuchPlace {}

/// A move that a line does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMove {
    /// The number of the move.
    pub number: u32,
    /// The number of the last move of the line; 0 if it has no moves.
    pub last: u32,
}

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no move {}: ", self.number)?;
        match self.last {
            0 => f.write_str("the main line has no moves"),
            last => write!(f, "the last is move {last}"),
        }
    }
}

impl core::error::Error for NoMove {}

impl<'d> Line<'d> {
    /// The main line of a game tree.
    pub fn main(document: &'d Document, root: NodeId) -> Line<'d> {
        let nodes = document.main_line(root).map(|node| node.id()).collect();
        Line {
            document,
            root,
            nodes,
        }
    }

    /// The way from the root to a node.
    pub fn to(document: &'d Document, node: NodeId) -> Line<'d> {
        let mut nodes: Vec<NodeId> = document.forest().ancestors(node).collect();
        nodes.reverse();
        nodes.push(node);
        Line {
            document,
            root: nodes[0],
            nodes,
        }
    }

    /// The main line, or the line that a path names; up to a move if a number is given, as in
    /// [`up_to`](Line::up_to).
    ///
    /// ```
    /// use kifu_figure::{Line, sgf::Document};
    ///
    /// let document = Document::parse("(;B[aa](;W[bb])(;W[cc];B[dd]))")?;
    /// let root = document.roots().next().unwrap();
    /// let path = "1".parse().unwrap();
    /// assert_eq!(Line::at(&document, root, Some(&path), None).unwrap().last_move(), 3);
    /// let missing = Line::at(&document, root, None, Some(9)).unwrap_err();
    /// assert_eq!(missing.to_string(), "there is no move 9: the last is move 2");
    /// # Ok::<(), kifu_figure::sgf::TooLarge>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoSuchPlace`] if the game has no such path, or the line has no such move.
    pub fn at(
        document: &'d Document,
        root: NodeId,
        path: Option<&TreePath>,
        number: Option<u32>,
    ) -> Result<Line<'d>, NoSuchPlace> {
        let line = match path {
            None => Line::main(document, root),
            Some(path) => {
                let is_variation = |id| !document.node(id).is_empty_variation();
                let end = path.end(document.forest(), root, is_variation);
                Line::to(document, end.map_err(NoSuchPlace::Path)?)
            }
        };
        let Some(number) = number else {
            return Ok(line);
        };
        let last = line.last_move();
        let no_move = NoSuchPlace::Move(NoMove { number, last });
        line.up_to(number).ok_or(no_move)
    }

    /// The same up to the node with a move, counted as in [`figure`](Line::figure); for 0, up to
    /// the node before the first move, which is none where the root has it. `None` if there is
    /// no such move.
    pub fn up_to(mut self, number: u32) -> Option<Line<'d>> {
        let mut count = 0;
        let context = self.context();
        let after = self.nodes.iter().position(|&id| {
            let moves = moves_in(self.document.node(id), &context);
            count += moves;
            moves > 0 && count >= number
        });
        match (after, number) {
            (None, 0) => {}
            (Some(first), 0) => self.nodes.truncate(first),
            (at, _) => self.nodes.truncate(at? + 1),
        }
        Some(self)
    }

    /// The number of its last move; 0 if it has none.
    pub fn last_move(&self) -> u32 {
        let context = self.context();
        let nodes = self.nodes.iter().map(|&id| self.document.node(id));
        nodes.map(|node| moves_in(node, &context)).sum()
    }

    fn context(&self) -> GameContext {
        GameContext::of(self.document.node(self.root))
    }

    /// The record that it is of.
    pub const fn document(&self) -> &'d Document {
        self.document
    }

    /// The root of its game tree.
    pub const fn root(&self) -> NodeId {
        self.root
    }

    /// The nodes, the root first; none before a root with a move.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Whether an `FG` divides it into figures.
    pub fn has_figures(&self) -> bool {
        let mut nodes = self.nodes.iter();
        nodes.any(|&id| self.document.node(id).get("FG").is_some())
    }

    /// The position after the last node, its last move pointed out.
    pub fn position(&self, options: &Options) -> Figure {
        draw::position(self, options)
    }

    /// The positions after each of the nodes, the root's first, as [`position`](Line::position)
    /// gives them.
    pub fn positions<'l>(
        &'l self,
        options: &Options,
    ) -> impl Iterator<Item = Figure> + use<'l, 'd> {
        draw::positions(self, *options)
    }

    /// A figure with the moves from one number to another, both included, on the position
    /// before them.
    ///
    /// Moves are counted from 1, passes too, whatever `MN` says. Where the line has no such move
    /// it is the position at the end.
    pub fn figure(&self, moves: RangeInclusive<u32>, options: &Options) -> Figure {
        draw::figure(self, moves, options)
    }

    /// The moves from one number to another, divided into figures, one after the other. Titles are the
    /// names that `FG` gives, and `Figure 2 (101-200)` for others if there are several.
    ///
    /// ```
    /// use kifu_figure::{Division, Line, Options};
    ///
    /// let record = kifu_figure::sgf::Document::parse("(;FG[257:The opening];B[pd];W[dd];FG[];B[pp];W[dp])")?;
    /// let line = Line::main(&record, record.roots().next().unwrap());
    /// let titles: Vec<String> = line
    ///     .figures(1..=u32::MAX, Division::Stated, &Options::default())
    ///     .map(|figure| figure.title)
    ///     .collect();
    /// assert_eq!(titles, ["The opening", "Figure 2 (3-4)"]);
    /// # Ok::<(), kifu_figure::sgf::TooLarge>(())
    /// ```
    pub fn figures<'l>(
        &'l self,
        moves: RangeInclusive<u32>,
        division: Division,
        options: &Options,
    ) -> impl ExactSizeIterator<Item = Figure> + use<'l, 'd> {
        draw::figures(self, moves, division, *options)
    }
}

/// How many moves a node has: one at most, unless something is wrong.
fn moves_in(node: NodeRef<'_>, context: &GameContext) -> u32 {
    let moves = node.properties().filter(|p| p.mover(context).is_some());
    moves.fold(0, |count: u32, _| count.saturating_add(1))
}
