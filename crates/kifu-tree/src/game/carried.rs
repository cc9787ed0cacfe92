use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::NodeId;

/// Something that one format says, and that another one carries for it.
///
/// Only the format that it is of understands it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Carried {
    /// The format that it is of, as `sgf` or `jgf2`.
    pub format: Cow<'static, str>,
    /// How it goes together with what the game itself says.
    pub role: Role,
    /// What it is about: in SGF an identifier, in JGF a JSON pointer.
    pub key: String,
    /// The values, in that format's own notation.
    pub values: Vec<Cow<'static, str>>,
}

/// How something that is carried goes together with what the game says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The game says nothing of it: it always holds.
    Raw,
    /// It says what the game says, in other words: it holds as long as it still agrees,
    /// and else somebody has edited the game.
    Spelled,
    /// The order in which the format says the things that `values` names.
    Order,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 3] = [Role::Raw, Role::Spelled, Role::Order];

    /// `raw`, `spelled` or `order`.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Raw => "raw",
            Role::Spelled => "spelled",
            Role::Order => "order",
        }
    }
}

/// Whether a codec writes what its format has no words for in private ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Carriage {
    /// It does, so that nothing is lost on the way back.
    #[default]
    Full,
    /// It leaves it out, and says so.
    None,
}

/// What a conversion made, and what became of the rest.
#[derive(Clone, PartialEq, Debug)]
pub struct Converted<T> {
    /// What was made.
    pub value: T,
    /// What it does not say, or not as the source does.
    pub losses: Vec<Loss>,
}

/// Something that a conversion could not bring over as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// Where it was.
    pub at: Where,
    /// What it was: a property, a member, a field.
    pub what: Cow<'static, str>,
    /// What became of it.
    pub fate: Fate,
}

/// A place in a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Where {
    /// The game as a whole.
    Game,
    /// A node of [`Game::nodes`](super::Game::nodes).
    Node(NodeId),
}

/// What became of something that the other format has no words for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is gone.
    Dropped,
    /// It is said less exactly: how.
    Changed(Cow<'static, str>),
    /// It was carried, but disagrees with what the game says by now, which somebody edited.
    Outdated,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = &self.what;
        match &self.fate {
            Fate::Dropped => write!(f, "{what} is left out"),
            Fate::Changed(how) => write!(f, "{what} {how}"),
            Fate::Outdated => write!(f, "{what} was edited; its former spelling is left out"),
        }
    }
}
