//! A format-independent game, through which formats convert into each other.
//!
//! Each format has its own model, and each codec converts its model into a [`Game`] and back. So
//! any two formats convert into each other, and no codec needs to know another.
//!
//! Three rules make conversions lossless:
//!
//! * A codec writes everything in a [`Game`]: in its own format, or in private
//!   properties of its own where the format cannot express it.
//! * A codec stores data that a [`Game`] cannot express in [`Carried`], as text that only its own
//!   format understands.
//! * A codec also writes the data carried for other formats, in a place that other programs ignore.
//!
//! ```
//! use kifu_core::{Color, Move, Point};
//! use kifu_tree::game::{Comment, Game, Node};
//!
//! let mut game = Game::new();
//! game.info.player(Color::Black).name = Some("Sato".into());
//! let first = game.nodes.push_child(game.root(), Node {
//!     play: Some((Color::Black, Move::Play(Point::new(15, 3)))),
//!     ..Node::default()
//! });
//! game.nodes[first].comments.push(Comment::from("the usual"));
//! assert_eq!(game.nodes[first].joined_comment().as_deref(), Some("the usual"));
//! ```

mod carried;
mod info;
mod losses;
mod node;

pub use carried::{Carried, CarriedRole, Converted, Loss, LossKind, LossPlace, PrivateData};
pub use info::{Application, Cutoff, DisplaySettings, GameInfo, Player, ValueOrText};
pub use kifu_core::{Action, ByColor, Color, Margin, Move, Outcome, Point, Points, Ruleset, Size};
pub use losses::LossSummary;
pub use node::{Clock, Comment, Details, Label, MarkKind, Marks, Node, Stones, Territory};

use alloc::vec::Vec;
use core::fmt;

use crate::{Forest, NodeId, Step, Traverse};

/// A game: data about the whole game, and the tree of its nodes.
#[derive(Clone)]
pub struct Game {
    /// Data about the whole game, such as players and komi.
    pub info: GameInfo,
    /// The nodes. The first root is the root of the game; other roots are ignored.
    pub nodes: Forest<Node>,
    /// Format-specific data about the whole game that [`GameInfo`] cannot express.
    pub carried: Vec<Carried>,
}

impl Game {
    /// Creates a game with an empty root node.
    pub fn new() -> Game {
        let mut nodes = Forest::new();
        nodes.push_root(Node::default());
        Game {
            info: GameInfo::default(),
            nodes,
            carried: Vec::new(),
        }
    }

    /// Returns the root of the game.
    ///
    /// # Panics
    ///
    /// Panics if the root was removed.
    pub fn root(&self) -> NodeId {
        self.nodes.first_root().expect("a game has a root")
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

/// Games are equal if their contents are, even if the ids of their nodes differ.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        fn steps(game: &Game) -> Option<Traverse<'_, Node>> {
            Some(game.nodes.traverse(game.nodes.first_root()?))
        }
        let (Some(mut these), Some(mut those)) = (steps(self), steps(other)) else {
            return self.nodes.is_empty() && other.nodes.is_empty();
        };
        let mut nodes = core::iter::from_fn(|| match (these.next(), those.next()) {
            (None, None) => None,
            (Some(Step::Enter(a)), Some(Step::Enter(b))) => Some(self.nodes[a] == other.nodes[b]),
            (Some(Step::Leave(_)), Some(Step::Leave(_))) => Some(true),
            _ => Some(false),
        });
        self.info == other.info && self.carried == other.carried && nodes.all(|same| same)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("info", &self.info)
            .field("nodes", &self.nodes.id_count())
            .finish_non_exhaustive()
    }
}
