//! The game in which formats meet.
//!
//! Each format has a model of its own, and each codec can turn its model into a [`Game`] and
//! back. So any two formats convert into one another, and no codec knows another.
//!
//! Three rules make that lossless:
//!
//! * A codec says all of a [`Game`]: in its format's own words, and where it has none, in
//!   private ones of its own.
//! * What a record says and a [`Game`] cannot hold, the codec puts into [`Carried`]: for its
//!   own format, as text that nobody else need understand.
//! * What is carried for another format is written along, somewhere where it harms nobody.
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

pub use carried::{Carriage, Carried, Converted, Fate, Loss, Role, Where};
pub use info::{Application, Cutoff, Info, Player, Said, Settings};
pub use kifu_core::{Action, ByColor, Color, Margin, Move, Outcome, Point, Points, Ruleset, Size};
pub use losses::LossSummary;
pub use node::{Clock, Comment, Details, Label, MarkKind, Marks, Node, Stones, Territory};

use alloc::vec::Vec;
use core::fmt;

use crate::{Forest, NodeId, Step, Traverse};

/// One game: what is said of the whole, and the tree of its nodes.
#[derive(Clone)]
pub struct Game {
    /// What is said of the whole game.
    pub info: Info,
    /// The nodes. The first root is the game's; there is no use in a second.
    pub nodes: Forest<Node>,
    /// What formats say of the whole game that has no place in [`Info`].
    pub carried: Vec<Carried>,
}

impl Game {
    /// A game with a root, and nothing said of it.
    pub fn new() -> Game {
        let mut nodes = Forest::new();
        nodes.push_root(Node::default());
        Game {
            info: Info::default(),
            nodes,
            carried: Vec::new(),
        }
    }

    /// The root.
    ///
    /// # Panics
    ///
    /// If it was removed.
    pub fn root(&self) -> NodeId {
        self.nodes.first_root().expect("a game has a root")
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

/// Games are equal if all that is said in them is, whatever the ids of their nodes.
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
            .field("nodes", &self.nodes.made())
            .finish_non_exhaustive()
    }
}
