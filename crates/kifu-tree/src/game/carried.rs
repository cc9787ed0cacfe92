use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::NodeId;

/// Data of one format, carried through a game for that format.
///
/// Only the codec of that format understands the data.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Carried {
    /// The format that the data belongs to, such as `sgf` or `jgf2`.
    pub format: Cow<'static, str>,
    /// The relation of the data to the rest of the game.
    pub role: CarriedRole,
    /// The name of the data in its format: in SGF a property identifier, in JGF a JSON pointer.
    pub key: String,
    /// The values, in the notation of the format.
    pub values: Vec<Cow<'static, str>>,
}

/// A relation of [`Carried`] data to the rest of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CarriedRole {
    /// The game does not express the data otherwise, so it is always valid.
    Raw,
    /// The exact spelling of a value that the game also expresses. The spelling is valid as long as the two
    /// agree; otherwise the game has been edited since.
    Spelled,
    /// The order of the items named in `values`.
    Order,
}

impl CarriedRole {
    /// All roles.
    pub const ALL: [CarriedRole; 3] = [CarriedRole::Raw, CarriedRole::Spelled, CarriedRole::Order];

    /// Returns the name of the role: `raw`, `spelled` or `order`.
    pub const fn name(self) -> &'static str {
        match self {
            CarriedRole::Raw => "raw",
            CarriedRole::Spelled => "spelled",
            CarriedRole::Order => "order",
        }
    }
}

/// Whether a codec writes private properties for data that its format cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PrivateData {
    /// Write them, so that a conversion back loses nothing.
    #[default]
    Write,
    /// Omit the data and report it as a loss.
    Omit,
}

/// The result of a conversion, and what it could not express.
#[derive(Clone, PartialEq, Debug)]
pub struct Converted<T> {
    /// The converted value.
    pub value: T,
    /// The data that the result lacks or expresses differently from the source.
    pub losses: Vec<Loss>,
}

/// Data that a conversion could not express exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The place of the data in the game.
    pub at: LossPlace,
    /// The name of the data: a property, a member, a field.
    pub what: Cow<'static, str>,
    /// The treatment of the data by the conversion.
    pub kind: LossKind,
}

/// The place of a [`Loss`] in a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LossPlace {
    /// The game as a whole.
    Game,
    /// A node of [`Game::nodes`](super::Game::nodes).
    Node(NodeId),
}

/// A treatment of data that the target format cannot express.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LossKind {
    /// The data is left out.
    Dropped,
    /// The data is expressed less exactly; the text says how.
    Changed(Cow<'static, str>),
    /// The carried spelling is left out, because the game was edited and no longer agrees with it.
    Outdated,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = &self.what;
        match &self.kind {
            LossKind::Dropped => write!(f, "{what} is left out"),
            LossKind::Changed(how) => write!(f, "{what} {how}"),
            LossKind::Outdated => write!(f, "{what} was edited; its original notation is left out"),
        }
    }
}
